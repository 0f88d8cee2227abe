//! `hyakuman run`: plays matches between agents and prints the results.
//!
//! `args` and `record` are the arguments, `report` writes the result; `hyakuman-arena` plays the matches.

pub mod args;
pub mod record;
pub mod report;

use crate::crash;
use crate::rules::RulesChoice;
use crate::watch::Watch;
use anyhow::Result;
use args::{PlayArgs, Seating};
use clap::Args;
use hyakuman_agents::Spec;
use hyakuman_arena::{Error, Observer, Plan, Played};
use hyakuman_games::registry::{self, AnyRules};
use record::RecordArgs;
use report::{Report, Timing};
use std::io::{self, Write};

/// Arguments of `hyakuman run`.
#[derive(Args, Debug)]
pub struct RunArgs {
    #[command(flatten)]
    choice: RulesChoice,
    #[command(flatten)]
    play: PlayArgs,
    /// What to record.
    #[command(flatten)]
    keep: RecordArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Runs `hyakuman run`, writing to `out`.
///
/// # Errors
/// Bad rules or agents (exit code 2), an agent that broke the protocol (3), an interruption (130); otherwise
/// writing to `out` failed.
pub fn run(args: &RunArgs, out: &mut impl Write) -> Result<()> {
    run_by(&hyakuman_arena::run, args, out)
}

/// The function that plays a run.
type Play<'a> = &'a dyn Fn(&AnyRules, Plan<'_>, &dyn Observer) -> Result<Played, Error>;

/// Like [`run`], with the matches played by `play`.
fn run_by(play: Play<'_>, args: &RunArgs, out: &mut impl Write) -> Result<()> {
    let rules = registry::load(&args.choice.source()?)?;
    let agents = args.play.agents(rules.describe().family);
    let specs = Spec::list(agents)?;
    let watch = Watch::new()?;
    crash::set_run(command_line(args, agents));
    let record = args.keep.options();
    let PlayArgs { games, seed, seating, threads, .. } = args.play;
    let rotate = seating == Seating::Rotate;
    let plan = Plan { agents: specs, rotate, seed, games, threads, record: record.as_ref() };
    let played = play(&rules, plan, &watch);
    let seconds = watch.finish().as_secs_f64();
    let resume = if record.is_some() { "; go on with --resume" } else { "" };
    let played = played.map_err(|error| watch.failure(error, |done, of| interrupted(done, of, resume)))?;
    let Played { lineup, stats, decisions, threads, inapplicable, data_set } = played;
    if let Some(state) = data_set {
        let _ = writeln!(io::stderr(), "{state}");
    }
    let timing = Timing::new(seconds, threads, watch.done_so_far(), decisions);
    let described = rules.describe();
    let (games, seating) = (stats.games() as u64, seating.name());
    let (rules, lineup, stats) = (&described, &lineup, &stats);
    let shard = args.keep.shard;
    let report = Report { rules, lineup, games, seed, seating, shard, stats, inapplicable, timing };
    if args.json { report.write_json(out) } else { report.write_text(out) }
}

/// The message for an interrupted run.
pub fn interrupted(done: u64, of: u64, resume: &str) -> String {
    format!("interrupted after {done} of {of} games{resume}")
}

/// The arguments that determine the result, to play the run again.
fn command_line(args: &RunArgs, agents: &str) -> String {
    let RunArgs { choice: RulesChoice { rules, set }, play, .. } = args;
    format!("run --rules {rules}{} {}", args::changes(set), play.command_line(agents))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::failure;
    use hyakuman_agents::SpecError;
    use hyakuman_arena::{BuiltIn, Maker};
    use hyakuman_core::{MatchSeed, Seat};
    use hyakuman_games::agent::AgentSeed;
    use hyakuman_games::{ActionMask, Agent, Game};
    use std::io::BufWriter;
    use std::process::ExitCode;
    use std::sync::Arc;

    /// Makes the built-in agents, except that `random` cheats.
    struct WithCheat;

    /// Plays like `honest`, except that its tenth decision on wall 3 is an illegal action.
    struct Cheat<G: Game> {
        honest: Box<dyn Agent<G>>,
        seed: Option<MatchSeed>,
        decisions: u32,
    }

    impl Maker for WithCheat {
        fn make<G: Game>(&self, spec: &Spec) -> Result<Box<dyn Agent<G>>, SpecError> {
            let honest = BuiltIn.make(spec)?;
            let cheats = spec.to_string() == "random";
            Ok(if cheats { Box::new(Cheat { honest, seed: None, decisions: 0 }) } else { honest })
        }
    }

    impl<G: Game> Agent<G> for Cheat<G> {
        fn begin(&mut self, rules: &Arc<G::Rules>, seat: Seat, seed: AgentSeed) {
            (self.seed, self.decisions) = (Some(seed.of_match), 0);
            self.honest.begin(rules, seat, seed);
        }

        fn act(&mut self, view: &G::View<'_>, legal: &ActionMask) -> u8 {
            self.decisions += 1;
            let cheats = self.decisions == 10 && self.seed.is_some_and(|seed| seed.number == 3);
            let foul = (0..=u8::MAX).find(|&action| !legal.has(action));
            if cheats { foul.expect("not everything is legal") } else { self.honest.act(view, legal) }
        }
    }

    fn with_cheat(rules: &AnyRules, plan: Plan<'_>, observer: &dyn Observer) -> Result<Played, Error> {
        hyakuman_arena::run_with(&WithCheat, rules, plan, observer)
    }

    #[derive(clap::Parser)]
    struct Asked {
        #[command(flatten)]
        run: RunArgs,
    }

    fn asked(line: &str) -> RunArgs {
        <Asked as clap::Parser>::parse_from(["run"].into_iter().chain(line.split(' '))).run
    }

    /// The run has no result: one message names agent, match and action, and the exit code is 3.
    #[test]
    fn an_agent_that_breaks_the_protocol_ends_the_run() {
        let line = "--agents shanten,random,shanten,shanten --games 20 --threads 2";
        let mut out = Vec::new();
        let error = run_by(&with_cheat, &asked(line), &mut out).expect_err("a foul");
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
        run_by(&with_cheat, &asked(line), &mut out).expect("walls 0 to 2");
        assert!(out.starts_with(b"tenhou"));
    }
}
