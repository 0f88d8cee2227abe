//! The rules of a log, as a preset and changes to it.

use super::points;
use crate::error::LogError;
use crate::model::{self, GameSort, LogMatch};
use hyakuman_game::ruleset::{AsTable, RulesError, Ruleset, Source, value_text};
use hyakuman_riichi::rules::{FinalRounding, MinkanDora};
use hyakuman_riichi::{RiichiRules, rank_points};

/// Tenhou's uma of 2008, from a log of that year; later ones have 20 and 10.
const OLD_UMA: [i32; 4] = [10, 5, -5, -10];

/// The uma of Tenhou's parlour games, from a log of one.
const PARLOUR_UMA: [i32; 4] = [30, 10, -10, -30];

/// The rules that determine the final points.
const OF_FINAL_POINTS: [&str; 7] =
    ["uma", "oka_to_first", "reference_points", "final_rounding", "tie_break", "floating_uma", "uma_unit"];

/// The rules that a log was played by.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogSource {
    /// The preset.
    pub id: &'static str,
    /// The changes to it, as `key=value`.
    pub sets: Vec<String>,
    /// A warning about rules in the log that are unknown to this program.
    pub warning: Option<String>,
    /// Whether known rules explain the final points.
    pub explains_points: bool,
}

impl LogSource {
    /// Infers the rules of a log: site, players and length choose the preset; red fives, open tanyao, starting
    /// points, the rounding of the final points and the uma come from the log. `east_only` is for a log that does
    /// not have its length.
    ///
    /// # Errors
    /// No preset fits.
    pub fn of(log: &LogMatch, east_only: bool) -> Result<LogSource, LogError> {
        let site = if model::is_mahjongsoul(&log.rules.display) { "mahjongsoul" } else { "tenhou" };
        let sanma = if log.rules.seats == 3 { "-sanma" } else { "" };
        let east = if log.rules.east_only.unwrap_or(east_only) { "-east" } else { "" };
        let id = format!("{site}{sanma}{east}");
        let preset = RiichiRules::preset(&id).ok_or_else(|| {
            LogError::new("", format!("the log was played by `{id}`, which is not a ruleset of this program"))
        })?;
        let rules = (preset.rules)();
        let mut found = rules.clone();
        found.red_fives = log.rules.red_fives;
        found.kuitan = log.rules.kuitan;
        if let Some(start) = start_points(log, &rules) {
            found.start_points = start;
            found.reference_points = rules.reference_points.max(start);
        }
        of_sort(log, &mut found);
        let explains_points = final_rules(log, &mut found) || log.rules.sort == GameSort::Ordinary;
        let sets = differences(&rules, &found);
        Ok(LogSource { id: preset.id, sets, warning: warning(log, explains_points), explains_points })
    }

    /// The ruleset to load, with further overrides.
    ///
    /// # Errors
    /// An override is not of the form `key=value`.
    pub fn source(&self, overrides: &[String]) -> Result<Source, RulesError> {
        let mut source = Source::preset(self.id);
        self.sets.iter().chain(overrides).try_for_each(|assignment| source.set(assignment))?;
        Ok(source)
    }
}

/// The starting points of each seat: as in the log, or if it starts late, an equal share of the points on the table if
/// that is whole thousands. `points` checks that it is possible.
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

/// Applies the rules of a type of game, except those for the final points.
fn of_sort(log: &LogMatch, rules: &mut RiichiRules) {
    match log.rules.sort {
        GameSort::Parlour => rules.minkan_dora = MinkanDora::Immediate,
        GameSort::Skill if log.kyoku.len() == 1 => (rules.length_winds, rules.extension_winds) = (0, 0),
        _ => {}
    }
}

/// Finds rounding and uma that explain the final points from the final scores, most likely first. Returns false and
/// leaves the rules unchanged if none do.
fn final_rules(log: &LogMatch, rules: &mut RiichiRules) -> bool {
    let Some(result) = &log.result else { return true };
    let Some(found) = &result.thousandths else { return true };
    if found.iter().any(|points| points % 1_000 != 0) {
        rules.final_rounding = FinalRounding::None;
    }
    let gives = |rules: &RiichiRules| {
        let points = match result.scores[..] {
            [a, b, c, d] => rank_points(rules, &[a, b, c, d]),
            [a, b, c] => rank_points(rules, &[a, b, c]),
            _ => return false,
        };
        found.iter().zip(points).all(|(found, points)| *found == points)
    };
    match candidates(log, rules).into_iter().find(gives) {
        Some(explains) => *rules = explains,
        None => return false,
    }
    true
}

/// The candidates for the rules of the final points.
fn candidates(log: &LogMatch, rules: &RiichiRules) -> Vec<RiichiRules> {
    let uma = |uma| RiichiRules { uma, ..rules.clone() };
    let bare = RiichiRules { reference_points: rules.start_points, ..uma([0; 4]) };
    match (log.rules.sort, log.rules.seats) {
        (GameSort::Skill, _) => vec![bare, uma([0; 4]), rules.clone()],
        (GameSort::Parlour, 4) => vec![uma(PARLOUR_UMA), rules.clone(), uma(OLD_UMA)],
        (_, 4) => vec![rules.clone(), uma(OLD_UMA)],
        _ => vec![rules.clone()],
    }
}

/// The warning for a game with partly unknown rules; `explained`: known rules explain its final points.
pub(super) fn warning(log: &LogMatch, explained: bool) -> Option<String> {
    let name = &log.rules.display;
    let said = match log.rules.sort {
        GameSort::Unknown(bits) => {
            format!("game type {name} has bits of unknown meaning ({bits:#06x}); it is replayed without them")
        }
        GameSort::Parlour if !explained => {
            format!("game type {name} is a parlour game (雀荘戦) whose final points follow unknown rules")
        }
        GameSort::Skill if !explained => {
            format!("game type {name} is a skill game (技能戦) whose final points follow unknown rules")
        }
        _ => return None,
    };
    Some(if explained { said } else { said + ": its final points are not compared" })
}

/// Whether the overrides set a rule for the final points.
pub(super) fn sets_rank_points(overrides: &[String]) -> bool {
    let key = |set: &String| set.split('=').next().unwrap_or_default().trim().to_owned();
    overrides.iter().map(key).any(|key| OF_FINAL_POINTS.contains(&&key[..]))
}

fn differences(preset: &RiichiRules, found: &RiichiRules) -> Vec<String> {
    let (preset, found) = (preset.to_table(), found.to_table());
    let differing = found.iter().filter(|(key, value)| preset.get(key.as_str()) != Some(*value));
    differing.map(|(key, value)| format!("{key}={}", value_text(value))).collect()
}
