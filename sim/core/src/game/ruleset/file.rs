//! Reads a rules file: TOML that names a ruleset as its base, and the rules that differ from it.

use super::load::{Entry, Fault, Part, Parts, Source, is_word, no_value};
use super::text::value_text;
use crate::excerpt::{escaped, excerpt, is_plain};
use serde::Deserialize;
use std::ops::Range;
use toml::Spanned;
use toml::Value;
use toml::de::{DeTable, DeValue, Error, ValueDeserializer};

/// Most times that a file is read: lines that are not TOML are passed over, which may show others.
const MOST_PASSES: usize = 20;

impl Source {
    /// A rules file: `base = "tenhou"` and the rules that differ. `name` is its path, for messages. Whatever is wrong with it is
    /// told when it is loaded, all at once.
    pub fn file(name: &str, text: &str) -> Source {
        let text = text.trim_start_matches('\u{feff}');
        let lines = Lines::of(name, text);
        let mut source = Source::named(stem(name));
        source.check_name(name);
        let mut rest = text.to_owned();
        for _ in 0..MOST_PASSES {
            let (table, errors) = DeTable::parse_recoverable(&rest);
            if errors.is_empty() {
                source.take_entries(table.into_inner(), &lines);
                break;
            }
            let places: Vec<usize> = errors.iter().map(|error| source.note(error, &lines)).collect();
            places.into_iter().for_each(|at| lines.blank(at, &mut rest));
        }
        source.entries.sort_by_key(|entry| entry.at);
        source.take_base(name);
        source
    }

    /// Notes a file whose name, which would be that of the rules, cannot be printed.
    fn check_name(&mut self, name: &str) {
        if !is_plain(stem(name)) {
            let message =
                "the rules have the name of their file, which has a control character: rename the file";
            self.faults.push(Fault::new(0, escaped(name), message.into()));
        }
    }

    /// Notes an error of the form of the file, the first of each line; returns its place.
    fn note(&mut self, error: &Error, lines: &Lines<'_>) -> usize {
        let at = error.span().map_or(0, |span| span.start);
        let place = lines.place(at);
        let is_new = self.faults.iter().all(|fault| fault.problem.place != place)
            && self.entries.iter().all(|entry| entry.place != place);
        match lines.unquoted(at) {
            _ if !is_new => {}
            Some((key, word)) if key != "base" && !lines.is_in_a_table(at) => {
                let (key, value) = (key.to_owned(), Value::from(word));
                self.entries.push(Entry {
                    at,
                    key,
                    value,
                    place,
                    in_file: true,
                    unquoted: true,
                    parts: Parts::new(),
                });
            }
            unquoted => {
                let quoted = |(key, word)| format!("a word is in quotes in a file: {key} = \"{word}\"");
                self.faults.push(Fault::new(at, place, unquoted.map_or_else(|| said(error), quoted)));
                self.spoiled.extend(lines.parts(at).map(|(key, _)| key.to_owned()));
            }
        }
        at
    }

    fn take_entries(&mut self, table: DeTable<'_>, lines: &Lines<'_>) {
        for (key, value) in table {
            let (at, key) = (key.span().start, key.into_inner().into_owned());
            let place = lines.place(at);
            let parts = lines.parts_of(value.get_ref());
            match Value::deserialize(ValueDeserializer::from(value)) {
                Ok(value) => {
                    self.entries.push(Entry { at, key, value, place, in_file: true, unquoted: false, parts });
                }
                Err(_) => {
                    let (_, text) = lines.parts(at).unwrap_or_default();
                    self.faults.push(Fault::new(at, place, no_value(text)));
                    self.spoiled.push(key);
                }
            }
        }
    }

    /// Takes the base from the entries of the file `name`.
    fn take_base(&mut self, name: &str) {
        if self.spoiled.iter().any(|key| key == "base") {
            return;
        }
        let Some(at) = self.entries.iter().position(|entry| entry.key == "base") else {
            let message = "no `base`: say which ruleset the file differs from, such as base = \"tenhou\"";
            return self.faults.push(Fault::new(0, name.into(), message.into()));
        };
        let Entry { at, value, place, .. } = self.entries.remove(at);
        match value {
            Value::String(base) => (self.base, self.base_place, self.base_at) = (base, place, at),
            other => {
                let shown = excerpt(&value_text(&other));
                let message = format!("`base` = {shown} is not accepted; accepted: the name of a ruleset");
                self.faults.push(Fault::new(at, place, message));
            }
        }
    }
}

/// What the parser says.
fn said(error: &Error) -> String {
    match error.message() {
        deep if deep.contains("recurs") => {
            "lists or tables are nested too deeply; no rule needs more than three in each other".to_owned()
        }
        other => escaped(&other.replace('\n', " ")),
    }
}

/// The lines of a file.
struct Lines<'a> {
    name: &'a str,
    text: &'a str,
    /// Where each begins, and the end of the text.
    starts: Vec<usize>,
}

impl<'a> Lines<'a> {
    fn of(name: &'a str, text: &'a str) -> Lines<'a> {
        let begins = text.match_indices('\n').map(|(at, _)| at + 1);
        Lines { name, text, starts: [0].into_iter().chain(begins).chain([text.len() + 1]).collect() }
    }

    /// The number of the line with this byte, from 1.
    fn number(&self, at: usize) -> usize {
        self.starts.partition_point(|&start| start <= at.min(self.text.len()))
    }

    fn place(&self, at: usize) -> String {
        format!("{}:{}", self.name, self.number(at))
    }

    /// Where the parts of a list of tables are.
    fn parts_of(&self, value: &DeValue<'_>) -> Parts {
        let DeValue::Array(items) = value else { return Parts::new() };
        let table = |item: &Spanned<DeValue<'_>>| {
            let DeValue::Table(table) = item.get_ref() else {
                return (self.place(item.span().start), Vec::new());
            };
            let values = table.iter().flat_map(|(key, value)| {
                let items = if let DeValue::Array(items) = value.get_ref() { &items[..] } else { &[] };
                let items = items.iter().enumerate().map(|(at, item)| (Some(at), item));
                let all = [(None, value)].into_iter().chain(items);
                all.map(|(item, value)| self.part(key.get_ref(), item, value))
            });
            (self.place(item.span().start), values.collect())
        };
        items.iter().map(table).collect()
    }

    fn part(&self, key: &str, item: Option<usize>, value: &Spanned<DeValue<'_>>) -> Part {
        let at = value.span().start;
        let line = self.line(at).start;
        let before = self.text.get(line..at).map_or(0, |text| text.chars().count());
        let quote = matches!(value.get_ref(), DeValue::String(_)) as usize;
        Part { key: key.to_owned(), item, at, place: self.place(at), column: before + quote + 1 }
    }

    /// The bytes of the line with this byte, without its end.
    fn line(&self, at: usize) -> Range<usize> {
        let number = self.number(at);
        self.starts[number - 1]..self.starts[number] - 1
    }

    /// Replaces the line with this byte by spaces.
    fn blank(&self, at: usize, text: &mut String) {
        let line = self.line(at);
        let blanks = " ".repeat(line.len());
        text.replace_range(line, &blanks);
    }

    /// What stands in front of the `=` in the line with this byte, and behind it.
    fn parts(&self, at: usize) -> Option<(&'a str, &'a str)> {
        let (key, value) = self.text[self.line(at)].split_once('=')?;
        Some((key.trim(), value.split('#').next()?.trim()))
    }

    /// Whether a line before the one with this byte begins a table.
    fn is_in_a_table(&self, at: usize) -> bool {
        self.text[..self.line(at).start].lines().any(|line| line.trim_start().starts_with('['))
    }

    /// The key of a line whose value is a word without quotes, and the word.
    fn unquoted(&self, at: usize) -> Option<(&'a str, &'a str)> {
        let (key, word) = self.parts(at).filter(|(key, word)| is_word(key) && is_word(word))?;
        let is_wrong = DeTable::parse(&self.text[self.line(at)]).is_err();
        is_wrong.then_some((key, word))
    }
}

/// The name of a file without folders and extension.
fn stem(path: &str) -> &str {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    name.strip_suffix(".toml").unwrap_or(name)
}
