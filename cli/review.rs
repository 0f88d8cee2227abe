//! `hyakuman review`: what an agent thinks of every decision of a match, and what the choices made cost.

use crate::failure::Failure;
use crate::folder;
use crate::interrupt;
use crate::replay::Rules;
use crate::show::log::{read_log, rules_of};
use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use hyakuman_agents::{Roster, Spec};
use hyakuman_arena::datasets::recipe::{self, Recipe, replays};
use hyakuman_arena::review::{self, Review, Reviewed, Sort};
use hyakuman_core::Seat;
use hyakuman_core::excerpt::escaped;
use hyakuman_game::{Candidate, Game, ValueUnit};
use hyakuman_registry::AnyRules;
use hyakuman_riichi::Riichi;
use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Show what an agent thinks of every decision of a match: what it would have done, what every action is worth to it, and
/// what the choices made cost
///
/// Reads a log (Tenhou mjlog, tenhou.net/6, mjai, Mahjong Soul) or a match of a data set of riichi mahjong. Every decision
/// is there: discards, riichi, calls and passes, kans, wins. What was lost is the value of the agent's choice less that of
/// the action taken, by the agent's own numbers: final rank points for placement, points for value.
#[derive(Args, Debug)]
pub struct ReviewArgs {
    /// A log, `-` for standard input, or the folder of a data set
    #[arg(value_name = "LOG|DIR")]
    target: PathBuf,
    /// Number of the match, from 0
    #[arg(long = "match", value_name = "N")]
    number: Option<u64>,
    /// The agent that judges: placement, value, or another that values its actions
    #[arg(long, value_name = "AGENT", default_value = "placement")]
    agent: String,
    /// Only the decisions of this seat
    #[arg(long, value_name = "SEAT")]
    seat: Option<u8>,
    /// Decisions shown in the text
    #[arg(long, value_name = "N", default_value_t = 10)]
    top: usize,
    /// Which decisions are shown in the text, and their order
    #[arg(long, value_name = "ORDER", default_value = "loss")]
    order: Order,
    /// Of a log: play by this ruleset (a name, or the path of a rules file) instead of the rules in the log
    #[arg(long, value_name = "ID")]
    rules: Option<String>,
    /// Of a log: change a rule, for example --set kuitan=false; may be repeated
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Print JSON: every decision with all its candidates
    #[arg(long)]
    json: bool,
}

/// The order of the decisions in the text.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Order {
    /// The greatest losses first
    Loss,
    /// As they were made, those with another choice of the agent
    Time,
}

/// What is printed.
struct Report {
    /// The log or match.
    of: String,
    /// The rules, by name and changes.
    rules: String,
    agent: Spec,
    /// By seat; empty names are unknown.
    names: Vec<String>,
    review: Review,
    /// What the reader should know.
    note: String,
}

/// Runs `hyakuman review`, writing to `out`.
///
/// # Errors
/// There is no such match, it is of another game, or the agent values no actions (exit code 2); the log or data set cannot be read.
pub fn run(args: &ReviewArgs, out: &mut impl Write) -> Result<()> {
    let roster = hyakuman::roster();
    let agent = roster.spec(&args.agent).map_err(|error| Failure::Usage(error.to_string()))?;
    let is_log = args.target == Path::new("-") || args.target.is_file();
    let report = if is_log { of_log(args, &roster, agent)? } else { of_data_set(args, &roster, agent)? };
    let Some(unit) = report.review.unit() else {
        let sentence =
            format!("{} does not say what actions are worth: try placement or value", report.agent);
        return Err(Failure::Usage(sentence).into());
    };
    if args.json { report.write_json(unit, out) } else { report.write_text(unit, args, out) }
}

fn of_log(args: &ReviewArgs, roster: &Roster, agent: Spec) -> Result<Report> {
    let rules = Rules::new(args.rules.as_deref(), &args.set)?;
    let stop = interrupt::watch().context(interrupt::REFUSED)?;
    let name = args.target.display().to_string();
    let log = read_log(&args.target, args.number, &stop)?;
    let unreadable = |error| Failure::Usage(format!("{name}: {error}"));
    let (rules, played, warning) = rules_of(&log, &rules).map_err(unreadable)?;
    let seats = seats(args, log.rules.seats)?;
    let (review, verdict) = review::of_log(&log, &played, roster, &agent, &seats)
        .map_err(|error| Failure::Usage(format!("{name}: {error}")))?;
    let note = crate::show::log::note(&verdict, warning);
    Ok(Report { of: name, rules, agent, names: log.players.names(), review, note })
}

fn of_data_set(args: &ReviewArgs, roster: &Roster, agent: Spec) -> Result<Report> {
    folder::there(&args.target)?;
    let dir = || args.target.display().to_string();
    let number =
        args.number.ok_or_else(|| Failure::Usage("which match? give --match N, the first is 0".into()))?;
    let set = recipe::open(&args.target)?;
    let recipe = Recipe::of(&set.manifest().run).with_context(dir)?;
    let rules = recipe.load_rules().with_context(dir)?;
    let AnyRules::Riichi(loaded) = &rules else {
        let sentence = format!("{} is of {}: a review is of riichi mahjong", dir(), recipe.family);
        return Err(Failure::Usage(sentence).into());
    };
    replays::check(&set)?;
    if number >= recipe.games {
        let last = recipe.games.saturating_sub(1);
        let sentence = format!("{} holds the matches 0 to {last}: there is no match {number}", dir());
        return Err(Failure::Usage(sentence).into());
    }
    let found = replays::of_matches(&set, number..number + 1).next().context("a match of the data set")??;
    let (played, seats) = (Arc::new(loaded.rules.clone()), seats(args, recipe.seats.len())?);
    let review = match played.players {
        3 => review::of_match::<Riichi<3>>(&played, found.seed, &found.actions, roster, &agent, &seats),
        _ => review::of_match::<Riichi<4>>(&played, found.seed, &found.actions, roster, &agent, &seats),
    }?;
    let lineup = recipe.load_lineup(&rules).with_context(dir)?;
    let rotation = lineup.rotation_of(number);
    let names =
        (0..recipe.seats.len()).map(|seat| lineup.agents()[lineup.agent_at(seat, rotation)].to_string());
    let of = format!("match {number} of {}", dir());
    Ok(Report {
        of,
        rules: recipe.ruleset.clone(),
        agent,
        names: names.collect(),
        review,
        note: String::new(),
    })
}

/// The seats asked for.
fn seats(args: &ReviewArgs, count: usize) -> Result<Vec<Seat>> {
    match args.seat {
        None => Ok(Seat::all(count).collect()),
        Some(seat) if usize::from(seat) < count => Ok(vec![Seat::new(seat)]),
        Some(seat) => {
            Err(Failure::Usage(format!("there is no seat {seat}: expected 0 to {}", count - 1)).into())
        }
    }
}

impl Report {
    fn write_text(&self, unit: ValueUnit, args: &ReviewArgs, out: &mut impl Write) -> Result<()> {
        let (of, agent, rules) = (escaped(&self.of), &self.agent, escaped(&self.rules));
        writeln!(out, "{of}, reviewed by {agent} ({rules}); values in {}", words(unit))?;
        if !self.note.is_empty() {
            writeln!(out, "{}", escaped(&self.note))?;
        }
        writeln!(out)?;
        for seat in self.seats() {
            self.write_player(seat, unit, out)?;
        }
        let mut shown: Vec<&Reviewed> =
            self.review.decisions.iter().filter(|reviewed| !reviewed.agrees()).collect();
        if args.order == Order::Loss {
            shown.sort_by(|a, b| b.loss().unwrap_or(-1.0).total_cmp(&a.loss().unwrap_or(-1.0)));
        }
        let count = shown.len();
        shown.truncate(args.top);
        let which = if args.order == Order::Loss { "greatest losses" } else { "other choices, in order" };
        writeln!(out, "\n{which} ({} of {count} decisions with another choice):", shown.len())?;
        shown.into_iter().try_for_each(|reviewed| self.write_decision(reviewed, unit, out))
    }

    /// Seats with a decision.
    fn seats(&self) -> Vec<Seat> {
        let has = |seat: &Seat| self.review.decisions.iter().any(|reviewed| reviewed.seat == *seat);
        Seat::all(self.names.len().max(3)).filter(has).collect()
    }

    fn name(&self, seat: Seat) -> String {
        match self.names.get(seat.index()) {
            Some(name) if !name.is_empty() => format!("seat {} ({})", seat.index(), escaped(name)),
            _ => format!("seat {}", seat.index()),
        }
    }

    fn write_player(&self, seat: Seat, unit: ValueUnit, out: &mut impl Write) -> Result<()> {
        let own = || self.review.decisions.iter().filter(move |reviewed| reviewed.seat == seat);
        let all = Totals::of(own());
        writeln!(out, "{}: {}", self.name(seat), all.text(unit))?;
        let sorts = Sort::ALL.into_iter().filter_map(|sort| {
            let totals = Totals::of(own().filter(|reviewed| reviewed.sort == sort));
            (totals.decisions > 0).then(|| {
                format!("{} {}/{} {}", sort.name(), totals.same, totals.decisions, number(totals.loss, unit))
            })
        });
        Ok(writeln!(out, "  {}", sorts.collect::<Vec<_>>().join(", "))?)
    }

    fn write_decision(&self, reviewed: &Reviewed, unit: ValueUnit, out: &mut impl Write) -> Result<()> {
        let loss = reviewed.loss().map_or("?".into(), |loss| number(loss.into(), unit));
        let (kyoku, seat) = (kyoku_name(reviewed, self.names.len()), self.name(reviewed.seat));
        writeln!(out, "\n{kyoku}  {seat}  {}: lost {loss}", reviewed.hand)?;
        for (what, code) in [("did", reviewed.done), ("agent", reviewed.choice)] {
            let candidate = reviewed.evaluation.as_ref().and_then(|evaluation| evaluation.of(code));
            let text = candidate.map_or(String::new(), |candidate| candidate_text(candidate, unit));
            writeln!(out, "  {what:<6}{:<28}{text}", action_name(code))?;
        }
        Ok(())
    }

    fn write_json(&self, unit: ValueUnit, out: &mut impl Write) -> Result<()> {
        let players = self.seats().into_iter().map(|seat| {
            let own = || self.review.decisions.iter().filter(move |reviewed| reviewed.seat == seat);
            let by_sort: serde_json::Map<String, Value> = Sort::ALL
                .into_iter()
                .map(|sort| {
                    (
                        sort.name().to_owned(),
                        Totals::of(own().filter(|reviewed| reviewed.sort == sort)).json(),
                    )
                })
                .collect();
            let mut player = Totals::of(own()).json();
            player["seat"] = json!(seat.index());
            player["name"] = json!(self.names.get(seat.index()));
            player["by_sort"] = Value::Object(by_sort);
            player
        });
        let object = json!({
            "version": env!("CARGO_PKG_VERSION"),
            "of": self.of,
            "rules": self.rules,
            "agent": self.agent.to_string(),
            "unit": unit.name(),
            "note": self.note,
            "players": players.collect::<Vec<_>>(),
            "decisions": self.review.decisions.iter().map(decision_json).collect::<Vec<_>>(),
        });
        Ok(writeln!(out, "{object}")?)
    }
}

/// The totals of some decisions.
struct Totals {
    decisions: usize,
    /// Decisions in which the agent would have done the same.
    same: usize,
    /// Sum of the losses.
    loss: f64,
}

impl Totals {
    fn of<'a>(decisions: impl Iterator<Item = &'a Reviewed>) -> Totals {
        let mut totals = Totals { decisions: 0, same: 0, loss: 0.0 };
        for reviewed in decisions {
            totals.decisions += 1;
            totals.same += usize::from(reviewed.agrees());
            totals.loss += f64::from(reviewed.loss().unwrap_or_default());
        }
        totals
    }

    fn text(&self, unit: ValueUnit) -> String {
        let percent = 100.0 * self.same as f64 / self.decisions.max(1) as f64;
        let loss = number(self.loss, unit);
        format!(
            "{} decisions, {} the same ({percent:.1} %), lost {loss} in this match",
            self.decisions, self.same
        )
    }

    fn json(&self) -> Value {
        json!({ "decisions": self.decisions, "same": self.same, "loss": self.loss })
    }
}

fn decision_json(reviewed: &Reviewed) -> Value {
    let candidates = reviewed.evaluation.iter().flat_map(|evaluation| &evaluation.candidates);
    let candidate = |candidate: &Candidate| {
        json!({
            "action": candidate.action,
            "name": action_name(candidate.action),
            "value": candidate.value,
            "win": candidate.win,
            "deal_in": candidate.deal_in,
            "loss": candidate.loss,
            "shanten": candidate.shanten,
            "then": candidate.then.map(|kind| kind.to_string()),
        })
    };
    json!({
        "kyoku": reviewed.kyoku.map(|kyoku| kyoku.index),
        "honba": reviewed.kyoku.map(|kyoku| kyoku.honba),
        "decision": reviewed.number,
        "seat": reviewed.seat.index(),
        "sort": reviewed.sort.name(),
        "hand": reviewed.hand,
        "done": action_name(reviewed.done),
        "choice": action_name(reviewed.choice),
        "loss": reviewed.loss(),
        "candidates": candidates.map(candidate).collect::<Vec<_>>(),
    })
}

/// `1.02, wins 12.3 %, deals in 4.0 %, then 9s`.
fn candidate_text(candidate: &Candidate, unit: ValueUnit) -> String {
    let mut text = number(candidate.value.into(), unit);
    let percent = |chance: f32| format!("{:.1} %", 100.0 * chance);
    text += &candidate.win.map_or(String::new(), |win| format!(", wins {}", percent(win)));
    text += &candidate.deal_in.map_or(String::new(), |deal_in| format!(", deals in {}", percent(deal_in)));
    text + &candidate.then.map_or(String::new(), |kind| format!(", then {kind}"))
}

/// A value or loss with the decimals that mean something.
fn number(value: f64, unit: ValueUnit) -> String {
    match unit {
        ValueUnit::Points => format!("{value:.0}"),
        ValueUnit::RankPoints | ValueUnit::Logit => format!("{value:.2}"),
    }
}

fn words(unit: ValueUnit) -> &'static str {
    match unit {
        ValueUnit::Points => "points",
        ValueUnit::RankPoints => "final rank points",
        ValueUnit::Logit => "logits",
    }
}

fn action_name(code: u8) -> String {
    Riichi::<4>::action_name(code)
}

/// `East 2, honba 1`.
fn kyoku_name(reviewed: &Reviewed, seats: usize) -> String {
    let Some(kyoku) = reviewed.kyoku else { return "unfinished kyoku".to_owned() };
    let (wind, number) = (kyoku.index as usize / seats.max(3), kyoku.index as usize % seats.max(3));
    let wind = ["East", "South", "West", "North"][wind % 4];
    format!("{wind} {}, honba {}", number + 1, kyoku.honba)
}
