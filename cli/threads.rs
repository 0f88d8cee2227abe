//! How many threads the commands work on.

use anyhow::{Context, Result};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::num::NonZero;
use std::thread::available_parallelism;

/// More threads than this only take memory.
pub const MOST: u64 = 1024;

/// So many threads; without a number one for each processor this process may use. The environment has no say.
///
/// # Errors
/// The system does not give that many.
pub fn pool(threads: Option<u64>) -> Result<ThreadPool> {
    let processors = || available_parallelism().map_or(1, NonZero::get);
    let threads = threads.map_or_else(processors, |threads| threads as usize).clamp(1, MOST as usize);
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    pool.with_context(|| format!("{threads} threads cannot be started"))
}

/// Reads a number of threads from the command line.
///
/// # Errors
/// It is not one.
pub fn number(text: &str) -> Result<u64, String> {
    crate::number::whole(text, 1, MOST)
}
