//! `hyakuman agents`: the built-in agents, the check of a bot, and what agents learn, forecast and see. Each command is carried out by the
//! file of its name.

mod adapt;
mod calibrate;
#[cfg(unix)]
mod check;
mod labels;
mod list;
mod places;
mod planes;

use anyhow::Result;
use clap::{Args, Subcommand};
use std::io::Write;
use std::process::ExitCode;

/// List agents, check a bot, adapt an agent to its rules, see if its forecasts are right
#[derive(Args, Debug)]
pub struct AgentsArgs {
    #[command(subcommand)]
    pub command: AgentsCommand,
}

/// The commands.
#[derive(Subcommand, Debug)]
pub enum AgentsCommand {
    List(list::ListArgs),
    #[cfg(unix)]
    Check(check::CheckArgs),
    Adapt(adapt::AdaptArgs),
    Labels(labels::LabelsArgs),
    Places(places::PlacesArgs),
    Calibrate(calibrate::CalibrateArgs),
    Planes(planes::PlanesArgs),
}

/// Runs `hyakuman agents`, writing to `out`.
pub fn run(args: &AgentsArgs, out: &mut impl Write) -> Result<ExitCode> {
    match &args.command {
        AgentsCommand::List(args) => list::run(args, out),
        #[cfg(unix)]
        AgentsCommand::Check(args) => return check::run(args, out),
        AgentsCommand::Adapt(args) => adapt::run(args, out),
        AgentsCommand::Labels(args) => labels::run(args, out),
        AgentsCommand::Places(args) => places::run(args, out),
        AgentsCommand::Calibrate(args) => calibrate::run(args, out),
        AgentsCommand::Planes(args) => planes::run(args, out),
    }?;
    Ok(ExitCode::SUCCESS)
}
