//! A table file, or a whole data set, read back.

use crate::error::{RecordError, damaged};
use crate::hashing::{self, NOT_WRITTEN};
use crate::manifest::Manifest;
use crate::plan::Layout;
use crate::regular;
use crate::schema::{describe, width};
use crate::sidecar::Sidecar;
use arrow_array::cast::AsArray;
use arrow_array::types::{Int8Type, Int32Type, Int64Type, UInt8Type, UInt16Type, UInt64Type};
use arrow_array::{Array, RecordBatch};
use arrow_schema::Field;
use hyakuman_core::column::{Cells, Column, Rows, Width};
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder};
use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};

/// What a file says about one of its columns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileColumn {
    /// Name.
    pub name: String,
    /// Type of a cell.
    pub width: Width,
    /// The metadata of the field: meaning, unit, viewpoint, missing.
    pub about: BTreeMap<String, String>,
}

impl FileColumn {
    /// Is it this column, described with the same words?
    pub fn is(&self, column: &Column) -> bool {
        let words = describe(column);
        self.name == column.name
            && self.width == column.width
            && self.about.len() == words.len()
            && words.iter().all(|&(key, word)| self.about.get(key).is_some_and(|held| held == word))
    }
}

/// One table file.
pub struct TableFile {
    path: PathBuf,
    builder: ParquetRecordBatchReaderBuilder<File>,
    columns: Vec<FileColumn>,
    metadata: BTreeMap<String, String>,
}

impl TableFile {
    /// Opens a file and reads its schema.
    ///
    /// # Errors
    /// If it cannot be read, is no Parquet file, or has columns that no table of ours has.
    pub fn open(path: &Path) -> Result<TableFile, RecordError> {
        let file = regular::open(path)?;
        let builder = ParquetRecordBatchReaderBuilder::try_new(file)
            .map_err(|error| damaged(path, format!("is not a readable Parquet file: {error}")))?;
        let columns = builder.schema().fields().iter().map(|field| file_column(path, field));
        let columns = columns.collect::<Result<_, _>>()?;
        let metadata = builder.metadata().file_metadata().key_value_metadata().into_iter().flatten();
        let metadata = metadata.filter(|pair| pair.key != "ARROW:schema");
        let metadata =
            metadata.map(|pair| (pair.key.clone(), pair.value.clone().unwrap_or_default())).collect();
        Ok(TableFile { path: path.to_owned(), builder, columns, metadata })
    }

    /// Its columns.
    pub fn columns(&self) -> &[FileColumn] {
        &self.columns
    }

    /// What the file says about itself: schema version, table, ruleset, ...
    pub fn metadata(&self) -> &BTreeMap<String, String> {
        &self.metadata
    }

    /// Its rows.
    pub fn rows(&self) -> u64 {
        self.builder.metadata().file_metadata().num_rows().max(0) as u64
    }

    /// The same file with these columns only, in the order of the file.
    ///
    /// # Errors
    /// If it has no column of one of these names.
    pub fn select(self, names: &[&str]) -> Result<TableFile, RecordError> {
        if let Some(name) = names.iter().find(|&&name| self.columns.iter().all(|column| column.name != name))
        {
            return Err(damaged(&self.path, format!("has no column {name}")));
        }
        let mask = ProjectionMask::columns(self.builder.parquet_schema(), names.iter().copied());
        let columns =
            self.columns.into_iter().filter(|column| names.contains(&column.name.as_str())).collect();
        Ok(TableFile { builder: self.builder.with_projection(mask), columns, ..self })
    }

    /// Its rows, at most so many at a time.
    pub fn batches(self, rows: usize) -> Result<Batches, RecordError> {
        let TableFile { path, builder, columns, .. } = self;
        let reader = builder
            .with_batch_size(rows.max(1))
            .build()
            .map_err(|error| damaged(&path, format!("cannot be read: {error}")))?;
        Ok(Batches { path, reader, widths: columns.iter().map(|column| column.width).collect() })
    }
}

fn file_column(path: &Path, field: &Field) -> Result<FileColumn, RecordError> {
    let width = width(field.data_type()).filter(|_| !field.is_nullable()).ok_or_else(|| {
        let kind = if field.is_nullable() { "nullable type" } else { "type" };
        damaged(
            path,
            format!("has column {} of {kind} {}, which no table has", field.name(), field.data_type()),
        )
    })?;
    let about = field.metadata().iter().map(|(key, value)| (key.to_string(), value.to_string())).collect();
    Ok(FileColumn { name: field.name().clone(), width, about })
}

/// The rows of a file, in batches.
pub struct Batches {
    path: PathBuf,
    reader: ParquetRecordBatchReader,
    widths: Vec<Width>,
}

impl Iterator for Batches {
    type Item = Result<Rows, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        let batch = self.reader.next()?;
        Some(match batch {
            Ok(batch) => Ok(rows(&batch, &self.widths)),
            Err(error) => Err(damaged(&self.path, format!("cannot be read: {error}"))),
        })
    }
}

fn rows(batch: &RecordBatch, widths: &[Width]) -> Rows {
    let mut rows = Rows::new(widths.len());
    for (at, (array, &width)) in batch.columns().iter().zip(widths).enumerate() {
        fill(rows.cells_mut(at), array.as_ref(), width);
    }
    for _ in 0..batch.num_rows() {
        rows.skip(widths.len());
        rows.end_row();
    }
    rows
}

fn fill(cells: &mut Cells, array: &dyn Array, width: Width) {
    match width {
        Width::Bool => array.as_boolean().values().iter().for_each(|bit| cells.push([u8::from(bit)])),
        Width::U8 => push_all(cells, array.as_primitive::<UInt8Type>().values()),
        Width::I8 => {
            array.as_primitive::<Int8Type>().values().iter().for_each(|v| cells.push(v.to_le_bytes()))
        }
        Width::U16 => {
            array.as_primitive::<UInt16Type>().values().iter().for_each(|v| cells.push(v.to_le_bytes()))
        }
        Width::I32 => {
            array.as_primitive::<Int32Type>().values().iter().for_each(|v| cells.push(v.to_le_bytes()))
        }
        Width::I64 => {
            array.as_primitive::<Int64Type>().values().iter().for_each(|v| cells.push(v.to_le_bytes()))
        }
        Width::U64 => {
            array.as_primitive::<UInt64Type>().values().iter().for_each(|v| cells.push(v.to_le_bytes()))
        }
        Width::Bytes(_) => {
            array.as_fixed_size_binary().iter().flatten().for_each(|cell| push_all(cells, cell))
        }
        Width::Blob => array.as_binary::<i32>().iter().flatten().for_each(|cell| cells.push_varying(cell)),
        Width::Text => {
            let texts = array.as_string::<i32>().iter().flatten();
            texts.for_each(|text| cells.push_varying(text.as_bytes()));
        }
    }
}

/// Cells take arrays; a few sizes serve all.
fn push_all(cells: &mut Cells, bytes: &[u8]) {
    let (long, rest) = bytes.as_chunks::<16>();
    long.iter().for_each(|&chunk| cells.push(chunk));
    rest.iter().for_each(|&byte| cells.push([byte]));
}

/// A complete data set.
pub struct Dataset {
    layout: Layout,
    manifest: Manifest,
}

impl Dataset {
    /// Opens a data set by its manifest.
    ///
    /// # Errors
    /// If there is no manifest, if it cannot be read, or if it is of another format.
    pub fn open(dir: &Path) -> Result<Dataset, RecordError> {
        let path = Layout::new(dir, 0).manifest();
        let manifest = Manifest::read(&path)?;
        Ok(Dataset { layout: Layout::new(dir, manifest.run.parts), manifest })
    }

    /// Where it is.
    pub fn dir(&self) -> &Path {
        &self.layout.dir
    }

    /// Its card.
    pub fn card(&self) -> PathBuf {
        self.layout.card()
    }

    /// What its card says; what is no UTF-8 in it is replaced.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn card_text(&self) -> Result<String, RecordError> {
        let bytes = regular::read(&self.card(), regular::MOST)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// What is known of a part.
    ///
    /// # Errors
    /// If its sidecar is missing or damaged.
    pub fn sidecar(&self, part: u64) -> Result<Sidecar, RecordError> {
        let path = self.layout.sidecar(part);
        Sidecar::read(&path)?.ok_or_else(|| damaged(&path, "is missing"))
    }

    /// What it is as a whole.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Names of its tables.
    pub fn tables(&self) -> &[String] {
        &self.manifest.run.tables
    }

    /// Numbers of its parts.
    pub fn parts(&self) -> std::ops::Range<u64> {
        0..self.manifest.run.parts
    }

    /// The part that holds a match.
    pub fn part_of_match(&self, number: u64) -> Option<u64> {
        (number < self.manifest.run.matches).then(|| number / self.manifest.run.part_size.max(1))
    }

    /// Where the file of a table and a part is.
    pub fn path(&self, table: &str, part: u64) -> PathBuf {
        self.layout.file(table, part)
    }

    /// Does a file hold what was written?
    ///
    /// # Errors
    /// It does not, or cannot be read.
    pub fn check_file(&self, table: &str, part: u64) -> Result<(), RecordError> {
        let (path, sidecar) = (self.path(table, part), self.sidecar(part)?);
        let hash = hashing::of_file(&path)?;
        match sidecar.tables.get(table).is_some_and(|stats| stats.sha256 == hash) {
            true => Ok(()),
            false => Err(damaged(&path, NOT_WRITTEN)),
        }
    }

    /// Opens the file of a table and a part.
    pub fn file(&self, table: &str, part: u64) -> Result<TableFile, RecordError> {
        TableFile::open(&self.path(table, part))
    }
}
