//! Why a log cannot be read: one sentence that names the place and what would be right.

use std::fmt;

/// A log that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogError {
    /// Where: a line, an element, a kyoku.
    pub place: String,
    /// What is wrong there and what would be right.
    pub problem: String,
}

impl LogError {
    /// An error at a place.
    pub fn new(place: impl Into<String>, problem: impl Into<String>) -> LogError {
        LogError { place: place.into(), problem: problem.into() }
    }

    /// The same error, its place named more closely from outside: `kyoku E2-1, draws of seat 3, entry 4`.
    #[must_use]
    pub fn within(self, outer: impl fmt::Display) -> LogError {
        let place =
            if self.place.is_empty() { outer.to_string() } else { format!("{outer}, {}", self.place) };
        LogError { place, problem: self.problem }
    }
}

impl fmt::Display for LogError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.place.is_empty() {
            f.write_str(&self.problem)
        } else {
            write!(f, "{}: {}", self.place, self.problem)
        }
    }
}

impl std::error::Error for LogError {}
