//! Pieces of work on all threads: finished in any order, used in order.

use crate::error::Error;
use crate::observer::Observer;
use crate::threads;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// Results per thread that may be held: a thread that is farther ahead waits.
const MOST_HELD: usize = 8;

/// Holds results until it is their turn. Each belongs to a range of numbers; the ranges follow one another.
struct Reorder<T> {
    next: u64,
    /// By the start of their range, with its end.
    held: BTreeMap<u64, (u64, T)>,
}

impl<T> Reorder<T> {
    /// Without results; the first range starts with this number.
    fn starting_at(next: u64) -> Self {
        Reorder { next, held: BTreeMap::new() }
    }

    fn put(&mut self, range: Range<u64>, result: T) {
        self.held.insert(range.start, (range.end, result));
    }

    /// The next result in order, if it is there.
    fn next(&mut self) -> Option<T> {
        let (end, result) = self.held.remove(&self.next)?;
        self.next = end;
        Some(result)
    }

    /// Number of results that wait.
    fn len(&self) -> usize {
        self.held.len()
    }
}

/// Calls `work` for each of these items on all threads of the current rayon pool, and `take` for the results in order. Few results
/// are held at a time.
pub(crate) fn in_order<P: Send, T: Send>(
    observer: &dyn Observer,
    items: impl IntoIterator<Item = P, IntoIter: Send>,
    work: impl Fn(P) -> Result<T, Error> + Sync,
    take: impl FnMut(T) -> Result<(), Error> + Send,
) -> Result<(), Error> {
    let items = (0..).zip(items);
    let state = Mutex::new(State { items, results: Reorder::starting_at(0), take, outcome: Ok(()) });
    let room = Condvar::new();
    threads::on_all(&|threads| {
        let most = MOST_HELD * threads;
        let _stop = StopOnPanic(|| {
            lock(&state).outcome = Err(Error::Interrupted);
            room.notify_all();
        });
        loop {
            let is_full = |state: &mut State<_, T, _>| state.outcome.is_ok() && state.results.len() >= most;
            let waited = room.wait_while(lock(&state), is_full);
            let next = waited.unwrap_or_else(PoisonError::into_inner).next();
            let Some((number, item)) = next else { return };
            let result = observer.go_on().and_then(|()| work(item));
            lock(&state).put(number, result);
            room.notify_all();
        }
    });
    state.into_inner().unwrap_or_else(PoisonError::into_inner).outcome
}

/// [`in_order`] with all results together.
pub(crate) fn collect<P: Send, T: Send>(
    observer: &dyn Observer,
    items: impl IntoIterator<Item = P, IntoIter: Send>,
    work: impl Fn(P) -> Result<T, Error> + Sync,
) -> Result<Vec<T>, Error> {
    let mut results = Vec::new();
    let take = |result| {
        results.push(result);
        Ok(())
    };
    in_order(observer, items, work, take)?;
    Ok(results)
}

/// Ranges of this size that follow one another; the last one may be shorter.
pub(crate) fn pieces(Range { start, end }: Range<u64>, size: u64) -> impl Iterator<Item = Range<u64>> + Send {
    (start..end).step_by(size as usize).map(move |first| first..end.min(first + size))
}

/// Calls a function when it is dropped by a panic, so that the other threads do not wait or work on.
struct StopOnPanic<F: FnMut()>(F);

impl<F: FnMut()> Drop for StopOnPanic<F> {
    fn drop(&mut self) {
        if thread::panicking() {
            (self.0)();
        }
    }
}

/// What the threads of [`in_order`] share.
struct State<I, T, F> {
    /// With their numbers.
    items: I,
    results: Reorder<Result<T, Error>>,
    take: F,
    outcome: Result<(), Error>,
}

impl<P, I: Iterator<Item = (u64, P)>, T, F: FnMut(T) -> Result<(), Error>> State<I, T, F> {
    /// The next item; `None` if there is none, or after an error.
    fn next(&mut self) -> Option<(u64, P)> {
        if self.outcome.is_ok() { self.items.next() } else { None }
    }

    fn put(&mut self, number: u64, result: Result<T, Error>) {
        self.results.put(number..number + 1, result);
        while self.outcome.is_ok()
            && let Some(result) = self.results.next()
        {
            self.outcome = result.and_then(&mut self.take);
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observer::Quiet;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::time::Duration;

    fn ranges(count: u64) -> impl Iterator<Item = Range<u64>> + Send + Clone {
        (0..count).map(|at| at * 3..at * 3 + 3)
    }

    /// The first range is the slowest: the others wait for their turn, and threads do not run far ahead.
    #[test]
    fn results_are_taken_in_order_and_few_are_held() {
        let (ahead, mut taken) = (AtomicU64::new(0), Vec::new());
        let work = |range: Range<u64>| {
            ahead.fetch_max(range.start / 3, Ordering::Relaxed);
            if range.start == 0 {
                thread::sleep(Duration::from_millis(100));
                assert!(ahead.load(Ordering::Relaxed) <= 3 * MOST_HELD as u64 + 3);
            }
            Ok(range.start)
        };
        let take = |start| {
            taken.push(start);
            Ok(())
        };
        let pool = threads::pool(Some(3)).unwrap();
        pool.install(|| in_order(&Quiet, ranges(500), work, take)).unwrap();
        assert!(taken.into_iter().eq(ranges(500).map(|range| range.start)));
    }

    #[test]
    fn the_first_error_ends_the_work() {
        let mut taken = 0;
        let work = |range: Range<u64>| {
            if range.start < 30 { Ok(()) } else { Err(Error::Failed(range.start.to_string())) }
        };
        let take = |()| {
            taken += 1;
            Ok(())
        };
        let pool = threads::pool(Some(3)).unwrap();
        let ended = pool.install(|| in_order(&Quiet, ranges(1_000_000), work, take));
        assert_eq!((ended.unwrap_err().to_string(), taken), ("30".into(), 10));
    }

    /// Results of before it stopped are taken.
    #[test]
    fn the_observer_ends_the_work() {
        struct Patient(AtomicU64);
        impl Observer for Patient {
            fn stopped(&self) -> bool {
                self.0.load(Ordering::Relaxed) >= 10
            }
        }
        let (observer, pool) = (Patient(AtomicU64::new(0)), threads::pool(Some(3)).unwrap());
        let take = |range: Range<u64>| {
            assert_eq!(range.start, 3 * observer.0.fetch_add(1, Ordering::Relaxed));
            Ok(())
        };
        let ended = pool.install(|| in_order(&observer, pieces(0..1_000_000, 3), Ok, take));
        assert!(matches!(ended, Err(Error::Interrupted)));
        assert!((10..=13 + 3 * MOST_HELD as u64).contains(&observer.0.into_inner()));
    }

    #[test]
    fn a_panic_ends_the_work() {
        let work = |range: Range<u64>| if range.start == 0 { panic!("broken") } else { Ok(()) };
        let pool = threads::pool(Some(3)).unwrap();
        let played = AssertUnwindSafe(|| pool.install(|| in_order(&Quiet, ranges(1_000), work, |()| Ok(()))));
        assert!(catch_unwind(played).is_err());
    }
}
