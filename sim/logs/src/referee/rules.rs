//! The rules of a log, as a preset and changes to it.

use super::points;
use crate::error::LogError;
use crate::model::{self, GameSort, LogMatch};
use hyakuman_core::excerpt::excerpt;
use hyakuman_game::ruleset::{AsTable, Preset, RulesError, Ruleset, Source, value_text};
use hyakuman_riichi::rules::{FinalRounding, MinkanDora, Yame};
use hyakuman_riichi::{RiichiRules, rank_points};

/// Tenhou's uma of 2008, from a log of that year; later ones have 20 and 10.
const OLD_UMA: [i32; 4] = [10, 5, -5, -10];

/// The uma of Tenhou's parlour games, from a log of one.
const PARLOUR_UMA: [i32; 4] = [30, 10, -10, -30];

/// Before this month a dealer at Tenhou who was first and tenpai at the draw of the last kyoku played on. Source: the site's blog, article
/// 38215017.
const NO_TENPAI_YAME_BEFORE: &str = "2010-06";

/// How many rules that are not supported a warning names.
const MOST_NAMED: usize = 12;

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
    /// A warning about rules in the log that are unknown to this program, and about what of the log cannot be read.
    pub warning: Option<String>,
    /// Whether known rules explain the final points.
    pub explains_points: bool,
}

impl LogSource {
    /// Infers the rules of a log: site, players and length choose the preset; the rules that the log names, its red fives, open
    /// tanyao, starting points, date, and the rounding and uma of its final points change it. `east_only` is for a log that does
    /// not have its length.
    ///
    /// # Errors
    /// No preset fits.
    pub fn of(log: &LogMatch, east_only: bool) -> Result<LogSource, LogError> {
        LogSource::with(log, east_only, &[])
    }

    /// [`LogSource::of`] a log that is replayed with these overrides, which are not part of it. If they set a rule of the final
    /// points, that explains them.
    pub(super) fn with(log: &LogMatch, east_only: bool, overrides: &[String]) -> Result<LogSource, LogError> {
        let preset = preset(log, east_only)?;
        let rules = (preset.rules)();
        let (mut found, refused) = with_named(preset, &log.rules.named.sets);
        if log.rules.named.preset.is_none() {
            of_site(log, &rules, &mut found);
        }
        let ordinary = log.rules.sort == GameSort::Ordinary;
        let explains_points = final_rules(log, &mut found) || ordinary || sets_rank_points(overrides);
        let warnings = [warning(log, explains_points), unsupported(log, refused), log.warning()];
        let warning = warnings.into_iter().flatten().reduce(|first, second| format!("{first}; {second}"));
        Ok(LogSource { id: preset.id, sets: differences(&rules, &found), warning, explains_points })
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

/// The preset that the log names, or that of its site, players and length.
fn preset(log: &LogMatch, east_only: bool) -> Result<&'static Preset<RiichiRules>, LogError> {
    let named = log.rules.named.preset.as_deref().and_then(RiichiRules::preset);
    if let Some(preset) = named.filter(|preset| (preset.rules)().players as usize == log.rules.seats) {
        return Ok(preset);
    }
    let site = if model::is_mahjongsoul(&log.rules.display) { "mahjongsoul" } else { "tenhou" };
    let sanma = if log.rules.seats == 3 { "-sanma" } else { "" };
    let east = if log.rules.east_only.unwrap_or(east_only) { "-east" } else { "" };
    let id = format!("{site}{sanma}{east}");
    RiichiRules::preset(&id).ok_or_else(|| {
        LogError::new("", format!("the log was played by `{id}`, which is not a ruleset of this program"))
    })
}

/// The preset with the rules that a log names, and those that do not fit: they contradict the others, or do not exist.
fn with_named(preset: &Preset<RiichiRules>, sets: &[String]) -> (RiichiRules, Vec<String>) {
    let load = |sets: &[&String]| {
        let mut source = Source::preset(preset.id);
        sets.iter().try_for_each(|set| source.set(set))?;
        source.load::<RiichiRules>().map(|loaded| loaded.rules)
    };
    let all: Vec<&String> = sets.iter().collect();
    let (mut fit, mut refused) = (Vec::new(), Vec::new());
    let mut rules = load(&all).ok();
    for set in all.into_iter().filter(|_| rules.is_none()) {
        fit.push(set);
        if load(&fit).is_err() {
            refused.extend(fit.pop().map(|set| format!("`{}`", excerpt(set))));
        }
    }
    let rules = rules.take().or_else(|| load(&fit).ok()).unwrap_or_else(preset.rules);
    (rules, refused)
}

/// What a log of a site shows of its rules: red fives, open tanyao, starting points, type of game, date.
fn of_site(log: &LogMatch, preset: &RiichiRules, found: &mut RiichiRules) {
    found.red_fives = log.rules.red_fives;
    found.kuitan = log.rules.kuitan;
    if let Some(start) = start_points(log, found) {
        found.start_points = start;
        found.reference_points = found.reference_points.max(start);
    }
    of_sort(log, found);
    let is_old = log.date.as_deref().is_some_and(|date| date < NO_TENPAI_YAME_BEFORE);
    if is_old && !model::is_mahjongsoul(&log.rules.display) && found.tenpai_yame == preset.tenpai_yame {
        found.tenpai_yame = Yame::Off;
    }
}

/// The warning that the log sets rules that are not supported.
fn unsupported(log: &LogMatch, refused: Vec<String>) -> Option<String> {
    let all = [&log.rules.named.unsupported[..], &refused].concat();
    let shown =
        all.iter().take(MOST_NAMED).map(|what| excerpt(what).to_string()).collect::<Vec<_>>().join(", ");
    let more = if all.len() > MOST_NAMED { ", …" } else { "" };
    (!all.is_empty()).then(|| {
        format!("the log sets rules that are not supported: {shown}{more}; it is replayed without them")
    })
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
fn warning(log: &LogMatch, explained: bool) -> Option<String> {
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
fn sets_rank_points(overrides: &[String]) -> bool {
    let key = |set: &String| set.split('=').next().unwrap_or_default().trim().to_owned();
    overrides.iter().map(key).any(|key| OF_FINAL_POINTS.contains(&&key[..]))
}

fn differences(preset: &RiichiRules, found: &RiichiRules) -> Vec<String> {
    let (preset, found) = (preset.to_table(), found.to_table());
    let differing = found.iter().filter(|(key, value)| preset.get(key.as_str()) != Some(*value));
    differing.map(|(key, value)| format!("{key}={}", value_text(value))).collect()
}
