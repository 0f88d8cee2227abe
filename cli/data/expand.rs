//! `hyakuman data expand`: makes further tables of a data set from its replays.

use super::MadeArgs;
use crate::figures;
use crate::folder;
use crate::run::args::ThreadsArgs;
use crate::run::record::Tables;
use crate::watch::Watch;
use anyhow::Result;
use clap::Args;
use hyakuman_arena::Expansion;
use hyakuman_core::game::rows::Table;
use std::io::Write;
use std::path::PathBuf;

/// Make further tables of a data set from its replays
///
/// The matches are played again from the table `replays`. The result is byte for byte what a run that recorded these
/// tables would have written.
#[derive(Args, Debug)]
pub struct ExpandArgs {
    /// Folder of a data set with the table replays, or of several
    #[arg(value_name = "DIR")]
    dir: PathBuf,
    /// Tables to make: matches, kyoku (includes wins), decisions, replays, oracle; separated by commas, or all;
    /// of a data set of logs also sources
    #[arg(long, value_name = "TABLE,…", value_parser = |text: &str| Tables::of(&Table::OF_LOGS, text))]
    record: Tables,
    #[command(flatten)]
    made: MadeArgs,
}

/// Runs `hyakuman data expand`, writing to `out`.
pub fn run(args: &ExpandArgs, out: &mut impl Write) -> Result<()> {
    folder::data_set(&args.dir)?;
    let watch = Watch::new()?;
    let ExpandArgs { dir, record: Tables(tables), made } = args;
    let MadeArgs { evaluate, out: folder, resume, threads: ThreadsArgs { threads } } = made;
    let evaluate = evaluate.as_deref();
    let expansion = Expansion { dir, tables, out: folder, resume: *resume, evaluate, threads: *threads };
    let games = hyakuman_arena::expand(&expansion, &hyakuman::roster(), &watch);
    watch.finish();
    let how = |done, _| format!("interrupted after {done} matches; go on with --resume");
    let games = games.map_err(|error| watch.failure(error, how))?;
    let tables: Vec<_> = tables.iter().map(|table| table.name()).collect();
    let matches = figures::matches(games);
    Ok(writeln!(out, "{}: {} of {matches}", folder.display(), tables.join(", "))?)
}
