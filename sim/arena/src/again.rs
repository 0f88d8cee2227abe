//! Plays recorded parts again and reports differences from the record.

use crate::dataset::{Recipe, replays};
use crate::error::Error;
use crate::lineup::Lineup;
use crate::observer::{Observer, Quiet};
use crate::play::{Job, Work};
use crate::recording::{Out, Recording, waves};
use crate::threads;
use hyakuman_agents::Roster;
use hyakuman_core::column::{CellType, Rows};
use hyakuman_games::Game;
use hyakuman_games::rows::Table;
use hyakuman_record::{Dataset, Finding, Plan, RecordError, TableFile, TableWriter};
use rayon::prelude::*;
use std::io::Sink;
use std::sync::Arc;

/// The inputs for playing parts again.
pub(crate) struct Again<'a, G: Game> {
    pub set: &'a Dataset,
    pub recipe: &'a Recipe,
    pub plan: &'a Plan,
    pub rules: &'a Arc<G::Rules>,
    pub lineup: &'a Lineup,
    pub roster: &'a Roster,
    pub observer: &'a dyn Observer,
}

/// Computes the hashes of the files without writing them.
struct Hashes(Vec<Hashed>);

/// A table, and the places of its columns among those of this version.
struct Hashed {
    writer: TableWriter<Sink>,
    places: Vec<usize>,
}

impl Out for Hashes {
    fn write(&mut self, table: usize, rows: &Rows) -> Result<(), RecordError> {
        let Hashed { writer, places } = &mut self.0[table];
        let written = if places.len() == rows.columns() {
            writer.write(rows)
        } else {
            writer.write(&rows.select(places))
        };
        written.map_err(RecordError::memory)
    }
}

/// Keeps all rows of one table.
struct Whole(Rows);

impl Out for Whole {
    fn write(&mut self, _table: usize, rows: &Rows) -> Result<(), RecordError> {
        self.0.append(rows);
        Ok(())
    }
}

impl<G: Game> Again<'_, G> {
    /// The differences found in these parts.
    pub(crate) fn parts(&self, parts: &[u64]) -> Result<Vec<Finding>, Error> {
        let shared = threads::are_spare(parts.len());
        let found: Vec<Vec<Finding>> =
            parts.par_iter().map(|&part| self.part(part, shared)).collect::<Result<_, Error>>()?;
        Ok(found.concat())
    }

    fn part(&self, part: u64, shared: bool) -> Result<Vec<Finding>, Error> {
        if self.observer.stopped() {
            return Err(Error::Interrupted);
        }
        let hashed = |(held, &table): (&hyakuman_record::Table, &Table)| {
            let mut writer = TableWriter::new(std::io::sink(), &held.name, &held.columns, &self.plan.about)?;
            if shared {
                writer.share();
            }
            Ok(Hashed { writer, places: self.recipe.places::<G>(table) })
        };
        let tables = self.plan.tables.iter().zip(&self.recipe.tables);
        let hashes = Hashes(tables.map(hashed).collect::<std::io::Result<_>>()?);
        let mut recording = Recording::<G, _>::new(&self.recipe.about(), &self.recipe.tables, hashes);
        if let Err(error) = self.play(part, &mut recording, shared) {
            return Ok(vec![self.finding(Table::Replays, part, format!("cannot be played again: {error}"))]);
        }
        let sidecar = self.set.sidecar(part)?;
        let mut findings = Vec::new();
        for (hashed, &table) in recording.finish()?.0.into_iter().zip(&self.recipe.tables) {
            let (_, stats) = hashed.writer.finish()?;
            if sidecar.tables.get(table.name()) != Some(&stats) {
                findings.extend(self.difference(table, part, shared)?);
            }
        }
        self.observer.done(self.recipe.count(&[part]));
        Ok(findings)
    }

    /// Plays a part: from its replays if it has them, otherwise with the agents.
    fn play<W: Out>(
        &self,
        part: u64,
        recording: &mut Recording<'_, G, W>,
        shared: bool,
    ) -> Result<(), Error> {
        let Again { set, recipe, rules, lineup, .. } = *self;
        if recipe.tables.contains(&Table::Replays) {
            return replays::Part { set, recipe, rules, lineup, part }.play(recording, shared);
        }
        let Recipe { seed, games, .. } = *recipe;
        // Quiet: a part is always finished, and reported as done only after it has been compared.
        let work = Work { rules, lineup, roster: self.roster, seed, games, in_play: None, observer: &Quiet };
        let (job, matches) = (Job::<G>::new(work)?, recipe.matches(part));
        match shared && job.is_one_by_one() {
            true => waves::play(&job, matches, recording).map(drop),
            false => job.piece(matches, recording).map(drop),
        }
    }

    /// The first row of a file that differs; none if all rows agree, that is, if another version wrote the same rows as
    /// other bytes.
    fn difference(&self, table: Table, part: u64, shared: bool) -> Result<Option<Finding>, Error> {
        let tables = [table];
        let mut whole = Recording::<G, _>::new(
            &self.recipe.about(),
            &tables,
            Whole(Rows::new(table.columns::<G>().len())),
        );
        self.play(part, &mut whole, shared)?;
        let again = whole.finish()?.0.select(&self.recipe.places::<G>(table));
        let what = first_difference(self.set.file(table.name(), part)?, &again)?;
        Ok(what.map(|what| self.finding(table, part, what)))
    }

    fn finding(&self, table: Table, part: u64, what: String) -> Finding {
        Finding { file: self.set.path(table.name(), part), what }
    }
}

/// The first difference between a file and the rows played again, which have the same columns, as the end of a sentence.
fn first_difference(file: TableFile, again: &Rows) -> Result<Option<String>, Error> {
    let columns: Vec<(String, CellType)> =
        file.columns().iter().map(|column| (column.name.clone(), column.cell_type)).collect();
    let mut first = 0;
    for rows in file.batches(1_024) {
        let rows = rows?;
        for row in 0..rows.len() {
            if first + row >= again.len() {
                return Ok(Some(format!(
                    "has more rows than the {} of the matches played again",
                    again.len()
                )));
            }
            for (at, (name, cell_type)) in columns.iter().enumerate() {
                let (held, made) =
                    (cell(&rows, at, *cell_type, row), cell(again, at, *cell_type, first + row));
                if held != made {
                    let held = text(&rows, at, *cell_type, row);
                    let row = first + row;
                    let made = text(again, at, *cell_type, row);
                    let what = format!(
                        "differs from the matches played again: row {row} has {name} {held} instead of {made}"
                    );
                    return Ok(Some(what));
                }
            }
        }
        first += rows.len();
    }
    let short = first < again.len();
    Ok(short.then(|| format!("has {first} rows, but the matches played again have {}", again.len())))
}

fn cell(rows: &Rows, column: usize, cell_type: CellType, row: usize) -> &[u8] {
    let cells = rows.cells(column);
    cell_type.bytes().map_or_else(|| cells.varying(row), |size| &cells.bytes()[row * size..(row + 1) * size])
}

/// A cell for messages: a number, a text, or bytes in hexadecimal.
fn text(rows: &Rows, column: usize, cell_type: CellType, row: usize) -> String {
    if let Some(number) = rows.cells(column).number(cell_type, row) {
        return number.to_string();
    }
    let bytes = cell(rows, column, cell_type, row);
    match cell_type {
        CellType::Text => String::from_utf8_lossy(bytes).into_owned(),
        _ => bytes.iter().map(|byte| format!("{byte:02x}")).collect(),
    }
}
