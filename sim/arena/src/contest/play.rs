//! The matches of a contest, divided among threads and added in the order of the walls.
//!
//! A *piece* is a range of walls with all matches on them. Threads play pieces in any order; their walls are added to the
//! totals in order, and after each wall the contest may be over. So the result does not depend on the threads: walls
//! beyond the last one counted are discarded.

use super::identity::Identity;
use super::tables::Table;
use super::totals::{Layout, Totals, Wall, places};
use super::{Ending, Plan};
use crate::arena::Arena;
use crate::error::{Error, Within};
use crate::observer::Observer;
use crate::play::Job;
use crate::state::StateFile;
use hyakuman_games::Game;
use rayon::ThreadPool;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Walls in a piece of scalar agents.
const WALLS: u64 = 8;

/// Most walls in a piece of a sequential test: those beyond the last wall are played for nothing.
const WALLS_OF_TEST: u64 = 64;

/// Time between two reports of the result so far.
const PAUSE: Duration = Duration::from_millis(250);

/// A contest about to be played.
pub(super) struct Contestants<'a> {
    pub arena: &'a Arena<'a>,
    pub tables: &'a [Table],
    pub plan: &'a Plan,
    pub observer: &'a dyn Observer,
}

/// Passes on what one lineup reports; match numbers are those of the whole contest.
struct LineupObserver<'a> {
    outer: &'a dyn Observer,
    over: &'a AtomicBool,
    rotations: u64,
    /// Matches on each wall.
    matches: u64,
    /// Matches on the same wall before those of this lineup.
    before: u64,
}

impl Observer for LineupObserver<'_> {
    fn playing(&self, number: u64) {
        self.outer.playing(number / self.rotations * self.matches + self.before + number % self.rotations);
    }

    fn done(&self, matches: u64) {
        self.outer.done(matches);
    }

    fn stopped(&self) -> bool {
        self.over.load(Ordering::Relaxed) || self.outer.stopped()
    }
}

/// The matches of one lineup.
struct Seating<'a, G: Game> {
    table: usize,
    /// The place at the table of each agent of the lineup.
    places: Vec<usize>,
    job: Job<'a, G>,
}

impl Contestants<'_> {
    /// Plays from the walls in `totals` on, until the plan is fulfilled.
    pub(super) fn play<G: Game>(
        &self,
        rules: &Arc<G::Rules>,
        pool: &ThreadPool,
        totals: Totals,
        state: Option<StateFile<Identity>>,
    ) -> Result<(Totals, Ending), Error> {
        let over = AtomicBool::new(false);
        let observers = self.observers(&over);
        let seatings = self.seatings::<G>(rules, &observers)?;
        let (next, size) = (AtomicU64::new(totals.walls), self.piece_size(&seatings, pool));
        let layout = Layout::new(self.tables);
        let sum = Sum::new(self, &layout, totals, state);
        over.store(sum.ended.is_some(), Ordering::Relaxed);
        let sum = Mutex::new(sum);
        let last = self.plan.most_walls();
        pool.broadcast(|_| {
            while !over.load(Ordering::Relaxed) && !self.observer.stopped() {
                let first = next.fetch_add(size, Ordering::Relaxed);
                if first >= last {
                    return;
                }
                let played = self.piece(&seatings, &layout, first..last.min(first + size));
                if matches!(played, Err(Error::Interrupted)) {
                    return;
                }
                let mut sum = sum.lock().unwrap_or_else(PoisonError::into_inner);
                over.fetch_or(sum.take(first, played), Ordering::Relaxed);
            }
        });
        sum.into_inner().unwrap_or_else(PoisonError::into_inner).finish()
    }

    /// All lineups of all tables with their agents.
    fn seatings<'b, G: Game>(
        &'b self,
        rules: &'b Arc<G::Rules>,
        observers: &'b [LineupObserver<'b>],
    ) -> Result<Vec<Seating<'b, G>>, Error> {
        let (mut seatings, mut observers) = (Vec::new(), observers.iter());
        for (at, table) in self.tables.iter().enumerate() {
            for (lineup, observer) in table.lineups.iter().zip(&mut observers) {
                let places = places(table, lineup, &self.arena.agents);
                let job = Job::new(self.arena.work::<G>(rules, lineup, observer))?;
                seatings.push(Seating { table: at, places, job });
            }
        }
        Ok(seatings)
    }

    /// An observer for each lineup.
    fn observers<'b>(&'b self, over: &'b AtomicBool) -> Vec<LineupObserver<'b>> {
        let matches = self.tables.iter().map(Table::seatings).sum::<usize>() as u64;
        let mut before = 0;
        let mut observers = Vec::new();
        for lineup in self.tables.iter().flat_map(|table| &table.lineups) {
            let rotations = lineup.rotations() as u64;
            observers.push(LineupObserver { outer: self.observer, over, rotations, matches, before });
            before += rotations;
        }
        observers
    }

    /// Walls in a piece: few, but as many as batched agents need for full batches.
    fn piece_size<G: Game>(&self, seatings: &[Seating<'_, G>], pool: &ThreadPool) -> u64 {
        if seatings.iter().any(|seating| seating.job.work().is_external()) {
            return 1; // a wall of external agents may take minutes
        }
        let Some(long) = seatings.iter().filter_map(|seating| seating.job.long_piece()).max() else {
            return WALLS;
        };
        match self.plan {
            Plan::Walls(walls) => {
                (walls / (2 * pool.current_num_threads() as u64)).clamp(WALLS, long.max(WALLS))
            }
            Plan::Test { .. } => long.clamp(WALLS, WALLS_OF_TEST),
        }
    }

    /// Plays all matches on a range of walls.
    fn piece<G: Game>(
        &self,
        seatings: &[Seating<'_, G>],
        layout: &Layout,
        walls: Range<u64>,
    ) -> Result<Vec<Wall>, Error> {
        let mut played = vec![layout.empty(); (walls.end - walls.start) as usize];
        for Seating { table, places, job } in seatings {
            let lineup = job.work().lineup;
            let rotations = lineup.rotations() as u64;
            let mut into = played.iter_mut();
            let take = |cluster| {
                let wall = into.next().expect("a wall of the piece");
                layout.add(wall, *table, places, &cluster);
            };
            job.walls(walls.start * rotations..walls.end * rotations, &mut (), take).within_table(|| {
                let names: Vec<_> = lineup.named().iter().map(ToString::to_string).collect();
                format!("table {}, seats {}", self.tables[*table].kind, names.join(" | "))
            })?;
        }
        Ok(played)
    }
}

/// Names the table of an error, unless the contest was stopped.
trait WithinTable {
    fn within_table(self, about: impl FnOnce() -> String) -> Self;
}

impl WithinTable for Result<(), Error> {
    fn within_table(self, about: impl FnOnce() -> String) -> Self {
        match self {
            Err(Error::Interrupted) => self,
            _ => self.within(about),
        }
    }
}

/// Adds pieces in the order of their walls.
struct Sum<'a> {
    contest: &'a Contestants<'a>,
    layout: &'a Layout,
    totals: Totals,
    /// Walls that the state had.
    before: u64,
    /// Pieces played before one that comes first, by their first wall.
    early: BTreeMap<u64, Result<Vec<Wall>, Error>>,
    ended: Option<Result<Ending, Error>>,
    state: Option<StateFile<Identity>>,
    reported: Instant,
}

impl<'a> Sum<'a> {
    fn new(
        contest: &'a Contestants<'a>,
        layout: &'a Layout,
        totals: Totals,
        state: Option<StateFile<Identity>>,
    ) -> Self {
        let ended = contest.plan.ending(&totals).map(Ok);
        let before = totals.walls;
        Sum {
            contest,
            layout,
            totals,
            before,
            early: BTreeMap::new(),
            ended,
            state,
            reported: Instant::now(),
        }
    }

    /// Takes a piece; true if the contest is over.
    fn take(&mut self, first: u64, piece: Result<Vec<Wall>, Error>) -> bool {
        self.early.insert(first, piece);
        while self.ended.is_none()
            && let Some(piece) = self.early.remove(&self.totals.walls)
        {
            self.ended = piece.and_then(|walls| self.add(&walls)).transpose();
        }
        self.ended.is_some()
    }

    /// Adds walls until the contest is over.
    fn add(&mut self, walls: &[Wall]) -> Result<Option<Ending>, Error> {
        let Contestants { tables, plan, observer, .. } = self.contest;
        for wall in walls {
            self.totals.add(tables, self.layout, wall);
            if let Some(ending) = plan.ending(&self.totals) {
                return Ok(Some(ending));
            }
        }
        if self.reported.elapsed() >= PAUSE {
            self.reported = Instant::now();
            let matches = tables.iter().map(Table::seatings).sum::<usize>() as u64;
            let walls = plan.expected_walls(&self.totals) - self.before;
            observer.so_far(walls * matches, &plan.so_far(&self.totals));
        }
        self.state.as_mut().map_or(Ok(()), |state| state.keep(&self.totals))?;
        Ok(None)
    }

    /// The result, if the contest is over. The totals are saved in any case.
    fn finish(self) -> Result<(Totals, Ending), Error> {
        let saved = self.state.as_ref().map_or(Ok(()), |state| state.write(&self.totals));
        let ending = self.ended.unwrap_or(Err(Error::Interrupted))?;
        saved.map(|()| (self.totals, ending))
    }
}
