//! The thread pool of a run.

use crate::error::Error;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::num::NonZero;
use std::thread::available_parallelism;

/// The largest number of threads; more would only take memory.
pub const MOST: u64 = 1024;

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
    let alone = alone.par_iter().with_max_len(1).map(|&part| write(part, false));
    let mut written = alone.collect::<Result<Vec<_>, Error>>()?;
    for &part in shared {
        written.push(write(part, true)?);
    }
    Ok(written)
}

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
