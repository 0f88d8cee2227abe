//! Threads to work on.

use crate::error::Error;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::num::NonZero;
use std::thread::available_parallelism;

/// More threads than this only take memory.
pub const MOST: u64 = 1024;

/// So many threads; without a number one for each processor this process may use. The environment has no say.
///
/// # Errors
/// The system does not give that many.
pub fn pool(threads: Option<u64>) -> Result<ThreadPool, Error> {
    let processors = || available_parallelism().map_or(1, NonZero::get);
    let threads = threads.map_or_else(processors, |threads| threads as usize).clamp(1, MOST as usize);
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|error| Error::Failed(format!("{threads} threads cannot be started: {error}")))
}
