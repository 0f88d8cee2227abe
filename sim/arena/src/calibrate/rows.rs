//! The file with a line for each forecast.

use super::asked::Made;
use crate::error::{Error, Within};
use hyakuman_games::rows::MatchId;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{BufWriter, Write as _};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// The names of the places.
const PLACES: [&str; 4] = ["first", "second", "third", "fourth"];

/// A CSV file that is written in the order of the matches, under a temporary name until it is complete.
pub(super) struct RowsFile {
    file: Option<BufWriter<File>>,
    path: PathBuf,
    /// `None` if the file is written under its own name: a pipe or a device.
    temporary: Option<PathBuf>,
    /// The next match to write.
    next: u64,
    /// Rows of matches that have to wait for earlier ones, by their first match.
    early: BTreeMap<u64, (u64, String)>,
}

impl RowsFile {
    /// Creates the file with its line of names.
    pub(super) fn create(path: &Path, seats: usize) -> Result<RowsFile, Error> {
        let special = fs::metadata(path).is_ok_and(|found| !found.is_file());
        let temporary = (!special).then(|| {
            let mut name = path.as_os_str().to_owned();
            name.push(".tmp");
            PathBuf::from(name)
        });
        let file =
            File::create(temporary.as_deref().unwrap_or(path)).within(|| path.display().to_string())?;
        let (file, early) = (Some(BufWriter::new(file)), BTreeMap::new());
        let mut rows = RowsFile { file, path: path.into(), temporary, next: 0, early };
        rows.write(&head(seats))?;
        Ok(rows)
    }

    /// Takes the rows of a piece, and writes what can be written in order.
    pub(super) fn take(&mut self, matches: Range<u64>, rows: String) -> Result<(), Error> {
        self.early.insert(matches.start, (matches.end, rows));
        while let Some((end, rows)) = self.early.remove(&self.next) {
            self.write(&rows)?;
            self.next = end;
        }
        Ok(())
    }

    /// Completes the file.
    pub(super) fn finish(mut self) -> Result<(), Error> {
        let about = || self.path.display().to_string();
        let file = self.file.take().expect("open until it is complete");
        let file = file.into_inner().map_err(|error| error.into_error()).within(about)?;
        if let Some(temporary) = self.temporary.take() {
            file.sync_all().within(about)?;
            fs::rename(temporary, &self.path).within(about)?;
        }
        Ok(())
    }

    fn write(&mut self, text: &str) -> Result<(), Error> {
        let file = self.file.as_mut().expect("open until it is complete");
        file.write_all(text.as_bytes()).within(|| self.path.display().to_string())
    }
}

/// An unfinished file is removed.
impl Drop for RowsFile {
    fn drop(&mut self) {
        if let Some(temporary) = &self.temporary {
            let _ = fs::remove_file(temporary); // what failed before is reported
        }
    }
}

fn head(seats: usize) -> String {
    let places = PLACES[..seats].join(",");
    format!(
        "match,wall,seat,kyoku,repeat,step,group,win,deal_in,tenpai,{places},win_happened,deal_in_happened,\
         tenpai_happened,placement\n"
    )
}

/// Writes the line of a forecast. What was not predicted, and tenpai without an exhaustive draw, is empty.
pub(super) fn write(out: &mut String, id: MatchId, made: &Made, group: &str, seats: usize) {
    let (seat, step) = (made.seat.index(), made.step);
    let kyoku = made.kyoku.map_or(",".to_owned(), |(kyoku, repeat)| format!("{kyoku},{repeat}"));
    let group = if group.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", group.replace('"', "\"\""))
    } else {
        group.to_owned()
    };
    let _ = write!(out, "{},{},{seat},{kyoku},{step},{group}", id.number, id.seed.number);
    let forecast = &made.forecast;
    let places = (0..seats).map(|place| forecast.places.map(|places| places[place]));
    for chance in [forecast.win, forecast.deal_in, forecast.tenpai].into_iter().chain(places) {
        match chance {
            Some(chance) => _ = write!(out, ",{chance}"),
            None => out.push(','),
        }
    }
    let tenpai = made.tenpai.map_or("", |tenpai| if tenpai { "1" } else { "0" });
    let [won, dealt_in] =
        [made.won, made.dealt_in].map(|happened| made.kyoku.map_or("", |_| if happened { "1" } else { "0" }));
    let _ = writeln!(out, ",{won},{dealt_in},{tenpai},{}", made.placement + 1);
}
