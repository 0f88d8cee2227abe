//! The arguments of a match whose matches are recorded.

use crate::number;
use crate::run::record::Tables;
use clap::Args;
use hyakuman_arena::SetOptions;
use hyakuman_record::plan::MOST_MATCHES_OF_A_PART;
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
    #[arg(long, value_name = "N", requires = "record", allow_negative_numbers = true, value_parser = number::within::<1, MOST_MATCHES_OF_A_PART>)]
    part_size: Option<u64>,
}

impl RecordArgs {
    /// Where and what to record; `None` if nothing.
    pub(super) fn sets(&self) -> Option<SetOptions> {
        let (Tables(tables), out) = self.record.as_ref().zip(self.out.as_ref())?;
        Some(SetOptions { out: out.clone(), tables: tables.clone(), part_size: self.part_size })
    }
}
