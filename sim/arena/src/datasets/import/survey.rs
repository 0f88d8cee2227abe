//! The first reading of an import: which matches there are, by which rules they were played, and which are left out.

use super::ImportOptions;
use super::documents::{self, Content, Document, MOST_BYTES};
use super::recorded::{Recorded, fingerprint, fingerprint_of_reference, source};
use crate::error::Error;
use crate::observer::Observer;
use crate::reorder::in_order;
use hyakuman_core::excerpt::excerpt;
use hyakuman_core::game::rows::Source;
use hyakuman_core::game::ruleset::Loaded;
use hyakuman_games::logs::referee::{Disagreement, LogSource, Verdict};
use hyakuman_games::logs::{
    LogError, LogMatch, Script, name_of_match, read_at_most, script, script_by_its_rules,
};
use hyakuman_games::registry::AnyRules;
use hyakuman_riichi::RiichiRules;
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
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
    /// Matches that are there twice, in logs of any format: the first one is imported. At most [`MOST_LISTED`].
    pub twice: Vec<Twice>,
    /// The number of all of them.
    pub all_twice: u64,
    /// What is uncertain about matches, at most [`MOST_LISTED`]: the log and a sentence.
    pub warnings: Vec<(String, String)>,
    /// Each document.
    pub(super) logs: Vec<Log>,
    /// By the fingerprints of matches and of references, the document and the number of the match in it.
    fingerprints: HashMap<u128, (u32, u32)>,
    /// Bytes of the matches that are kept.
    kept: usize,
}

/// A document that was read.
#[derive(Debug)]
pub(super) struct Log {
    pub sha256: [u8; 32],
    /// As in [`Document`].
    pub folder: Arc<str>,
    pub file: Box<str>,
    pub member: Box<str>,
}

/// A match that is there twice.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct Twice {
    /// The log that is not imported.
    pub log: String,
    /// The one that is.
    pub same_as: String,
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
#[derive(Debug)]
pub(super) struct Entry {
    /// Which document, from 0.
    pub document: u32,
    /// Which match of it, from 0.
    pub number: u32,
    /// The match, if there is memory for it.
    pub kept: Option<Arc<Recorded>>,
}

/// A match that is left out.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
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

    /// Its folder beside those of other rules: the ruleset, and the first digits of the rules hash if logs say changes.
    pub(super) fn folder(&self) -> String {
        let rules = AnyRules::Riichi(self.rules.clone()).describe();
        let is_changed = self.said.as_ref().is_some_and(|(_, sets)| !sets.is_empty());
        if is_changed { format!("{}-{}", rules.id, &rules.hash_text()[..8]) } else { rules.id }
    }

    /// The name of its rules, with the changes that logs say: `tenhou kuitan=false`.
    pub fn name(&self) -> String {
        let sets = self.said.iter().flat_map(|(_, sets)| sets);
        sets.fold(self.rules.id.clone(), |name, set| name + " " + set)
    }
}

/// Reads and judges all logs, on the threads of the current rayon pool.
pub(super) fn survey(options: &ImportOptions, observer: &dyn Observer) -> Result<Survey, Error> {
    let mut survey = Survey::default();
    observer.start(options.paths.len() as u64);
    let judge = |document: Document| Ok(Found::of(&document, options));
    let take = |found: Found| {
        survey.take(found, options)?;
        let left_out =
            if survey.all_left_out > 0 { format!("{} left out", survey.all_left_out) } else { String::new() };
        observer.so_far(survey.documents.max(options.paths.len() as u64), &left_out);
        observer.done(1);
        Ok(())
    };
    documents::with(&options.paths, options.paths.len() > 1, |documents| {
        in_order(observer, documents, judge, take)
    })?;
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
        self.documents += 1;
        self.logs.push(found.log);
        match found.rest {
            Some((archive, why)) if options.strict => return Err(Error::Usage(format!("{archive}: {why}"))),
            rest => rest.into_iter().for_each(|rest| push(&mut self.warnings, rest)),
        }
        for (number, judged) in (0..).zip(found.matches) {
            match judged {
                Ok(judged) => self.add(document, number, judged, options)?,
                Err(left) if options.strict => return Err(Error::Usage(left.to_string())),
                Err(left) => {
                    self.all_left_out += 1;
                    push(&mut self.left_out, left);
                }
            }
        }
        Ok(())
    }

    fn add(
        &mut self,
        document: u32,
        number: u32,
        judged: Judged,
        options: &ImportOptions,
    ) -> Result<(), Error> {
        let Judged { log, said, partial, warning, fingerprint, reference, recorded } = judged;
        if let Some(same_as) = self.first(fingerprint, (document, number)) {
            self.all_twice += 1;
            push(&mut self.twice, Twice { log, same_as });
            return Ok(());
        }
        if let Some(other) = reference.and_then(|reference| self.first(reference, (document, number))) {
            let sentence = format!(
                "it begins with the same kyoku of the same match as {other}, and goes on otherwise: both are imported"
            );
            push(&mut self.warnings, (log.clone(), sentence));
        }
        let kept = (self.kept + recorded.size() <= options.memory).then(|| Arc::new(recorded));
        self.kept += kept.as_ref().map_or(0, |kept| kept.size());
        let group = self.group(said, options)?;
        group.entries.push(Entry { document, number, kept });
        group.partial += u64::from(partial);
        warning.into_iter().for_each(|warning| push(&mut self.warnings, (log.clone(), warning)));
        Ok(())
    }

    /// The group of matches whose logs say these rules, or others that are the same.
    fn group(
        &mut self,
        said: Option<(&'static str, Vec<String>)>,
        options: &ImportOptions,
    ) -> Result<&mut Group, Error> {
        let at = match self.groups.iter().position(|group| group.said == said) {
            Some(at) => at,
            None => {
                let rules = options.rules_of(&said)?;
                let same = |group: &Group| (&group.rules.id, &group.rules.rules) == (&rules.id, &rules.rules);
                self.groups.iter().position(same).unwrap_or_else(|| {
                    self.groups.push(Group { rules, partial: 0, entries: Vec::new(), said });
                    self.groups.len() - 1
                })
            }
        };
        Ok(&mut self.groups[at])
    }

    /// The name of the first match with this fingerprint; `None` if it is this one.
    fn first(&mut self, fingerprint: u128, place: (u32, u32)) -> Option<String> {
        let (document, number) = *self.fingerprints.entry(fingerprint).or_insert(place);
        ((document, number) != place).then(|| {
            let Log { folder, file, member, .. } = &self.logs[document as usize];
            name_of_match(&documents::name(folder, file, member), number as usize)
        })
    }
}

fn push<T>(list: &mut Vec<T>, item: T) {
    if list.len() < MOST_LISTED {
        list.push(item);
    }
}

impl ImportOptions {
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
    log: Log,
    /// The name of an archive that is not read further, and why.
    rest: Option<(String, String)>,
    matches: Vec<Result<Judged, LeftOut>>,
}

/// A match that can be played by its rules.
struct Judged {
    log: String,
    /// Preset and changes, if they are those of the log.
    said: Option<(&'static str, Vec<String>)>,
    partial: bool,
    warning: Option<String>,
    /// Those of the match, and of its reference.
    fingerprint: u128,
    reference: Option<u128>,
    recorded: Recorded,
}

impl Found {
    fn of(document: &Document, options: &ImportOptions) -> Found {
        let left = |reason| LeftOut { log: document.name(), kyoku: None, reason };
        let log = |sha256| {
            let [file, member] = [&document.file, &document.member].map(|path| path.as_str().into());
            Log { sha256, folder: Arc::clone(&document.folder), file, member }
        };
        match document.bytes() {
            Err(rest) if matches!(document.content, Content::Rest(_)) => {
                Found { rest: Some((document.name(), rest)), log: log([0; 32]), matches: Vec::new() }
            }
            Err(reason) => Found { rest: None, log: log([0; 32]), matches: vec![Err(left(reason))] },
            Ok(bytes) => {
                let sha256 = Sha256::digest(&bytes).into();
                let logs = (0..).zip(read_at_most(&bytes, MOST_BYTES));
                let judged = logs.map(|(number, log)| Judged::of(document, sha256, number, log, options));
                Found { matches: judged.collect(), log: log(sha256), rest: None }
            }
        }
    }
}

impl Judged {
    fn of(
        document: &Document,
        sha256: [u8; 32],
        number: u32,
        found: Result<LogMatch, LogError>,
        options: &ImportOptions,
    ) -> Result<Judged, LeftOut> {
        let log = name_of_match(&document.name(), number as usize);
        let left = |kyoku, reason| LeftOut { log: log.clone(), kyoku, reason };
        let unreadable = |error: LogError| left(None, error.to_string());
        let found = found.map_err(unreadable)?;
        let (said, warning, verdict, script) = judge(&found, options).map_err(unreadable)?;
        if let Some(first) = verdict.disagreements.first() {
            let more = verdict.disagreements.len() - 1;
            return Err(left(Some(first.kyoku.to_string()), sentence(first, more)));
        }
        let script = script.ok_or_else(|| left(None, "it stops before the end of its first kyoku".into()))?;
        let source = Source { sha256, number, ..source(document, &found, options.names) };
        let named = said.as_ref().and(found.rules.named.preset.as_deref());
        let fingerprint = fingerprint(&script, found.rules.seats, named);
        let (partial, recorded) = (verdict.partial, Recorded::new(script, source));
        let reference = fingerprint_of_reference(&found);
        Ok(Judged { log, said, partial, warning, fingerprint, reference, recorded })
    }
}

/// The rules that the log says, what is uncertain about them, how far log and engine agree, and what was played.
type Judgement = (Option<(&'static str, Vec<String>)>, Option<String>, Verdict, Option<Script>);

fn judge(log: &LogMatch, options: &ImportOptions) -> Result<Judgement, LogError> {
    match &options.rules {
        Some(rules) => {
            let (verdict, script) = script(log, &Arc::new(rules.rules.clone()))?;
            Ok((None, log.warning(), verdict, script))
        }
        None => {
            let (source, verdict, script) = script_by_its_rules(log, &options.set)?;
            Ok((Some((source.id, source.sets)), source.warning, verdict, script))
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
