//! The matches of a comparison as data sets, one for each ruleset.

use crate::data_sets;
use crate::run::record::Tables;
use crate::watch::Watch;
use anyhow::Result;
use clap::Args;
use hyakuman_arena::{Arena, CompareOptions, Compared, DataSets, Error, SetOptions};
use hyakuman_games::registry::AnyRules;
use serde_json::{Value, json};
use std::iter;
use std::path::PathBuf;

// No doc comment: it would become the help of the command that has these arguments.
#[allow(missing_docs)]
#[derive(Args, Debug)]
pub(super) struct RecordArgs {
    /// Also record the matches under the base and every arm: tables as in `run`. The matches are played a second
    /// time to record them
    #[arg(long, value_name = "TABLE,…", requires = "out", conflicts_with_all = ["shard", "merge"], value_parser = Tables::read)]
    record: Option<Tables>,
    /// Folder of the data sets: `base`, `arm-1`, `arm-2`, … (of another --table `table-2-base`, …), and their list, comparison.json. The same
    /// command continues them
    #[arg(long, value_name = "DIR", requires = "record")]
    out: Option<PathBuf>,
}

/// The file that lists the data sets of a folder.
const LIST: &str = "comparison.json";

impl RecordArgs {
    /// Checks before anything is played that the folder is free or has these data sets; writes nothing. `play` are the arguments
    /// of play.
    pub(super) fn prepare(
        &self,
        base: &AnyRules,
        options: &CompareOptions,
        play: &str,
    ) -> Result<Option<DataSets>> {
        let (Some(Tables(tables)), Some(out)) = (&self.record, &self.out) else { return Ok(None) };
        let set = |folder: String, name: &str, rules: &AnyRules| json!({ "folder": folder, "name": name, "rules_hash": rules.describe().hash_text() });
        let of_table = |table: usize| {
            let agents = table.checked_sub(1).map(|other| &options.tables[other]);
            let set = move |folder: String, name: &str, rules: &AnyRules| {
                let mut set = set(folder, name, rules);
                agents.iter().for_each(|agents| set["agents"] = json!(agents));
                set
            };
            let arms = options.arms.iter().enumerate();
            let arms = arms.map(move |(at, arm)| set(folder(table, Some(at)), &arm.name, &arm.rules));
            iter::once(set(folder(table, None), base.id(), base)).chain(arms)
        };
        let sets: Vec<Value> = (0..=options.tables.len()).flat_map(of_table).collect();
        // The number of matches is not part of it: a data set can be extended.
        let play = play.split(" --games ").map(|part| part.trim_start_matches(|c: char| c.is_ascii_digit()));
        let play: String = play.collect();
        let names: Vec<&str> = tables.iter().map(|table| table.name()).collect();
        let list = json!({ "play": play, "tables": names, "sets": sets });
        let options = SetOptions { out: out.clone(), tables: tables.clone(), part_size: None };
        Ok(Some(DataSets::prepare(options, (LIST, &list), "comparison")?))
    }
}

/// Plays the matches of a comparison under the rules of the arena and of every arm, at every table, and records them. `watch` observed the comparison.
pub(super) fn record(
    sets: &DataSets,
    arena: &Arena<'_>,
    options: &CompareOptions,
    compared: &Compared,
    watch: &Watch,
) -> Result<()> {
    let mut arenas = Vec::new();
    let others = options.tables.iter().zip(&compared.others);
    let others = others.map(|(agents, other)| (Some(agents), &other.compared));
    for (table, (agents, compared)) in iter::once((None, compared)).chain(others).enumerate() {
        let arena = agents.map_or(Ok(arena.clone()), |agents| arena.clone().agents(agents))?;
        let arena = arena.games(compared.matches);
        let of_arm = |(at, arm)| Ok((folder(table, Some(at)), arena.of_arm(arm)?));
        let arms = options.arms.iter().enumerate().map(of_arm).collect::<Result<Vec<_>, Error>>()?;
        arenas.push((folder(table, None), arena.clone()));
        arenas.extend(arms);
    }
    data_sets::record(sets.start(arenas), watch)
}

/// The folder of an arm or of the base at a table: `base`, `arm-1`, `table-2-base`.
fn folder(table: usize, arm: Option<usize>) -> String {
    let arm = arm.map_or("base".to_owned(), |arm| format!("arm-{}", arm + 1));
    if table == 0 { arm } else { format!("table-{}-{arm}", table + 1) }
}
