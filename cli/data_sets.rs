//! Several data sets in one folder, and the file that lists them.

use crate::failure::{self, Failure};
use crate::run::interrupted;
use crate::watch::Watch;
use anyhow::{Context, Result};
use hyakuman_arena::{Arena, RecordOptions};
use hyakuman_game::rows::Table;
use hyakuman_record::atomic;
use serde_json::Value;
use std::fs;
use std::path::Path;

/// The data sets of a comparison or a match.
pub struct DataSets<'a> {
    /// The folder that has a folder for each.
    pub out: &'a Path,
    /// The tables to record.
    pub tables: &'a [Table],
    /// Matches in a part; `None` for the default.
    pub part_size: Option<u64>,
    /// The name of the file that lists them, and its content.
    list: (&'static str, String),
}

impl<'a> DataSets<'a> {
    /// Checks that the folder is free or has these data sets; writes nothing. `list`: the file that lists them, and what determines
    /// them; `work`: the comparison or the match, for the message.
    ///
    /// # Errors
    /// The folder holds something else.
    pub fn prepare(
        out: &'a Path,
        (tables, part_size): (&'a [Table], Option<u64>),
        (file, list): (&'static str, &Value),
        work: &str,
    ) -> Result<DataSets<'a>> {
        let list = serde_json::to_string_pretty(list)? + "\n";
        let is_free = match fs::read_to_string(out.join(file)) {
            Ok(found) => found == list,
            Err(_) => !fs::read_dir(out).is_ok_and(|mut found| found.next().is_some()),
        };
        if !is_free {
            let out = out.display();
            return Err(Failure::Usage(format!(
                "{out} holds something else than the data sets of this {work}: name another folder"
            ))
            .into());
        }
        Ok(DataSets { out, tables, part_size, list: (file, list) })
    }

    /// Plays the matches of each arena and records them in its folder. `watch` observed the work before.
    ///
    /// # Errors
    /// Those of a recorded run, and an interruption.
    pub fn record(&self, sets: Vec<(String, Arena<'_>)>, watch: &Watch) -> Result<()> {
        let DataSets { out, tables, part_size, list: (file, list) } = self;
        fs::create_dir_all(out).with_context(|| out.display().to_string())?;
        atomic::write(&out.join(file), list.as_bytes())?;
        for (folder, arena) in sets {
            let (tables, part_size) = (tables.to_vec(), *part_size);
            let options =
                RecordOptions { tables, part_size, resume: true, ..RecordOptions::new(out.join(folder)) };
            play(&arena.record(options), &watch.next())?;
        }
        Ok(())
    }
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
