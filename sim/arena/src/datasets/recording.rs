//! Records a run: writes its matches, part by part, into the folder of a data set.

pub(crate) mod blocks;
pub(crate) mod evaluator;
pub(crate) mod job;
pub(crate) mod labeller;
pub(crate) mod recorder;
mod space;

use crate::datasets::recipe::{Choice, Recipe, card};
use crate::error::Error;
use crate::lineup::Lineup;
use crate::metrics::GameMeasures;
use crate::observer::Observer;
use crate::reorder::collect;
use crate::settings::Settings;
use crate::stats::Stats;
use blocks::Recording;
use hyakuman_analysis::{Additive, figures};
use hyakuman_core::game::rows::Table;
use hyakuman_record::{AGAIN, Dataset, Folder, RecordError, Shard, Sidecar};
use job::AnyJob;
use labeller::Labelling;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// The key of a sidecar that holds the statistics of its part.
const SUMS: &str = "sums";

/// The same with measures of one's own: they were counted in other parts of their units once.
const SUMS_WITH_OWN: &str = "sums_with_measures";

/// The key of those of leads, of several agents; data sets of earlier versions lack it.
const LEADS: &str = "leads";

/// What to record of a run, and where.
#[derive(Clone, Debug)]
pub struct RecordOptions {
    /// The tables, in the order of [`Table::OF_RUN`], each once.
    pub tables: Vec<Table>,
    /// The folder of the data set.
    pub out: PathBuf,
    /// Continue the data set in that folder, or extend it.
    pub resume: bool,
    /// The parts to play: all, or every N-th.
    pub shard: Shard,
    /// Matches in a part; `None` for the default.
    pub part_size: Option<u64>,
    /// The agent that values every decision, for the table [`Table::Evaluations`], which is among the tables then.
    pub evaluate: Option<String>,
    /// How decisions are labelled, for the table [`Table::Labels`], which is among the tables then.
    pub label: Option<Labelling>,
}

impl RecordOptions {
    /// A new data set in this folder, with every table and all parts.
    pub fn new(out: impl Into<PathBuf>) -> RecordOptions {
        let (tables, shard) = (Table::OF_RUN.to_vec(), Shard::WHOLE);
        RecordOptions {
            tables,
            out: out.into(),
            resume: false,
            shard,
            part_size: None,
            evaluate: None,
            label: None,
        }
    }

    /// What determines the data set.
    fn recipe(&self, settings: &Settings<'_>) -> Result<Recipe, Error> {
        let Settings { ruleset, lineup, roster, seed, games, own_measures, .. } = *settings;
        let choice = Choice { seed, games, part_size: self.part_size, tables: self.tables.clone() };
        let recipe = Recipe::new(ruleset, lineup, &choice)?.with_agents_of(roster, lineup);
        let recipe =
            Recipe { measures: own_measures.map_or(Vec::new(), |own| own.texts().to_vec()), ..recipe };
        recipe.evaluated_by(roster, self.evaluate.as_deref())?.labelled(roster, self.label.as_ref())
    }
}

/// What a sidecar has besides its files: the statistics of its part, so that a resumed run reports the same as one that nothing stopped.
pub(crate) fn extra(stats: &Stats) -> Value {
    let mut extra = json!({ sums_key(stats.has_own_measures()): stats.to_text() });
    if let Some(leads) = stats.leads_to_text() {
        extra[LEADS] = json!(leads);
    }
    extra
}

/// Whether a sidecar has these statistics and nothing else besides its files.
pub(crate) fn is_extra_of(part: &Sidecar, stats: &Stats) -> bool {
    let mut extra = extra(stats);
    if let (None, Some(extra)) = (part.extra.get(LEADS), extra.as_object_mut()) {
        extra.remove(LEADS);
    }
    part.extra == extra
}

/// The statistics of a part; `None` if its sidecar has none of this version.
pub(crate) fn stats_of(part: &Sidecar, lineup: &Lineup, measures: GameMeasures) -> Option<Stats> {
    let key = sums_key(!measures.own_texts().is_empty());
    Stats::from_text(lineup, measures, part.extra[key].as_str()?, part.extra[LEADS].as_str())
}

/// The key of the statistics, with measures of one's own or without.
fn sums_key(own: bool) -> &'static str {
    if own { SUMS_WITH_OWN } else { SUMS }
}

/// The parts of a shard that are left to do; the files of the others are read and compared with their hashes, on the threads of the
/// current rayon pool.
pub(crate) fn todo(folder: &Folder, observer: &dyn Observer) -> Result<Vec<u64>, Error> {
    let left = collect(observer, folder.own_parts(), |part| Ok((!folder.is_done(part)).then_some(part)))?;
    Ok(left.into_iter().flatten().collect())
}

/// Calls `work` for each of these parts, on the threads of the current rayon pool: their matches are played again from a data set, or by the
/// agents of the job. First, whole parts are written in parallel, one thread each. The remainder that would not fill all threads follows
/// one part at a time, shared by all unless agents need long pieces: `work` is called with `true` for them. The results are in the order
/// of the parts.
pub(crate) fn each_part<T: Send>(
    (job, from, observer): (&dyn AnyJob, Option<&Dataset>, &dyn Observer),
    parts: &[u64],
    work: impl Fn(u64, bool) -> Result<T, Error> + Sync,
) -> Result<Vec<T>, Error> {
    let can_share = from.is_some() || job.is_one_by_one();
    let rest = if can_share { parts.len() % rayon::current_num_threads() } else { 0 };
    let (alone, shared) = parts.split_at(parts.len() - rest);
    let mut written = collect(observer, alone, |&part| work(part, false))?;
    for &part in shared {
        observer.go_on()?;
        written.push(work(part, true)?);
    }
    Ok(written)
}

/// A data set that is written, or its shard of it.
pub(crate) struct SetWriter<'a> {
    job: &'a dyn AnyJob,
    recipe: Recipe,
    /// The data set from which the matches are played again; `None`: the agents of the job play.
    from: Option<&'a Dataset>,
    folder: Folder,
    /// The parts still to be played.
    todo: Vec<u64>,
}

impl<'a> SetWriter<'a> {
    /// Starts the data set of a run, or continues it.
    pub(crate) fn start(options: &RecordOptions, job: &'a dyn AnyJob) -> Result<Self, Error> {
        let recipe = options.recipe(job.settings())?;
        job.recorder(&recipe, &recipe.tables)?; // so that nothing is begun in vain
        SetWriter::open(job, recipe, None, &options.out, (options.resume, options.shard))
    }

    /// Starts a data set, or continues it if that is wanted.
    pub(crate) fn open(
        job: &'a dyn AnyJob,
        recipe: Recipe,
        from: Option<&'a Dataset>,
        out: &Path,
        (resume, shard): (bool, Shard),
    ) -> Result<Self, Error> {
        let Settings { ruleset, observer, .. } = *job.settings();
        let folder = Folder::start(out, recipe.plan(&ruleset.facts()), resume, shard)?;
        let todo = todo(&folder, observer)?;
        Ok(SetWriter { job, recipe, from, folder, todo })
    }

    /// The number of matches still to be played.
    pub(crate) fn games(&self) -> u64 {
        self.recipe.count(&self.todo)
    }

    /// Plays and writes the remaining parts, on the threads of the current rayon pool. Returns the number of decisions.
    pub(crate) fn write(&self) -> Result<i64, Error> {
        let Settings { ruleset, observer, .. } = *self.job.settings();
        let by = (self.job, self.from, observer);
        let decisions = each_part(by, &self.todo, |part, shared| self.part(part, shared))?;
        let game = ruleset.facts();
        self.folder.complete(|manifest| card::of(&game, &self.recipe, manifest))?;
        Ok(decisions.iter().sum())
    }

    /// Plays and writes a part; `shared`: on all threads. Returns the number of decisions.
    fn part(&self, part: u64, shared: bool) -> Result<i64, Error> {
        let SetWriter { job, recipe, from, .. } = self;
        let mut out = self.folder.part(part)?;
        let stats = Recording::new(*job, recipe, &recipe.tables, &mut out).part(part, *from, shared)?;
        out.finish(extra(&stats))?;
        if from.is_some() {
            // Agents report each match.
            job.settings().observer.done(recipe.count(&[part]));
        }
        Ok(stats.decisions())
    }

    /// The progress of the data set, in one line.
    pub(crate) fn state(&self) -> Result<String, RecordError> {
        let parts = self.folder.finished()?;
        let files = parts.iter().flat_map(|part| part.tables.values());
        let bytes = files.fold(0u64, |sum, file| sum.saturating_add(file.bytes));
        let (dir, done, of) = (self.folder.path().display(), parts.len() as u64, self.folder.plan().parts());
        let rest = if done == of { "complete" } else { "the other shards are not done" };
        let (parts, size) = (if of == 1 { "part" } else { "parts" }, figures::bytes(bytes));
        Ok(format!("{dir}: {done} of {of} {parts}, {size}, {rest}"))
    }

    /// The statistics of all parts of the shard, including those of earlier runs, so that an interrupted and continued run reports the same
    /// as one without interruption.
    pub(crate) fn stats(&self) -> Result<Stats, Error> {
        let settings = self.job.settings();
        let (parts, mut sum) = (self.folder.finished()?, settings.stats());
        for part in parts.iter().filter(|part| self.folder.shard().has(part.part)) {
            let stats = stats_of(part, settings.lineup, settings.measures()).ok_or_else(|| {
                let path = self.folder.sidecar(part.part);
                Error::Failed(format!("{} has no statistics: remove it, then {AGAIN}", path.display()))
            })?;
            sum.merge(&stats);
        }
        Ok(sum)
    }
}
