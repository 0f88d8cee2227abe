//! `hyakuman verify`: checks that a data set is intact and correct.
//!
//! First the files: manifest, sidecars, sizes, hashes, schema, card, missing and unexpected files. Then the content:
//! parts are played again, from the table `replays` if there is one, otherwise by the agents, and must give the same
//! files.

use crate::folder;
use crate::number;
use crate::watch::Watch;
use anyhow::Result;
use clap::Args;
use hyakuman_arena::verify::{Verdict, verify};
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
#[derive(Args, Debug)]
pub struct VerifyArgs {
    /// Folder of the data set
    #[arg(value_name = "DIR")]
    dir: PathBuf,
    /// Play all parts again, not only three
    #[arg(long)]
    all: bool,
    /// Threads to use, 1 to 1024; one per processor if not given
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number::threads)]
    threads: Option<u64>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Runs `hyakuman verify`, writing to `out`.
///
/// # Errors
/// There is no such folder, or this program cannot play the matches of the data set (exit code 2); an interruption (130);
/// or writing to `out` failed.
pub fn run(args: &VerifyArgs, out: &mut impl Write) -> Result<ExitCode> {
    folder::data_set(&args.dir)?;
    let watch = Watch::new()?;
    let verdict = verify(&args.dir, args.all, args.threads, &hyakuman::roster(), &watch);
    watch.finish();
    let verdict = verdict?;
    let good = verdict.findings.is_empty();
    match args.json {
        true => write_json(&verdict, out)?,
        false => write_text(args, &verdict, out)?,
    }
    Ok(if good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// One line per finding. File names and contents are escaped: they come from outside.
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
    let again = match (parts, played) {
        (1, 1) => String::new(),
        (parts, played) if parts == played => "all ".to_owned(),
        (_, played) => format!("{played} of them "),
    };
    let parts = number::counted(*parts, "part");
    Ok(writeln!(out, "{dir}: ok, {parts}, {again}played again with the same result")?)
}

fn write_json(verdict: &Verdict, out: &mut impl Write) -> Result<()> {
    let Verdict { findings, notes, parts, played } = verdict;
    let object = |finding: &Finding| json!({ "file": finding.file.to_string_lossy(), "what": finding.what });
    let list = |findings: &[Finding]| findings.iter().map(object).collect::<Vec<Value>>();
    let (ok, findings, notes) = (findings.is_empty(), list(findings), list(notes));
    let object =
        json!({ "ok": ok, "findings": findings, "notes": notes, "parts": parts, "played_again": played });
    Ok(writeln!(out, "{object}")?)
}
