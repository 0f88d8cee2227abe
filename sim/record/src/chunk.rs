//! The cells of one column in one row group.
//!
//! Flags, numbers and fixed-size bytes are encoded here, from whole batches of cells; numbers of eight bytes that often
//! change, texts, variable-size bytes and the column with statistics use the library's typed writers. Measured on decision
//! rows, the library's writers cost 22 ns per cell of fixed-size bytes (here: only the compression), and 5 to 7 ns per delta.

use crate::delta;
use crate::dictionary::Dictionary;
use crate::dictionary_column::{self, DictionaryColumn};
use crate::pages::{Compressors, Pages, PagesSize, ZSTD_LEVEL};
use crate::schema::{Form, form};
use bytes::Bytes;
use hyakuman_core::column::{CellType, Cells, Column};
use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::column::writer::{ColumnCloseResult, ColumnWriter, get_column_writer};
use parquet::data_type::ByteArray;
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::ColumnChunkMetaData;
use parquet::file::properties::WriterPropertiesPtr;
use parquet::schema::types::ColumnDescPtr;
use std::sync::Arc;

/// Buffers shared by the columns that a thread writes.
#[derive(Default)]
pub(crate) struct Scratch {
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
    /// Cells as they are.
    Plain(ColumnDescPtr),
    /// Words as they are or byte by byte, once it is known what is smaller.
    Words(ColumnDescPtr, Option<Encoding>),
    /// Differences.
    Deltas(ColumnDescPtr),
    /// Indices into a dictionary.
    Dictionary(ColumnDescPtr, Box<DictionaryColumn>),
    /// Flags, kept until the chunk is closed.
    Flags(ColumnDescPtr, Vec<u16>),
    /// The library's writer.
    Typed(Box<ColumnWriter<'static>>),
}

impl Chunk {
    /// An empty chunk. The first column of a table has statistics.
    pub(crate) fn new(
        column: &Column,
        first: bool,
        descr: ColumnDescPtr,
        properties: &WriterPropertiesPtr,
        compressors: &Arc<Compressors>,
    ) -> Chunk {
        let pages = Pages::new(compressors);
        let how = match form(column, first) {
            Form::Plain => How::Plain(descr),
            Form::Words => How::Words(descr, None),
            Form::Deltas => How::Deltas(descr),
            Form::Dictionary => How::Dictionary(descr, Box::new(DictionaryColumn::new(column))),
            Form::Flags => How::Flags(descr, Vec::new()),
            Form::Typed(_) => {
                How::Typed(Box::new(get_column_writer(descr, properties.clone(), Box::new(pages.clone()))))
            }
        };
        Chunk { cell_type: column.cell_type, pages, how }
    }

    /// Adds the cells of a batch.
    pub(crate) fn write(&mut self, cells: &Cells, scratch: &mut Scratch) -> Result<()> {
        let Chunk { cell_type, pages, how } = self;
        match how {
            How::Plain(_) => pages.put_plain(cells.bytes(), cell_type.bytes().unwrap_or(1)),
            How::Words(_, encoding) => words(cells.bytes(), encoding, pages, &mut scratch.bytes),
            How::Deltas(_) => {
                widen(cells.bytes(), *cell_type, &mut scratch.ints);
                scratch.bytes.clear();
                delta::encode(&scratch.ints, &mut scratch.bytes);
                pages.put(&scratch.bytes, scratch.ints.len(), Encoding::DELTA_BINARY_PACKED)
            }
            How::Dictionary(_, column) => column.write(cells.bytes(), pages, &mut scratch.bytes),
            How::Flags(_, flags) => {
                flags.extend(cells.bytes().iter().map(|&flag| u16::from(flag)));
                Ok(())
            }
            How::Typed(writer) => typed(writer, cells, *cell_type, scratch),
        }
    }

    /// Its bytes and metadata for the file.
    pub(crate) fn close(self, scratch: &mut Scratch) -> Result<(Bytes, ColumnCloseResult)> {
        let Chunk { mut pages, how, .. } = self;
        let bytes = &mut scratch.bytes;
        let (pages, mut result) = match how {
            How::Typed(writer) => (pages, writer.close()?),
            How::Plain(descr) => closed(pages, descr, Encoding::PLAIN, None)?,
            How::Words(descr, encoding) => closed(pages, descr, encoding.unwrap_or(Encoding::PLAIN), None)?,
            How::Deltas(descr) => closed(pages, descr, Encoding::DELTA_BINARY_PACKED, None)?,
            How::Flags(descr, mut flags) => {
                dictionary_column::pack_flags(&mut flags, bytes);
                pages.put(bytes, flags.len(), Encoding::PLAIN)?;
                closed(pages, descr, Encoding::PLAIN, None)?
            }
            How::Dictionary(descr, column) => {
                let dictionary = column.finish(&mut pages, bytes)?;
                closed(pages, descr, Encoding::RLE_DICTIONARY, dictionary)?
            }
        };
        result.metadata = result.metadata.into_builder().set_compression(compression()?).build()?;
        Ok((pages.take()?, result))
    }
}

fn compression() -> Result<Compression> {
    Ok(Compression::ZSTD(ZstdLevel::try_new(ZSTD_LEVEL)?))
}

/// The pages encoded here, with the dictionary of the chunk before them if it has one, and their metadata.
fn closed(
    pages: Pages,
    descr: ColumnDescPtr,
    encoding: Encoding,
    dictionary: Option<Dictionary>,
) -> Result<(Pages, ColumnCloseResult)> {
    let (pages, dictionary_size) = match dictionary {
        None => (pages, None),
        Some(dictionary) => {
            let (pages, size) = pages.with_dictionary(dictionary.plain(), dictionary.len())?;
            (pages, Some(size as i64))
        }
    };
    let PagesSize { rows, uncompressed, compressed } = pages.size;
    // A column with a dictionary may go on with plain cells.
    let encodings = match encoding {
        Encoding::RLE_DICTIONARY => vec![Encoding::PLAIN, Encoding::RLE, Encoding::RLE_DICTIONARY],
        other => vec![other, Encoding::RLE],
    };
    let metadata = ColumnChunkMetaData::builder(descr)
        .set_encodings(encodings)
        .set_num_values(rows as i64)
        .set_total_uncompressed_size(uncompressed as i64)
        .set_total_compressed_size(compressed as i64)
        .set_dictionary_page_offset(dictionary_size.map(|_| 0))
        .set_data_page_offset(dictionary_size.unwrap_or(0))
        .build()?;
    let (bytes_written, rows_written) = (compressed as u64, rows as u64);
    let (bloom_filter, column_index, offset_index) = (None, None, None);
    Ok((
        pages,
        ColumnCloseResult { bytes_written, rows_written, metadata, bloom_filter, column_index, offset_index },
    ))
}

/// Adds a page of words. The first one of a chunk decides whether they are stored as they are or byte by byte: masks of
/// tiles with few bits are smaller in the one way or the other.
fn words(
    cells: &[u8],
    encoding: &mut Option<Encoding>,
    pages: &mut Pages,
    scratch: &mut Vec<u8>,
) -> Result<()> {
    let rows = cells.len() / 8;
    scratch.clear();
    if *encoding != Some(Encoding::PLAIN) {
        let (words, _) = cells.as_chunks::<8>();
        (0..8).for_each(|byte| scratch.extend(words.iter().map(|word| word[byte])));
    }
    if encoding.is_none() {
        let split = pages.compressed_size(scratch)? < pages.compressed_size(cells)?;
        *encoding = Some(if split { Encoding::BYTE_STREAM_SPLIT } else { Encoding::PLAIN });
    }
    match encoding {
        Some(Encoding::BYTE_STREAM_SPLIT) => pages.put(scratch, rows, Encoding::BYTE_STREAM_SPLIT),
        _ => pages.put(cells, rows, Encoding::PLAIN),
    }
}

fn typed(
    writer: &mut ColumnWriter<'_>,
    cells: &Cells,
    cell_type: CellType,
    scratch: &mut Scratch,
) -> Result<()> {
    match writer {
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
