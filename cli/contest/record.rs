//! The matches of a match between agents as data sets, one for each list of seats.

use crate::data_sets::DataSets;
use crate::run::record::{Tables, part_size};
use crate::watch::Watch;
use anyhow::Result;
use clap::Args;
use hyakuman_arena::contest::letter;
use hyakuman_arena::contest::tables::{ContestTable, Kind};
use hyakuman_arena::{Arena, Lineup};
use serde_json::{Value, json};
use std::path::PathBuf;

// No doc comment: it would become the help of the command that has these arguments.
#[allow(missing_docs)]
#[derive(Args, Debug)]
pub(super) struct RecordArgs {
    /// Also record the matches, a data set for each list of seats: tables as in `run`. The matches are played a second time to
    /// record them
    #[arg(long, value_name = "TABLE,…", requires = "out", conflicts_with_all = ["shard", "merge"], value_parser = Tables::read)]
    record: Option<Tables>,
    /// Folder of the data sets, such as `1v3`, `2v2-1`, `2v2-2`, `3v1`, and their list, match.json. The same command continues them
    #[arg(long, value_name = "DIR", requires = "record")]
    out: Option<PathBuf>,
    /// Matches per part of a data set, as in `run`. Default 1000, rounded up to whole walls
    #[arg(long, value_name = "N", requires = "record", allow_negative_numbers = true, value_parser = part_size)]
    part_size: Option<u64>,
}

/// The file that lists the data sets of a folder.
const LIST: &str = "match.json";

/// The tables of a match, to be recorded.
pub(super) struct Recorded<'a> {
    sets: DataSets<'a>,
    tables: Vec<ContestTable>,
    /// Agents of the match.
    agents: usize,
}

impl RecordArgs {
    /// Checks before anything is played that the folder is free or has these data sets; writes nothing. `play` are the arguments
    /// of play but the number of walls, by which a data set can be extended.
    ///
    /// # Errors
    /// The folder holds something else.
    pub(super) fn prepare(
        &self,
        tables: Vec<ContestTable>,
        agents: usize,
        play: &str,
    ) -> Result<Option<Recorded<'_>>> {
        let (Some(Tables(recorded)), Some(out)) = (&self.record, &self.out) else { return Ok(None) };
        let set = |(folder, table, seats): (String, &ContestTable, &Lineup)| json!({ "folder": folder, "table": table.kind.to_string(), "agents": seats.names() });
        let sets: Vec<Value> = folders(&tables, agents).map(set).collect();
        let names: Vec<&str> = recorded.iter().map(|table| table.name()).collect();
        let list = json!({ "play": play, "tables": names, "sets": sets });
        let sets = DataSets::prepare(out, (recorded, self.part_size), (LIST, &list), "match")?;
        Ok(Some(Recorded { sets, tables, agents }))
    }
}

impl Recorded<'_> {
    /// Plays the matches on these walls once more, and records them. `watch` observed the match.
    ///
    /// # Errors
    /// Those of a recorded run, and an interruption.
    pub(super) fn record(&self, arena: &Arena<'_>, walls: u64, watch: &Watch) -> Result<()> {
        let sets = folders(&self.tables, self.agents);
        self.sets
            .record(sets.map(|(folder, _, seats)| (folder, arena.of_contest(seats, walls))).collect(), watch)
    }
}

/// Every list of seats of the tables, with its folder.
fn folders(tables: &[ContestTable], agents: usize) -> impl Iterator<Item = (String, &ContestTable, &Lineup)> {
    tables.iter().flat_map(move |table| {
        let seats = table.lineups.iter().enumerate();
        seats.map(move |(at, seats)| (folder(table, agents, at), table, seats))
    })
}

/// `1v3`, `2v2-1`; of more than two agents those of the pair in front: `A-C-1v3`.
fn folder(table: &ContestTable, agents: usize, at: usize) -> String {
    let pair = match (&table.agents[..], table.kind) {
        (&[first, second], Kind::Pair(_)) if agents > 2 => format!("{}-{}-", letter(first), letter(second)),
        _ => String::new(),
    };
    let number = if table.lineups.len() > 1 { format!("-{}", at + 1) } else { String::new() };
    format!("{pair}{}{number}", table.kind)
}
