//! Walls played in pieces by all threads, and added in order until the work is over.
//!
//! A *piece* is a range of walls with all matches on them. Threads play pieces in any order; they are added to the totals in the
//! order of the walls, and after each addend of a piece the work may be over. So the result does not depend on the threads: walls
//! beyond the last one counted are discarded.

use crate::error::Error;
use crate::observer::Observer;
use crate::reorder::Reorder;
use crate::state::{Identity, StateFile, Sums};
use crate::threads;
use rayon::ThreadPool;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Time between two reports of the result so far.
const PAUSE: Duration = Duration::from_millis(250);

/// What is played and added.
pub(crate) trait OrderedWork: Sync {
    /// What determines the totals.
    type Identity: Identity + Send;
    /// Sums over the first walls.
    type Totals: Sums + Send;
    /// What is added at once: a wall, or some walls of a piece.
    type Addend: Send;
    /// Why it is over.
    type Ending: Send;

    /// Walls in a piece.
    fn piece_size(&self) -> u64;

    /// The number of walls at most.
    fn last(&self) -> u64;

    /// Plays a range of walls.
    ///
    /// # Errors
    /// An agent broke the protocol or failed, or the observer stopped the work.
    fn piece(&self, walls: Range<u64>) -> Result<Vec<Self::Addend>, Error>;

    /// Adds some walls.
    fn add(&self, totals: &mut Self::Totals, addend: &Self::Addend);

    /// Why it is over with these totals; `None` if it is not.
    fn ending(&self, totals: &Self::Totals) -> Option<Self::Ending>;

    /// Tells the observer the result so far. `before`: walls played before this run.
    fn report(&self, totals: &Self::Totals, before: u64);
}

/// Plays from the walls in `totals` on, until the work is over; `over` is set then. The totals are saved in any case. Work that knows the
/// game is passed as a `dyn`: then this is compiled once and not for every game.
///
/// # Errors
/// The first error of a piece, in the order of the walls; the state cannot be saved; the observer stopped the work.
pub(crate) fn play<W: OrderedWork + ?Sized>(
    work: &W,
    pool: &ThreadPool,
    observer: &dyn Observer,
    over: &AtomicBool,
    totals: W::Totals,
    state: Option<StateFile<W::Identity>>,
) -> Result<(W::Totals, W::Ending), Error> {
    let (next, size, last) = (AtomicU64::new(totals.walls()), work.piece_size(), work.last());
    let sum = Sum::new(work, totals, state);
    over.store(sum.ended.is_some(), Ordering::Relaxed);
    let sum = Mutex::new(sum);
    let play = |_| {
        while !over.load(Ordering::Relaxed) && !observer.stopped() {
            let Some(walls) = take(&next, size, last) else { return };
            let played = work.piece(walls.clone());
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

/// The next walls to play: up to the next multiple of the size.
fn take(next: &AtomicU64, size: u64, last: u64) -> Option<Range<u64>> {
    let end = |first: u64| last.min((first / size + 1) * size);
    let first =
        next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |first| (first < last).then(|| end(first)));
    first.ok().map(|first| first..end(first))
}

/// Adds pieces in the order of their walls.
struct Sum<'a, W: OrderedWork + ?Sized> {
    work: &'a W,
    totals: W::Totals,
    /// Walls that the state had.
    before: u64,
    /// Pieces that were played.
    played: Reorder<Result<Vec<W::Addend>, Error>>,
    ended: Option<Result<W::Ending, Error>>,
    state: Option<StateFile<W::Identity>>,
    reported: Instant,
}

impl<'a, W: OrderedWork + ?Sized> Sum<'a, W> {
    fn new(work: &'a W, totals: W::Totals, state: Option<StateFile<W::Identity>>) -> Self {
        let (ended, before) = (work.ending(&totals).map(Ok), totals.walls());
        Sum {
            work,
            totals,
            before,
            played: Reorder::starting_at(before),
            ended,
            state,
            reported: Instant::now(),
        }
    }

    /// Takes a piece; true if the work is over.
    fn take(&mut self, walls: Range<u64>, piece: Result<Vec<W::Addend>, Error>) -> bool {
        self.played.put(walls, piece);
        while self.ended.is_none()
            && let Some(piece) = self.played.next()
        {
            self.ended = piece.and_then(|addends| self.add(&addends)).transpose();
        }
        self.ended.is_some()
    }

    /// Adds walls until the work is over.
    fn add(&mut self, addends: &[W::Addend]) -> Result<Option<W::Ending>, Error> {
        for addend in addends {
            self.work.add(&mut self.totals, addend);
            if let Some(ending) = self.work.ending(&self.totals) {
                return Ok(Some(ending));
            }
        }
        if self.reported.elapsed() >= PAUSE {
            self.reported = Instant::now();
            self.work.report(&self.totals, self.before);
        }
        self.state.as_mut().map_or(Ok(()), |state| state.keep(&self.totals))?;
        Ok(None)
    }

    fn finish(self) -> Result<(W::Totals, W::Ending), Error> {
        let saved = self.state.as_ref().map_or(Ok(()), |state| state.write(&self.totals));
        let ending = self.ended.unwrap_or(Err(Error::Interrupted))?;
        saved.map(|()| (self.totals, ending))
    }
}
