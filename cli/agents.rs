//! `hyakuman agents`: the built-in agents, and the check of a bot.

#[cfg(unix)]
mod check;

use crate::wrap;
use anyhow::Result;
use clap::{Args, Subcommand};
use hyakuman_agents::{AgentEntry, OptionDoc};
use hyakuman_registry::rulesets;
use serde::Serialize;
use std::io::Write;
use std::process::ExitCode;

/// Arguments of `hyakuman agents`.
#[derive(Args, Debug)]
pub struct AgentsArgs {
    #[command(subcommand)]
    command: AgentsCommand,
    /// Print JSON
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Subcommand, Debug)]
enum AgentsCommand {
    /// List the agents with a description, their games and options (`name:option=value,option=value`)
    List,
    /// Play matches with a bot that speaks mjai, and report for its author: every kind of message with its number, every
    /// failure with its line, the times of the answers; exit code 3 if it is not compliant
    #[cfg(unix)]
    Check(check::CheckArgs),
}

/// Runs `hyakuman agents`, writing to `out`.
pub fn run(args: &AgentsArgs, out: &mut impl Write) -> Result<ExitCode> {
    match &args.command {
        AgentsCommand::List => list(args.json, out).map(|()| ExitCode::SUCCESS),
        #[cfg(unix)]
        AgentsCommand::Check(check) => check::run(check, args.json, out),
    }
}

fn list(json: bool, out: &mut impl Write) -> Result<()> {
    if json {
        let roster = hyakuman::roster();
        let agents: Vec<AgentJson> = roster.entries().iter().map(AgentJson::new).collect();
        serde_json::to_writer(&mut *out, &agents)?;
        return Ok(writeln!(out)?);
    }
    write_text(out, wrap::width())
}

/// Writes the list in lines of at most `width` columns.
fn write_text(out: &mut impl Write, width: usize) -> Result<()> {
    let roster = hyakuman::roster();
    let names = roster.entries().iter().map(|entry| entry.name.len()).max().unwrap_or(0) + 2;
    for entry in roster.entries() {
        let absent = cfg!(not(feature = "onnx")) && ["onnx", "net"].contains(&entry.name.as_str());
        let absent = if absent { "; not in this build" } else { "" };
        let mark = if entry.deterministic { "" } else { "; not deterministic" };
        let text = format!("{} [{}{mark}{absent}]", entry.about, families(entry).join(", "));
        writeln!(out, "{}", wrap::hanging(&format!("{:names$}", entry.name), &text, names, width))?;
        for OptionDoc { name, about, values } in &entry.options {
            let range =
                entry.range(name).map_or("…".into(), |range| format!("{}..{}", range.low, range.high));
            let text = match values {
                [""] => format!("{name}=…: {about}"),
                [default] => format!("{name}={range}: {about}; default {default}"),
                _ => format!("{name}={}: {about}; default {}", values.join("|"), values[0]),
            };
            let head = " ".repeat(names + 2);
            writeln!(out, "{}", wrap::hanging(&head, &text, names + 4, width))?;
        }
    }
    let end = "Options follow a colon, separated by commas: ukeire:calls=false,fold=false";
    Ok(writeln!(out, "\n{}", wrap::hanging("", end, 2, width))?)
}

/// An agent as JSON.
#[derive(Serialize)]
struct AgentJson<'a> {
    name: &'a str,
    about: &'a str,
    families: Vec<&'static str>,
    deterministic: bool,
    options: Vec<OptionJson>,
}

/// An option of an agent as JSON.
#[derive(Serialize)]
struct OptionJson {
    name: &'static str,
    about: &'static str,
    accepted: &'static [&'static str],
    /// The smallest and the largest number, of an option that accepts any number of a range.
    #[serde(skip_serializing_if = "Option::is_none")]
    range: Option<[f64; 2]>,
    default: &'static str,
}

impl AgentJson<'_> {
    fn new(entry: &AgentEntry) -> AgentJson<'_> {
        let option = |&OptionDoc { name, about, values }: &OptionDoc| OptionJson {
            name,
            about,
            accepted: if values.len() == 1 { &[] } else { values },
            range: entry.range(name).map(|range| [range.low, range.high]),
            default: values[0],
        };
        let options = entry.options.iter().map(option).collect();
        let AgentEntry { name, about, deterministic, .. } = entry;
        AgentJson { name, about, families: families(entry), deterministic: *deterministic, options }
    }
}

/// The families an agent plays, in the order of the rulesets.
fn families(entry: &AgentEntry) -> Vec<&'static str> {
    let mut families: Vec<_> = rulesets().iter().map(|ruleset| ruleset.family).collect();
    families.dedup();
    families.retain(|family| entry.plays(family));
    families
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_fits_the_terminal() {
        for width in [50, 80, 100] {
            let mut out = Vec::new();
            write_text(&mut out, width).expect("a buffer can be written");
            let text = String::from_utf8(out).expect("UTF-8");
            assert!(text.lines().all(|line| line.chars().count() <= width), "{text}");
            let [option, more] = [14, 16].map(|blanks| format!("\n{}", " ".repeat(blanks)));
            assert!(text.contains(&format!("{option}stay=8|1|1.5|")) && text.contains(&more), "{text}");
        }
    }
}
