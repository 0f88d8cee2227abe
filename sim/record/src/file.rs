//! The writer of one table file.

use crate::hashing::Hashing;
use crate::row_group::{EncodedRowGroup, Layout, RowGroup, io_error};
use crate::schema::{About, parquet, properties};
use hyakuman_core::column::{Column, Rows};
use parquet::file::writer::SerializedFileWriter;
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
/// Pages and row groups end only where batches end, so the bytes are a function of the batches and of the row groups appended.
pub struct TableWriter<W: Write + Send> {
    encoder: Encoder,
    out: W,
}

impl<W: Write + Send> TableWriter<W> {
    /// Starts the file of the table of this name.
    pub fn new(out: W, table: &str, columns: &[Column], about: &About) -> io::Result<TableWriter<W>> {
        Ok(TableWriter { encoder: Encoder::new(table, columns, about)?, out })
    }

    /// Adds a batch of rows. A row group ends with the batch that fills it.
    ///
    /// # Errors
    /// Those of the underlying writer; or a column does not have one cell per row, which is a bug of the caller.
    pub fn write(&mut self, rows: &Rows) -> io::Result<()> {
        self.encoder.write(rows)?;
        self.encoder.drain(&mut self.out)
    }

    /// What its row groups have in common.
    pub fn layout(&self) -> &Arc<Layout> {
        &self.encoder.layout
    }

    /// Adds a row group behind all rows so far.
    ///
    /// # Errors
    /// Those of the underlying writer.
    pub fn append(&mut self, group: EncodedRowGroup) -> io::Result<()> {
        self.encoder.append(group)?;
        self.encoder.drain(&mut self.out)
    }

    /// Ends the file and returns the underlying writer, flushed but not synced.
    ///
    /// # Errors
    /// Those of the underlying writer.
    pub fn finish(mut self) -> io::Result<(W, TableStats)> {
        let stats = self.encoder.finish()?;
        self.encoder.drain(&mut self.out)?;
        self.out.flush()?;
        Ok((self.out, stats))
    }
}

/// Makes the bytes of a file. It does not depend on the writer, so that parquet's code is compiled once.
struct Encoder {
    file: SerializedFileWriter<Hashing<Vec<u8>>>,
    layout: Arc<Layout>,
    open: RowGroup,
    rows: u64,
}

impl Encoder {
    fn new(table: &str, columns: &[Column], about: &About) -> io::Result<Encoder> {
        let properties = Arc::new(properties(columns, table, about));
        let schema =
            parquet(columns.iter().map(|column| (column.name, column.cell_type))).map_err(io_error)?;
        let file = SerializedFileWriter::new(Hashing::new(Vec::new()), schema, Arc::clone(&properties));
        let file = file.map_err(io_error)?;
        let descrs = file.schema_descr().columns().to_vec();
        let (columns, compressors) = (columns.to_vec(), Arc::default());
        let layout = Arc::new(Layout { columns, descrs, properties, compressors });
        let open = layout.row_group();
        Ok(Encoder { file, layout, open, rows: 0 })
    }

    fn write(&mut self, rows: &Rows) -> io::Result<()> {
        self.open.write(rows)?;
        if self.open.rows() >= ROW_GROUP { self.end_row_group() } else { Ok(()) }
    }

    fn append(&mut self, group: EncodedRowGroup) -> io::Result<()> {
        self.end_row_group()?;
        self.put(group)
    }

    fn finish(&mut self) -> io::Result<TableStats> {
        self.end_row_group()?;
        self.file.finish().map_err(io_error)?;
        let (bytes, sha256) = self.file.inner_mut().finish();
        Ok(TableStats { rows: self.rows, bytes, sha256 })
    }

    /// Hands over the bytes made so far.
    fn drain(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let made = self.file.inner_mut().get_mut();
        out.write_all(made)?;
        made.clear();
        Ok(())
    }

    fn end_row_group(&mut self) -> io::Result<()> {
        let group = std::mem::replace(&mut self.open, self.layout.row_group());
        self.put(group.encode()?)
    }

    fn put(&mut self, group: EncodedRowGroup) -> io::Result<()> {
        if group.rows == 0 {
            return Ok(());
        }
        self.rows += group.rows as u64;
        let mut open = self.file.next_row_group().map_err(io_error)?;
        for (bytes, result) in group.columns {
            open.append_column(&bytes, result).map_err(io_error)?;
        }
        open.close().map(drop).map_err(io_error)
    }
}
