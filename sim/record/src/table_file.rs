//! Reads a table file.

use crate::arrow_schema;
use crate::error::{RecordError, damaged};
use crate::footer::{Footer, Group};
use crate::page_reader::Pages;
use crate::regular;
use crate::schema::parquet;
use hyakuman_core::column::{CellType, Cells, Column, Rows};
use parquet::column::reader::{ColumnReader, ColumnReaderImpl, get_column_reader};
use parquet::data_type::DataType;
use parquet::errors::{ParquetError, Result as ParquetResult};
use parquet::schema::types::SchemaDescriptor;
use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Most rows of a row group: a hundred matches have less than a thousandth, or many batches of rows.
const MOST_ROWS: usize = 1 << 25;

/// Most bytes of a cell: the actions of the longest match have less than a fifth.
const MOST_OF_CELL: usize = 1 << 20;

/// Most bytes of the cells of one column in a batch.
const MOST_OF_CELLS: usize = 64 << 20;

/// A column of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileColumn {
    /// Name.
    pub name: String,
    /// Type of a cell.
    pub cell_type: CellType,
}

impl FileColumn {
    /// Whether it has the name and type of this column.
    pub fn is(&self, column: &Column) -> bool {
        self.name == column.name && self.cell_type == column.cell_type
    }
}

/// One table file.
pub struct TableFile {
    path: PathBuf,
    file: Arc<File>,
    footer: Footer,
    schema: SchemaDescriptor,
    /// The columns to read, and the position of each in the file.
    columns: Vec<FileColumn>,
    places: Vec<usize>,
}

impl TableFile {
    /// Opens a file and reads its schema.
    ///
    /// # Errors
    /// It cannot be read, is not a Parquet file, or has columns of types that no table of ours has.
    pub fn open(path: &Path) -> Result<TableFile, RecordError> {
        let file = regular::open(path)?;
        let unreadable = |error| damaged(path, format!("is not a readable Parquet file: {error}"));
        let footer = Footer::read(&file).map_err(unreadable)?;
        let columns = footer.columns.iter().map(|(name, cell_type)| file_column(path, name, *cell_type));
        let columns = columns.collect::<Result<Vec<_>, _>>()?;
        let schema = parquet(columns.iter().map(|column| (&*column.name, column.cell_type)));
        let schema = SchemaDescriptor::new(schema.map_err(unreadable)?);
        let places = (0..columns.len()).collect();
        let (path, file) = (path.to_owned(), Arc::new(file));
        Ok(TableFile { path, file, footer, schema, columns, places })
    }

    /// Its columns.
    pub fn columns(&self) -> &[FileColumn] {
        &self.columns
    }

    /// The metadata of the file: schema version, table, ruleset, ...
    pub fn metadata(&self) -> &BTreeMap<String, String> {
        &self.footer.metadata
    }

    /// Whether the file describes its columns (meaning, unit, viewpoint) exactly like these.
    pub fn describes(&self, columns: &[Column]) -> bool {
        self.metadata().get(arrow_schema::KEY).is_some_and(|held| *held == arrow_schema::encode(columns))
    }

    /// The number of rows.
    pub fn rows(&self) -> u64 {
        self.footer.rows.max(0) as u64
    }

    /// The same file restricted to these columns, in the order of the file.
    ///
    /// # Errors
    /// It does not have a column of one of these names.
    pub fn select(mut self, names: &[&str]) -> Result<TableFile, RecordError> {
        if let Some(name) = names.iter().find(|&&name| self.columns.iter().all(|column| column.name != name))
        {
            return Err(damaged(&self.path, format!("has no column {name}")));
        }
        let kept = self.columns.into_iter().zip(self.places);
        (self.columns, self.places) =
            kept.filter(|(column, _)| names.contains(&column.name.as_str())).unzip();
        Ok(self)
    }

    /// Its rows in batches of at most `rows`.
    pub fn batches(self, rows: usize) -> Batches {
        Batches { file: self, size: rows.max(1), group: 0, open: Vec::new(), left: 0 }
    }
}

fn file_column(path: &Path, name: &str, cell_type: Option<CellType>) -> Result<FileColumn, RecordError> {
    let refused = || damaged(path, format!("has column {name} of a type that no table has"));
    Ok(FileColumn { name: name.to_owned(), cell_type: cell_type.ok_or_else(refused)? })
}

/// The rows of a file, in batches. A batch ends where a row group ends.
pub struct Batches {
    file: TableFile,
    /// Maximum number of rows in a batch.
    size: usize,
    /// The row group to open next.
    group: usize,
    /// The columns of the open row group.
    open: Vec<ColumnReader>,
    /// Rows left in it.
    left: usize,
}

impl Iterator for Batches {
    type Item = Result<Rows, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.batch() {
            Ok(rows) => rows.map(Ok),
            Err(error) => {
                self.group = usize::MAX;
                self.left = 0;
                Some(Err(damaged(&self.file.path, format!("cannot be read: {error}"))))
            }
        }
    }
}

impl Batches {
    fn batch(&mut self) -> ParquetResult<Option<Rows>> {
        while self.left == 0 {
            if self.group >= self.file.footer.groups.len() {
                return Ok(None);
            }
            self.open_group()?;
        }
        let count = self.left.min(self.size);
        self.left -= count;
        let mut rows = Rows::new(self.open.len());
        for (at, (reader, column)) in self.open.iter_mut().zip(&self.file.columns).enumerate() {
            fill(rows.cells_mut(at), reader, column.cell_type, count)?;
        }
        for _ in 0..count {
            rows.skip(self.open.len());
            rows.end_row();
        }
        Ok(Some(rows))
    }

    fn open_group(&mut self) -> ParquetResult<()> {
        let TableFile { file, footer, schema, columns, places, .. } = &self.file;
        let Group { rows, chunks } = &footer.groups[self.group];
        let open = |(column, &place): (&FileColumn, &usize)| {
            let pages = Pages::new(file, &chunks[place], column.cell_type)?;
            Ok(get_column_reader(schema.column(place), Box::new(pages)))
        };
        self.open = columns.iter().zip(places).map(open).collect::<ParquetResult<_>>()?;
        self.left = (*rows).max(0) as usize;
        if self.left > MOST_ROWS {
            return Err(wrong(format!("a row group has {} rows, more than {MOST_ROWS}", self.left)));
        }
        self.group += 1;
        Ok(())
    }
}

/// Reads the next cells of a column.
fn fill(
    cells: &mut Cells,
    reader: &mut ColumnReader,
    cell_type: CellType,
    count: usize,
) -> ParquetResult<()> {
    match (reader, cell_type) {
        (ColumnReader::BoolColumnReader(reader), CellType::Bool) => {
            values(reader, count)?.into_iter().for_each(|bit| cells.push([u8::from(bit)]));
        }
        (ColumnReader::Int32ColumnReader(reader), CellType::U8 | CellType::I8) => {
            values(reader, count)?.into_iter().for_each(|value| cells.push([value as u8]));
        }
        (ColumnReader::Int32ColumnReader(reader), CellType::U16) => {
            values(reader, count)?.into_iter().for_each(|value| cells.push((value as u16).to_le_bytes()));
        }
        (ColumnReader::Int32ColumnReader(reader), CellType::I32) => {
            values(reader, count)?.into_iter().for_each(|value| cells.push(value.to_le_bytes()));
        }
        (ColumnReader::Int64ColumnReader(reader), CellType::I64 | CellType::U64) => {
            values(reader, count)?.into_iter().for_each(|value| cells.push(value.to_le_bytes()));
        }
        (ColumnReader::FixedLenByteArrayColumnReader(reader), CellType::Bytes(_)) => {
            values(reader, count)?.iter().for_each(|cell| push_all(cells, cell.data()));
        }
        (ColumnReader::ByteArrayColumnReader(reader), CellType::Blob | CellType::Text) => {
            let read = values(reader, count)?;
            // They may all be one cell of a dictionary, which is in memory once so far.
            check_sizes(read.iter().map(|cell| cell.data().len()))?;
            read.iter().for_each(|cell| cells.push_varying(cell.data()));
        }
        _ => return Err(wrong("a column does not have the type of its schema".into())),
    }
    Ok(())
}

/// Refuses cells of different sizes that no table has.
fn check_sizes(sizes: impl Iterator<Item = usize>) -> ParquetResult<()> {
    let mut sum = 0;
    for size in sizes {
        sum += size;
        if size > MOST_OF_CELL {
            return Err(wrong(format!("a cell has {size} bytes, more than {MOST_OF_CELL}")));
        }
        if sum > MOST_OF_CELLS {
            return Err(wrong(format!("cells of one column have more than {MOST_OF_CELLS} bytes")));
        }
    }
    Ok(())
}

fn wrong(what: String) -> ParquetError {
    ParquetError::General(what)
}

/// The next values of a column without nulls.
fn values<T: DataType>(reader: &mut ColumnReaderImpl<T>, count: usize) -> ParquetResult<Vec<T::T>> {
    let mut values = Vec::with_capacity(count);
    while values.len() < count {
        let (_, read, _) = reader.read_records(count - values.len(), None, None, &mut values)?;
        if read == 0 {
            return Err(ParquetError::EOF("a column has fewer cells than rows".into()));
        }
    }
    Ok(values)
}

/// Appends cells; they are arrays, so each possible size has its own call.
fn push_all(cells: &mut Cells, bytes: &[u8]) {
    let (long, rest) = bytes.as_chunks::<16>();
    long.iter().for_each(|&chunk| cells.push(chunk));
    rest.iter().for_each(|&byte| cells.push([byte]));
}
