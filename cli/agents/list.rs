//! `hyakuman agents list`: the built-in agents.

use crate::wrap;
use anyhow::Result;
use clap::Args;
use hyakuman_agents::{AgentEntry, OptionDoc};
use hyakuman_games::registry::rulesets;
use serde::Serialize;
use std::io::Write;

/// List the agents that come with the program, with their games and options
///
/// Options follow the name of an agent: `name:option=value,option=value`.
#[derive(Args, Debug)]
pub struct ListArgs {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Runs `hyakuman agents list`, writing to `out`.
pub fn run(args: &ListArgs, out: &mut impl Write) -> Result<()> {
    if args.json {
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
