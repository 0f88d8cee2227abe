//! `hyakuman calibrate`: the forecasts of an agent and what happened; danger tables.
//!
//! `hyakuman-arena` plays and counts; `page` and `json` write forecasts, `danger` writes danger tables.

mod danger;
mod json;
mod page;
#[cfg(test)]
mod tests;

use crate::choice::RulesChoice;
use crate::crash;
use crate::figures::{listed, matches};
use crate::run::args::{PlayArgs, changes};
use crate::run::interrupted;
use crate::run::report::{Timing, add_rules, write_rules};
use crate::watch::Watch;
use anyhow::Result;
use clap::Args;
use hyakuman_agents::Roster;
use hyakuman_arena::{CalibrateOptions, Lineup};
use hyakuman_game::ruleset::Described;
use serde_json::{Value, json};
use std::io::Write;
use std::path::PathBuf;

/// The agent if none is named. That of other commands makes no forecasts.
const FORECASTER: &str = "value";

/// The help of `--agents`.
const AGENTS: &str = "The agents in seat order, separated by commas; a single agent plays every seat. Agents with forecasts: \
                      defend, value, placement. With --danger any agent will do. Default: value (--danger: ukeire)";

/// Compare the chances that an agent forecasts with what happens, or show danger tables
///
/// After each decision of the agent named first, its forecast is compared with the outcome: its chances to win the kyoku, to deal
/// in, to be tenpai at an exhaustive draw, and to end the match in each place. docs/agents.md explains the result.
#[derive(Args, Debug)]
#[command(mut_arg("agents", |agents| agents.help(AGENTS).long_help(None::<&str>)))]
pub struct CalibrateArgs {
    #[command(flatten)]
    choice: RulesChoice,
    #[command(flatten)]
    play: PlayArgs,
    /// Show danger tables of riichi mahjong from the play of any agents: deal-in chances by danger class, tenpai chances, and
    /// the cost of a deal-in
    #[arg(long, conflicts_with = "rows")]
    danger: bool,
    /// Write a line of CSV per forecast to this file, in the order of the matches
    #[arg(long, value_name = "FILE")]
    rows: Option<PathBuf>,
    /// Also show the forecasts of each group by the predicted chance
    #[arg(long, conflicts_with = "danger")]
    details: bool,
    /// Print JSON; it always has the details
    #[arg(long)]
    json: bool,
}

/// What every result has.
struct Run<'a> {
    rules: &'a Described,
    play: &'a PlayArgs,
    lineup: &'a Lineup,
    matches: u64,
    decisions: i64,
    timing: Timing,
}

/// Runs `hyakuman calibrate`, writing to `out`.
///
/// # Errors
/// Bad rules or agents, an agent that makes no forecasts, a file that cannot be written (exit code 2), an agent that broke the
/// protocol (3), an interruption (130); otherwise writing to `out` failed.
pub fn run(args: &CalibrateArgs, out: &mut impl Write) -> Result<()> {
    run_with(args, &hyakuman::roster(), out)
}

/// [`run`] with the agents of this roster.
fn run_with(args: &CalibrateArgs, roster: &Roster, out: &mut impl Write) -> Result<()> {
    let rules = args.choice.load()?;
    let (arena, agents) = match args.danger {
        true => args.play.arena(&rules, roster)?,
        false => args.play.arena_or(&rules, roster, FORECASTER)?,
    };
    let watch = Watch::new()?;
    crash::set_run(args.command_line(agents));
    let described = rules.describe();
    let how = |done, of| interrupted(done, of, "");
    if args.danger {
        let (found, seconds) = watch.over(roster, how, || arena.danger(&watch))?;
        let timing = Timing::new(seconds, found.threads, found.matches, found.decisions);
        let run = args.run(&described, &found.lineup, found.decisions, timing);
        return if args.json {
            danger::write_json(&run, &found.tables, out)
        } else {
            danger::write_text(&run, &found.tables, out)
        };
    }
    let options = CalibrateOptions { rows: args.rows.clone() };
    let (found, seconds) = watch.over(roster, how, || arena.calibrate(&options, &watch))?;
    let timing = Timing::new(seconds, found.threads, found.matches, found.decisions);
    let run = args.run(&described, &found.lineup, found.decisions, timing);
    if args.json { json::write(&run, &found, out) } else { page::write(&run, &found, args.details, out) }
}

impl CalibrateArgs {
    fn run<'a>(
        &'a self,
        rules: &'a Described,
        lineup: &'a Lineup,
        decisions: i64,
        timing: Timing,
    ) -> Run<'a> {
        Run { rules, play: &self.play, lineup, matches: self.play.games, decisions, timing }
    }

    /// The arguments that determine the result, to play the matches again.
    fn command_line(&self, agents: &str) -> String {
        let CalibrateArgs { choice: RulesChoice { rules, set }, play, danger, .. } = self;
        let danger = if *danger { " --danger" } else { "" };
        format!("calibrate --rules {rules}{} {}{danger}", changes(set), play.command_line(agents))
    }
}

impl Run<'_> {
    /// Writes the first lines of the text.
    fn write_head(&self, out: &mut impl Write) -> Result<()> {
        write_rules(self.rules, out)?;
        let (matches, seed) = (matches(self.matches), self.play.common.seed);
        writeln!(out, "{matches}, seed {seed}, seating {}", self.lineup.seating())?;
        Ok(writeln!(out, "agents: {}", listed(&self.lineup.names()))?)
    }

    /// The keys that the JSON of every result has.
    fn object(&self) -> Result<Value> {
        let mut object = json!({
            "seed": self.play.common.seed,
            "games": self.matches,
            "agents": self.lineup.names(),
            "seating": self.lineup.seating(),
            "rotations": self.lineup.rotations(),
            "decisions": self.decisions,
            "timing": serde_json::to_value(self.timing)?,
        });
        add_rules(&mut object, self.rules);
        Ok(object)
    }
}
