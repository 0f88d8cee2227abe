//! The rules of a log, as a preset and changes to it.

use super::{end, points};
use crate::logs::error::LogError;
use crate::logs::model::{self, Format, GameSort, LogEnd, LogMatch, NamedRules};
use crate::logs::named;
use hyakuman_core::game::ruleset::{Preset, RulesError, Ruleset, Source};
use hyakuman_riichi::rules::{FinalRounding, MinkanDora, Yame};
use hyakuman_riichi::{RiichiRules, rank_points};

/// Tenhou's uma of 2008, from a log of that year; later ones have 20 and 10.
const OLD_UMA: [i32; 4] = [10, 5, -5, -10];

/// The uma of Tenhou's parlour games, from a log of one.
const PARLOUR_UMA: [i32; 4] = [30, 10, -10, -30];

/// Before this month a dealer at Tenhou who was first and tenpai at the draw of the last kyoku played on. Source: the site's
/// blog, article 38215017.
const TENPAI_YAME_SINCE: &str = "2010-06";

/// The rules that determine the final points.
const OF_FINAL_POINTS: [&str; 7] =
    ["uma", "oka_to_first", "reference_points", "final_rounding", "tie_break", "floating_uma", "uma_unit"];

/// What a log need not say of its rules.
#[derive(Clone, Copy)]
pub(super) struct Guess {
    /// It is an east game, if the log does not have its length.
    pub(super) east_only: bool,
    /// It was played at Tenhou before [`TENPAI_YAME_SINCE`].
    pub(super) is_old: bool,
}

/// What to guess of a log: first that it is a hanchan, then what else it leaves open.
pub(super) fn guesses(log: &LogMatch) -> (Guess, impl Iterator<Item = Guess>) {
    let first = Guess { east_only: false, is_old: is_old(log) };
    let of_tenhou =
        matches!(log.format, Format::Mjlog | Format::Tenhou6) && !model::is_mahjongsoul(&log.rules.display);
    let undated = of_tenhou && log.date.is_none() && log.rules.named == NamedRules::default();
    let others = [
        log.rules.east_only.is_none().then_some(Guess { east_only: true, ..first }),
        undated.then_some(Guess { is_old: true, ..first }),
    ];
    (first, others.into_iter().flatten())
}

/// Whether the date of a log of Tenhou is before [`TENPAI_YAME_SINCE`].
fn is_old(log: &LogMatch) -> bool {
    let before = log.date.as_deref().is_some_and(|date| date < TENPAI_YAME_SINCE);
    before && !model::is_mahjongsoul(&log.rules.display)
}

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
        LogSource::with(log, Guess { east_only, is_old: is_old(log) }, &[])
    }

    /// [`LogSource::of`] a log that is replayed with these overrides, which are not part of it. If they set a rule of the final
    /// points, that explains them.
    pub(super) fn with(log: &LogMatch, guess: Guess, overrides: &[String]) -> Result<LogSource, LogError> {
        let preset = preset(log, guess.east_only)?;
        let rules = (preset.rules)();
        let (mut found, refused) = log.rules.named.applied(preset);
        let mut explains_points = log.rules.sort == GameSort::Ordinary || sets_rank_points(overrides);
        if log.rules.named.preset.is_none() {
            of_site(log, guess, &mut found);
            explains_points |= final_rules(log, &mut found);
        }
        let warnings = [warning(log, explains_points), named::warning(log, &refused), log.warning()];
        let warning = warnings.into_iter().flatten().reduce(|first, second| format!("{first}; {second}"));
        Ok(LogSource { id: preset.id, sets: named::differences(&rules, &found), warning, explains_points })
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

/// What a log of a site shows of its rules: red fives, open tanyao, starting points, type of game, age.
fn of_site(log: &LogMatch, guess: Guess, found: &mut RiichiRules) {
    found.red_fives = log.rules.red_fives;
    found.kuitan = log.rules.kuitan;
    if let Some(start) = start_points(log, found) {
        found.start_points = start;
        found.reference_points = found.reference_points.max(start);
    }
    of_sort(log, found);
    if guess.is_old {
        found.tenpai_yame = Yame::Off;
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
        GameSort::Parlour => {
            (rules.minkan_dora, rules.kiriage) = (MinkanDora::Immediate, true);
            if let Some(honba) = honba_share(log) {
                (rules.honba_tsumo_each, rules.honba_ron) = (honba, honba * (i32::from(rules.players) - 1));
            }
        }
        GameSort::Skill if log.kyoku.len() == 1 => (rules.length_winds, rules.extension_winds) = (0, 0),
        _ => {}
    }
}

/// What a honba adds to each share, from the payments of the first win with honba.
fn honba_share(log: &LogMatch) -> Option<i32> {
    log.kyoku.iter().filter(|kyoku| kyoku.name.honba > 0).find_map(|kyoku| {
        let LogEnd::Wins(wins) = &kyoku.end else { return None };
        let [win] = &wins[..] else { return None };
        let seats = log.rules.seats as i32;
        let paid: i32 = win.deltas.as_ref()?.iter().filter(|&&delta| delta < 0).sum();
        let value = end::sum(win.points?, seats, win.winner == kyoku.dealer);
        let shares = (seats - 1) * kyoku.name.honba as i32;
        let more = -paid - value;
        (more > 0 && more % shares == 0 && (more / shares) % 100 == 0).then(|| more / shares)
    })
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
        (GameSort::Parlour, 4) => {
            let down = RiichiRules { final_rounding: FinalRounding::FiveDownSixUp, ..uma(PARLOUR_UMA) };
            vec![uma(PARLOUR_UMA), down, rules.clone(), uma(OLD_UMA)]
        }
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
