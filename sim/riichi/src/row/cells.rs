//! The cells of a row, by name.

use super::row_cache::Open;
use super::{RowCache, SEATS, WINS};
use crate::engine::{Offer, RiichiState};
use crate::nuki_tiles::NukiTiles;
use crate::rules::MAX_EXCHANGE_TILES;
use crate::variant::Variant;
use crate::view::{Question, View};
use hyakuman_common::columns::HAND_TILES;
use hyakuman_common::public_cells::{MELDS_AT, NONE, PublicCells};
use hyakuman_core::column::Rows;
use hyakuman_core::{KindSet, RelSeat, Tile};

/// What a view shows, as the cells of a row of `decisions`. A field has the meaning, unit and missing value of its column
/// (docs/records.md). Seats are absolute.
#[derive(Clone, Copy, Debug)]
pub struct RowCells<'a> {
    /// Column `question`.
    pub question: u8,
    /// Column `kyoku`.
    pub kyoku: u8,
    /// Column `honba`.
    pub honba: u16,
    /// Column `kyotaku`.
    pub kyotaku: u16,
    /// Column `remaining`.
    pub remaining: u8,
    /// Columns `score_0` to `score_3`.
    pub scores: [i32; SEATS],
    /// Column `drawn`.
    pub drawn: u8,
    /// Column `offered`.
    pub offered: u8,
    /// Column `offered_by`.
    pub offered_by: u8,
    /// Column `hand`.
    pub hand: &'a [u8; HAND_TILES],
    /// Column `shanten`.
    pub shanten: i8,
    /// Column `ukeire`.
    pub ukeire: u8,
    /// Column `furiten`.
    pub furiten: bool,
    /// Column `rinshan`.
    pub rinshan: bool,
    /// Columns `discards`, `discarders`, `melds` and `melds_at`.
    pub public: &'a PublicCells,
    /// Column `riichi_at`.
    pub riichi_at: [u8; SEATS],
    /// Column `riichi`.
    pub riichi: [u8; SEATS],
    /// Column `liable`.
    pub liable: [u8; SEATS],
    /// Column `indicators`.
    pub indicators: [u8; 5],
    /// Column `has_won`.
    pub has_won: u8,
    /// Column `won_tiles`.
    pub won_tiles: [u8; WINS],
    /// Column `given`.
    pub given: [u8; MAX_EXCHANGE_TILES],
    /// Column `given_to`.
    pub given_to: u8,
    /// Column `received`.
    pub received: [u8; MAX_EXCHANGE_TILES],
    /// Column `received_from`.
    pub received_from: u8,
    /// Column `indicators_at`.
    pub indicators_at: [u8; 5],
    /// The kinds counted by `ukeire`. No column: they follow from the hand.
    pub ukeire_kinds: KindSet,
    /// The tiles set aside by each seat, the last column of a game of three; none with four players.
    pub nuki: [NukiTiles; SEATS],
}

impl<'a> RowCells<'a> {
    /// The cells of a view; `row_cache` is new, or was used for earlier rows of this match.
    #[inline]
    pub fn of<const N: usize, V: Variant>(
        row_cache: &'a mut RowCache,
        view: &View<'_, N, V>,
    ) -> RowCells<'a> {
        let (own, open) = (&mut row_cache.own[view.seat().index()], &mut row_cache.open);
        own.catch_up(view);
        open.catch_up(view);
        let (question, offered, offered_by) = asked(view);
        let (shanten, ukeire) = own.with_drawn(view.drawn(), view.seen());
        let places = Places::of(view);
        RowCells {
            question,
            kyoku: view.match_state().kyoku as u8,
            honba: view.match_state().honba as u16,
            kyotaku: view.match_state().kyotaku as u16,
            remaining: view.remaining() as u8,
            scores: places.scores,
            drawn: view.drawn().map_or(NONE, Tile::code),
            offered,
            offered_by,
            hand: own.cells.first_chunk().expect("more cells than that"),
            shanten,
            ukeire,
            furiten: view.furiten(),
            rinshan: open.rinshan,
            public: &open.public_cells,
            riichi_at: riichi_at(open, &places),
            riichi: places.riichi,
            liable: places.liable,
            indicators: open.indicators,
            has_won: places.won,
            won_tiles: padded(view.won_tiles()),
            given: padded(view.given()),
            given_to: view.given_to().map_or(NONE, |to| seat_of(view, to)),
            received: padded(view.received()),
            received_from: view.received_from().map_or(NONE, |from| seat_of(view, from)),
            indicators_at: open.indicators_at,
            ukeire_kinds: own.ukeire,
            nuki: nuki(view),
        }
    }

    /// Appends them to the columns of a game of `N` players.
    #[inline]
    pub(super) fn write<const N: usize, V: Variant>(&self, out: &mut Rows) {
        self.write_situation(out);
        self.write_own(out);
        self.write_open(out);
        self.write_exchange(out);
        self.write_times(out);
        if N == 3 {
            V::write_nuki(&self.nuki, out);
        }
    }

    #[inline]
    fn write_situation(&self, out: &mut Rows) {
        let [question, kyoku, honba, kyotaku, remaining, scores @ ..] = out.next_columns::<{ 5 + SEATS }>();
        question.push([self.question]);
        kyoku.push([self.kyoku]);
        honba.push(self.honba.to_le_bytes());
        kyotaku.push(self.kyotaku.to_le_bytes());
        remaining.push([self.remaining]);
        scores.iter_mut().zip(self.scores).for_each(|(cells, score)| cells.push(score.to_le_bytes()));
    }

    #[inline]
    fn write_own(&self, out: &mut Rows) {
        let [drawn, offered, offered_by, hand, shanten, ukeire, furiten] = out.next_columns();
        drawn.push([self.drawn]);
        offered.push([self.offered]);
        offered_by.push([self.offered_by]);
        hand.push_copy(self.hand);
        shanten.push(self.shanten.to_le_bytes());
        ukeire.push([self.ukeire]);
        furiten.push([self.furiten as u8]);
    }

    #[inline]
    fn write_open(&self, out: &mut Rows) {
        let [rinshan, discards, discarders, melds, riichi_at, riichi, liable, indicators] =
            out.next_columns();
        rinshan.push([self.rinshan as u8]);
        self.public.write([discards, discarders, melds]);
        riichi_at.push(self.riichi_at);
        riichi.push(self.riichi);
        liable.push(self.liable);
        indicators.push(self.indicators);
    }

    #[inline]
    fn write_exchange(&self, out: &mut Rows) {
        let [has_won, won_tiles, given, given_to, received, received_from] = out.next_columns();
        has_won.push([self.has_won]);
        won_tiles.push(self.won_tiles);
        given.push(self.given);
        given_to.push([self.given_to]);
        received.push(self.received);
        received_from.push([self.received_from]);
    }

    #[inline]
    fn write_times(&self, out: &mut Rows) {
        let [melds_at, indicators_at] = out.next_columns();
        melds_at.push_copy::<MELDS_AT>(&self.public.melds_at);
        indicators_at.push(self.indicators_at);
    }
}

/// A riichi that failed because its tile was won on is not shown.
#[inline]
fn riichi_at(open: &Open, places: &Places) -> [u8; SEATS] {
    std::array::from_fn(|i| if places.riichi[i] & 3 == 0 { NONE } else { open.riichi_at[i] })
}

/// What each seat has set aside.
#[inline]
fn nuki<const N: usize, V: Variant>(view: &View<'_, N, V>) -> [NukiTiles; SEATS] {
    let mut nuki_tiles = [NukiTiles::NONE; SEATS];
    if N == 3 {
        for of in (0..N).map(|steps| RelSeat::new(steps as u8)) {
            nuki_tiles[seat_of(view, of) as usize] = view.nuki(of);
        }
    }
    nuki_tiles
}

/// Code of the question, the tile on offer, and whose it is.
#[inline]
fn asked<const N: usize, V: Variant>(view: &View<'_, N, V>) -> (u8, u8, u8) {
    let (offer, from) = match view.question() {
        Question::Turn(_) => return (0, NONE, NONE),
        Question::Claim(offer, from) => (offer, from),
        Question::Yame => return (4, NONE, NONE),
        Question::Exchange => return (6, NONE, NONE),
        Question::Nothing => return (NONE, NONE, NONE),
    };
    let question = match offer {
        Offer::Discard(_) => 1,
        Offer::Kakan(_) => 2,
        Offer::Ankan(_) => 3,
        Offer::Nuki(_) => 5,
    };
    (question, offer.tile().code(), seat_of(view, from))
}

#[inline]
fn seat_of<const N: usize, V: Variant>(view: &View<'_, N, V>, place: RelSeat) -> u8 {
    place.seat(view.seat(), N).index() as u8
}

/// Cells with a value for every seat, in absolute order.
struct Places {
    scores: [i32; SEATS],
    riichi: [u8; SEATS],
    liable: [u8; SEATS],
    /// The seats that have won already, one bit each.
    won: u8,
}

impl Places {
    #[inline]
    fn of<const N: usize, V: Variant>(view: &View<'_, N, V>) -> Places {
        let mut places = Places { scores: [0; SEATS], riichi: [0; SEATS], liable: [NONE; SEATS], won: 0 };
        for of in (0..N).map(|steps| RelSeat::new(steps as u8)) {
            let seat = seat_of(view, of) as usize;
            places.scores[seat] = view.score(of);
            places.riichi[seat] = riichi_flags(view, of);
            places.won |= (view.has_won(of) as u8) << seat;
            places.liable[seat] = view.liable(of).map_or(NONE, |by| seat_of(view, by));
        }
        places
    }
}

#[inline]
fn padded<const LEN: usize>(tiles: &[Tile]) -> [u8; LEN] {
    std::array::from_fn(|i| tiles.get(i).map_or(NONE, |tile| tile.code()))
}

#[inline]
fn riichi_flags<const N: usize, V: Variant>(view: &View<'_, N, V>, of: RelSeat) -> u8 {
    let state = match view.riichi(of) {
        RiichiState::No => 0,
        RiichiState::Declared => 1,
        RiichiState::Accepted => 2,
    };
    state | (view.double_riichi(of) as u8) << 2 | (view.ippatsu(of) as u8) << 3
}
