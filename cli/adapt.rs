//! `hyakuman adapt`: an agent learns its rules.

use crate::choice::RulesChoice;
use crate::number;
use crate::run::args::CommonArgs;
use crate::run::report::add_rules;
use crate::watch::Watch;
use anyhow::Result;
use clap::Args;
use hyakuman_agents::Roster;
use hyakuman_analysis::Unit;
use hyakuman_analysis::figures::{grouped, shown};
use hyakuman_arena::adapt::{AdaptOptions, Adapted, Budget, Checked, FEWEST_LABELS, adapt};
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
    /// The agent that plays on in every seat after a labelled action. Default: value:depth=0 for value, otherwise the agent
    #[arg(long, value_name = "AGENT")]
    policy: Option<String>,
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
    #[arg(long, value_name = "N", default_value_t = 2, allow_negative_numbers = true, value_parser = number::within::<1, 20>)]
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
        let plan = self.games.zip(self.walls).map(<[u64; 2]>::from);
        AdaptOptions {
            agent: self.agent.clone().unwrap_or_else(|| roster.strong_agent(rules.describe().family).into()),
            policy: self.policy.clone(),
            budget: Budget::of(plan, self.budget.as_secs_f64(), self.steps as u32),
            out: self.out.clone(),
            seed: self.common.seed,
            threads: self.common.threads,
        }
    }
}

fn text(adapted: &Adapted, out: &mut impl Write) -> Result<()> {
    let Adapted { agent, base, plan, labels, checked, gain, matches } = adapted;
    match adapted.is_stronger() {
        true => writeln!(out, "{agent}")?,
        false => writeln!(out, "keep {base}: {agent} is {}", adapted.verdict())?,
    }
    writeln!(
        out,
        "{} {} of {} matches, {} labels fitted; in brackets: 95% intervals\n",
        plan.steps,
        if plan.steps == 1 { "step" } else { "steps" },
        whole(plan.games),
        whole(*labels)
    )?;
    let columns = ["labels", "slope", "", "taken", "expected", "gained", ""];
    let [labels, slope, of_slope, taken, expected, gained, of_gained] = columns;
    writeln!(
        out,
        "{:24}{labels:>10}{slope:>9}{of_slope:>14}{taken:>8}{expected:>10}{gained:>9}{of_gained:>14}",
        "held-out labels"
    )?;
    for (sort, checked) in checked {
        let [slope, of_slope] = shown(Unit::Number, checked.slope);
        let [gained, of_gained] = shown(Unit::Thousandths, checked.gained);
        let (labels, taken) = (whole(checked.labels), 100.0 * checked.taken);
        let Checked { expected, .. } = checked;
        writeln!(
            out,
            "{sort:24}{labels:>10}{slope:>9}{of_slope:>14}{taken:>7.1}%{expected:>+10.2}{gained:>9}{of_gained:>14}"
        )?;
    }
    let left_out = adapted.left_out();
    if !left_out.is_empty() {
        let fewest = whole(FEWEST_LABELS);
        writeln!(out, "not corrected, fewer than {fewest} labels: {}", left_out.join(", "))?;
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

/// A count with its digits in groups.
fn whole(number: u64) -> String {
    grouped(number as f64, 0)
}
