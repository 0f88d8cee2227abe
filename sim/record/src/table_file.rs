//! Reads a table file.

use crate::arrow_schema;
use crate::error::{RecordError, damaged};
use crate::regular;
use crate::schema::cell_type;
use hyakuman_core::column::{CellType, Cells, Column, Rows};
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::DataType;
use parquet::errors::{ParquetError, Result as ParquetResult};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::schema::types::Type;
use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};

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
    reader: SerializedFileReader<File>,
    /// The columns to read, and the position of each in the file.
    columns: Vec<FileColumn>,
    places: Vec<usize>,
    metadata: BTreeMap<String, String>,
}

impl TableFile {
    /// Opens a file and reads its schema.
    ///
    /// # Errors
    /// It cannot be read, is not a Parquet file, or has columns of types that no table of ours has.
    pub fn open(path: &Path) -> Result<TableFile, RecordError> {
        let file = regular::open(path)?;
        let reader = SerializedFileReader::new(file)
            .map_err(|error| damaged(path, format!("is not a readable Parquet file: {error}")))?;
        let about = reader.metadata().file_metadata();
        let fields = about.schema().get_fields().iter();
        let columns = fields.map(|field| file_column(path, field)).collect::<Result<Vec<_>, _>>()?;
        let metadata = about.key_value_metadata().into_iter().flatten();
        let metadata =
            metadata.map(|pair| (pair.key.clone(), pair.value.clone().unwrap_or_default())).collect();
        let places = (0..columns.len()).collect();
        Ok(TableFile { path: path.to_owned(), reader, columns, places, metadata })
    }

    /// Its columns.
    pub fn columns(&self) -> &[FileColumn] {
        &self.columns
    }

    /// The metadata of the file: schema version, table, ruleset, ...
    pub fn metadata(&self) -> &BTreeMap<String, String> {
        &self.metadata
    }

    /// Whether the file describes its columns (meaning, unit, viewpoint) exactly like these.
    pub fn describes(&self, columns: &[Column]) -> bool {
        self.metadata.get(arrow_schema::KEY).is_some_and(|held| *held == arrow_schema::encode(columns))
    }

    /// The number of rows.
    pub fn rows(&self) -> u64 {
        self.reader.metadata().file_metadata().num_rows().max(0) as u64
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

fn file_column(path: &Path, column: &Type) -> Result<FileColumn, RecordError> {
    let name = column.name().to_owned();
    match cell_type(column) {
        Some(cell_type) => Ok(FileColumn { name, cell_type }),
        None => Err(damaged(path, format!("has column {name} of a type that no table has"))),
    }
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
            if self.group >= self.file.reader.num_row_groups() {
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
        let group = self.file.reader.get_row_group(self.group)?;
        let columns = self.file.places.iter().map(|&place| group.get_column_reader(place));
        self.open = columns.collect::<Result<_, _>>()?;
        self.left = group.metadata().num_rows().max(0) as usize;
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
            values(reader, count)?.iter().for_each(|cell| cells.push_varying(cell.data()));
        }
        _ => return Err(ParquetError::General("a column does not have the type of its schema".into())),
    }
    Ok(())
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
