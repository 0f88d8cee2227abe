//! Reads a data set in Rust: `cargo run --release --example read_record -- [FOLDER]`. Without a folder it records a small
//! one first. (In Python, the files open in PyArrow, Polars and DuckDB: docs/records.md.)
#![allow(clippy::print_stdout, reason = "a program")]

use hyakuman::game::rows::replay;
use hyakuman::prelude::*;
use hyakuman::record::{Dataset, RecordError};
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn main() -> Result<()> {
    let folder = std::env::args().nth(1).map(PathBuf::from);
    let set = match folder {
        Some(folder) => Dataset::open(&folder)?,
        None => record(&std::env::temp_dir().join(format!("hyakuman-{}", std::process::id())))?,
    };
    let (sum, rows) = average_points(&set)?;
    println!("{rows} wins of {:.0} points on average", sum as f64 / rows as f64);
    println!("{} riichi in the first match, played again from its actions", riichi_of_the_first_match(&set)?);
    Ok(())
}

fn record(folder: &Path) -> Result<Dataset> {
    let (rules, roster) = (Rules::preset("tenhou")?, hyakuman::roster());
    Arena::new(&rules, &roster).games(200).record(RecordOptions::new(folder)).play(&Quiet)?;
    Ok(Dataset::open(folder)?)
}

/// Sum of the column `points` of the table `wins`, and how many rows it has.
fn average_points(set: &Dataset) -> Result<(i128, usize), RecordError> {
    let (mut sum, mut count) = (0, 0);
    for part in set.parts() {
        let file = set.file("wins", part)?.select(&["points"])?;
        let cell_type = file.columns()[0].cell_type;
        for rows in file.batches(4_096) {
            let rows = rows?;
            sum += (0..rows.len()).filter_map(|row| rows.cells(0).number(cell_type, row)).sum::<i128>();
            count += rows.len();
        }
    }
    Ok((sum, count))
}

/// Counts riichi. Any sink can watch a match that is played again.
#[derive(Default)]
struct Riichis(u32);

impl Sink<Riichi> for Riichis {
    fn kyoku_end(&mut self, end: &KyokuEnd<'_>) {
        self.0 += end.riichi.len();
    }
}

fn riichi_of_the_first_match(set: &Dataset) -> Result<u32> {
    let recorded =
        hyakuman::arena::datasets::recipe::replays::of_matches(set, 0..1).next().expect("match 0")?;
    let rules = Arc::new(hyakuman::riichi::presets::tenhou());
    let mut riichis = Riichis::default();
    replay::<Riichi>(&rules, recorded.deals(), &recorded.actions, &mut riichis)?;
    Ok(riichis.0)
}
