//! The first reading of an import: which matches there are, by which rules they were played, and which are left out.

use super::ImportOptions;
use super::documents::{self, Document, MOST_BYTES};
use crate::error::Error;
use crate::observer::Observer;
use crate::reorder;
use hyakuman_core::excerpt::excerpt;
use hyakuman_game::ruleset::Loaded;
use hyakuman_logs::model::LogEnd;
use hyakuman_logs::referee::{self, Disagreement, LogSource, Verdict};
use hyakuman_logs::{LogError, LogMatch, read_at_most};
use hyakuman_riichi::RiichiRules;
use sha2::{Digest, Sha256};
use std::sync::Arc;

/// Matches left out, and warnings, that are listed one by one.
pub const MOST_LISTED: usize = 10_000;

/// What was found in all logs.
#[derive(Debug, Default)]
pub struct Survey {
    /// Matches by the same rules together, in the order of their first match.
    pub groups: Vec<Group>,
    /// Files and members of archives.
    pub documents: u64,
    /// Matches that are left out, at most [`MOST_LISTED`].
    pub left_out: Vec<LeftOut>,
    /// The number of all of them.
    pub all_left_out: u64,
    /// What is uncertain about the rules of matches, at most [`MOST_LISTED`]: the log and a sentence.
    pub warnings: Vec<(String, String)>,
    /// SHA-256 of each document.
    pub(super) hashes: Vec<[u8; 32]>,
}

/// Matches by the same rules.
#[derive(Debug)]
pub struct Group {
    /// The rules.
    pub rules: Loaded<RiichiRules>,
    /// The number of matches whose logs start late or stop early.
    pub partial: u64,
    /// The matches, in order.
    pub(super) entries: Vec<Entry>,
    /// The rules as logs say them.
    said: Option<(&'static str, Vec<String>)>,
}

/// Where a match is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    /// Which document, from 0.
    pub document: u32,
    /// Which match of it, from 0.
    pub number: u32,
}

/// A match that is left out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeftOut {
    /// The file, with the path in the archive, and the number of the match where there are several.
    pub log: String,
    /// The kyoku, if the reason is in one.
    pub kyoku: Option<String>,
    /// Why, as a sentence.
    pub reason: String,
}

impl Group {
    /// The number of matches.
    pub fn matches(&self) -> u64 {
        self.entries.len() as u64
    }

    /// The name of its rules, with the changes that logs say: `tenhou kuitan=false`.
    pub fn name(&self) -> String {
        let sets = self.said.iter().flat_map(|(_, sets)| sets);
        sets.fold(self.rules.id.clone(), |name, set| name + " " + set)
    }
}

/// Reads and judges all logs, on the threads of the current rayon pool.
///
/// # Errors
/// A match is left out and the options are strict, or the observer stopped the work.
pub(super) fn survey(options: &ImportOptions, observer: &dyn Observer) -> Result<Survey, Error> {
    let mut survey = Survey::default();
    observer.start(options.paths.len() as u64);
    let judge = |document: Document| match observer.stopped() {
        true => Err(Error::Interrupted),
        false => Ok(Found::of(&document, options)),
    };
    let take = |found: Found| {
        survey.take(found, options)?;
        let left_out =
            if survey.all_left_out > 0 { format!("{} left out", survey.all_left_out) } else { String::new() };
        observer.so_far(survey.documents.max(options.paths.len() as u64), &left_out);
        observer.done(1);
        Ok(())
    };
    documents::with(&options.paths, |documents| reorder::each_in_order(documents, judge, take))?;
    Ok(survey)
}

impl Survey {
    /// The number of matches that are not left out.
    pub fn matches(&self) -> u64 {
        self.groups.iter().map(Group::matches).sum()
    }

    fn take(&mut self, found: Found, options: &ImportOptions) -> Result<(), Error> {
        let document = u32::try_from(self.documents)
            .map_err(|_| Error::Usage("there are more than 2^32 logs".into()))?;
        (self.documents, _) = (self.documents + 1, self.hashes.push(found.sha256));
        for (number, judged) in (0..).zip(found.matches) {
            match judged {
                Ok(judged) => self.add(Entry { document, number }, judged, options)?,
                Err(left) if options.strict => return Err(Error::Usage(left.to_string())),
                Err(left) => {
                    self.all_left_out += 1;
                    push(&mut self.left_out, left);
                }
            }
        }
        Ok(())
    }

    fn add(&mut self, entry: Entry, judged: Judged, options: &ImportOptions) -> Result<(), Error> {
        let Judged { log, said, partial, warning } = judged;
        let group = match self.groups.iter().position(|group| group.said == said) {
            Some(group) => &mut self.groups[group],
            None => {
                let rules = options.rules_of(&said)?;
                self.groups.push(Group { rules, partial: 0, entries: Vec::new(), said });
                self.groups.last_mut().expect("just added")
            }
        };
        group.entries.push(entry);
        group.partial += u64::from(partial);
        warning.into_iter().for_each(|warning| push(&mut self.warnings, (log.clone(), warning)));
        Ok(())
    }
}

fn push<T>(list: &mut Vec<T>, item: T) {
    if list.len() < MOST_LISTED {
        list.push(item);
    }
}

impl ImportOptions {
    /// The rules of a match.
    fn rules_of(&self, said: &Option<(&'static str, Vec<String>)>) -> Result<Loaded<RiichiRules>, Error> {
        match (said, &self.rules) {
            (Some((id, sets)), _) => {
                let source = LogSource { id, sets: sets.clone(), warning: None, explains_points: true };
                Ok(source.source(&self.set)?.load::<RiichiRules>()?)
            }
            (None, Some(rules)) => Ok(rules.clone()),
            (None, None) => Err(Error::Usage("the rules of the logs are not known".into())),
        }
    }
}

/// What was found in a document.
struct Found {
    sha256: [u8; 32],
    matches: Vec<Result<Judged, LeftOut>>,
}

/// A match that can be played by its rules.
struct Judged {
    log: String,
    /// Preset and changes, if they are those of the log.
    said: Option<(&'static str, Vec<String>)>,
    partial: bool,
    warning: Option<String>,
}

impl Found {
    fn of(document: &Document, options: &ImportOptions) -> Found {
        let left = |reason| LeftOut { log: document.name(), kyoku: None, reason };
        match document.bytes() {
            Err(reason) => Found { sha256: [0; 32], matches: vec![Err(left(reason))] },
            Ok(bytes) => {
                let logs = read_at_most(&bytes, MOST_BYTES).into_iter().enumerate();
                let judged = logs.map(|(number, log)| {
                    let name = match number {
                        0 => document.name(),
                        _ => format!("{} (match {})", document.name(), number + 1),
                    };
                    Judged::of(name, log, options)
                });
                Found { sha256: Sha256::digest(&bytes).into(), matches: judged.collect() }
            }
        }
    }
}

impl Judged {
    fn of(
        log: String,
        found: Result<LogMatch, LogError>,
        options: &ImportOptions,
    ) -> Result<Judged, LeftOut> {
        let left = |kyoku, reason| Err(LeftOut { log: log.clone(), kyoku, reason });
        let found = match found {
            Ok(found) => found,
            Err(error) => return left(None, error.to_string()),
        };
        let (said, warning, verdict) = match judge(&found, options) {
            Ok(judged) => judged,
            Err(error) => return left(None, error.to_string()),
        };
        if let Some(first) = verdict.disagreements.first() {
            return left(Some(first.kyoku.to_string()), sentence(first, verdict.disagreements.len() - 1));
        }
        if found.kyoku.first().is_none_or(|kyoku| kyoku.end == LogEnd::Unfinished) {
            return left(None, "it stops before the end of its first kyoku".into());
        }
        Ok(Judged { log, said, partial: verdict.partial, warning })
    }
}

/// The rules that the log says, what is uncertain about them, and how far log and engine agree.
type Judgement = (Option<(&'static str, Vec<String>)>, Option<String>, Verdict);

fn judge(log: &LogMatch, options: &ImportOptions) -> Result<Judgement, LogError> {
    match &options.rules {
        Some(rules) => Ok((None, None, referee::judge(log, &Arc::new(rules.rules.clone()))?)),
        None => {
            let (source, verdict) = referee::judge_by_its_rules(log, &options.set)?;
            Ok((Some((source.id, source.sets)), source.warning, verdict))
        }
    }
}

fn sentence(first: &Disagreement, more: usize) -> String {
    let turn = first.turn.map_or(String::new(), |turn| format!("turn {turn}, "));
    let [expected, found] = [&first.expected, &first.found].map(|text| excerpt(text));
    let more = match more {
        0 => String::new(),
        1 => "; and one more difference".into(),
        more => format!("; and {more} more differences"),
    };
    format!("{turn}{}: the log has {expected}, the rules {found}{more}", first.what)
}

impl std::fmt::Display for LeftOut {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let kyoku = self.kyoku.iter().fold(String::new(), |_, kyoku| format!("{kyoku}, "));
        write!(f, "{}: {kyoku}{}", self.log, self.reason)
    }
}
