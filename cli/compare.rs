//! `hyakuman compare`: what a change of the rules does to the game.
//!
//! The same agents play the same walls under both rules, seated alike; told is how the rates differ, and how far the
//! difference can be trusted. `effects` counts, `report` tells; all else is as in `run`.

mod effects;
mod report;

use crate::failure::Failure;
use crate::progress::Progress;
use crate::run::asked::{self, PlayArgs, Seating};
use crate::run::lineup::{BuiltIn, Lineup};
use crate::run::play::{Job, Stopped, pieces};
use crate::run::report::Timing;
use crate::run::stats::Cluster;
use crate::run::told;
use crate::{crash, interrupt, rules, threads};
use anyhow::{Context, Result};
use clap::Args;
use effects::Effects;
use hyakuman_agents::Spec;
use hyakuman_games::Game;
use hyakuman_games::registry::{self, AnyRules, Visitor};
use rayon::prelude::*;
use report::Report;
use std::any::Any;
use std::io::Write;
use std::marker::PhantomData;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Play the same walls under two sets of rules and show what the change does
#[derive(Args, Debug)]
pub struct CompareArgs {
    /// Name of a ruleset, or path of a rules file (.toml)
    #[arg(long, value_name = "ID", default_value = "tenhou")]
    base: String,
    /// The other ruleset, or rules file; the base if not given
    #[arg(long, value_name = "ID")]
    variant: Option<String>,
    /// Change a rule of the variant, as in --set kuitan=false; may be repeated
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    #[command(flatten)]
    play: PlayArgs,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// Runs `hyakuman compare`, writing to `out`.
///
/// # Errors
/// Bad rules or agents, rules that are not of one game or do not differ (exit code 2), an agent that broke the protocol
/// (3), an interruption (130); otherwise `out` failed.
pub fn run(args: &CompareArgs, out: &mut impl Write) -> Result<()> {
    let variant = args.variant.as_ref().unwrap_or(&args.base);
    let base = registry::load(&rules::source(&args.base, &[])?)?;
    let variant = registry::load(&rules::source(variant, &args.set)?)?;
    let [of_base, of_variant] = [&base, &variant].map(AnyRules::describe);
    if of_base.hash == of_variant.hash {
        let told = format!(
            "the variant has the same rules as {}: name another --variant, or --set a rule",
            of_base.id
        );
        return Err(Failure::Usage(told).into());
    }
    let agents = args.play.agents(of_base.family);
    let specs = Spec::list(agents)?;
    let stop = interrupt::watch().context(interrupt::REFUSED)?;
    crash::set_run(command_line(args, agents));
    let Compared { lineup, effects, timing, foreign } =
        base.visit(Compare { play: &args.play, specs, base: &base, variant: &variant, stop })?;
    let (base, variant, lineup, play, effects) = (&of_base, &of_variant, &lineup, &args.play, &effects);
    let report = Report { base, variant, lineup, play, effects, foreign, timing };
    if args.json { report.write_json(out) } else { report.write_text(out) }
}

/// What came of a comparison.
struct Compared {
    lineup: Lineup,
    effects: Effects,
    timing: Timing,
    /// Names of the rates that mean nothing in the game.
    foreign: &'static [&'static str],
}

/// A comparison in whatever game the base belongs to.
struct Compare<'a> {
    play: &'a PlayArgs,
    specs: Vec<Spec>,
    base: &'a AnyRules,
    variant: &'a AnyRules,
    stop: Arc<AtomicBool>,
}

impl Visitor for Compare<'_> {
    type Output = Result<Compared>;

    fn visit<G: Game>(self, base: &Arc<G::Rules>) -> Self::Output {
        let PlayArgs { games, seed, seating, threads, .. } = *self.play;
        let variant = self.variant.visit(RulesOf::<G>(PhantomData));
        let variant = variant.ok_or_else(|| of_other_games(self.base, self.variant))?;
        let lineup = Lineup::new(self.specs, G::SEATS, self.base.id(), seating == Seating::Rotate)?;
        lineup.build::<G>(&BuiltIn)?; // Whoever does not play this game is told before the threads start.
        let pool = threads::pool(threads)?;
        let progress = Progress::new(2 * games);
        let job = |rules| Job::<G, _> {
            rules,
            lineup: &lineup,
            maker: &BuiltIn,
            seed,
            games,
            stop: &self.stop,
            progress: &progress,
        };
        let pair = Pair { base: job(base), variant: job(&variant) };
        let result = pool.install(|| pair.play());
        let seconds = progress.finish().as_secs_f64();
        let mut effects = result.map_err(|stopped| told(stopped, &progress, false))?;
        effects.count_points_in(G::UNITS_A_POINT);
        let timing = Timing::new(seconds, pool.current_num_threads(), progress.done(), effects.decisions);
        Ok(Compared { lineup, effects, timing, foreign: G::FOREIGN_RATES })
    }
}

/// The rules of a game, if the rules visited are of that game.
struct RulesOf<G>(PhantomData<G>);

impl<G: Game> Visitor for RulesOf<G> {
    type Output = Option<Arc<G::Rules>>;

    fn visit<H: Game>(self, rules: &Arc<H::Rules>) -> Self::Output {
        let unknown: Arc<dyn Any + Send + Sync> = Arc::clone(rules) as _;
        unknown.downcast().ok().filter(|_| H::FAMILY == G::FAMILY && H::SEATS == G::SEATS)
    }
}

/// The same matches under two sets of rules.
struct Pair<'a, G: Game> {
    base: Job<'a, G, BuiltIn>,
    variant: Job<'a, G, BuiltIn>,
}

impl<G: Game> Pair<'_, G> {
    /// Plays everything on the threads of the current pool.
    fn play(&self) -> Result<Effects, Stopped> {
        let Job { lineup, games, .. } = self.base;
        let pieces = pieces(lineup, games).map(|piece| self.piece(piece));
        pieces.try_reduce(|| Effects::new(lineup), |sum, piece| Ok(sum.merge(&piece)))
    }

    /// Plays some matches, which start with the first on a wall.
    fn piece(&self, matches: Range<u64>) -> Result<Effects, Stopped> {
        let walls = |job: &Job<'_, G, BuiltIn>| {
            let mut walls: Vec<Cluster> = Vec::new();
            job.walls(matches.clone(), &mut (), |wall| walls.push(wall)).map(|()| walls)
        };
        let (base, variant) = (walls(&self.base)?, walls(&self.variant)?);
        let mut effects = Effects::new(self.base.lineup);
        base.iter().zip(&variant).for_each(|(base, variant)| effects.add(base, variant));
        Ok(effects)
    }
}

/// The arguments that make the comparison what it is, to play it again.
fn command_line(args: &CompareArgs, agents: &str) -> String {
    let CompareArgs { base, variant, set, play, .. } = args;
    let variant = variant.as_ref().map_or(String::new(), |variant| format!(" --variant {variant}"));
    format!("compare --base {base}{variant}{} {}", asked::changes(set), play.command_line(agents))
}

fn of_other_games(base: &AnyRules, variant: &AnyRules) -> Failure {
    let [base, variant] = [base, variant].map(AnyRules::id);
    Failure::Usage(format!(
        "{variant} is another game than {base}: only rules of one family and as many seats can be compared"
    ))
}
