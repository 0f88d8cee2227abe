//! The matches of a comparison as data sets, one for each ruleset.

use super::usage;
use crate::failure;
use crate::run::interrupted;
use crate::run::record::Tables;
use crate::watch::Watch;
use anyhow::{Context, Result};
use clap::Args;
use hyakuman_arena::{Arena, Arm, Error, RecordOptions};
use hyakuman_game::rows::Table;
use hyakuman_record::atomic;
use hyakuman_registry::AnyRules;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};

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
    pub(super) fn prepare<'a>(
        &'a self,
        base: &AnyRules,
        arms: &'a [Arm],
        play: &str,
    ) -> Result<Option<DataSets<'a>>> {
        let (Some(Tables(tables)), Some(out)) = (&self.record, &self.out) else { return Ok(None) };
        let set = |folder: String, name: &str, rules: &AnyRules| json!({ "folder": folder, "name": name, "rules_hash": rules.describe().hash_text() });
        let of_arms = arms.iter().enumerate().map(|(at, arm)| set(folder(at), &arm.name, &arm.rules));
        let sets: Vec<Value> = [set("base".into(), base.id(), base)].into_iter().chain(of_arms).collect();
        // The number of matches is not part of it: a data set can be extended.
        let play = play.split(" --games ").map(|part| part.trim_start_matches(|c: char| c.is_ascii_digit()));
        let play: String = play.collect();
        let names: Vec<&str> = tables.iter().map(|table| table.name()).collect();
        let list = json!({ "play": play, "tables": names, "sets": sets });
        let list = serde_json::to_string_pretty(&list)? + "\n";
        let other = || {
            usage(format!(
                "{} holds something else than the data sets of this comparison: name another folder",
                out.display()
            ))
        };
        match fs::read_to_string(out.join(LIST)) {
            Ok(found) if found != list => return Err(other()),
            Err(_) if fs::read_dir(out).is_ok_and(|mut found| found.next().is_some()) => return Err(other()),
            _ => {}
        }
        Ok(Some(DataSets { tables, out, arms, list }))
    }
}

/// The data sets to record.
pub(super) struct DataSets<'a> {
    tables: &'a [Table],
    out: &'a Path,
    arms: &'a [Arm],
    /// The content of the file that lists them.
    list: String,
}

impl DataSets<'_> {
    /// Plays this number of matches under the rules of the arena and of every arm, and records them. `watch` observed the
    /// comparison.
    ///
    /// # Errors
    /// Those of a recorded run, and an interruption.
    pub(super) fn record(&self, arena: &Arena<'_>, games: u64, watch: &Watch) -> Result<()> {
        let DataSets { tables, out, arms, list } = self;
        fs::create_dir_all(out).with_context(|| out.display().to_string())?;
        atomic::write(&out.join(LIST), list.as_bytes())?;
        let arms = arms.iter().enumerate();
        let arms = arms.map(|(at, arm)| Ok((folder(at), arena.under(&arm.rules)?)));
        let all = [Ok(("base".to_owned(), arena.clone()))].into_iter().chain(arms);
        for (name, arena) in all.collect::<Result<Vec<_>, Error>>()? {
            let (tables, out) = (tables.to_vec(), out.join(name));
            let options = RecordOptions { tables, resume: true, ..RecordOptions::new(out) };
            play(&arena.games(games).record(options), &watch.next())?;
        }
        Ok(())
    }
}

/// The folder of an arm.
fn folder(arm: usize) -> String {
    format!("arm-{}", arm + 1)
}

fn play(arena: &Arena<'_>, watch: &Watch) -> Result<()> {
    let played = arena.play(watch);
    watch.finish();
    let how = |done, of| interrupted(done, of, "; the same command continues");
    let played = played.map_err(|error| watch.failure(error, how))?;
    if let Some(state) = played.data_set {
        failure::say(&state);
    }
    Ok(())
}
