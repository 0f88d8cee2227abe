//! `hyakuman run`: plays matches between agents and prints the results.
//!
//! `args` and `record` are the arguments, `report` is the time it took; `hyakuman-arena` plays the matches, `hyakuman-report` describes the result.

pub mod args;
pub mod record;
pub mod report;

use crate::choice::RulesChoice;
use crate::output::OutputArgs;
use crate::watch::Watch;
use crate::{crash, failure};
use anyhow::Result;
use args::{MeasureArgs, PlayArgs};
use clap::Args;
use hyakuman_agents::Roster;
use hyakuman_report::json;
use record::RecordArgs;
use report::Timing;
use std::io::Write;

/// Play matches between agents and show placements, rates and speed
#[derive(Args, Debug)]
pub struct RunArgs {
    #[command(flatten)]
    choice: RulesChoice,
    #[command(flatten)]
    play: PlayArgs,
    #[command(flatten)]
    own: MeasureArgs,
    /// What to record.
    #[command(flatten)]
    keep: RecordArgs,
    /// Also print the metrics for rule designers: comebacks, extension, spread, luck, yaku, values of wins (docs/metrics.md), as pages and
    /// JSON always do
    #[arg(long)]
    metrics: bool,
    #[command(flatten)]
    output: OutputArgs,
}

/// Runs `hyakuman run`, writing to `out`.
pub fn run(args: &RunArgs, out: &mut impl Write) -> Result<()> {
    run_by(&hyakuman::roster(), args, out)
}

/// The same with the agents of a roster.
fn run_by(roster: &Roster, args: &RunArgs, out: &mut impl Write) -> Result<()> {
    let rules = args.choice.load()?;
    let (arena, agents) = args.play.arena(&rules, roster)?;
    let arena = args.own.of(arena);
    let pages = args.output.prepare(&[])?;
    let watch = Watch::new()?;
    crash::set_run(command_line(args, agents));
    let record = args.keep.options();
    let resume = if record.is_some() { "; go on with --resume" } else { "" };
    let how = |done, of| interrupted(done, of, resume);
    let (played, seconds) = watch.over(roster, how, || arena.record(record).play(&watch))?;
    played.data_set.iter().for_each(|state| failure::say(state));
    let timing = Timing::new(seconds, played.threads, watch.done_so_far(), played.decisions);
    let (document, mut object) = (hyakuman_report::run::document(&played), json::run(&played));
    object["timing"] = serde_json::to_value(timing)?;
    let text = document.text(args.metrics) + &timing.line(played.stats.decisions());
    args.output.write(pages, &document, [&text, &object.to_string()], out)
}

/// The message for an interrupted run.
pub fn interrupted(done: u64, of: u64, resume: &str) -> String {
    format!("interrupted after {done} of {of} matches{resume}")
}

/// The arguments that determine the result, to play the run again.
fn command_line(args: &RunArgs, agents: &str) -> String {
    let RunArgs { choice: RulesChoice { rules, set }, play, own, .. } = args;
    format!("run --rules {rules}{}{} {}", args::changes(set), own.command_line(), play.command_line(agents))
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyakuman_agents::Random;
    use hyakuman_core::game::agent::AgentSeed;
    use hyakuman_core::game::{ActionMask, Agent};
    use hyakuman_core::{MatchSeed, Seat};
    use hyakuman_riichi::{Riichi, RiichiRules, View};
    use std::io::BufWriter;
    use std::process::ExitCode;
    use std::sync::Arc;

    /// Plays like `random` until its tenth decision on wall 3; that is an action which is not legal.
    #[derive(Default)]
    struct Cheat {
        honest: Random,
        seed: Option<MatchSeed>,
        decisions: u32,
    }

    impl Agent<Riichi<4>> for Cheat {
        fn begin(&mut self, rules: &Arc<RiichiRules>, seat: Seat, seed: AgentSeed) {
            (self.seed, self.decisions) = (Some(seed.of_match), 0);
            Agent::<Riichi<4>>::begin(&mut self.honest, rules, seat, seed);
        }

        fn act(&mut self, view: &View<'_, 4>, legal: &ActionMask) -> u8 {
            self.decisions += 1;
            let cheats = self.decisions == 10 && self.seed.is_some_and(|seed| seed.number == 3);
            let illegal = (0..=u8::MAX).find(|&action| !legal.has(action));
            let honest = Agent::<Riichi<4>>::act(&mut self.honest, view, legal);
            if cheats { illegal.expect("not everything is legal") } else { honest }
        }
    }

    /// The agents of the program, but the one called `random` does not keep to the rules.
    fn with_cheat() -> Roster {
        let mut roster = hyakuman::roster();
        roster.add("random", |_| Cheat::default());
        roster
    }

    #[derive(clap::Parser)]
    struct RunLine {
        #[command(flatten)]
        run: RunArgs,
    }

    fn run_args(line: &str) -> RunArgs {
        <RunLine as clap::Parser>::parse_from(["run"].into_iter().chain(line.split(' '))).run
    }

    /// The run has no result: one message names agent, match and action, and the exit code is 3.
    #[test]
    fn an_agent_that_breaks_the_protocol_ends_the_run() {
        let line = "--agents shanten,random,shanten,shanten --games 20 --threads 2";
        let mut out = Vec::new();
        let error = run_by(&with_cheat(), &run_args(line), &mut out).expect_err("an illegal action");
        assert!(out.is_empty(), "{out:?}");
        let message = error.to_string();
        assert!(message.starts_with("the agent random broke the protocol in match 12: "), "{message}");
        assert_eq!(failure::exit(&error, BufWriter::new(out)), ExitCode::from(3));
    }

    /// Without wall 3 the same agent does not cheat.
    #[test]
    fn an_agent_that_plays_legally_has_a_result() {
        let mut out = Vec::new();
        let line = "--agents shanten,random,shanten,shanten --games 12 --threads 2";
        run_by(&with_cheat(), &run_args(line), &mut out).expect("walls 0 to 2");
        assert!(out.starts_with(b"tenhou"));
    }
}
