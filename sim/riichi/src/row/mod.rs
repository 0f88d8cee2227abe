//! A row of the table `decisions`: everything a view shows, in columns of fixed width.
//!
//! Seats are absolute, so that consecutive rows of a kyoku differ little and compress well. Public cells change seldom
//! and are the same for every seat: a [`RowCache`] keeps them from row to row and reads only the events since. It also
//! keeps the evaluation of each hand, which is often the same as in the seat's last row.
//!
//! One fact about the past is in the events but in no row: when each tile of the hand was drawn.

mod cells;
mod row_cache;

pub use cells::RowCells;
pub use row_cache::RowCache;

use super::rules::MAX_EXCHANGE_TILES;
use super::variant::Variant;
use super::view::View;
use hyakuman_common::columns;
use hyakuman_common::public_cells::MELDS_AT;
use hyakuman_core::column::{CellType, ChangeRate, Column, Rows};
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
    RowCells::of(row_cache, view).write::<N, V>(out);
}
