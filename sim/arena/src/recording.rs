//! Records a run: writes its matches, part by part, into the folder of a data set.

mod space;
pub(crate) mod waves;

use crate::dataset::{Choice, Recipe, card};
use crate::error::Error;
use crate::lineup::Lineup;
use crate::play::{Job, MatchRecorder, Work};
use crate::stats::Stats;
use crate::threads;
use hyakuman_core::column::Rows;
use hyakuman_games::Game;
use hyakuman_games::registry::AnyRules;
use hyakuman_games::rows::{About, BATCH, MatchId, Table, TableRecorder};
use hyakuman_record::{Folder, PartWriter, RecordError, Shard, Sidecar};
use rayon::prelude::*;
use std::path::PathBuf;
use std::sync::Arc;

/// The key of a sidecar that holds the statistics of its part.
const SUMS: &str = "sums";

/// A part that is being written.
pub struct Recording<'a, G: Game, W> {
    about: Arc<About>,
    recorder: TableRecorder<G>,
    tables: &'a [Table],
    out: W,
    /// Recorders of matches recorded apart, with the memory of their rows, to be used again.
    spare: Vec<TableRecorder<G>>,
}

/// The destination of the rows of a part.
pub trait Out {
    /// Writes rows of a table; `table` is its index among the recorded tables.
    ///
    /// # Errors
    /// They cannot be written.
    fn write(&mut self, table: usize, rows: &Rows) -> Result<(), RecordError>;
}

impl Out for PartWriter<'_> {
    fn write(&mut self, table: usize, rows: &Rows) -> Result<(), RecordError> {
        PartWriter::write(self, table, rows)
    }
}

impl<'a, G: Game, W: Out> Recording<'a, G, W> {
    /// Starts a part that goes to `out`.
    pub fn new(about: &Arc<About>, tables: &'a [Table], out: W) -> Self {
        let recorder = TableRecorder::new(about, tables);
        Recording { about: Arc::clone(about), recorder, tables, out, spare: Vec::new() }
    }

    /// Writes out the tables that have at least this number of rows.
    fn flush(&mut self, at_least: usize) -> Result<(), RecordError> {
        for (index, &table) in self.tables.iter().enumerate() {
            let rows = self.recorder.rows(table).expect("a table that is kept");
            if rows.len() >= at_least {
                self.out.write(index, rows)?;
                rows.clear();
            }
        }
        Ok(())
    }

    /// Adds the rows of a match that was recorded apart.
    fn take(&mut self, mut other: TableRecorder<G>) -> Result<(), RecordError> {
        for &table in self.tables {
            let rows = other.rows(table).expect("a table that is kept");
            self.recorder.rows(table).expect("a table that is kept").append(rows);
            rows.clear();
        }
        self.spare.push(other);
        self.flush(BATCH)
    }

    /// Writes the remaining rows and returns the destination.
    ///
    /// # Errors
    /// They cannot be written.
    pub fn finish(mut self) -> Result<W, RecordError> {
        self.flush(1)?;
        Ok(self.out)
    }
}

impl<G: Game, W: Out> MatchRecorder<G> for Recording<'_, G, W> {
    const KEEPS: bool = true;
    const WHOLE: bool = true;
    type Sink<'b>
        = &'b mut TableRecorder<G>
    where
        Self: 'b;

    fn begin(&mut self, id: MatchId) -> &mut TableRecorder<G> {
        self.recorder.begin(id);
        &mut self.recorder
    }

    fn ended(&mut self) -> Result<(), Error> {
        Ok(self.flush(BATCH)?)
    }
}

/// What to record of a run, and where.
#[derive(Clone, Debug)]
pub struct RecordOptions {
    /// The tables, in the order of [`Table::ALL`], each once.
    pub tables: Vec<Table>,
    /// The folder of the data set.
    pub out: PathBuf,
    /// Continue the data set in that folder, or extend it.
    pub resume: bool,
    /// The parts to play: all, or every N-th.
    pub shard: Shard,
    /// Matches in a part; `None` for the default.
    pub part_size: Option<u64>,
}

impl RecordOptions {
    /// A new data set in this folder, with every table and all parts.
    pub fn new(out: impl Into<PathBuf>) -> RecordOptions {
        let (tables, shard) = (Table::ALL.to_vec(), Shard::WHOLE);
        RecordOptions { tables, out: out.into(), resume: false, shard, part_size: None }
    }
}

/// The statistics of a part; `None` if its sidecar has none of this version.
pub(crate) fn stats_of(part: &Sidecar, lineup: &Lineup) -> Option<Stats> {
    Stats::from_text(lineup, part.extra[SUMS].as_str()?)
}

/// The data set that a run writes, or its shard of it.
pub(crate) struct Kept {
    recipe: Recipe,
    folder: Folder,
    /// The parts still to be played.
    todo: Vec<u64>,
}

impl Kept {
    /// Starts a data set, or continues it.
    ///
    /// # Errors
    /// The folder holds something else, or cannot be used.
    pub(crate) fn start<G: Game>(
        options: &RecordOptions,
        rules: &AnyRules,
        work: &Work<'_, G>,
    ) -> Result<Kept, Error> {
        let Work { lineup, seed, games, .. } = *work;
        let RecordOptions { ref tables, ref out, resume, shard, part_size } = *options;
        let choice = Choice { seed, games, part_size, tables: tables.clone() };
        let recipe = Recipe::new(rules, lineup, &choice)?.with_agents_of(work.roster, lineup);
        let folder = Folder::start(out, recipe.plan::<G>(), resume, shard)?;
        let todo = folder.todo()?;
        Ok(Kept { recipe, folder, todo })
    }

    /// The number of matches still to be played.
    pub(crate) fn games(&self) -> u64 {
        self.recipe.count(&self.todo)
    }

    /// Plays and writes the remaining parts, on the threads of the current rayon pool. Returns the statistics of all parts of
    /// the shard, including those of earlier runs, so that an interrupted and continued run reports the same as one without
    /// interruption; and the number of decisions made in this run.
    pub(crate) fn play<G: Game>(&self, job: &Job<'_, G>) -> Result<(Stats, i64), Error> {
        let about = self.recipe.about();
        let spare = job.is_one_by_one() && threads::are_spare(self.todo.len());
        let parts = self.todo.par_iter().map(|&part| {
            if job.work().observer.stopped() {
                return Err(Error::Interrupted);
            }
            let (matches, mut out) = (self.recipe.matches(part), self.folder.part(part)?);
            if spare {
                out.share();
            }
            let mut recording = Recording::new(&about, &self.recipe.tables, out);
            let stats = match spare {
                true => waves::play(job, matches, &mut recording)?,
                false => job.piece(matches, &mut recording)?,
            };
            recording.finish()?.finish(serde_json::json!({ SUMS: stats.to_text() }))?;
            Ok(stats.decisions())
        });
        let decisions = parts.try_reduce(|| 0, |sum, part| Ok(sum + part))?;
        self.folder.complete(|manifest| card::of::<G>(&self.recipe, manifest))?;
        Ok((self.sum(job.work().lineup)?, decisions))
    }

    /// The progress of the data set, in one line.
    ///
    /// # Errors
    /// Its folder cannot be read.
    pub(crate) fn state(&self) -> Result<String, RecordError> {
        let parts = self.folder.finished()?;
        let files = parts.iter().flat_map(|part| part.tables.values());
        let bytes = files.fold(0u64, |sum, file| sum.saturating_add(file.bytes));
        let (dir, done, of) = (self.folder.path().display(), parts.len() as u64, self.folder.plan().parts());
        let rest = if done == of { "complete" } else { "the other shards are not done" };
        Ok(format!("{dir}: {done} of {of} parts, {:.1} MB, {rest}", bytes as f64 / 1e6))
    }

    /// The statistics of the shard's parts.
    fn sum(&self, lineup: &Lineup) -> Result<Stats, Error> {
        let parts = self.folder.finished()?;
        let own = parts.iter().filter(|part| self.folder.shard().has(part.part));
        own.into_iter().try_fold(Stats::new(lineup), |sum, part| {
            let stats = stats_of(part, lineup).ok_or_else(|| {
                Error::Failed(format!(
                    "the sidecar of part {} has no statistics: remove it, then continue with --resume",
                    part.part
                ))
            })?;
            Ok(sum.merge(&stats))
        })
    }
}
