//! Long work seen from the command line: progress on standard error, Ctrl-C, and the match to name after a panic.

use crate::failure::{self, Failure};
use crate::progress::Progress;
use crate::{crash, interrupt};
use anyhow::{Context, Result};
use hyakuman_agents::Roster;
use hyakuman_arena::{Error, ErrorKind, Observer};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// Observes one piece of work.
pub struct Watch {
    /// Shared by all pieces of work of a command.
    stop: Arc<AtomicBool>,
    /// Set once the number of matches is known.
    progress: OnceLock<Progress>,
}

impl Observer for Watch {
    fn start(&self, matches: u64) {
        self.progress.get_or_init(|| Progress::new(matches)).so_far(matches, "");
    }

    fn playing(&self, number: u64) {
        crash::set_match(number);
    }

    fn done(&self, matches: u64) {
        if let Some(progress) = self.progress.get() {
            progress.add(matches);
        }
    }

    fn so_far(&self, matches: u64, result: &str) {
        if let Some(progress) = self.progress.get() {
            progress.so_far(matches, result);
        }
    }

    fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

impl Watch {
    /// Makes Ctrl-C stop the work from now on.
    pub fn new() -> Result<Watch> {
        let stop = interrupt::watch().context(interrupt::REFUSED)?;
        Ok(Watch { stop, progress: OnceLock::new() })
    }

    /// Observes the next piece of work of the same command: what stopped this one stops that one, too.
    #[must_use]
    pub fn next(&self) -> Watch {
        Watch { stop: Arc::clone(&self.stop), progress: OnceLock::new() }
    }

    /// Removes the progress display and returns how long the work took.
    pub fn finish(&self) -> Duration {
        self.progress.get().map_or(Duration::ZERO, Progress::finish)
    }

    /// Does work with the agents of a roster, and warns of what they remarked; its result, and the seconds that it took. `how` is that
    /// of [`Watch::failure`].
    pub fn over<T>(
        &self,
        roster: &Roster,
        how: impl FnOnce(u64, u64) -> String,
        work: impl FnOnce() -> Result<T, Error>,
    ) -> Result<(T, f64)> {
        let done = work();
        let seconds = self.finish().as_secs_f64();
        roster.remarks().iter().for_each(|remark| failure::warn(remark));
        Ok((done.map_err(|error| self.failure(error, how))?, seconds))
    }

    /// Matches finished so far.
    pub fn done_so_far(&self) -> u64 {
        self.progress.get().map_or(0, Progress::done)
    }

    /// The error of work that ended without a result. `how` writes the message of an interruption from the matches
    /// finished and the total.
    pub fn failure(&self, error: Error, how: impl FnOnce(u64, u64) -> String) -> anyhow::Error {
        match (error.kind(), self.progress.get()) {
            (ErrorKind::Interrupted, Some(progress)) => {
                Failure::Interrupted(how(progress.done(), progress.total())).into()
            }
            _ => error.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As of several rulesets that are adapted to one after another.
    #[test]
    fn work_that_starts_again_has_a_new_total() {
        let watch = Watch { stop: Arc::default(), progress: OnceLock::new() };
        watch.start(10);
        watch.done(10);
        watch.start(10 + 30);
        let how = |done, of| format!("{done} of {of}");
        assert_eq!(watch.failure(Error::Interrupted, how).to_string(), "10 of 40");
    }

    #[test]
    fn a_request_to_stop_holds_for_the_work_that_follows() {
        let first = Watch { stop: Arc::default(), progress: OnceLock::new() };
        let second = first.next();
        first.stop.store(true, Ordering::Relaxed);
        assert!(second.stopped() && second.next().stopped());
    }
}
