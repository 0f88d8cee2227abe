//! `hyakuman data`: data sets of real games, and of runs. Each command is carried out by the file of its name.

mod expand;
mod import;
mod report;
mod verify;

use crate::run::args::ThreadsArgs;
use anyhow::Result;
use clap::{Args, Subcommand};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Import real games as data sets; add tables to data sets, check and summarise them
#[derive(Args, Debug)]
pub struct DataArgs {
    #[command(subcommand)]
    command: DataCommand,
}

#[derive(Subcommand, Debug)]
enum DataCommand {
    Import(import::ImportArgs),
    Expand(expand::ExpandArgs),
    Verify(verify::VerifyArgs),
    Report(report::ReportArgs),
}

// Of commands that record what was played before. No doc comment: it would become the help of the command.
#[allow(missing_docs)]
#[derive(Args, Debug)]
struct MadeArgs {
    /// Folder of the new data set, or of the new ones
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Also record what this agent thinks of every decision, as the table evaluations: what each legal action is worth to it
    #[arg(long, value_name = "AGENT")]
    evaluate: Option<String>,
    /// Continue the data set in that folder where it stopped
    #[arg(long)]
    resume: bool,
    #[command(flatten)]
    threads: ThreadsArgs,
}

/// Runs `hyakuman data`, writing to `out`.
pub fn run(args: &DataArgs, out: &mut impl Write) -> Result<ExitCode> {
    match &args.command {
        DataCommand::Import(args) => import::run(args, out),
        DataCommand::Expand(args) => expand::run(args, out),
        DataCommand::Verify(args) => return verify::run(args, out),
        DataCommand::Report(args) => report::run(args, out),
    }?;
    Ok(ExitCode::SUCCESS)
}
