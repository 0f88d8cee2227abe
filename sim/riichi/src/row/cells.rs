//! The columns of a row, each with its meaning, and its cells from a view.

use super::row_cache::{Open, Own};
use super::{RowCache, SEATS, WINS};
use crate::engine::{Offer, RiichiState};
use crate::nuki_tiles::NukiTiles;
use crate::rules::MAX_EXCHANGE_TILES;
use crate::variant::Variant;
use crate::view::{Question, View};
use hyakuman_core::column::{often, rarely};
use hyakuman_core::common::columns::{self, HAND_TILES};
use hyakuman_core::common::public_cells::{DISCARDERS, DISCARDS, MELDS, MELDS_AT, NONE};
use hyakuman_core::{KindSet, RelSeat, Tile, row_cells};

row_cells! {
    /// What a view shows, as the cells of a row of `decisions` (docs/records.md). Seats are absolute.
    pub struct RowCells {
        /// what is asked: 0 own turn, 1 claim a discard, 2 rob an added kan, 3 rob a concealed kan, 4 stop the match,
        /// 5 win on a north set aside, 6 pass a tile on
        question: u8 = often("code");
        kyoku: u8 = columns::KYOKU;
        /// counter of repeats on the table
        honba: u16 = rarely("count");
        /// riichi sticks on the table
        kyotaku: u16 = rarely("count");
        /// draws left
        remaining: u8 = often("tiles");
        score_0: i32 = columns::SCORES[0];
        score_1: i32 = columns::SCORES[1];
        score_2: i32 = columns::SCORES[2];
        /// score of seat 3; 0 at a table of three
        score_3: i32 = columns::SCORES[3];
        drawn: u8 = columns::DRAWN;
        offered: u8 = columns::OFFER[0];
        offered_by: u8 = columns::OFFER[1];
        hand: &'a [u8; HAND_TILES] = columns::HAND;
        /// shanten of the concealed tiles, the one just drawn among them: -1 complete, 0 tenpai
        shanten: i8 = often("count").own();
        /// copies the seat cannot see of the kinds that bring the concealed tiles without the one just drawn nearer
        ukeire: u8 = often("tiles").own()
            .or("255 after a call, where the hand has a tile too many, and while tiles are passed on");
        /// barred from winning by ron
        furiten: bool = rarely("flag").own();
        /// the last draw of the kyoku was a replacement tile
        rinshan: bool = rarely("flag");
        discards: &'a [u8; DISCARDS] = columns::PUBLIC[0];
        discarders: &'a [u8; DISCARDERS] = columns::PUBLIC[1];
        melds: &'a [u8; MELDS] = columns::PUBLIC[2];
        /// for each seat which of the discards declared riichi, from 0
        riichi_at: [u8; SEATS] = rarely("count").or("255");
        /// for each seat: 1 declared, 2 and the stick is paid, plus 4 double riichi, plus 8 within the first go-round (ippatsu)
        riichi: [u8; SEATS] = rarely("flags");
        /// for each seat who is liable for its yakuman (pao)
        liable: [u8; SEATS] = rarely("seat").or("255");
        /// dora indicators turned up
        indicators: [u8; 5] = rarely("tile").or("255 behind the last one");
        /// who has won already, in a kyoku that goes on after a win: bit i is seat i
        has_won: u8 = rarely("seats");
        /// the tiles they won with, in order of time: those drawn, and those of a kan that did not come about
        won_tiles: [u8; WINS] = rarely("tile").or("255");
        /// tiles picked to pass on before the first draw, in order
        given: [u8; MAX_EXCHANGE_TILES] = rarely("tile").own().or("255");
        /// who got them
        given_to: u8 = rarely("seat").or("255 before all have picked");
        /// tiles passed on to the seat, in order
        received: [u8; MAX_EXCHANGE_TILES] = rarely("tile").own().or("255");
        /// whose they were
        received_from: u8 = rarely("seat").or("255 before all have picked");
        /// for each set of `melds` the number of discards before it was declared; of a kakan before the tile was added
        melds_at: &'a [u8; MELDS_AT] = rarely("count").or("255 where there is no set");
        /// for each of `indicators` the number of discards before it was turned up
        indicators_at: [u8; 5] = rarely("count").or("255 behind the last one");
    }
}

impl RowCells<'_> {
    /// The scores by seat.
    #[inline]
    pub fn scores(&self) -> [i32; SEATS] {
        [self.score_0, self.score_1, self.score_2, self.score_3]
    }
}

/// The row of a view.
#[derive(Clone, Copy, Debug)]
pub struct ViewRow<'a> {
    /// Its cells.
    pub cells: RowCells<'a>,
    /// The kinds counted by `ukeire`. No column: they follow from the hand.
    pub ukeire_kinds: KindSet,
    /// The tiles set aside by each seat, the last column of a game of three; none with four players.
    pub nuki: [NukiTiles; SEATS],
}

impl<'a> ViewRow<'a> {
    /// That of a view; `row_cache` is new, or was used for earlier rows of this match.
    #[inline]
    pub fn of<const N: usize, V: Variant>(row_cache: &'a mut RowCache, view: &View<'_, N, V>) -> ViewRow<'a> {
        let (own, open) = (&mut row_cache.own[view.seat().index()], &mut row_cache.open);
        own.catch_up(view);
        open.catch_up(view);
        ViewRow { cells: cells(own, open, view), ukeire_kinds: own.ukeire, nuki: nuki(view) }
    }
}

/// The cells of a view, of which `own` and `open` know all that has happened.
#[inline]
fn cells<'a, const N: usize, V: Variant>(
    own: &'a Own,
    open: &'a Open,
    view: &View<'_, N, V>,
) -> RowCells<'a> {
    let (question, offered, offered_by) = asked(view);
    let (shanten, ukeire) = own.with_drawn(view.drawn(), &view.seen_or_open());
    let places = Places::of(view);
    let [score_0, score_1, score_2, score_3] = places.scores;
    RowCells {
        question,
        kyoku: view.match_state().kyoku as u8,
        honba: view.match_state().honba as u16,
        kyotaku: view.match_state().kyotaku as u16,
        remaining: view.remaining() as u8,
        score_0,
        score_1,
        score_2,
        score_3,
        drawn: view.drawn().map_or(NONE, Tile::code),
        offered,
        offered_by,
        hand: own.cells.first_chunk().expect("more cells than that"),
        shanten,
        ukeire,
        furiten: view.furiten(),
        rinshan: open.rinshan,
        discards: &open.public_cells.discards,
        discarders: &open.public_cells.discarders,
        melds: &open.public_cells.melds,
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
        melds_at: &open.public_cells.melds_at,
        indicators_at: open.indicators_at,
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
