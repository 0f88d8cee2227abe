//! `hyakuman study`: questions from a file, answered in pages.

use crate::failure;
use crate::run::record::shard;
use crate::watch::Watch;
use crate::{crash, number};
use anyhow::Result;
use clap::{Args, Subcommand};
use hyakuman_arena::study::{How, Study};
use hyakuman_record::Shard;
use hyakuman_report::{json, study};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Answer the questions of a study file about rules, in pages with verdicts, tables and plots
///
/// A study file (docs/study.md) has questions, each with arms (named changes of rules), tables of agents and measures. Everything is
/// kept in the folder: the same command goes on after an interruption, and plays nothing twice. The folder gets an index and a page for
/// each question (HTML and Markdown), plots, and results.parquet with every rate and difference.
#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct StudyArgs {
    #[command(subcommand)]
    command: Option<StudyCommand>,
    /// The study file (.toml)
    #[arg(required = true)]
    file: Option<PathBuf>,
    /// Folder of the pages and of what is kept
    #[arg(long, value_name = "DIR", required = true)]
    out: Option<PathBuf>,
    /// Play every N-th block of walls, starting with the I-th. The shard that ends last writes the pages
    #[arg(long, value_name = "I/N", default_value = "1/1", value_parser = shard)]
    shard: Shard,
    /// Print the results as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    part: PartArgs,
}

// What is played. No doc comment: it would become the help of the command that has these arguments.
#[allow(missing_docs)]
#[derive(Args, Debug)]
pub struct PartArgs {
    /// Only these questions, by name. The index and the file of results have what is known of the others, too
    #[arg(long, value_name = "QUESTION,…", value_delimiter = ',')]
    only: Vec<String>,
    /// Play this share of the walls of every question, for a first look; the same command with more goes on
    #[arg(long, value_name = "SHARE", default_value_t = 1.0)]
    share: f64,
    /// Threads to use, 1 to 1024; one per processor if not given. The results do not depend on it
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number::threads)]
    threads: Option<u64>,
}

#[derive(Subcommand, Debug)]
enum StudyCommand {
    /// Check a study file, and show what it plays and how long that takes here
    Check {
        /// The study file (.toml)
        file: PathBuf,
        #[command(flatten)]
        part: PartArgs,
    },
}

impl PartArgs {
    fn how(&self, shard: Shard) -> How {
        How { only: self.only.clone(), share: self.share, shard, threads: self.threads }
    }
}

/// Runs `hyakuman study`, writing to `out`.
pub fn run(args: &StudyArgs, out: &mut impl Write) -> Result<()> {
    match (&args.command, &args.file, &args.out) {
        (Some(StudyCommand::Check { file, part }), ..) => check(file, &part.how(Shard::WHOLE), out),
        (None, Some(file), Some(folder)) => play(args, file, folder, out),
        (None, ..) => unreachable!("clap requires both"),
    }
}

fn read(file: &Path, how: &How) -> Result<Study> {
    let study = Study::open(file, &hyakuman::roster())?;
    study.chosen(how)?;
    study.warnings().iter().for_each(|warning| failure::warn(warning));
    Ok(study)
}

fn check(file: &Path, how: &How, out: &mut impl Write) -> Result<()> {
    let (study, roster, watch) = (read(file, how)?, hyakuman::roster(), Watch::new()?);
    let stopped = |_, _| "interrupted".to_owned();
    let (costs, _) = watch.over(&roster, stopped, || study.costs(how, &roster, &watch))?;
    Ok(writeln!(out, "{}", study::costs(&costs))?)
}

fn play(args: &StudyArgs, file: &Path, folder: &Path, out: &mut impl Write) -> Result<()> {
    let how = args.part.how(args.shard);
    let (study, roster) = (read(file, &how)?, hyakuman::roster());
    let folder = study::Folder::open(folder, &study)?;
    let watch = Watch::new()?;
    crash::set_run(format!("study {}", file.display()));
    let stopped = |done, of| format!("interrupted after {done} of {of} matches; the same command goes on");
    let (answers, _) =
        watch.over(&roster, stopped, || study::play(&study, &how, &folder, &roster, &watch))?;
    if args.json {
        return Ok(writeln!(out, "{}", json::study(&study, &answers))?);
    }
    write!(out, "{}", study::summary(&study, &answers).text(false))?;
    failure::say(&format!("{}: the index of all pages", folder.index().display()));
    let open = answers.iter().filter(|answered| !answered.is_whole()).count();
    if open > 0 && args.shard != Shard::WHOLE {
        failure::say(&format!("{open} of {} questions wait for other shards", answers.len()));
    }
    Ok(())
}
