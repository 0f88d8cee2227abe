//! The footer of a file that may come from anywhere: its columns, and where their cells are.

use crate::schema;
use crate::thrift::{Compact, STRUCTURE};
use hyakuman_core::column::CellType;
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::FooterTail;
use parquet::file::reader::{ChunkReader, Length};
use std::collections::BTreeMap;
use std::fs::File;

/// Bytes behind the footer: its length, and the mark of the format.
const TAIL: usize = 8;

/// What the footer of a file says.
#[derive(Default)]
pub(crate) struct Footer {
    pub(crate) rows: i64,
    /// Name and type of each column; `None` if no table has the type.
    pub(crate) columns: Vec<(String, Option<CellType>)>,
    pub(crate) groups: Vec<Group>,
    /// Keys and values.
    pub(crate) metadata: BTreeMap<String, String>,
}

/// A row group: its rows, and the pages of each column.
#[derive(Default)]
pub(crate) struct Group {
    pub(crate) rows: i64,
    pub(crate) chunks: Vec<Chunk>,
}

/// The pages of a column in a row group.
#[derive(Default)]
pub(crate) struct Chunk {
    /// How they are compressed: 0 if they are not, 6 for zstd.
    pub(crate) codec: i64,
    /// Their bytes with their heads.
    pub(crate) bytes: i64,
    /// Where the data begin in the file, and where the dictionary does; 0 if there is none.
    pub(crate) data: i64,
    pub(crate) dictionary: i64,
}

impl Footer {
    /// Reads the footer of a file.
    ///
    /// # Errors
    /// It cannot be read, or lacks what the file cannot be read without.
    pub(crate) fn read(file: &File) -> Result<Footer> {
        let short = || wrong("it is shorter than its footer");
        let end = file.len().checked_sub(TAIL as u64).ok_or_else(short)?;
        let length = FooterTail::try_from(&file.get_bytes(end, TAIL)?[..])?.metadata_length();
        let start = end.checked_sub(length as u64).ok_or_else(short)?;
        Footer::parse(&file.get_bytes(start, length)?)
    }

    /// Reads `FileMetaData` of parquet.thrift.
    fn parse(bytes: &[u8]) -> Result<Footer> {
        let (mut footer, mut elements) = (Footer::default(), Vec::new());
        Compact::new(bytes).structure(STRUCTURE, |input, id, kind| {
            match id {
                2 => elements = input.list(kind, column)?,
                3 => footer.rows = input.integer(kind)?,
                4 => footer.groups = input.list(kind, Group::read)?,
                5 => footer.metadata = input.list(kind, pair)?.into_iter().collect(),
                _ => input.skip(kind)?,
            }
            Ok(())
        })?;
        let mut elements = elements.into_iter();
        elements.next().ok_or_else(|| wrong("its footer has no columns"))?; // the table itself
        footer.columns = elements.collect();
        let columns = footer.columns.len();
        match footer.groups.iter().all(|group| group.chunks.len() == columns) {
            true => Ok(footer),
            false => Err(wrong("a row group has another number of columns than the table")),
        }
    }
}

/// Reads `SchemaElement`.
fn column(input: &mut Compact<'_>, kind: u8) -> Result<(String, Option<CellType>)> {
    let (mut name, mut numbers) = ("", [None; 7]);
    input.structure(kind, |input, id, kind| {
        match id {
            1..=3 | 5 | 6 => numbers[id as usize] = Some(input.integer(kind)?),
            4 => name = input.text(kind)?,
            _ => input.skip(kind)?,
        }
        Ok(())
    })?;
    let [_, physical, size, repetition, _, children, converted] = numbers;
    // Neither nullable, nor a list, nor a group.
    let is_plain = repetition == Some(0) && children.unwrap_or(0) == 0;
    let cell_type = schema::cell_type(physical, converted, size).filter(|_| is_plain);
    Ok((name.to_owned(), cell_type))
}

/// Reads `KeyValue`.
fn pair(input: &mut Compact<'_>, kind: u8) -> Result<(String, String)> {
    let mut pair = (String::new(), String::new());
    input.structure(kind, |input, id, kind| {
        match id {
            1 => pair.0 = input.text(kind)?.to_owned(),
            2 => pair.1 = input.text(kind)?.to_owned(),
            _ => input.skip(kind)?,
        }
        Ok(())
    })?;
    Ok(pair)
}

impl Group {
    /// Reads `RowGroup`.
    fn read(input: &mut Compact<'_>, kind: u8) -> Result<Group> {
        let mut group = Group::default();
        input.structure(kind, |input, id, kind| {
            match id {
                1 => group.chunks = input.list(kind, Chunk::read)?,
                3 => group.rows = input.integer(kind)?,
                _ => input.skip(kind)?,
            }
            Ok(())
        })?;
        Ok(group)
    }
}

impl Chunk {
    /// Reads `ColumnChunk` with its `ColumnMetaData`.
    fn read(input: &mut Compact<'_>, kind: u8) -> Result<Chunk> {
        let mut chunk = Chunk::default();
        input.structure(kind, |input, id, kind| {
            if id != 3 {
                return input.skip(kind);
            }
            let [.., codec, _, _, bytes, _, data, _, dictionary] = input.integers::<12>(kind)?;
            chunk = Chunk { codec, bytes, data, dictionary };
            Ok(())
        })?;
        if chunk.bytes > 0 { Ok(chunk) } else { Err(wrong("a column has no pages")) }
    }
}

fn wrong(what: &str) -> ParquetError {
    ParquetError::General(what.to_owned())
}
