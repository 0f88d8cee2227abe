//! Rules by a name, a file or a data set, and `--set` overrides: checked rules, or everything that is wrong with them.

use super::shape::Misfit;
use super::text::{nearest, value_text};
use super::{Conflict, EntryFault, FieldDoc, Ruleset, Shape};
use crate::excerpt::{escaped, excerpt};
use std::fmt;
use toml::{Table, Value};

/// Which rules are wanted: a preset, and the rules that differ from it. The family is not known yet.
#[derive(Clone, Debug)]
pub struct Source {
    id: String,
    /// The preset that the rules are based on, and where a rules file names it; empty for a preset by its name.
    pub(super) base: String,
    pub(super) base_place: String,
    pub(super) base_at: usize,
    pub(super) entries: Vec<Entry>,
    /// What is wrong with the form of the file, and the rules of which no value could be read.
    pub(super) faults: Vec<Fault>,
    pub(super) spoiled: Vec<String>,
    /// Whether the entries list every rule, as those of a data set do.
    pub(super) complete: bool,
}

/// A value given to a rule.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    /// Its place among all that was written.
    pub(super) at: usize,
    pub(super) key: String,
    pub(super) value: Value,
    /// Where it was written: `house.toml:3`, or `--set uma=...`.
    pub(super) place: String,
    /// Whether it was written in a file, where words have quotes.
    pub(super) in_file: bool,
    /// Whether the value is a word that lacks its quotes.
    pub(super) unquoted: bool,
    /// Where each part of the value was written, if it was a list of tables in a file.
    pub(super) parts: Parts,
}

/// Where the parts of a list of tables were written: for each table its place, and those of its values.
pub(super) type Parts = Vec<(String, Vec<Part>)>;

/// Where one value of a table was written.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) key: String,
    /// Which item, if the value is a list.
    pub(super) item: Option<usize>,
    /// Its place among all that was written.
    pub(super) at: usize,
    /// File and line.
    pub(super) place: String,
    /// The column at which the value begins, or if it is a text its first letter, from 1.
    pub(super) column: usize,
}

/// A problem, with its place among all that was written.
#[derive(Clone, Debug)]
pub(super) struct Fault {
    pub(super) at: usize,
    pub(super) problem: Problem,
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
    /// Rules that were written and do nothing, or not what they seem to say, in the order in which they were written.
    pub warnings: Vec<Problem>,
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
        Source { base: id.into(), ..Source::named(id) }
    }

    /// Rules of this name, of which nothing is known yet.
    pub(super) fn named(id: &str) -> Source {
        Source {
            id: id.into(),
            base: String::new(),
            base_place: String::new(),
            base_at: 0,
            entries: Vec::new(),
            faults: Vec::new(),
            spoiled: Vec::new(),
            complete: false,
        }
    }

    /// The rules listed in a data set, of which `file` is the path. A rule that is not listed has its inert value
    /// ([`FieldDoc::inert`]), not that of the base: the data set is older than the rule.
    pub fn recorded(file: &str, id: &str, base: &str, rules: &Table) -> Source {
        let entry = |(at, (key, value)): (usize, (&String, &Value))| Entry {
            at,
            key: key.clone(),
            value: value.clone(),
            place: file.into(),
            in_file: true,
            unquoted: false,
            parts: Parts::new(),
        };
        let entries = rules.iter().enumerate().map(entry).collect();
        Source { base: base.into(), base_place: file.into(), entries, complete: true, ..Source::named(id) }
    }

    /// Adds an override `key=value`, the value in TOML or a bare word: `uma=[15,5,-5,-15]`, `sudden_death=Off`,
    /// `noten.Pool=1200`. It replaces an earlier value of the key.
    ///
    /// # Errors
    /// It is not of that form.
    pub fn set(&mut self, assignment: &str) -> Result<(), RulesError> {
        let place = format!("--set {}", excerpt(assignment));
        let Some((key, text)) = assignment.split_once('=') else {
            return Err(RulesError::one(place, "expected key=value, such as --set kuitan=false".into()));
        };
        let Some(value) = parse_value(text.trim()) else {
            return Err(RulesError::one(place, no_value(text.trim())));
        };
        let mut keys = key.trim().split('.');
        let key = keys.next().unwrap_or_default().to_owned();
        let value = keys.rev().fold(value, |value, key| Table::from_iter([(key.to_owned(), value)]).into());
        let at = 1 + self.entries.last().map_or(0, |entry| entry.at);
        let (in_file, unquoted, parts) = (false, false, Parts::new());
        self.entries.push(Entry { at, key, value, place, in_file, unquoted, parts });
        Ok(())
    }

    /// Adds the overrides of one command line, each of another key.
    ///
    /// # Errors
    /// Every one that does not have the form that [`Source::set`] takes, and every key that is given twice.
    pub fn set_all(&mut self, assignments: &[String]) -> Result<(), RulesError> {
        let before = self.entries.len();
        let mut problems = Vec::new();
        for assignment in assignments {
            if let Err(error) = self.set(assignment) {
                problems.extend(error.0);
                continue;
            }
            let Some((last, earlier)) = self.entries[before..].split_last() else { continue };
            if let Some(first) = earlier.iter().find(|entry| entry.key == last.key) {
                let message = format!("`{}` is given twice, {} came before", excerpt(&last.key), first.place);
                problems.push(Problem { place: last.place.clone(), message });
            }
        }
        if problems.is_empty() { Ok(()) } else { Err(RulesError(problems)) }
    }

    /// The name of the preset that the rules are based on; it determines the family. Empty if a rules file names none.
    pub fn base(&self) -> &str {
        &self.base
    }

    fn is_file(&self) -> bool {
        !self.base_place.is_empty()
    }

    /// The error for a base that no family has; `known` are all existing names, `faults` what is wrong with the rules in each
    /// family: those of the family are added that knows most of the rules, and of such families the one with fewest faults.
    pub fn unknown_base<'a>(
        &self,
        known: impl Iterator<Item = &'a str>,
        faults: impl IntoIterator<Item = Faults>,
    ) -> RulesError {
        let known: Vec<&str> = known.collect();
        let begun: Vec<&str> =
            known.iter().copied().filter(|name| name.starts_with(&format!("{}-", self.base))).collect();
        let near = match begun[..] {
            [only] => Some(only), // ema: ema-2016
            _ => nearest(&self.base, known.iter().copied()),
        };
        let hint = match near {
            Some(name) => format!("did you mean {name:?}? accepted: {}", known.join(", ")),
            None if self.is_file() => {
                format!("the base of a rules file is the name of a ruleset: {}", known.join(", "))
            }
            None => format!("accepted: {}, or the path of a rules file ending in .toml", known.join(", ")),
        };
        let message = format!("there is no ruleset \"{}\"; {hint}", excerpt(&self.base));
        let unnamed = self.base.is_empty() && !self.faults.is_empty(); // which the faults say
        let base = (!unnamed).then(|| Fault::new(self.base_at, self.base_place.clone(), message));
        let fit = |faults: &Faults| (faults.unknown, faults.found.len());
        let mut faults = faults.into_iter().min_by_key(fit).unwrap_or_default();
        faults.found.extend(base);
        faults.in_order()
    }

    /// The rules, checked one by one and as a whole.
    ///
    /// # Errors
    /// Everything that is wrong, in the order in which it was written: the form of a file, unknown keys, wrong values, and
    /// contradictions between rules that are not wrong already.
    pub fn load<R: Ruleset>(&self) -> Result<Loaded<R>, RulesError> {
        let Some(preset) = R::preset(&self.base) else {
            return Err(self.unknown_base(R::PRESETS.iter().map(|preset| preset.id), [self.faults_in::<R>()]));
        };
        let base = (preset.rules)().to_table();
        let (rules, faults) = self.judged::<R>(preset.id, &base, |_| true);
        let Some(rules) = rules.filter(|_| faults.found.is_empty()) else { return Err(faults.in_order()) };
        let warnings = self.warnings(&rules, &base);
        let unchanged = rules == (preset.rules)();
        // A data set has the name of a preset, and the preset that this one differs from.
        let same = R::preset(&self.id).filter(|own| (own.rules)() == rules).or(unchanged.then_some(preset));
        Ok(Loaded {
            id: self.id.clone(),
            title: same.map_or_else(|| format!("{}, changed", preset.title), |same| same.title.into()),
            base: if unchanged && !self.is_file() { preset.base } else { Some(preset.id) },
            rules,
            warnings,
        })
    }

    /// What is wrong with the rules if they are of this family. Which ruleset they are based on is not known, so values that
    /// depend on other rules are not judged.
    pub fn faults_in<R: Ruleset>(&self) -> Faults {
        let preset = &R::PRESETS[0];
        self.judged::<R>(preset.id, &(preset.rules)().to_table(), |conflict| conflict.fields.len() == 1).1
    }

    /// The rules, and everything that is wrong with them, of the conflicts those that are to be told; no rules if they cannot
    /// even be represented.
    fn judged<R: Ruleset>(
        &self,
        preset: &str,
        base: &Table,
        is_told: fn(&Conflict) -> bool,
    ) -> (Option<R>, Faults) {
        let mut faults = self.of_entries::<R>(preset, base);
        let wrong = |entry: &&Entry| !entry.problems::<R>(preset, base).is_empty();
        let keys = self.entries.iter().filter(wrong).map(|entry| &entry.key);
        let unsure: Vec<&str> = keys.chain(&self.spoiled).flat_map(|key| meant(key, R::FIELDS)).collect();
        let is_unknown = |entry: &&Entry| R::FIELDS.iter().all(|field| field.name != entry.key);
        let unknown = self.entries.iter().filter(is_unknown).count();
        let mut table = base.clone();
        let inert =
            self.unlisted(R::FIELDS).filter_map(|field| Some((field.name.into(), field.inert_value()?)));
        table.extend(inert);
        let right = self.entries.iter().filter(|entry| !wrong(entry));
        table.extend(right.map(|entry| (entry.key.clone(), entry.value.clone())));
        match R::from_table(table) {
            Ok(rules) => {
                let sure = |found: &Conflict| !found.fields.iter().any(|field| unsure.contains(field));
                let conflicts = rules.validate().into_iter().filter(|found| is_told(found) && sure(found));
                faults.extend(conflicts.map(|found| self.contradiction(&found)));
                (Some(rules), Faults { found: faults, unknown })
            }
            Err(error) => {
                let message = escaped(&error);
                faults.push(Fault::new(self.base_at, self.base_place.clone(), message));
                (None, Faults { found: faults, unknown })
            }
        }
    }

    /// What is wrong with the form of the file and with each entry by itself.
    fn of_entries<R: Ruleset>(&self, preset: &str, base: &Table) -> Vec<Fault> {
        let wrong = self.entries.iter().flat_map(|entry| {
            let problems = entry.problems::<R>(preset, base).into_iter();
            problems.map(|problem| Fault { at: entry.at, problem })
        });
        self.faults.iter().cloned().chain(wrong).chain(self.missing(R::FIELDS)).collect()
    }

    /// The rules that a data set should list and does not.
    fn unlisted<'a>(&'a self, fields: &'a [FieldDoc]) -> impl Iterator<Item = &'a FieldDoc> {
        let is_listed = |field: &FieldDoc| self.entries.iter().any(|entry| entry.key == field.name);
        fields.iter().filter(move |field| self.complete && !is_listed(field))
    }

    /// Rules that a data set does not list although they have always existed.
    fn missing<'a>(&'a self, fields: &'a [FieldDoc]) -> impl Iterator<Item = Fault> {
        self.unlisted(fields).filter(|field| field.inert.is_none()).map(|field| {
            let message = format!("its rules lack `{}`, which every data set lists", field.name);
            Fault::new(self.base_at, self.base_place.clone(), message)
        })
    }

    /// A contradiction, at the field of it that was written last.
    fn contradiction(&self, conflict: &Conflict) -> Fault {
        let can_change = |entry: &&Entry| conflict.accepted.iter().any(|way| way.0 == entry.key);
        let takes_part = |entry: &&Entry| conflict.fields.contains(&entry.key.as_str());
        let entries = || self.entries.iter();
        let entry = entries().rfind(can_change).or_else(|| entries().rfind(takes_part));
        let message = conflict.sentence(entry.map(|entry| entry.key.as_str()));
        match entry {
            Some(entry) => Fault::new(entry.at, entry.place.clone(), message),
            None => Fault::new(self.base_at, self.base_place.clone(), message),
        }
    }
}

/// The rules that a wrong key may have been meant for: those of which it is another name, the one whose name is like it, or those of
/// which another name is like it.
fn meant(key: &str, fields: &[FieldDoc]) -> Vec<&'static str> {
    let of = |word: &str| {
        let meant = fields.iter().filter(|field| field.also.contains(&word)).map(|field| field.name);
        Some(meant.collect::<Vec<_>>()).filter(|meant| !meant.is_empty())
    };
    let near = || nearest(key, fields.iter().map(|field| field.name)).map(|name| vec![name]);
    let near_synonym = || nearest(key, fields.iter().flat_map(|field| field.also).copied()).and_then(of);
    of(&key.to_lowercase().replace([' ', '-'], "_")).or_else(near).or_else(near_synonym).unwrap_or_default()
}

/// Everything that is wrong with a [`Source`] in one family.
#[derive(Debug, Default)]
pub struct Faults {
    found: Vec<Fault>,
    /// Keys that are no rule of the family.
    unknown: usize,
}

impl Faults {
    /// In the order in which they were written.
    fn in_order(mut self) -> RulesError {
        self.found.sort_by_key(|fault| fault.at);
        RulesError(self.found.into_iter().map(|fault| fault.problem).collect())
    }
}

impl Fault {
    pub(super) fn new(at: usize, place: String, message: String) -> Fault {
        Fault { at, problem: Problem { place, message } }
    }
}

impl Entry {
    /// What is wrong with this entry by its type and range. `base` are the rules of the preset that it changes.
    fn problems<R: Ruleset>(&self, preset: &str, base: &Table) -> Vec<Problem> {
        let problem = |message| vec![Problem { place: self.place.clone(), message }];
        let Some(field) = R::FIELDS.iter().find(|field| field.name == self.key) else {
            return problem(unknown_key::<R>(&self.key));
        };
        if self.unquoted {
            return problem(self.without_quotes(field));
        }
        if let Shape::Entries(faults) = field.shape {
            let mut faults = faults(&self.value);
            faults.sort_by_key(|fault| (fault.entry, self.part_of(fault).map(|part| part.at), fault.at));
            return faults.into_iter().map(|fault| self.of_part(fault)).collect();
        }
        let misfit = field.shape.misfit(&self.value);
        misfit.map_or(Vec::new(), |misfit| problem(self.sentence(field, &misfit, preset, base)))
    }

    /// Where the file has what is wrong with a list of tables; none if it is a table as a whole.
    fn part_of(&self, fault: &EntryFault) -> Option<&Part> {
        let (_, parts) = self.parts.get(fault.entry)?;
        parts.iter().find(|part| part.key == fault.key && part.item == fault.item)
    }

    /// A fault of a list of tables, where the file has it.
    fn of_part(&self, fault: EntryFault) -> Problem {
        let place = match (self.parts.get(fault.entry), self.part_of(&fault)) {
            (None, _) => format!("{}, number {}", self.place, fault.entry + 1),
            (Some((place, _)), None) => place.clone(),
            (_, Some(part)) => format!("{}:{}", part.place, part.column + fault.at),
        };
        Problem { place, message: fault.message }
    }

    /// What is wrong with a word that lacks its quotes, and with the word itself.
    fn without_quotes(&self, field: &FieldDoc) -> String {
        let (name, word) = (field.name, self.value.as_str().unwrap_or_default());
        let Some(misfit) = field.shape.misfit(&self.value) else {
            return format!("a word is in quotes in a file: {name} = \"{word}\"");
        };
        let meant =
            misfit.meant.map_or(String::new(), |meant| format!(" did you mean {}?", self.written(&meant)));
        format!("`{name}` = {} is not accepted;{meant} accepted: {}", excerpt(word), field.domain)
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

/// The message for a text that is not a value.
pub(super) fn no_value(text: &str) -> String {
    let shown = excerpt(text);
    if text.is_empty() {
        return "there is no value after the =".into();
    }
    if text.trim_start_matches(['-', '+']).bytes().all(|byte| byte.is_ascii_digit()) {
        return format!("{shown} is too large a number");
    }
    format!("\"{shown}\" is not a value; expected a number such as 25000, true, false, a word or [a, list]")
}

fn unknown_key<R: Ruleset>(key: &str) -> String {
    if key == "yaku" {
        return format!("yaku from a file are of games of riichi mahjong; {} has none", R::FAMILY);
    }
    let meant = meant(key, R::FIELDS);
    let names: Vec<String> = if meant.is_empty() { related(key, R::FIELDS) } else { meant }
        .into_iter()
        .map(|name| format!("`{name}`"))
        .collect();
    let hint = match names.len() {
        1..=5 => format!("did you mean {}?", names.join(" or ")),
        _ => "`rules show` lists them all".to_owned(),
    };
    format!("there is no rule `{}`; {hint}", excerpt(key))
}

/// Rules that have the word in their name, or otherwise in their documentation.
fn related(word: &str, fields: &[FieldDoc]) -> Vec<&'static str> {
    let word = word.to_lowercase();
    let with = |text: fn(&FieldDoc) -> &'static str| {
        let found =
            fields.iter().filter(|field| word.len() > 2 && text(field).to_lowercase().contains(&word));
        found.map(|field| field.name).collect::<Vec<_>>()
    };
    let named = with(|field| field.name);
    if named.is_empty() { with(|field| field.doc) } else { named }
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
pub(super) fn is_word(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_' || letter == '-')
}

impl RulesError {
    /// A single problem.
    pub fn one(place: String, message: String) -> RulesError {
        RulesError(vec![Problem { place, message }])
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let colon = if self.place.is_empty() { "" } else { ": " };
        write!(f, "{}{colon}{}", self.place, self.message)
    }
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, problem) in self.0.iter().enumerate() {
            write!(f, "{}{problem}", if i == 0 { "" } else { "\n" })?;
        }
        Ok(())
    }
}

impl std::error::Error for RulesError {}
