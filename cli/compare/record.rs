//! The matches of a comparison as data sets, one for each ruleset.

use crate::data_sets;
use crate::run::record::Tables;
use crate::watch::Watch;
use anyhow::Result;
use clap::Args;
use hyakuman_arena::{Arena, Arm, DataSets, Error, SetOptions};
use hyakuman_registry::AnyRules;
use serde_json::{Value, json};
use std::path::PathBuf;

// No doc comment: it would become the help of the command that has these arguments.
#[allow(missing_docs)]
#[derive(Args, Debug)]
pub(super) struct RecordArgs {
    /// Also record the matches under the base and every arm: tables as in `run`. The matches are played a second
    /// time to record them
    #[arg(long, value_name = "TABLE,…", requires = "out", conflicts_with_all = ["shard", "merge"], value_parser = Tables::read)]
    record: Option<Tables>,
    /// Folder of the data sets: `base`, `arm-1`, `arm-2`, …, and their list, comparison.json. The same command continues
    /// them
    #[arg(long, value_name = "DIR", requires = "record")]
    out: Option<PathBuf>,
}

/// The file that lists the data sets of a folder.
const LIST: &str = "comparison.json";

impl RecordArgs {
    /// Checks before anything is played that the folder is free or has these data sets; writes nothing. `play` are the arguments
    /// of play.
    ///
    /// # Errors
    /// The folder holds something else.
    pub(super) fn prepare(&self, base: &AnyRules, arms: &[Arm], play: &str) -> Result<Option<DataSets>> {
        let (Some(Tables(tables)), Some(out)) = (&self.record, &self.out) else { return Ok(None) };
        let set = |folder: String, name: &str, rules: &AnyRules| json!({ "folder": folder, "name": name, "rules_hash": rules.describe().hash_text() });
        let of_arms = arms.iter().enumerate().map(|(at, arm)| set(folder(at), &arm.name, &arm.rules));
        let sets: Vec<Value> = [set("base".into(), base.id(), base)].into_iter().chain(of_arms).collect();
        // The number of matches is not part of it: a data set can be extended.
        let play = play.split(" --games ").map(|part| part.trim_start_matches(|c: char| c.is_ascii_digit()));
        let play: String = play.collect();
        let names: Vec<&str> = tables.iter().map(|table| table.name()).collect();
        let list = json!({ "play": play, "tables": names, "sets": sets });
        let options = SetOptions { out: out.clone(), tables: tables.clone(), part_size: None };
        Ok(Some(DataSets::prepare(options, (LIST, &list), "comparison")?))
    }
}

/// Plays this number of matches under the rules of the arena and of every arm, and records them. `watch` observed the comparison.
///
/// # Errors
/// Those of a recorded run, and an interruption.
pub(super) fn record(
    sets: &DataSets,
    arena: &Arena<'_>,
    (arms, games): (&[Arm], u64),
    watch: &Watch,
) -> Result<()> {
    let arms = arms.iter().enumerate().map(|(at, arm)| Ok((folder(at), arena.of_arm(arm)?.games(games))));
    let all = [Ok(("base".to_owned(), arena.clone().games(games)))].into_iter().chain(arms);
    data_sets::record(sets.start(all.collect::<Result<Vec<_>, Error>>()?), watch)
}

/// The folder of an arm.
fn folder(arm: usize) -> String {
    format!("arm-{}", arm + 1)
}
