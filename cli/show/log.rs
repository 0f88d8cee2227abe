//! A log of another program as a page.

use super::range::Matches;
use super::{Format, ShowArgs};
use crate::failure::Failure;
use crate::input::{self, Stopped};
use crate::interrupt;
use crate::page_file::{self, PageFile};
use crate::replay::Rules;
use anyhow::{Context, Result};
use hyakuman_games::logs::referee::{Verdict, judge_by_its_rules};
use hyakuman_games::logs::{LogError, LogMatch, MAX_BYTES, read};
use hyakuman_games::viewer::{Heading, of_log, page};
use hyakuman_riichi::RiichiRules;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Writes the page of a match in a log.
pub fn run(args: &ShowArgs, out: &mut impl Write) -> Result<()> {
    let name = args.dir.display().to_string();
    if args.json || args.format != Format::Html {
        return Err(Failure::Usage(format!("{name} is a log: a log is shown with --format html")).into());
    }
    let rules = args.rules.read()?;
    let target = match &args.out {
        Some(file) => {
            page_file::refuse_same(file, [&args.dir])?;
            Some(PageFile::new(file)?)
        }
        None => None,
    };
    let stop = interrupt::watch().context(interrupt::REFUSED)?;
    let number = match args.matches {
        Some(Matches::Range(..)) => Some(u64::MAX), // of a log only one is shown
        Some(Matches::One(number)) => Some(number),
        None => None,
    };
    let log = chosen(read_all(&args.dir, &stop)?, number, &args.dir)?;
    let unreadable = |error: LogError| Failure::Usage(format!("{name}: {error}"));
    let html = html(&log, &rules, &args.dir).map_err(unreadable)?;
    match target {
        Some(file) => file.write_and_say(&html),
        None => Ok(out.write_all(html.as_bytes())?),
    }
}

/// The matches in a file.
pub fn read_all(path: &Path, stop: &Arc<AtomicBool>) -> Result<Vec<Result<LogMatch, LogError>>> {
    let bytes = input::bytes(path, MAX_BYTES, stop).map_err(|stopped| unread(stopped, path))?;
    Ok(read(&bytes))
}

/// The failure of reading the file.
fn unread(stopped: Stopped, path: &Path) -> Failure {
    match stopped {
        Stopped::Interrupted => Failure::Interrupted("interrupted".into()),
        Stopped::Failed(error) | Stopped::Idle(error) => {
            Failure::Usage(format!("{} cannot be read: {error}", path.display()))
        }
    }
}

/// The match of this number; without a number, the only one.
pub fn chosen(
    mut matches: Vec<Result<LogMatch, LogError>>,
    wanted: Option<u64>,
    path: &Path,
) -> Result<LogMatch> {
    let (count, path) = (matches.len(), path.display());
    let number = match wanted {
        Some(number) if number < count as u64 => number as usize,
        None if count == 1 => 0,
        _ => {
            let last = count.saturating_sub(1);
            let sentence = format!("{path} has the matches 0 to {last}: choose one with --match");
            return Err(Failure::Usage(sentence).into());
        }
    };
    Ok(matches.swap_remove(number).map_err(|error| Failure::Usage(format!("{path}: {error}")))?)
}

/// The rules that a log is played by: their name, the rules, and what the reader should know of them.
pub fn rules_of(
    log: &LogMatch,
    rules: &Rules,
) -> Result<(String, Arc<RiichiRules>, Option<String>), LogError> {
    let of_rules = |error: hyakuman_core::game::ruleset::RulesError| LogError::new("", error.to_string());
    match rules {
        Rules::Given(id, rules) => Ok((id.clone(), Arc::clone(rules), None)),
        Rules::OfLog(overrides) => {
            let (source, _) = judge_by_its_rules(log, overrides)?;
            let loaded = source.source(overrides).and_then(|source| source.load::<RiichiRules>());
            let sets = source.sets.iter().chain(overrides);
            let name =
                std::iter::once(source.id.to_owned()).chain(sets.cloned()).collect::<Vec<_>>().join(", ");
            Ok((name, Arc::new(loaded.map_err(of_rules)?.rules), source.warning))
        }
    }
}

/// The page of a match.
fn html(log: &LogMatch, rules: &Rules, path: &Path) -> Result<String, LogError> {
    let (name, played, warning) = rules_of(log, rules)?;
    let file = path.file_name().map_or("log".into(), |name| name.to_string_lossy());
    let mut heading =
        Heading { title: file.into_owned(), names: log.players.names(), rules: name, note: String::new() };
    let (mut data, verdict) = of_log(log, &played, &heading, None)?;
    heading.note = note(&verdict, warning);
    data["note"] = heading.note.into();
    Ok(page(&data))
}

/// What the reader should know about the log.
pub fn note(verdict: &Verdict, warning: Option<String>) -> String {
    let first = verdict.disagreements.first().map(|first| {
        let more = match verdict.disagreements.len() - 1 {
            0 => String::new(),
            more => format!(" (and {more} more)"),
        };
        format!("Log and engine disagree: {first}{more}")
    });
    warning.into_iter().chain(first).collect::<Vec<_>>().join(". ")
}
