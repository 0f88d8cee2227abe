//! Records a run: writes its matches, part by part, into the folder of a data set.

pub(crate) mod blocks;
pub(crate) mod evaluator;
pub(crate) mod labeller;
pub(crate) mod recorder;
mod space;

use crate::datasets::recipe::{Choice, Recipe, card};
use crate::error::Error;
use crate::lineup::Lineup;
use crate::metrics::GameMeasures;
use crate::observer::Observer;
use crate::play::{Job, MatchRecorder, Work};
use crate::stats::Stats;
use crate::threads;
use blocks::{Block, EncodedBlock};
use hyakuman_agents::Roster;
use hyakuman_analysis::{Additive, figures};
use hyakuman_core::column::Rows;
use hyakuman_game::rows::{About, BATCH, Logged, MatchId, Table, TableRecorder};
use hyakuman_game::sink::Sink;
use hyakuman_game::{Game, GameFacts};
use hyakuman_record::{AGAIN, EncodedRowGroup, Folder, PartWriter, RecordError, RowGroup, Shard, Sidecar};
use hyakuman_registry::AnyRules;
use labeller::Labelling;
use recorder::{Opinions, Recorder};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::sync::Arc;

/// The key of a sidecar that holds the statistics of its part.
const SUMS: &str = "sums";

/// The same with measures of one's own: they were counted in other parts of their units once.
const SUMS_WITH_OWN: &str = "sums_with_measures";

/// Matches in a block, rounded up to whole walls. Part of the record format, because it determines the row groups of a file.
const BLOCK: u64 = 100;

/// A part that is being written.
pub struct Recording<'a, G: Game> {
    about: Arc<About>,
    tables: &'a [Table],
    /// Matches in a block.
    block_size: u64,
    open: Block<'a, G>,
    /// Matches in the open block.
    in_open: u64,
    /// For each table that has no row group in a block: its rows that are still to be written.
    left: Vec<Rows>,
    /// Recorders of written blocks, with the memory of their rows, to be used again.
    spare: Vec<Recorder<G>>,
    opinions: Opinions<'a, G>,
    out: &'a mut dyn PartDestination,
}

/// The destination of the rows of a part. Tables are given by their index among the recorded tables.
pub trait PartDestination: Send {
    /// An empty row group of a table.
    fn row_group(&self, table: usize) -> RowGroup;

    /// Appends a row group to a table.
    ///
    /// # Errors
    /// It cannot be written.
    fn append(&mut self, table: usize, group: EncodedRowGroup) -> Result<(), RecordError>;

    /// Writes rows of a table.
    ///
    /// # Errors
    /// They cannot be written.
    fn write(&mut self, table: usize, rows: &Rows) -> Result<(), RecordError>;
}

impl PartDestination for PartWriter<'_> {
    fn row_group(&self, table: usize) -> RowGroup {
        PartWriter::row_group(self, table)
    }

    fn append(&mut self, table: usize, group: EncodedRowGroup) -> Result<(), RecordError> {
        PartWriter::append(self, table, group)
    }

    fn write(&mut self, table: usize, rows: &Rows) -> Result<(), RecordError> {
        PartWriter::write(self, table, rows)
    }
}

impl<'a, G: Game> Recording<'a, G> {
    /// Starts a part of which these tables go to `out`, with the agents that value and label decisions.
    ///
    /// # Errors
    /// The agent cannot be made.
    pub(crate) fn new(
        recipe: &Recipe,
        tables: &'a [Table],
        out: &'a mut dyn PartDestination,
        opinions: Opinions<'a, G>,
    ) -> Result<Self, Error> {
        let about = recipe.about();
        let open = block(Recorder::new(TableRecorder::new(&about, tables), &opinions)?, tables, out);
        let left = tables
            .iter()
            .map(|table| Rows::new(recipe.columns_of(&GameFacts::of::<G>(), *table).len()))
            .collect();
        let block_size = BLOCK.next_multiple_of(recipe.rotations);
        Ok(Recording { about, tables, block_size, open, in_open: 0, left, spare: Vec::new(), opinions, out })
    }

    /// Matches in a block.
    pub(crate) fn block_size(&self) -> u64 {
        self.block_size
    }

    /// An empty block.
    fn block(&mut self) -> Result<Block<'a, G>, Error> {
        let recorder = match self.spare.pop() {
            Some(spare) => spare,
            None => Recorder::new(TableRecorder::new(&self.about, self.tables), &self.opinions)?,
        };
        Ok(block(recorder, self.tables, self.out))
    }

    /// Writes a block behind all rows so far.
    fn append(&mut self, block: EncodedBlock<G>) -> Result<(), RecordError> {
        let EncodedBlock { mut recorder, groups } = block;
        for (index, (&table, group)) in self.tables.iter().zip(groups).enumerate() {
            if let Some(group) = group {
                self.out.append(index, group)?;
                continue;
            }
            let left = &mut self.left[index];
            left.append(recorder.rows(table).expect("a table that is kept"));
            if left.len() >= BATCH {
                self.out.write(index, left)?;
                left.clear();
            }
        }
        recorder.clear();
        self.spare.push(recorder);
        Ok(())
    }

    fn end_block(&mut self) -> Result<(), Error> {
        let next = self.block()?;
        self.in_open = 0;
        let ended = std::mem::replace(&mut self.open, next);
        Ok(self.append(ended.encode()?)?)
    }

    /// Writes the remaining rows.
    ///
    /// # Errors
    /// They cannot be written.
    pub fn finish(mut self) -> Result<(), Error> {
        if self.in_open > 0 {
            self.end_block()?;
        }
        for (index, left) in self.left.iter().enumerate() {
            self.out.write(index, left)?;
        }
        Ok(())
    }
}

/// An empty block: a table with a row per decision has a row group in it, the others are too small.
fn block<'a, G: Game>(recorder: Recorder<G>, tables: &'a [Table], out: &dyn PartDestination) -> Block<'a, G> {
    let group = |(index, table): (usize, &Table)| table.has_row_per_decision().then(|| out.row_group(index));
    Block { tables, recorder, groups: tables.iter().enumerate().map(group).collect() }
}

impl<G: Game> MatchRecorder<G> for Recording<'_, G> {
    fn runs_to_end(&self) -> bool {
        true
    }

    fn begin(&mut self, id: MatchId) -> &mut dyn Sink<G> {
        self.open.begin(id)
    }

    fn begin_logged(&mut self, id: MatchId, logged: &Arc<Logged>) -> &mut dyn Sink<G> {
        self.open.begin_logged(id, logged)
    }

    fn ended(&mut self) -> Result<(), Error> {
        self.open.ended()?;
        self.in_open += 1;
        if self.in_open == self.block_size { self.end_block() } else { Ok(()) }
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
    /// The agent that values every decision, for the table [`Table::Evaluations`], which is among the tables then.
    pub evaluate: Option<String>,
    /// How decisions are labelled, for the table [`Table::Labels`], which is among the tables then.
    pub label: Option<Labelling>,
}

impl RecordOptions {
    /// A new data set in this folder, with every table and all parts.
    pub fn new(out: impl Into<PathBuf>) -> RecordOptions {
        let (tables, shard) = (Table::ALL.to_vec(), Shard::WHOLE);
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

    /// What determines the data set, but for measures of one's own: a run of these agents from a seed.
    fn recipe(
        &self,
        rules: &AnyRules,
        lineup: &Lineup,
        roster: &Roster,
        (seed, games): (u64, u64),
    ) -> Result<Recipe, Error> {
        let choice = Choice { seed, games, part_size: self.part_size, tables: self.tables.clone() };
        let recipe = Recipe::new(rules, lineup, &choice)?.with_agents_of(roster, lineup);
        recipe.evaluated_by(roster, self.evaluate.as_deref())?.labelled(roster, self.label.as_ref())
    }
}

/// What a sidecar has besides its files: the statistics of its part.
pub(crate) fn extra(stats: &Stats) -> Value {
    json!({ sums_key(stats.has_own()): stats.to_text() })
}

/// Whether a sidecar has these statistics and nothing else besides its files.
pub(crate) fn is_extra_of(part: &Sidecar, stats: &Stats) -> bool {
    let text = part.extra[sums_key(stats.has_own())].as_str();
    text.is_some_and(|text| text == stats.to_text())
        && part.extra.as_object().is_some_and(|extra| extra.len() == 1)
}

/// The statistics of a part; `None` if its sidecar has none of this version.
pub(crate) fn stats_of(part: &Sidecar, lineup: &Lineup, measures: GameMeasures) -> Option<Stats> {
    let key = sums_key(!measures.own_texts().is_empty());
    Stats::from_text(lineup, measures, part.extra[key].as_str()?)
}

/// The key of the statistics, with measures of one's own or without.
fn sums_key(own: bool) -> &'static str {
    if own { SUMS_WITH_OWN } else { SUMS }
}

/// The data set that a run writes, or its shard of it.
pub(crate) struct Kept {
    recipe: Recipe,
    folder: Folder,
    /// The parts still to be played.
    todo: Vec<u64>,
}

/// The parts of a shard that are left to do; the files of the others are read and compared with their hashes, on the threads of the
/// current rayon pool.
///
/// # Errors
/// The observer stops the work.
pub(crate) fn todo(folder: &Folder, observer: &dyn Observer) -> Result<Vec<u64>, Error> {
    let parts: Vec<u64> = folder.own_parts().collect();
    let is_left = |part: usize| match observer.stopped() {
        true => Err(Error::Interrupted),
        false => Ok(!folder.is_done(parts[part])),
    };
    let left = threads::collect(parts.len(), is_left)?;
    Ok(parts.into_iter().zip(left).filter_map(|(part, is_left)| is_left.then_some(part)).collect())
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
        let recipe = options.recipe(rules, work.lineup, work.roster, (work.seed, work.games))?;
        let recipe = Recipe { measures: work.own.map_or(Vec::new(), |own| own.texts().to_vec()), ..recipe };
        recipe.opinions::<G>(work.roster, &work.rules)?.check()?;
        let plan = recipe.plan(&GameFacts::of::<G>());
        let folder = Folder::start(&options.out, plan, options.resume, options.shard)?;
        let todo = todo(&folder, work.observer)?;
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
        let part = |part, shared| self.part(job, part, shared);
        let decisions = threads::each_part(&self.todo, job.is_one_by_one(), part)?.iter().sum();
        self.folder.complete(|manifest| card::of(&GameFacts::of::<G>(), &self.recipe, manifest))?;
        Ok((self.sum(job.work().lineup, job.work().measures())?, decisions))
    }

    /// Plays and writes a part; `shared`: on all threads. Returns the number of decisions.
    fn part<G: Game>(&self, job: &Job<'_, G>, part: u64, shared: bool) -> Result<i64, Error> {
        if job.work().observer.stopped() {
            return Err(Error::Interrupted);
        }
        let (matches, mut out) = (self.recipe.matches(part), self.folder.part(part)?);
        let Work { roster, rules, .. } = job.work();
        let opinions = self.recipe.opinions(roster, rules)?;
        let mut recording = Recording::new(&self.recipe, &self.recipe.tables, &mut out, opinions)?;
        let stats = match shared {
            true => blocks::play(job, matches, &mut recording)?,
            false => job.piece(matches, Some(&mut recording))?,
        };
        recording.finish()?;
        out.finish(extra(&stats))?;
        Ok(stats.decisions())
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
        let (parts, size) = (if of == 1 { "part" } else { "parts" }, figures::bytes(bytes));
        Ok(format!("{dir}: {done} of {of} {parts}, {size}, {rest}"))
    }

    /// The statistics of the shard's parts.
    fn sum(&self, lineup: &Lineup, measures: GameMeasures) -> Result<Stats, Error> {
        let parts = self.folder.finished()?;
        let own = parts.iter().filter(|part| self.folder.shard().has(part.part));
        let mut sum = Stats::new(lineup, measures);
        for part in own {
            let stats = stats_of(part, lineup, measures).ok_or_else(|| {
                let path = self.folder.sidecar(part.part);
                Error::Failed(format!("{} has no statistics: remove it, then {AGAIN}", path.display()))
            })?;
            sum.merge(&stats);
        }
        Ok(sum)
    }
}
