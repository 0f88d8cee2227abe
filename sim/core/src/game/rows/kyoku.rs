//! `kyoku`: one row per kyoku, repeats included.

use super::house::{self, House};
use super::{MATCH, MatchId, by_seat, seat_names, table};
use crate::Seat;
use crate::column::CellType::{Bool, I32, Text, U8, U16};
use crate::column::ChangeRate::{Often, Rarely};
use crate::column::{Column, Rows};
use crate::game::{Game, HouseRules, KyokuEnd, MAX_SEATS};

/// What the column `kyoku_number` says.
const KYOKU_NUMBER: &str =
    "which kyoku of the match in order of play, from 0, repeats counted; with `match` the key of the row";
/// What the column `kyoku` says.
const KYOKU: &str =
    "place in the match: winds passed times seats, plus the seat of the dealer; a repeat has the same";
/// What the column `result` says.
const RESULT: &str = "how it ended: win, exhaustive (draw), nagashi (mangan), or an abort: kyuushu (nine terminals), suufon (four winds), \
     suucha (four riichi), suukan (four kans), sanchahou (three rons); redraw (Toppan: dealt again)";
/// What the columns `riichi` say.
const RIICHI: &str = "the seat was in riichi, with its stick put down: not if the declaring discard was won on or ended the kyoku";

fn points(
    names: [&'static str; MAX_SEATS],
    seats: usize,
    meaning: &'static str,
) -> impl Iterator<Item = Column> {
    by_seat(names.map(|name| Column::new(name, I32, Often, "points", meaning)), seats)
}

fn flags(
    names: [&'static str; MAX_SEATS],
    seats: usize,
    meaning: &'static str,
) -> impl Iterator<Item = Column> {
    by_seat(names.map(|name| Column::new(name, Bool, Often, "flag", meaning)), seats)
}

table! {
    /// The columns with this number of seats.
    pub(super) fn columns(seats: usize, house: HouseRules);
    /// Writes a finished kyoku, before which there were so many chips; `number` is its zero-based number in the match.
    pub(super) fn write<G>(
        rows, id: &MatchId, number: usize, end: &KyokuEnd<'_>, (house, chips): (&House<'_>, &[i32; MAX_SEATS])
    );

    [MATCH] => rows.i64(id.number as i64);
    [Column::new("kyoku_number", U16, Often, "number", KYOKU_NUMBER)] => rows.u16(number as u16);
    [Column::new("kyoku", U8, Often, "count", KYOKU)] => rows.u8(end.kyoku as u8);
    [Column::new("repeat", U16, Rarely, "count", "how often the match has had the same `kyoku` before")]
        => rows.u16(end.repeat as u16);
    [Column::new("round_wind", U8, Rarely, "wind", "0 east, 1 south, 2 west, 3 north")]
        => rows.u8((end.kyoku / G::SEATS as u32) as u8);
    [Column::new("dealer", U8, Often, "seat", "seat of the dealer")] => rows.u8((end.kyoku % G::SEATS as u32) as u8);
    [Column::new("honba", U16, Rarely, "count", "counter of repeats on the table")] => rows.u16(end.honba as u16);
    [Column::new("kyotaku", U16, Rarely, "count", "riichi sticks on the table when it began")]
        => rows.u16(end.kyotaku as u16);
    points(seat_names!("before"), seats, "score of the seat when it began")
        => (0..G::SEATS).for_each(|seat| rows.i32(end.before[seat]));
    points(seat_names!("delta"), seats, "change of score of the seat, sticks put down included")
        => (0..G::SEATS).for_each(|seat| rows.i32(end.deltas[seat]));
    [Column::new("result", Text, Often, "word", RESULT)] => rows.varying(end.result.name().as_bytes());
    [Column::new("wins", U8, Often, "count", "how many won")] => rows.u8(end.wins.len() as u8);
    [Column::new("draws", U16, Often, "tiles", "tiles drawn, the dealer's first included")]
        => rows.u16(end.draws as u16);
    flags(seat_names!("riichi"), seats, RIICHI) => Seat::all(G::SEATS).for_each(|seat| rows.bool(end.riichi.has(seat)));
    flags(seat_names!("open"), seats, "the seat had called")
        => Seat::all(G::SEATS).for_each(|seat| rows.bool(end.open.has(seat)));
    flags(seat_names!("tenpai"), seats, "the seat was tenpai at an exhaustive draw")
        => Seat::all(G::SEATS).for_each(|seat| rows.bool(end.tenpai.has(seat)));
    house::of_kyoku(house, seats) => house.write_kyoku(rows, chips);
}
