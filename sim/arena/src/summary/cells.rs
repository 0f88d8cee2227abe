//! The numbers of some columns of a table, row after row, and their sums.

use super::Read;
use crate::error::Error;
use crate::lineup::Lineup;
use crate::observer::Observer;
use hyakuman_analysis::{Cluster, Ratio};
use hyakuman_core::column::{CellType, Rows};
use hyakuman_core::game::MAX_SEATS;
use hyakuman_core::game::rows::Table;
use hyakuman_record::{RecordError, TableFile};
use std::collections::BTreeMap;

/// Rows read at a time.
const BATCH: usize = 8_192;

impl Read<'_> {
    /// Calls `take` with the match and the other numbers of every row of a table. `names`: the columns in the order of the file, first
    /// `match`.
    pub(super) fn each_row(
        &self,
        table: Table,
        names: &[&str],
        observer: &dyn Observer,
        mut take: impl FnMut(u64, &[i64]),
    ) -> Result<(), Error> {
        for part in self.set.parts() {
            observer.go_on()?;
            self.rows_of(part, table, names, &mut take)?;
            observer.done(self.recipe.count(&[part]));
        }
        Ok(())
    }

    fn rows_of(
        &self,
        part: u64,
        table: Table,
        names: &[&str],
        take: &mut dyn FnMut(u64, &[i64]),
    ) -> Result<(), Error> {
        let path = self.set.path(table.name(), part);
        let damaged = |what: &str| RecordError::Damaged { path: path.clone(), what: what.into() };
        let file = self.set.file(table.name(), part)?.select(names)?;
        let other = || damaged(&format!("has other columns than the table {}", table.name()));
        let types = types(&file, names).ok_or_else(other)?;
        let matches = self.recipe.matches(part);
        let mut numbers = Vec::new();
        for rows in file.batches(BATCH) {
            let rows = rows?;
            for row in 0..rows.len() {
                read(&rows, &types, row, &mut numbers)
                    .ok_or_else(|| damaged("has a number that is too large"))?;
                let number = u64::try_from(numbers[0]).ok().filter(|number| matches.contains(number));
                take(number.ok_or_else(|| damaged("has a match of another part"))?, &numbers[1..]);
            }
        }
        Ok(())
    }

    /// The number of players: agents, or if one agent plays every seat, seats.
    pub(super) fn players(&self) -> usize {
        let agents = self.lineup.agents().len();
        if agents > 1 { agents } else { self.game.seats }
    }
}

/// The sums of each player over all walls, behind them those of each place.
pub(super) type Subjects<T> = [T; 2 * MAX_SEATS];

/// Sums over walls, by key. The matches of a wall follow one another.
pub(super) struct SumsByKey<'a> {
    lineup: &'a Lineup,
    sums: BTreeMap<u32, Subjects<Ratio>>,
    /// The wall whose matches are being read, and what it has so far.
    wall: u64,
    open: BTreeMap<u32, Subjects<Cluster>>,
}

impl<'a> SumsByKey<'a> {
    /// Without a match.
    pub(super) fn new(lineup: &'a Lineup) -> SumsByKey<'a> {
        SumsByKey { lineup, sums: BTreeMap::new(), wall: 0, open: BTreeMap::new() }
    }

    /// Adds the numbers of the seats in a match, and those of the places.
    pub(super) fn add(&mut self, number: u64, key: u32, seats: &[i64], places: &[i64]) {
        let wall = number / self.lineup.rotations() as u64;
        if wall != self.wall {
            self.close();
            self.wall = wall;
        }
        let (alone, rotation) = (self.lineup.agents().len() == 1, self.lineup.rotation_of(number));
        let clusters = self.open.entry(key).or_default();
        let player = |seat| if alone { seat } else { self.lineup.agent_at(seat, rotation) };
        let of_seats = seats.iter().enumerate().map(|(seat, number)| (player(seat), number));
        for (subject, number) in of_seats.chain((MAX_SEATS..).zip(places)) {
            clusters[subject].trials += 1;
            clusters[subject].total += number;
        }
    }

    /// Adds the wall that was read to the sums.
    fn close(&mut self) {
        for (key, clusters) in std::mem::take(&mut self.open) {
            let sums = self.sums.entry(key).or_default();
            sums.iter_mut().zip(clusters).for_each(|(sum, cluster)| sum.add(cluster));
        }
    }

    /// The sums over all walls.
    pub(super) fn finish(mut self) -> BTreeMap<u32, Subjects<Ratio>> {
        self.close();
        self.sums
    }
}

/// The types of the columns; `None` unless they are numbers with these names.
fn types(file: &TableFile, names: &[&str]) -> Option<Vec<CellType>> {
    let named = file.columns().iter().map(|column| column.name.as_str()).eq(names.iter().copied());
    let types: Vec<CellType> = file.columns().iter().map(|column| column.cell_type).collect();
    let is_number = |cell: &CellType| !matches!(cell, CellType::Bytes(_) | CellType::Blob | CellType::Text);
    (named && types.iter().all(is_number)).then_some(types)
}

/// Reads the numbers of a row. `None` if one is too large.
fn read(rows: &Rows, types: &[CellType], row: usize, numbers: &mut Vec<i64>) -> Option<()> {
    numbers.clear();
    for (column, &cell_type) in types.iter().enumerate() {
        numbers.push(rows.cells(column).number(cell_type, row)?.try_into().ok()?);
    }
    Some(())
}
