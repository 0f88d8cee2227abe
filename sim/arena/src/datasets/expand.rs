//! Makes further tables of a data set from its replays.

use crate::datasets::data_sets;
use crate::datasets::recipe::{self, Recipe, card, replays};
use crate::datasets::recording::{Recording, extra, todo};
use crate::datasets::sets::SetList;
use crate::error::{Error, Within};
use crate::lineup::Lineup;
use crate::observer::{Observer, OneOf};
use crate::threads;
use hyakuman_agents::Roster;
use hyakuman_game::rows::Table;
use hyakuman_game::{Game, GameFacts};
use hyakuman_record::{Dataset, Folder, Shard};
use hyakuman_registry::{Listed, Visitor};
use std::path::{self, Path};
use std::sync::Arc;

/// The tables to make, and the folders.
#[derive(Clone, Debug)]
pub struct Expansion<'a> {
    /// Folder of a data set with the table `replays`, or of several.
    pub dir: &'a Path,
    /// The tables to make, in the order of [`Table::ALL`], each once.
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
    let dir = || expansion.dir.display();
    let recipe = Recipe::of(&set.manifest().run).within(dir)?;
    let rules = recipe.load_rules().within(dir)?;
    let tables = tables(expansion, &recipe)?;
    let recipe = Recipe { tables, ..recipe.renewed(&rules) }.evaluated_by(roster, expansion.evaluate)?;
    let recipe = recipe.labelled(roster, None)?;
    let lineup = recipe.load_lineup(&rules).within(dir)?;
    rules.visit(Expand { expansion, set: &set, recipe: &recipe, lineup, roster, observer })
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

/// An expansion; [`Visitor`] finds the game of its rules.
struct Expand<'a> {
    expansion: &'a Expansion<'a>,
    set: &'a Dataset,
    recipe: &'a Recipe,
    lineup: Lineup,
    roster: &'a Roster,
    observer: &'a dyn Observer,
}

impl Visitor for Expand<'_> {
    type Output = Result<u64, Error>;

    fn visit<G: Listed>(self, rules: &Arc<G::Rules>) -> Result<u64, Error> {
        let Expand { expansion, set, recipe, lineup, roster, observer } = self;
        let making = Making::<G> { set, recipe, rules, lineup: &lineup, roster, observer };
        let folder =
            Folder::start(expansion.out, recipe.plan(&GameFacts::of::<G>()), expansion.resume, Shard::WHOLE)?;
        let pool = threads::pool(expansion.threads)?;
        let todo = threads::within(&pool, || todo(&folder, observer))?;
        observer.start(recipe.count(&todo));
        let parts = || threads::each_part(&todo, true, |part, shared| making.part(&folder, part, shared));
        threads::within(&pool, parts)?;
        folder.complete(|manifest| card::of(&GameFacts::of::<G>(), recipe, manifest))?;
        Ok(recipe.games)
    }
}

/// Makes the parts of a game.
struct Making<'a, G: Game> {
    set: &'a Dataset,
    recipe: &'a Recipe,
    rules: &'a Arc<G::Rules>,
    lineup: &'a Lineup,
    roster: &'a Roster,
    observer: &'a dyn Observer,
}

impl<G: Game> Making<'_, G> {
    /// Makes a part: its tables, and its statistics.
    fn part(&self, folder: &Folder, part: u64, shared: bool) -> Result<(), Error> {
        if self.observer.stopped() {
            return Err(Error::Interrupted);
        }
        let Making { set, recipe, rules, lineup, roster, .. } = *self;
        let mut out = folder.part(part)?;
        let mut recording =
            Recording::<G>::new(recipe, &recipe.tables, &mut out, recipe.opinions(roster, rules)?)?;
        let replays = replays::Part { set, recipe, rules, lineup, part };
        let stats = match shared {
            true => replays.play_shared(&mut recording)?,
            false => replays.play(&mut recording)?,
        };
        recording.finish()?;
        out.finish(extra(&stats))?;
        self.observer.done(recipe.count(&[part]));
        Ok(())
    }
}
