//! The thread pool of a run.
//!
//! Rayon is called through `dyn` only: its machinery is compiled once, not for every game and command.

use crate::error::Error;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::num::NonZero;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, available_parallelism};

/// The largest number of threads; more would only take memory.
pub const MOST: u64 = 1024;

/// A pool with this number of threads, at most [`MOST`]; `None` for one per processor that this process may use.
/// Environment variables of rayon are ignored.
///
/// # Errors
/// The system cannot start that many.
pub fn pool(threads: Option<u64>) -> Result<ThreadPool, Error> {
    let processors = || available_parallelism().map_or(1, NonZero::get);
    let threads = threads.map_or_else(processors, |threads| threads as usize).clamp(1, MOST as usize);
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|error| Error::Failed(format!("{threads} threads cannot be started: {error}")))
}

/// Does some work in the pool.
pub(crate) fn within<T: Send>(pool: &ThreadPool, work: impl FnOnce() -> T + Send) -> T {
    let (mut work, mut result) = (Some(work), None);
    install(pool, &mut || result = work.take().map(|work| work()));
    result.expect("the work was done")
}

fn install(pool: &ThreadPool, work: &mut (dyn FnMut() + Send)) {
    pool.install(work);
}

/// Does some work on every thread of the current rayon pool; it gets their number.
pub(crate) fn on_all(work: &(dyn Fn(usize) + Sync)) {
    rayon::broadcast(|thread| work(thread.num_threads()));
}

/// Calls `work` for each number below `count` on the threads of the current rayon pool, until one fails.
///
/// # Errors
/// That of the lowest number that failed.
pub(crate) fn each(count: u64, work: &(dyn Fn(u64) -> Result<(), Error> + Sync)) -> Result<(), Error> {
    let (next, failed) = (AtomicU64::new(0), Mutex::new(None));
    let keep = |number, error| {
        let mut failed = failed.lock().unwrap_or_else(PoisonError::into_inner);
        if failed.as_ref().is_none_or(|&(lowest, _)| number < lowest) {
            *failed = Some((number, error));
        }
    };
    on_all(&|_| {
        let _stop = StopOnPanic(|| next.store(count, Ordering::Relaxed));
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                return;
            }
            if let Err(error) = work(number) {
                next.store(count, Ordering::Relaxed);
                keep(number, error);
            }
        }
    });
    failed.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), |(_, error)| Err(error))
}

/// [`each`] with results, in the order of the numbers.
///
/// # Errors
/// Those of [`each`].
pub(crate) fn collect<T: Send>(
    count: usize,
    work: impl Fn(usize) -> Result<T, Error> + Sync,
) -> Result<Vec<T>, Error> {
    let results = Mutex::new((0..count).map(|_| None).collect::<Vec<Option<T>>>());
    each(count as u64, &|number| {
        let result = work(number as usize)?;
        results.lock().unwrap_or_else(PoisonError::into_inner)[number as usize] = Some(result);
        Ok(())
    })?;
    let results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(results.into_iter().map(|result| result.expect("each was called")).collect())
}

/// Calls `write` for each of these parts on the threads of the current rayon pool. First, whole parts are written in parallel, one
/// thread each. If `can_share`, the remainder that would not fill all threads follows one part at a time, shared by all: `write` is
/// called with `true` for them. The results are in the order of the parts.
///
/// # Errors
/// An error of `write`.
pub(crate) fn each_part<T: Send>(
    parts: &[u64],
    can_share: bool,
    write: impl Fn(u64, bool) -> Result<T, Error> + Sync,
) -> Result<Vec<T>, Error> {
    let rest = if can_share { parts.len() % rayon::current_num_threads() } else { 0 };
    let (alone, shared) = parts.split_at(parts.len() - rest);
    let mut written = collect(alone.len(), |part| write(alone[part], false))?;
    for &part in shared {
        written.push(write(part, true)?);
    }
    Ok(written)
}

/// Calls a function when it is dropped by a panic, so that the other threads do not wait or play on.
pub(crate) struct StopOnPanic<F: FnMut()>(pub F);

impl<F: FnMut()> Drop for StopOnPanic<F> {
    fn drop(&mut self) {
        if thread::panicking() {
            (self.0)();
        }
    }
}
