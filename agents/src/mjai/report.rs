//! What a bot was sent and what it answered, counted: the compliance report for its author.

use super::failure::{Failure, Problem};
use std::collections::BTreeMap;
use std::io::Write;
use std::time::Duration;

/// Most failures that are kept in full.
const MOST_FAILURES: usize = 100;

/// The report of a check.
#[derive(Default)]
pub struct Report {
    /// Matches that were played to the end.
    pub matches: u64,
    /// Questions by what they are about.
    pub questions: BTreeMap<&'static str, u64>,
    /// Messages sent, by type.
    pub sent: BTreeMap<String, u64>,
    /// Moves received and understood, by type.
    pub replies: BTreeMap<String, u64>,
    /// Number of failures by kind.
    pub problems: BTreeMap<Problem, u64>,
    /// The first failures in full.
    pub failures: Vec<Failed>,
    /// Time of each answer but the first of each process.
    pub latencies: Vec<Duration>,
    /// Time of the first answer of each process.
    pub starts: Vec<Duration>,
    /// Receives every line sent (`> `) and received (`< `).
    pub transcript: Option<Box<dyn Write + Send>>,
    /// The match being played.
    pub(crate) number: u64,
    written: Option<std::io::Error>,
}

/// A failure of a bot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failed {
    /// The match of the check, from 0.
    pub number: u64,
    /// Seat and kyoku.
    pub place: String,
    /// Its kind.
    pub problem: Problem,
    /// The end of a sentence about the bot.
    pub what: String,
    /// The offending line, or its beginning.
    pub line: Option<String>,
}

impl Report {
    /// Whether there was no failure, and the bot was asked anything.
    pub fn is_compliant(&self) -> bool {
        self.problems.is_empty() && !self.questions.is_empty()
    }

    /// Whether the bot was asked, and no process of it has ever answered.
    pub fn is_mute(&self) -> bool {
        self.starts.is_empty() && !self.questions.is_empty()
    }

    /// The time within which this share (0 to 1) of the answers came; `None` without answers.
    pub fn latency(&self, share: f64) -> Option<Duration> {
        let mut sorted = self.latencies.clone();
        sorted.sort_unstable();
        let place = (share * sorted.len() as f64).ceil() as usize;
        sorted.get(place.clamp(1, sorted.len().max(1)) - 1).copied()
    }

    /// Ends the transcript. Returns the error with which it could not be written.
    pub fn finish_transcript(&mut self) -> Option<std::io::Error> {
        let flushed = self.transcript.take().map(|mut out| out.flush());
        self.written.take().or(flushed.and_then(Result::err))
    }

    pub(crate) fn question(&mut self, about: &'static str) {
        *self.questions.entry(about).or_default() += 1;
    }

    pub(crate) fn asked(&mut self, out: &[u8], line: Option<&[u8]>, elapsed: Duration, first: bool) {
        self.told(out);
        if let Some(line) = line {
            self.write("< ", line);
            if first { self.starts.push(elapsed) } else { self.latencies.push(elapsed) }
        }
    }

    pub(crate) fn told(&mut self, out: &[u8]) {
        let text = String::from_utf8_lossy(out);
        for rest in text.split("{\"type\":\"").skip(1) {
            let kind = rest.split('"').next().unwrap_or_default();
            *self.sent.entry(kind.to_owned()).or_default() += 1;
        }
        for line in text.lines() {
            self.write("> ", line.as_bytes());
        }
    }

    pub(crate) fn replied(&mut self, kind: &str) {
        *self.replies.entry(kind.to_owned()).or_default() += 1;
    }

    pub(crate) fn failed(&mut self, place: &str, failure: &Failure) {
        let Failure { problem, what, line } = failure.clone();
        *self.problems.entry(problem).or_default() += 1;
        if self.failures.len() < MOST_FAILURES {
            self.failures.push(Failed { number: self.number, place: place.into(), problem, what, line });
        }
    }

    fn write(&mut self, mark: &str, line: &[u8]) {
        let Some(out) = &mut self.transcript else { return };
        if let Err(error) =
            [mark.as_bytes(), line, b"\n"].into_iter().try_for_each(|part| out.write_all(part))
        {
            (self.transcript, self.written) = (None, Some(error));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Full;

    impl Write for Full {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::StorageFull.into())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    /// A transcript that breaks off in the middle is an error at the end.
    #[test]
    fn a_transcript_on_a_full_disk_is_an_error() {
        let mut report = Report { transcript: Some(Box::new(Full)), ..Report::default() };
        report.told(b"{\"type\":\"none\"}\n");
        let error = report.finish_transcript().expect("the first write failed");
        assert_eq!(error.kind(), std::io::ErrorKind::StorageFull);
        assert!(report.finish_transcript().is_none());
    }
}
