//! `evaluations`: one row per decision and legal action: what an agent thinks the action is worth.

use super::{KYOKU_NUMBER, MATCH, MatchId, SEAT, STEP};
use crate::{Candidate, Evaluation};
use hyakuman_core::Seat;
use hyakuman_core::column::ChangeRate::{Often, Rarely};
use hyakuman_core::column::{CellType, Column, Rows};

/// The columns.
pub(super) const COLUMNS: [Column; 18] = [
    MATCH,
    KYOKU_NUMBER,
    STEP,
    SEAT,
    Column::new(
        "order",
        CellType::U8,
        Often,
        "number",
        "which action by its value, from 0: the most valuable first",
    ),
    Column::new("action", CellType::U8, Often, "code", "the action").own(),
    Column::new(
        "choice",
        CellType::Bool,
        Often,
        "flag",
        "the agent would do it; it need not be the most valuable",
    )
    .own(),
    Column::new("value", CellType::I32, Often, "thousandths", "what it is worth, in the unit of column unit")
        .own(),
    Column::new(
        "unit",
        CellType::Text,
        Rarely,
        "word",
        "points, rank_points, or logit (of the chance that the agent does it)",
    ),
    chance("win", "chance that the seat wins the kyoku"),
    chance("deal_in", "chance that another seat wins on the action"),
    chance("tenpai", "chance that the seat is tenpai if the kyoku ends by an exhaustive draw"),
    chance("place_1", "chance of the first place in the match"),
    chance("place_2", "chance of the second place"),
    chance("place_3", "chance of the third place"),
    chance("place_4", "chance of the fourth place"),
    Column::new("shanten", CellType::I8, Often, "count", "shanten after it, by the plan of the agent")
        .or("127: the agent has none")
        .own(),
    Column::new("then", CellType::U8, Often, "kind", "the kind that the agent would discard after the call")
        .or("255: none")
        .own(),
];

const fn chance(name: &'static str, meaning: &'static str) -> Column {
    Column::new(name, CellType::U16, Often, "ten-thousandths", meaning)
        .or("65535: the agent computes none")
        .own()
}

/// Writes what an agent thinks of a decision; `choice` is what it would do.
pub fn write_evaluation(
    rows: &mut Rows,
    id: &MatchId,
    (kyoku_number, step, seat): (usize, usize, Seat),
    evaluation: &Evaluation,
    choice: u8,
) {
    for (order, candidate) in evaluation.candidates.iter().enumerate() {
        rows.i64(id.number as i64);
        rows.u16(kyoku_number as u16);
        rows.i32(step as i32);
        rows.u8(seat.index() as u8);
        rows.u8(order as u8);
        rows.u8(candidate.action);
        rows.bool(candidate.action == choice);
        rows.i32((1_000.0 * candidate.value).round() as i32);
        rows.varying(evaluation.unit.name().as_bytes());
        write_chances(rows, candidate);
        rows.i8(candidate.shanten.unwrap_or(i8::MAX));
        rows.u8(candidate.then.map_or(u8::MAX, |kind| kind.code()));
        rows.end_row();
    }
}

fn write_chances(rows: &mut Rows, candidate: &Candidate) {
    let places = candidate.places.map_or([None; 4], |places| places.map(Some));
    let chances = [candidate.win, candidate.deal_in, candidate.tenpai].into_iter().chain(places);
    chances.for_each(|chance| rows.u16(chance.map_or(u16::MAX, |chance| (10_000.0 * chance).round() as u16)));
}
