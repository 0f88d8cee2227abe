//! `hyakuman completions` and `hyakuman man`: completion scripts and manual pages.

use crate::args::Cli;
use crate::failure::Failure;
use anyhow::Result;
use clap::{Args, Command, CommandFactory};
use clap_complete::Shell;
use hyakuman_core::excerpt::excerpt;
use std::io::Write;

/// Arguments of `hyakuman completions`.
#[derive(Args, Debug)]
pub struct CompletionsArgs {
    /// The shell to write for
    shell: Shell,
}

/// Arguments of `hyakuman man`.
#[derive(Args, Debug)]
pub struct ManArgs {
    /// A command; the whole program if not given
    command: Option<String>,
}

/// Writes the completion script for a shell to `out`.
pub fn completions(args: &CompletionsArgs, out: &mut impl Write) -> Result<()> {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "hyakuman", &mut text);
    Ok(out.write_all(&text)?)
}

/// Writes a manual page (roff) to `out`: `hyakuman man | man -l -` shows it.
pub fn man(args: &ManArgs, out: &mut impl Write) -> Result<()> {
    let mut whole = Cli::command();
    whole.build();
    let page = match &args.command {
        None => whole,
        Some(name) => command(&whole, name)?,
    };
    let title = page.get_display_name().unwrap_or("hyakuman").to_owned();
    let mut text = Vec::new();
    let source = concat!("hyakuman ", env!("CARGO_PKG_VERSION"));
    clap_mangen::Man::new(page).title(title).source(source).render(&mut text)?;
    Ok(out.write_all(&text)?)
}

/// The command of this name.
fn command(whole: &Command, name: &str) -> Result<Command, Failure> {
    match whole.find_subcommand(name) {
        Some(found) => Ok(found.clone()),
        None => Err(Failure::Usage(format!(
            "there is no command \"{}\"; `hyakuman --help` lists them all",
            excerpt(name)
        ))),
    }
}
