//! `hyakuman replay`: plays real logs through the engine and reports every disagreement.

use crate::choice::{source, warn};
use crate::failure::{self, Failure};
use crate::figures;
use crate::input::{self, Stopped};
use crate::interrupt;
use crate::number::counted;
use anyhow::{Context, Result};
use clap::Args;
use hyakuman_arena::threads;
use hyakuman_core::excerpt::escaped;
use hyakuman_core::game::ruleset::{Loaded, RulesError};
use hyakuman_games::logs::model::Format;
use hyakuman_games::logs::referee::{Disagreement, LogSource, Verdict, judge, judge_by_its_rules};
use hyakuman_games::logs::{LogError, LogMatch, MAX_BYTES, name_of_match, read};
use hyakuman_riichi::RiichiRules;
use rayon::prelude::*;
use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Logs read and played in parallel; results are printed in the order of the arguments.
const CHUNK: usize = 256;

/// Unreadable matches of a file that are reported one by one.
const MOST_ERRORS: usize = 10;

/// Play real logs through the engine and report every disagreement
///
/// Reads Tenhou mjlog XML, tenhou.net/6 JSON, mjai lines and Mahjong Soul records (decoded to JSON), plain or compressed
/// with gzip; the format is detected. The rules come from the log, changed by --set; with --rules, that ruleset is used and
/// the rules in the log are ignored. A log that starts late or stops early is checked as far as it goes. The matches of a
/// file are read independently.
/// Exit code: 0 if all agree, 1 if something differs, 2 if a match cannot be read, 130 if interrupted.
#[derive(Args, Debug)]
pub struct ReplayArgs {
    /// Log files; `-` is standard input
    #[arg(value_name = "LOG", required = true)]
    logs: Vec<PathBuf>,
    #[command(flatten)]
    rules: LogRulesArgs,
    /// List every match with its rules, kyoku and wins, and whether the log is partial; always in the JSON
    #[arg(long, short)]
    verbose: bool,
    /// Print JSON: one object per match, then the summary
    #[arg(long)]
    json: bool,
}

// No doc comment: it would become the help of the command that has these arguments.
#[allow(missing_docs)]
#[derive(Args, Debug)]
pub struct LogRulesArgs {
    /// Of logs: play by this ruleset (a name, or the path of a rules file) instead of the rules in the log
    #[arg(long, value_name = "ID")]
    pub rules: Option<String>,
    /// Of logs: change a rule, for example --set kuitan=false; may be repeated
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,
}

impl LogRulesArgs {
    /// The rules to play logs by.
    pub fn read(&self) -> Result<Rules, RulesError> {
        Rules::new(self.rules.as_deref(), &self.set)
    }

    /// The ruleset named, for all logs.
    pub fn loaded(&self) -> Result<Option<Loaded<RiichiRules>>, RulesError> {
        Rules::loaded(self.rules.as_deref(), &self.set)
    }

    /// Whether rules are given.
    pub fn any(&self) -> bool {
        self.rules.is_some() || !self.set.is_empty()
    }
}

/// Runs `hyakuman replay`, writing to `out`. The exit code is 1 if a log and the engine disagree, otherwise 2 if a log
/// could not be read.
pub fn run(args: &ReplayArgs, out: &mut impl Write) -> Result<ExitCode> {
    let rules = args.rules.read()?;
    let stop = interrupt::watch().context(interrupt::REFUSED)?;
    let pool = threads::pool(None)?;
    let mut sum = Summary::default();
    let mut done = 0;
    for chunk in args.logs.chunks(CHUNK) {
        let played: Vec<_> =
            pool.install(|| chunk.par_iter().map(|path| play(path, &rules, &stop)).collect());
        for (path, played) in chunk.iter().zip(played) {
            let Some(matches) = played else {
                let sentence =
                    format!("interrupted after {done} of {}", counted(args.logs.len() as u64, "log"));
                return Err(Failure::Interrupted(sentence).into());
            };
            one_log(&path.to_string_lossy(), matches, args, &mut sum, out)?;
            done += 1;
        }
    }
    sum.write(args.json, out)?;
    Ok(sum.exit_code())
}

/// Writes the results of one file: for each match its verdict, or why it cannot be played.
fn one_log(
    path: &str,
    matches: Vec<Result<Played, LogError>>,
    args: &ReplayArgs,
    sum: &mut Summary,
    out: &mut impl Write,
) -> Result<()> {
    let mut unreadable = 0;
    for (number, played) in matches.iter().enumerate() {
        let name = name_of_match(path, number);
        match played {
            Ok(played) => {
                sum.add(&played.verdict);
                if let Some(warning) = &played.warning {
                    failure::warn(&format!("{name}: {warning}"));
                }
                if args.json {
                    write_json(path, number, played, out)?;
                } else {
                    write_text(&name, played, args.verbose, out)?;
                }
            }
            Err(error) => {
                unreadable += 1;
                if unreadable <= MOST_ERRORS {
                    failure::report(&format!("{name}: {error}"), 2);
                }
                if args.json {
                    let object = json!({ "log": path, "match": number + 1, "error": error.to_string() });
                    writeln!(out, "{object}")?;
                }
            }
        }
    }
    sum.unreadable += unreadable;
    if unreadable > MOST_ERRORS {
        let more = unreadable - MOST_ERRORS;
        failure::report(&format!("{path}: {more} more matches cannot be read, for such reasons"), 2);
    }
    Ok(())
}

/// The rules to play logs by.
pub enum Rules {
    /// A fixed ruleset, for every log.
    Given(String, Arc<RiichiRules>),
    /// The rules of each log, with these changes.
    OfLog(Vec<String>),
}

impl Rules {
    /// The rules that the arguments ask for. Changes are tried on presets first, so that a wrong one is reported once.
    pub fn new(name: Option<&str>, set: &[String]) -> Result<Rules, RulesError> {
        Ok(match Rules::loaded(name, set)? {
            Some(loaded) => Rules::Given(loaded.id, Arc::new(loaded.rules)),
            None => Rules::OfLog(set.to_vec()),
        })
    }

    /// The ruleset that the arguments name; `None`: the rules of each log, with these changes.
    fn loaded(name: Option<&str>, set: &[String]) -> Result<Option<Loaded<RiichiRules>>, RulesError> {
        let Some(name) = name else {
            let fits = |preset| source(preset, set)?.load::<RiichiRules>();
            let tried = fits("tenhou").or_else(|error| fits("tenhou-sanma").map_err(|_| error))?;
            warn(&tried.warnings);
            return Ok(None);
        };
        let loaded = source(name, set)?.load::<RiichiRules>()?;
        warn(&loaded.warnings);
        Ok(Some(loaded))
    }

    fn judge(&self, log: &LogMatch) -> Result<Played, LogError> {
        let (rules, set, warning, verdict) = match self {
            Rules::Given(id, rules) => (id.clone(), Vec::new(), log.warning(), judge(log, rules)?),
            Rules::OfLog(overrides) => {
                let (LogSource { id, sets, warning, .. }, verdict) = judge_by_its_rules(log, overrides)?;
                (id.to_owned(), [sets, overrides.clone()].concat(), warning, verdict)
            }
        };
        Ok(Played { format: log.format, rules, set, warning, verdict })
    }
}

/// A match that was checked.
struct Played {
    format: Format,
    /// The ruleset, and the changes to it.
    rules: String,
    set: Vec<String>,
    /// What is uncertain about its rules.
    warning: Option<String>,
    verdict: Verdict,
}

/// Every match of a file, or one error if the file cannot be read; `None` if interrupted.
fn play(path: &Path, rules: &Rules, stop: &Arc<AtomicBool>) -> Option<Vec<Result<Played, LogError>>> {
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    let bytes = match input::bytes(path, MAX_BYTES, stop) {
        Ok(bytes) => bytes,
        Err(Stopped::Interrupted) => return None,
        Err(Stopped::Failed(error) | Stopped::Idle(error)) => {
            return Some(vec![Err(LogError::new("", format!("cannot be read: {error}")))]);
        }
    };
    Some(read(&bytes).into_iter().map(|log| log.and_then(|log| rules.judge(&log))).collect())
}

/// One line per disagreement; with `verbose`, one line for the match before them.
fn write_text(name: &str, played: &Played, verbose: bool, out: &mut impl Write) -> Result<()> {
    let Played { rules, set, verdict, .. } = played;
    // Escaped: names, rules and the content of a log come from outside.
    let mut write = |line: String| writeln!(out, "{}", escaped(&line));
    if verbose {
        let set: String = set.iter().map(|set| format!(", {set}")).collect();
        let wins = counted(verdict.wins as u64, "win");
        let partial = if verdict.partial { ", partial" } else { "" };
        write(format!("{name}: {rules}{set}, {} kyoku, {wins}{partial}", verdict.kyoku))?;
    }
    Ok(verdict.disagreements.iter().try_for_each(|disagreement| write(format!("{name}: {disagreement}")))?)
}

/// One JSON object for the match.
fn write_json(path: &str, number: usize, played: &Played, out: &mut impl Write) -> Result<()> {
    let Played { format, rules, set, warning, verdict } = played;
    let disagreement = |d: &Disagreement| {
        let kyoku = d.kyoku.to_string();
        json!({ "kyoku": kyoku, "turn": d.turn, "what": d.what, "expected": d.expected, "found": d.found })
    };
    let disagreements: Vec<Value> = verdict.disagreements.iter().map(disagreement).collect();
    let object = json!({
        "log": path, "match": number + 1, "format": format.name(), "rules": rules, "set": set, "kyoku": verdict.kyoku,
        "wins": verdict.wins, "partial": verdict.partial, "warning": warning, "disagreements": disagreements,
    });
    Ok(writeln!(out, "{object}")?)
}

/// Totals over all logs.
#[derive(Default)]
struct Summary {
    games: usize,
    kyoku: usize,
    wins: usize,
    partial: usize,
    disagreements: usize,
    unreadable: usize,
}

impl Summary {
    fn add(&mut self, verdict: &Verdict) {
        self.games += 1;
        self.kyoku += verdict.kyoku;
        self.wins += verdict.wins;
        self.partial += verdict.partial as usize;
        self.disagreements += verdict.disagreements.len();
    }

    fn write(&self, json: bool, out: &mut impl Write) -> Result<()> {
        let Summary { games, kyoku, wins, partial, disagreements, unreadable } = self;
        if json {
            let object = json!({
                "games": games, "kyoku": kyoku, "wins": wins, "partial": partial,
                "disagreements": disagreements, "unreadable": unreadable,
            });
            return Ok(writeln!(out, "{object}")?);
        }
        write!(
            out,
            "{}, {kyoku} kyoku, {}, {partial} partial, {}",
            figures::matches(*games as u64),
            counted(*wins as u64, "win"),
            counted(*disagreements as u64, "disagreement")
        )?;
        match unreadable {
            0 => writeln!(out)?,
            n => writeln!(out, ", {n} unreadable")?,
        }
        Ok(())
    }

    fn exit_code(&self) -> ExitCode {
        ExitCode::from(match (self.disagreements, self.unreadable) {
            (0, 0) => 0,
            (0, _) => 2,
            _ => 1,
        })
    }
}
