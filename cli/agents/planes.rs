//! `hyakuman agents planes`: the tensors that networks read, and their outputs.

use crate::wrap;
use anyhow::Result;
use clap::{Args, Subcommand};
use hyakuman_riichi::planes::channels::{Cells, ChannelSet};
use hyakuman_riichi::planes::{ActionSpace, Channel, KINDS, Planes};
use serde::Serialize;
use std::io::Write;

/// Show the channels of the tensors that networks read, and their outputs
#[derive(Args, Debug)]
pub struct PlanesArgs {
    #[command(subcommand)]
    command: PlanesCommand,
    /// Print JSON
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Subcommand, Debug)]
enum PlanesCommand {
    /// List the channels of a set of planes: index, name, cells, scale and meaning
    List {
        /// The set: planes-v1, planes-v1-light, or oracle-v1 (what the deciding seat cannot see)
        #[arg(default_value_t = Planes::V1.set())]
        planes: ChannelSet,
    },
    /// List the outputs of a network: actions-v1 (124) or actions-v1-short (55)
    Actions {
        /// The action space
        #[arg(default_value_t = ActionSpace::OneStep)]
        actions: ActionSpace,
    },
}

/// Runs `hyakuman agents planes`, writing to `out`.
pub fn run(args: &PlanesArgs, out: &mut impl Write) -> Result<()> {
    match args.command {
        PlanesCommand::List { planes } if args.json => json(&PlanesJson::new(planes), out),
        PlanesCommand::List { planes } => channels(planes, out, wrap::width()),
        PlanesCommand::Actions { actions } if args.json => json(&ActionsJson::new(actions), out),
        PlanesCommand::Actions { actions } => outputs(actions, out, wrap::width()),
    }
}

fn json(value: &impl Serialize, out: &mut impl Write) -> Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    Ok(writeln!(out)?)
}

fn channels(planes: ChannelSet, out: &mut impl Write, width: usize) -> Result<()> {
    let channels = planes.channels();
    writeln!(
        out,
        "{planes}: {} channels of {KINDS} kinds; input = cell / scale; seat 0 decides\n",
        channels.len()
    )?;
    let names = channels.iter().map(|channel| channel.name.len()).max().unwrap_or(0);
    for group in channels.chunk_by(|a, b| a.meaning == b.meaning) {
        for (number, channel) in group.iter().enumerate() {
            let Channel { index, name, cells, scale, meaning } = channel;
            let head = format!("{index:>3}  {name:names$}  {:5}  {scale:>3}  ", cells_word(*cells));
            let text = if number == 0 { meaning } else { "" };
            writeln!(out, "{}", wrap::hanging(&head, text, head.len(), width))?;
        }
    }
    Ok(())
}

fn cells_word(cells: Cells) -> &'static str {
    match cells {
        Cells::Kinds => "kinds",
        Cells::All => "all",
    }
}

fn outputs(actions: ActionSpace, out: &mut impl Write, width: usize) -> Result<()> {
    writeln!(out, "{actions}: {} outputs\n", actions.count())?;
    for outputs in actions.outputs() {
        let range = if outputs.first == outputs.last {
            outputs.first.to_string()
        } else {
            format!("{}-{}", outputs.first, outputs.last)
        };
        writeln!(out, "{}", wrap::hanging(&format!("{range:>7}  "), outputs.meaning, 9, width))?;
    }
    Ok(())
}

/// A set of planes as JSON.
#[derive(Serialize)]
struct PlanesJson {
    planes: &'static str,
    shape: [usize; 2],
    channels: Vec<ChannelJson>,
}

#[derive(Serialize)]
struct ChannelJson {
    index: usize,
    name: String,
    cells: &'static str,
    scale: u8,
    meaning: &'static str,
}

impl PlanesJson {
    fn new(planes: ChannelSet) -> PlanesJson {
        let channel = |Channel { index, name, cells, scale, meaning }| {
            let cells = cells_word(cells);
            ChannelJson { index, name, cells, scale, meaning }
        };
        let channels: Vec<_> = planes.channels().into_iter().map(channel).collect();
        PlanesJson { planes: planes.name, shape: [channels.len(), KINDS], channels }
    }
}

/// An action space as JSON.
#[derive(Serialize)]
struct ActionsJson {
    actions: &'static str,
    count: usize,
    outputs: Vec<OutputsJson>,
}

#[derive(Serialize)]
struct OutputsJson {
    first: u8,
    last: u8,
    meaning: &'static str,
}

impl ActionsJson {
    fn new(actions: ActionSpace) -> ActionsJson {
        let outputs = actions.outputs().iter();
        let outputs = outputs.map(|o| OutputsJson { first: o.first, last: o.last, meaning: o.meaning });
        ActionsJson { actions: actions.name(), count: actions.count(), outputs: outputs.collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_fit_the_terminal() {
        for width in [60, 100] {
            let mut out = Vec::new();
            ChannelSet::all().for_each(|planes| channels(planes, &mut out, width).expect("a buffer"));
            ActionSpace::ALL.iter().for_each(|actions| outputs(*actions, &mut out, width).expect("a buffer"));
            let text = String::from_utf8(out).expect("UTF-8");
            assert!(text.lines().skip(1).all(|line| line.chars().count() <= width.max(80)), "{text}");
        }
    }
}
