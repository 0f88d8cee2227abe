//! Which matches are shown: one, or a range.

use crate::failure::Failure;
use std::fmt;
use std::ops::Range;
use std::path::Path;

/// The value of `--match`: `7`, `0..1000`, `500..`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Matches {
    /// The match of this number.
    One(u64),
    /// From a number up to but not including another, or to the last match.
    Range(u64, Option<u64>),
}

impl Matches {
    /// Reads an argument.
    pub fn read(text: &str) -> Result<Matches, String> {
        let expected = "expected a whole number from 0, or a range such as 0..1000 or 500..";
        let number = |text: &str| text.parse::<u64>().map_err(|_| expected.to_owned());
        let Some((start, end)) = text.split_once("..") else { return number(text).map(Matches::One) };
        let start = if start.is_empty() { 0 } else { number(start)? };
        let end = if end.is_empty() { None } else { Some(number(end)?) };
        match end {
            Some(end) if end <= start => {
                Err("this range contains no match: the number after the dots is one past the last match"
                    .into())
            }
            _ => Ok(Matches::Range(start, end)),
        }
    }

    /// The numbers of the matches, of a folder with this many.
    pub fn of(self, dir: &Path, count: u64) -> Result<Range<u64>, Failure> {
        let dir = dir.display();
        let (start, end) = match self {
            Matches::One(number) => (number, number.saturating_add(1)),
            Matches::Range(start, end) => (start, end.unwrap_or(count)),
        };
        if start < count && end <= count {
            return Ok(start..end);
        }
        let last = count.saturating_sub(1);
        let problem = match self {
            Matches::One(number) => format!("there is no match {number}"),
            Matches::Range(..) => format!("{self} is not within them"),
        };
        Err(Failure::Usage(format!("{dir} holds the matches 0 to {last}: {problem}")))
    }
}

impl fmt::Display for Matches {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Matches::One(number) => write!(f, "match {number}"),
            Matches::Range(start, None) => write!(f, "the range {start}.."),
            Matches::Range(start, Some(end)) => write!(f, "the range {start}..{end}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_ranges() {
        let rows = [
            ("7", Matches::One(7)),
            ("0..1000", Matches::Range(0, Some(1000))),
            ("500..", Matches::Range(500, None)),
            ("..3", Matches::Range(0, Some(3))),
            ("..", Matches::Range(0, None)),
            ("0..18446744073709551615", Matches::Range(0, Some(u64::MAX))),
        ];
        for (text, expected) in rows {
            assert_eq!(Matches::read(text), Ok(expected), "{text}");
        }
    }

    #[test]
    fn anything_else_is_refused() {
        for text in ["", "-1", "x", "1.5", "1...3", "1..=3", "1..2..3", "0..18446744073709551616"] {
            assert!(Matches::read(text).unwrap_err().starts_with("expected a whole number"), "{text}");
        }
        for text in ["5..5", "9..3", "..0"] {
            assert!(Matches::read(text).unwrap_err().starts_with("this range contains no match"), "{text}");
        }
    }
}
