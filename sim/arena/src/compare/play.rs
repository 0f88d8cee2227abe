//! The matches of a comparison, divided among threads and added in the order of the walls.
//!
//! A *piece* is a range of walls, with all matches on them under the base and under every arm. Threads play pieces in any
//! order; they are added to the totals in order, and after each block of [`LOOK`] walls the comparison may be over. So the
//! result does not depend on the threads: walls beyond the last one counted are discarded.

use super::identity::Identity;
use super::rescore::{self, Ends};
use super::stop::{LOOK, Plan};
use super::target::Target;
use super::totals::{Totals, Wall};
use super::{Compare, Ending, Stop, shards};
use crate::arena::Arena;
use crate::error::{Error, Within};
use crate::lineup::Lineup;
use crate::observer::Observer;
use crate::play::{Job, MatchRecorder};
use crate::state::StateFile;
use crate::stats::Cluster;
use hyakuman_games::Game;
use hyakuman_games::game::MatchEnd;
use hyakuman_record::Shard;
use rayon::ThreadPool;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Most walls in a piece of batched agents: its counts are held in memory.
const MOST_WALLS: u64 = 8 * LOOK;

/// Time between two reports of the result so far.
const PAUSE: Duration = Duration::from_millis(250);

/// The base and the arms, ready to be played.
pub(super) struct Ways<'a, G: Game> {
    compare: &'a Compare<'a>,
    lineup: &'a Lineup,
    base: Job<'a, G>,
    arms: Vec<Way<'a, G>>,
}

/// How the matches of an arm are made.
enum Way<'a, G: Game> {
    Played(Job<'a, G>),
    Rescored {
        /// The arm that was played; `None` for the base.
        from: Option<usize>,
        rules: Arc<G::Rules>,
    },
}

/// The walls of a piece under one ruleset that is played, and the ends of their matches if another arm is made of them.
type PlayedWalls = (Vec<Cluster>, Vec<MatchEnd>);

impl<'a, G: Game> Ways<'a, G> {
    /// Makes the agents of the first thread for every ruleset, to report errors before any match.
    pub(super) fn new(
        compare: &'a Compare<'a>,
        lineup: &'a Lineup,
        base: &'a Arc<G::Rules>,
        rules: &'a [Arc<G::Rules>],
    ) -> Result<Self, Error> {
        let Compare { arena, observer, .. } = compare;
        let job = |rules| Job::new(arena.work::<G>(rules, lineup, *observer));
        let mut ways = Ways { compare, lineup, base: job(base)?, arms: Vec::new() };
        for own in rules {
            let way = match ways.source(own) {
                Some(from) => Way::Rescored { from, rules: Arc::clone(own) },
                None => Way::Played(job(own)?),
            };
            ways.arms.push(way);
        }
        Ok(ways)
    }

    /// The ruleset played so far whose matches these rules only re-score: an arm, or `Some(None)` for the base.
    fn source(&self, rules: &G::Rules) -> Option<Option<usize>> {
        let Compare { arena, options, .. } = self.compare;
        let exact = |job: &Job<'a, G>| {
            options.rescore && rescore::is_exact::<G>(job.work().rules, rules, self.lineup, arena.roster)
        };
        let arms = self.arms.iter().enumerate();
        let arms = arms.filter_map(|(arm, way)| match way {
            Way::Played(job) => Some((Some(arm), job)),
            Way::Rescored { .. } => None,
        });
        let mut all = [(None, &self.base)].into_iter().chain(arms);
        all.find(|(_, job)| exact(job)).map(|(from, _)| from)
    }

    /// Which arms are re-scored.
    pub(super) fn rescored(&self) -> Vec<bool> {
        self.arms.iter().map(|way| matches!(way, Way::Rescored { .. })).collect()
    }

    /// The number of rulesets that are played.
    pub(super) fn number(&self) -> u64 {
        1 + self.rescored().into_iter().filter(|rescored| !rescored).count() as u64
    }

    /// Walls in a piece: a block, or several if batched agents need more for full batches.
    fn piece_size(&self) -> u64 {
        if self.base.work().is_external() {
            return 1; // a wall of external agents may take minutes
        }
        match self.base.long_piece() {
            Some(long) if self.compare.options.shard == Shard::WHOLE => {
                long.div_ceil(LOOK).clamp(1, MOST_WALLS / LOOK) * LOOK
            }
            _ => LOOK,
        }
    }

    /// Plays a range of walls of the shard: the totals of each block of it.
    fn piece(&self, walls: Range<u64>, empty: &Totals, primary: &[Target]) -> Result<Vec<Totals>, Error> {
        let matches =
            shards::matches(self.compare.options.shard, walls.clone(), self.arena().games, self.lineup);
        let base = self.played(None, &self.base, matches.clone())?;
        let mut arms: Vec<PlayedWalls> = Vec::new();
        for (arm, way) in self.arms.iter().enumerate() {
            let walls = match way {
                Way::Played(job) => {
                    self.played(Some(arm), job, matches.clone()).within_arm(|| self.name_of(arm))?
                }
                Way::Rescored { from, rules } => {
                    let (walls, ends) = from.map_or(&base, |from| &arms[from]);
                    (rescore::rescored::<G>(walls, ends, matches.start, rules, self.lineup), Vec::new())
                }
            };
            arms.push(walls);
        }
        let played: Vec<bool> = self.rescored().into_iter().map(|rescored| !rescored).collect();
        let mut blocks: Vec<Totals> = Vec::new();
        for (index, (number, base)) in walls.zip(&base.0).enumerate() {
            if index == 0 || number.is_multiple_of(LOOK) {
                blocks.push(empty.clone());
            }
            let wall = Wall { base, arms: arms.iter().map(|(walls, _)| &walls[index]).collect() };
            blocks.last_mut().expect("a block").add(&wall, primary, &played);
        }
        Ok(blocks)
    }

    /// Plays matches under a ruleset: an arm, or `None` for the base.
    fn played(
        &self,
        way: Option<usize>,
        job: &Job<'a, G>,
        matches: Range<u64>,
    ) -> Result<PlayedWalls, Error> {
        let is_source = |other: &Way<'a, G>| matches!(other, Way::Rescored { from, .. } if *from == way);
        let mut ends = Ends::default();
        let walls = if self.arms.iter().any(is_source) {
            walls_of(job, matches, &mut ends)?
        } else {
            walls_of(job, matches, &mut ())?
        };
        Ok((walls, ends.0))
    }

    fn arena(&self) -> &Arena<'_> {
        self.compare.arena
    }

    fn name_of(&self, arm: usize) -> String {
        format!("under {}", self.compare.options.arms[arm].name)
    }
}

fn walls_of<G: Game>(
    job: &Job<'_, G>,
    matches: Range<u64>,
    recorder: &mut impl MatchRecorder<G>,
) -> Result<Vec<Cluster>, Error> {
    let mut walls = Vec::new();
    job.walls(matches, recorder, |wall| walls.push(wall))?;
    Ok(walls)
}

/// Names the arm of an error, unless the comparison was stopped.
trait WithinArm {
    fn within_arm(self, about: impl FnOnce() -> String) -> Self;
}

impl<T> WithinArm for Result<T, Error> {
    fn within_arm(self, about: impl FnOnce() -> String) -> Self {
        match self {
            Err(Error::Interrupted) => self,
            _ => self.within(about),
        }
    }
}

/// Plays from the walls in `totals` on, until the plan is fulfilled.
pub(super) fn play<G: Game>(
    ways: &Ways<'_, G>,
    plan: &Plan<'_>,
    primary: &[Target],
    pool: &ThreadPool,
    (empty, totals): (&Totals, Totals),
    state: Option<StateFile<Identity>>,
) -> Result<(Totals, Ending), Error> {
    let (observer, started) = (ways.compare.observer, Instant::now());
    let (next, size, over) = (AtomicU64::new(totals.walls), ways.piece_size(), AtomicBool::new(false));
    let rulesets = ways.number() * ways.lineup.rotations() as u64;
    let Compare { options, arena, .. } = ways.compare;
    observer.start(ways.number() * shards::matches_left(options.shard, arena.games, &totals, ways.lineup));
    let sum = Sum::new(plan, observer, rulesets, totals, state, started);
    over.store(sum.ended.is_some(), Ordering::Relaxed);
    let sum = Mutex::new(sum);
    pool.broadcast(|_| {
        while !over.load(Ordering::Relaxed) && !observer.stopped() {
            let Some(walls) = take(&next, size, plan.last) else { return };
            let first = walls.start;
            let played = ways.piece(walls, empty, primary);
            if matches!(played, Err(Error::Interrupted)) {
                return;
            }
            let mut sum = sum.lock().unwrap_or_else(PoisonError::into_inner);
            over.fetch_or(sum.take(first, played), Ordering::Relaxed);
        }
    });
    sum.into_inner().unwrap_or_else(PoisonError::into_inner).finish()
}

/// The next walls to play: up to the next multiple of the size, so that a piece of a shard is in one block.
fn take(next: &AtomicU64, size: u64, last: u64) -> Option<Range<u64>> {
    let end = |first: u64| last.min((first / size + 1) * size);
    let first =
        next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |first| (first < last).then(|| end(first)));
    first.ok().map(|first| first..end(first))
}

/// Adds pieces in the order of their walls.
struct Sum<'a> {
    plan: &'a Plan<'a>,
    observer: &'a dyn Observer,
    /// Matches on each wall, of all rulesets played.
    matches: u64,
    totals: Totals,
    /// Walls that the state had.
    before: u64,
    /// Pieces played before one that comes first, by their first wall.
    early: BTreeMap<u64, Result<Vec<Totals>, Error>>,
    ended: Option<Result<Ending, Error>>,
    state: Option<StateFile<Identity>>,
    started: Instant,
    reported: Instant,
}

impl<'a> Sum<'a> {
    fn new(
        plan: &'a Plan<'a>,
        observer: &'a dyn Observer,
        matches: u64,
        totals: Totals,
        state: Option<StateFile<Identity>>,
        started: Instant,
    ) -> Self {
        let (ended, before) = (plan.ending(&totals, started).map(Ok), totals.walls);
        let early = BTreeMap::new();
        Sum { plan, observer, matches, totals, before, early, ended, state, started, reported: started }
    }

    /// Takes a piece; true if the comparison is over.
    fn take(&mut self, first: u64, piece: Result<Vec<Totals>, Error>) -> bool {
        self.early.insert(first, piece);
        while self.ended.is_none()
            && let Some(piece) = self.early.remove(&self.totals.walls)
        {
            self.ended = piece.and_then(|blocks| self.add(&blocks)).transpose();
        }
        self.ended.is_some()
    }

    /// Adds blocks until the comparison is over.
    fn add(&mut self, blocks: &[Totals]) -> Result<Option<Ending>, Error> {
        for block in blocks {
            self.totals.merge(block);
            if let Some(ending) = self.plan.ending(&self.totals, self.started) {
                return Ok(Some(ending));
            }
        }
        if self.plan.options.stop != Stop::Matches && self.reported.elapsed() >= PAUSE {
            self.reported = Instant::now();
            let walls = self.plan.expected_walls(&self.totals, self.started, self.before) - self.before;
            self.observer.so_far(walls * self.matches, &self.plan.so_far(&self.totals));
        }
        self.state.as_mut().map_or(Ok(()), |state| state.keep(&self.totals))?;
        Ok(None)
    }

    /// The result, if the comparison is over. The totals are saved in any case.
    fn finish(self) -> Result<(Totals, Ending), Error> {
        let saved = self.state.as_ref().map_or(Ok(()), |state| state.write(&self.totals));
        let ending = self.ended.unwrap_or(Err(Error::Interrupted))?;
        saved.map(|()| (self.totals, ending))
    }
}
