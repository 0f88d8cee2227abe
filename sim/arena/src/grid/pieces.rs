//! Walls played in pieces by all threads, and added in order until it is enough.
//!
//! A *piece* is a range of walls with all matches on them. Threads play pieces in any order and add up their blocks of walls; blocks are added
//! to the totals in the order of the walls, and after each of them it may be enough. So the result does not depend on the threads: walls
//! beyond the last one counted are discarded.

use super::cells::{Cells, Manner};
use super::length::real;
use super::state::StateFile;
use super::stop::{Ending, LOOK, Schedule};
use super::{Cell, Grid, GridSums, WallSums};
use crate::counts::WallCounts;
use crate::error::Error;
use crate::measures::MatchCount;
use crate::reorder::in_order;
use crate::threads;
use hyakuman_analysis::Additive;
use hyakuman_record::Shard;
use rayon::ThreadPool;
use std::iter;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Time between two reports of the result so far.
const PAUSE: Duration = Duration::from_millis(250);

/// Fewest walls in a piece, but for external agents.
const FEW_WALLS: u64 = 8;

/// Cells of which a thread may hold the counts of [`MOST_WALLS`] in memory: 3 MB each.
const MANY_CELLS: u64 = 16;

/// Most walls in a piece: their counts are held in memory.
const MOST_WALLS: u64 = 8 * LOOK;

/// The walls of a grid, played in pieces.
pub(super) struct Pieces<'a, F: WallSums> {
    pub grid: &'a Grid<'a>,
    pub findings: &'a F,
    pub cells: &'a dyn Cells,
    /// Which cells are re-scored.
    pub rescored: &'a [bool],
    pub schedule: Schedule<'a>,
    /// No walls.
    pub empty: GridSums<F::Sums>,
}

impl<F: WallSums> Pieces<'_, F> {
    /// Plays from the walls in `totals` on, until it is enough; `over` is set then. The totals are saved in any case.
    pub(super) fn play(
        &self,
        pool: &ThreadPool,
        over: &AtomicBool,
        totals: GridSums<F::Sums>,
        state: Option<StateFile>,
    ) -> Result<(GridSums<F::Sums>, Ending), Error> {
        let observer = self.grid.observer;
        observer.start(self.matches_left(totals.walls));
        let walls = self.pieces(totals.walls, pool);
        let mut adder = Adder::new(self, over, totals, state);
        let outcome = match adder.ended {
            Some(_) => Ok(()),
            None => threads::within(pool, || {
                in_order(observer, walls, |walls| self.piece(walls), |blocks| adder.add(&blocks))
            }),
        };
        adder.finish(outcome)
    }

    /// The walls from this one on, in pieces that end at multiples of their size.
    fn pieces(&self, mut first: u64, pool: &ThreadPool) -> impl Iterator<Item = Range<u64>> + Send + use<F> {
        let (size, last) = (self.piece_size(pool), self.schedule.last);
        iter::from_fn(move || {
            let walls = first..last.min((first / size + 1) * size);
            first = walls.end;
            (!walls.is_empty()).then_some(walls)
        })
    }

    fn played(&self) -> impl Iterator<Item = &Cell<'_>> {
        self.grid.cells.iter().zip(self.rescored).filter(|(_, rescored)| !**rescored).map(|(cell, _)| cell)
    }

    /// Matches on a wall, in all cells that are played.
    fn matches_per_wall(&self) -> u64 {
        self.played().map(|cell| cell.lineup.rotations() as u64).sum()
    }

    /// Matches on the walls from this one on, in all cells that are played.
    fn matches_left(&self, first: u64) -> u64 {
        if first >= self.schedule.last {
            return 0;
        }
        let last = real(self.grid.plan.shard, self.schedule.last - 1);
        let lacking = |cell: &Cell<'_>| {
            let end = (last + 1) * cell.lineup.rotations() as u64;
            end.saturating_sub(self.grid.setting.matches)
        };
        (self.schedule.last - first) * self.matches_per_wall() - self.played().map(lacking).sum::<u64>()
    }

    /// Walls in a piece: few, but as many as batched agents need for full batches.
    fn piece_size(&self, pool: &ThreadPool) -> u64 {
        let manners = (0..self.grid.cells.len()).map(|cell| self.cells.manner(cell));
        let mut long = None;
        for manner in manners {
            match manner {
                Manner::External => return 1,
                Manner::Batched { long_piece } => long = long.max(Some(long_piece)),
                Manner::Rescored | Manner::OneByOne => {}
            }
        }
        let cells = (self.grid.cells.len() as u64).next_power_of_two();
        let least = (LOOK / cells).max(FEW_WALLS);
        let shared = self.schedule.last / (2 * pool.current_num_threads() as u64);
        let is_whole = self.grid.plan.shard == Shard::WHOLE;
        let most = if is_whole && !self.schedule.stop.is_test() {
            (MANY_CELLS * MOST_WALLS / cells).clamp(least, MOST_WALLS)
        } else {
            LOOK
        };
        let size = long.map_or(least, |long| long.min(shared).clamp(least, most));
        // A piece of a shard is in one of its blocks.
        if is_whole { size } else { 1 << size.ilog2() }
    }

    /// Plays a range of walls of the shard: the totals of each block of it.
    fn piece(&self, walls: Range<u64>) -> Result<Vec<GridSums<F::Sums>>, Error> {
        let (first, count) = (real(self.grid.plan.shard, walls.start), walls.end - walls.start);
        let cells = self.cells.play(first..first + count);
        let cells = cells.map_err(|(cell, error)| self.grid.cells[cell].error(error))?;
        let mut blocks: Vec<GridSums<F::Sums>> = Vec::new();
        for (index, number) in walls.enumerate() {
            if index == 0 || number.is_multiple_of(self.schedule.stop.every()) {
                blocks.push(self.empty.clone());
            }
            let wall: Vec<&WallCounts> = cells.iter().map(|walls| &walls[index]).collect();
            self.add(blocks.last_mut().expect("a block"), first + index as u64, &wall);
        }
        Ok(blocks)
    }

    /// Adds a wall, by its number among all: the counts of each cell.
    fn add(&self, totals: &mut GridSums<F::Sums>, number: u64, cells: &[&WallCounts]) {
        totals.walls += 1;
        totals.played += self.grid.length.of_wall(number);
        let played = cells.iter().zip(self.rescored).filter(|(_, rescored)| !**rescored);
        let decisions = |(cell, _): (&&WallCounts, _)| cell.matches.table[MatchCount::Decisions as usize];
        totals.decisions += played.map(decisions).sum::<i64>();
        self.findings.add(&mut totals.sums, cells);
    }

    /// Reports the result so far.
    fn report(&self, totals: &GridSums<F::Sums>) {
        let (walls, before) = (self.schedule.expected_walls(self.findings, totals), self.schedule.before);
        let matches = match walls == self.schedule.last {
            true => self.matches_left(before),
            false => (walls - before) * self.matches_per_wall(),
        };
        self.grid.observer.so_far(matches, &self.findings.so_far(totals));
    }
}

/// Adds pieces in the order of their walls.
struct Adder<'a, F: WallSums> {
    pieces: &'a Pieces<'a, F>,
    /// Whether it is enough, for what is being played.
    over: &'a AtomicBool,
    totals: GridSums<F::Sums>,
    ended: Option<Ending>,
    state: Option<StateFile>,
    reported: Instant,
}

impl<'a, F: WallSums> Adder<'a, F> {
    fn new(
        pieces: &'a Pieces<'a, F>,
        over: &'a AtomicBool,
        totals: GridSums<F::Sums>,
        state: Option<StateFile>,
    ) -> Self {
        let ended = pieces.schedule.ending(pieces.findings, &totals);
        Adder { pieces, over, totals, ended, state, reported: Instant::now() }
    }

    /// Adds the blocks of a piece, until it is enough: then it is interrupted.
    fn add(&mut self, blocks: &[GridSums<F::Sums>]) -> Result<(), Error> {
        let Pieces { schedule, findings, .. } = self.pieces;
        for block in blocks {
            self.totals.merge(block);
            self.ended = schedule.ending(*findings, &self.totals);
            if self.ended.is_some() {
                self.over.store(true, Ordering::Relaxed);
                return Err(Error::Interrupted);
            }
        }
        if self.reported.elapsed() >= PAUSE {
            self.reported = Instant::now();
            self.pieces.report(&self.totals);
        }
        self.state.as_mut().map_or(Ok(()), |state| state.keep(&self.totals))
    }

    fn finish(self, outcome: Result<(), Error>) -> Result<(GridSums<F::Sums>, Ending), Error> {
        let saved = self.state.as_ref().map_or(Ok(()), |state| state.write(&self.totals));
        let ending = match self.ended {
            Some(ending) => ending,
            None => return Err(outcome.err().unwrap_or(Error::Interrupted)),
        };
        saved.map(|()| (self.totals, ending))
    }
}
