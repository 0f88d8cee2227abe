//! The matches of a comparison as data sets, one for each ruleset.

use crate::run::interrupted;
use crate::run::record::Tables;
use crate::watch::Watch;
use anyhow::Result;
use clap::Args;
use hyakuman_arena::{Arena, Arm, Error, RecordOptions};
use hyakuman_record::Shard;
use std::io::{self, Write};
use std::path::PathBuf;

// No doc comment: it would become the help of the command that has these arguments.
#[allow(missing_docs)]
#[derive(Args, Debug)]
pub(super) struct RecordArgs {
    /// Also record the matches under the base and every arm: tables as in `run`. They are played again for it
    #[arg(long, value_name = "TABLE,…", requires = "out", conflicts_with_all = ["shard", "merge"], value_parser = Tables::read)]
    record: Option<Tables>,
    /// Folder of the data sets: `base`, `arm-1`, `arm-2`, … The same command continues them
    #[arg(long, value_name = "DIR", requires = "record")]
    out: Option<PathBuf>,
}

impl RecordArgs {
    /// Plays this number of matches under the rules of the arena and of every arm, and records them.
    ///
    /// # Errors
    /// Those of a recorded run, and an interruption.
    pub(super) fn record(&self, arena: &Arena<'_>, arms: &[Arm], games: u64) -> Result<()> {
        let (Some(Tables(tables)), Some(out)) = (&self.record, &self.out) else { return Ok(()) };
        let arms = arms.iter().enumerate();
        let arms = arms.map(|(at, arm)| Ok((format!("arm-{}", at + 1), arena.under(&arm.rules)?)));
        let all = [Ok(("base".to_owned(), arena.clone()))].into_iter().chain(arms);
        for (name, arena) in all.collect::<Result<Vec<_>, Error>>()? {
            let (tables, out) = (tables.clone(), out.join(name));
            let options = RecordOptions { tables, out, resume: true, shard: Shard::WHOLE, part_size: None };
            play(&arena.games(games).record(options))?;
        }
        Ok(())
    }
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
