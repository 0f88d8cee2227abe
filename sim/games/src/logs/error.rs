//! Why a log cannot be read: one message with the place, the problem and what is expected.

use hyakuman_core::excerpt::escaped;
use std::fmt;

/// Maximum number of characters of a problem.
const MOST: usize = 400;

/// A log that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogError {
    /// Where: a line, an element, a kyoku.
    pub place: String,
    /// What is wrong, and what is expected.
    pub problem: String,
}

impl LogError {
    /// An error at a place. The problem is cut to one line of limited length; text quoted in it must be an
    /// [`excerpt`](hyakuman_core::excerpt::excerpt).
    pub fn new(place: impl Into<String>, problem: impl Into<String>) -> LogError {
        let mut problem = escaped(&problem.into());
        if let Some((end, _)) = problem.char_indices().nth(MOST) {
            problem.truncate(end);
            problem.push('…');
        }
        LogError { place: place.into(), problem }
    }

    /// JSON that cannot be parsed, or is refused for what it holds; line numbers in it are counted from `first_line`, of which `before`
    /// characters come before the JSON.
    pub(crate) fn json(error: &serde_json::Error, first_line: usize, before: usize) -> LogError {
        let column = error.column() + if error.line() == 1 { before } else { 0 };
        let place = format!("line {} column {column}", error.line() + first_line - 1);
        let text = error.to_string();
        let what = text.split(" at line ").next().unwrap_or_default();
        LogError::new(
            place,
            if error.is_data() { what.to_owned() } else { format!("not valid JSON: {what}") },
        )
    }

    /// The same error with a more precise place: `outer` goes in front, as in `kyoku E2-1, draws of seat 3, entry 4`.
    #[must_use]
    pub fn within(self, outer: impl fmt::Display) -> LogError {
        let outer = outer.to_string();
        let between = if outer.is_empty() || self.place.is_empty() { "" } else { ", " };
        LogError { place: format!("{outer}{between}{}", self.place), problem: self.problem }
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
