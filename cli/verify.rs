//! `hyakuman verify`: does a data set say the truth?
//!
//! First the files: manifest, sidecars, sizes, hashes, schema, missing and foreign files, the card. Then the content: parts are
//! played again, from the table `replays` or else by the agents, and must give the same files.

mod again;

use crate::dataset::{Recipe, card};
use crate::failure::Failure;
use crate::progress::Progress;
use crate::run::lineup::Lineup;
use crate::{interrupt, number, threads};
use again::Again;
use anyhow::{Context, Result};
use clap::Args;
use hyakuman_core::excerpt::{escaped, excerpt};
use hyakuman_games::Game;
use hyakuman_games::registry::Visitor;
use hyakuman_record::card::missing_line;
use hyakuman_record::{Dataset, Finding};
use serde_json::{Value, json};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

/// Parts that are played again, if nobody asks for all.
const SAMPLE: u64 = 3;

/// Check a data set: manifest, hashes, schema, and a sample played again
///
/// Names everything that is wrong; exit code 1 if something is. Files that are not of the data set and that no reader would
/// take for a part of it are named too, and are nothing wrong.
#[derive(Args, Debug)]
pub struct VerifyArgs {
    /// Folder of the data set
    #[arg(value_name = "DIR")]
    dir: PathBuf,
    /// Play all parts again, not three of them
    #[arg(long)]
    all: bool,
    /// Threads to work on, 1 to 1024; one for each processor if not given
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = threads::number)]
    threads: Option<u64>,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// What came of it.
struct Verdict {
    findings: Vec<Finding>,
    /// What else is in the folder.
    notes: Vec<Finding>,
    parts: u64,
    /// Parts that were played again.
    played: u64,
}

/// Runs `hyakuman verify`, writing to `out`.
///
/// # Errors
/// There is no such folder, or this program cannot play what the data set holds (exit code 2); an interruption (130); or `out` failed.
pub fn run(args: &VerifyArgs, out: &mut impl Write) -> Result<ExitCode> {
    let verdict = verdict(args)?;
    let good = verdict.findings.is_empty();
    match args.json {
        true => write_json(&verdict, out)?,
        false => write_text(args, &verdict, out)?,
    }
    Ok(if good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// One line each; what a file is called or says may steer no terminal.
fn write_text(args: &VerifyArgs, verdict: &Verdict, out: &mut impl Write) -> Result<()> {
    let Verdict { findings, notes, parts, played } = verdict;
    for finding in findings {
        writeln!(out, "{}", escaped(&finding.to_string()))?;
    }
    for note in notes {
        writeln!(out, "note: {}", escaped(&note.to_string()))?;
    }
    let dir = escaped(&args.dir.display().to_string());
    if !findings.is_empty() {
        return Ok(writeln!(out, "{dir}: {}", number::counted(findings.len() as u64, "finding"))?);
    }
    let parts = number::counted(*parts, "part");
    Ok(writeln!(out, "{dir}: ok, {parts}, {played} of them played again with the same result")?)
}

fn write_json(verdict: &Verdict, out: &mut impl Write) -> Result<()> {
    let Verdict { findings, notes, parts, played } = verdict;
    let told = |finding: &Finding| json!({ "file": finding.file.to_string_lossy(), "what": finding.what });
    let list = |findings: &[Finding]| findings.iter().map(told).collect::<Vec<Value>>();
    let (ok, findings, notes) = (findings.is_empty(), list(findings), list(notes));
    let object =
        json!({ "ok": ok, "findings": findings, "notes": notes, "parts": parts, "played_again": played });
    Ok(writeln!(out, "{object}")?)
}

fn verdict(args: &VerifyArgs) -> Result<Verdict> {
    let alone = |findings| Verdict { findings, notes: Vec::new(), parts: 0, played: 0 };
    if !args.dir.is_dir() {
        let sentence = format!("{} is no folder: give the folder of a data set", args.dir.display());
        return Err(Failure::Usage(sentence).into());
    }
    let Ok(set) = Dataset::open(&args.dir) else { return Ok(alone(hyakuman_record::verify(&args.dir, &[]))) };
    let dir = || args.dir.display().to_string();
    let recipe = Recipe::of(&set.manifest().run).with_context(dir)?;
    let rules = recipe.load_rules().with_context(dir)?;
    let lineup = recipe.load_lineup(&rules).with_context(dir)?;
    rules.visit(Verify { args, set: &set, recipe: &recipe, lineup: &lineup })
}

/// The work for whatever game it is.
struct Verify<'a> {
    args: &'a VerifyArgs,
    set: &'a Dataset,
    recipe: &'a Recipe,
    lineup: &'a Lineup,
}

impl Visitor for Verify<'_> {
    type Output = Result<Verdict>;

    fn visit<G: Game>(self, rules: &Arc<G::Rules>) -> Result<Verdict> {
        let Verify { args, set, recipe, lineup } = self;
        let plan = recipe.plan::<G>();
        let mut findings = hyakuman_record::verify(&args.dir, &plan.tables);
        let card = card_finding::<G>(set, recipe);
        let (parts, notes) = (set.parts().end, hyakuman_record::notes(set));
        if !findings.is_empty() {
            findings.extend(card);
            return Ok(Verdict { findings, notes, parts, played: 0 });
        }
        let sample = sample(parts, args.all);
        let stop = interrupt::watch().context(interrupt::REFUSED)?;
        let progress = Progress::new(recipe.count(&sample));
        let again = Again::<G> { set, recipe, plan: &plan, rules, lineup, stop: &stop, progress: &progress };
        let found = threads::pool(args.threads)?.install(|| again.parts(&sample));
        progress.finish();
        findings.extend(found?.into_iter().chain(card));
        Ok(Verdict { findings, notes, parts, played: sample.len() as u64 })
    }
}

/// A card that says something else than the data set: its users may change its head and add text, nothing else. One of
/// another version may be worded otherwise.
fn card_finding<G: Game>(set: &Dataset, recipe: &Recipe) -> Option<Finding> {
    if recipe.version != env!("CARGO_PKG_VERSION") {
        return None;
    }
    let held = set.card_text().ok()?;
    let written = card::of::<G>(recipe, set.manifest());
    let missing = excerpt(missing_line(&held, &written)?);
    let what = format!(
        "is not the card of this data set, or was edited: it lacks the line {missing:?} (its head may be changed, and text \
         be added): run with --resume to write it anew"
    );
    Some(Finding { file: set.card(), what })
}

/// Which parts are played again: all, or some spread evenly, the first and the last among them.
fn sample(parts: u64, all: bool) -> Vec<u64> {
    if all || parts <= SAMPLE {
        return (0..parts).collect();
    }
    (0..SAMPLE).map(|i| i * (parts - 1) / (SAMPLE - 1)).collect()
}
