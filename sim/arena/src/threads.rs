//! The thread pool of a run.
//!
//! Rayon is called through `dyn` only: its machinery is compiled once, not for every game and command.

use crate::error::Error;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::num::NonZero;
use std::sync::{Mutex, PoisonError};
use std::thread::available_parallelism;

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

/// What threads use in turn, such as agents: each is made when none is idle, and used again.
pub(crate) struct Idle<T>(Mutex<Vec<T>>);

impl<T> Idle<T> {
    pub(crate) fn new(idle: Vec<T>) -> Idle<T> {
        Idle(Mutex::new(idle))
    }

    /// One that no thread uses.
    pub(crate) fn take(&self, make: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
        let idle = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        idle.map_or_else(make, Ok)
    }

    pub(crate) fn give_back(&self, used: T) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(used);
    }

    /// All that were made and given back.
    pub(crate) fn into_all(self) -> Vec<T> {
        self.0.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}
