//! The command line of Hyakuman. `args` lists the commands; each is carried out by the file of its name, but `match` by
//! `contest`, `completions` and `man` by `shell`.

#![allow(unreachable_pub)] // nothing is reachable from outside a binary: here `pub` means for other files

mod agents;
mod args;
mod arms;
#[cfg(unix)]
mod bot;
mod choice;
mod compare;
mod contest;
mod cpu;
mod crash;
mod data;
mod data_sets;
mod door;
mod failure;
mod figures;
mod folder;
mod hand;
mod input;
mod interrupt;
mod number;
mod output;
mod page_file;
mod play;
mod progress;
mod replay;
mod review;
mod rules;
mod run;
mod score;
mod shell;
mod show;
mod state_args;
mod study;
mod watch;
mod wrap;

use args::Command;
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
    let done = match args::read() {
        Ok(command) => answer(&command, &mut out),
        Err(error) => args::print(error),
    };
    done.unwrap_or_else(|error| failure::exit(&error, out))
}

/// Runs a command and writes out its remaining output.
fn answer(command: &Command, out: &mut impl Write) -> anyhow::Result<ExitCode> {
    let code = command.run(out)?;
    out.flush()?;
    #[cfg(unix)]
    hyakuman_agents::mjai::unwritten_log().map_or(Ok(()), |sentence| Err(anyhow::anyhow!(sentence)))?;
    Ok(code)
}
