//! `matches`: one row per match: who played, and how it ended.

use super::house::{self, House};
use super::{About, MATCH, MatchId, ORIGIN, by_seat, seat_names};
use crate::{Game, HouseRules, MatchEnd};
use hyakuman_core::column::ChangeRate::{Often, Rarely};
use hyakuman_core::column::{CellType, Column, Rows};

/// What was played.
const WHAT: [Column; 5] = [
    MATCH,
    ORIGIN[0],
    ORIGIN[1],
    Column::new("ruleset", CellType::Text, Rarely, "name", "name of the ruleset"),
    Column::new(
        "rules_hash",
        CellType::Text,
        Rarely,
        "hash",
        "hash of the rules, sixteen hexadecimal digits",
    ),
];

/// How it ended.
const ENDING: [Column; 3] = [
    Column::new("kyoku_played", CellType::I32, Often, "count", "kyoku played, repeats counted"),
    Column::new("decisions", CellType::I32, Often, "count", "decisions of all seats"),
    Column::new(
        "ended",
        CellType::Text,
        Often,
        "word",
        "why the match ended: played (to its last kyoku), sudden_death (somebody reached the points that end the \
         extension), bust (somebody had too few points), reached (the points that end a match at any time), stopped \
         (by the dealer, ahead in the last kyoku)",
    ),
];

/// The columns with this number of seats.
pub(super) fn columns(seats: usize, house: HouseRules) -> Vec<Column> {
    let agents = seat_names!("agent").map(|name| {
        Column::new(
            name,
            CellType::Text,
            Rarely,
            "name",
            "agent of the seat, options that are not defaults behind a colon",
        )
    });
    let scores = seat_names!("score").map(|name| {
        Column::new(
            name,
            CellType::I32,
            Often,
            "points",
            "final score of the seat, sticks left on the table handed out",
        )
    });
    let placements = seat_names!("placement").map(|name| {
        Column::new(name, CellType::U8, Often, "place", "placement of the seat, 1 for the first")
    });
    let rank_points = seat_names!("rank_points").map(|name| {
        let meaning = "result of the seat with uma and oka: 45200 is +45.2";
        Column::new(name, CellType::I32, Often, "thousandths", meaning)
    });
    let mut columns = WHAT.to_vec();
    columns
        .extend([agents, scores, placements, rank_points].into_iter().flat_map(|four| by_seat(four, seats)));
    columns.extend(ENDING);
    columns.extend(house::of_matches(house, seats));
    columns
}

/// Writes a match.
pub(super) fn write<G: Game>(
    rows: &mut Rows,
    id: &MatchId,
    about: &About,
    decisions: u32,
    end: &MatchEnd,
    house: &House<'_>,
) {
    rows.i64(id.number as i64);
    rows.i64(id.seed.number as i64);
    rows.u64(id.seed.seed);
    rows.varying(about.ruleset.as_bytes());
    rows.varying(about.rules_hash.as_bytes());
    (0..G::SEATS).for_each(|seat| rows.varying(about.agents[id.agents[seat] as usize].as_bytes()));
    (0..G::SEATS).for_each(|seat| rows.i32(end.scores[seat]));
    (0..G::SEATS).for_each(|seat| rows.u8(end.place(seat)));
    (0..G::SEATS).for_each(|seat| rows.i32(end.rank_points[seat]));
    rows.i32(end.kyoku as i32);
    rows.i32(decisions as i32);
    rows.varying(end.reason.name().as_bytes());
    house.write_match(rows);
    rows.end_row();
}
