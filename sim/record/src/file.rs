//! The writer of one table file.

use crate::chunk::{Chunk, Scratch};
use crate::hashing::Hashing;
use crate::packer::Packers;
use crate::schema::{About, parquet, properties};
use hyakuman_core::column::{CellType, Column, Rows};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterPropertiesPtr;
use parquet::file::writer::SerializedFileWriter;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::io::{self, Write};
use std::sync::Arc;

/// A row group is closed at the first end of a batch at which it has this many rows.
const ROW_GROUP: usize = 131_072;

/// Size and hash of a finished file.
#[derive(Clone, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableStats {
    /// Rows.
    pub rows: u64,
    /// Size in bytes.
    pub bytes: u64,
    /// SHA-256 of all bytes, in hexadecimal.
    pub sha256: String,
}

/// Writes the rows of one table as a Parquet file.
///
/// Pages and row groups end only where batches end, so the bytes are a function of the batches.
pub struct TableWriter<W: Write + Send> {
    file: SerializedFileWriter<Hashing<W>>,
    columns: Vec<Column>,
    properties: WriterPropertiesPtr,
    packers: Arc<Packers>,
    scratch: Scratch,
    /// Whether the threads of the current rayon pool share the columns.
    shared: bool,
    /// The columns of the open row group; empty if none is open.
    chunks: Vec<Chunk>,
    /// Rows of the open row group.
    open: usize,
    rows: u64,
}

impl<W: Write + Send> TableWriter<W> {
    /// Starts the file of the table of this name.
    pub fn new(out: W, table: &str, columns: &[Column], about: &About) -> io::Result<TableWriter<W>> {
        let properties = Arc::new(properties(columns, table, about));
        let schema = parquet(columns).map_err(io_error)?;
        let file = SerializedFileWriter::new(Hashing::new(out), schema, Arc::clone(&properties));
        Ok(TableWriter {
            file: file.map_err(io_error)?,
            columns: columns.to_vec(),
            properties,
            packers: Arc::default(),
            scratch: Scratch::default(),
            shared: false,
            chunks: Vec::new(),
            open: 0,
            rows: 0,
        })
    }

    /// The threads of the current rayon pool share the columns. The bytes are the same.
    pub fn share(&mut self) {
        self.shared = true;
    }

    /// Adds a batch of rows.
    ///
    /// # Errors
    /// Those of the underlying writer; or a column does not have one cell per row, which is a bug of the caller.
    pub fn write(&mut self, rows: &Rows) -> io::Result<()> {
        if rows.is_empty() {
            return Ok(());
        }
        check(&self.columns, rows)?;
        if self.chunks.is_empty() {
            self.open_row_group();
        }
        let write =
            |scratch: &mut Scratch, (at, chunk): (usize, &mut Chunk)| chunk.write(rows.cells(at), scratch);
        if self.shared {
            let chunks = self.chunks.par_iter_mut().enumerate().with_max_len(1);
            chunks.map_init(Scratch::default, write).collect::<Result<(), _>>().map_err(io_error)?;
        } else {
            let mut chunks = self.chunks.iter_mut().enumerate();
            chunks.try_for_each(|chunk| write(&mut self.scratch, chunk)).map_err(io_error)?;
        }
        self.open += rows.len();
        self.rows += rows.len() as u64;
        if self.open >= ROW_GROUP { self.close_row_group() } else { Ok(()) }
    }

    /// Ends the file and returns the underlying writer, flushed but not synced.
    pub fn finish(mut self) -> io::Result<(W, TableStats)> {
        self.close_row_group()?;
        // Not `into_inner`: it would convert the error of a full disk to text.
        self.file.finish().map_err(io_error)?;
        let (out, bytes, sha256) = self.file.inner_mut().finish()?;
        Ok((out, TableStats { rows: self.rows, bytes, sha256 }))
    }

    fn open_row_group(&mut self) {
        let descr = self.file.schema_descr().columns().to_vec();
        let parts = self.columns.iter().zip(descr).enumerate();
        let (properties, packers) = (&self.properties, &self.packers);
        let chunk = |(at, (column, descr))| Chunk::new(column, at == 0, descr, properties, packers);
        self.chunks = parts.map(chunk).collect();
    }

    fn close_row_group(&mut self) -> io::Result<()> {
        if self.open == 0 {
            return Ok(());
        }
        let mut group = self.file.next_row_group().map_err(io_error)?;
        let chunks = std::mem::take(&mut self.chunks);
        let closed: Vec<_> = if self.shared {
            chunks
                .into_par_iter()
                .with_max_len(1)
                .map_init(Scratch::default, |scratch, chunk| chunk.close(scratch))
                .collect()
        } else {
            chunks.into_iter().map(|chunk| chunk.close(&mut self.scratch)).collect()
        };
        for chunk in closed {
            let (bytes, result) = chunk.map_err(io_error)?;
            group.append_column(&bytes, result).map_err(io_error)?;
        }
        group.close().map_err(io_error)?;
        self.open = 0;
        Ok(())
    }
}

/// Checks that every column has one cell per row.
fn check(columns: &[Column], rows: &Rows) -> io::Result<()> {
    for (at, column) in columns.iter().enumerate() {
        let cells = rows.cells(at);
        let fits = match column.cell_type.bytes() {
            Some(size) => cells.bytes().len() == size * rows.len() && size > 0,
            None => cells.ends().len() == rows.len(),
        };
        let text = column.cell_type != CellType::Text || std::str::from_utf8(cells.bytes()).is_ok();
        if !fits || !text {
            let what = format!("the cells of column {} do not fill {} rows", column.name, rows.len());
            return Err(io::Error::new(io::ErrorKind::InvalidInput, what));
        }
    }
    Ok(())
}

/// The error of the underlying writer, unwrapped: the message depends on its kind.
fn io_error(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(inner) => match inner.downcast::<io::Error>() {
            Ok(inner) => *inner,
            Err(inner) => io::Error::other(inner),
        },
        other => io::Error::other(other),
    }
}
