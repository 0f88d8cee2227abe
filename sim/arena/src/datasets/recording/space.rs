//! Estimates the size of a data set from a few matches and checks that the disk has room for it.

use super::SetWriter;
use super::recorder::Tables;
use crate::error::Error;
use crate::observer::Uncounted;
use crate::settings::Settings;
use hyakuman_analysis::figures;
use hyakuman_record::TableWriter;

/// Number of matches of the sample.
const SAMPLE: u64 = 8;

impl SetWriter<'_> {
    /// Refuses to start a data set that does not fit on the disk.
    pub(crate) fn check_space(&self) -> Result<(), Error> {
        if self.games() == 0 {
            return Ok(());
        }
        let needed = self.bytes_of_a_match()? * self.games() as f64;
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

    /// Opinions, for which agents are asked, are not part of it.
    fn bytes_of_a_match(&self) -> Result<f64, Error> {
        let settings = self.job.settings();
        let matches = SAMPLE.next_multiple_of(settings.lineup.rotations() as u64).min(settings.games);
        let observer = &Uncounted(settings.observer);
        let job = Settings { observer, to_end: false, ..*settings }.job()?;
        let mut tables = self.recipe.tables.clone();
        tables.retain(|table| !table.is_of_opinions());
        let mut recorder = job.recorder(&self.recipe, &tables)?;
        let empty = self.bytes(recorder.tables()?)?;
        recorder.play(0..matches, &mut |_| Ok(()))?;
        Ok((self.bytes(recorder.tables()?)? - empty) as f64 / matches as f64)
    }

    /// Size of the files with these rows.
    fn bytes(&self, tables: &mut dyn Tables) -> std::io::Result<u64> {
        let plan = self.folder.plan();
        let planned = plan.tables.iter().zip(&self.recipe.tables);
        let mut bytes = 0;
        for (table, &kept) in planned.filter(|(_, kept)| !kept.is_of_opinions()) {
            let mut file = TableWriter::new(Vec::new(), &table.name, &table.columns, &plan.about)?;
            file.write(tables.of(kept))?;
            bytes += file.finish()?.0.len() as u64;
        }
        Ok(bytes)
    }
}
