//! The footer of a file that may come from anywhere: its columns, and where their cells are.
//!
//! The library's reader of footers (parquet 60.1) trusts them: at groups in one another, in a file of 35 kB, its stack
//! overflows, which ends the program; groups and columns in 84 kB take 480 MB, and each list of flags, in 7 bytes, 7 seconds.

use crate::schema;
use crate::thrift::Compact;
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
    pub(crate) fn read(file: &File) -> Result<Footer> {
        let short = || wrong("it is shorter than its footer");
        let end = file.len().checked_sub(TAIL as u64).ok_or_else(short)?;
        let length = FooterTail::try_from(&file.get_bytes(end, TAIL)?[..])?.metadata_length();
        let start = end.checked_sub(length as u64).ok_or_else(short)?;
        Footer::parse(&file.get_bytes(start, length)?)
    }

    /// Reads `FileMetaData` of parquet.thrift.
    fn parse(bytes: &[u8]) -> Result<Footer> {
        let (mut footer, mut pairs) = (Footer::default(), Vec::new());
        Compact::new(bytes).structure(|input, id| match id {
            2 => input.list(&mut footer.columns, column),
            3 => input.integer(&mut footer.rows),
            4 => input.list(&mut footer.groups, Group::read),
            5 => input.list(&mut pairs, pair),
            _ => input.skip(),
        })?;
        if footer.columns.is_empty() {
            return Err(wrong("its footer has no columns"));
        }
        footer.columns.remove(0); // the table itself
        footer.metadata = pairs.into_iter().collect();
        match footer.groups.iter().all(|group| group.chunks.len() == footer.columns.len()) {
            true => Ok(footer),
            false => Err(wrong("a row group has another number of columns than the table")),
        }
    }
}

/// Reads `SchemaElement`.
fn column(input: &mut Compact<'_>) -> Result<(String, Option<CellType>)> {
    let (mut name, mut numbers) = (String::new(), [-1; 7]);
    input.structure(|input, id| match id {
        1..=3 | 5 | 6 => input.integer(&mut numbers[id as usize]),
        4 => input.text(&mut name),
        _ => input.skip(),
    })?;
    let [_, physical, size, repetition, _, children, converted] = numbers;
    // Neither nullable, nor a list, nor a group.
    let is_plain = repetition == 0 && children <= 0;
    Ok((name, schema::cell_type(physical, converted, size).filter(|_| is_plain)))
}

/// Reads `KeyValue`.
fn pair(input: &mut Compact<'_>) -> Result<(String, String)> {
    let (mut key, mut value) = Default::default();
    input.structure(|input, id| match id {
        1 => input.text(&mut key),
        2 => input.text(&mut value),
        _ => input.skip(),
    })?;
    Ok((key, value))
}

impl Group {
    /// Reads `RowGroup`.
    fn read(input: &mut Compact<'_>) -> Result<Group> {
        let mut group = Group::default();
        input.structure(|input, id| match id {
            1 => input.list(&mut group.chunks, Chunk::read),
            3 => input.integer(&mut group.rows),
            _ => input.skip(),
        })?;
        Ok(group)
    }
}

impl Chunk {
    /// Reads `ColumnChunk` with its `ColumnMetaData`.
    fn read(input: &mut Compact<'_>) -> Result<Chunk> {
        let mut numbers = [0; 12];
        input.structure(|input, id| if id == 3 { input.integers(&mut numbers) } else { input.skip() })?;
        let [.., codec, _, _, bytes, _, data, _, dictionary] = numbers;
        if bytes > 0 {
            Ok(Chunk { codec, bytes, data, dictionary })
        } else {
            Err(wrong("a column has no pages"))
        }
    }
}

fn wrong(what: &str) -> ParquetError {
    ParquetError::General(what.to_owned())
}
