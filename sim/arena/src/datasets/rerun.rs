//! Plays recorded parts again and reports differences from the record.

use crate::datasets::recipe::{Recipe, replays};
use crate::datasets::recording::blocks::{PartDestination, Recording};
use crate::datasets::recording::job::AnyJob;
use crate::datasets::recording::recorder::Tables;
use crate::datasets::recording::{each_part, is_extra_of};
use crate::error::Error;
use crate::observer::Observer;
use crate::stats::Stats;
use hyakuman_core::column::{CellType, Rows};
use hyakuman_core::game::rows::Table;
use hyakuman_record::{
    Dataset, EncodedRowGroup, Finding, Layout, Plan, RecordError, TableFile, TableStats, TableWriter,
};
use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;

/// The inputs for playing parts again.
pub(crate) struct Rerun<'a> {
    pub set: &'a Dataset,
    pub recipe: &'a Recipe,
    pub plan: &'a Plan,
    pub job: &'a dyn AnyJob,
    /// The data set if it has the table `replays`; `None`: the agents of the job play.
    pub from: Option<&'a Dataset>,
    /// Whether agents are asked for their opinions again; otherwise tables of opinions are not made again.
    pub opinions: bool,
    pub observer: &'a dyn Observer,
}

/// Computes the hashes of the files without writing them.
struct Hashes(Vec<TableWriter<io::Sink>>);

impl PartDestination for Hashes {
    fn layout(&self, table: usize) -> &Arc<Layout> {
        self.0[table].layout()
    }

    fn append(&mut self, table: usize, group: EncodedRowGroup) -> Result<(), RecordError> {
        self.0[table].append(group).map_err(RecordError::memory)
    }

    fn write(&mut self, table: usize, rows: &Rows) -> Result<(), RecordError> {
        self.0[table].write(rows).map_err(RecordError::memory)
    }
}

impl Rerun<'_> {
    /// The differences found in these parts.
    pub(crate) fn parts(&self, parts: &[u64]) -> Result<Vec<Finding>, Error> {
        let by = (self.job, self.from, self.observer);
        Ok(each_part(by, parts, |part, shared| self.part(part, shared))?.concat())
    }

    fn part(&self, part: u64, shared: bool) -> Result<Vec<Finding>, Error> {
        let (hashes, stats) = match self.hashes(part, shared) {
            Ok(found) => found,
            Err(error) if self.from.is_some() && error.is_of_record() => {
                let what = format!("cannot be played again: {error}");
                return Ok(vec![self.finding(Table::Replays, part, what)]);
            }
            Err(error) => return Err(error),
        };
        let sidecar = self.set.sidecar(part)?;
        let mut findings = Vec::new();
        for table in self.tables() {
            if sidecar.tables.get(table.name()) != hashes.get(table.name()) {
                findings.extend(self.difference(table, part)?);
            }
        }
        if !is_extra_of(&sidecar, &stats) {
            let what = "has other statistics than the matches played again".to_owned();
            findings.push(Finding { file: self.set.sidecar_path(part), what });
        }
        self.observer.done(self.recipe.count(&[part]));
        Ok(findings)
    }

    /// The tables that are made again.
    fn tables(&self) -> Vec<Table> {
        let is_made = |table: &Table| !table.is_of_opinions() || self.opinions;
        self.recipe.tables.iter().copied().filter(is_made).collect()
    }

    /// The hashes of the files of a part, which is played again, and its statistics.
    fn hashes(&self, part: u64, shared: bool) -> Result<(BTreeMap<&'static str, TableStats>, Stats), Error> {
        let tables = self.tables();
        let hashed = |held: &hyakuman_record::PlannedTable| {
            TableWriter::new(io::sink(), &held.name, &held.columns, &self.plan.about)
        };
        let planned =
            self.plan.tables.iter().filter(|held| tables.iter().any(|table| table.name() == held.name));
        let mut hashes = Hashes(planned.map(hashed).collect::<io::Result<_>>()?);
        let recording = Recording::new(self.job, self.recipe, &tables, &mut hashes);
        let stats = recording.part(part, self.from, shared)?;
        let written = hashes.0.into_iter().map(TableWriter::finish);
        let hashes = tables.iter().zip(written).map(|(table, written)| Ok((table.name(), written?.1)));
        Ok((hashes.collect::<Result<_, Error>>()?, stats))
    }

    /// The first row of a file that differs; none if all rows agree, that is, if another version wrote the same rows as
    /// other bytes.
    fn difference(&self, table: Table, part: u64) -> Result<Option<Finding>, Error> {
        if table.is_of_opinions() {
            let what = "differs from what its agents make of the decisions".to_owned();
            return Ok(Some(self.finding(table, part, what)));
        }
        let Rerun { set, recipe, job, .. } = *self;
        let (mut recorder, settings) = (job.recorder(recipe, &[table])?, job.settings());
        let keep = &mut |_: &mut dyn Tables| Ok(());
        match self.from {
            Some(set) => replays::Part { set, recipe, settings, part }.play(&mut *recorder, keep)?,
            None => recorder.play(recipe.matches(part), keep)?,
        };
        let what = first_difference(set.file(table.name(), part)?, recorder.tables()?.of(table))?;
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
    for held in file.batches(1_024) {
        let compared = Compared { held: &held?, again, first, columns: &columns };
        if let Some(what) = compared.first_difference() {
            return Ok(Some(what));
        }
        first += compared.held.len();
    }
    let short = first < again.len();
    Ok(short.then(|| format!("has {first} rows, but the matches played again have {}", again.len())))
}

/// Rows of a file, and the rows played again from row `first` on.
struct Compared<'a> {
    held: &'a Rows,
    again: &'a Rows,
    first: usize,
    /// Names and types.
    columns: &'a [(String, CellType)],
}

impl Compared<'_> {
    fn first_difference(&self) -> Option<String> {
        let (all, both) = (self.again.len(), self.held.len().min(self.again.len() - self.first));
        if !(0..self.columns.len()).all(|column| self.is_same(column, both)) {
            return (0..both).find_map(|row| self.difference(row));
        }
        let more = both < self.held.len();
        more.then(|| format!("has more rows than the {all} of the matches played again"))
    }

    /// Whether the first rows of a column are the same: compared at once if all cells have one size.
    fn is_same(&self, column: usize, rows: usize) -> bool {
        let (held, again) = (self.held.cells(column), self.again.cells(column));
        match self.columns[column].1.bytes() {
            Some(size) => held.bytes()[..rows * size] == again.bytes()[self.first * size..][..rows * size],
            None => (0..rows).all(|row| held.varying(row) == again.varying(self.first + row)),
        }
    }

    /// The first cell of a row that differs.
    fn difference(&self, row: usize) -> Option<String> {
        let (held, again, other) = (self.held, self.again, self.first + row);
        let differs = |&(at, &(_, of)): &(usize, &(String, CellType))| {
            cell(held, at, of, row) != cell(again, at, of, other)
        };
        let (at, &(ref name, of)) = self.columns.iter().enumerate().find(differs)?;
        let (held, made) = (text(held, at, of, row), text(again, at, of, other));
        Some(format!(
            "differs from the matches played again: row {other} has {name} {held} instead of {made}"
        ))
    }
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
