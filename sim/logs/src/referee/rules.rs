//! The rules of a log, as a preset and what differs from it.

use super::points;
use crate::error::LogError;
use crate::model::LogMatch;
use hyakuman_games::riichi::rules::FinalRounding;
use hyakuman_games::riichi::{RiichiRules, final_points};
use hyakuman_games::ruleset::{RulesError, Ruleset, Source, value_text};

/// Tenhou's uma of 2008, seen in a log of that year; later ones have 20 and 10.
const OLD_UMA: [i32; 4] = [10, 5, -5, -10];

/// The rules that a log says it was played by.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogSource {
    /// The preset.
    pub id: &'static str,
    /// What differs from it, as `key=value`.
    pub sets: Vec<String>,
}

impl LogSource {
    /// The rules of a log: site, players and length choose the preset; red fives, open tanyao, starting points, the
    /// rounding of the final points and the uma follow what the log shows. `east_only` is for a log that does not
    /// say its length.
    ///
    /// # Errors
    /// No preset fits.
    pub fn of(log: &LogMatch, east_only: bool) -> Result<LogSource, LogError> {
        let words = &log.rules.display;
        let mahjongsoul = ["の間", "之间", "Room"].iter().any(|word| words.contains(word));
        let site = if mahjongsoul { "mahjongsoul" } else { "tenhou" };
        let sanma = if log.rules.seats == 3 { "-sanma" } else { "" };
        let east = if log.rules.east_only.unwrap_or(east_only) { "-east" } else { "" };
        let id = format!("{site}{sanma}{east}");
        let preset = RiichiRules::preset(&id).ok_or_else(|| {
            LogError::new("", format!("the log was played by `{id}`, which is no ruleset here"))
        })?;
        let rules = (preset.rules)();
        let mut found = rules.clone();
        found.red_fives = log.rules.red_fives;
        found.kuitan = log.rules.kuitan;
        if let Some(start) = start_points(log, &rules) {
            found.start_points = start;
            found.reference_points = rules.reference_points.max(start);
        }
        final_rules(log, &mut found);
        Ok(LogSource { id: preset.id, sets: differences(&rules, &found) })
    }

    /// The source to load, with the overrides of somebody who asks.
    ///
    /// # Errors
    /// An override is not of the form `key=value`.
    pub fn source(&self, overrides: &[String]) -> Result<Source, RulesError> {
        let mut source = Source::preset(self.id);
        self.sets.iter().chain(overrides).try_for_each(|assignment| source.set(assignment))?;
        Ok(source)
    }
}

/// What each seat started with: as the log says, or where it starts late, an equal share of the points on the table if
/// that is whole thousands. Whether it can be is for `points` to say.
fn start_points(log: &LogMatch, rules: &RiichiRules) -> Option<i32> {
    let first = log.kyoku.first()?;
    if !log.starts_late() {
        return Some(first.scores[0]);
    }
    let share = points::on_table(rules, first) / first.scores.len() as i64;
    let all = share * first.scores.len() as i64;
    let is_start = all == points::on_table(rules, first) && share % 1_000 == 0;
    i32::try_from(share).ok().filter(|_| is_start)
}

/// Rounding and uma: those under which the final scores give the final points.
fn final_rules(log: &LogMatch, rules: &mut RiichiRules) {
    let Some(result) = &log.result else { return };
    let Some(found) = &result.thousandths else { return };
    if found.iter().any(|points| points % 1_000 != 0) {
        rules.final_rounding = FinalRounding::None;
    }
    let old = RiichiRules { uma: OLD_UMA, ..rules.clone() };
    let gives = |rules: &RiichiRules| {
        let points = match result.scores[..] {
            [a, b, c, d] => final_points(rules, &[a, b, c, d]),
            [a, b, c] => final_points(rules, &[a, b, c]),
            _ => return false,
        };
        found.iter().zip(points).all(|(found, points)| *found == points)
    };
    if log.rules.seats == 4 && !gives(rules) && gives(&old) {
        rules.uma = OLD_UMA;
    }
}

fn differences(preset: &RiichiRules, found: &RiichiRules) -> Vec<String> {
    let (preset, found) = (preset.to_table(), found.to_table());
    let differing = found.iter().filter(|(key, value)| preset.get(key.as_str()) != Some(*value));
    differing.map(|(key, value)| format!("{key}={}", value_text(value))).collect()
}
