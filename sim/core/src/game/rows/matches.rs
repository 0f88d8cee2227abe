//! `matches`: one row per match: who played, and how it ended.

use super::house::{self, House};
use super::{About, MATCH, MatchId, ORIGIN, by_seat, seat_names, table};
use crate::column::CellType::{I32, Text, U8};
use crate::column::ChangeRate::{Often, Rarely};
use crate::column::{Column, Rows};
use crate::game::{Game, HouseRules, MatchEnd};

/// What the column `ended` says.
const ENDED: &str = "why the match ended: played (to its last kyoku), sudden_death (somebody reached the points that end the extension), \
     bust (somebody had too few points), reached (the points that end a match at any time), stopped (by the dealer, ahead \
     in the last kyoku)";
/// What the columns `agent` say.
const AGENT: &str = "agent of the seat, options that are not defaults behind a colon";

table! {
    /// The columns with this number of seats.
    pub(super) fn columns(seats: usize, house: HouseRules);
    /// Writes a match.
    pub(super) fn write<G>(rows, id: &MatchId, about: &About, decisions: u32, end: &MatchEnd, house: &House<'_>);

    [MATCH] => rows.i64(id.number as i64);
    [ORIGIN[0]] => rows.i64(id.seed.number as i64);
    [ORIGIN[1]] => rows.u64(id.seed.seed);
    [Column::new("ruleset", Text, Rarely, "name", "name of the ruleset")] => rows.varying(about.ruleset.as_bytes());
    [Column::new("rules_hash", Text, Rarely, "hash", "hash of the rules, sixteen hexadecimal digits")]
        => rows.varying(about.rules_hash.as_bytes());
    by_seat(seat_names!("agent").map(|name| Column::new(name, Text, Rarely, "name", AGENT)), seats)
        => (0..G::SEATS).for_each(|seat| rows.varying(about.agents[id.agents[seat] as usize].as_bytes()));
    by_seat(seat_names!("score").map(|name| {
        Column::new(name, I32, Often, "points", "final score of the seat, sticks left on the table handed out")
    }), seats) => (0..G::SEATS).for_each(|seat| rows.i32(end.scores[seat]));
    by_seat(seat_names!("placement").map(|name| {
        Column::new(name, U8, Often, "place", "placement of the seat, 1 for the first")
    }), seats) => (0..G::SEATS).for_each(|seat| rows.u8(end.place(seat)));
    by_seat(seat_names!("rank_points").map(|name| {
        Column::new(name, I32, Often, "thousandths", "result of the seat with uma and oka: 45200 is +45.2")
    }), seats) => (0..G::SEATS).for_each(|seat| rows.i32(end.rank_points[seat]));
    [Column::new("kyoku_played", I32, Often, "count", "kyoku played, repeats counted")] => rows.i32(end.kyoku as i32);
    [Column::new("decisions", I32, Often, "count", "decisions of all seats")] => rows.i32(decisions as i32);
    [Column::new("ended", Text, Often, "word", ENDED)] => rows.varying(end.reason.name().as_bytes());
    house::of_matches(house, seats) => house.write_match(rows);
}
