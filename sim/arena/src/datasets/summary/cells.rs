//! The numbers of some columns of a table, row after row.

use crate::datasets::recipe::Recipe;
use crate::error::Error;
use hyakuman_core::column::{CellType, Rows};
use hyakuman_game::rows::Table;
use hyakuman_record::{Dataset, RecordError, TableFile};

/// Rows read at a time.
const BATCH: usize = 8_192;

/// Calls `take` with the match and the other numbers of every row of a part. `names`: the columns in the order of the file, first `match`.
pub(super) fn each_row(
    (set, recipe): (&Dataset, &Recipe),
    table: Table,
    part: u64,
    names: &[&str],
    mut take: impl FnMut(u64, &[i64]),
) -> Result<(), Error> {
    let path = set.path(table.name(), part);
    let damaged = |what: &str| RecordError::Damaged { path: path.clone(), what: what.into() };
    let file = set.file(table.name(), part)?.select(names)?;
    let other = || damaged(&format!("has other columns than the table {}", table.name()));
    let types = types(&file, names).ok_or_else(other)?;
    let matches = recipe.matches(part);
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
