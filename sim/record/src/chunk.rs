//! The cells of one column in one row group.
//!
//! The pages of numbers and of fixed-size bytes are encoded here, from whole columns of cells; booleans, texts and the
//! column with statistics use the library's typed writers. Measured on decision rows, the library's writers cost 22 ns
//! per cell of fixed-size bytes (here: only the compression), and 5 to 7 ns per delta.

use crate::delta;
use crate::packer::{LEVEL, Packer, Pages};
use crate::schema::encoding;
use bytes::Bytes;
use hyakuman_core::column::{CellType, Cells, Column};
use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::column::writer::{ColumnCloseResult, ColumnWriter, get_column_writer};
use parquet::data_type::ByteArray;
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::ColumnChunkMetaData;
use parquet::file::properties::WriterPropertiesPtr;
use parquet::schema::types::ColumnDescPtr;
use std::sync::{Arc, Mutex};

/// Size of a page before compression: smaller ones compress worse, larger ones do not fit the cache.
const PAGE: usize = 1 << 17;

/// Buffers shared by the columns of a file.
#[derive(Default)]
pub(crate) struct Scratch {
    bools: Vec<bool>,
    ints: Vec<i32>,
    bytes: Vec<u8>,
    longs: Vec<i64>,
    arrays: Vec<ByteArray>,
}

/// One column of an open row group.
pub(crate) struct Chunk {
    cell_type: CellType,
    pages: Pages,
    how: How,
}

enum How {
    /// Pages encoded here.
    Cut(Cut),
    /// The library's writer.
    Typed(Box<ColumnWriter<'static>>),
}

struct Cut {
    descr: ColumnDescPtr,
    encoding: Encoding,
    rows: usize,
    plain: usize,
    packed: usize,
}

impl Chunk {
    /// An empty chunk. The first column of a table has statistics.
    pub(crate) fn new(
        column: &Column,
        first: bool,
        descr: ColumnDescPtr,
        properties: &WriterPropertiesPtr,
        packer: &Arc<Mutex<Packer>>,
    ) -> Chunk {
        let pages = Pages::new(packer);
        let encoding = encoding(column);
        let how = match !first && is_cut(column.cell_type, encoding) {
            true => How::Cut(Cut { descr, encoding, rows: 0, plain: 0, packed: 0 }),
            false => {
                How::Typed(Box::new(get_column_writer(descr, properties.clone(), Box::new(pages.clone()))))
            }
        };
        Chunk { cell_type: column.cell_type, pages, how }
    }

    /// Adds the cells of a batch.
    pub(crate) fn write(&mut self, cells: &Cells, scratch: &mut Scratch) -> Result<()> {
        match &mut self.how {
            How::Cut(cut) => cut.write(cells, self.cell_type, &self.pages, scratch),
            How::Typed(writer) => typed(writer, cells, self.cell_type, scratch),
        }
    }

    /// Its bytes and metadata for the file.
    pub(crate) fn close(self) -> Result<(Bytes, ColumnCloseResult)> {
        let mut result = match self.how {
            How::Cut(cut) => cut.close()?,
            How::Typed(writer) => writer.close()?,
        };
        result.metadata = result.metadata.into_builder().set_compression(compression()?).build()?;
        Ok((self.pages.take()?, result))
    }
}

fn compression() -> Result<Compression> {
    Ok(Compression::ZSTD(ZstdLevel::try_new(LEVEL)?))
}

fn is_cut(cell_type: CellType, encoding: Encoding) -> bool {
    match cell_type {
        CellType::Bool | CellType::Blob | CellType::Text => false,
        CellType::I64 => encoding == Encoding::PLAIN,
        _ => true,
    }
}

impl Cut {
    fn write(
        &mut self,
        cells: &Cells,
        cell_type: CellType,
        pages: &Pages,
        scratch: &mut Scratch,
    ) -> Result<()> {
        let Scratch { ints, bytes, .. } = scratch;
        match (self.encoding, cell_type) {
            (Encoding::DELTA_BINARY_PACKED, _) => {
                widen(cells.bytes(), cell_type, ints);
                for values in ints.chunks(PAGE / 4) {
                    bytes.clear();
                    delta::encode(values, bytes);
                    self.put(pages, bytes, values.len())?;
                }
                Ok(())
            }
            (_, CellType::U8 | CellType::I8 | CellType::U16) => {
                widen(cells.bytes(), cell_type, ints);
                bytes.resize(ints.len() * 4, 0);
                let (plain, _) = bytes.as_chunks_mut::<4>();
                plain.iter_mut().zip(ints).for_each(|(cell, int)| *cell = int.to_le_bytes());
                self.plain(pages, bytes, 4)
            }
            _ => self.plain(pages, cells.bytes(), cell_type.bytes().unwrap_or(1)),
        }
    }

    /// Cuts cells into plain pages without conversion.
    fn plain(&mut self, pages: &Pages, cells: &[u8], size: usize) -> Result<()> {
        let whole = (PAGE / size).max(1) * size;
        cells.chunks(whole).try_for_each(|values| self.put(pages, values, values.len() / size))
    }

    fn put(&mut self, pages: &Pages, values: &[u8], count: usize) -> Result<()> {
        let spec = pages.put(values, count, self.encoding)?;
        self.rows += count;
        self.plain += spec.uncompressed_size;
        self.packed += spec.compressed_size;
        Ok(())
    }

    fn close(self) -> Result<ColumnCloseResult> {
        let metadata = ColumnChunkMetaData::builder(self.descr)
            .set_encodings(vec![self.encoding, Encoding::RLE])
            .set_num_values(self.rows as i64)
            .set_total_uncompressed_size(self.plain as i64)
            .set_total_compressed_size(self.packed as i64)
            .set_data_page_offset(0)
            .build()?;
        Ok(ColumnCloseResult {
            bytes_written: self.packed as u64,
            rows_written: self.rows as u64,
            metadata,
            bloom_filter: None,
            column_index: None,
            offset_index: None,
        })
    }
}

fn typed(
    writer: &mut ColumnWriter<'_>,
    cells: &Cells,
    cell_type: CellType,
    scratch: &mut Scratch,
) -> Result<()> {
    match writer {
        ColumnWriter::BoolColumnWriter(writer) => {
            refill(&mut scratch.bools, cells.bytes().iter().map(|&byte| byte != 0));
            writer.write_batch(&scratch.bools, None, None)?;
        }
        ColumnWriter::Int32ColumnWriter(writer) => {
            widen(cells.bytes(), cell_type, &mut scratch.ints);
            writer.write_batch(&scratch.ints, None, None)?;
        }
        ColumnWriter::Int64ColumnWriter(writer) => {
            let longs = cells.bytes().as_chunks().0.iter().map(|&cell| i64::from_le_bytes(cell));
            refill(&mut scratch.longs, longs);
            writer.write_batch(&scratch.longs, None, None)?;
        }
        ColumnWriter::ByteArrayColumnWriter(writer) => {
            arrays(cells, &mut scratch.arrays);
            writer.write_batch(&scratch.arrays, None, None)?;
            scratch.arrays.clear();
        }
        _ => return Err(ParquetError::General("no column has this type".to_owned())),
    }
    Ok(())
}

/// Widens cells to four bytes, Parquet's smallest integer.
fn widen(cells: &[u8], cell_type: CellType, out: &mut Vec<i32>) {
    match cell_type {
        CellType::U8 => refill(out, cells.iter().map(|&cell| i32::from(cell))),
        CellType::I8 => refill(out, cells.iter().map(|&cell| i32::from(cell as i8))),
        CellType::U16 => {
            refill(out, cells.as_chunks().0.iter().map(|&cell| i32::from(u16::from_le_bytes(cell))));
        }
        _ => refill(out, cells.as_chunks().0.iter().map(|&cell| i32::from_le_bytes(cell))),
    }
}

fn arrays(cells: &Cells, out: &mut Vec<ByteArray>) {
    let all = Bytes::copy_from_slice(cells.bytes());
    let starts = std::iter::once(0).chain(cells.ends().iter().map(|&end| end as usize));
    let ends = cells.ends().iter().map(|&end| end as usize);
    refill(out, starts.zip(ends).map(|(start, end)| ByteArray::from(all.slice(start..end))));
}

fn refill<T>(out: &mut Vec<T>, values: impl Iterator<Item = T>) {
    out.clear();
    out.extend(values);
}
