//! Checks that the rules do not contradict each other. All contradictions are reported, not only the first. What a rule demands in a fixed sentence
//! stands beside the rule (`needs` in `fields.rs`); here is what several rules demand together, with what is accepted by the others' values.

mod findings;
mod wall;

use super::*;
use crate::scoring::written_yaku::Limits;
use findings::{Findings, points_range, range, word};
use hyakuman_core::game::ruleset::{AsTable, beyond, value_text};

/// The rules of three players that are changed for four, then all contradictions that do not follow from these.
pub(super) fn conflicts(rules: &RiichiRules) -> Vec<Conflict> {
    let mut found = foreign(rules);
    let foreign: Vec<&str> = found.iter().flat_map(|conflict| conflict.fields).copied().collect();
    let is_own = |conflict: &Conflict| conflict.fields.iter().all(|field| !foreign.contains(field));
    found.extend(contradictions(rules).into_iter().filter(is_own));
    found
}

/// The rules of three players that are changed for another number of players. They change nothing there, so a change of them is a mistake and is
/// refused: each keeps its first value.
pub(super) fn foreign(rules: &RiichiRules) -> Vec<Conflict> {
    let mut found = Findings::of(rules);
    let (table, plain) = (rules.to_table(), RiichiRules::FIRST.to_table());
    let is_foreign = |doc: &&FieldDoc| doc.players.is_some_and(|players| players != rules.players);
    for FieldDoc { name, .. } in FIELDS.iter().filter(is_foreign) {
        let way = (*name, word(value_text(&plain[*name]).trim_matches('"')));
        let fields = std::slice::from_ref(name);
        found.require(table[*name] == plain[*name], fields, "it is a rule of three players", [way]);
    }
    found.conflicts
}

/// All contradictions, without regard to which rules belong to three players.
pub(super) fn contradictions(rules: &RiichiRules) -> Vec<Conflict> {
    let mut found = Findings::of(rules);
    found.conflicts = beyond(rules);
    uma(rules, &mut found);
    floating_uma(rules, &mut found);
    points(rules, &mut found);
    limits(rules, &mut found);
    length(rules, &mut found);
    own_yaku(rules, &mut found);
    wall::replacements(rules, &mut found);
    wall::dead_wall(rules, &mut found);
    found.conflicts
}

/// Most points a score or a limit may have; keeps every sum far from the ends of an i32.
const MOST_POINTS: i32 = 1_000_000;

/// Most points a honba or a stick may be worth; thousands of them still fit an i32.
const MOST_STAKE: i32 = 10_000;

/// Honba and sticks are whole hundreds as well, and are multiplied.
pub(super) fn is_stake(points: i32) -> bool {
    points % 100 == 0 && (0..=MOST_STAKE).contains(&points)
}

/// Payments are whole hundreds, so that scores stay whole hundreds.
pub(super) fn is_payment(points: i32) -> bool {
    points % 100 == 0 && (0..=MOST_POINTS).contains(&points)
}

/// What is paid at a draw is paid in equal parts of whole hundreds.
pub(super) fn is_noten(r: &RiichiRules) -> bool {
    let (points, unit) = match r.noten {
        Noten::Pool(points) | Noten::PerNoten(points) if r.players == 3 => (points, 200),
        Noten::Pool(points) | Noten::PerNoten(points) => (points, 600),
        Noten::PerPair(points) => (points, 100),
    };
    (0..=MOST_POINTS).contains(&points) && points % unit == 0
}

///
fn uma(r: &RiichiRules, found: &mut Findings) {
    let accepted = match r.players {
        3 => "three whole numbers from -1000 to 1000 that sum to zero, and 0",
        _ => "four whole numbers from -1000 to 1000 that sum to zero",
    };
    found.require(is_uma(r, &r.uma), &["uma", "players"], "", [("uma", word(accepted))]);
}

/// Whether the bonuses of all places are in range, and sum to zero over the places that there are.
fn is_uma(r: &RiichiRules, uma: &[i32; 4]) -> bool {
    let (placed, rest) = uma.split_at(usize::from(r.players).min(4));
    let fits = uma.iter().all(|uma| (-1_000..=1_000).contains(uma));
    fits && placed.iter().sum::<i32>() == 0 && rest.iter().all(|&uma| uma == 0)
}

///
fn floating_uma(r: &RiichiRules, found: &mut Findings) {
    let Some(rows) = &r.floating_uma else { return };
    let accepted = match r.players {
        3 => {
            "three lists of four whole numbers from -1000 to 1000: two that sum to zero and end with 0, and one of zeros"
        }
        _ => "three lists of four whole numbers from -1000 to 1000, each of which sums to zero",
    };
    found.require(
        rows.iter().all(|row| is_uma(r, row)) && (r.players != 3 || rows[2] == [0; 4]),
        &["floating_uma", "players"],
        "",
        [("floating_uma", word(accepted))],
    );
}

///
fn points(r: &RiichiRules, found: &mut Findings) {
    let reference = points_range(100, r.start_points, MOST_POINTS);
    found.require(
        is_payment(r.reference_points) && r.reference_points >= r.start_points,
        &["reference_points", "start_points"],
        "",
        [("reference_points", reference), ("start_points", points_range(100, 100, r.reference_points))],
    );
    found.require(
        r.oka_to_first || r.reference_points == r.start_points,
        &["oka_to_first", "reference_points", "start_points"],
        "final points would not sum to zero",
        [
            ("oka_to_first", word("true")),
            ("reference_points", Some(r.start_points.to_string())),
            ("start_points", Some(r.reference_points.to_string())),
        ],
    );
    let thousands = points_range(1_000, (i64::from(r.start_points) + 999) / 1_000 * 1_000, MOST_POINTS);
    found.require(
        r.final_rounding == FinalRounding::None || r.reference_points % 1_000 == 0,
        &["final_rounding", "reference_points"],
        "rounded final points are counted in whole thousands",
        [("final_rounding", word("None")), ("reference_points", thousands)],
    );
}

///
fn limits(r: &RiichiRules, found: &mut Findings) {
    let limit = i64::from(r.upper_limit_end.unwrap_or_default().min(MOST_POINTS));
    let above = range(r.start_points.saturating_add(1), MOST_POINTS);
    let above = above.map_or("\"None\"".into(), |range| format!("a whole number, {range}, or \"None\""));
    found.require(
        r.upper_limit_end.is_none_or(|limit| limit > r.start_points && limit <= MOST_POINTS),
        &["upper_limit_end", "start_points"],
        "",
        [("upper_limit_end", Some(above)), ("start_points", points_range(100, 100, limit - 1))],
    );
    let least = if r.tobi == Tobi::Off { -MOST_POINTS } else { r.riichi_stick };
    let afforded = r.tobi != Tobi::Off && r.riichi_min_score >= 0;
    let stick = points_range(100, 0, r.riichi_min_score.min(MOST_STAKE));
    found.require(
        r.riichi_min_score >= least,
        &["riichi_min_score", "riichi_stick", "tobi"],
        "a riichi would make a score negative",
        [
            ("riichi_min_score", Some(format!("a whole number, {least} or more"))),
            ("riichi_stick", stick.filter(|_| afforded)),
            ("tobi", word("Off").filter(|_| afforded)),
        ],
    );
}

///
fn length(r: &RiichiRules, found: &mut Findings) {
    found.require(
        r.sudden_death != SuddenDeath::Immediate || r.extension_winds > 0 && r.target_points > 0,
        &["sudden_death", "extension_winds", "target_points"],
        "it acts in an extension, at the target",
        [
            ("sudden_death", word("Off | RenchanFirst")),
            ("extension_winds", word("1 | 2").filter(|_| r.target_points > 0)),
            ("target_points", points_range(100, 100, MOST_POINTS).filter(|_| r.extension_winds > 0)),
        ],
    );
    let any_renchan = if r.tenpai_yame == Yame::Off { "Win | WinOrTenpai" } else { "WinOrTenpai" };
    found.require(
        r.agari_yame == Yame::Off || r.renchan != Renchan::None,
        &["agari_yame", "renchan"],
        "stopping after a win means refusing a renchan",
        [("agari_yame", word("Off")), ("renchan", word(any_renchan))],
    );
}

/// a yaku of the file that no win can have.
fn own_yaku(r: &RiichiRules, found: &mut Findings) {
    if let Some((yaku, why)) = r.yaku.first_impossible(&Limits::of(r)) {
        let why = format!("no hand can have the yaku `{}`: {why}", yaku.name);
        found.require(false, &["yaku", "players"], hyakuman_core::kept(&why), [("yaku", None)]);
    }
}
