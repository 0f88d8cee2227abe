//! `hyakuman agents check`: matches with a bot that speaks mjai, and a report for its author.

use crate::choice::RulesChoice;
use crate::failure::Failure;
use crate::figures;
use crate::{interrupt, number, wrap};
use anyhow::{Context, Result};
use clap::Args;
use hyakuman_agents::mjai::{self, Failed, Report, Time};
use hyakuman_core::excerpt::plain;
use hyakuman_record::atomic::check_kind;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};

/// Exit code for a bot that is not compliant: that of an agent that broke the protocol.
const NOT_COMPLIANT: u8 = 3;

/// Most characters of a text of the bot.
const MOST_SHOWN: usize = 600;

/// The types of messages that a bot may be sent in any match.
const TYPES: [&str; 16] = [
    "start_game",
    "start_kyoku",
    "tsumo",
    "dahai",
    "chi",
    "pon",
    "daiminkan",
    "ankan",
    "kakan",
    "dora",
    "reach",
    "reach_accepted",
    "hora",
    "ryukyoku",
    "end_kyoku",
    "end_game",
];

/// Check a bot that speaks mjai: play matches with it, and report what goes wrong
///
/// The report is for its author: every kind of message with its number, every failure with its line, the times of the answers. Exit code 3
/// if it is not compliant.
#[derive(Args, Debug)]
pub struct CheckArgs {
    /// The bot, with options as in `run`: 'mjai:cmd="python3 bot.py",time=2'
    #[arg(value_name = "AGENT")]
    agent: String,
    #[command(flatten)]
    choice: RulesChoice,
    /// Number of matches to play
    #[arg(long, value_name = "N", default_value_t = 12, allow_negative_numbers = true, value_parser = number::within::<1, 1_000_000>)]
    games: u64,
    /// Random seed, 0 to 18446744073709551615
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = number::within::<0, { u64::MAX }>)]
    seed: u64,
    /// Write every line sent (`> `) and received (`< `) to this file
    #[arg(long, value_name = "FILE")]
    transcript: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Runs `hyakuman agents check`, writing to `out`.
pub fn run(args: &CheckArgs, out: &mut impl Write) -> Result<ExitCode> {
    let rules = args.choice.load()?;
    let mut report = Report::default();
    if let Some(path) = &args.transcript {
        let file = check_kind(path, "> ", "transcript").and_then(|()| File::create(path));
        let file =
            file.map_err(|error| Failure::Usage(format!("{} cannot be written: {error}", path.display())))?;
        report.transcript = Some(Box::new(BufWriter::new(file)));
    }
    let stop = interrupt::watch().context(interrupt::REFUSED)?;
    let report = Arc::new(Mutex::new(report));
    let goes_on = |_| !stop.load(Ordering::Relaxed);
    let agent = mjai::check(&args.agent, &rules, args.games, args.seed, &report, &goes_on)?;
    let mut report = report.lock().unwrap_or_else(PoisonError::into_inner);
    if report.matches < args.games && stop.load(Ordering::Relaxed) {
        let done = format!("interrupted after {} of {} matches", report.matches, args.games);
        return Err(Failure::Interrupted(done).into());
    }
    if let (Some(path), Some(error)) = (&args.transcript, report.finish_transcript()) {
        return Err(error).with_context(|| format!("{} cannot be written", path.display()));
    }
    let (agent, rules) = (agent.to_string(), rules.id());
    match args.json {
        true => writeln!(out, "{}", object(&report, &agent, rules))?,
        false => write_text(&report, &agent, (args.games, rules), out, wrap::width())?,
    }
    Ok(if report.is_compliant() { ExitCode::SUCCESS } else { ExitCode::from(NOT_COMPLIANT) })
}

fn object(report: &Report, agent: &str, rules: &str) -> Value {
    let share = |share| report.latency(share).map(milliseconds);
    let late = report.starts.iter().chain(&report.latencies).filter(|time| time.late).count();
    let failures: Vec<Value> = report.failures.iter().map(failure).collect();
    let problems: BTreeMap<_, _> =
        report.problems.iter().map(|(problem, count)| (problem.name(), count)).collect();
    json!({
        "agent": agent, "ruleset": rules, "compliant": report.is_compliant(), "matches": report.matches,
        "sent": report.sent, "questions": report.questions, "replies": report.replies,
        "evaluations": { "read": report.evaluations[0], "unread": report.evaluations[1] },
        "milliseconds": {
            "first": report.starts.iter().max().copied().map(milliseconds),
            "p50": share(0.5), "p90": share(0.9), "p99": share(0.99), "max": share(1.0), "late": late,
        },
        "problems": problems, "failures": failures,
    })
}

fn failure(failed: &Failed) -> Value {
    let Failed { times, number, place, problem, what, question, line, legal } = failed;
    let legal: Vec<Value> = legal.iter().filter_map(|one| serde_json::from_str(one).ok()).collect();
    json!({
        "problem": problem.name(), "times": times, "match": number, "place": place, "what": what,
        "question": question, "line": line, "legal": legal,
    })
}

/// `wanted`: how many matches were to be played of which ruleset.
fn write_text(
    report: &Report,
    agent: &str,
    wanted: (u64, &str),
    out: &mut impl Write,
    width: usize,
) -> Result<()> {
    let (games, rules) = wanted;
    let matches = figures::matches(report.matches);
    writeln!(out, "{}: {matches} of {rules}", plain(agent, MOST_SHOWN))?;
    if report.matches < games {
        writeln!(out, "stopped before the other {}: no process of the bot answered", games - report.matches)?;
    }
    writeln!(out)?;
    let mut line = |head: &str, text: String| {
        writeln!(out, "{}", wrap::hanging(&format!("{head:14}"), &text, 14, width))
    };
    line("sent", counts(&report.sent))?;
    let unmet: Vec<&str> = TYPES.into_iter().filter(|kind| !report.sent.contains_key(*kind)).collect();
    line("not met", if unmet.is_empty() { "none".into() } else { unmet.join(", ") })?;
    line("questions", counts(&report.questions))?;
    line("replies", counts(&report.replies))?;
    let [read, unread] = report.evaluations;
    if read + unread > 0 {
        line("values", format!("in {read} replies; {unread} with a `meta` without values of all actions"))?;
    }
    line("time", times(report))?;
    let problems: Vec<String> =
        report.problems.iter().map(|(problem, count)| format!("{} {count}", problem.name())).collect();
    line("failures", if problems.is_empty() { "none".into() } else { problems.join(", ") })?;
    report.failures.iter().try_for_each(|failed| write_failure(failed, out, width))?;
    let shown: u64 = report.failures.iter().map(|failed| failed.times).sum();
    let more = report.problems.values().sum::<u64>() - shown;
    if more > 0 {
        writeln!(out, "  and {} of other kinds", number::counted(more, "failure"))?;
    }
    let verdict = if report.is_compliant() { "compliant" } else { "not compliant" };
    Ok(writeln!(out, "\n{verdict}")?)
}

/// The first of some failures that are alike: where it was, what the bot was asked and said, and what would have been legal.
fn write_failure(failed: &Failed, out: &mut impl Write, width: usize) -> Result<()> {
    let Failed { times, number, place, problem, what, line, legal, .. } = failed;
    let times = if *times == 1 {
        "in".into()
    } else {
        format!("{} times, first in", figures::grouped(*times as f64, 0))
    };
    let head = format!("{} {times} match {number}, {place}: {what}", problem.name());
    writeln!(out, "{}", wrap::hanging("  ", &plain(&head, MOST_SHOWN), 4, width))?;
    let legal = if legal.is_empty() { String::new() } else { mjai::few(legal) };
    for (head, text) in
        [("asked", failed.event()), ("answer", line.as_deref().unwrap_or_default()), ("legal", &legal)]
    {
        if !text.is_empty() {
            let head = format!("    {head:8}");
            writeln!(out, "{}", wrap::hanging(&head, &plain(text, MOST_SHOWN), 12, width))?;
        }
    }
    Ok(())
}

/// Names with their counts, the most frequent first.
fn counts<K: AsRef<str>>(counts: &BTreeMap<K, u64>) -> String {
    let mut counts: Vec<(&str, u64)> = counts.iter().map(|(name, &count)| (name.as_ref(), count)).collect();
    counts.sort_by_key(|&(name, count)| (std::cmp::Reverse(count), name));
    let counts: Vec<String> = counts.iter().map(|(name, count)| format!("{name} {count}")).collect();
    if counts.is_empty() { "none".into() } else { counts.join(", ") }
}

fn times(report: &Report) -> String {
    let shown = |time: Option<Time>| {
        let over = if time.is_some_and(|time| time.late) { "over " } else { "" };
        time.map_or("-".into(), |time| format!("{over}{:.2} ms", milliseconds(time)))
    };
    let share = |share| shown(report.latency(share));
    let first = shown(report.starts.iter().max().copied());
    format!(
        "first answer {first}; then median {}, 90 % {}, 99 % {}, slowest {}",
        share(0.5),
        share(0.9),
        share(0.99),
        share(1.0)
    )
}

fn milliseconds(Time { time, .. }: Time) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}
