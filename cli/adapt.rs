//! `hyakuman adapt`: an agent learns its rules.

use crate::number;
use crate::rules::RulesChoice;
use crate::run::args::CommonArgs;
use crate::run::report::add_rules;
use crate::watch::Watch;
use anyhow::Result;
use clap::Args;
use hyakuman_agents::Roster;
use hyakuman_analysis::figures::grouped;
use hyakuman_arena::adapt::{AdaptOptions, AdaptPlan, Adapted, Budget, adapt};
use hyakuman_registry::AnyRules;
use hyakuman_report::json;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

/// Adapt an agent to its rules: labels by rollouts, a fit, a match against the agent as it was
///
/// Decisions of the agent are played out with its choice and with others (`hyakuman labels`), a correction is fitted to the differences, and
/// the corrected agent plays the agent as it was on fresh walls. The file plays as `value:learned=FILE` wherever agents are named. An
/// interrupted run is continued by the same command (docs/learned.md).
#[derive(Args, Debug)]
pub struct AdaptArgs {
    #[command(flatten)]
    choice: RulesChoice,
    /// The agent: value, placement or gari, with their options. Default: value, gari for Toutenkou
    #[arg(long, value_name = "AGENT")]
    agent: Option<String>,
    /// How long it may take: 20m, 90s, 2h. What was done is in the file; --games and --walls repeat it
    #[arg(long, value_name = "TIME", default_value = "20m", value_parser = number::time)]
    budget: Duration,
    /// Matches with labels in each step, instead of a budget
    #[arg(long, value_name = "N", requires = "walls", allow_negative_numbers = true, value_parser = number::count)]
    games: Option<u64>,
    /// Deal sets (walls) of the match against the agent as it was, instead of a budget
    #[arg(long, value_name = "N", requires = "games", allow_negative_numbers = true, value_parser = number::count)]
    walls: Option<u64>,
    /// Steps of labels and fit; after the first one the corrected agent plays
    #[arg(long, value_name = "N", default_value_t = 2, allow_negative_numbers = true, value_parser = steps)]
    steps: u64,
    /// File of the correction; labels are kept in FILE.work
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    common: CommonArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Runs `hyakuman adapt`, writing to `out`.
///
/// # Errors
/// Bad rules, an agent that has no corrections, a folder with other work (exit code 2); an interruption (130); a file that cannot be
/// written.
pub fn run(args: &AdaptArgs, out: &mut impl Write) -> Result<()> {
    let roster = hyakuman::roster();
    let rules = args.choice.load()?;
    let watch = Watch::new()?;
    let how = |_, _| "interrupted; the same command goes on".to_owned();
    let (adapted, _) =
        watch.over(&roster, how, || adapt(&rules, &roster, &args.options(&rules, &roster), &watch))?;
    if args.json {
        let mut object = json::adapted(&adapted);
        object["seed"] = args.common.seed.into();
        add_rules(&mut object, &rules.describe());
        return Ok(writeln!(out, "{object:#}")?);
    }
    text(&adapted, out)
}

impl AdaptArgs {
    fn options(&self, rules: &AnyRules, roster: &Roster) -> AdaptOptions {
        let steps = self.steps as u32;
        let budget = match (self.games, self.walls) {
            (Some(games), Some(walls)) => Budget::Plan(AdaptPlan { steps, games, walls }),
            _ => Budget::Seconds { seconds: self.budget.as_secs_f64(), steps },
        };
        let mut work = self.out.clone().into_os_string();
        work.push(".work");
        let CommonArgs { seed, .. } = self.common;
        let threads = self.common.threads();
        AdaptOptions {
            agent: self.agent.clone().unwrap_or_else(|| roster.strong_agent(rules.describe().family).into()),
            budget,
            out: self.out.clone(),
            work: work.into(),
            seed,
            threads,
        }
    }
}

fn text(adapted: &Adapted, out: &mut impl Write) -> Result<()> {
    let Adapted { agent, base, plan, labels, checked, gain, matches } = adapted;
    writeln!(
        out,
        "{agent}\n{} steps of {} matches, {} labels fitted; in brackets: 95% intervals\n",
        plan.steps,
        whole(plan.games),
        whole(*labels)
    )?;
    writeln!(
        out,
        "{:24}{:>10}{:>16}{:>8}{:>10}{:>18}",
        "held-out labels", "labels", "slope", "taken", "expected", "gained"
    )?;
    for (sort, checked) in checked {
        let ([slope, of_slope], [gained, of_gained]) = (checked.slope, checked.gained);
        writeln!(
            out,
            "{sort:24}{:>10}{:>16}{:>7.1}%{:>+10.2}{:>18}",
            whole(checked.labels),
            format!("{slope:.2} ± {of_slope:.2}"),
            100.0 * checked.taken,
            checked.expected,
            format!("{gained:+.2} ± {of_gained:.2}"),
        )?;
    }
    let interval = gain.bounds().map_or_else(String::new, |[low, high]| format!(" [{low:+.2}, {high:+.2}]"));
    writeln!(
        out,
        "\none against {base}: {:+.2}{interval} rank points a match, {} matches: {}",
        gain.value,
        whole(*matches),
        adapted.verdict()
    )?;
    Ok(())
}

fn steps(text: &str) -> Result<u64, String> {
    number::whole(text, 1, 20)
}

/// A count with its digits in groups.
fn whole(number: u64) -> String {
    grouped(number as f64, 0)
}
