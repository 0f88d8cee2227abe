//! A part of a data set, written block by block: some matches after one another, whose decisions are a row group of their own.
//!
//! A block is recorded apart from the others, so all threads can work on one part: each plays a block and encodes its rows, which
//! never leave the caches of its core; the encoded row groups are appended to the files in order.
//! A block is a number of matches and not of rows: a thread knows its matches before anything is played. Threads that shared the columns of a row
//! group took a fifth to a third more processor time, because rows moved between the caches of cores.

use super::recorder::{AfterEach, Recorder, Tables};
use crate::datasets::recipe::{Recipe, replays};
use crate::datasets::recording::job::AnyJob;
use crate::error::Error;
use crate::observer::{Observer, Quiet};
use crate::reorder::{in_order, pieces};
use crate::stats::Stats;
use crate::threads::Idle;
use hyakuman_analysis::Additive;
use hyakuman_core::column::Rows;
use hyakuman_core::game::rows::{BATCH, Table};
use hyakuman_record::{Dataset, EncodedRowGroup, Layout, PartWriter, RecordError, RowGroup};
use std::ops::Range;
use std::sync::Arc;
use std::{io, mem};

/// Matches in a block, rounded up to whole walls. Part of the record format, because it determines the row groups of a file.
const BLOCK: u64 = 100;

/// The destination of the rows of a part. Tables are given by their index among the recorded tables.
pub(crate) trait PartDestination: Send {
    /// What the row groups of a table have in common.
    fn layout(&self, table: usize) -> &Arc<Layout>;

    fn append(&mut self, table: usize, group: EncodedRowGroup) -> Result<(), RecordError>;

    fn write(&mut self, table: usize, rows: &Rows) -> Result<(), RecordError>;
}

impl PartDestination for PartWriter<'_> {
    fn layout(&self, table: usize) -> &Arc<Layout> {
        PartWriter::layout(self, table)
    }

    fn append(&mut self, table: usize, group: EncodedRowGroup) -> Result<(), RecordError> {
        PartWriter::append(self, table, group)
    }

    fn write(&mut self, table: usize, rows: &Rows) -> Result<(), RecordError> {
        PartWriter::write(self, table, rows)
    }
}

/// A part that is being written.
pub(crate) struct Recording<'a> {
    job: &'a dyn AnyJob,
    recipe: &'a Recipe,
    tables: &'a [Table],
    layouts: Layouts,
    files: Files<'a>,
}

/// For each table the layout of its row group in a block, if it has a row per decision; the other tables are too small.
type Layouts = Vec<Option<Arc<Layout>>>;

/// The tables that are written.
struct Files<'a> {
    /// For each table that has no row group in a block: its rows that are still to be written.
    left: Vec<Rows>,
    out: &'a mut dyn PartDestination,
}

impl<'a> Recording<'a> {
    /// Starts a part of which these tables go to `out`.
    pub(crate) fn new(
        job: &'a dyn AnyJob,
        recipe: &'a Recipe,
        tables: &'a [Table],
        out: &'a mut dyn PartDestination,
    ) -> Self {
        let layout = |(index, table): (usize, &Table)| {
            table.has_row_per_decision().then(|| Arc::clone(out.layout(index)))
        };
        let layouts = tables.iter().enumerate().map(layout).collect();
        let game = job.settings().ruleset.facts();
        let left = tables.iter().map(|&table| Rows::new(recipe.columns_of(&game, table).len())).collect();
        Recording { job, recipe, tables, layouts, files: Files { left, out } }
    }

    /// Writes a part: the agents of the job play it, or it is played again from a data set. `shared`: on all threads of the current rayon
    /// pool. Returns the statistics.
    pub(crate) fn part(mut self, part: u64, from: Option<&Dataset>, shared: bool) -> Result<Stats, Error> {
        let (settings, recipe) = (self.job.settings(), self.recipe);
        let stats = match (from, shared) {
            (Some(set), _) => replays::Part { set, recipe, settings, part }.record(&mut self, shared)?,
            (None, true) => {
                let blocks = self.blocks(recipe.matches(part)).map(Ok);
                self.shared(&Quiet, blocks, |matches, recorder, after_each| {
                    recorder.play(matches, after_each)
                })?
            }
            (None, false) => {
                self.alone(|recorder, after_each| recorder.play(recipe.matches(part), after_each))?
            }
        };
        self.finish()?;
        Ok(stats)
    }

    /// Matches in a block.
    pub(crate) fn block_size(&self) -> u64 {
        BLOCK.next_multiple_of(self.recipe.rotations)
    }

    pub(crate) fn blocks(&self, matches: Range<u64>) -> impl Iterator<Item = Range<u64>> + Send + use<> {
        pieces(matches, self.block_size())
    }

    /// Calls `play` for all matches of the part, on this thread, and writes them.
    pub(crate) fn alone(
        &mut self,
        play: impl FnOnce(&mut dyn Recorder, AfterEach<'_>) -> Result<Stats, Error>,
    ) -> Result<Stats, Error> {
        let (size, Recording { job, recipe, tables, layouts, files }) = (self.block_size(), self);
        let mut recorder = job.recorder(recipe, tables)?;
        let (mut block, mut matches) = (Block::new(tables, layouts), 0);
        let stats = play(&mut *recorder, &mut |rows| {
            block.flush(rows, BATCH)?;
            matches += 1;
            if matches % size == 0 {
                files.append(mem::replace(&mut block, Block::new(tables, layouts)).encode(rows)?)?;
            }
            Ok(())
        })?;
        files.append(block.encode(recorder.tables()?)?)?;
        Ok(stats)
    }

    /// Calls `play` for the matches of each block, on all threads of the current rayon pool, and writes the blocks in order.
    pub(crate) fn shared<P: Send>(
        &mut self,
        observer: &dyn Observer,
        blocks: impl Iterator<Item = Result<P, Error>> + Send,
        play: impl Fn(P, &mut dyn Recorder, AfterEach<'_>) -> Result<Stats, Error> + Sync,
    ) -> Result<Stats, Error> {
        let Recording { job, recipe, tables, layouts, files } = self;
        let (idle, mut sum) = (Idle::new(Vec::new()), job.settings().stats());
        let record = |matches: Result<P, Error>| {
            let (matches, mut recorder) = (matches?, idle.take(|| job.recorder(recipe, tables))?);
            let mut block = Block::new(tables, layouts);
            let stats = play(matches, &mut *recorder, &mut |rows| Ok(block.flush(rows, BATCH)?))?;
            let encoded = block.encode(recorder.tables()?)?;
            idle.give_back(recorder);
            Ok((encoded, stats))
        };
        let write = |(block, stats): (_, Stats)| {
            files.append(block)?;
            sum.merge(&stats);
            Ok(())
        };
        in_order(observer, blocks, record, write)?;
        Ok(sum)
    }

    /// Writes the remaining rows.
    pub(crate) fn finish(self) -> Result<(), RecordError> {
        let Files { left, out } = self.files;
        left.iter().enumerate().try_for_each(|(index, left)| out.write(index, left))
    }
}

/// A block that is being recorded.
struct Block<'a> {
    tables: &'a [Table],
    /// For each table its row group, if its rows are one.
    groups: Vec<Option<RowGroup>>,
}

/// What a block adds to a table.
enum Encoded {
    RowGroup(EncodedRowGroup),
    Rows(Rows),
}

impl<'a> Block<'a> {
    /// Without rows.
    fn new(tables: &'a [Table], layouts: &Layouts) -> Self {
        let groups = layouts.iter().map(|layout| layout.as_ref().map(Layout::row_group)).collect();
        Block { tables, groups }
    }

    /// Encodes the rows of the tables that have at least this number of them.
    fn flush(&mut self, rows: &mut dyn Tables, at_least: usize) -> Result<(), RecordError> {
        for (&table, group) in self.tables.iter().zip(&mut self.groups) {
            let Some(group) = group else { continue };
            let rows = rows.of(table);
            if rows.len() >= at_least {
                group.write(rows).map_err(RecordError::memory)?;
                rows.clear();
            }
        }
        Ok(())
    }

    /// What it adds to each table; no rows are left.
    fn encode(mut self, rows: &mut dyn Tables) -> Result<Vec<Encoded>, RecordError> {
        self.flush(rows, 1)?;
        let encode = |(group, &table): (Option<RowGroup>, &Table)| match group {
            Some(group) => group.encode().map(Encoded::RowGroup),
            None => {
                let rows = rows.of(table);
                Ok(Encoded::Rows(mem::replace(rows, Rows::new(rows.columns()))))
            }
        };
        let encoded = self.groups.into_iter().zip(self.tables).map(encode).collect::<io::Result<_>>();
        encoded.map_err(RecordError::memory)
    }
}

impl Files<'_> {
    /// Writes a block behind all rows so far.
    fn append(&mut self, block: Vec<Encoded>) -> Result<(), RecordError> {
        for (index, (encoded, left)) in block.into_iter().zip(&mut self.left).enumerate() {
            match encoded {
                Encoded::RowGroup(group) => self.out.append(index, group)?,
                Encoded::Rows(rows) => left.append(&rows),
            }
            if left.len() >= BATCH {
                self.out.write(index, left)?;
                left.clear();
            }
        }
        Ok(())
    }
}
