//! Grids of rulesets and tables: they play the same walls until it is enough.
//!
//! ```text
//! wall -> played in every cell (`cells`) -> counts -> sums, added in the order of the walls (`pieces`) -> enough? (`stop`) -> sums, kept in a state (`state`)
//! ```
//!
//! A *cell* is a table of agents under a ruleset. What is added up is up to `WallSums`: whatever is asked ([`crate::experiment`]), the effects of
//! rules ([`mod@crate::compare`]), the differences of agents ([`mod@crate::contest`]). Sums are whole numbers, so no result depends on threads, shards or interruptions.

mod cells;
mod length;
mod observer;
mod pieces;
mod rescore;
mod state;
mod stop;

use crate::arena::Arena;
use crate::counts::WallCounts;
use crate::error::{Error, Within};
use crate::lineup::Lineup;
use crate::observer::Observer;
use crate::own_measures::OwnMeasures;
use crate::threads;
use cells::{Manner, cells};
use hyakuman_analysis::sequential::{Look, SequentialTest};
use hyakuman_analysis::{Additive, Equivalence, Level, Number, Validity};
use hyakuman_games::registry::AnyRules;
use hyakuman_record::Shard;
use pieces::Pieces;
use state::StateFile;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

pub(crate) use length::Length;
pub(crate) use state::Identity;
use stop::Schedule;
pub use stop::{Ending, Half, LOOK, PATIENCE, Stop};
pub(crate) use stop::{Width, measure_and_half, open, until_so_far, verdicts_so_far};

/// Cells that play the same walls, and when it is enough.
pub(crate) struct Grid<'a> {
    /// The agents, seed, threads and measures.
    pub arena: &'a Arena<'a>,
    pub cells: Vec<Cell<'a>>,
    pub setting: CellOptions,
    /// How much is played at most.
    pub length: Length,
    pub plan: &'a Plan,
    pub identity: Identity,
    pub observer: &'a dyn Observer,
}

/// A table of agents under a ruleset.
pub(crate) struct Cell<'a> {
    pub rules: &'a AnyRules,
    pub lineup: &'a Lineup,
    /// The ruleset in errors; empty for the only one or the base.
    pub under: String,
    /// The table in errors; empty for the only one.
    pub table: String,
}

impl Cell<'_> {
    /// An error with its place.
    fn error(&self, error: Error) -> Error {
        let places = [&self.table, &self.under].into_iter().filter(|place| !place.is_empty());
        match error {
            Error::Interrupted => error,
            error => places.fold(error, |error, place| error.within(place)),
        }
    }
}

/// What is the same in all cells.
#[derive(Clone, Copy)]
pub(crate) struct CellOptions {
    /// Measures of one's own.
    pub own_measures: Option<OwnMeasures>,
    /// Number of matches in each cell: on the last wall there may be fewer. [`u64::MAX`] for whole walls: then batched agents answer the decisions of
    /// all cells in one call, but of those that are re-scored.
    pub matches: u64,
    /// Whether a cell that differs from an earlier one in final points only has the matches of that one.
    pub rescore: bool,
}

/// When an experiment is over, where its sums are kept, and which walls are played into them.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// When it is over, at the latest after all walls.
    pub stop: Stop,
    /// Whether the intervals of a fixed number of walls hold whenever one looks, too: for a state that is continued after a look at the result.
    pub anytime: bool,
    /// A file that holds the totals, from which the experiment can be continued.
    pub state: Option<PathBuf>,
    /// The part of the walls to play.
    pub shard: Shard,
    /// The states of all shards: they are added, and nothing is played.
    pub merge: Vec<PathBuf>,
}

impl Default for Plan {
    /// All walls, in one go.
    fn default() -> Plan {
        Plan { stop: Stop::All, anytime: false, state: None, shard: Shard::WHOLE, merge: Vec::new() }
    }
}

impl Plan {
    /// When the intervals hold.
    pub fn validity(&self) -> Validity {
        if self.anytime { Validity::Anytime } else { self.stop.validity() }
    }

    /// The level of the intervals of so many differences.
    pub(crate) fn level(&self, differences: usize) -> Level {
        match self.validity() {
            Validity::Fixed => Level::Fixed,
            Validity::Anytime => Level::Anytime { differences: differences as u32 },
        }
    }
}

/// What is added up over the walls of an experiment, and what its plan wants to know of it.
pub(crate) trait WallSums: Sync {
    type Sums: Additive + Send + Sync;

    /// Adds a wall: the counts of each cell.
    fn add(&self, sums: &mut Self::Sums, cells: &[&WallCounts]);

    /// The widest interval of what [`Stop::Until`] watches.
    fn widest(&self, _totals: &GridSums<Self::Sums>) -> Width {
        Width::Half(f64::INFINITY)
    }

    /// The verdicts of [`Stop::Verdict`] that are not known yet, and the number of all.
    fn open(&self, _totals: &GridSums<Self::Sums>) -> (Vec<Equivalence>, usize) {
        (Vec::new(), 0)
    }

    /// A sequential test after these walls.
    fn look(&self, _test: &SequentialTest, _sums: &Self::Sums) -> Option<Look> {
        None
    }

    /// The result so far, in a few words; empty if there is nothing to say.
    fn so_far(&self, _totals: &GridSums<Self::Sums>) -> String {
        String::new()
    }
}

/// Sums over the first walls.
#[derive(Clone, Debug)]
pub(crate) struct GridSums<S> {
    pub walls: u64,
    /// In the unit of [`Length`].
    pub played: u64,
    /// Decisions of all players, in all cells that were played.
    pub decisions: i64,
    pub sums: S,
}

impl<S: Additive> Additive for GridSums<S> {
    fn each(&mut self, visit: &mut dyn FnMut(Number<'_>)) {
        visit(Number::Count(&mut self.walls));
        visit(Number::Count(&mut self.played));
        visit(Number::Signed(&mut self.decisions));
        self.sums.each(visit);
    }
}

impl<S> GridSums<S> {
    fn new(empty: S) -> GridSums<S> {
        GridSums { walls: 0, played: 0, decisions: 0, sums: empty }
    }
}

/// What was played.
pub(crate) struct Outcome<S> {
    pub totals: GridSums<S>,
    pub ending: Ending,
    /// Decisions of this run, without those of a state that was continued.
    pub decisions: i64,
    /// For each cell whether its matches are those of an earlier one, re-scored.
    pub rescored: Vec<bool>,
    /// Number of threads used.
    pub threads: usize,
}

/// Checks that rulesets, by their names, are of one game and different.
pub(crate) fn check_rulesets(rulesets: &[(&str, &AnyRules)]) -> Result<(), Error> {
    let mut seen = Rulesets::default();
    rulesets.iter().try_for_each(|(name, rules)| seen.add(name, rules, rulesets[0].1))
}

/// Names and hashes of different rulesets of one game.
#[derive(Default)]
pub(crate) struct Rulesets(Vec<(String, u64)>);

impl Rulesets {
    /// Adds one of the game of the first.
    pub(crate) fn add(&mut self, name: &str, rules: &AnyRules, first: &AnyRules) -> Result<(), Error> {
        let hash = rules.describe().hash;
        Err(Error::Usage(if !rules.is_same_game(first) {
            format!(
                "{name} is not the same game as {}: only rulesets of one family and number of seats play the same walls",
                self.0[0].0
            )
        } else if let Some((same, _)) = self.0.iter().find(|(_, other)| *other == hash) {
            format!("{same} and {name} have the same rules: name one of them")
        } else if self.0.iter().any(|(other, _)| other == name) {
            format!("two rulesets are named {name:?}: give each a name of its own")
        } else {
            self.0.push((name.to_owned(), hash));
            return Ok(());
        }))
    }
}

impl Grid<'_> {
    /// Plays until it is enough, or adds the states of all shards. `empty`: no walls.
    pub(crate) fn play<F: WallSums>(&self, findings: &F, empty: F::Sums) -> Result<Outcome<F::Sums>, Error> {
        let pool = threads::pool(self.arena.threads)?;
        let (over, empty) = (AtomicBool::new(false), GridSums::new(empty));
        let observers = self.observers(&over);
        // An agent that cannot be made is not one of a table: agents are named once for all of them.
        let cells = cells(self, &observers).or_else(|(cell, error)| match &*self.cells[cell].under {
            "" => Err(error),
            under => Err(error).within(|| under),
        })?;
        let is_rescored = |cell| cells.manner(cell) == Manner::Rescored;
        let rescored: Vec<bool> = (0..self.cells.len()).map(is_rescored).collect();
        let (state, totals) = self.start(&empty)?;
        let before = totals.decisions;
        let (totals, ending) = if self.plan.merge.is_empty() {
            let schedule = self.schedule(totals.walls);
            let pieces =
                Pieces { grid: self, findings, cells: &*cells, rescored: &rescored, schedule, empty };
            pieces.play(&pool, &over, totals, state)?
        } else {
            (totals, Ending::All)
        };
        let decisions = if self.plan.merge.is_empty() { totals.decisions - before } else { 0 };
        Ok(Outcome { totals, ending, decisions, rescored, threads: pool.current_num_threads() })
    }

    /// The sums to start from, and the file to keep them in: those of the state, or of all shards.
    fn start<S: Additive>(&self, empty: &GridSums<S>) -> Result<(Option<StateFile>, GridSums<S>), Error> {
        let Plan { state, shard, merge, .. } = self.plan;
        if !merge.is_empty() {
            return Ok((None, self.length.merged(merge, &self.identity, empty)?));
        }
        let Some(path) = state else { return Ok((None, empty.clone())) };
        let (state, totals) = StateFile::open(path, self.identity.of_shard(*shard), empty.clone())?;
        self.length.check(path, *shard, &totals)?;
        Ok((Some(state), totals))
    }

    fn schedule(&self, before: u64) -> Schedule<'_> {
        let Plan { stop, shard, .. } = self.plan;
        Schedule { stop, last: self.length.walls(*shard), before, started: Instant::now() }
    }
}
