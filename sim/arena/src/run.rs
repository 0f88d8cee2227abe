//! A run: matches between agents under one set of rules, counted, and kept if asked.

use crate::error::Error;
use crate::lineup::{BuiltIn, Lineup, Maker};
use crate::observer::Observer;
use crate::play::Job;
use crate::recording::{Kept, RecordOptions};
use crate::stats::Stats;
use crate::threads;
use hyakuman_agents::Spec;
use hyakuman_games::Game;
use hyakuman_games::registry::{AnyRules, Visitor};
use std::sync::Arc;

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Plan<'a> {
    /// The agents in order of turn, one for each seat, or one that plays every seat.
    pub agents: Vec<Spec>,
    /// Play each wall once per seat rotation that makes a difference; else every match has a wall of its own.
    pub rotate: bool,
    /// Random seed of the run.
    pub seed: u64,
    /// Matches, rotations counted.
    pub games: u64,
    /// Threads; none for one per processor. The result is the same for any number.
    pub threads: Option<u64>,
    /// What to keep; none for statistics only.
    pub record: Option<&'a RecordOptions>,
}

/// What came of a run.
#[derive(Debug)]
pub struct Played {
    /// Who sat where.
    pub lineup: Lineup,
    /// What was counted: of a data set, over all parts of the shard, those of an earlier run among them.
    pub stats: Stats,
    /// Decisions that were made now.
    pub decisions: i64,
    /// Threads that worked.
    pub threads: usize,
    /// Names of the rates that mean nothing in the game.
    pub inapplicable: &'static [&'static str],
    /// How far the data set is, in one line; none where nothing was kept.
    pub data_set: Option<String>,
}

/// Plays a run between the agents that come with the program.
///
/// # Errors
/// The agents do not fit, or do not play this game; an agent chose an illegal action; the data set cannot be written;
/// or the observer stopped it.
pub fn run(rules: &AnyRules, plan: Plan<'_>, observer: &dyn Observer) -> Result<Played, Error> {
    run_with(&BuiltIn, rules, plan, observer)
}

/// [`run()`] with agents that `maker` makes.
///
/// # Errors
/// Those of [`run()`].
pub fn run_with(
    maker: &impl Maker,
    rules: &AnyRules,
    plan: Plan<'_>,
    observer: &dyn Observer,
) -> Result<Played, Error> {
    rules.visit(Run { maker, rules, plan, observer })
}

/// A run of whatever game the rules belong to.
struct Run<'a, M> {
    maker: &'a M,
    rules: &'a AnyRules,
    plan: Plan<'a>,
    observer: &'a dyn Observer,
}

impl<M: Maker> Visitor for Run<'_, M> {
    type Output = Result<Played, Error>;

    fn visit<G: Game>(self, rules: &Arc<G::Rules>) -> Self::Output {
        let Run { maker, plan: Plan { agents, rotate, seed, games, threads, record }, observer, .. } = self;
        let lineup = Lineup::new(agents, G::SEATS, self.rules.id(), rotate)?;
        lineup.build::<G>(maker)?; // Whoever does not play this game is named before the threads start.
        let pool = threads::pool(threads)?;
        let start = |options| Kept::start::<G>(options, self.rules, &lineup, seed, games);
        let kept = record.map(start).transpose()?;
        observer.start(kept.as_ref().map_or(games, Kept::games));
        let job = Job::<G, M> { rules, lineup: &lineup, maker, seed, games, observer };
        let (mut stats, decisions) = match &kept {
            Some(kept) => kept.check_space(&job).and_then(|()| pool.install(|| kept.play(&job)))?,
            None => {
                let stats = pool.install(|| job.play())?;
                let decisions = stats.decisions();
                (stats, decisions)
            }
        };
        stats.count_points_in(G::UNITS_PER_POINT);
        let data_set = kept.as_ref().map(Kept::state).transpose()?;
        let threads = pool.current_num_threads();
        Ok(Played { lineup, stats, decisions, threads, inapplicable: G::INAPPLICABLE_RATES, data_set })
    }
}
