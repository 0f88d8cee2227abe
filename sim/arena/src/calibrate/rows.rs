//! The file with a line for each forecast.

use crate::error::{Error, Within};
use hyakuman_core::Seat;
use hyakuman_core::game::Candidate;
use hyakuman_core::game::rows::MatchId;
use hyakuman_record::atomic::{Replacement, check_kind};
use std::fmt::Write as _;
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};

const PLACES: [&str; 4] = ["first", "second", "third", "fourth"];

/// What the file begins with.
const FIRST_COLUMNS: &str = "match,wall,seat,kyoku,";

/// A forecast and what happened.
#[derive(Clone, Copy)]
pub(super) struct ForecastOutcome {
    pub seat: Seat,
    /// Index of the decision among those of the seat in the match.
    pub step: u32,
    pub forecast: Candidate,
    pub group: u16,
    /// Index of the kyoku, and which repeat of it; `None` if the decision ended the match after the last one.
    pub kyoku: Option<(u32, u32)>,
    pub won: bool,
    pub dealt_in: bool,
    /// `None` if the kyoku did not end in an exhaustive draw.
    pub tenpai: Option<bool>,
    /// Placement, 0 for the first.
    pub placement: u8,
}

/// A CSV file that is written in the order of the matches, under a temporary name until it is complete.
pub(super) struct RowsFile {
    file: BufWriter<Replacement>,
    path: PathBuf,
}

impl RowsFile {
    /// Creates the file with its line of names.
    pub(super) fn create(path: &Path, seats: usize) -> Result<RowsFile, Error> {
        check_kind(path, FIRST_COLUMNS, "file of forecasts").within(|| path.display())?;
        let file = Replacement::new(path).within(|| path.display())?;
        let mut rows = RowsFile { file: BufWriter::new(file), path: path.into() };
        rows.write(&head(seats))?;
        Ok(rows)
    }

    pub(super) fn finish(self) -> Result<(), Error> {
        let file = self.file.into_inner().map_err(|error| error.into_error());
        file.and_then(Replacement::finish).within(|| self.path.display())
    }

    /// Writes the rows of a piece.
    pub(super) fn write(&mut self, text: &str) -> Result<(), Error> {
        self.file.write_all(text.as_bytes()).within(|| self.path.display())
    }
}

fn head(seats: usize) -> String {
    let places = PLACES[..seats].join(",");
    format!(
        "{FIRST_COLUMNS}repeat,step,group,win,deal_in,tenpai,{places},win_happened,deal_in_happened,\
         tenpai_happened,placement\n"
    )
}

/// Writes the line of a forecast. What was not predicted, and tenpai without an exhaustive draw, is empty.
pub(super) fn write(out: &mut String, id: MatchId, made: &ForecastOutcome, group: &str, seats: usize) {
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
