//! The referee: plays a log through the engine and reports every disagreement.
//!
//! ```text
//! the points at the start                                                            (points)
//! per kyoku: wall -> the engine, started at the log's standing
//!            its events = the log's events, answers taken from what the log shows next   (play)
//!            its end    = the log's end: yaku, han, fu, points, payments, scores         (end)
//!            what follows = the next kyoku of the log, or the end of the match           (follow)
//! ```
//! Each kyoku starts from the log's own standing, so that one disagreement does not breed others.

mod end;
mod follow;
mod play;
mod points;
mod rules;
mod step;
mod sticks;

pub(crate) use end::{limit_of, sum};
pub use rules::LogSource;

use crate::error::LogError;
use crate::model::{KyokuName, LogEnd, LogMatch};
use hyakuman_games::riichi::RiichiRules;
use std::fmt;
use std::sync::Arc;

/// What came of a match.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Verdict {
    /// Kyoku played.
    pub kyoku: usize,
    /// Wins compared.
    pub wins: usize,
    /// Does the log start late or stop early?
    pub partial: bool,
    /// Where log and engine differ.
    pub disagreements: Vec<Disagreement>,
}

/// One thing in which log and engine differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Disagreement {
    /// The kyoku.
    pub kyoku: KyokuName,
    /// Tiles drawn in it so far; `None` for its end and what follows.
    pub turn: Option<u32>,
    /// What is compared: `play`, `fu`, `scores`.
    pub what: &'static str,
    /// What the log has.
    pub expected: String,
    /// What the engine has.
    pub found: String,
}

/// Plays a match under rules.
///
/// # Errors
/// The rules are for another number of players, or the log starts with points that cannot be under them.
pub fn judge(log: &LogMatch, rules: &Arc<RiichiRules>) -> Result<Verdict, LogError> {
    if log.rules.seats != rules.players as usize {
        let problem = format!("the log has {} players, the rules are for {}", log.rules.seats, rules.players);
        return Err(LogError::new("", problem));
    }
    points::check_start(log, rules)?;
    let log = &sticks::left_out(log, rules.riichi_stick);
    Ok(if log.rules.seats == 3 { judge_seats::<3>(log, rules) } else { judge_seats::<4>(log, rules) })
}

/// Plays a match under the rules that the log itself says, changed by overrides `key=value`. Where it does not say
/// its length, it is a hanchan unless only an east game fits. The final points of a special game are compared only
/// where known rules, or the overrides, say how they are made ([`LogSource::explains_points`]).
///
/// # Errors
/// No ruleset fits the log, or the overrides do not fit the ruleset.
pub fn judge_by_its_rules(log: &LogMatch, overrides: &[String]) -> Result<(LogSource, Verdict), LogError> {
    let judge_as = |east_only: bool| {
        let mut source = LogSource::of(log, east_only)?;
        let loaded = source.source(overrides).and_then(|source| source.load::<RiichiRules>());
        let rules = loaded.map_err(|e| LogError::new("", e.to_string()))?.rules;
        if !source.explains_points && rules::tells_final_points(overrides) {
            (source.warning, source.explains_points) = (rules::warning(log, true), true);
        }
        let verdict = match source.explains_points {
            true => judge(log, &Arc::new(rules))?,
            false => judge(&without_final_points(log), &Arc::new(rules))?,
        };
        Ok((source, verdict))
    };
    let hanchan: (LogSource, Verdict) = judge_as(false)?;
    if log.rules.east_only.is_none() && !hanchan.1.disagreements.is_empty() {
        let east = judge_as(true)?;
        if east.1.disagreements.len() < hanchan.1.disagreements.len() {
            return Ok(east);
        }
    }
    Ok(hanchan)
}

/// The match as if nothing were known of its final points.
fn without_final_points(log: &LogMatch) -> LogMatch {
    let mut log = log.clone();
    log.result.iter_mut().for_each(|result| result.thousandths = None);
    log
}

fn judge_seats<const N: usize>(log: &LogMatch, rules: &Arc<RiichiRules>) -> Verdict {
    let mut verdict = Verdict { partial: log.starts_late() || log.stops_early(), ..Verdict::default() };
    let mut followed = true;
    for (i, kyoku) in log.kyoku.iter().enumerate() {
        let mut report = Report { kyoku: kyoku.name, found: Vec::new() };
        if !followed {
            points::compare(rules, kyoku, &mut report); // Nobody has compared them with the kyoku before.
        }
        followed = false;
        verdict.kyoku += 1;
        match log.wall_by(i, rules) {
            Err(error) => report.add(None, "tiles", "tiles that fit together", error),
            Ok(wall) => {
                if let Some(ended) = play::play::<N>(rules, log, i, wall, &mut report) {
                    verdict.wins += if let LogEnd::Wins(wins) = &kyoku.end { wins.len() } else { 0 };
                    end::compare::<N>(rules, kyoku, &ended, &mut report);
                    follow::compare::<N>(log, i, &ended, &mut report);
                    followed = ended.match_end.is_none();
                }
            }
        }
        verdict.disagreements.append(&mut report.found);
    }
    verdict
}

/// The disagreements of a kyoku.
struct Report {
    kyoku: KyokuName,
    found: Vec<Disagreement>,
}

impl Report {
    fn add(&mut self, turn: Option<u32>, what: &'static str, expected: impl ToString, found: impl ToString) {
        let (expected, found) = (expected.to_string(), found.to_string());
        self.found.push(Disagreement { kyoku: self.kyoku, turn, what, expected, found });
    }

    /// Notes where two things of the end differ.
    fn compare<T: PartialEq + fmt::Debug>(&mut self, what: &'static str, expected: T, found: T) {
        if expected != found {
            self.add(None, what, format!("{expected:?}"), format!("{found:?}"));
        }
    }
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.kyoku)?;
        if let Some(turn) = self.turn {
            write!(f, ", turn {turn}")?;
        }
        write!(f, ", {}: expected {}, found {}", self.what, self.expected, self.found)
    }
}
