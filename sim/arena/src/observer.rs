//! Progress reports and interruption of long work.

use crate::error::Error;
use std::sync::atomic::{AtomicU64, Ordering};

/// Receives the progress of the work, from any thread, and can stop it.
pub trait Observer: Sync {
    /// The work begins, with this number of matches to play. If it begins once more, that is the number of all matches.
    fn start(&self, _matches: u64) {}

    /// A thread begins the match of this number.
    fn playing(&self, _number: u64) {}

    /// This number of further matches is done.
    fn done(&self, _matches: u64) {}

    /// The result so far, in a few words, or none; the work will probably end after this number of matches.
    fn so_far(&self, _matches: u64, _result: &str) {}

    /// Whether the work should stop. It stops at the end of the current match, or, for a data set, of the current part.
    fn stopped(&self) -> bool {
        false
    }
}

impl dyn Observer + '_ {
    /// An error if the work should stop.
    pub(crate) fn go_on(&self) -> Result<(), Error> {
        if self.stopped() { Err(Error::Interrupted) } else { Ok(()) }
    }
}

/// Observes a part of longer work: its matches count, the total and what is said of it are those of the whole.
pub(crate) struct OfAPart<'a> {
    pub whole: &'a dyn Observer,
    /// Matches of the part, with those that an earlier run has played.
    pub matches: u64,
}

impl Observer for OfAPart<'_> {
    fn start(&self, left: u64) {
        self.whole.done(self.matches.saturating_sub(left));
    }

    fn playing(&self, number: u64) {
        self.whole.playing(number);
    }

    fn done(&self, matches: u64) {
        self.whole.done(matches);
    }

    fn stopped(&self) -> bool {
        self.whole.stopped()
    }
}

/// Observes matches that are not part of the work, as those of a sample: they do not count, but the work can be stopped.
pub(crate) struct Uncounted<'a>(pub &'a dyn Observer);

impl Observer for Uncounted<'_> {
    fn playing(&self, number: u64) {
        self.0.playing(number);
    }

    fn stopped(&self) -> bool {
        self.0.stopped()
    }
}

/// Observes one of several pieces of work, of which the totals of those to come are not known yet.
pub(crate) struct OneOf<'a> {
    pub all: &'a dyn Observer,
    /// Matches of the pieces before.
    pub before: u64,
    /// Matches of this one, once it has started.
    pub matches: AtomicU64,
    /// Which of how many it is, from 1.
    pub number: [usize; 2],
}

impl<'a> OneOf<'a> {
    pub(crate) fn new(all: &'a dyn Observer, before: u64, number: [usize; 2]) -> OneOf<'a> {
        OneOf { all, before, matches: AtomicU64::new(0), number }
    }
}

impl Observer for OneOf<'_> {
    fn start(&self, matches: u64) {
        self.matches.store(matches, Ordering::Relaxed);
        self.all.start(self.before + matches);
    }

    fn playing(&self, number: u64) {
        self.all.playing(number);
    }

    fn done(&self, matches: u64) {
        self.all.done(matches);
    }

    fn so_far(&self, matches: u64, result: &str) {
        let [number, of] = self.number;
        self.all.so_far(self.before + matches, &format!("{number} of {of}: {result}"));
    }

    fn stopped(&self) -> bool {
        self.all.stopped()
    }
}

/// Ignores progress and never stops the work.
#[derive(Clone, Copy, Default, Debug)]
pub struct Quiet;

impl Observer for Quiet {}
