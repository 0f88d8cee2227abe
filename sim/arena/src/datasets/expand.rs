//! Makes further tables of a data set from its replays.

use crate::datasets::data_sets;
use crate::datasets::recipe::{self, Recipe, replays};
use crate::datasets::recording::SetWriter;
use crate::datasets::sets::SetList;
use crate::error::{Error, Within};
use crate::observer::{Observer, OneOf};
use crate::threads;
use hyakuman_agents::Roster;
use hyakuman_core::game::rows::Table;
use hyakuman_record::Shard;
use std::path::{self, Path};

/// The tables to make, and the folders.
#[derive(Clone, Debug)]
pub struct Expansion<'a> {
    /// Folder of a data set with the table `replays`, or of several.
    pub dir: &'a Path,
    /// The tables to make, in the order of [`Table::OF_RUN`], each once.
    pub tables: &'a [Table],
    /// Folder of the new data set; of several, which are in folders of the same names.
    pub out: &'a Path,
    /// Continue the data set in that folder.
    pub resume: bool,
    /// The agent that values every decision, for the table [`Table::Evaluations`].
    pub evaluate: Option<&'a str>,
    /// Number of threads; `None` for one per processor.
    pub threads: Option<u64>,
}

/// Plays the matches of a data set again and writes further tables: the same bytes as a run that had recorded these tables.
/// Returns the number of matches.
///
/// # Errors
/// There is no data set, or it has no replays or is of a newer version; it cannot be read, or the new one cannot be
/// written; or the observer stopped the work.
pub fn expand(expansion: &Expansion<'_>, roster: &Roster, observer: &dyn Observer) -> Result<u64, Error> {
    let sets = data_sets(expansion.dir)?;
    if let [alone] = &sets[..] {
        return one(&Expansion { dir: &alone.dir, ..*expansion }, roster, observer);
    }
    refuse_inside(expansion.dir, expansion.out)?;
    SetList::again(expansion.dir, &sets, expansion.out)?.map_or(Ok(()), |list| list.write())?;
    let mut games = 0;
    for (at, set) in sets.iter().enumerate() {
        let observer = OneOf::new(observer, games, [at + 1, sets.len()]);
        let out = &expansion.out.join(set.dir.file_name().unwrap_or_default());
        games += one(&Expansion { dir: &set.dir, out, ..*expansion }, roster, &observer)?;
    }
    Ok(games)
}

/// The same of one data set.
fn one(expansion: &Expansion<'_>, roster: &Roster, observer: &dyn Observer) -> Result<u64, Error> {
    let set = recipe::open(expansion.dir)?;
    replays::check(&set)?;
    refuse_inside(expansion.dir, expansion.out)?;
    let (recipe, rules, lineup) = Recipe::read(&set)?;
    let tables = tables(expansion, &recipe)?;
    let recipe = Recipe { tables, ..recipe.renewed(&rules) }.evaluated_by(roster, expansion.evaluate)?;
    let recipe = recipe.labelled(roster, None)?;
    let (games, pool) = (recipe.games, threads::pool(expansion.threads)?);
    let job = recipe.settings(&rules, &lineup, roster, observer)?.replaying()?;
    let into = (expansion.resume, Shard::WHOLE);
    let kept = threads::within(&pool, || SetWriter::open(&*job, recipe, Some(&set), expansion.out, into))?;
    observer.start(kept.games());
    threads::within(&pool, || kept.write())?;
    Ok(games)
}

/// The tables to make. All of them are those that the data set can have.
fn tables(expansion: &Expansion<'_>, recipe: &Recipe) -> Result<Vec<Table>, Error> {
    let known = Table::of(recipe.origin());
    let tables: Vec<Table> = expansion.tables.iter().copied().filter(|table| known.contains(table)).collect();
    if tables.len() < expansion.tables.len() && expansion.tables != Table::OF_LOGS {
        let dir = expansion.dir.display();
        return Err(Error::Usage(format!("{dir} is not made of logs: it cannot have a table sources")));
    }
    Ok(tables)
}

/// Checks that the output folder is not inside the data set that is read.
///
/// # Errors
/// It is, or one of the folders cannot be read.
pub fn refuse_inside(old: &Path, new: &Path) -> Result<(), Error> {
    let set = old.canonicalize().within(|| format!("{} cannot be read", old.display()))?;
    let absolute = path::absolute(new).within(|| format!("{} is not a folder", new.display()))?;
    // A folder that does not exist yet cannot have a second path, so its first existing ancestor decides.
    let existing = absolute.ancestors().find_map(|folder| folder.canonicalize().ok());
    if !existing.is_some_and(|folder| folder.starts_with(&set)) {
        return Ok(());
    }
    let sentence =
        format!("{} is the data set that is read, or inside it: choose another folder", new.display());
    Err(Error::Usage(sentence))
}
