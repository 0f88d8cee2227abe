//! `hyakuman data verify`: checks that a data set is intact and correct.
//!
//! First the files: manifest, sidecars, sizes, hashes, schema, card, missing and unexpected files. Then the content:
//! parts are played again, from the table `replays` if there is one, otherwise by the agents, and must give the same
//! files and statistics.

use crate::failure::shown;
use crate::folder;
use crate::number;
use crate::run::args::ThreadsArgs;
use crate::watch::Watch;
use anyhow::Result;
use clap::Args;
use hyakuman_arena::data_sets;
use hyakuman_arena::datasets::several::SetFolder;
use hyakuman_arena::datasets::verify::{Players, Verdict, VerifyOptions, verify};
use hyakuman_core::excerpt::escaped;
use hyakuman_record::Finding;
use serde_json::{Value, json};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Check a data set: manifest, hashes, schema, and a sample played again
///
/// Reports every problem; exit code 1 if there is one. Other files in the folder that no reader would take for part of
/// the data set are listed as notes and are not problems.
///
/// Without the table `replays` the agents that the manifest names play, but none that starts a program or reads a file: a
/// data set may come from anywhere.
#[derive(Args, Debug)]
pub struct VerifyArgs {
    /// Folder of the data set, or of several: each is checked
    #[arg(value_name = "DIR")]
    dir: PathBuf,
    /// Play all parts again, not only three
    #[arg(long)]
    all: bool,
    /// Without replays: let the agents that the manifest names start programs and read files
    #[arg(long, conflicts_with = "agents")]
    trust: bool,
    /// Without replays: these agents play instead, in seat order as in `run`; they must play as those of the manifest do
    #[arg(long, value_name = "AGENT,…")]
    agents: Option<String>,
    #[command(flatten)]
    threads: ThreadsArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Runs `hyakuman data verify`, writing to `out`.
pub fn run(args: &VerifyArgs, out: &mut impl Write) -> Result<ExitCode> {
    folder::data_set(&args.dir)?;
    let (sets, watch) = (data_sets(&args.dir)?, Watch::new()?);
    let checked = sets.iter().map(|set| Ok((set, args.check(set, &watch.next())?)));
    let checked = checked.collect::<Result<Vec<Checked<'_>>>>()?;
    let good = checked.iter().all(|(_, verdict)| verdict.findings.is_empty());
    match args.json {
        true => writeln!(out, "{}", object(args, &checked))?,
        false => write_text(args, &checked, out)?,
    }
    Ok(if good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// A data set, and what was found.
type Checked<'a> = (&'a SetFolder, Verdict);

impl VerifyArgs {
    fn options(&self) -> VerifyOptions {
        let players = match &self.agents {
            Some(agents) => Players::Given(agents.clone()),
            None if self.trust => Players::Trusted,
            None => Players::Harmless,
        };
        VerifyOptions { all: self.all, players, threads: self.threads.threads }
    }

    /// Checks one data set.
    fn check(&self, set: &SetFolder, watch: &Watch) -> Result<Verdict> {
        let verdict = verify(&set.dir, &self.options(), &hyakuman::roster(), watch);
        watch.finish();
        let mut verdict = verdict?;
        if verdict.findings.is_empty() {
            verdict.findings.extend(set.finding()?);
        }
        Ok(verdict)
    }
}

/// The lines of each data set; of several also their sum.
fn write_text(args: &VerifyArgs, checked: &[Checked<'_>], out: &mut impl Write) -> Result<()> {
    checked.iter().try_for_each(|(set, verdict)| write_one(set, verdict, out))?;
    if checked.len() == 1 {
        return Ok(());
    }
    let (dir, sets) =
        (escaped(&args.dir.display().to_string()), number::counted(checked.len() as u64, "data set"));
    match checked.iter().map(|(_, verdict)| verdict.findings.len() as u64).sum() {
        0 => Ok(writeln!(out, "{dir}: ok, {sets}")?),
        findings => Ok(writeln!(out, "{dir}: {} in {sets}", number::counted(findings, "finding"))?),
    }
}

/// One line per finding.
fn write_one(set: &SetFolder, verdict: &Verdict, out: &mut impl Write) -> Result<()> {
    let Verdict { findings, notes, parts, played } = verdict;
    for finding in findings {
        writeln!(out, "{}", shown(&finding.to_string()))?;
    }
    for note in notes {
        writeln!(out, "note: {}", shown(&note.to_string()))?;
    }
    let dir = escaped(&set.dir.display().to_string());
    if !findings.is_empty() {
        return Ok(writeln!(out, "{dir}: {}", number::counted(findings.len() as u64, "finding"))?);
    }
    let again = match (*parts, *played) {
        (0, _) => "nothing to play again".to_owned(),
        (_, 0) => "not played again".to_owned(),
        (1, 1) => "played again with the same result".to_owned(),
        (parts, played) if parts == played => "all played again with the same result".to_owned(),
        (parts, played) => {
            let rest = parts - played;
            let rest = if rest == 1 { "other one and its" } else { &format!("other {rest} and their") };
            format!(
                "{played} of them played again with the same result; the {rest} statistics were not checked (--all)"
            )
        }
    };
    let parts = number::counted(*parts, "part");
    Ok(writeln!(out, "{dir}: ok, {parts}, {again}")?)
}

/// The object of a data set; of several their sum, with a list of their objects.
fn object(args: &VerifyArgs, checked: &[Checked<'_>]) -> Value {
    if let [(_, verdict)] = checked {
        return of_one(verdict);
    }
    let (mut findings, mut notes) = (Vec::new(), Vec::new());
    checked.iter().for_each(|(_, verdict)| {
        findings.extend(verdict.findings.iter().cloned());
        notes.extend(verdict.notes.iter().cloned());
    });
    let sum = |count: fn(&Verdict) -> u64| checked.iter().map(|(_, verdict)| count(verdict)).sum();
    let (parts, played) = (sum(|verdict| verdict.parts), sum(|verdict| verdict.played));
    let mut whole = of_one(&Verdict { findings, notes, parts, played });
    let one = |(set, verdict): &Checked<'_>| {
        let mut object = of_one(verdict);
        object["dir"] = json!(set.dir.to_string_lossy());
        object["name"] = json!(set.name);
        object
    };
    whole["dir"] = json!(args.dir.to_string_lossy());
    whole["data_sets"] = checked.iter().map(one).collect();
    whole
}

fn of_one(verdict: &Verdict) -> Value {
    let Verdict { findings, notes, parts, played } = verdict;
    let object = |finding: &Finding| json!({ "file": finding.file.to_string_lossy(), "what": finding.what });
    let list = |findings: &[Finding]| findings.iter().map(object).collect::<Vec<Value>>();
    let (ok, findings, notes) = (findings.is_empty(), list(findings), list(notes));
    json!({ "ok": ok, "findings": findings, "notes": notes, "parts": parts, "played_again": played })
}
