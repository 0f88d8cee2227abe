//! The rules of a log, as a preset and what differs from it.

use super::points;
use crate::error::LogError;
use crate::model::{self, GameSort, LogMatch};
use hyakuman_games::riichi::rules::{FinalRounding, MinkanDora};
use hyakuman_games::riichi::{RiichiRules, final_points};
use hyakuman_games::ruleset::{RulesError, Ruleset, Source, value_text};

/// Tenhou's uma of 2008, seen in a log of that year; later ones have 20 and 10.
const OLD_UMA: [i32; 4] = [10, 5, -5, -10];

/// The uma of Tenhou's parlour games, seen in a log of one.
const PARLOUR_UMA: [i32; 4] = [30, 10, -10, -30];

/// The rules that make the final points.
const OF_FINAL_POINTS: [&str; 5] = ["uma", "oka_to_first", "reference_points", "final_rounding", "tie_break"];

/// The rules that a log says it was played by.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogSource {
    /// The preset.
    pub id: &'static str,
    /// What differs from it, as `key=value`.
    pub sets: Vec<String>,
    /// What the log says of its rules and nobody here knows, in a sentence.
    pub warning: Option<String>,
    /// Are the final points made by rules that are known?
    pub explains_points: bool,
}

impl LogSource {
    /// The rules of a log: site, players and length choose the preset; red fives, open tanyao, starting points, the
    /// rounding of the final points and the uma follow what the log shows. `east_only` is for a log that does not
    /// say its length.
    ///
    /// # Errors
    /// No preset fits.
    pub fn of(log: &LogMatch, east_only: bool) -> Result<LogSource, LogError> {
        let site = if model::is_mahjongsoul(&log.rules.display) { "mahjongsoul" } else { "tenhou" };
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
        of_sort(log, &mut found);
        let explains_points = final_rules(log, &mut found) || log.rules.sort == GameSort::Ordinary;
        let sets = differences(&rules, &found);
        Ok(LogSource { id: preset.id, sets, warning: warning(log, explains_points), explains_points })
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

/// What a sort of game changes, but for the final points.
fn of_sort(log: &LogMatch, rules: &mut RiichiRules) {
    match log.rules.sort {
        GameSort::Parlour => rules.minkan_dora = MinkanDora::Immediate,
        GameSort::Skill if log.kyoku.len() == 1 => (rules.length_winds, rules.extension_winds) = (0, 0),
        _ => {}
    }
}

/// Rounding and uma: those under which the final scores give the final points, the likeliest first. Are there any? Where
/// there are none the rules stay.
fn final_rules(log: &LogMatch, rules: &mut RiichiRules) -> bool {
    let Some(result) = &log.result else { return true };
    let Some(found) = &result.thousandths else { return true };
    if found.iter().any(|points| points % 1_000 != 0) {
        rules.final_rounding = FinalRounding::None;
    }
    let gives = |rules: &RiichiRules| {
        let points = match result.scores[..] {
            [a, b, c, d] => final_points(rules, &[a, b, c, d]),
            [a, b, c] => final_points(rules, &[a, b, c]),
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

/// The rules for the final points that a game may have had.
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

/// What is said of a game whose rules are not all known; `explained`: known rules give its final points.
pub(super) fn warning(log: &LogMatch, explained: bool) -> Option<String> {
    let name = &log.rules.display;
    let said = match log.rules.sort {
        GameSort::Unknown(bits) => format!(
            "game type {name} has bits of unknown meaning ({bits:#06x}), and is replayed as without them"
        ),
        GameSort::Parlour if !explained => {
            format!("game type {name} is a parlour game (雀荘戦) with final points by unknown rules")
        }
        GameSort::Skill if !explained => {
            format!("game type {name} is a skill game (技能戦) with final points by unknown rules")
        }
        _ => return None,
    };
    Some(if explained { said } else { said + ": its final points are not compared" })
}

/// Does somebody say by which rules the final points are made?
pub(super) fn tells_final_points(overrides: &[String]) -> bool {
    let key = |set: &String| set.split('=').next().unwrap_or_default().trim().to_owned();
    overrides.iter().map(key).any(|key| OF_FINAL_POINTS.contains(&&key[..]))
}

fn differences(preset: &RiichiRules, found: &RiichiRules) -> Vec<String> {
    let (preset, found) = (preset.to_table(), found.to_table());
    let differing = found.iter().filter(|(key, value)| preset.get(key.as_str()) != Some(*value));
    differing.map(|(key, value)| format!("{key}={}", value_text(value))).collect()
}
