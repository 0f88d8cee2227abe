//! `hyakuman completions` and `hyakuman man`: completion scripts and manual pages, made from the list of commands. A build without the
//! feature `shell` has none: no other command needs their crates.

use crate::args::{Cli, moved};
use crate::failure::Failure;
use anyhow::Result;
use clap::{Args, CommandFactory};
use hyakuman_core::excerpt::excerpt;
use std::io::Write;

/// Write the completion script for a shell
#[derive(Args, Debug)]
pub struct CompletionsArgs {
    /// The shell to write for
    #[arg(value_parser = ["bash", "elvish", "fish", "powershell", "zsh"])]
    shell: String,
}

/// Write the manual page of the program or of a command
#[derive(Args, Debug)]
pub struct ManArgs {
    /// A command: `run`, `data import`; the whole program if not given
    command: Vec<String>,
}

/// What is made from the list of commands.
pub trait Made {
    /// The text, before any of it is written.
    fn text(&self) -> Result<Vec<u8>>;
}

/// Writes a completion script or a manual page to `out`: `hyakuman man | man -l -` shows it.
pub fn run(args: &impl Made, out: &mut impl Write) -> Result<()> {
    Ok(out.write_all(&args.text()?)?)
}

impl Made for CompletionsArgs {
    fn text(&self) -> Result<Vec<u8>> {
        writers::script(&self.shell, Cli::command())
    }
}

impl Made for ManArgs {
    fn text(&self) -> Result<Vec<u8>> {
        let mut whole = Cli::command();
        whole.build();
        let page = self.command.iter().try_fold(&whole, |command, name| command.find_subcommand(name));
        match page {
            Some(page) => writers::page(page.clone()),
            None => Err(Failure::Usage(self.unknown()).into()),
        }
    }
}

impl ManArgs {
    /// What is said of a command that does not exist.
    fn unknown(&self) -> String {
        let name = self.command.join(" ");
        let unknown =
            || format!("there is no command \"{}\"; `hyakuman --help` lists them all", excerpt(&name));
        moved(&name).unwrap_or_else(unknown)
    }
}

#[cfg(feature = "shell")]
mod writers {
    use anyhow::Result;
    use clap::{Command, ValueEnum};
    use clap_complete::Shell;
    use clap_mangen::Man;

    /// The completion script of the program.
    pub fn script(shell: &str, mut whole: Command) -> Result<Vec<u8>> {
        let shell = Shell::from_str(shell, false).map_err(anyhow::Error::msg)?;
        let mut text = Vec::new();
        clap_complete::generate(shell, &mut whole, "hyakuman", &mut text);
        Ok(text)
    }

    /// The manual page of a command (roff).
    pub fn page(command: Command) -> Result<Vec<u8>> {
        let title = command.get_display_name().unwrap_or("hyakuman").to_owned();
        let source = concat!("hyakuman ", env!("CARGO_PKG_VERSION"));
        let mut text = Vec::new();
        Man::new(command).title(title).source(source).render(&mut text)?;
        Ok(text)
    }
}

#[cfg(not(feature = "shell"))]
mod writers {
    use crate::failure::Failure;
    use anyhow::Result;
    use clap::Command;

    const NONE: &str = "this program was built without completion scripts and manual pages; build it with: \
                        cargo build --release --features shell";

    pub fn script(_: &str, _: Command) -> Result<Vec<u8>> {
        Err(Failure::Usage(NONE.into()).into())
    }

    pub fn page(_: Command) -> Result<Vec<u8>> {
        Err(Failure::Usage(NONE.into()).into())
    }
}
