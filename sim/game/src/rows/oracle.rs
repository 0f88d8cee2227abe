//! `oracle`: one row per decision: what the seat could not see. Its rows are those of `decisions`.

use super::{MATCH, MatchId};
use crate::Game;
use hyakuman_core::Seat;
use hyakuman_core::column::ChangeRate::{Often, Rarely, Steadily};
use hyakuman_core::column::{CellType, Column, Rows};

/// Before the columns of the family.
const HEAD: [Column; 4] = [
    MATCH,
    Column::new(
        "kyoku_number",
        CellType::U16,
        Rarely,
        "number",
        "which kyoku of the match in order of play, from 0, repeats counted; with `match` the key of table kyoku",
    ),
    Column::new(
        "step",
        CellType::I32,
        Steadily,
        "number",
        "which decision of the match, from 0; with `match` the key of table decisions",
    ),
    Column::new("seat", CellType::U8, Often, "seat", "seat that decides, 0 the first dealer"),
];

/// All columns for a game.
pub(super) fn columns<G: Game>() -> Vec<Column> {
    [&HEAD[..], G::HIDDEN_COLUMNS].concat()
}

/// Writes the row of a decision.
pub(super) fn write<G: Game>(
    rows: &mut Rows,
    id: &MatchId,
    kyoku_number: usize,
    step: usize,
    game: &G,
    seat: Seat,
) {
    rows.i64(id.number as i64);
    rows.u16(kyoku_number as u16);
    rows.i32(step as i32);
    rows.u8(seat.index() as u8);
    game.write_hidden(seat, rows);
    rows.end_row();
}
