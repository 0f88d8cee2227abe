//! `hyakuman agents adapt`: an agent learns its rules.

use crate::choice::RulesChoice;
use crate::number;
use crate::output::OutputArgs;
use crate::run::args::CommonArgs;
use crate::run::report::add_rules;
use crate::watch::Watch;
use anyhow::Result;
use clap::Args;
use hyakuman_agents::Roster;
use hyakuman_arena::adapt::{AdaptOptions, Budget, adapt};
use hyakuman_games::registry::AnyRules;
use hyakuman_report::{json, learning};
use std::io::Write;
use std::path::PathBuf;
use std::slice::from_ref;
use std::time::Duration;

/// Adapt an agent to its rules: labels by rollouts, a fit, a match against the agent as it was
///
/// Decisions of the agent are played out with its choice and with others (`hyakuman agents labels`), a correction is fitted to the differences, and
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
    #[command(flatten)]
    output: OutputArgs,
}

/// Runs `hyakuman agents adapt`, writing to `out`.
pub fn run(args: &AdaptArgs, out: &mut impl Write) -> Result<()> {
    let roster = hyakuman::roster();
    let rules = args.choice.load()?;
    let pages = args.output.prepare(from_ref(&args.out))?;
    let watch = Watch::new()?;
    let how = |_, _| "interrupted; the same command goes on".to_owned();
    let (adapted, _) =
        watch.over(&roster, how, || adapt(&rules, &roster, &args.options(&rules, &roster), &watch))?;
    let (described, seed) = (rules.describe(), args.common.seed);
    let document = learning::adapted(&adapted, &described, seed);
    let mut object = json::adapted(&adapted);
    object["seed"] = seed.into();
    add_rules(&mut object, &described);
    args.output.write(pages, &document, [&document.text(false), &format!("{object:#}")], out)
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
            threads: self.common.threads.threads,
        }
    }
}
