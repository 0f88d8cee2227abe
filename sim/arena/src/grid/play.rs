//! Walls played in pieces by all threads, and added in order until it is enough.
//!
//! A *piece* is a range of walls with all matches on them. Threads play pieces in any order and add up their blocks of walls; blocks are added
//! to the totals in the order of the walls, and after each of them it may be enough. So the result does not depend on the threads: walls
//! beyond the last one counted are discarded.

use super::cells::{Cells, Manner};
use super::length::real;
use super::state::StateFile;
use super::stop::{Ending, LOOK, Schedule};
use super::{Cell, Grid, Totals, WallSums};
use crate::error::Error;
use crate::measures::MatchCount;
use crate::reorder::Reorder;
use crate::stats::Cluster;
use crate::threads;
use hyakuman_analysis::Additive;
use hyakuman_record::Shard;
use rayon::ThreadPool;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Time between two reports of the result so far.
const PAUSE: Duration = Duration::from_millis(250);

/// Fewest walls in a piece, but for external agents.
const FEW_WALLS: u64 = 8;

/// Cells of which a thread may hold the counts of [`MOST_WALLS`] in memory: 3 MB each.
const MANY_CELLS: u64 = 16;

/// Most walls in a piece: their counts are held in memory.
const MOST_WALLS: u64 = 8 * LOOK;

/// A grid being played.
pub(super) struct Playing<'a, F: WallSums> {
    pub grid: &'a Grid<'a>,
    pub findings: &'a F,
    pub cells: &'a dyn Cells,
    /// Which cells are re-scored.
    pub rescored: &'a [bool],
    pub schedule: Schedule<'a>,
    /// No walls.
    pub empty: Totals<F::Sums>,
}

impl<F: WallSums> Playing<'_, F> {
    /// Plays from the walls in `totals` on, until it is enough; `over` is set then. The totals are saved in any case.
    ///
    /// # Errors
    /// The first error of a piece, in the order of the walls; the state cannot be saved; the observer stopped the work.
    pub(super) fn play(
        &self,
        pool: &ThreadPool,
        over: &AtomicBool,
        totals: Totals<F::Sums>,
        state: Option<StateFile>,
    ) -> Result<(Totals<F::Sums>, Ending), Error> {
        let observer = self.grid.observer;
        observer.start(self.matches_left(totals.walls));
        let (next, size) = (AtomicU64::new(totals.walls), self.piece_size(pool));
        let sum = Sum::new(self, totals, state);
        over.store(sum.ended.is_some(), Ordering::Relaxed);
        let sum = Mutex::new(sum);
        let play = |_| {
            while !over.load(Ordering::Relaxed) && !observer.stopped() {
                let Some(walls) = take(&next, size, self.schedule.last) else { return };
                let played = self.piece(walls.clone());
                if matches!(played, Err(Error::Interrupted)) {
                    return;
                }
                let mut sum = sum.lock().unwrap_or_else(PoisonError::into_inner);
                over.fetch_or(sum.take(walls, played), Ordering::Relaxed);
            }
        };
        threads::within(pool, || threads::on_all(&play));
        sum.into_inner().unwrap_or_else(PoisonError::into_inner).finish()
    }

    /// The cells that are played.
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
    fn piece(&self, walls: Range<u64>) -> Result<Vec<Totals<F::Sums>>, Error> {
        let (first, count) = (real(self.grid.plan.shard, walls.start), walls.end - walls.start);
        let cells = self.cells.play(first..first + count);
        let cells = cells.map_err(|(cell, error)| self.grid.cells[cell].error(error))?;
        let mut blocks: Vec<Totals<F::Sums>> = Vec::new();
        for (index, number) in walls.enumerate() {
            if index == 0 || number.is_multiple_of(self.schedule.stop.every()) {
                blocks.push(self.empty.clone());
            }
            let wall: Vec<&Cluster> = cells.iter().map(|walls| &walls[index]).collect();
            self.add(blocks.last_mut().expect("a block"), first + index as u64, &wall);
        }
        Ok(blocks)
    }

    /// Adds a wall, by its number among all: the counts of each cell.
    fn add(&self, totals: &mut Totals<F::Sums>, number: u64, cells: &[&Cluster]) {
        totals.walls += 1;
        totals.played += self.grid.length.of_wall(number);
        let played = cells.iter().zip(self.rescored).filter(|(_, rescored)| !**rescored);
        let decisions = |(cell, _): (&&Cluster, _)| cell.matches.table[MatchCount::Decisions as usize];
        totals.decisions += played.map(decisions).sum::<i64>();
        self.findings.add(&mut totals.sums, cells);
    }

    /// Reports the result so far.
    fn report(&self, totals: &Totals<F::Sums>) {
        let (walls, before) = (self.schedule.expected_walls(self.findings, totals), self.schedule.before);
        let matches = match walls == self.schedule.last {
            true => self.matches_left(before),
            false => (walls - before) * self.matches_per_wall(),
        };
        self.grid.observer.so_far(matches, &self.findings.so_far(totals));
    }
}

/// The next walls to play: up to the next multiple of the size.
fn take(next: &AtomicU64, size: u64, last: u64) -> Option<Range<u64>> {
    let end = |first: u64| last.min((first / size + 1) * size);
    let first =
        next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |first| (first < last).then(|| end(first)));
    first.ok().map(|first| first..end(first))
}

/// Adds pieces in the order of their walls.
struct Sum<'a, F: WallSums> {
    playing: &'a Playing<'a, F>,
    totals: Totals<F::Sums>,
    /// Pieces that were played.
    played: Reorder<Result<Vec<Totals<F::Sums>>, Error>>,
    ended: Option<Result<Ending, Error>>,
    state: Option<StateFile>,
    reported: Instant,
}

impl<'a, F: WallSums> Sum<'a, F> {
    fn new(playing: &'a Playing<'a, F>, totals: Totals<F::Sums>, state: Option<StateFile>) -> Self {
        let ended = playing.schedule.ending(playing.findings, &totals).map(Ok);
        let played = Reorder::starting_at(totals.walls);
        Sum { playing, totals, played, ended, state, reported: Instant::now() }
    }

    /// Takes a piece; true if it is enough.
    fn take(&mut self, walls: Range<u64>, piece: Result<Vec<Totals<F::Sums>>, Error>) -> bool {
        self.played.put(walls, piece);
        while self.ended.is_none()
            && let Some(piece) = self.played.next()
        {
            self.ended = piece.and_then(|blocks| self.add(&blocks)).transpose();
        }
        self.ended.is_some()
    }

    /// Adds blocks until it is enough.
    fn add(&mut self, blocks: &[Totals<F::Sums>]) -> Result<Option<Ending>, Error> {
        let Playing { schedule, findings, .. } = self.playing;
        for block in blocks {
            self.totals.merge(block);
            if let Some(ending) = schedule.ending(*findings, &self.totals) {
                return Ok(Some(ending));
            }
        }
        if self.reported.elapsed() >= PAUSE {
            self.reported = Instant::now();
            self.playing.report(&self.totals);
        }
        self.state.as_mut().map_or(Ok(()), |state| state.keep(&self.totals))?;
        Ok(None)
    }

    fn finish(self) -> Result<(Totals<F::Sums>, Ending), Error> {
        let saved = self.state.as_ref().map_or(Ok(()), |state| state.write(&self.totals));
        let ending = self.ended.unwrap_or(Err(Error::Interrupted))?;
        saved.map(|()| (self.totals, ending))
    }
}
