//! `hyakuman replay`: real logs through the engine; every disagreement is reported.

use crate::failure::{self, Failure};
use crate::input::{self, Stopped};
use crate::interrupt;
use crate::rules::source;
use anyhow::{Context, Result};
use clap::Args;
use hyakuman_arena::threads;
use hyakuman_core::excerpt::escaped;
use hyakuman_games::riichi::RiichiRules;
use hyakuman_games::ruleset::{RulesError, Ruleset, Source};
use hyakuman_logs::model::Format;
use hyakuman_logs::referee::{Disagreement, LogSource, Verdict, judge, judge_by_its_rules};
use hyakuman_logs::{LogError, LogMatch, MAX_BYTES, read};
use rayon::prelude::*;
use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Logs read and played at once; results come out in the order of the arguments all the same.
const CHUNK: usize = 256;

/// Play real logs through the engine and report every disagreement
///
/// Reads Tenhou mjlog XML, tenhou.net/6 JSON and mjai lines, each also packed with gzip; the content tells which. The
/// rules come from the log, changed by --set; with --rules they are those given, and what the log says of its own rules
/// does not count. A log that starts late or stops early is checked as far as it goes; each match of a file is
/// read by itself. The exit code is 0 if all agree, 1 if something differs, 2 if a match cannot be read, 130 if
/// interrupted.
#[derive(Args, Debug)]
pub struct ReplayArgs {
    /// Files with logs; `-` is standard input
    #[arg(value_name = "LOG", required = true)]
    logs: Vec<PathBuf>,
    /// Play by this ruleset (a name, or the path of a rules file) and not by the rules of the logs
    #[arg(long, value_name = "ID")]
    rules: Option<String>,
    /// Change a rule, as in --set kuitan=false; may be repeated
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Transcribe of every match, with its rules, kyoku and wins, and whether the log is partial; JSON tells it always
    #[arg(long, short)]
    verbose: bool,
    /// Write JSON: one object per match, the summary last
    #[arg(long)]
    json: bool,
}

/// Runs `hyakuman replay`, writing to `out`. The exit code is 1 where a log and the engine disagree, else 2 where a
/// log could not be read.
///
/// # Errors
/// A [`RulesError`] (bad input, exit code 2) when the ruleset is unknown or does not fit; otherwise `out` failed.
pub fn run(args: &ReplayArgs, out: &mut impl Write) -> Result<ExitCode> {
    let rules = Rules::new(args)?;
    let stop = interrupt::watch().context(interrupt::REFUSED)?;
    let pool = threads::pool(None)?;
    let mut sum = Summary::default();
    let mut told = 0;
    for chunk in args.logs.chunks(CHUNK) {
        let played: Vec<_> =
            pool.install(|| chunk.par_iter().map(|path| play(path, &rules, &stop)).collect());
        for (path, played) in chunk.iter().zip(played) {
            let Some(matches) = played else {
                let sentence = format!("interrupted after {told} of {}", counted(args.logs.len(), "log"));
                return Err(Failure::Interrupted(sentence).into());
            };
            one_log(&path.to_string_lossy(), matches, args, &mut sum, out)?;
            told += 1;
        }
    }
    sum.tell(args.json, out)?;
    Ok(sum.exit_code())
}

/// Tells what came of one file: of each of its matches, or why one, or all of it, cannot be played.
fn one_log(
    path: &str,
    matches: Vec<Result<Played, LogError>>,
    args: &ReplayArgs,
    sum: &mut Summary,
    out: &mut impl Write,
) -> Result<()> {
    for (number, played) in matches.iter().enumerate() {
        match played {
            Ok(played) => {
                sum.add(&played.verdict);
                if let Some(warning) = &played.warning {
                    failure::warn(&format!("{}: {warning}", name(path, number)));
                }
                if args.json {
                    tell_json(path, number, played, out)?;
                } else {
                    tell_text(path, number, played, args.verbose, out)?;
                }
            }
            Err(error) => {
                sum.unreadable += 1;
                failure::tell(&format!("{path}: {error}"), 2);
                if args.json {
                    let object = json!({ "log": path, "match": number + 1, "error": error.to_string() });
                    writeln!(out, "{object}")?;
                }
            }
        }
    }
    Ok(())
}

/// By which rules logs are played.
enum Rules {
    /// These, whatever the log says.
    Given(String, Arc<RiichiRules>),
    /// Those of the log, with these overrides.
    OfLog(Vec<String>),
}

impl Rules {
    /// What the arguments ask for; overrides are tried on presets first, so that a wrong one is told once.
    fn new(args: &ReplayArgs) -> Result<Rules, RulesError> {
        let Some(name) = &args.rules else {
            let fits = |preset| source(preset, &args.set)?.load::<RiichiRules>();
            fits("tenhou").or_else(|error| fits("tenhou-sanma").map_err(|_| error))?;
            return Ok(Rules::OfLog(args.set.clone()));
        };
        let source: Source = source(name, &args.set)?;
        if RiichiRules::preset(source.base()).is_none() {
            return Err(source.unknown_base(RiichiRules::PRESETS.iter().map(|preset| preset.id)));
        }
        let loaded = source.load::<RiichiRules>()?;
        Ok(Rules::Given(loaded.id, Arc::new(loaded.rules)))
    }

    /// Plays a match.
    fn judge(&self, log: &LogMatch) -> Result<Played, LogError> {
        let (rules, set, warning, verdict) = match self {
            Rules::Given(id, rules) => (id.clone(), Vec::new(), None, judge(log, rules)?),
            Rules::OfLog(overrides) => {
                let (LogSource { id, sets, warning, .. }, verdict) = judge_by_its_rules(log, overrides)?;
                (id.to_owned(), [sets, overrides.clone()].concat(), warning, verdict)
            }
        };
        Ok(Played { format: log.format, rules, set, warning, verdict })
    }
}

/// A match that was played.
struct Played {
    format: Format,
    /// The ruleset, and what differs from it.
    rules: String,
    set: Vec<String>,
    /// What is not known of its rules.
    warning: Option<String>,
    verdict: Verdict,
}

/// Every match of a file; one error where the file cannot be read, nothing where somebody wants it to stop.
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
    let several = |number: usize, error: LogError| {
        if number > 0 { error.within(format!("match {}", number + 1)) } else { error }
    };
    let judged = |(number, log): (usize, Result<LogMatch, LogError>)| {
        log.and_then(|log| rules.judge(&log).map_err(|error| several(number, error)))
    };
    Some(read(&bytes).into_iter().enumerate().map(judged).collect())
}

/// What a match is called; later matches of a file have their number.
fn name(path: &str, number: usize) -> String {
    if number == 0 { path.to_owned() } else { format!("{path} (match {})", number + 1) }
}

/// One line per disagreement, after one for the match if every match is told.
fn tell_text(path: &str, number: usize, played: &Played, verbose: bool, out: &mut impl Write) -> Result<()> {
    let Played { rules, set, verdict, .. } = played;
    let name = name(path, number);
    // Names, rules and what a log says come from outside.
    let mut tell = |line: String| writeln!(out, "{}", escaped(&line));
    if verbose {
        let set: String = set.iter().map(|set| format!(", {set}")).collect();
        let wins = counted(verdict.wins, "win");
        let partial = if verdict.partial { ", partial" } else { "" };
        tell(format!("{name}: {rules}{set}, {} kyoku, {wins}{partial}", verdict.kyoku))?;
    }
    Ok(verdict.disagreements.iter().try_for_each(|disagreement| tell(format!("{name}: {disagreement}")))?)
}

/// One JSON object for the match.
fn tell_json(path: &str, number: usize, played: &Played, out: &mut impl Write) -> Result<()> {
    let Played { format, rules, set, warning, verdict } = played;
    let disagreement = |d: &Disagreement| {
        let kyoku = d.kyoku.to_string();
        json!({ "kyoku": kyoku, "turn": d.turn, "what": d.what, "expected": d.expected, "found": d.found })
    };
    let disagreements: Vec<Value> = verdict.disagreements.iter().map(disagreement).collect();
    let format = match format {
        Format::Mjlog => "mjlog",
        Format::Tenhou6 => "tenhou6",
        Format::Mjai => "mjai",
        Format::Record => "record",
    };
    let object = json!({
        "log": path, "match": number + 1, "format": format, "rules": rules, "set": set, "kyoku": verdict.kyoku,
        "wins": verdict.wins, "partial": verdict.partial, "warning": warning, "disagreements": disagreements,
    });
    Ok(writeln!(out, "{object}")?)
}

/// Counts over all logs.
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

    fn tell(&self, json: bool, out: &mut impl Write) -> Result<()> {
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
            counted(*games, "game"),
            counted(*wins, "win"),
            counted(*disagreements, "disagreement")
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

/// A number and its noun.
fn counted(n: usize, noun: &str) -> String {
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}
