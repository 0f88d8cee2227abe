//! `labels`: one row per sampled decision and other action: what it gains over the choice of an agent, by rollouts.

use super::{KYOKU_NUMBER, MATCH, MatchId, SEAT, STEP};
use crate::{OtherAction, ValueUnit};
use hyakuman_core::Seat;
use hyakuman_core::column::ChangeRate::{Often, Rarely};
use hyakuman_core::column::{CellType, Column, Rows};

/// The columns.
pub(super) const COLUMNS: [Column; 10] = [
    MATCH,
    KYOKU_NUMBER,
    STEP,
    SEAT,
    Column::new("sort", CellType::Text, Often, "word", "the sort of the decision and of the other action").own(),
    Column::new("choice", CellType::U8, Often, "code", "the action that the agent chooses without its correction").own(),
    Column::new("other", CellType::U8, Often, "code", "the other action").own(),
    Column::new(
        "advantage",
        CellType::I32,
        Often,
        "thousandths",
        "what the kyoku, played out, is worth to the seat after the other action, less what it is worth after the choice: \
         with the true hands and the same new wall; in the unit of column unit. One number says nearly nothing, the mean of many does",
    ),
    Column::new(
        "gain",
        CellType::I32,
        Often,
        "thousandths",
        "rank points that the correction of the agent expects the other action to gain; 0 without a correction",
    )
    .own(),
    Column::new("unit", CellType::Text, Rarely, "word", "points or rank_points"),
];

/// The columns of the table.
pub fn label_columns() -> Vec<Column> {
    COLUMNS.to_vec()
}

/// Writes a label: what an action gains over the `choice` of an agent.
pub fn write_label(
    rows: &mut Rows,
    id: &MatchId,
    (kyoku_number, step, seat): (usize, usize, Seat),
    (choice, other): (u8, &OtherAction),
    (advantage, unit): (f32, ValueUnit),
) {
    let thousandths = |number: f32| (1_000.0 * number).round() as i32;
    rows.i64(id.number as i64);
    rows.u16(kyoku_number as u16);
    rows.i32(step as i32);
    rows.u8(seat.index() as u8);
    rows.varying(other.sort.as_bytes());
    rows.u8(choice);
    rows.u8(other.action);
    rows.i32(thousandths(advantage));
    rows.i32(thousandths(other.gain));
    rows.varying(unit.name().as_bytes());
    rows.end_row();
}
