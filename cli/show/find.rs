//! From the number of a match to its row in the table `replays`.

use crate::failure::Failure;
use anyhow::{Result, anyhow};
use hyakuman_core::MatchSeed;
use hyakuman_core::column::Rows;
use hyakuman_games::rows::Table;
use hyakuman_record::{Dataset, TableFile};
use std::path::Path;

/// Rows that are looked through at a time.
const BATCH: usize = 1_024;

/// A recorded match.
#[derive(Debug)]
pub struct Found {
    /// Its number in the run.
    pub number: u64,
    /// Where its chance comes from.
    pub seed: MatchSeed,
    /// What was chosen.
    pub actions: Vec<u8>,
}

/// The match with this number.
///
/// # Errors
/// The data set has no such match, or does not keep what was played (exit code 2); its files cannot be read.
pub fn find(set: &Dataset, dir: &Path, number: u64) -> Result<Found> {
    let (table, dir) = (Table::Replays.name(), dir.display());
    if !set.tables().iter().any(|name| name == table) {
        let kept = set.tables().join(", ");
        let sentence =
            format!("{dir} holds {kept}, from which no match can be played: record it with --record {table}");
        return Err(Failure::Usage(sentence).into());
    }
    let Some(part) = set.part_of_match(number) else {
        let last = set.manifest().run.matches.saturating_sub(1);
        let sentence = format!("{dir} holds the matches 0 to {last}: there is no match {number}");
        return Err(Failure::Usage(sentence).into());
    };
    let found = search(set.file(table, part)?, number)?;
    found.ok_or_else(|| anyhow!("{} does not hold match {number}: it is damaged", set.path(table, part).display()))
}

/// Looks through a file.
fn search(file: TableFile, number: u64) -> Result<Option<Found>> {
    let file = file.select(&["match", "wall", "seed", "actions"])?;
    let names: Vec<String> = file.columns().iter().map(|column| column.name.clone()).collect();
    let place = |name: &str| names.iter().position(|held| held == name).expect("selected");
    let [of_match, wall, seed, actions] = ["match", "wall", "seed", "actions"].map(place);
    for rows in file.batches(BATCH)? {
        let rows = rows?;
        if let Some(row) = (0..rows.len()).find(|&row| word(&rows, of_match, row) == number) {
            let seed = MatchSeed { seed: word(&rows, seed, row), number: word(&rows, wall, row) };
            return Ok(Some(Found { number, seed, actions: blob(&rows, actions, row).to_vec() }));
        }
    }
    Ok(None)
}

/// A cell of eight bytes.
fn word(rows: &Rows, column: usize, row: usize) -> u64 {
    let (words, _) = rows.cells(column).bytes().as_chunks::<8>();
    words.get(row).copied().map_or(u64::MAX, u64::from_le_bytes)
}

/// A cell of varying size.
fn blob(rows: &Rows, column: usize, row: usize) -> &[u8] {
    let cells = rows.cells(column);
    let start = if row == 0 { 0 } else { cells.ends()[row - 1] };
    &cells.bytes()[start as usize..cells.ends()[row] as usize]
}
