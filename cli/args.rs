//! The commands. Each has its arguments in its own file.

use crate::adapt::AdaptArgs;
use crate::agents::AgentsArgs;
#[cfg(unix)]
use crate::bot::BotArgs;
use crate::calibrate::CalibrateArgs;
use crate::compare::CompareArgs;
use crate::contest::MatchArgs;
use crate::expand::ExpandArgs;
use crate::hand::HandArgs;
use crate::import::ImportArgs;
use crate::labels::LabelsArgs;
use crate::places::PlacesArgs;
use crate::planes::PlanesArgs;
use crate::play::PlayArgs;
use crate::replay::ReplayArgs;
use crate::report::ReportArgs;
use crate::review::ReviewArgs;
use crate::rules::RulesArgs;
use crate::run::RunArgs;
use crate::score::ScoreArgs;
use crate::shell::{CompletionsArgs, ManArgs};
use crate::show::ShowArgs;
use crate::study::StudyArgs;
use crate::verify::VerifyArgs;
use anyhow::Result;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Parser, Subcommand};
use hyakuman_core::excerpt::excerpt;
use std::io::{self, Write};
use std::process::ExitCode;

/// The whole command line.
#[derive(Parser, Debug)]
#[command(
    name = "hyakuman",
    version,
    about = "A high-throughput mahjong self-play simulator for AI research",
    after_help = "Exit codes: 0 ok, 1 failed, 2 usage or bad input, 3 an agent broke the protocol, 130 interrupted."
)]
pub struct Cli {
    /// The command.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Play matches between agents and show placements, rates and speed
    Run(RunArgs),
    Compare(CompareArgs),
    Match(MatchArgs),
    Study(StudyArgs),
    Play(PlayArgs),
    Calibrate(CalibrateArgs),
    Labels(LabelsArgs),
    Adapt(AdaptArgs),
    Places(PlacesArgs),
    /// Show, compare and check rulesets
    Rules(RulesArgs),
    /// Show the agents that come with the program, or check a bot
    Agents(AgentsArgs),
    #[cfg(unix)]
    Bot(BotArgs),
    /// Show the channels of the tensors that networks read, and their outputs
    Planes(PlanesArgs),
    /// Show shanten, waits, ukeire and best discards of hands
    Hand(HandArgs),
    /// Value winning hands: one JSON object per input line, one per output line
    Score(ScoreArgs),
    Replay(ReplayArgs),
    Show(ShowArgs),
    Expand(ExpandArgs),
    Import(ImportArgs),
    Report(ReportArgs),
    Review(ReviewArgs),
    Verify(VerifyArgs),
    /// Write the completion script for a shell
    Completions(CompletionsArgs),
    /// Write the manual page of the program or of a command
    Man(ManArgs),
}

/// Prints clap's message: help on standard output, errors on standard error. Long arguments quoted in it are
/// shortened.
pub fn print(mut error: clap::Error) -> Result<ExitCode> {
    for kind in [ContextKind::InvalidArg, ContextKind::InvalidSubcommand, ContextKind::InvalidValue] {
        if let Some(ContextValue::String(text)) = error.get(kind) {
            let shown = ContextValue::String(excerpt(text));
            error.insert(kind, shown);
        }
    }
    if let Some(tip) = tip(&error) {
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    error.print()?;
    io::stdout().flush()?;
    Ok(ExitCode::from(if error.use_stderr() { 2 } else { 0 }))
}

/// What to give instead of a fixed number where the end is open; which commands have an open end.
fn tip(error: &clap::Error) -> Option<&'static str> {
    if error.kind() == ErrorKind::UnknownArgument {
        let unknown = error.get(ContextKind::InvalidArg).map(ToString::to_string).unwrap_or_default();
        let is_open = ["--until", "--for", "--max-games"].contains(&unknown.as_str());
        return is_open
            .then_some("--until, --for and --max-games are of `compare` and `match`; `run` plays --games N");
    }
    let both = [ContextKind::InvalidArg, ContextKind::PriorArg].map(|kind| format!("{:?}", error.get(kind)));
    let names = |option: &str| both.iter().any(|shown| shown.contains(option));
    let is_open = error.kind() == ErrorKind::ArgumentConflict && (names("--until ") || names("--for "));
    let tips = [
        ("--games ", "--max-games N limits the matches of --until and --for"),
        ("--walls ", "--max-walls N limits the walls of --until and --for"),
    ];
    tips.into_iter().find(|(option, _)| is_open && names(option)).map(|(_, tip)| tip)
}
