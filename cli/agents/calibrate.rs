//! `hyakuman agents calibrate`: the forecasts of an agent and what happened; danger tables.
//!
//! `hyakuman-arena` plays and counts; `json` and `danger` are the JSON of forecasts and of danger tables.

mod danger;
mod json;
#[cfg(test)]
mod tests;

use crate::choice::RulesChoice;
use crate::crash;
use crate::output::OutputArgs;
use crate::run::args::{PlayArgs, changes};
use crate::run::interrupted;
use crate::run::report::{Timing, add_played};
use crate::watch::Watch;
use anyhow::Result;
use clap::Args;
use hyakuman_agents::Roster;
use hyakuman_arena::CalibrateOptions;
use hyakuman_report::calibration;
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
    /// Also show the forecasts of each group by the predicted chance, as pages and JSON always do
    #[arg(long, conflicts_with = "danger")]
    details: bool,
    #[command(flatten)]
    output: OutputArgs,
}

/// Runs `hyakuman agents calibrate`, writing to `out`.
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
    let pages = args.output.prepare(args.rows.as_slice())?;
    let watch = Watch::new()?;
    crash::set_run(args.command_line(agents));
    let (described, seed) = (rules.describe(), args.play.common.seed);
    let how = |done, of| interrupted(done, of, "");
    let (document, mut object, lineup, timing) = if args.danger {
        let (found, seconds) = watch.over(roster, how, || arena.danger(&watch))?;
        let timing = Timing::new(seconds, found.threads, found.matches, found.decisions);
        let document = hyakuman_report::danger::document(&found, &described, seed);
        (document, danger::object(&found.tables), found.lineup, timing)
    } else {
        let options = CalibrateOptions { rows: args.rows.clone() };
        let (found, seconds) = watch.over(roster, how, || arena.calibrate(&options, &watch))?;
        let timing = Timing::new(seconds, found.threads, found.matches, found.decisions);
        (calibration::document(&found, &described, seed), json::object(&found), found.lineup, timing)
    };
    add_played(&mut object, &described, seed, args.play.games, &lineup);
    object["timing"] = serde_json::to_value(timing)?;
    object["decisions"] = timing.decisions.into();
    let text = document.text(args.details) + &timing.line(timing.decisions);
    args.output.write(pages, &document, [&text, &object.to_string()], out)
}

impl CalibrateArgs {
    /// The arguments that determine the result, to play the matches again.
    fn command_line(&self, agents: &str) -> String {
        let CalibrateArgs { choice: RulesChoice { rules, set }, play, danger, .. } = self;
        let danger = if *danger { " --danger" } else { "" };
        format!("agents calibrate --rules {rules}{} {}{danger}", changes(set), play.command_line(agents))
    }
}
