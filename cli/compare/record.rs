//! The matches of a comparison as data sets, one for each ruleset.

use super::usage;
use crate::run::interrupted;
use crate::run::record::Tables;
use crate::watch::Watch;
use anyhow::{Context, Result};
use clap::Args;
use hyakuman_arena::{Arena, Arm, Error, RecordOptions};
use hyakuman_games::registry::AnyRules;
use hyakuman_record::{Shard, atomic};
use serde_json::{Value, json};
use std::fs;
use std::io::{self, Write};
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
    /// Checks before anything is played that the folder is free or has these data sets, and writes the list of them. `play` are
    /// the arguments of play.
    ///
    /// # Errors
    /// The folder holds something else, or cannot be written.
    pub(super) fn prepare(&self, base: &AnyRules, arms: &[Arm], play: &str) -> Result<()> {
        let Some(out) = &self.out else { return Ok(()) };
        let set = |folder: String, name: &str, rules: &AnyRules| json!({ "folder": folder, "name": name, "rules_hash": format!("{:016x}", rules.describe().hash) });
        let arms = arms.iter().enumerate().map(|(at, arm)| set(folder(at), &arm.name, &arm.rules));
        let sets: Vec<Value> = [set("base".into(), base.id(), base)].into_iter().chain(arms).collect();
        // The number of matches is not part of it: a data set can be extended.
        let play = play.split(" --games ").map(|part| part.trim_start_matches(|c: char| c.is_ascii_digit()));
        let play: String = play.collect();
        let list = serde_json::to_string_pretty(&json!({ "play": play, "sets": sets }))? + "\n";
        let path = out.join(LIST);
        let other = || {
            usage(format!(
                "{} holds something else than the data sets of this comparison: name another folder",
                out.display()
            ))
        };
        match fs::read_to_string(&path) {
            Ok(found) if found == list => return Ok(()),
            Ok(_) => return Err(other()),
            Err(_) if fs::read_dir(out).is_ok_and(|mut found| found.next().is_some()) => return Err(other()),
            Err(_) => {}
        }
        fs::create_dir_all(out).with_context(|| out.display().to_string())?;
        Ok(atomic::write(&path, list.as_bytes())?)
    }

    /// Plays this number of matches under the rules of the arena and of every arm, and records them.
    ///
    /// # Errors
    /// Those of a recorded run, and an interruption.
    pub(super) fn record(&self, arena: &Arena<'_>, arms: &[Arm], games: u64) -> Result<()> {
        let (Some(Tables(tables)), Some(out)) = (&self.record, &self.out) else { return Ok(()) };
        let arms = arms.iter().enumerate();
        let arms = arms.map(|(at, arm)| Ok((folder(at), arena.under(&arm.rules)?)));
        let all = [Ok(("base".to_owned(), arena.clone()))].into_iter().chain(arms);
        for (name, arena) in all.collect::<Result<Vec<_>, Error>>()? {
            let (tables, out) = (tables.clone(), out.join(name));
            let options = RecordOptions { tables, out, resume: true, shard: Shard::WHOLE, part_size: None };
            play(&arena.games(games).record(options))?;
        }
        Ok(())
    }
}

/// The folder of an arm.
fn folder(arm: usize) -> String {
    format!("arm-{}", arm + 1)
}

fn play(arena: &Arena<'_>) -> Result<()> {
    let watch = Watch::new()?;
    let played = arena.play(&watch);
    watch.finish();
    let how = |done, of| interrupted(done, of, "; the same command continues");
    let played = played.map_err(|error| watch.failure(error, how))?;
    if let Some(state) = played.data_set {
        let _ = writeln!(io::stderr(), "{state}");
    }
    Ok(())
}
