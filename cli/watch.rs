//! Long work as the command line watches it: progress on standard error, an end by Ctrl-C, and the match that is named
//! where the program fails.

use crate::failure::Failure;
use crate::progress::Progress;
use crate::{crash, interrupt};
use anyhow::{Context, Result};
use hyakuman_arena::{Error, Kind, Observer};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// Watches one piece of work.
pub struct Watch {
    stop: Arc<AtomicBool>,
    /// Once it is known how many matches there are.
    progress: OnceLock<Progress>,
}

impl Observer for Watch {
    fn start(&self, matches: u64) {
        self.progress.get_or_init(|| Progress::new(matches));
    }

    fn playing(&self, number: u64) {
        crash::set_match(number);
    }

    fn done(&self, matches: u64) {
        if let Some(progress) = self.progress.get() {
            progress.add(matches);
        }
    }

    fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

impl Watch {
    /// From now on Ctrl-C stops the work.
    ///
    /// # Errors
    /// The system refuses.
    pub fn new() -> Result<Watch> {
        let stop = interrupt::watch().context(interrupt::REFUSED)?;
        Ok(Watch { stop, progress: OnceLock::new() })
    }

    /// Takes the progress away and says how long the work took.
    pub fn finish(&self) -> Duration {
        self.progress.get().map_or(Duration::ZERO, Progress::finish)
    }

    /// Matches that were done.
    pub fn done_so_far(&self) -> u64 {
        self.progress.get().map_or(0, Progress::done)
    }

    /// The error of work that ended without a result; `how` says of an interruption how far it came and how to go on.
    pub fn failure(&self, error: Error, how: impl FnOnce(u64, u64) -> String) -> anyhow::Error {
        match (error.kind(), self.progress.get()) {
            (Kind::Interrupted, Some(progress)) => {
                Failure::Interrupted(how(progress.done(), progress.total())).into()
            }
            _ => error.into(),
        }
    }
}
