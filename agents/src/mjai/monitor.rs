//! What is kept of the work of bots: failures for the user, and everything for a report.

use super::failure::Failure;
use super::report::Report;
use super::stderr::Log;
use std::sync::{Arc, Mutex, PoisonError};

/// The failures of all bots of a roster, by command and by what followed from them.
#[derive(Default, Debug)]
pub(crate) struct Failures(Mutex<Vec<FailureCount>>);

#[derive(Debug)]
struct FailureCount {
    command: String,
    /// What was done instead.
    instead: &'static str,
    moves: u64,
    first: String,
}

/// Where a bot reports to.
#[derive(Clone)]
pub(crate) struct Monitor {
    failures: Arc<Failures>,
    command: String,
    /// The file of its standard error.
    log: Option<Arc<Log>>,
    pub(crate) report: Option<Arc<Mutex<Report>>>,
}

impl Failures {
    /// A sentence for each bot that failed.
    pub(crate) fn remarks(&self) -> Vec<String> {
        let counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let remark = |FailureCount { command, instead, moves, first }: &FailureCount| {
            let times = if *moves == 1 { "once".into() } else { format!("{moves} times") };
            format!("mjai bot \"{command}\": {instead} {times}; the first time: {first}")
        };
        counts.iter().map(remark).collect()
    }

    fn add(&self, command: &str, instead: &'static str, sentence: &str) {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match counts.iter_mut().find(|count| count.command == command && count.instead == instead) {
            Some(count) => count.moves += 1,
            None => counts.push(FailureCount {
                command: command.into(),
                instead,
                moves: 1,
                first: sentence.into(),
            }),
        }
    }
}

impl Monitor {
    pub(crate) fn new(
        failures: &Arc<Failures>,
        command: &str,
        log: Option<&Arc<Log>>,
        report: Option<&Arc<Mutex<Report>>>,
    ) -> Monitor {
        let (failures, command) = (Arc::clone(failures), command.to_owned());
        Monitor { failures, command, log: log.cloned(), report: report.cloned() }
    }

    /// The bot failed, and the fallback decided.
    pub(crate) fn fell_back(&self, whole_place: &str, place: &str, failure: &Failure) {
        self.report(|report| report.failed(place, failure));
        let sentence = format!("{whole_place}: {failure}");
        self.failures.add(&self.command, "tsumogiri decided in its place", &sentence);
        if let Some(log) = &self.log {
            log.append(format!("hyakuman: {sentence}; tsumogiri instead\n").as_bytes());
        }
    }

    /// What it says of the worth of actions in a decision cannot be used.
    pub(crate) fn left_aside(&self, sentence: &str) {
        self.failures.add(&self.command, "the values of a decision were left aside", sentence);
    }

    /// Adds to the report, if there is one.
    pub(crate) fn report(&self, add: impl FnOnce(&mut Report)) {
        if let Some(report) = &self.report {
            add(&mut report.lock().unwrap_or_else(PoisonError::into_inner));
        }
    }
}
