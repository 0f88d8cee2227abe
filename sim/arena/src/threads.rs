//! The thread pool of a run.

use crate::error::Error;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::num::NonZero;
use std::thread::available_parallelism;

/// The largest number of threads; more would only take memory.
pub const MOST: u64 = 1024;

/// Whether the current rayon pool has more threads than there are parts to write, so that threads may share a part. If it has
/// not, a thread that waits for others could begin another part before it ends its own.
pub(crate) fn are_spare(parts: usize) -> bool {
    parts < rayon::current_num_threads()
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
