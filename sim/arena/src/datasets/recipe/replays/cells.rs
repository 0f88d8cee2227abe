//! The rows of a table with one row per match, cell by cell.

use hyakuman_core::column::{CellType, Column, Rows};
use hyakuman_core::game::rows::Table;
use hyakuman_record::table_file::FileColumn;
use hyakuman_record::{Dataset, RecordError, TableFile};
use std::path::PathBuf;

/// Rows read at a time.
const BATCH: usize = 1_024;

/// A row, by the names of its columns.
pub(crate) struct Cells<'a> {
    columns: &'a [FileColumn],
    rows: &'a Rows,
    row: usize,
}

impl Cells<'_> {
    /// The position of a column of the table.
    fn place(&self, name: &str) -> usize {
        self.columns.iter().position(|column| column.name == name).expect("a column of the table")
    }

    /// A number; 0 for a cell that is none.
    pub(crate) fn number(&self, name: &str) -> i128 {
        let place = self.place(name);
        self.rows.cells(place).number(self.columns[place].cell_type, self.row).unwrap_or_default()
    }

    /// The bytes of a cell that is no number.
    pub(crate) fn bytes(&self, name: &str) -> &[u8] {
        let place = self.place(name);
        let cells = self.rows.cells(place);
        match self.columns[place].cell_type {
            CellType::Bytes(size) => &cells.bytes()[self.row * size as usize..][..size as usize],
            _ => cells.varying(self.row),
        }
    }
}

/// What `read` makes of each row of a part, in order.
pub(crate) fn of_part<T: 'static, F: Fn(&Cells<'_>) -> T + 'static>(
    set: &Dataset,
    table: Table,
    columns: &[Column],
    part: u64,
    read: F,
) -> Result<impl Iterator<Item = Result<T, RecordError>> + use<T, F>, RecordError> {
    of_file(set.file(table.name(), part)?, set.path(table.name(), part), columns, read)
}

/// The same of a file at a path.
pub(crate) fn of_file<T: 'static, F: Fn(&Cells<'_>) -> T + 'static>(
    file: TableFile,
    path: PathBuf,
    columns: &[Column],
    read: F,
) -> Result<impl Iterator<Item = Result<T, RecordError>> + use<T, F>, RecordError> {
    let names: Vec<&str> = columns.iter().map(|column| column.name).collect();
    let file = file.select(&names)?;
    let is_as_written = |held: &FileColumn| columns.iter().any(|column| held.is(column));
    if let Some(FileColumn { name, .. }) = file.columns().iter().find(|held| !is_as_written(held)) {
        return Err(RecordError::Damaged { path, what: format!("has a column {name} of another type") });
    }
    let columns = file.columns().to_vec();
    Ok(file.batches(BATCH).flat_map(move |rows| match rows {
        Ok(rows) => {
            (0..rows.len()).map(|row| Ok(read(&Cells { columns: &columns, rows: &rows, row }))).collect()
        }
        Err(error) => vec![Err(error)],
    }))
}
