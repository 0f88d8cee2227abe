//! The JSON objects of a text, one after another, whatever separates them: each is read independently.

use crate::logs::error::LogError;
use crate::logs::model::LogMatch;
use crate::logs::{MAX_MATCHES, too_many};
use serde::de::{Deserialize, DeserializeOwned, IgnoredAny};

/// Reads every object of a text as a match. Returns at least one match or error.
pub(crate) fn read<T: DeserializeOwned>(
    text: &str,
    most: usize,
    one: impl Fn(&T) -> Result<LogMatch, LogError>,
) -> Vec<Result<LogMatch, LogError>> {
    let shape = Shape { most, what: "a match", next: "\n{", is_object: |_| false };
    let (mut objects, mut matches) = (Objects::new(text, shape), Vec::new());
    while let Some((line, value)) = objects.next::<T>() {
        let place = || format!("line {line}");
        if matches.len() == MAX_MATCHES {
            matches.push(Err(too_many().within(place())));
            break;
        }
        let read = |value| one(&value).map(|log| log.within(place())).map_err(|e| e.within(place()));
        matches.push(value.and_then(read));
    }
    if matches.is_empty() { vec![Err(LogError::new("", "the log is empty"))] } else { matches }
}

/// How a format's objects stand in a text.
#[derive(Clone, Copy)]
pub(crate) struct Shape {
    /// Maximum size of an object in bytes.
    pub(crate) most: usize,
    /// What an object is, for messages.
    pub(crate) what: &'static str,
    /// After a damaged object, reading continues after the next line break that begins like this.
    pub(crate) next: &'static str,
    /// Whether the list at the beginning of a text is one object of the format. The elements of other lists are the objects.
    pub(crate) is_object: fn(&str) -> bool,
}

/// Reads the objects of a text.
pub(crate) struct Objects<'a> {
    text: &'a str,
    shape: Shape,
    at: usize,
    /// The number of the line at `at`, and where it begins.
    line: usize,
    line_start: usize,
}

impl<'a> Objects<'a> {
    pub(crate) fn new(text: &'a str, shape: Shape) -> Objects<'a> {
        Objects { text, shape, at: 0, line: 1, line_start: 0 }
    }

    /// The next object, or what is wrong with it, and the number of its line; `None` at the end of the text.
    pub(crate) fn next<T: Deserialize<'a>>(&mut self) -> Option<(usize, Result<T, LogError>)> {
        self.skip_separators();
        let begin = self.at;
        if begin == self.text.len() {
            return None;
        }
        let line = self.line;
        let (value, end) = self.value(begin);
        self.advance(end);
        Some((line, value))
    }

    /// Goes on to the next object. A list that is none is entered: its brackets and commas separate objects.
    fn skip_separators(&mut self) {
        let mut end = self.at;
        for (offset, c) in self.text[self.at..].char_indices() {
            end = self.at + offset;
            let rest = &self.text[end..];
            if !(c.is_whitespace() || ",;])".contains(c) || c == '[' && !(self.shape.is_object)(rest)) {
                return self.advance(end);
            }
            end += c.len_utf8();
        }
        self.advance(end);
    }

    fn advance(&mut self, end: usize) {
        let passed = &self.text[self.at..end];
        if let Some(last) = passed.rfind('\n') {
            self.line += passed.matches('\n').count();
            self.line_start = self.at + last + 1;
        }
        self.at = end;
    }

    /// Parses the object at `begin`, and returns where it ends. Looks at most as far as its size limit.
    fn value<T: Deserialize<'a>>(&self, begin: usize) -> (Result<T, LogError>, usize) {
        let Shape { most, what, next, .. } = self.shape;
        let limit = self.text.floor_char_boundary(begin + most);
        let mut values = serde_json::Deserializer::from_str(&self.text[begin..limit]).into_iter::<T>();
        let end = || self.text[begin..].find(next).map_or(self.text.len(), |at| begin + at + 1);
        let error = match values.next() {
            Some(Ok(value)) if self.text[begin..].starts_with(['{', '[']) => {
                return (Ok(value), begin + values.byte_offset());
            }
            Some(Err(error)) if error.is_eof() && limit < self.text.len() => {
                let problem = format!("longer than {} MiB, the limit for {what}", most >> 20);
                return (Err(LogError::new(format!("line {}", self.line), problem)), end());
            }
            Some(Err(error)) => error,
            _ => return (Err(LogError::new(format!("line {}", self.line), format!("not {what}"))), end()),
        };
        // Find the error in these lines alone.
        let end = end();
        let alone = serde_json::from_str::<IgnoredAny>(self.text[begin..end].trim_end());
        let before = self.text[self.line_start..begin].chars().count();
        (Err(LogError::json(&alone.err().unwrap_or(error), self.line, before)), end)
    }
}
