//! The referee: plays a log through the engine and reports every disagreement.
//!
//! ```text
//! the points at the start                                                            (points)
//! per kyoku: wall -> the engine, started from the scores in the log
//!            its events = the log's events, with actions taken from the log              (kyoku)
//!            its end    = the log's end: yaku, han, fu, points, payments, scores         (end)
//!            what follows = the next kyoku of the log, or the end of the match           (follow)
//! ```
//! Each kyoku starts from the scores in the log, so that one disagreement does not cause others.

mod end;
mod follow;
mod kyoku;
mod points;
mod position;
mod rules;
mod step;
mod sticks;
mod unshown;
mod words;

pub(crate) use end::{limit_of, sum};
pub(crate) use kyoku::match_state;
pub use position::{Position, position};
pub use rules::LogSource;

use crate::logs::error::LogError;
use crate::logs::model::{KyokuName, LogEnd, LogMatch};
use hyakuman_core::game::sink::Sink;
use hyakuman_riichi::{Riichi, RiichiRules};
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;
use words::Said;
pub(crate) use words::result_of;

/// The result for a match.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Verdict {
    /// Kyoku played.
    pub kyoku: usize,
    /// Wins compared.
    pub wins: usize,
    /// Whether the log starts late or stops early, or a kyoku in it is missing or has no end.
    pub partial: bool,
    /// The differences between log and engine.
    pub disagreements: Vec<Disagreement>,
}

/// One difference between log and engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Disagreement {
    /// The kyoku.
    pub kyoku: KyokuName,
    /// Tiles drawn in it so far; `None` at its end and after it.
    pub turn: Option<u32>,
    /// What differs: `play`, `fu`, `scores`, ...
    pub what: &'static str,
    /// The value in the log.
    pub expected: String,
    /// The value in the engine.
    pub found: String,
}

/// Plays a match under the given rules.
///
/// # Errors
/// The rules are for another number of players, or the points at the start of the log are impossible under them.
pub fn judge(log: &LogMatch, rules: &Arc<RiichiRules>) -> Result<Verdict, LogError> {
    match log.rules.seats {
        3 => watch::<3>(log, rules, &mut ()),
        _ => watch::<4>(log, rules, &mut ()),
    }
}

/// [`judge`] with a sink that receives what the engine plays: of each kyoku the events, decisions and the end, and the end
/// of the match. A kyoku in which log and engine disagree has no end.
///
/// # Errors
/// Those of [`judge`]; the number of seats in the log and in the rules must be `N`.
pub fn watch<const N: usize>(
    log: &LogMatch,
    rules: &Arc<RiichiRules>,
    sink: &mut dyn Sink<Riichi<N>>,
) -> Result<Verdict, LogError> {
    if log.rules.seats != rules.players as usize {
        let problem = format!("the log has {} players, the rules are for {}", log.rules.seats, rules.players);
        return Err(LogError::new("", problem));
    }
    points::check_start(log, rules)?;
    Ok(judge_seats::<N>(&prepared::<N>(log, rules), rules, sink))
}

/// The match as it is played: without what programs write in different ways, with what they leave out.
pub(crate) fn prepared<'a, const N: usize>(log: &'a LogMatch, rules: &Arc<RiichiRules>) -> Cow<'a, LogMatch> {
    unshown::added::<N>(sticks::left_out(log, rules.riichi_stick), rules)
}

/// Plays a match under the rules in the log, changed by overrides `key=value`. If the log does not have its length, it
/// is a hanchan unless only an east game fits. The final points of a special game are compared only if known rules, or
/// the overrides, explain them ([`LogSource::explains_points`]).
///
/// # Errors
/// No ruleset fits the log, or the overrides do not fit the ruleset.
pub fn judge_by_its_rules(log: &LogMatch, overrides: &[String]) -> Result<(LogSource, Verdict), LogError> {
    let judge = |log: &LogMatch, rules: &Arc<RiichiRules>| Ok((judge(log, rules)?, ()));
    by_its_rules(log, overrides, judge).map(|(source, verdict, ())| (source, verdict))
}

/// [`judge_by_its_rules`] with another judge, who returns something besides the verdict.
pub(crate) fn by_its_rules<T>(
    log: &LogMatch,
    overrides: &[String],
    judge: impl Fn(&LogMatch, &Arc<RiichiRules>) -> Result<(Verdict, T), LogError>,
) -> Result<(LogSource, Verdict, T), LogError> {
    let judge_as = |guess| {
        let source = LogSource::with(log, guess, overrides)?;
        let loaded = source.source(overrides).and_then(|source| source.load::<RiichiRules>());
        let rules = Arc::new(loaded.map_err(|e| LogError::new("", e.to_string()))?.rules);
        let (verdict, more) = match source.explains_points {
            true => judge(log, &rules)?,
            false => judge(&without_rank_points(log), &rules)?,
        };
        Ok((source, verdict, more))
    };
    let (first, others) = rules::guesses(log);
    let mut best: (LogSource, Verdict, T) = judge_as(first)?;
    for guess in others {
        if best.1.disagreements.is_empty() {
            break;
        }
        let other = judge_as(guess)?;
        if other.1.disagreements.len() < best.1.disagreements.len() {
            best = other;
        }
    }
    Ok(best)
}

/// The match without its final points.
fn without_rank_points(log: &LogMatch) -> LogMatch {
    let mut log = log.clone();
    log.result.iter_mut().for_each(|result| result.thousandths = None);
    log
}

fn judge_seats<const N: usize>(
    log: &LogMatch,
    rules: &Arc<RiichiRules>,
    sink: &mut dyn Sink<Riichi<N>>,
) -> Verdict {
    let mut verdict = Verdict { partial: log.is_partial(), ..Verdict::default() };
    let mut followed = true;
    for (i, kyoku) in log.kyoku.iter().enumerate() {
        let mut report = Report { kyoku: kyoku.name, found: Vec::new() };
        if !followed {
            points::compare(rules, kyoku, &mut report); // Not yet compared with the kyoku before.
        }
        followed = false;
        verdict.kyoku += 1;
        match log.wall_by(i, rules) {
            Err(error) => report.add(None, "tiles", "tiles that fit together", error),
            Ok(wall) => {
                if let Some(ended) = kyoku::play::<N>(rules, log, i, wall, &mut report, sink) {
                    verdict.wins += if let LogEnd::Wins(wins) = &kyoku.end { wins.len() } else { 0 };
                    end::compare::<N>(rules, kyoku, &ended, &mut report);
                    if !log.has_gap(i + 1) {
                        follow::compare::<N>(log, i, &ended, &mut report);
                        followed = ended.match_end.is_none();
                    }
                }
            }
        }
        verdict.disagreements.append(&mut report.found);
    }
    verdict
}

/// Collects the disagreements of a kyoku.
struct Report {
    kyoku: KyokuName,
    found: Vec<Disagreement>,
}

impl Report {
    fn add(&mut self, turn: Option<u32>, what: &'static str, expected: impl ToString, found: impl ToString) {
        let (expected, found) = (expected.to_string(), found.to_string());
        self.found.push(Disagreement { kyoku: self.kyoku, turn, what, expected, found });
    }

    /// Records a difference at the end of the kyoku.
    fn compare<T: PartialEq + Said>(&mut self, what: &'static str, expected: T, found: T) {
        if expected != found {
            self.add(None, what, expected.said(), found.said());
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
