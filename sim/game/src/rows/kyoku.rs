//! `kyoku`: one row per kyoku, repeats included.

use super::house::{self, House};
use super::{MATCH, MatchId, by_seat, seat_names};
use crate::{Game, HouseRules, KyokuEnd, MAX_SEATS};
use hyakuman_core::column::ChangeRate::{Often, Rarely};
use hyakuman_core::column::{CellType, Column, Rows};
use hyakuman_core::{Seat, SeatSet};

/// What the columns `riichi` say.
const RIICHI: &str = "the seat was in riichi, with its stick put down: not if the declaring discard was won on or ended the kyoku";

/// Which kyoku it is.
const PLACE: [Column; 8] = [
    MATCH,
    Column::new(
        "kyoku_number",
        CellType::U16,
        Often,
        "number",
        "which kyoku of the match in order of play, from 0, repeats counted; with `match` the key of the row",
    ),
    Column::new(
        "kyoku",
        CellType::U8,
        Often,
        "count",
        "place in the match: winds passed times seats, plus the seat of the dealer; a repeat has the same",
    ),
    Column::new(
        "repeat",
        CellType::U16,
        Rarely,
        "count",
        "how often the match has had the same `kyoku` before",
    ),
    Column::new("round_wind", CellType::U8, Rarely, "wind", "0 east, 1 south, 2 west, 3 north"),
    Column::new("dealer", CellType::U8, Often, "seat", "seat of the dealer"),
    Column::new("honba", CellType::U16, Rarely, "count", "counter of repeats on the table"),
    Column::new("kyotaku", CellType::U16, Rarely, "count", "riichi sticks on the table when it began"),
];

/// How it ended.
const ENDING: [Column; 3] = [
    Column::new(
        "result",
        CellType::Text,
        Often,
        "word",
        "how it ended: win, exhaustive (draw), nagashi (mangan), or an abort: kyuushu (nine terminals), suufon (four \
         winds), suucha (four riichi), suukan (four kans), sanchahou (three rons); redraw (Toppan: dealt again)",
    ),
    Column::new("wins", CellType::U8, Often, "count", "how many won"),
    Column::new("draws", CellType::U16, Often, "tiles", "tiles drawn, the dealer's first included"),
];

/// The columns with this number of seats.
pub(super) fn columns(seats: usize, house: HouseRules) -> Vec<Column> {
    let flag = |names: [&'static str; 4], meaning| {
        names.map(|name| Column::new(name, CellType::Bool, Often, "flag", meaning))
    };
    let points = |names: [&'static str; 4], meaning| {
        names.map(|name| Column::new(name, CellType::I32, Often, "points", meaning))
    };
    let mut columns = PLACE.to_vec();
    columns.extend(by_seat(points(seat_names!("before"), "score of the seat when it began"), seats));
    columns.extend(by_seat(
        points(seat_names!("delta"), "change of score of the seat, sticks put down included"),
        seats,
    ));
    columns.extend(ENDING);
    columns.extend(by_seat(flag(seat_names!("riichi"), RIICHI), seats));
    columns.extend(by_seat(flag(seat_names!("open"), "the seat had called"), seats));
    columns.extend(by_seat(flag(seat_names!("tenpai"), "the seat was tenpai at an exhaustive draw"), seats));
    columns.extend(house::of_kyoku(house, seats));
    columns
}

/// Writes a finished kyoku, before which there were so many chips; `number` is its zero-based number in the match.
pub(super) fn write<G: Game>(
    rows: &mut Rows,
    id: &MatchId,
    number: usize,
    end: &KyokuEnd<'_>,
    (house, chips): (&House<'_>, &[i32; MAX_SEATS]),
) {
    let seats = G::SEATS as u32;
    rows.i64(id.number as i64);
    rows.u16(number as u16);
    rows.u8(end.kyoku as u8);
    rows.u16(end.repeat as u16);
    rows.u8((end.kyoku / seats) as u8);
    rows.u8((end.kyoku % seats) as u8);
    rows.u16(end.honba as u16);
    rows.u16(end.kyotaku as u16);
    (0..G::SEATS).for_each(|seat| rows.i32(end.before[seat]));
    (0..G::SEATS).for_each(|seat| rows.i32(end.deltas[seat]));
    rows.varying(end.result.name().as_bytes());
    rows.u8(end.wins.len() as u8);
    rows.u16(end.draws as u16);
    let mut flags = |set: SeatSet| Seat::all(G::SEATS).for_each(|seat| rows.bool(set.has(seat)));
    flags(end.riichi);
    flags(end.open);
    flags(end.tenpai);
    house.write_kyoku(rows, chips);
    rows.end_row();
}
