//! `hyakuman agents`: who can be asked to play.

use anyhow::Result;
use clap::{Args, Subcommand};
use hyakuman_agents::{AGENTS, AgentDoc, OptionDoc};
use hyakuman_games::registry::rulesets;
use serde::Serialize;
use std::io::Write;

/// Arguments of `hyakuman agents`.
#[derive(Args, Debug)]
pub struct AgentsArgs {
    #[command(subcommand)]
    command: AgentsCommand,
    /// Write JSON
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Subcommand, Debug)]
enum AgentsCommand {
    /// List the agents, what each does, which games it plays and its options (`name:option=value,option=value`)
    List,
}

/// Runs `hyakuman agents`, writing to `out`.
///
/// # Errors
/// `out` failed.
pub fn run(args: &AgentsArgs, out: &mut impl Write) -> Result<()> {
    let AgentsCommand::List = args.command;
    if args.json {
        let agents: Vec<Told> = AGENTS.iter().map(Told::new).collect();
        serde_json::to_writer(&mut *out, &agents)?;
        return Ok(writeln!(out)?);
    }
    let width = AGENTS.iter().map(|doc| doc.name.len()).max().unwrap_or(0);
    for doc in AGENTS {
        writeln!(out, "{:width$}  {} [{}]", doc.name, doc.about, families(doc).join(", "))?;
        for OptionDoc { name, about, words } in doc.options {
            writeln!(out, "{:width$}    {name}={}: {about}; default {}", "", words.join("|"), words[0])?;
        }
    }
    writeln!(out, "\nOptions stand behind a colon, separated by commas: ukeire:calls=false,fold=false")?;
    Ok(())
}

/// An agent, for programs.
#[derive(Serialize)]
struct Told {
    name: &'static str,
    about: &'static str,
    families: Vec<&'static str>,
    options: Vec<ToldOption>,
}

/// An option of an agent, for programs.
#[derive(Serialize)]
struct ToldOption {
    name: &'static str,
    about: &'static str,
    accepted: &'static [&'static str],
    default: &'static str,
}

impl Told {
    fn new(doc: &AgentDoc) -> Told {
        let option = |&OptionDoc { name, about, words }: &OptionDoc| ToldOption {
            name,
            about,
            accepted: words,
            default: words[0],
        };
        let options = doc.options.iter().map(option).collect();
        Told { name: doc.name, about: doc.about, families: families(doc), options }
    }
}

/// The families an agent plays, in the order of the rulesets.
fn families(doc: &AgentDoc) -> Vec<&'static str> {
    let mut families: Vec<_> = rulesets().iter().map(|ruleset| ruleset.family).collect();
    families.dedup();
    families.retain(|family| doc.plays(family));
    families
}
