//! The matches of a comparison: under the base and under every arm on the same walls.
//!
//! Walls are added in blocks of [`LOOK`], and after each of them the comparison may be over.

use super::identity::Identity;
use super::rescore::{self, Ends};
use super::stop::{LOOK, Plan};
use super::target::Target;
use super::totals::{Totals, Wall};
use super::{Compare, Ending, Stop, shards};
use crate::arena::Arena;
use crate::error::{Error, Within};
use crate::in_order;
use crate::lineup::Lineup;
use crate::own::OwnMeasures;
use crate::play::{AnyRecorder, Job, Work};
use crate::state::StateFile;
use crate::stats::Cluster;
use hyakuman_analysis::Additive;
use hyakuman_game::{Game, MatchEnd};
use hyakuman_record::Shard;
use rayon::ThreadPool;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// Most walls in a piece of batched agents: its counts are held in memory.
const MOST_WALLS: u64 = 8 * LOOK;

/// The base and the arms, ready to be played.
pub(super) struct ArmJobs<'a, G: Game> {
    compare: &'a Compare<'a>,
    lineup: &'a Lineup,
    base: Job<'a, G>,
    arms: Vec<ArmSource<'a, G>>,
}

/// How the matches of an arm are made.
enum ArmSource<'a, G: Game> {
    Played(Job<'a, G>),
    Rescored {
        /// The arm that was played; `None` for the base.
        from: Option<usize>,
        rules: Arc<G::Rules>,
    },
}

/// The walls of a piece under one ruleset that is played, and the ends of their matches if another arm is made of them.
type PlayedWalls = (Vec<Cluster>, Vec<MatchEnd>);

impl<'a, G: Game> ArmJobs<'a, G> {
    /// Makes the agents of the first thread for every ruleset, to report errors before any match.
    pub(super) fn new(
        compare: &'a Compare<'a>,
        (lineup, lineups): (&'a Lineup, &'a [Lineup]),
        (base, rules): (&'a Arc<G::Rules>, &'a [Arc<G::Rules>]),
        own: Option<OwnMeasures>,
    ) -> Result<Self, Error> {
        let Compare { arena, observer, .. } = compare;
        let job = |rules, lineup| Job::new(Work { own, ..arena.work::<G>(rules, lineup, *observer) });
        let mut jobs = ArmJobs { compare, lineup, base: job(base, lineup)?, arms: Vec::new() };
        for ((own, lineup), arm) in rules.iter().zip(lineups).zip(&compare.options.arms) {
            let source = match jobs.source(own, lineup) {
                Some(from) => ArmSource::Rescored { from, rules: Arc::clone(own) },
                None => ArmSource::Played(job(own, lineup).within(|| arm.in_words())?),
            };
            jobs.arms.push(source);
        }
        Ok(jobs)
    }

    /// The ruleset played so far, by these agents, whose matches these rules only re-score: an arm, or `Some(None)` for the base.
    fn source(&self, rules: &G::Rules, lineup: &Lineup) -> Option<Option<usize>> {
        let Compare { arena, options, .. } = self.compare;
        let exact = |job: &Job<'a, G>| {
            let played = job.work();
            options.rescore
                && played.lineup.named() == lineup.named()
                && !played.own.is_some_and(OwnMeasures::needs_the_match)
                && rescore::is_exact::<G>(played.rules, rules, lineup, arena.roster)
        };
        let arms = self.arms.iter().enumerate();
        let arms = arms.filter_map(|(arm, source)| match source {
            ArmSource::Played(job) => Some((Some(arm), job)),
            ArmSource::Rescored { .. } => None,
        });
        let mut all = [(None, &self.base)].into_iter().chain(arms);
        all.find(|(_, job)| exact(job)).map(|(from, _)| from)
    }

    /// Which arms are re-scored.
    pub(super) fn rescored(&self) -> Vec<bool> {
        self.arms.iter().map(|source| matches!(source, ArmSource::Rescored { .. })).collect()
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
        for (arm, source) in self.arms.iter().enumerate() {
            let walls = match source {
                ArmSource::Played(job) => self
                    .played(Some(arm), job, matches.clone())
                    .within_unless_interrupted(|| self.compare.options.arms[arm].in_words())?,
                ArmSource::Rescored { from, rules } => {
                    let (walls, ends) = from.map_or(&base, |from| &arms[from]);
                    let rescored =
                        rescore::Rescored::<G> { rules, lineup: self.lineup, own: self.base.work().own };
                    (rescored.walls(walls, ends, matches.start), Vec::new())
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
        arm: Option<usize>,
        job: &Job<'a, G>,
        matches: Range<u64>,
    ) -> Result<PlayedWalls, Error> {
        let is_source =
            |other: &ArmSource<'a, G>| matches!(other, ArmSource::Rescored { from, .. } if *from == arm);
        let mut ends = Ends::default();
        let recorder: AnyRecorder<'_, G> =
            if self.arms.iter().any(is_source) { Some(&mut ends) } else { None };
        let mut walls = Vec::new();
        job.walls(matches, recorder, &mut |wall| walls.push(wall))?;
        Ok((walls, ends.0))
    }

    fn arena(&self) -> &Arena<'_> {
        self.compare.arena
    }
}

/// A comparison being played: [`in_order::play`] adds its walls in blocks.
pub(super) struct Playing<'a, G: Game> {
    pub jobs: &'a ArmJobs<'a, G>,
    pub plan: &'a Plan<'a>,
    pub primary: &'a [Target],
    /// No walls.
    pub empty: &'a Totals,
    pub started: Instant,
}

impl<G: Game> Playing<'_, G> {
    /// Plays from the walls in `totals` on, until the plan is fulfilled.
    pub(super) fn play(
        &self,
        pool: &ThreadPool,
        totals: Totals,
        state: Option<StateFile<Identity>>,
    ) -> Result<(Totals, Ending), Error> {
        let ArmJobs { compare: Compare { options, arena, observer }, lineup, .. } = self.jobs;
        let left = shards::matches_left(options.shard, arena.games, &totals, lineup);
        observer.start(self.jobs.number() * left);
        in_order::play(self as &AnyWork<'_>, pool, *observer, &AtomicBool::new(false), totals, state)
    }
}

/// [`Playing`], whatever the game.
type AnyWork<'a> =
    dyn in_order::OrderedWork<Identity = Identity, Totals = Totals, Addend = Totals, Ending = Ending> + 'a;

impl<G: Game> in_order::OrderedWork for Playing<'_, G> {
    type Identity = Identity;
    type Totals = Totals;
    type Addend = Totals;
    type Ending = Ending;

    fn piece_size(&self) -> u64 {
        self.jobs.piece_size()
    }

    fn last(&self) -> u64 {
        self.plan.last
    }

    fn piece(&self, walls: Range<u64>) -> Result<Vec<Totals>, Error> {
        self.jobs.piece(walls, self.empty, self.primary)
    }

    fn add(&self, totals: &mut Totals, block: &Totals) {
        totals.merge(block);
    }

    fn ending(&self, totals: &Totals) -> Option<Ending> {
        self.plan.ending(totals, self.started)
    }

    fn report(&self, totals: &Totals, before: u64) {
        if self.plan.options.stop != Stop::Matches {
            let rulesets = self.jobs.number() * self.jobs.lineup.rotations() as u64;
            let walls = self.plan.expected_walls(totals, self.started, before) - before;
            self.jobs.compare.observer.so_far(walls * rulesets, &self.plan.so_far(totals));
        }
    }
}
