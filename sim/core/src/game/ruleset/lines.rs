//! The lines of a TOML file that a person wrote. One that is no TOML is passed over: all that is wrong with a file is said at once.

use super::load::is_word;
use crate::excerpt::escaped;
use std::ops::Range;
use toml::de::{DeTable, Error};

/// Most times that a file is read: lines that are not TOML are passed over, which may show others.
const MOST_PASSES: usize = 20;

/// The lines of a file.
pub struct Lines<'a> {
    name: &'a str,
    pub(super) text: &'a str,
    /// Where each begins, and the end of the text.
    starts: Vec<usize>,
}

impl<'a> Lines<'a> {
    /// Those of the text of a file; `name` is its path, for messages.
    pub fn of(name: &'a str, text: &'a str) -> Lines<'a> {
        let text = text.trim_start_matches('\u{feff}');
        let begins = text.match_indices('\n').map(|(at, _)| at + 1);
        Lines { name, text, starts: [0].into_iter().chain(begins).chain([text.len() + 1]).collect() }
    }

    /// Reads the file `into` something; nothing if it stays no TOML. `mend` notes what is none and where, and changes that line of a copy of the
    /// text, whose length stays.
    pub fn read<T>(
        &self,
        into: &mut T,
        mend: impl Fn(&mut T, &Error, usize, &mut String),
        take: impl FnOnce(&mut T, DeTable<'_>),
    ) {
        let mut rest = self.text.to_owned();
        for _ in 0..MOST_PASSES {
            let (table, errors) = DeTable::parse_recoverable(&rest);
            if errors.is_empty() {
                return take(into, table.into_inner());
            }
            drop(table);
            let at = |error: &Error| error.span().map_or(0, |span| span.start);
            errors.iter().for_each(|error| mend(into, error, at(error), &mut rest));
        }
    }

    /// A part of the text.
    pub fn written(&self, part: Range<usize>) -> &'a str {
        self.text.get(part).unwrap_or_default()
    }

    /// The number of the line with this byte, from 1.
    pub fn number(&self, at: usize) -> usize {
        self.starts.partition_point(|&start| start <= at.min(self.text.len()))
    }

    /// File and line: `house.toml:3`.
    pub fn place(&self, at: usize) -> String {
        format!("{}:{}", self.name, self.number(at))
    }

    /// The bytes of the line with this byte, without its end.
    pub fn line(&self, at: usize) -> Range<usize> {
        let number = self.number(at);
        self.starts[number - 1]..self.starts[number] - 1
    }

    /// What stands in front of the `=` in the line with this byte, and behind it.
    pub(super) fn parts(&self, at: usize) -> Option<(&'a str, &'a str)> {
        let (key, value) = self.text[self.line(at)].split_once('=')?;
        Some((key.trim(), value.split('#').next()?.trim()))
    }

    /// The key of a line whose value is a word without quotes, and the word.
    pub(super) fn unquoted(&self, at: usize) -> Option<(&'a str, &'a str)> {
        let (key, word) = self.parts(at).filter(|(key, word)| is_word(key) && is_word(word))?;
        DeTable::parse(&self.text[self.line(at)]).is_err().then_some((key, word))
    }

    /// An error in a sentence.
    pub fn sentence(&self, error: &Error, at: usize) -> String {
        match (self.unquoted(at), error.message()) {
            (Some((key, word)), _) => format!("a word is in quotes in a file: {key} = \"{word}\""),
            (_, deep) if deep.contains("recurs") => {
                "lists or tables are nested too deeply; no rule needs more than three in each other"
                    .to_owned()
            }
            (_, other) => escaped(&other.replace('\n', " ")),
        }
    }
}

/// Replaces a part of a text by spaces, but for what it begins with.
pub fn blank(text: &mut String, part: Range<usize>, begin: &str) {
    text.replace_range(part.clone(), &format!("{begin:<length$}", length = part.len()));
}
