//! Records a part on all threads of a pool: for data sets with fewer parts than threads.
//!
//! The matches of a wave are played at the same time, each into rows of its own. Then their rows are written in order, so that
//! the files are those of one thread; the threads share the columns.

use super::{Out, Recording};
use crate::error::Error;
use crate::play::{Job, MatchRecorder};
use crate::stats::Stats;
use hyakuman_games::Game;
use hyakuman_games::rows::{About, MatchId, Table, TableRecorder};
use rayon::prelude::*;
use std::ops::Range;
use std::sync::{Arc, Mutex};

/// Pieces of a wave for each thread: enough that none waits long for the others, few enough for the memory.
const PIECES: usize = 4;

/// The number of pieces in a wave.
pub(crate) fn size() -> usize {
    PIECES * rayon::current_num_threads()
}

/// Matches recorded apart from their part, each by a recorder of its own.
pub(crate) struct Apart<'a, G: Game> {
    about: &'a Arc<About>,
    tables: &'a [Table],
    /// Recorders to use again.
    spare: &'a Mutex<Vec<TableRecorder<G>>>,
    matches: Vec<TableRecorder<G>>,
}

impl<G: Game> MatchRecorder<G> for Apart<'_, G> {
    const KEEPS: bool = true;
    const WHOLE: bool = true;
    type Sink<'b>
        = &'b mut TableRecorder<G>
    where
        Self: 'b;

    fn begin(&mut self, id: MatchId) -> &mut TableRecorder<G> {
        let spare = self.spare.lock().expect("no thread panics with it").pop();
        let mut recorder = spare.unwrap_or_else(|| TableRecorder::new(self.about, self.tables));
        recorder.begin(id);
        self.matches.push_mut(recorder)
    }

    fn ended(&mut self) -> Result<(), Error> {
        Ok(())
    }
}

impl<G: Game, W: Out> Recording<'_, G, W> {
    /// Calls `play` for all pieces at the same time, and writes what it records in the order of the pieces. The first error
    /// by that order is returned.
    pub(crate) fn wave<P: Send, T: Send>(
        &mut self,
        pieces: Vec<P>,
        play: impl Fn(P, &mut Apart<'_, G>) -> Result<T, Error> + Sync,
    ) -> Result<Vec<T>, Error> {
        let (about, tables, spare) = (&self.about, self.tables, &Mutex::new(std::mem::take(&mut self.spare)));
        let played = pieces.into_par_iter().with_max_len(1).map(|piece| {
            let mut apart = Apart { about, tables, spare, matches: Vec::new() };
            play(piece, &mut apart).map(|result| (result, apart.matches))
        });
        let played: Vec<Result<_, Error>> = played.collect();
        let mut results = Vec::new();
        for piece in played {
            let (result, matches) = piece?;
            results.push(result);
            matches.into_iter().try_for_each(|rows| self.take(rows))?;
        }
        Ok(results)
    }
}

/// Plays and records the matches of a part, which start with the first match on a wall.
///
/// # Errors
/// An agent fails, or the rows cannot be written.
pub(crate) fn play<G: Game, W: Out>(
    job: &Job<'_, G>,
    matches: Range<u64>,
    recording: &mut Recording<'_, G, W>,
) -> Result<Stats, Error> {
    let lineup = job.work().lineup;
    let rotations = lineup.rotations() as u64;
    let mut stats = Stats::new(lineup);
    for first in matches.clone().step_by(size() * rotations as usize) {
        let wave = first..matches.end.min(first + size() as u64 * rotations);
        let walls = wave.clone().step_by(rotations as usize);
        let walls = walls.map(|first| first..wave.end.min(first + rotations)).collect();
        let played = recording.wave(walls, |wall, apart| job.piece(wall, apart))?;
        stats = played.iter().fold(stats, |sum, wall| sum.merge(wall));
    }
    Ok(stats)
}
