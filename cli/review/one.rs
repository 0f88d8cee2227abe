//! One match: where it is, and its review.

use super::ReviewArgs;
use crate::failure::Failure;
use crate::folder;
use crate::interrupt;
use crate::replay::Rules;
use crate::show::log::{self, rules_of};
use crate::show::range::Matches;
use crate::show::title;
use anyhow::{Context, Result};
use hyakuman_arena::Error;
use hyakuman_arena::datasets::recipe::replays::Replay;
use hyakuman_arena::datasets::several::Numbered;
use hyakuman_arena::review::many::{is_log, values_nothing};
use hyakuman_arena::review::{self, Judge, Recorded, Review};
use hyakuman_core::Seat;
use hyakuman_games::logs::LogMatch;
use hyakuman_report::review::OfMatch;
use hyakuman_riichi::RiichiRules;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A match.
pub(super) enum Subject {
    /// Of a log: its path, the name of the rules, the rules, and what is uncertain about them.
    Log {
        path: PathBuf,
        log: Box<LogMatch>,
        ruleset: String,
        rules: Arc<RiichiRules>,
        warning: Option<String>,
    },
    /// Of a data set in a folder, with its number in the folder.
    Recorded { dir: PathBuf, number: u64, set: Box<Recorded>, replay: Replay },
}

/// The match that the arguments name; `None` if they name several.
pub(super) fn subject(args: &ReviewArgs, rules: &Rules) -> Result<Option<Subject>> {
    let of_logs = args.rules.is_some() || !args.set.is_empty();
    if of_logs && args.paths.iter().any(|path| Recorded::is_in(path)) {
        return Err(Failure::Usage("--rules and --set are for logs: a data set has its rules".into()).into());
    }
    match &args.paths[..] {
        [path] if path == Path::new("-") || is_log(path) => of_file(path, args, rules),
        [dir] if args.number.is_some() => of_set(dir, args).map(Some),
        _ if args.number.is_some() => Err(Failure::Usage("--match is for one log or data set".into()).into()),
        paths if paths.iter().any(|path| path == Path::new("-")) => {
            Err(Failure::Usage("`-` is a log of its own: give it alone".into()).into())
        }
        _ => Ok(None),
    }
}

/// The match of a log; `None` if it has several and none is chosen.
fn of_file(path: &Path, args: &ReviewArgs, rules: &Rules) -> Result<Option<Subject>> {
    let stop = interrupt::watch().context(interrupt::REFUSED)?;
    let matches = log::read_all(path, &stop)?;
    if matches.len() > 1 && args.number.is_none() && path != Path::new("-") {
        return Ok(None);
    }
    let log = log::chosen(matches, args.number, path)?;
    let unreadable = |error| Failure::Usage(format!("{}: {error}", path.display()));
    let (ruleset, rules, warning) = rules_of(&log, rules).map_err(unreadable)?;
    Ok(Some(Subject::Log { path: path.to_owned(), log: Box::new(log), ruleset, rules, warning }))
}

fn of_set(dir: &Path, args: &ReviewArgs) -> Result<Subject> {
    folder::there(dir)?;
    let (sets, number) = (Numbered::open(dir)?, args.number.unwrap_or_default());
    let numbers = Matches::One(number).of(dir, sets.matches())?;
    let piece = sets.pieces(numbers).into_iter().next().context("a match of the data set")?;
    let set = Box::new(Recorded::open(piece.set.dir())?);
    let replay = set.replays(piece.numbers.clone()).next().context("a match of the data set")??;
    Ok(Subject::Recorded { dir: dir.to_owned(), number, set, replay })
}

impl Subject {
    pub(super) fn review(&self, judge: &Judge<'_>) -> Result<OfMatch> {
        let count = self.seats();
        let seats = judge.seats(count);
        if let (Some(seat), true) = (judge.seat, seats.is_empty()) {
            let sentence = format!("there is no seat {seat}: expected 0 to {}, or all", count - 1);
            return Err(Failure::Usage(sentence).into());
        }
        let (review, note) = self.judged(judge, &seats)?;
        let unit = review.unit().ok_or_else(|| values_nothing(judge.agent))?;
        let (names, agent) = (self.names(), judge.agent.clone());
        Ok(OfMatch { rules: self.ruleset().to_owned(), agent, seats: count, names, review, unit, note })
    }

    fn judged(&self, judge: &Judge<'_>, seats: &[Seat]) -> Result<(Review, String)> {
        let asked = judge.asked(seats);
        match self {
            Subject::Log { path, log, rules, warning, .. } => {
                let of_path = |error: Error| error.within(path.display());
                let (review, verdict) = review::of_log(log, rules, &asked).map_err(of_path)?;
                Ok((review, log::note(&verdict, warning.clone())))
            }
            Subject::Recorded { set, replay, .. } => Ok((set.review(replay, &asked)?, String::new())),
        }
    }

    /// The log or match.
    pub(super) fn name(&self) -> String {
        match self {
            Subject::Log { path, .. } => path.display().to_string(),
            Subject::Recorded { dir, number, .. } => format!("match {number} of {}", dir.display()),
        }
    }

    /// The title of its page: a page may be sent, so it has no path.
    pub(super) fn title(&self) -> String {
        match self {
            Subject::Log { path, .. } => {
                path.file_name().map_or("log".into(), |name| name.to_string_lossy().into_owned())
            }
            Subject::Recorded { number, set, replay, .. } => title(set.ruleset(), *number, replay),
        }
    }

    fn names(&self) -> Vec<String> {
        match self {
            Subject::Log { log, .. } => log.players.names(),
            Subject::Recorded { set, replay, .. } => set.names(replay),
        }
    }

    fn seats(&self) -> usize {
        match self {
            Subject::Log { log, .. } => log.rules.seats,
            Subject::Recorded { set, .. } => set.seats(),
        }
    }

    fn ruleset(&self) -> &str {
        match self {
            Subject::Log { ruleset, .. } => ruleset,
            Subject::Recorded { set, .. } => set.ruleset(),
        }
    }
}
