//! What a bot did wrong.

use std::fmt;

/// A mistake of a bot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Failure {
    pub(crate) problem: Problem,
    /// The mistake as the end of a sentence about the bot.
    pub(crate) what: String,
    /// The beginning of the offending line, if there is one.
    pub(crate) line: Option<String>,
    /// What would have been legal, as JSON, if that is the mistake.
    pub(crate) legal: Vec<String>,
}

hyakuman_core::named! {
    /// The kinds of mistakes, in the order of a report, each with its name in JSON.
    pub enum Problem {
        /// It could not be started.
        NotStarted = "not_started",
        /// It ended or closed its output.
        Ended = "ended",
        /// It did not answer in time.
        Late = "late",
        /// It used up the time of the match.
        MatchTime = "match_time",
        /// It does not read its input.
        Unread = "unread",
        /// A line of it is too long.
        LongLine = "long_line",
        /// It wrote something before it was asked.
        Unasked = "unasked",
        /// It answered more than once.
        Twice = "twice",
        /// The system failed.
        System = "system",
        /// Its reply is not JSON.
        NotJson = "not_json",
        /// Its reply lacks something, or has something that has no meaning.
        Misread = "misread",
        /// Its reply is an action of another seat.
        OtherSeat = "other_seat",
        /// Its reply names a tile that is not there.
        WrongTile = "wrong_tile",
        /// Its reply is an illegal action.
        Illegal = "illegal",
    }
}

impl Problem {
    /// Whether the process is of no use afterwards: it has ended, or its next line need not be the next answer.
    pub(crate) fn ends_process(self) -> bool {
        self <= Problem::System
    }
}

impl Failure {
    pub(crate) fn new(problem: Problem, what: impl Into<String>) -> Failure {
        Failure { problem, what: what.into(), line: None, legal: Vec::new() }
    }

    /// The failure with the line that shows it.
    pub(crate) fn of_line(self, line: impl Into<String>) -> Failure {
        Failure { line: Some(line.into()), ..self }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)?;
        self.line.as_ref().map_or(Ok(()), |line| write!(f, ": {line}"))?;
        let legal =
            if self.legal.is_empty() { String::new() } else { format!("; legal: {}", few(&self.legal)) };
        f.write_str(&legal)
    }
}

/// The first of some legal moves, and how many there are beside them.
pub fn few(moves: &[String]) -> String {
    const SHOWN: usize = 4;
    let shown = moves[..moves.len().min(SHOWN)].join(", ");
    if moves.len() > SHOWN { format!("{shown}, {} more", moves.len() - SHOWN) } else { shown }
}
