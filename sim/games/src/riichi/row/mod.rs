//! A row of the table `decisions`: everything a view shows, in columns of fixed width.
//!
//! Seats are absolute, so that consecutive rows of a kyoku differ little and compress well. Public cells change seldom
//! and are the same for every seat: a [`RowCache`] keeps them from row to row and reads only the events since. It also
//! keeps the evaluation of each hand, which is often the same as in the seat's last row.
//!
//! One fact about the past is in the events but in no row: when each tile of the hand was drawn.

mod row_cache;

pub use row_cache::RowCache;

use super::engine::{Offer, RiichiState};
use super::nuki_tiles::NukiTiles;
use super::rules::MAX_EXCHANGE_TILES;
use super::variant::Variant;
use super::view::{Question, View};
use crate::common::columns::{self, HAND_TILES};
use crate::common::public_cells::{MELDS_AT, NONE};
use hyakuman_core::column::{CellType, ChangeRate, Column, Rows};
use hyakuman_core::{KindSet, RelSeat, Tile};
use row_cache::{Open, Own};
use std::marker::PhantomData;

/// Seats a row has room for; a table of three leaves the last one empty.
const SEATS: usize = 4;
/// Most wins in a kyoku.
const WINS: usize = 3;

use ChangeRate::{Often, Rarely};

/// The columns, in the order [`write_row`] fills them.
pub(super) const COLUMNS: &[Column] = &[
    Column::new(
        "question",
        CellType::U8,
        Often,
        "code",
        "what is asked: 0 own turn, 1 claim a discard, 2 rob an added kan, 3 rob a concealed kan, 4 stop the match, \
         5 win on a north set aside, 6 pass a tile on",
    ),
    columns::KYOKU,
    Column::new("honba", CellType::U16, Rarely, "count", "counter of repeats on the table"),
    Column::new("kyotaku", CellType::U16, Rarely, "count", "riichi sticks on the table"),
    Column::new("remaining", CellType::U8, Often, "tiles", "draws left"),
    columns::SCORES[0],
    columns::SCORES[1],
    columns::SCORES[2],
    Column::new("score_3", CellType::I32, Rarely, "points", "score of seat 3; 0 at a table of three"),
    columns::DRAWN,
    columns::OFFER[0],
    columns::OFFER[1],
    columns::HAND,
    Column::new(
        "shanten",
        CellType::I8,
        Often,
        "count",
        "shanten of the concealed tiles, the one just drawn among them: -1 complete, 0 tenpai",
    )
    .own(),
    Column::new(
        "ukeire",
        CellType::U8,
        Often,
        "tiles",
        "copies the seat cannot see of the kinds that bring the concealed tiles without the one just drawn nearer",
    )
    .own()
    .or("255 after a call, where the hand has a tile too many, and while tiles are passed on"),
    Column::new("furiten", CellType::Bool, Rarely, "flag", "barred from winning by ron").own(),
    Column::new(
        "rinshan",
        CellType::Bool,
        Rarely,
        "flag",
        "the last draw of the kyoku was a replacement tile",
    ),
    columns::PUBLIC[0],
    columns::PUBLIC[1],
    columns::PUBLIC[2],
    Column::new(
        "riichi_at",
        CellType::Bytes(SEATS as u16),
        Rarely,
        "count",
        "for each seat which of the discards declared riichi, from 0",
    )
    .or("255"),
    Column::new(
        "riichi",
        CellType::Bytes(SEATS as u16),
        Rarely,
        "flags",
        "for each seat: 1 declared, 2 and the stick is paid, plus 4 double riichi, plus 8 within the first go-round \
         (ippatsu)",
    ),
    Column::new(
        "liable",
        CellType::Bytes(SEATS as u16),
        Rarely,
        "seat",
        "for each seat who is liable for its yakuman (pao)",
    )
    .or("255"),
    Column::new("indicators", CellType::Bytes(5), Rarely, "tile", "dora indicators turned up")
        .or("255 behind the last one"),
    Column::new(
        "has_won",
        CellType::U8,
        Rarely,
        "seats",
        "who has won already, in a kyoku that goes on after a win: bit i is seat i",
    ),
    Column::new(
        "won_tiles",
        CellType::Bytes(WINS as u16),
        Rarely,
        "tile",
        "the tiles they won with, in order of time: those drawn, and those of a kan that did not come about",
    )
    .or("255"),
    Column::new(
        "given",
        CellType::Bytes(MAX_EXCHANGE_TILES as u16),
        Rarely,
        "tile",
        "tiles picked to pass on before the first draw, in order",
    )
    .own()
    .or("255"),
    Column::new("given_to", CellType::U8, Rarely, "seat", "who got them").or("255 before all have picked"),
    Column::new(
        "received",
        CellType::Bytes(MAX_EXCHANGE_TILES as u16),
        Rarely,
        "tile",
        "tiles passed on to the seat, in order",
    )
    .own()
    .or("255"),
    Column::new("received_from", CellType::U8, Rarely, "seat", "whose they were").or("255 before all have picked"),
    Column::new(
        "ukeire_kinds",
        CellType::U64,
        Often,
        "set",
        "the kinds counted by `ukeire`, the waits of a hand in tenpai: bit k is kind k",
    )
    .own()
    .or("0 where `ukeire` is 255"),
    Column::new(
        "keeping",
        CellType::U64,
        Often,
        "set",
        "on the own turn the kinds whose discard keeps the shanten of the concealed tiles: bit k is kind k; swap-calling \
         may forbid some",
    )
    .own()
    .or("0 if it is not the own turn"),
    Column::new(
        "melds_at",
        CellType::Bytes(MELDS_AT as u16),
        Rarely,
        "count",
        "for each set of `melds` the number of discards before it was declared; of a kakan before the tile was added",
    )
    .or("255 where there is no set"),
    Column::new(
        "indicators_at",
        CellType::Bytes(5),
        Rarely,
        "count",
        "for each of `indicators` the number of discards before it was turned up",
    )
    .or("255 behind the last one"),
];

/// The columns of a game of `N` players: three set tiles aside.
pub(super) const fn columns<const N: usize, V: Variant>() -> &'static [Column] {
    if N == 3 { &OfThree::<V>::COLUMNS } else { COLUMNS }
}

struct OfThree<V>(PhantomData<V>);

impl<V: Variant> OfThree<V> {
    const COLUMNS: [Column; COLUMNS.len() + 1] = {
        let mut columns = [V::NUKI; COLUMNS.len() + 1];
        let mut i = 0;
        while i < COLUMNS.len() {
            columns[i] = COLUMNS[i];
            i += 1;
        }
        columns
    };
}

/// Fills a row.
#[inline]
pub(super) fn write_row<const N: usize, V: Variant>(
    row_cache: &mut RowCache,
    view: &View<'_, N, V>,
    out: &mut Rows,
) {
    let (own, open) = (&mut row_cache.own[view.seat().index()], &mut row_cache.open);
    own.catch_up(view);
    open.catch_up(view);
    let (question, offered, by) = asked(view);
    let places = Places::of(view);
    write_situation(question, &places, view, out);
    write_own(own, view, [offered, by], out);
    write_open(open, &places, out);
    write_exchange(view, &places, out);
    write_kinds_and_times(own, open, view, out);
    if N == 3 {
        V::write_nuki(&aside_of(view), out);
    }
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

/// What each seat has set aside.
fn aside_of<const N: usize, V: Variant>(view: &View<'_, N, V>) -> [NukiTiles; SEATS] {
    let mut nuki_tiles = [NukiTiles::NONE; SEATS];
    for of in (0..N).map(|steps| RelSeat::new(steps as u8)) {
        nuki_tiles[seat_of(view, of) as usize] = view.nuki(of);
    }
    nuki_tiles
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
fn write_situation<const N: usize, V: Variant>(
    question: u8,
    places: &Places,
    view: &View<'_, N, V>,
    out: &mut Rows,
) {
    let [asked, kyoku, honba, kyotaku, remaining, scores @ ..] = out.next_columns::<{ 5 + SEATS }>();
    asked.push([question]);
    kyoku.push([view.match_state().kyoku as u8]);
    honba.push((view.match_state().honba as u16).to_le_bytes());
    kyotaku.push((view.match_state().kyotaku as u16).to_le_bytes());
    remaining.push([view.remaining() as u8]);
    scores.iter_mut().zip(places.scores).for_each(|(cells, score)| cells.push(score.to_le_bytes()));
}

#[inline]
fn write_own<const N: usize, V: Variant>(
    own: &Own,
    view: &View<'_, N, V>,
    on_offer: [u8; 2],
    out: &mut Rows,
) {
    let just_drawn = view.drawn();
    let (far, live) = own.with_drawn(just_drawn, view.seen());
    let [drawn, offered, offered_by, hand, shanten, ukeire, furiten] = out.next_columns();
    drawn.push([just_drawn.map_or(NONE, Tile::code)]);
    offered.push([on_offer[0]]);
    offered_by.push([on_offer[1]]);
    hand.push_copy::<HAND_TILES>(own.cells.first_chunk().expect("more cells than that"));
    shanten.push(far.to_le_bytes());
    ukeire.push([live]);
    furiten.push([view.furiten() as u8]);
}

#[inline]
fn write_open(open: &Open, places: &Places, out: &mut Rows) {
    let [rinshan, discards, discarders, melds, riichi_at, riichi, liable, indicators] = out.next_columns();
    rinshan.push([open.rinshan as u8]);
    open.public_cells.write([discards, discarders, melds]);
    // A riichi that failed because its tile was won on is not shown.
    riichi_at.push::<SEATS>(std::array::from_fn(|i| {
        if places.riichi[i] & 3 == 0 { NONE } else { open.riichi_at[i] }
    }));
    riichi.push(places.riichi);
    liable.push(places.liable);
    indicators.push_copy(&open.indicators);
}

#[inline]
fn write_exchange<const N: usize, V: Variant>(view: &View<'_, N, V>, places: &Places, out: &mut Rows) {
    let [won, won_tiles, given, given_to, received, received_from] = out.next_columns();
    won.push([places.won]);
    won_tiles.push(padded::<WINS>(view.won_tiles()));
    given.push(padded::<MAX_EXCHANGE_TILES>(view.given()));
    given_to.push([view.given_to().map_or(NONE, |to| seat_of(view, to))]);
    received.push(padded::<MAX_EXCHANGE_TILES>(view.received()));
    received_from.push([view.received_from().map_or(NONE, |from| seat_of(view, from))]);
}

#[inline]
fn write_kinds_and_times<const N: usize, V: Variant>(
    own: &Own,
    open: &Open,
    view: &View<'_, N, V>,
    out: &mut Rows,
) {
    let keep = match view.question() {
        Question::Turn(_) => view.tables().keep::<V::Kinds<N>>(&view.full_hand(), own.melds),
        _ => KindSet::EMPTY,
    };
    let [ukeire_kinds, keeping, melds_at, indicators_at] = out.next_columns();
    ukeire_kinds.push(own.ukeire.bits().to_le_bytes());
    keeping.push(keep.bits().to_le_bytes());
    melds_at.push_copy(&open.public_cells.melds_at);
    indicators_at.push_copy(&open.indicators_at);
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
