//! What a bot was sent and what it answered, counted: the compliance report for its author.

use super::failure::{Failure, Problem};
use hyakuman_games::logs::mjai::tile_of;
use std::collections::BTreeMap;
use std::io::Write;
use std::time::Duration;

/// Most kinds of failures that are kept.
const MOST_KINDS: usize = 100;

/// The types of moves that have a meaning.
const MOVES: [&str; 12] = [
    "none",
    "dahai",
    "reach",
    "chi",
    "pon",
    "daiminkan",
    "ankan",
    "kakan",
    "nukidora",
    "kita",
    "hora",
    "ryukyoku",
];

/// The report of a check.
#[derive(Default)]
pub struct Report {
    /// Matches that were played to the end.
    pub matches: u64,
    /// Questions by what they are about.
    pub questions: BTreeMap<&'static str, u64>,
    /// Messages sent, by type.
    pub sent: BTreeMap<String, u64>,
    /// Moves received, by type; those of a type without a meaning as `other`.
    pub replies: BTreeMap<&'static str, u64>,
    /// Replies with a `meta` that says what every legal action is worth, and with one that does not, which is left aside.
    pub evaluations: [u64; 2],
    /// Number of failures by kind.
    pub problems: BTreeMap<Problem, u64>,
    /// Failures that differ in more than tiles and numbers: the first of each, at most 100.
    pub failures: Vec<Failed>,
    /// Time of each answer but the first of each process.
    pub latencies: Vec<Time>,
    /// Time of the first answer of each process.
    pub starts: Vec<Time>,
    /// Receives every line sent (`> `) and received (`< `).
    pub transcript: Option<Box<dyn Write + Send>>,
    /// The match being played.
    pub(crate) number: u64,
    /// The last question, as it was sent.
    question: String,
    written: Option<std::io::Error>,
}

/// How long an answer took.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Time {
    /// Whether there was no answer in time.
    pub late: bool,
    /// The time; of a late answer, that after which it was no longer waited for.
    pub time: Duration,
}

/// What came after a question.
pub(crate) enum Answer<'a> {
    Line(&'a [u8]),
    Late,
    Nothing,
}

/// A failure of a bot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failed {
    /// How many there were that differ in tiles and numbers only.
    pub times: u64,
    /// The match of the check, from 0.
    pub number: u64,
    /// Seat and kyoku.
    pub place: String,
    /// Its kind.
    pub problem: Problem,
    /// The end of a sentence about the bot.
    pub what: String,
    /// The question, as it was sent.
    pub question: String,
    /// The offending line, or its beginning.
    pub line: Option<String>,
    /// The legal moves as JSON, if the move was illegal.
    pub legal: Vec<String>,
}

impl Failed {
    /// The event that the bot had to answer, the last one of the question.
    pub fn event(&self) -> &str {
        let start = self.question.rfind("{\"type\":").unwrap_or(0);
        self.question[start..].trim_end_matches(']')
    }

    fn is_like(&self, failure: &Failure) -> bool {
        self.problem == failure.problem && shape(&self.what) == shape(&failure.what)
    }
}

/// A sentence without what differs from case to case: tiles, numbers and quoted text.
fn shape(sentence: &str) -> String {
    let differs = |word: &str| word.contains(|c: char| c.is_ascii_digit()) || tile_of(word).is_some();
    let unquoted = sentence.split('"').step_by(2);
    let words = unquoted.flat_map(|part| part.split(|c: char| !c.is_alphanumeric()));
    words.map(|word| if differs(word) { "#" } else { word }).collect::<Vec<_>>().join(" ")
}

impl Report {
    /// Whether there was no failure, and the bot was asked anything.
    pub fn is_compliant(&self) -> bool {
        self.problems.is_empty() && !self.questions.is_empty()
    }

    /// Whether the bot was asked, and no process of it has ever answered.
    pub(crate) fn is_mute(&self) -> bool {
        self.starts.iter().all(|time| time.late) && !self.questions.is_empty()
    }

    /// The time within which this share (0 to 1) of the answers came; `None` if nothing was asked but first questions. An answer that
    /// was late took longer than any other.
    pub fn latency(&self, share: f64) -> Option<Time> {
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
        self.question.clear(); // Not yet sent.
    }

    pub(crate) fn asked(&mut self, out: &[u8], answer: Answer<'_>, elapsed: Duration, first: bool) {
        self.sent(out);
        self.question = String::from_utf8_lossy(out).trim_end().to_owned();
        let late = match answer {
            Answer::Line(line) => {
                self.write("< ", line);
                false
            }
            Answer::Late => true,
            Answer::Nothing => return,
        };
        let times = if first { &mut self.starts } else { &mut self.latencies };
        times.push(Time { late, time: elapsed });
    }

    pub(crate) fn sent(&mut self, out: &[u8]) {
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
        let kind = MOVES.into_iter().find(|&known| known == kind).unwrap_or("other");
        *self.replies.entry(kind).or_default() += 1;
    }

    pub(crate) fn failed(&mut self, place: &str, failure: &Failure) {
        *self.problems.entry(failure.problem).or_default() += 1;
        if let Some(like) = self.failures.iter_mut().find(|failed| failed.is_like(failure)) {
            like.times += 1;
        } else if self.failures.len() < MOST_KINDS {
            let Failure { problem, what, line, legal } = failure.clone();
            let (times, number, place, question) = (1, self.number, place.into(), self.question.clone());
            self.failures.push(Failed { times, number, place, problem, what, question, line, legal });
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
        report.sent(b"{\"type\":\"none\"}\n");
        let error = report.finish_transcript().expect("the first write failed");
        assert_eq!(error.kind(), std::io::ErrorKind::StorageFull);
        assert!(report.finish_transcript().is_none());
    }

    #[test]
    fn failures_that_differ_in_tiles_and_numbers_are_alike() {
        let mut report = Report::default();
        for what in [
            "it may not discard 5m here",
            "it may not discard 1z here",
            "it did not draw the tile 5mr that it discards as drawn",
            "it did not draw the tile E that it discards as drawn",
            "`pai`: \"abc\" is not a tile",
            "`pai`: \"d e\" is not a tile",
            "it may not pass here",
        ] {
            report.failed("seat 0", &Failure::new(Problem::Illegal, what));
        }
        let times: Vec<u64> = report.failures.iter().map(|failed| failed.times).collect();
        assert_eq!((times, &report.failures[0].what[..]), (vec![2, 2, 2, 1], "it may not discard 5m here"));
    }

    /// Late answers are the slowest ones, and a bot that was only ever late has not answered.
    #[test]
    fn late_answers_are_among_the_times() {
        let mut report = Report::default();
        report.question("own draw");
        let millis = Duration::from_millis;
        report.asked(b"[]\n", Answer::Late, millis(9), true);
        assert!(report.is_mute());
        for (answer, time) in [(Answer::Line(b"{}"), 12), (Answer::Late, 10), (Answer::Nothing, 1)] {
            report.asked(b"[]\n", answer, millis(time), false);
        }
        let [first, last] = [0.5, 1.0].map(|share| report.latency(share).expect("answers"));
        assert_eq!(
            (first, last),
            (Time { late: false, time: millis(12) }, Time { late: true, time: millis(10) })
        );
    }

    /// Types are the bot's own words, and may be long and many.
    #[test]
    fn unknown_types_are_counted_together() {
        let mut report = Report::default();
        ["dahai", "x", "\u{1b}[2J"].into_iter().for_each(|kind| report.replied(kind));
        assert_eq!(report.replies, BTreeMap::from([("dahai", 1), ("other", 2)]));
    }

    #[test]
    fn the_event_to_answer_is_the_last_one() {
        let mut report = Report::default();
        let question = b"[{\"type\":\"start_game\",\"names\":[]},{\"type\":\"tsumo\",\"tehais\":[]}]\n";
        report.asked(question, Answer::Nothing, Duration::ZERO, false);
        report.failed("seat 0", &Failure::new(Problem::Ended, "it ended"));
        assert_eq!(report.failures[0].event(), "{\"type\":\"tsumo\",\"tehais\":[]}");
    }
}
