//! Reads a name, a rules file and `--set` overrides; returns checked rules, or everything that is wrong with them.

use super::shape::Misfit;
use super::text::{nearest, value_text};
use super::{FieldDoc, Ruleset};
use hyakuman_core::excerpt::{escaped, excerpt};
use hyakuman_core::plain::is_plain;
use std::collections::BTreeMap;
use std::fmt;
use toml::{Spanned, Table, Value};

/// Which rules are wanted: a preset, and the rules that differ from it. The family is not known yet.
#[derive(Clone, Debug)]
pub struct Source {
    id: String,
    /// The preset that the rules are based on, and where a rules file names it; empty for a preset by its name.
    base: String,
    base_place: String,
    entries: Vec<Entry>,
    /// Whether the entries list every rule, as those of a data set do.
    complete: bool,
}

/// A value given to a rule.
#[derive(Clone, Debug)]
struct Entry {
    key: String,
    value: Value,
    /// Where it was written: `house.toml:3`, or `--set uma=...`.
    place: String,
    /// Whether it was written in a file, where words have quotes.
    in_file: bool,
}

/// Checked rules, and the preset they are based on.
#[derive(Clone, Debug)]
pub struct Loaded<R> {
    /// The name of the preset, or of the file without its ending.
    pub id: String,
    /// Title, one line.
    pub title: String,
    /// The preset that the rules are based on; `None` for a preset defined in full.
    pub base: Option<&'static str>,
    /// The rules.
    pub rules: R,
}

/// Everything that is wrong with a [`Source`], one sentence each.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RulesError(pub Vec<Problem>);

/// One thing that is wrong, where it was written, and what would be accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// File and line, or the override; empty if only a ruleset was named.
    pub place: String,
    /// One sentence that names the rule.
    pub message: String,
}

impl Source {
    /// The preset `id`, unchanged so far. Whether it exists is checked on loading.
    pub fn preset(id: &str) -> Source {
        Source {
            id: id.into(),
            base: id.into(),
            base_place: String::new(),
            entries: Vec::new(),
            complete: false,
        }
    }

    /// A rules file: `base = "tenhou"` and the rules that differ. `name` is its path, for messages.
    ///
    /// # Errors
    /// The text is not TOML, or names no base; or the file has a name that cannot be printed, which would be that of the rules.
    pub fn file(name: &str, text: &str) -> Result<Source, RulesError> {
        if !is_plain(stem(name)) {
            let message =
                "the rules have the name of their file, which has a control character: rename the file";
            return Err(RulesError::one(escaped(name), message.into()));
        }
        let text = text.trim_start_matches('\u{feff}');
        let place = |offset: usize| format!("{name}:{}", 1 + text[..offset].matches('\n').count());
        let parsed: BTreeMap<Spanned<String>, Spanned<Value>> = toml::from_str(text).map_err(|error| {
            let at = error.span().map_or_else(|| name.to_string(), |span| place(span.start.min(text.len())));
            RulesError::one(at, escaped(&error.message().replace('\n', " ")))
        })?;
        let mut entries: Vec<(usize, Entry)> = parsed
            .into_iter()
            .map(|(key, value)| {
                let offset = key.span().start;
                let (key, value, place) = (key.into_inner(), value.into_inner(), place(offset));
                (offset, Entry { key, value, place, in_file: true })
            })
            .collect();
        entries.sort_by_key(|&(offset, _)| offset);
        let mut entries: Vec<Entry> = entries.into_iter().map(|(_, entry)| entry).collect();
        let (base, base_place) = take_base(name, &mut entries)?;
        Ok(Source { id: stem(name).into(), base, base_place, entries, complete: false })
    }

    /// The rules listed in a data set, of which `file` is the path. A rule that is not listed has its inert value
    /// ([`FieldDoc::inert`]), not that of the base: the data set is older than the rule.
    pub fn recorded(file: &str, id: &str, base: &str, rules: &Table) -> Source {
        let entry = |(key, value): (&String, &Value)| Entry {
            key: key.clone(),
            value: value.clone(),
            place: file.into(),
            in_file: true,
        };
        let entries = rules.iter().map(entry).collect();
        Source { id: id.into(), base: base.into(), base_place: file.into(), entries, complete: true }
    }

    /// Adds an override `key=value`, the value in TOML or a bare word: `uma=[15,5,-5,-15]`, `sudden_death=Off`,
    /// `noten.Pool=1200`. It replaces an earlier value of the key.
    ///
    /// # Errors
    /// It is not of that form.
    pub fn set(&mut self, assignment: &str) -> Result<(), RulesError> {
        let place = place_of(assignment);
        let Some((key, text)) = assignment.split_once('=') else {
            return Err(RulesError::one(place, "expected key=value, such as --set kuitan=false".into()));
        };
        let Some(value) = parse_value(text.trim()) else {
            return Err(RulesError::one(place, no_value(text.trim())));
        };
        let mut keys = key.trim().split('.');
        let first = keys.next().unwrap_or_default().to_owned();
        let value = keys.rev().fold(value, |value, key| Table::from_iter([(key.to_owned(), value)]).into());
        self.entries.push(Entry { key: first, value, place, in_file: false });
        Ok(())
    }

    /// Adds the overrides of one command line, each of another key.
    ///
    /// # Errors
    /// One does not have the form that [`Source::set`] takes, or a key is given twice.
    pub fn set_all(&mut self, assignments: &[String]) -> Result<(), RulesError> {
        let before = self.entries.len();
        for assignment in assignments {
            self.set(assignment)?;
            let Some((last, earlier)) = self.entries[before..].split_last() else { continue };
            if let Some(first) = earlier.iter().find(|entry| entry.key == last.key) {
                let message = format!("`{}` is given twice, {} came before", excerpt(&last.key), first.place);
                return Err(RulesError::one(last.place.clone(), message));
            }
        }
        Ok(())
    }

    /// The name of the preset that the rules are based on; it determines the family.
    pub fn base(&self) -> &str {
        &self.base
    }

    fn is_file(&self) -> bool {
        !self.base_place.is_empty()
    }

    /// The error for a base that no family has; `known` are all existing names.
    pub fn unknown_base<'a>(&self, known: impl Iterator<Item = &'a str>) -> RulesError {
        let known: Vec<&str> = known.collect();
        let begun: Vec<&str> =
            known.iter().copied().filter(|name| name.starts_with(&format!("{}-", self.base))).collect();
        let near = match begun[..] {
            [only] => Some(only), // wrc: wrc-2015
            _ => nearest(&self.base, known.iter().copied()),
        };
        let hint = match near {
            Some(name) => format!("did you mean {name:?}? accepted: {}", known.join(", ")),
            None if self.is_file() => {
                format!("the base of a rules file is the name of a ruleset: {}", known.join(", "))
            }
            None => format!("accepted: {}, or the path of a rules file ending in .toml", known.join(", ")),
        };
        RulesError::one(
            self.base_place.clone(),
            format!("there is no ruleset \"{}\"; {hint}", excerpt(&self.base)),
        )
    }

    /// The rules, checked one by one and as a whole.
    ///
    /// # Errors
    /// Every unknown key and wrong value; if there are none, every contradiction.
    pub fn load<R: Ruleset>(&self) -> Result<Loaded<R>, RulesError> {
        let Some(preset) = R::preset(&self.base) else {
            return Err(self.unknown_base(R::PRESETS.iter().map(|preset| preset.id)));
        };
        let base = (preset.rules)().to_table();
        let problem = |entry: &Entry| entry.problem::<R>(preset.id, &base);
        let problems: Vec<Problem> =
            self.entries.iter().filter_map(problem).chain(self.missing(R::FIELDS)).collect();
        if !problems.is_empty() {
            return Err(RulesError(problems));
        }
        let mut table = base.clone();
        table.extend(
            self.unlisted(R::FIELDS).filter_map(|field| Some((field.name.into(), field.inert_value()?))),
        );
        table.extend(self.entries.iter().map(|entry| (entry.key.clone(), entry.value.clone())));
        let rules = table.try_into::<R>().map_err(|error| self.whole(error.to_string()))?;
        self.check(&rules)?;
        let unchanged = rules == (preset.rules)();
        Ok(Loaded {
            id: self.id.clone(),
            title: if unchanged { preset.title.into() } else { format!("{}, changed", preset.title) },
            base: if unchanged && !self.is_file() { preset.base } else { Some(preset.id) },
            rules,
        })
    }

    /// The rules that a data set should list and does not.
    fn unlisted<'a>(&'a self, fields: &'a [FieldDoc]) -> impl Iterator<Item = &'a FieldDoc> {
        let is_listed = |field: &FieldDoc| self.entries.iter().any(|entry| entry.key == field.name);
        fields.iter().filter(move |field| self.complete && !is_listed(field))
    }

    /// Rules that a data set does not list although they have always existed.
    fn missing<'a>(&'a self, fields: &'a [FieldDoc]) -> impl Iterator<Item = Problem> {
        self.unlisted(fields).filter(|field| field.inert.is_none()).map(|field| {
            let message = format!("its rules lack `{}`, which every data set lists", field.name);
            Problem { place: self.base_place.clone(), message }
        })
    }

    /// Every contradiction, each reported for the field that was written last, at its place.
    fn check<R: Ruleset>(&self, rules: &R) -> Result<(), RulesError> {
        let problem = |conflict: super::Conflict| {
            let can_change = |entry: &&Entry| conflict.accepted.iter().any(|way| way.0 == entry.key);
            let takes_part = |entry: &&Entry| conflict.fields.contains(&entry.key.as_str());
            let entries = || self.entries.iter();
            let entry = entries().rfind(can_change).or_else(|| entries().rfind(takes_part));
            let place = entry.map_or(&self.base_place, |entry| &entry.place).clone();
            Problem { place, message: conflict.sentence(entry.map(|entry| entry.key.as_str())) }
        };
        let problems: Vec<Problem> = rules.validate().into_iter().map(problem).collect();
        if problems.is_empty() { Ok(()) } else { Err(RulesError(problems)) }
    }

    /// An error that belongs to no single entry.
    fn whole(&self, message: String) -> RulesError {
        RulesError::one(self.base_place.clone(), escaped(&message.replace('\n', " ")))
    }
}

impl Entry {
    /// What is wrong with this entry by its type and range. `base` are the rules of the preset that it changes.
    fn problem<R: Ruleset>(&self, preset: &str, base: &Table) -> Option<Problem> {
        let message = match R::FIELDS.iter().find(|field| field.name == self.key) {
            None => unknown_key(&self.key, R::FIELDS),
            Some(field) => self.sentence(field, &field.shape.misfit(&self.value)?, preset, base),
        };
        Some(Problem { place: self.place.clone(), message })
    }

    /// Key, value, what is wrong with it, what was probably meant, what is accepted; an example if it helps.
    fn sentence(&self, field: &FieldDoc, misfit: &Misfit, preset: &str, base: &Table) -> String {
        let FieldDoc { name, domain, shape, .. } = field;
        let value = excerpt(&value_text(&self.value));
        let why = if misfit.why.is_empty() { String::new() } else { format!(" ({})", misfit.why) };
        let meant = misfit.meant.as_ref();
        let meant = meant.map_or(String::new(), |meant| format!(" did you mean {}?", self.written(meant)));
        let equals = if self.in_file { " = " } else { "=" };
        let example = match base.get(*name).filter(|_| shape.needs_example()) {
            Some(value) => format!("; {preset} has {name}{equals}{}", self.written(value)),
            None => String::new(),
        };
        format!("`{name}` = {value} is not accepted{why};{meant} accepted: {domain}{example}")
    }

    /// A value as it is written where the entry stands: on a command line without quotes and spaces.
    fn written(&self, value: &Value) -> String {
        let text = value_text(value);
        if self.in_file { text } else { text.replace(['"', ' '], "") }
    }
}

/// An override as text for messages.
fn place_of(assignment: &str) -> String {
    format!("--set {}", excerpt(assignment))
}

/// The message for a text that is not a value.
fn no_value(text: &str) -> String {
    let shown = excerpt(text);
    if text.is_empty() {
        return "there is no value after the =".into();
    }
    if text.trim_start_matches(['-', '+']).bytes().all(|byte| byte.is_ascii_digit()) {
        return format!("{shown} is too large a number");
    }
    format!("\"{shown}\" is not a value; expected a number such as 25000, true, false, a word or [a, list]")
}

fn unknown_key(key: &str, fields: &[FieldDoc]) -> String {
    let near = nearest(key, fields.iter().map(|field| field.name));
    let names = near.map_or_else(|| related(key, fields), |name| vec![format!("`{name}`")]);
    let hint = match names.len() {
        1..=3 => format!("did you mean {}?", names.join(" or ")),
        _ => "`rules show` lists them all".to_owned(),
    };
    format!("there is no rule `{}`; {hint}", excerpt(key))
}

/// Rules that have the word in their name, or otherwise in their documentation.
fn related(word: &str, fields: &[FieldDoc]) -> Vec<String> {
    let word = word.to_lowercase();
    let with = |text: fn(&FieldDoc) -> &'static str| {
        let found =
            fields.iter().filter(|field| word.len() > 2 && text(field).to_lowercase().contains(&word));
        found.map(|field| format!("`{}`", field.name)).collect::<Vec<_>>()
    };
    let named = with(|field| field.name);
    if named.is_empty() { with(|field| field.doc) } else { named }
}

/// Removes the base from the entries of the file `name`; returns its value and place.
fn take_base(name: &str, entries: &mut Vec<Entry>) -> Result<(String, String), RulesError> {
    let Some(at) = entries.iter().position(|entry| entry.key == "base") else {
        let message = "no `base`: say which ruleset the file differs from, such as base = \"tenhou\"";
        return Err(RulesError::one(name.into(), message.into()));
    };
    let Entry { value, place, .. } = entries.remove(at);
    match value {
        Value::String(base) => Ok((base, place)),
        other => {
            let message = format!(
                "`base` = {} is not accepted; accepted: the name of a ruleset",
                excerpt(&value_text(&other))
            );
            Err(RulesError::one(place, message))
        }
    }
}

/// A value as on the command line: TOML, or TOML without the quotes around words.
fn parse_value(text: &str) -> Option<Value> {
    let parse = |text: &str| {
        let mut table: Table = format!("value = {text}").parse().ok()?;
        let value = table.remove("value")?;
        table.is_empty().then_some(value)
    };
    let quoted =
        |word: &str| if is_word(word.trim()) { format!("{:?}", word.trim()) } else { word.to_string() };
    parse(text).or_else(|| match text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) {
        Some(items) => parse(&format!("[{}]", items.split(',').map(quoted).collect::<Vec<_>>().join(","))),
        None => parse(&quoted(text)),
    })
}

/// Whether the text has the form of a name in rules.
fn is_word(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_' || letter == '-')
}

/// The name of a file without folders and extension.
fn stem(path: &str) -> &str {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    name.strip_suffix(".toml").unwrap_or(name)
}

impl RulesError {
    /// A single problem.
    pub fn one(place: String, message: String) -> RulesError {
        RulesError(vec![Problem { place, message }])
    }
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, problem) in self.0.iter().enumerate() {
            let separator = if i == 0 { "" } else { "\n" };
            let colon = if problem.place.is_empty() { "" } else { ": " };
            write!(f, "{separator}{}{colon}{}", problem.place, problem.message)?;
        }
        Ok(())
    }
}

impl std::error::Error for RulesError {}
