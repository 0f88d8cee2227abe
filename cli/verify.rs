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
use hyakuman_games::Game;
use hyakuman_games::registry::Visitor;
use hyakuman_record::{Dataset, Finding};
use serde_json::json;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

/// Parts that are played again, if nobody asks for all.
const SAMPLE: u64 = 3;

/// Check a data set: manifest, hashes, schema, and a sample played again
///
/// Names everything that is wrong. Exit code 1 if something is.
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
    let Verdict { findings, parts, played } = &verdict;
    let good = findings.is_empty();
    if args.json {
        let told = findings.iter().map(|finding| json!({ "file": finding.file, "what": finding.what }));
        let findings: Vec<_> = told.collect();
        writeln!(
            out,
            "{}",
            json!({ "ok": good, "findings": findings, "parts": parts, "played_again": played })
        )?;
    } else {
        findings.iter().try_for_each(|finding| writeln!(out, "{finding}"))?;
        let dir = args.dir.display();
        match good {
            true => {
                let parts = number::counted(*parts, "part");
                writeln!(out, "{dir}: ok, {parts}, {played} of them played again with the same result")?
            }
            false => writeln!(out, "{dir}: {}", number::counted(findings.len() as u64, "finding"))?,
        }
    }
    Ok(if good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn verdict(args: &VerifyArgs) -> Result<Verdict> {
    let alone = |findings| Verdict { findings, parts: 0, played: 0 };
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
        let parts = set.parts().end;
        if !findings.is_empty() {
            findings.extend(card);
            return Ok(Verdict { findings, parts, played: 0 });
        }
        let sample = sample(parts, args.all);
        let stop = interrupt::watch().context(interrupt::REFUSED)?;
        let progress = Progress::new(recipe.count(&sample));
        let again = Again::<G> { set, recipe, plan: &plan, rules, lineup, stop: &stop, progress: &progress };
        let found = threads::pool(args.threads)?.install(|| again.parts(&sample));
        progress.finish();
        findings.extend(found?.into_iter().chain(card));
        Ok(Verdict { findings, parts, played: sample.len() as u64 })
    }
}

/// A card that says something else than the data set. One of another version may be worded otherwise.
fn card_finding<G: Game>(set: &Dataset, recipe: &Recipe) -> Option<Finding> {
    let file = set.card();
    let held = fs::read(&file).ok()?;
    let own = recipe.version == env!("CARGO_PKG_VERSION");
    let differs = own && held != card::text::<G>(recipe, &set.manifest().totals).as_bytes();
    let what = "is not the card of this data set, or was edited: run with --resume to write it anew";
    differs.then(|| Finding { file, what: what.into() })
}

/// Which parts are played again: all, or some spread evenly, the first and the last among them.
fn sample(parts: u64, all: bool) -> Vec<u64> {
    if all || parts <= SAMPLE {
        return (0..parts).collect();
    }
    (0..SAMPLE).map(|i| i * (parts - 1) / (SAMPLE - 1)).collect()
}
