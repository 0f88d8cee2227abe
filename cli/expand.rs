//! `hyakuman expand`: other tables of a data set, made again from its replays.

use crate::number;
use crate::run::record::LookupTables;
use crate::watch::Watch;
use anyhow::Result;
use clap::Args;
use hyakuman_arena::Expansion;
use std::io::Write;
use std::path::PathBuf;

/// Make other tables of a data set from its replays
///
/// The matches are played again from the table `replays`: what comes out is to the last byte what a run would have
/// written that had recorded these tables.
#[derive(Args, Debug)]
pub struct ExpandArgs {
    /// Folder of a data set with the table replays
    #[arg(value_name = "DIR")]
    dir: PathBuf,
    /// LookupTables to make: matches, kyoku (brings wins), decisions, replays; separated by commas, or all
    #[arg(long, value_name = "MATCH_RATES,…", value_parser = LookupTables::read)]
    record: LookupTables,
    /// Folder of the new data set
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Go on with the data set in that folder where it stopped
    #[arg(long)]
    resume: bool,
    /// Threads to work on, 1 to 1024; one for each processor if not given
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number::threads)]
    threads: Option<u64>,
}

/// Runs `hyakuman expand`, writing to `out`.
///
/// # Errors
/// There is no data set, or it has no replays or is of another version (exit code 2); it cannot be read, or the new one
/// not be written; an interruption (130).
pub fn run(args: &ExpandArgs, out: &mut impl Write) -> Result<()> {
    let watch = Watch::new()?;
    let ExpandArgs { dir, record: LookupTables(tables), out: folder, resume, threads } = args;
    let expansion = Expansion { dir, tables, out: folder, resume: *resume, threads: *threads };
    let games = hyakuman_arena::expand(&expansion, &watch);
    watch.finish();
    let how = |done, _| format!("interrupted after {done} games; go on with --resume");
    let games = games.map_err(|error| watch.failure(error, how))?;
    let tables: Vec<_> = tables.iter().map(|table| table.name()).collect();
    Ok(writeln!(out, "{}: {} of {games} games", folder.display(), tables.join(", "))?)
}
