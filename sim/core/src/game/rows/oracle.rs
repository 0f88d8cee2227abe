//! `oracle`: one row per decision: what the seat could not see. Its rows are those of `decisions`.
//!
//! A table of its own: a reader of `decisions` cannot use hidden tiles by mistake, and the row of a decision has what its view has.

use super::{KYOKU_NUMBER, MATCH, MatchId, SEAT, STEP};
use crate::Seat;
use crate::column::{Column, Rows};
use crate::game::{Game, GameFacts};

/// Before the columns of the family.
const HEAD: [Column; 4] = [MATCH, KYOKU_NUMBER, STEP, SEAT];

pub(super) fn columns(game: &GameFacts) -> Vec<Column> {
    [&HEAD[..], game.hidden_columns].concat()
}

/// Writes the row of a decision; `at`: the kyoku, the decision of the match, the seat.
#[inline]
pub(super) fn write<G: Game>(rows: &mut Rows, id: &MatchId, at: (usize, usize, Seat), game: &G) {
    write_head(rows, id, at);
    game.write_hidden(at.2, rows);
    rows.end_row();
}

fn write_head(rows: &mut Rows, id: &MatchId, (kyoku_number, step, seat): (usize, usize, Seat)) {
    rows.i64(id.number as i64);
    rows.u16(kyoku_number as u16);
    rows.i32(step as i32);
    rows.u8(seat.index() as u8);
}
