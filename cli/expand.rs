//! `hyakuman expand`: other tables of a data set, made again from its replays.

use crate::dataset::{self, Recipe, card, replays};
use crate::failure::Failure;
use crate::progress::Progress;
use crate::run::lineup::Lineup;
use crate::run::record::Recording;
use crate::run::record::asked::Tables;
use crate::{interrupt, threads};
use anyhow::{Context, Result};
use clap::Args;
use hyakuman_games::Game;
use hyakuman_games::registry::Visitor;
use hyakuman_games::rows::Table;
use hyakuman_record::{Dataset, Folder, Shard};
use rayon::prelude::*;
use std::io::Write;
use std::path::{self, Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Make other tables of a data set from its replays
///
/// The matches are played again from the table `replays`: what comes out is to the last byte what a run would have
/// written that had recorded these tables.
#[derive(Args, Debug)]
pub struct ExpandArgs {
    /// Folder of a data set with the table replays
    #[arg(value_name = "DIR")]
    dir: PathBuf,
    /// Tables to make: matches, kyoku (brings wins), decisions, replays; separated by commas, or all
    #[arg(long, value_name = "TABLE,…", value_parser = Tables::read)]
    record: Tables,
    /// Folder of the new data set
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Go on with the data set in that folder where it stopped
    #[arg(long)]
    resume: bool,
    /// Threads to work on, 1 to 1024; one for each processor if not given
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = threads::number)]
    threads: Option<u64>,
}

/// Runs `hyakuman expand`, writing to `out`.
///
/// # Errors
/// There is no data set, or it has no replays or is of another version (exit code 2); it cannot be read, or the new one
/// not be written; an interruption (130).
pub fn run(args: &ExpandArgs, out: &mut impl Write) -> Result<()> {
    let set = dataset::open(&args.dir)?;
    replays::check(&set)?;
    refuse_inside(&args.dir, &args.out)?;
    let dir = || args.dir.display().to_string();
    let recipe = Recipe::of(&set.manifest().run).with_context(dir)?;
    let recipe =
        Recipe { tables: args.record.0.clone(), version: env!("CARGO_PKG_VERSION").into(), ..recipe };
    let rules = recipe.load_rules().with_context(dir)?;
    let lineup = recipe.load_lineup(&rules).with_context(dir)?;
    let stop = interrupt::watch().context(interrupt::REFUSED)?;
    let games = rules.visit(Expand { args, set: &set, recipe: &recipe, lineup: &lineup, stop: &stop })?;
    let tables: Vec<_> = recipe.tables.iter().map(|table| table.name()).collect();
    Ok(writeln!(out, "{}: {} of {games} games", args.out.display(), tables.join(", "))?)
}

/// What is written must not be in the data set it is made of.
///
/// # Errors
/// It is (exit code 2), or one of them is no folder.
pub fn refuse_inside(old: &Path, new: &Path) -> Result<()> {
    let set = old.canonicalize().with_context(|| format!("{} cannot be read", old.display()))?;
    let absolute = path::absolute(new).with_context(|| format!("{} is no folder", new.display()))?;
    // What is not there yet has no other names than its own: the first folder above it that is there tells.
    let there = absolute.ancestors().find_map(|folder| folder.canonicalize().ok());
    if !there.is_some_and(|folder| folder.starts_with(&set)) {
        return Ok(());
    }
    let sentence = format!("{} is the data set to be read, or in it: choose another folder", new.display());
    Err(Failure::Usage(sentence).into())
}

/// The work for whatever game it is.
struct Expand<'a> {
    args: &'a ExpandArgs,
    set: &'a Dataset,
    recipe: &'a Recipe,
    lineup: &'a Lineup,
    stop: &'a AtomicBool,
}

impl Visitor for Expand<'_> {
    type Output = Result<u64>;

    fn visit<G: Game>(self, rules: &Arc<G::Rules>) -> Result<u64> {
        let Expand { args, recipe, .. } = self;
        let folder = Folder::start(&args.out, recipe.plan::<G>(), args.resume, Shard::WHOLE)?;
        let todo = folder.todo()?;
        let progress = Progress::new(recipe.count(&todo));
        let parts = || todo.par_iter().try_for_each(|&part| self.part::<G>(rules, &folder, part, &progress));
        let result = threads::pool(args.threads)?.install(parts);
        progress.finish();
        result?;
        folder.complete(|manifest| card::of::<G>(recipe, manifest))?;
        Ok(recipe.games)
    }
}

impl Expand<'_> {
    fn part<G: Game>(
        &self,
        rules: &Arc<G::Rules>,
        folder: &Folder,
        part: u64,
        progress: &Progress,
    ) -> Result<()> {
        if self.stop.load(Ordering::Relaxed) {
            let sentence = format!("interrupted after {} games; go on with --resume", progress.done());
            return Err(Failure::Interrupted(sentence).into());
        }
        let mut recording =
            Recording::<G, _>::new(&self.recipe.about(), &self.recipe.tables, folder.part(part)?);
        self.set.check_file(Table::Replays.name(), part)?;
        replays::play(self.set, self.recipe, rules, self.lineup, part, &mut recording)?;
        recording.finish()?.finish(self.set.sidecar(part)?.extra)?;
        progress.add(self.recipe.count(&[part]));
        Ok(())
    }
}
