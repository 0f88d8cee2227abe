//! Checks that the points on the table before a kyoku are possible.
//!
//! Scores and riichi sticks together always equal the points at the start of the match. After a kyoku played to its
//! end, the scores are compared one by one; this check is for the first kyoku of a log and for those after a kyoku
//! that could not be played.

use super::Report;
use super::words::Said;
use crate::logs::error::LogError;
use crate::logs::model::{LogKyoku, LogMatch};
use hyakuman_riichi::RiichiRules;

pub(super) fn check_start(log: &LogMatch, rules: &RiichiRules) -> Result<(), LogError> {
    let Some(first) = log.kyoku.first() else { return Ok(()) };
    let place = || format!("kyoku {}", first.name);
    let start = rules.start_points;
    if !log.starts_late() && first.scores.iter().any(|&score| score != start) {
        let problem = format!(
            "the match starts with scores {}, expected {start} for each seat under these rules \
             (`start_points`)",
            first.scores.said()
        );
        return Err(LogError::new(place(), problem));
    }
    let (found, right) = (on_table(rules, first), total(rules, first));
    if found != right {
        let problem = format!(
            "the scores {} and {} sticks add up to {found} points, expected {right} under these rules \
             (`start_points` {start} for each seat)",
            first.scores.said(),
            first.kyotaku
        );
        return Err(LogError::new(place(), problem));
    }
    Ok(())
}

/// Compares the points before a kyoku with those at the start of a match.
pub(super) fn compare(rules: &RiichiRules, kyoku: &LogKyoku, report: &mut Report) {
    report.compare("points on the table", on_table(rules, kyoku), total(rules, kyoku));
}

/// Scores and sticks before a kyoku, in points.
pub(super) fn on_table(rules: &RiichiRules, kyoku: &LogKyoku) -> i64 {
    let scores: i64 = kyoku.scores.iter().map(|&score| i64::from(score)).sum();
    scores + i64::from(kyoku.kyotaku) * i64::from(rules.riichi_stick)
}

fn total(rules: &RiichiRules, kyoku: &LogKyoku) -> i64 {
    kyoku.scores.len() as i64 * i64::from(rules.start_points)
}
