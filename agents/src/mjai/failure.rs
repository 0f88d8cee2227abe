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

/// The kinds of mistakes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Problem {
    /// It could not be started.
    NotStarted,
    /// It ended or closed its output.
    Ended,
    /// It did not answer in time.
    Late,
    /// It used up the time of the match.
    MatchTime,
    /// It does not read its input.
    Unread,
    /// A line of it is too long.
    LongLine,
    /// It wrote something before it was asked.
    Unasked,
    /// It answered more than once.
    Twice,
    /// The system failed.
    System,
    /// Its reply is not JSON.
    NotJson,
    /// Its reply lacks something, or has something that has no meaning.
    Misread,
    /// Its reply is an action of another seat.
    OtherSeat,
    /// Its reply names a tile that is not there.
    WrongTile,
    /// Its reply is an illegal action.
    Illegal,
}

impl Problem {
    /// All of them, in the order of a report.
    pub const ALL: [Problem; 14] = [
        Problem::NotStarted,
        Problem::Ended,
        Problem::Late,
        Problem::MatchTime,
        Problem::Unread,
        Problem::LongLine,
        Problem::Unasked,
        Problem::Twice,
        Problem::System,
        Problem::NotJson,
        Problem::Misread,
        Problem::OtherSeat,
        Problem::WrongTile,
        Problem::Illegal,
    ];

    /// Its name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Problem::NotStarted => "not_started",
            Problem::Ended => "ended",
            Problem::Late => "late",
            Problem::MatchTime => "match_time",
            Problem::Unread => "unread",
            Problem::LongLine => "long_line",
            Problem::Unasked => "unasked",
            Problem::Twice => "twice",
            Problem::System => "system",
            Problem::NotJson => "not_json",
            Problem::Misread => "misread",
            Problem::OtherSeat => "other_seat",
            Problem::WrongTile => "wrong_tile",
            Problem::Illegal => "illegal",
        }
    }

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
