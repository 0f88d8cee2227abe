//! Reads a rules file: TOML that names a ruleset as its base, and the rules that differ from it.

use super::load::{Entry, Fault, Part, Parts, Source, no_value};
use super::text::value_text;
use super::{Lines, blank};
use crate::excerpt::{escaped, excerpt, is_plain};
use serde::Deserialize;
use toml::Spanned;
use toml::Value;
use toml::de::{DeTable, DeValue, Error, ValueDeserializer};

impl Source {
    /// A rules file: `base = "tenhou"` and the rules that differ. `name` is its path, for messages. Whatever is wrong with it is
    /// told when it is loaded, all at once.
    pub fn file(name: &str, text: &str) -> Source {
        let lines = Lines::of(name, text);
        let mut source = Source::named(stem(name));
        source.check_name(name);
        let mend = |source: &mut Source, error: &Error, at, rest: &mut String| {
            source.note(error, at, &lines);
            blank(rest, lines.line(at), "");
        };
        lines.read(&mut source, mend, |source, table| source.take_entries(table, &lines));
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

    /// Notes an error of the form of the file, the first of each line.
    fn note(&mut self, error: &Error, at: usize, lines: &Lines<'_>) {
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
            _ => {
                self.faults.push(Fault::new(at, place, lines.sentence(error, at)));
                self.spoiled.extend(lines.parts(at).map(|(key, _)| key.to_owned()));
            }
        }
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

impl Lines<'_> {
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
        let before = self.written(line..at).chars().count();
        let quote = matches!(value.get_ref(), DeValue::String(_)) as usize;
        Part { key: key.to_owned(), item, at, place: self.place(at), column: before + quote + 1 }
    }

    /// Whether a line before the one with this byte begins a table.
    fn is_in_a_table(&self, at: usize) -> bool {
        self.text[..self.line(at).start].lines().any(|line| line.trim_start().starts_with('['))
    }
}

/// The name of a file without folders and extension.
fn stem(path: &str) -> &str {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    name.strip_suffix(".toml").unwrap_or(name)
}
