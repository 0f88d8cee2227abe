//! `hyakuman run`: plays matches between agents and tells what came of them.
//!
//! `asked` is the command line, `lineup` says who sits where, `play` divides the matches among threads, `record` keeps
//! them, `stats` counts, `report` tells.

pub mod asked;
pub mod lineup;
pub mod play;
pub mod record;
pub mod report;
pub mod stats;

use crate::failure::Failure;
use crate::progress::Progress;
use crate::rules::RulesChoice;
use crate::{crash, interrupt, threads};
use anyhow::{Context, Result};
use asked::{PlayArgs, Seating};
use clap::Args;
use hyakuman_agents::Spec;
use hyakuman_games::Game;
use hyakuman_games::registry::{self, AnyRules, Visitor};
use lineup::{BuiltIn, Lineup, Maker};
use play::{Job, Stopped};
use record::Kept;
use record::asked::RecordArgs;
use report::{Report, Timing};
use stats::Stats;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Arguments of `hyakuman run`.
#[derive(Args, Debug)]
pub struct RunArgs {
    #[command(flatten)]
    choice: RulesChoice,
    #[command(flatten)]
    play: PlayArgs,
    /// What to keep of the matches.
    #[command(flatten)]
    keep: RecordArgs,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// Runs `hyakuman run`, writing to `out`.
///
/// # Errors
/// Bad rules or agents (exit code 2), an agent that broke the protocol (3), an interruption (130); otherwise `out`
/// failed.
pub fn run(args: &RunArgs, out: &mut impl Write) -> Result<()> {
    run_with(&BuiltIn, args, out)
}

/// The same with agents made by `maker`.
fn run_with(maker: &impl Maker, args: &RunArgs, out: &mut impl Write) -> Result<()> {
    let rules = registry::load(&args.choice.source()?)?;
    let agents = args.play.agents(rules.describe().family);
    let specs = Spec::list(agents)?;
    let stop = interrupt::watch().context(interrupt::REFUSED)?;
    crash::set_run(command_line(args, agents));
    let Played { lineup, stats, timing, foreign } =
        rules.visit(Run { maker, args, specs, rules: &rules, stop })?;
    let described = rules.describe();
    let (seed, games, seating) = (args.play.seed, stats.games() as u64, args.play.seating.name());
    let (rules, lineup, stats) = (&described, &lineup, &stats);
    let shard = args.keep.shard;
    let report = Report { rules, lineup, games, seed, seating, shard, stats, foreign, timing };
    if args.json { report.write_json(out) } else { report.write_text(out) }
}

/// What came of a run.
struct Played {
    lineup: Lineup,
    stats: Stats,
    timing: Timing,
    /// Names of the rates that mean nothing in the game.
    foreign: &'static [&'static str],
}

/// A run of whatever game the rules belong to.
struct Run<'a, M> {
    maker: &'a M,
    args: &'a RunArgs,
    specs: Vec<Spec>,
    rules: &'a AnyRules,
    stop: Arc<AtomicBool>,
}

impl<M: Maker> Visitor for Run<'_, M> {
    type Output = Result<Played>;

    fn visit<G: Game>(self, rules: &Arc<G::Rules>) -> Self::Output {
        let RunArgs { ref keep, play: PlayArgs { games, seed, seating, threads, .. }, .. } = *self.args;
        let lineup = Lineup::new(self.specs, G::SEATS, self.rules.id(), seating == Seating::Rotate)?;
        lineup.build::<G>(self.maker)?; // Whoever does not play this game is told before the threads start.
        let pool = threads::pool(threads)?;
        let kept = Kept::start::<G>(keep, self.rules, &lineup, seed, games)?;
        let progress = Progress::new(kept.as_ref().map_or(games, Kept::games));
        let (maker, stop) = (self.maker, &*self.stop);
        let job = Job::<G, M> { rules, lineup: &lineup, maker, seed, games, stop, progress: &progress };
        let result = match &kept {
            Some(kept) => kept.check_space(&job).and_then(|()| pool.install(|| kept.play(&job))),
            None => pool.install(|| job.play()).map(|stats| {
                let decisions = stats.decisions();
                (stats, decisions)
            }),
        };
        let seconds = progress.finish().as_secs_f64();
        let (mut stats, decisions) = result.map_err(|stopped| told(stopped, &progress, kept.is_some()))?;
        stats.count_points_in(G::UNITS_A_POINT);
        if let Some(kept) = &kept {
            let _ = writeln!(io::stderr(), "{}", kept.state()?);
        }
        let timing = Timing::new(seconds, pool.current_num_threads(), progress.done(), decisions);
        Ok(Played { lineup, stats, timing, foreign: G::FOREIGN_RATES })
    }
}

/// Why there is no result, as an error; `kept`: what was played is on disk.
pub fn told(stopped: Stopped, progress: &Progress, kept: bool) -> anyhow::Error {
    let resume = if kept { "; go on with --resume" } else { "" };
    match stopped {
        Stopped::Interrupted => Failure::Interrupted(format!(
            "interrupted after {} of {} games{resume}",
            progress.done(),
            progress.total()
        ))
        .into(),
        Stopped::Protocol(sentence) => Failure::Protocol(sentence).into(),
        Stopped::Record(error) => error,
    }
}

/// The arguments that make the run what it is, to play it again.
fn command_line(args: &RunArgs, agents: &str) -> String {
    let RunArgs { choice: RulesChoice { rules, set }, play, .. } = args;
    format!("run --rules {rules}{} {}", asked::changes(set), play.command_line(agents))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::failure;
    use hyakuman_agents::SpecError;
    use hyakuman_core::{MatchSeed, Seat};
    use hyakuman_games::agent::AgentSeed;
    use hyakuman_games::{ActionMask, Agent};
    use std::io::BufWriter;
    use std::process::ExitCode;

    /// Makes the agents of the program, but for the one called `random`: that does not keep to the rules.
    struct WithCheat;

    /// Plays like the agent in it until its tenth decision on wall 3; that is an action which is not legal.
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

    #[derive(clap::Parser)]
    struct Asked {
        #[command(flatten)]
        run: RunArgs,
    }

    fn asked(line: &str) -> RunArgs {
        <Asked as clap::Parser>::parse_from(["run"].into_iter().chain(line.split(' '))).run
    }

    /// The run has no result: one sentence names agent, match and action, and the exit code is 3.
    #[test]
    fn an_agent_that_breaks_the_protocol_ends_the_run() {
        let line = "--agents shanten,random,shanten,shanten --games 20 --threads 2";
        let mut out = Vec::new();
        let error = run_with(&WithCheat, &asked(line), &mut out).expect_err("a foul");
        assert!(out.is_empty(), "{out:?}");
        let told = error.to_string();
        assert!(told.starts_with("the agent random broke the protocol in match 12: "), "{told}");
        assert_eq!(failure::exit(&error, BufWriter::new(out)), ExitCode::from(3));
    }

    /// The same agent is not told of where it keeps to the rules.
    #[test]
    fn who_keeps_to_the_rules_has_a_result() {
        let mut out = Vec::new();
        let line = "--agents shanten,random,shanten,shanten --games 12 --threads 2";
        run_with(&WithCheat, &asked(line), &mut out).expect("walls 0 to 2");
        assert!(out.starts_with(b"tenhou"));
    }
}
