//! The blocks of a part: some matches after one another, whose decisions are a row group of their own.
//!
//! A block is recorded apart from the others, so all threads can work on one part: each plays a block and encodes its rows, which
//! never leave the caches of its core; the encoded row groups are appended to the files in order.

use super::Recording;
use super::recorder::Recorder;
use crate::error::Error;
use crate::play::{Job, MatchRecorder};
use crate::reorder::Reorder;
use crate::stats::Stats;
use crate::threads;
use hyakuman_game::Game;
use hyakuman_game::rows::{BATCH, Logged, MatchId, Table};
use hyakuman_game::sink::Sink;
use hyakuman_record::{EncodedRowGroup, RecordError, RowGroup};
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

/// A block that is being recorded.
pub(crate) struct Block<'a, G: Game> {
    pub(super) tables: &'a [Table],
    pub(super) recorder: Recorder<G>,
    /// For each table its row group, if its rows are one.
    pub(super) groups: Vec<Option<RowGroup>>,
}

/// A recorded block.
pub(super) struct EncodedBlock<G: Game> {
    /// Has the rows of the other tables.
    pub(super) recorder: Recorder<G>,
    pub(super) groups: Vec<Option<EncodedRowGroup>>,
}

impl<G: Game> Block<'_, G> {
    /// Encodes the rows of the tables that have at least this number of them.
    fn flush(&mut self, at_least: usize) -> Result<(), RecordError> {
        for (&table, group) in self.tables.iter().zip(&mut self.groups) {
            let Some(group) = group else { continue };
            let rows = self.recorder.rows_mut(table).expect("a table that is kept");
            if rows.len() >= at_least {
                group.write(rows).map_err(RecordError::memory)?;
                rows.clear();
            }
        }
        Ok(())
    }

    pub(super) fn encode(mut self) -> Result<EncodedBlock<G>, RecordError> {
        self.flush(1)?;
        let encode = |group: Option<RowGroup>| group.map(RowGroup::encode).transpose();
        let groups = self.groups.into_iter().map(encode).collect::<Result<_, _>>();
        Ok(EncodedBlock { recorder: self.recorder, groups: groups.map_err(RecordError::memory)? })
    }
}

impl<G: Game> MatchRecorder<G> for Block<'_, G> {
    fn runs_to_end(&self) -> bool {
        true
    }

    fn begin(&mut self, id: MatchId) -> &mut dyn Sink<G> {
        self.recorder.begin(id, None);
        &mut self.recorder
    }

    fn begin_logged(&mut self, id: MatchId, logged: &Arc<Logged>) -> &mut dyn Sink<G> {
        self.recorder.begin(id, Some(logged));
        &mut self.recorder
    }

    fn ended(&mut self) -> Result<(), Error> {
        self.recorder.ended()?;
        Ok(self.flush(BATCH)?)
    }
}

/// Plays and records the matches of a part, which start with the first match on a wall, on all threads of the current rayon pool.
///
/// # Errors
/// An agent fails, or the rows cannot be written.
pub(crate) fn play<G: Game>(
    job: &Job<'_, G>,
    matches: Range<u64>,
    recording: &mut Recording<'_, G>,
) -> Result<Stats, Error> {
    let size = recording.block_size();
    let blocks = matches.clone().step_by(size as usize).map(|first| Ok(first..matches.end.min(first + size)));
    let played = recording.blocks(blocks, |matches, block| job.piece(matches, Some(block)))?;
    Ok(Stats::sum(job.work().lineup, job.work().measures(), &played))
}

impl<'a, G: Game> Recording<'a, G> {
    /// Calls `play` for the matches of each block, on all threads of the current rayon pool, and writes the blocks in order.
    /// Returns the results of `play` in this order.
    ///
    /// # Errors
    /// The first error of a block, in order; or the rows cannot be written.
    pub(crate) fn blocks<P: Send, T: Send>(
        &mut self,
        matches: impl Iterator<Item = Result<P, Error>> + Send,
        play: impl Fn(P, &mut Block<'_, G>) -> Result<T, Error> + Sync,
    ) -> Result<Vec<T>, Error> {
        let played = Reorder::starting_at(0);
        let order = Mutex::new(Order { recording: self, matches, taken: 0, played, results: Ok(Vec::new()) });
        threads::on_all(&|_| {
            let hold = || order.lock().unwrap_or_else(PoisonError::into_inner);
            let next = || hold().next();
            while let Some((number, matches, mut block)) = next() {
                let played = play(matches, &mut block).and_then(|result| Ok((block.encode()?, result)));
                hold().take(number, played);
            }
        });
        order.into_inner().unwrap_or_else(PoisonError::into_inner).results
    }
}

/// Hands out blocks, and writes them in order.
struct Order<'r, 'a, G: Game, I, T> {
    recording: &'r mut Recording<'a, G>,
    matches: I,
    /// Blocks handed out.
    taken: u64,
    /// Blocks that were recorded, by their number.
    played: Reorder<Result<(EncodedBlock<G>, T), Error>>,
    /// Of the blocks written; or the first error.
    results: Result<Vec<T>, Error>,
}

impl<'a, G: Game, P, I: Iterator<Item = Result<P, Error>>, T> Order<'_, 'a, G, I, T> {
    /// The number and the matches of the next block; `None` if there is none, or after an error.
    fn next(&mut self) -> Option<(u64, P, Block<'a, G>)> {
        if self.results.is_err() {
            return None;
        }
        let (number, matches) = (self.taken, self.matches.next()?);
        self.taken += 1;
        match matches.and_then(|matches| Ok((matches, self.recording.block()?))) {
            Ok((matches, block)) => Some((number, matches, block)),
            Err(error) => {
                self.take(number, Err(error));
                None
            }
        }
    }

    /// Takes a recorded block, and writes all whose turn it is.
    fn take(&mut self, number: u64, played: Result<(EncodedBlock<G>, T), Error>) {
        self.played.put(number..number + 1, played);
        while let Ok(results) = &mut self.results
            && let Some(played) = self.played.next()
        {
            let written = played.and_then(|(block, result)| Ok((self.recording.append(block)?, result)));
            match written {
                Ok(((), result)) => results.push(result),
                Err(error) => self.results = Err(error),
            }
        }
    }
}
