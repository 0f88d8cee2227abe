//! Where the totals of a comparison or a match are kept, and which walls are played into them.

use crate::run::record::shard;
use clap::Args;
use hyakuman_arena::{Plan, Stop};
use hyakuman_record::Shard;
use std::path::PathBuf;

// No doc comment: it would become the help of the command that has these arguments.
#[allow(missing_docs)]
#[derive(Args, Debug)]
pub struct StateArgs {
    /// Keep the totals in this file. The same command continues from it, also to a larger number of matches
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// Play every N-th block of walls, starting with the I-th, into a --state of its own; of a fixed number of matches
    #[arg(long, value_name = "I/N", default_value = "1/1", value_parser = shard)]
    shard: Shard,
    /// Add the --state files of all shards instead of playing: give all other arguments of the shards, too; may be
    /// repeated
    #[arg(long, value_name = "FILE")]
    merge: Vec<PathBuf>,
}

impl StateArgs {
    /// The plan of what ends so.
    pub fn plan(&self, stop: Stop) -> Plan {
        let StateArgs { state, shard, merge } = self;
        Plan { stop, state: state.clone(), shard: *shard, merge: merge.clone(), ..Plan::default() }
    }

    /// Whether the totals are kept.
    pub fn has_state(&self) -> bool {
        self.state.is_some()
    }

    /// The files, none of which can be that of a page.
    pub fn files(&self) -> Vec<PathBuf> {
        self.state.iter().chain(&self.merge).cloned().collect()
    }
}
