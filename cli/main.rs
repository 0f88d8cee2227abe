//! The command line of Hyakuman. `args` defines the commands; each is carried out by the file of its name, but `match` by
//! `contest`, `completions` and `man` by `shell`.

#![allow(unreachable_pub)] // nothing is reachable from outside a binary: here `pub` means for other files

mod adapt;
mod agents;
mod args;
mod arms;
#[cfg(unix)]
mod bot;
mod calibrate;
mod choice;
mod compare;
mod contest;
mod cpu;
mod crash;
mod data_sets;
mod door;
mod expand;
mod failure;
mod figures;
mod folder;
mod hand;
mod import;
mod input;
mod interrupt;
mod labels;
mod number;
mod output;
mod page_file;
mod places;
mod planes;
mod play;
mod progress;
mod replay;
mod report;
mod review;
mod rules;
mod run;
mod score;
mod shell;
mod show;
mod state_args;
mod study;
mod verify;
mod watch;
mod wrap;

use args::{Cli, Command};
use clap::Parser;
use door::Door;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    if !cpu::suffices() {
        return cpu::refuse();
    }
    start()
}

/// The program after the processor check, kept out of `main`: none of it may run on an unsuitable processor.
#[inline(never)]
fn start() -> ExitCode {
    crash::install();
    let mut out = BufWriter::new(Door::new(io::stdout().lock()));
    let done = match Cli::try_parse() {
        Ok(cli) => answer(cli.command, &mut out),
        Err(error) => args::print(error),
    };
    done.unwrap_or_else(|error| failure::exit(&error, out))
}

/// Runs a command and writes out its remaining output.
fn answer(command: Command, out: &mut impl Write) -> anyhow::Result<ExitCode> {
    let done = |result: anyhow::Result<()>| result.map(|()| ExitCode::SUCCESS);
    let code = match command {
        Command::Run(args) => done(run::run(&args, out)),
        Command::Compare(args) => done(compare::run(&args, out)),
        Command::Match(args) => done(contest::run(&args, out)),
        Command::Study(args) => done(study::run(&args, out)),
        Command::Calibrate(args) => done(calibrate::run(&args, out)),
        Command::Labels(args) => done(labels::run(&args, out)),
        Command::Adapt(args) => done(adapt::run(&args, out)),
        Command::Places(args) => done(places::run(&args, out)),
        Command::Rules(args) => done(rules::run(&args, out)),
        Command::Agents(args) => agents::run(&args, out),
        #[cfg(unix)]
        Command::Bot(args) => done(bot::run(&args, out)),
        Command::Planes(args) => done(planes::run(&args, out)),
        Command::Hand(args) => hand::run(&args, out),
        Command::Score(args) => score::run(&args, out),
        Command::Play(args) => done(play::run(&args, out)),
        Command::Replay(args) => replay::run(&args, out),
        Command::Show(args) => done(show::run(&args, out)),
        Command::Expand(args) => done(expand::run(&args, out)),
        Command::Import(args) => done(import::run(&args, out)),
        Command::Report(args) => done(report::run(&args, out)),
        Command::Review(args) => done(review::run(&args, out)),
        Command::Verify(args) => verify::run(&args, out),
        Command::Completions(args) => done(shell::completions(&args, out)),
        Command::Man(args) => done(shell::man(&args, out)),
    }?;
    out.flush()?;
    #[cfg(unix)]
    hyakuman_agents::mjai::unwritten_log().map_or(Ok(()), |sentence| Err(anyhow::anyhow!(sentence)))?;
    Ok(code)
}
