//! A study file as a tree of TOML in the order of the text, and everything that is wrong with it, by line.

use hyakuman_core::excerpt::excerpt;
use hyakuman_core::game::ruleset::{Lines, Problem, RulesError, blank, nearest, toml};
use std::cell::RefCell;
use toml::de::{DeTable, DeValue, Error};
use toml::{Spanned, Value};

/// Most characters of a name.
const MOST_OF_A_NAME: usize = 60;

/// Most faults that are noted.
const MOST_FAULTS: usize = 100;

/// A value that no key accepts, in place of one that is no TOML.
const NOTHING: &str = "=0";

/// The text, and the faults found so far.
pub(super) struct File<'a> {
    lines: Lines<'a>,
    faults: RefCell<Vec<(usize, String)>>,
    /// Lines that are no TOML, of which nothing else is said.
    broken: RefCell<Vec<(usize, String)>>,
}

/// A key with its value, and where they begin in the text.
#[derive(Clone)]
pub(super) struct Entry {
    pub key: String,
    pub at: usize,
    pub value: Node,
}

/// A value, where it begins, and as it is written.
#[derive(Clone)]
pub(super) struct Node {
    pub at: usize,
    pub written: String,
    pub form: Form,
}

#[derive(Clone)]
pub(super) enum Form {
    Text(String),
    /// A whole number.
    Count(i64),
    List(Vec<Node>),
    Table(Vec<Entry>),
    Other,
}

impl<'a> File<'a> {
    /// A file that was read from this path.
    pub(super) fn new(name: &'a str, text: &'a str) -> File<'a> {
        File { lines: Lines::of(name, text), faults: RefCell::default(), broken: RefCell::default() }
    }

    /// Its entries; none while a line that is no TOML may be more than a value.
    pub(super) fn entries(&self) -> Vec<Entry> {
        let mut found = (Vec::new(), true);
        // What is behind a line that is lost may be in another table than it seems.
        let mend = |(_, is_whole): &mut (_, bool), error: &Error, at, rest: &mut String| {
            *is_whole = *is_whole && self.mend(error, at, rest);
        };
        self.lines.read(&mut found, mend, |(entries, _), table| *entries = self.table(table));
        if found.1 { found.0 } else { Vec::new() }
    }

    /// Notes a line that is no TOML; whether nothing but its value is lost.
    fn mend(&self, error: &Error, at: usize, rest: &mut String) -> bool {
        let (line, is_new) = (self.lines.line(at), !self.is_broken(at));
        let text = self.lines.written(line.clone());
        if is_new {
            self.broken.borrow_mut().push((at, self.lines.sentence(error, at)));
        }
        let is_twice = is_new && error.message().contains("duplicate");
        let value = text.find('=').map(|from| line.start + from..line.end).filter(|value| value.len() > 1);
        match value.filter(|_| is_new && !is_twice && !text.trim_start().starts_with(['[', '#'])) {
            Some(value) => blank(rest, value, NOTHING),
            None => {
                blank(rest, line, "");
                return is_twice;
            }
        }
        true
    }

    fn is_broken(&self, at: usize) -> bool {
        self.broken.borrow().iter().any(|(other, _)| self.lines.number(*other) == self.lines.number(at))
    }

    fn table(&self, table: DeTable<'_>) -> Vec<Entry> {
        let entry = |(key, value): (Spanned<_>, Spanned<DeValue<'_>>)| {
            let at = key.span().start;
            Entry { key: String::from(key.into_inner()), at, value: self.node(value) }
        };
        let mut entries: Vec<Entry> = table.into_iter().map(entry).collect();
        entries.sort_by_key(|entry| entry.at);
        entries
    }

    fn node(&self, value: Spanned<DeValue<'_>>) -> Node {
        let span = value.span();
        let written = self.lines.written(span.clone()).to_owned();
        let form = match value.into_inner() {
            DeValue::Table(table) => Form::Table(self.table(table)),
            DeValue::Array(list) => Form::List(list.into_iter().map(|item| self.node(item)).collect()),
            DeValue::String(text) => Form::Text(text.into_owned()),
            DeValue::Integer(_) => written
                .parse()
                .map_or(Form::Other, |value: Value| value.as_integer().map_or(Form::Other, Form::Count)),
            _ => Form::Other,
        };
        Node { at: span.start, written, form }
    }

    /// Notes what is wrong at a place of the text.
    pub(super) fn fault(&self, at: usize, message: impl Into<String>) {
        let mut faults = self.faults.borrow_mut();
        if faults.len() < MOST_FAULTS {
            faults.push((at, message.into()));
        }
    }

    /// The number of faults so far.
    pub(super) fn faults(&self) -> usize {
        self.faults.borrow().len() + self.broken.borrow().len()
    }

    /// All faults, in the order of the lines.
    pub(super) fn finish(self) -> Result<(), RulesError> {
        let mut faults = self.faults.take();
        faults.retain(|(at, _)| !self.is_broken(*at));
        faults.extend(self.broken.take());
        faults.sort();
        let problem = |(at, message)| Problem { place: self.lines.place(at), message };
        let mut problems: Vec<Problem> = faults.into_iter().map(problem).collect();
        problems.dedup();
        if problems.is_empty() { Ok(()) } else { Err(RulesError(problems)) }
    }
}

/// The entries of a table while they are taken one after another.
pub(super) struct Keys<'f> {
    file: &'f File<'f>,
    /// What the table is, in messages: `a question`.
    what: &'static str,
    entries: Vec<Entry>,
    known: Vec<&'static str>,
    /// The keys whose value is there, and is none.
    unread: Vec<&'static str>,
}

impl<'f> Keys<'f> {
    pub(super) fn new(file: &'f File<'f>, what: &'static str, entries: Vec<Entry>) -> Keys<'f> {
        Keys { file, what, entries, known: Vec::new(), unread: Vec::new() }
    }

    /// The value of a key.
    pub(super) fn take(&mut self, key: &'static str) -> Option<Node> {
        self.known.push(key);
        let at = self.entries.iter().position(|entry| entry.key == key)?;
        Some(self.entries.remove(at).value)
    }

    /// A text.
    pub(super) fn text(&mut self, key: &'static str) -> Option<(usize, String)> {
        self.read(key, "a text in quotes, without control characters", |node| match &node.form {
            Form::Text(text) if is_printed(text) => Some((node.at, text.clone())),
            _ => None,
        })
    }

    /// One text or a list of them.
    pub(super) fn texts(&mut self, key: &'static str) -> Option<Vec<(usize, String)>> {
        let text = |node: &Node| match &node.form {
            Form::Text(text) => Some((node.at, text.clone())),
            _ => None,
        };
        self.read(key, "a list of texts in quotes", |node| match &node.form {
            Form::List(list) => list.iter().map(text).collect(),
            _ => text(node).map(|text| vec![text]),
        })
    }

    /// A whole number from 1.
    pub(super) fn count(&mut self, key: &'static str, most: u64) -> Option<(usize, u64)> {
        self.read(key, &format!("a whole number from 1 to {most}"), |node| match node.form {
            Form::Count(count @ 1..) if count as u64 <= most => Some((node.at, count as u64)),
            _ => None,
        })
    }

    /// The entries of a table.
    pub(super) fn table(&mut self, key: &'static str) -> Option<Vec<Entry>> {
        self.read(key, "a table", |node| match &node.form {
            Form::Table(entries) => Some(entries.clone()),
            _ => None,
        })
    }

    /// The entries of a table, and whether it has any, as far as is known.
    pub(super) fn entries(&mut self, key: &'static str) -> (Vec<Entry>, bool) {
        let entries = self.table(key).unwrap_or_default();
        let has_any = !entries.is_empty() || self.is_unread(key);
        (entries, has_any)
    }

    fn read<T>(&mut self, key: &'static str, what: &str, value: impl Fn(&Node) -> Option<T>) -> Option<T> {
        let node = self.take(key)?;
        value(&node).or_else(|| {
            let written = excerpt(&node.written);
            self.refuse(key, node.at, format!("`{key}` = {written} is not accepted; accepted: {what}"))
        })
    }

    /// Notes what is wrong with the value of a key.
    pub(super) fn refuse<T>(&mut self, key: &'static str, at: usize, message: String) -> Option<T> {
        self.unread.push(key);
        self.file.fault(at, message);
        None
    }

    /// Whether the value of a key is there, and is none.
    pub(super) fn is_unread(&self, key: &str) -> bool {
        self.unread.contains(&key)
    }

    /// Notes the keys that were not taken.
    pub(super) fn finish(self) {
        let Keys { file, what, entries, known, .. } = self;
        for Entry { key, at, .. } in entries {
            let near = nearest(&key, known.iter().copied());
            let near = near.map_or(String::new(), |near| format!(" did you mean `{near}`?"));
            let (key, known) = (excerpt(&key), known.join(", "));
            file.fault(at, format!("{what} has no key `{key}`;{near} accepted: {known}"));
        }
    }
}

/// Whether a text has no control characters but those of lines.
fn is_printed(text: &str) -> bool {
    text.chars().all(|letter| !letter.is_control() || "\n\r\t".contains(letter))
}

impl File<'_> {
    /// Checks the name of an arm or a table.
    pub(super) fn check_name(&self, what: &str, name: &str, at: usize) {
        let is_name = !name.trim().is_empty() && name.chars().count() <= MOST_OF_A_NAME;
        if !is_name || name.trim() != name || name.chars().any(char::is_control) {
            let name = excerpt(name);
            self.fault(
                at,
                format!("{what} {name:?}: a name has 1 to {MOST_OF_A_NAME} characters, all in one line"),
            );
        }
    }
}

impl Node {
    /// The value as TOML on one line: tables of dotted keys, too.
    pub(super) fn toml(&self) -> String {
        match &self.form {
            Form::Table(entries) => {
                let entry = |Entry { key, value, .. }: &Entry| format!("{key:?} = {}", value.toml());
                format!("{{ {} }}", entries.iter().map(entry).collect::<Vec<_>>().join(", "))
            }
            _ => self.written.clone(),
        }
    }
}
