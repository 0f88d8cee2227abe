//! Which matches are shown: one, or a range.

use crate::failure::Failure;
use hyakuman_record::Dataset;
use std::fmt;
use std::ops::Range;

/// What `--match` asks for: `7`, `0..1000`, `500..`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Matches {
    /// The match with this number.
    One(u64),
    /// From a number to the one before another, or to the last.
    Range(u64, Option<u64>),
}

impl Matches {
    /// Reads an argument.
    ///
    /// # Errors
    /// It is neither a number nor a range that holds a match, as a sentence that says what is wanted.
    pub fn read(text: &str) -> Result<Matches, String> {
        let wanted = "a whole number from 0, or a range as in 0..1000 or 500.., is wanted";
        let number = |text: &str| text.parse::<u64>().map_err(|_| wanted.to_owned());
        let Some((start, end)) = text.split_once("..") else { return number(text).map(Matches::One) };
        let start = if start.is_empty() { 0 } else { number(start)? };
        let end = if end.is_empty() { None } else { Some(number(end)?) };
        match end {
            Some(end) if end <= start => {
                Err("no match is in this range: behind the dots stands the number after its last match"
                    .into())
            }
            _ => Ok(Matches::Range(start, end)),
        }
    }

    /// Their numbers in this data set.
    ///
    /// # Errors
    /// It does not hold all of them (exit code 2).
    pub fn of(self, set: &Dataset) -> Result<Range<u64>, Failure> {
        let (dir, count) = (set.dir().display(), set.manifest().run.matches);
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
            Matches::Range(..) => format!("{self} goes beyond them"),
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
        for (text, wanted) in rows {
            assert_eq!(Matches::read(text), Ok(wanted), "{text}");
        }
    }

    #[test]
    fn what_is_neither() {
        for text in ["", "-1", "x", "1.5", "1...3", "1..=3", "1..2..3", "0..18446744073709551616"] {
            assert!(Matches::read(text).unwrap_err().ends_with("is wanted"), "{text}");
        }
        for text in ["5..5", "9..3", "..0"] {
            assert!(Matches::read(text).unwrap_err().starts_with("no match is in this range"), "{text}");
        }
    }
}
