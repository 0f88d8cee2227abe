//! Estimates the size of a data set from a few matches and checks that the disk has room for it.

use super::Kept;
use crate::error::Error;
use crate::observer::Uncounted;
use crate::play::{Job, MatchRecorder, Work};
use hyakuman_analysis::figures;
use hyakuman_game::Game;
use hyakuman_game::rows::{MatchId, TableRecorder};
use hyakuman_game::sink::Sink;
use hyakuman_record::TableWriter;

/// Number of matches of the sample.
const SAMPLE: u64 = 8;

/// Keeps the rows of a few matches.
struct Sample<G: Game>(TableRecorder<G>);

impl<G: Game> MatchRecorder<G> for Sample<G> {
    fn begin(&mut self, id: MatchId) -> &mut dyn Sink<G> {
        self.0.begin(id);
        &mut self.0
    }
}

impl Kept {
    /// Refuses to start a data set that does not fit on the disk.
    pub(crate) fn check_space<G: Game>(&self, job: &Job<'_, G>) -> Result<(), Error> {
        if self.games() == 0 {
            return Ok(());
        }
        let needed = self.bytes_of_a_match(job)? * self.games() as f64;
        let free = self.folder.free_space()?;
        self.refuse(needed, free)
    }

    /// Compares the estimate with the free space; if it does not fit, removes the data set that was just started.
    fn refuse(&self, needed: f64, free: u64) -> Result<(), Error> {
        if needed <= free as f64 {
            return Ok(());
        }
        self.folder.abandon()?;
        Err(Error::Failed(format!(
            "{} needs about {} for {} matches and its disk has {} free: make room, or record fewer matches or tables",
            self.folder.path().display(),
            figures::bytes(needed as u64),
            self.games(),
            figures::bytes(free)
        )))
    }

    fn bytes_of_a_match<G: Game>(&self, job: &Job<'_, G>) -> Result<f64, Error> {
        let matches = SAMPLE.next_multiple_of(job.work().lineup.rotations() as u64).min(job.work().games);
        let mut sample = Sample(TableRecorder::new(&self.recipe.about(), &self.recipe.tables));
        let observer = &Uncounted(job.work().observer);
        Job::new(Work { observer, ..job.work().clone() })?.piece(0..matches, Some(&mut sample))?;
        let bytes = |recorder: TableRecorder<G>| self.bytes(recorder);
        let empty = TableRecorder::new(&self.recipe.about(), &self.recipe.tables);
        Ok((bytes(sample.0)? - bytes(empty)?) as f64 / matches as f64)
    }

    /// Size of the files with the rows of a recorder.
    fn bytes<G: Game>(&self, recorder: TableRecorder<G>) -> std::io::Result<u64> {
        let plan = self.folder.plan();
        let mut bytes = 0;
        for (table, &kept) in plan.tables.iter().zip(&self.recipe.tables) {
            let mut file = TableWriter::new(Vec::new(), &table.name, &table.columns, &plan.about)?;
            file.write(recorder.rows(kept).expect("a table that is kept"))?;
            bytes += file.finish()?.0.len() as u64;
        }
        Ok(bytes)
    }
}
