//! The rulesets of a question: a base, and arms that name another ruleset or change the base.

use super::file::{Entry, Form, Node};
use super::read::Reader;
use crate::experiment::MOST_CELLS;
use crate::grid::Rulesets;
use hyakuman_core::excerpt::excerpt;
use hyakuman_core::game::ruleset::Source;
use hyakuman_games::registry::AnyRules;
use hyakuman_record::regular;
use std::path::Path;

/// The base where none is named.
const TENHOU: &str = "tenhou";

/// Longest file: 1 MiB.
const LONGEST: u64 = 1 << 20;

impl Reader<'_> {
    /// A ruleset by its name or its file.
    fn source(&self, at: usize, name: &str) -> Option<Source> {
        if !name.ends_with(".toml") {
            return Some(Source::preset(name));
        }
        let path = self.folder.join(name);
        match text_of(&path) {
            Ok(text) => Some(Source::file(&path.display().to_string(), &text)),
            Err(sentence) => {
                self.file.fault(at, sentence);
                None
            }
        }
    }

    /// The base of a question, tenhou if none is named, and its name: with its changes, as they are written.
    pub(super) fn base(&self, at: usize, base: Option<&Node>) -> Option<(Source, AnyRules, String)> {
        let (source, changes) = match base {
            None => (Source::preset(TENHOU), TENHOU.to_owned()),
            Some(node) => self.changed(node, None)?,
        };
        let rules = self.loaded(&source, base.map_or(at, |node| node.at), &[])?;
        let name = match base.map(|node| &node.form) {
            Some(Form::Table(entries)) if entries.iter().all(|entry| entry.key != "base") => {
                format!("{TENHOU} {changes}")
            }
            Some(Form::Table(_)) => changes,
            _ => rules.id().to_owned(),
        };
        Some((source, rules, name))
    }

    /// A ruleset by a name, or by changes of the base (of its own or of the question); and what it changes, as it is written.
    fn changed(&self, node: &Node, base: Option<&Source>) -> Option<(Source, String)> {
        let entries = match &node.form {
            Form::Text(name) => return self.source(node.at, name).map(|source| (source, name.clone())),
            Form::Table(entries) => entries,
            _ => {
                let message =
                    "name a ruleset or a rules file in quotes, or write changes: { kuitan = false }";
                self.file.fault(node.at, message);
                return None;
            }
        };
        let of_base = entries.iter().find(|entry| entry.key == "base");
        let own = of_base.map(|entry| match &entry.value.form {
            Form::Text(name) => self.source(entry.value.at, name),
            _ => {
                self.file.fault(entry.value.at, "`base` is the name of a ruleset or a rules file, in quotes");
                None
            }
        });
        let mut source = match own {
            Some(own) => own?,
            None => base.cloned().unwrap_or_else(|| Source::preset(TENHOU)),
        };
        let mut changes: Vec<String> = Vec::new();
        for entry in entries.iter().filter(|entry| entry.key != "base") {
            let change = change(entry);
            if let Err(error) = source.set(&change) {
                error.0.into_iter().for_each(|problem| self.file.fault(entry.at, problem.message));
            }
            changes.push(change);
        }
        let named = of_base.map(|entry| entry.value.toml().trim_matches('"').to_owned());
        Some((source, named.into_iter().chain(changes).collect::<Vec<_>>().join(" ")))
    }

    /// The rules of a source, with faults at the lines of the entries that they name.
    fn loaded(&self, source: &Source, at: usize, entries: &[Entry]) -> Option<AnyRules> {
        let found = hyakuman_games::registry::load(source);
        for problem in found.as_ref().err().into_iter().flat_map(|error| &error.0) {
            let is_named = |entry: &&Entry| problem.place == format!("--set {}", excerpt(&change(entry)));
            let file =
                if problem.place.contains(".toml:") { format!("{}: ", problem.place) } else { String::new() };
            let at = entries.iter().find(is_named).map_or(at, |entry| entry.at);
            self.file.fault(at, format!("{file}{}", problem.message));
        }
        found.ok()
    }

    /// The rulesets of a question, and what the arms change: those that can be played.
    pub(super) fn arms(
        &self,
        (source, rules, base): (Source, AnyRules, String),
        arms: Vec<Entry>,
    ) -> (Vec<(String, AnyRules)>, Vec<String>) {
        let mut seen = Rulesets::default();
        let _ = seen.add(&base, &rules, &rules);
        let mut rulesets = vec![(base, rules)];
        let mut changes = Vec::new();
        if arms.len() >= MOST_CELLS {
            let count = arms.len();
            self.file.fault(arms[0].at, format!("{count} arms are too many: at most {} fit", MOST_CELLS - 1));
            return (rulesets, changes);
        }
        for Entry { key: name, at, value } in arms {
            self.file.check_name("arm", &name, at);
            let entries: &[Entry] = if let Form::Table(entries) = &value.form { entries } else { &[] };
            let found = self.changed(&value, Some(&source));
            let loaded = found.and_then(|(source, text)| Some((self.loaded(&source, at, entries)?, text)));
            let Some((rules, text)) = loaded else { continue };
            match seen.add(&name, &rules, &rulesets[0].1) {
                Ok(()) => {
                    rulesets.push((name, rules));
                    changes.push(text);
                }
                Err(error) => self.file.fault(at, error.to_string()),
            }
        }
        (rulesets, changes)
    }
}

/// The text of a file that a person wrote.
pub(super) fn text_of(path: &Path) -> Result<String, String> {
    let bytes = regular::read(path, LONGEST).map_err(|error| error.to_string())?;
    String::from_utf8(bytes).map_err(|_| format!("{} is not UTF-8 text", path.display()))
}

/// An entry as a change of a rule.
fn change(entry: &Entry) -> String {
    format!("{}={}", entry.key, entry.value.toml())
}
