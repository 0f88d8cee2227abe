//! `evaluations`: one row per decision and legal action: what an agent thinks the action is worth.

use super::{KYOKU_NUMBER, MATCH, MatchId, SEAT, STEP, table};
use crate::Seat;
use crate::column::CellType::{Bool, I8, I32, Text, U8, U16};
use crate::column::ChangeRate::{Often, Rarely};
use crate::column::{Column, Rows};
use crate::game::{Candidate, Evaluation};

/// Writes what an agent thinks of a decision; `choice` is what it would do.
pub fn write_evaluation(
    rows: &mut Rows,
    id: &MatchId,
    at: (usize, usize, Seat),
    evaluation: &Evaluation,
    choice: u8,
) {
    for (order, candidate) in evaluation.candidates.iter().enumerate() {
        write(rows, id, at, evaluation, (order, candidate), choice);
    }
}

const fn chance(name: &'static str, meaning: &'static str) -> Column {
    Column::new(name, U16, Often, "ten-thousandths", meaning).or("65535: the agent computes none").own()
}

/// The cell of a chance.
fn share(chance: Option<f32>) -> u16 {
    chance.map_or(u16::MAX, |chance| (10_000.0 * chance).round() as u16)
}

table! {
    /// The columns.
    pub(super) fn columns();
    /// Writes a candidate.
    fn write(
        rows, id: &MatchId, (kyoku_number, step, seat): (usize, usize, Seat), evaluation: &Evaluation,
        (order, candidate): (usize, &Candidate), choice: u8
    );

    [MATCH] => rows.i64(id.number as i64);
    [KYOKU_NUMBER] => rows.u16(kyoku_number as u16);
    [STEP] => rows.i32(step as i32);
    [SEAT] => rows.u8(seat.index() as u8);
    [Column::new("order", U8, Often, "number", "which action by its value, from 0: the most valuable first")]
        => rows.u8(order as u8);
    [Column::new("action", U8, Often, "code", "the action").own()] => rows.u8(candidate.action);
    [Column::new("choice", Bool, Often, "flag", "the agent would do it; it need not be the most valuable").own()]
        => rows.bool(candidate.action == choice);
    [Column::new("value", I32, Often, "thousandths", "what it is worth, in the unit of column unit").own()]
        => rows.i32((1_000.0 * candidate.value).round() as i32);
    [Column::new("unit", Text, Rarely, "word", "points, rank_points, or logit (of the chance that the agent does it)")]
        => rows.varying(evaluation.unit.name().as_bytes());
    [chance("win", "chance that the seat wins the kyoku")] => rows.u16(share(candidate.win));
    [chance("deal_in", "chance that another seat wins on the action")] => rows.u16(share(candidate.deal_in));
    [chance("tenpai", "chance that the seat is tenpai if the kyoku ends by an exhaustive draw")]
        => rows.u16(share(candidate.tenpai));
    [
        chance("place_1", "chance of the first place in the match"),
        chance("place_2", "chance of the second place"),
        chance("place_3", "chance of the third place"),
        chance("place_4", "chance of the fourth place"),
    ] => (0..4).for_each(|place| rows.u16(share(candidate.places.map(|places| places[place]))));
    [Column::new("shanten", I8, Often, "count", "shanten after it, by the plan of the agent").or("127: the agent has none").own()]
        => rows.i8(candidate.shanten.unwrap_or(i8::MAX));
    [Column::new("then", U8, Often, "kind", "the kind that the agent would discard after the call").or("255: none").own()]
        => rows.u8(candidate.then.map_or(u8::MAX, |kind| kind.code()));
}
