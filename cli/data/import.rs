//! `hyakuman data import`: real games as a data set.

use super::MadeArgs;
use crate::failure::{self, Failure};
use crate::figures;
use crate::input;
use crate::number;
use crate::replay::LogRulesArgs;
use crate::run::record::Tables;
use crate::watch::Watch;
use anyhow::Result;
use clap::{Args, ValueEnum};
use hyakuman_arena::datasets::import::{ImportOptions, Names, Survey, Twice};
use hyakuman_core::excerpt::escaped;
use hyakuman_core::game::rows::Table;
use hyakuman_record::plan::MOST_MATCHES_OF_A_PART;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// Matches left out that are named on standard error.
const MOST_SHOWN: usize = 20;

/// Longest list of logs on standard input: 64 MiB.
const LONGEST_LIST: u64 = 64 << 20;

/// Make a data set of real games
///
/// Reads logs of riichi mahjong (Tenhou mjlog, tenhou.net/6 JSON, mjai, Mahjong Soul records; plain or gzip), judges them by
/// the rules they were played by, and records them as `run` records matches: the same tables, and `sources` with the log of
/// each match. A match that differs from its rules is left out and listed, one that is there twice is imported once. Matches by several
/// rules become several data sets, in folders of DIR; commands that read a data set read all of them from DIR.
#[derive(Args, Debug)]
pub struct ImportArgs {
    /// Logs: files, folders, archives (zip, tar, tar.gz); `-` is a list of paths on standard input, one per line
    #[arg(value_name = "LOG", required = true)]
    logs: Vec<PathBuf>,
    /// Tables to record: matches, kyoku (includes wins), decisions, replays, oracle; separated by commas, or all. `sources` is
    /// always recorded
    #[arg(long, value_name = "TABLE,…", default_value = "matches,kyoku,decisions,replays", value_parser = Tables::read)]
    record: Tables,
    #[command(flatten)]
    made: MadeArgs,
    #[command(flatten)]
    rules: LogRulesArgs,
    /// What is kept of the names of players
    #[arg(long, value_name = "WHAT", value_enum, default_value_t = Kept::Hash)]
    names: Kept,
    /// End at the first match that would be left out
    #[arg(long)]
    strict: bool,
    /// Matches per part. Default 1000
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number::within::<1, MOST_MATCHES_OF_A_PART>)]
    part_size: Option<u64>,
    /// Print JSON: the data sets, and every match that is left out with the reason
    #[arg(long)]
    json: bool,
}

/// What is kept of the names of players.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Kept {
    /// The names
    Keep,
    /// The first 16 digits of their SHA-256: the same player has the same one in every data set
    Hash,
    /// Nothing, and neither paths of logs nor references of the site
    Drop,
}

/// Runs `hyakuman data import`, writing to `out`.
pub fn run(args: &ImportArgs, out: &mut impl Write) -> Result<()> {
    let options = options(args)?;
    let reading = Watch::new()?;
    let survey = options.survey(&reading);
    reading.finish();
    let how = |done, _| format!("interrupted after reading {done} logs; nothing was written");
    let survey = survey.map_err(|error| reading.failure(error, how))?;
    report_left_out(&survey);
    let writing = reading.next();
    let written = options.write(&survey, &hyakuman::roster(), &writing);
    writing.finish();
    let how = |done, of| format!("interrupted after {done} of {of} matches; go on with --resume");
    written.map_err(|error| writing.failure(error, how))?;
    match args.json {
        true => Ok(writeln!(out, "{}", hyakuman_report::json::import(&options, &survey))?),
        false => write_text(&options, &survey, out),
    }
}

fn options(args: &ImportArgs) -> Result<ImportOptions> {
    let MadeArgs { evaluate, out, resume, threads } = &args.made;
    let (rules, set) = match args.rules.loaded()? {
        Some(rules) => (Some(rules), Vec::new()),
        None => (None, args.rules.set.clone()),
    };
    let mut tables = args.record.0.clone();
    tables.push(Table::Sources);
    Ok(ImportOptions {
        rules,
        set,
        tables,
        names: match args.names {
            Kept::Keep => Names::Keep,
            Kept::Hash => Names::Hash,
            Kept::Drop => Names::Drop,
        },
        resume: *resume,
        part_size: args.part_size,
        strict: args.strict,
        evaluate: evaluate.clone(),
        threads: threads.threads,
        ..ImportOptions::new(paths(&args.logs)?, out)
    })
}

/// The paths, with those of the list on standard input in the place of `-`.
fn paths(logs: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for log in logs {
        if log != Path::new("-") {
            paths.push(log.clone());
            continue;
        }
        let mut list = String::new();
        let read =
            input::stdin("paths of logs, one per line").take(LONGEST_LIST + 1).read_to_string(&mut list);
        read.map_err(|error| {
            Failure::Usage(format!("the list of logs on standard input cannot be read: {error}"))
        })?;
        if list.len() as u64 > LONGEST_LIST {
            return Err(
                Failure::Usage("the list of logs on standard input is longer than 64 MiB".into()).into()
            );
        }
        paths.extend(list.lines().filter(|line| !line.trim().is_empty()).map(PathBuf::from));
    }
    Ok(paths)
}

/// Names the matches that are left out, or are there twice, on standard error.
fn report_left_out(survey: &Survey) {
    for (log, warning) in survey.warnings.iter().take(MOST_SHOWN) {
        failure::warn(&format!("{log}: {warning}"));
    }
    for left_out in survey.left_out.iter().take(MOST_SHOWN) {
        failure::warn(&format!("left out: {left_out}"));
    }
    for Twice { log, same_as } in survey.twice.iter().take(MOST_SHOWN) {
        failure::warn(&format!("skipped: {log} is the same match as {same_as}"));
    }
    let more = survey.all_twice.saturating_sub(MOST_SHOWN as u64);
    if more > 0 {
        failure::warn(&format!(
            "skipped: {} more that are there twice; --json lists them",
            figures::matches(more)
        ));
    }
    let more = survey.all_left_out.saturating_sub(MOST_SHOWN as u64);
    if more > 0 {
        failure::warn(&format!("left out: {} more; --json lists them", figures::matches(more)));
    }
}

fn write_text(options: &ImportOptions, survey: &Survey, out: &mut impl Write) -> Result<()> {
    let tables: Vec<&str> = options.tables.iter().map(|table| table.name()).collect();
    for (group, folder) in survey.groups.iter().zip(options.folders(survey)) {
        let partial = if group.partial > 0 { format!(", {} partial", group.partial) } else { String::new() };
        let (folder, matches) = (escaped(&folder.to_string_lossy()), figures::matches(group.matches()));
        writeln!(out, "{folder}: {} of {matches} ({}{partial})", tables.join(", "), escaped(&group.name()))?;
    }
    if survey.all_left_out > 0 {
        writeln!(out, "{} left out", figures::matches(survey.all_left_out))?;
    }
    if survey.all_twice > 0 {
        writeln!(out, "{} there twice, imported once", figures::matches(survey.all_twice))?;
    }
    Ok(())
}
