//! The matches of a comparison: under the base and under every arm on the same walls.
//!
//! Walls are added in blocks of [`LOOK`], and after each of them the comparison may be over.

use super::identity::Identity;
use super::stop::{LOOK, Plan};
use super::target::Target;
use super::totals::{Totals, Wall};
use super::{Compare, Ending, Stop, shards};
use crate::cells::{Cells, Manner};
use crate::error::{Error, Within};
use crate::in_order;
use crate::lineup::Lineup;
use crate::shards::real;
use crate::state::StateFile;
use hyakuman_analysis::Additive;
use hyakuman_record::Shard;
use rayon::ThreadPool;
use std::ops::Range;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// Most walls in a piece of batched agents: its counts are held in memory.
const MOST_WALLS: u64 = 8 * LOOK;

/// A comparison being played: [`in_order::play`] adds its walls in blocks.
pub(super) struct Playing<'a> {
    pub compare: &'a Compare<'a>,
    pub lineup: &'a Lineup,
    /// The base, then the arms.
    pub cells: &'a dyn Cells,
    /// Which arms are re-scored.
    pub rescored: &'a [bool],
    pub plan: &'a Plan<'a>,
    pub primary: &'a [Target],
    /// No walls.
    pub empty: &'a Totals,
    pub started: Instant,
}

impl Playing<'_> {
    /// Plays from the walls in `totals` on, until the plan is fulfilled.
    pub(super) fn play(
        &self,
        pool: &ThreadPool,
        totals: Totals,
        state: Option<StateFile<Identity>>,
    ) -> Result<(Totals, Ending), Error> {
        let Compare { options, arena, observer } = self.compare;
        let left = shards::matches_left(options.shard, arena.games, &totals, self.lineup);
        observer.start(self.played_rulesets() * left);
        in_order::play(self as &AnyWork<'_>, pool, *observer, &AtomicBool::new(false), totals, state)
    }

    /// The number of rulesets that are played.
    fn played_rulesets(&self) -> u64 {
        1 + self.rescored.iter().filter(|&&rescored| !rescored).count() as u64
    }
}

/// The work of a comparison.
type AnyWork<'a> =
    dyn in_order::OrderedWork<Identity = Identity, Totals = Totals, Addend = Totals, Ending = Ending> + 'a;

impl in_order::OrderedWork for Playing<'_> {
    type Identity = Identity;
    type Totals = Totals;
    type Addend = Totals;
    type Ending = Ending;

    /// Walls in a piece: a block, or several if batched agents need more for full batches.
    fn piece_size(&self) -> u64 {
        match self.cells.manner(0) {
            Manner::External => 1,
            Manner::Batched { long_piece } if self.compare.options.shard == Shard::WHOLE => {
                long_piece.div_ceil(LOOK).clamp(1, MOST_WALLS / LOOK) * LOOK
            }
            _ => LOOK,
        }
    }

    fn last(&self) -> u64 {
        self.plan.last
    }

    /// Plays a range of walls of the shard: the totals of each block of it.
    fn piece(&self, walls: Range<u64>) -> Result<Vec<Totals>, Error> {
        let (first, count) = (real(self.compare.options.shard, walls.start), walls.end - walls.start);
        let totals = self.cells.play(first..first + count).or_else(|(cell, error)| {
            match self.compare.arm_of(cell) {
                Some(arm) => Err(error).within_unless_interrupted(|| arm.in_words()),
                None => Err(error),
            }
        })?;
        let (base, arms) = totals.split_first().expect("the base");
        let played: Vec<bool> = self.rescored.iter().map(|rescored| !rescored).collect();
        let mut blocks: Vec<Totals> = Vec::new();
        for (index, (number, base)) in walls.zip(base).enumerate() {
            if index == 0 || number.is_multiple_of(LOOK) {
                blocks.push(self.empty.clone());
            }
            let wall = Wall { base, arms: arms.iter().map(|walls| &walls[index]).collect() };
            blocks.last_mut().expect("a block").add(&wall, self.primary, &played);
        }
        Ok(blocks)
    }

    fn add(&self, totals: &mut Totals, block: &Totals) {
        totals.merge(block);
    }

    fn ending(&self, totals: &Totals) -> Option<Ending> {
        self.plan.ending(totals, self.started)
    }

    fn report(&self, totals: &Totals, before: u64) {
        if self.plan.options.stop != Stop::Matches {
            let rulesets = self.played_rulesets() * self.lineup.rotations() as u64;
            let walls = self.plan.expected_walls(totals, self.started, before) - before;
            self.compare.observer.so_far(walls * rulesets, &self.plan.so_far(totals));
        }
    }
}
