//! `labels`: one row per sampled decision and other action: what it gains over the choice of an agent, by rollouts.

use super::{KYOKU_NUMBER, MATCH, MatchId, SEAT, STEP, table};
use crate::Seat;
use crate::column::CellType::{I32, Text, U8};
use crate::column::ChangeRate::{Often, Rarely};
use crate::column::{Column, Rows};
use crate::game::{OtherAction, ValueUnit};

/// What the column `advantage` says.
const ADVANTAGE: &str = "what the kyoku, played out, is worth to the seat after the other action, less what it is worth after the choice: \
     with the true hands and the same new wall; in the unit of column unit. One number says nearly nothing, the mean of many does";
/// What the column `gain` says.
const GAIN: &str =
    "rank points that the correction of the agent expects the other action to gain; 0 without a correction";

fn thousandths(number: f32) -> i32 {
    (1_000.0 * number).round() as i32
}

table! {
    /// The columns of the table.
    pub fn label_columns();
    /// Writes a label: what an action gains over the `choice` of an agent.
    pub fn write_label(
        rows, id: &MatchId, (kyoku_number, step, seat): (usize, usize, Seat), (choice, other): (u8, &OtherAction),
        (advantage, unit): (f32, ValueUnit)
    );

    [MATCH] => rows.i64(id.number as i64);
    [KYOKU_NUMBER] => rows.u16(kyoku_number as u16);
    [STEP] => rows.i32(step as i32);
    [SEAT] => rows.u8(seat.index() as u8);
    [Column::new("sort", Text, Often, "word", "the sort of the decision and of the other action").own()]
        => rows.varying(other.sort.as_bytes());
    [Column::new("choice", U8, Often, "code", "the action that the agent chooses without its correction").own()]
        => rows.u8(choice);
    [Column::new("other", U8, Often, "code", "the other action").own()] => rows.u8(other.action);
    [Column::new("advantage", I32, Often, "thousandths", ADVANTAGE)] => rows.i32(thousandths(advantage));
    [Column::new("gain", I32, Often, "thousandths", GAIN).own()] => rows.i32(thousandths(other.gain));
    [Column::new("unit", Text, Rarely, "word", "points or rank_points")] => rows.varying(unit.name().as_bytes());
}
