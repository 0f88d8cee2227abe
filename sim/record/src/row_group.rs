//! A row group of a table file: rows encoded column by column, apart from the file.
//!
//! Its bytes depend on its own batches only, so threads may fill the row groups of a file at the same time.

use crate::chunk::{Chunk, Scratch};
use crate::pages::Compressors;
use bytes::Bytes;
use hyakuman_core::column::{CellType, Column, Rows};
use parquet::column::writer::ColumnCloseResult;
use parquet::errors::{ParquetError, Result};
use parquet::file::properties::WriterPropertiesPtr;
use parquet::schema::types::ColumnDescPtr;
use std::io;
use std::sync::Arc;

/// What the row groups of a file have in common. [`crate::TableWriter::layout`] is that of a table.
pub struct Layout {
    pub(crate) columns: Vec<Column>,
    pub(crate) descrs: Vec<ColumnDescPtr>,
    pub(crate) properties: WriterPropertiesPtr,
    pub(crate) compressors: Arc<Compressors>,
}

/// A row group that is being filled, apart from the file. [`Layout::row_group`] makes it.
pub struct RowGroup {
    layout: Arc<Layout>,
    /// Empty as long as there are no rows.
    chunks: Vec<Chunk>,
    scratch: Scratch,
    rows: usize,
}

/// A filled row group, for [`crate::TableWriter::append`].
pub struct EncodedRowGroup {
    pub(crate) columns: Vec<(Bytes, ColumnCloseResult)>,
    pub(crate) rows: usize,
}

impl Layout {
    /// An empty row group.
    pub fn row_group(self: &Arc<Self>) -> RowGroup {
        RowGroup { layout: Arc::clone(self), chunks: Vec::new(), scratch: Scratch::default(), rows: 0 }
    }
}

impl RowGroup {
    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Adds a batch of rows.
    ///
    /// # Errors
    /// A column does not have one cell per row, which is a bug of the caller.
    pub fn write(&mut self, rows: &Rows) -> io::Result<()> {
        if rows.is_empty() {
            return Ok(());
        }
        check(&self.layout.columns, rows)?;
        if self.chunks.is_empty() {
            self.open();
        }
        self.rows += rows.len();
        let mut chunks = self.chunks.iter_mut().enumerate();
        chunks.try_for_each(|(at, chunk)| chunk.write(rows.cells(at), &mut self.scratch)).map_err(io_error)
    }

    fn open(&mut self) {
        let Layout { columns, descrs, properties, compressors } = &*self.layout;
        let parts = columns.iter().zip(descrs).enumerate();
        let chunk = |(at, (column, descr)): (usize, (_, &ColumnDescPtr))| {
            Chunk::new(column, at == 0, Arc::clone(descr), properties, compressors)
        };
        self.chunks = parts.map(chunk).collect();
    }

    /// Encodes what is left.
    ///
    /// # Errors
    /// The rows cannot be encoded.
    pub fn encode(self) -> io::Result<EncodedRowGroup> {
        let RowGroup { chunks, mut scratch, rows, .. } = self;
        let columns = chunks.into_iter().map(|chunk| chunk.close(&mut scratch));
        let columns = columns.collect::<Result<_>>().map_err(io_error)?;
        Ok(EncodedRowGroup { columns, rows })
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
pub(crate) fn io_error(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(inner) => match inner.downcast::<io::Error>() {
            Ok(inner) => *inner,
            Err(inner) => io::Error::other(inner),
        },
        other => io::Error::other(other),
    }
}
