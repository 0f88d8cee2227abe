//! The form of a described column in a file: its Parquet type, metadata and encoding.
//!
//! The encodings were measured on decision rows: a dictionary for everything with few distinct cells,
//! differences for numbers that count up, plain for bytes that nearly every row has others of, statistics for the first
//! column (the match number) only.

use crate::arrow_schema;
use hyakuman_core::column::{CellType, ChangeRate, Column};
use parquet::basic::{Compression, Encoding, LogicalType, Repetition, Type as Physical};
use parquet::errors::Result;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterPropertiesBuilder};
use parquet::schema::types::{ColumnPath, Type, TypePtr};
use std::sync::Arc;

/// Version of the record format. A program that does not know it may not understand the files.
pub const FORMAT: &str = "2";

/// Metadata of every file of a run besides its columns.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct About {
    /// Name and version of the program, such as `hyakuman version 0.1.0`.
    pub program: String,
    /// Keys and values for the metadata of the file: ruleset, rules hash, seed.
    pub pairs: Vec<(String, String)>,
}

/// The Parquet schema of a table with columns of these names and types: no column is nullable.
pub(crate) fn parquet<'a>(columns: impl IntoIterator<Item = (&'a str, CellType)>) -> Result<TypePtr> {
    let fields = columns.into_iter().map(|(name, cell_type)| field(name, cell_type).map(Arc::new));
    Ok(Arc::new(Type::group_type_builder("schema").with_fields(fields.collect::<Result<_>>()?).build()?))
}

fn field(name: &str, cell_type: CellType) -> Result<Type> {
    let (physical, logical) = types(cell_type);
    let builder = Type::primitive_type_builder(name, physical)
        .with_repetition(Repetition::REQUIRED)
        .with_logical_type(logical);
    match cell_type {
        CellType::Bytes(size) => builder.with_length(i32::from(size)).build(),
        _ => builder.build(),
    }
}

/// The physical and logical Parquet type of a cell.
fn types(cell_type: CellType) -> (Physical, Option<LogicalType>) {
    let integer = |bits, signed| Some(LogicalType::integer(bits, signed));
    match cell_type {
        CellType::Bool => (Physical::BOOLEAN, None),
        CellType::U8 => (Physical::INT32, integer(8, false)),
        CellType::I8 => (Physical::INT32, integer(8, true)),
        CellType::U16 => (Physical::INT32, integer(16, false)),
        CellType::I32 => (Physical::INT32, None),
        CellType::I64 => (Physical::INT64, None),
        CellType::U64 => (Physical::INT64, integer(64, false)),
        CellType::Bytes(_) => (Physical::FIXED_LEN_BYTE_ARRAY, None),
        CellType::Blob => (Physical::BYTE_ARRAY, None),
        CellType::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
    }
}

/// Most bytes of a cell of a fixed size: the largest of our tables has 592.
const MOST_OF_BYTES: i64 = 2 << 10;

/// The cell type of a column in a file, by its `Type`, `ConvertedType` and `type_length` in parquet.thrift, each -1 if it
/// has none; `None` if no column of ours has the type.
pub(crate) fn cell_type(physical: i64, converted: i64, size: i64) -> Option<CellType> {
    match (physical, converted) {
        (0, -1) => Some(CellType::Bool),
        (1, 11) => Some(CellType::U8),
        (1, 15) => Some(CellType::I8),
        (1, 12) => Some(CellType::U16),
        (1, -1) => Some(CellType::I32),
        (2, -1) => Some(CellType::I64),
        (2, 14) => Some(CellType::U64),
        (6, -1) => Some(CellType::Blob),
        (6, 0) => Some(CellType::Text),
        (7, -1) if (1..=MOST_OF_BYTES).contains(&size) => Some(CellType::Bytes(size as u16)),
        _ => None,
    }
}

/// How the cells of a column are stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// As they are.
    Plain,
    /// Eight bytes, as they are or byte by byte.
    Words,
    /// As differences.
    Deltas,
    /// As indices into a dictionary of the distinct cells.
    Dictionary,
    /// As bits.
    Flags,
    /// By the library, in this encoding.
    Typed(Encoding),
}

/// The form of a column. The first of a table is written by the library, which makes its statistics.
pub(crate) fn form(column: &Column, first: bool) -> Form {
    match (column.cell_type, column.change_rate) {
        (CellType::Text | CellType::Blob, _) => Form::Typed(Encoding::PLAIN),
        (CellType::I64, ChangeRate::Often | ChangeRate::Steadily) => {
            Form::Typed(Encoding::DELTA_BINARY_PACKED)
        }
        _ if first => Form::Typed(Encoding::PLAIN),
        (CellType::Bool, _) => Form::Flags,
        (_, ChangeRate::Rarely) => Form::Dictionary,
        (CellType::U64, _) => Form::Words,
        (CellType::Bytes(_), _) => Form::Plain,
        (_, ChangeRate::Often) => Form::Dictionary,
        (_, ChangeRate::Steadily) => Form::Deltas,
    }
}

/// The writer properties of a table. Pages are compressed in `pages`, not by the library.
pub(crate) fn properties(columns: &[Column], table: &str, about: &About) -> WriterProperties {
    let own = [("schema_version", FORMAT), ("table", table)];
    let given = about.pairs.iter().map(|(key, value)| (key.as_str(), value.as_str()));
    let arrow = arrow_schema::encode(columns);
    let pairs = own.into_iter().chain(given).chain([(arrow_schema::KEY, &*arrow)]);
    let pairs = pairs.map(|(key, value)| KeyValue::new(key.to_owned(), value.to_owned()));
    let builder = WriterProperties::builder()
        .set_created_by(about.program.clone())
        .set_key_value_metadata(Some(pairs.collect()))
        .set_compression(Compression::UNCOMPRESSED)
        .set_dictionary_enabled(false)
        .set_statistics_enabled(EnabledStatistics::None)
        .set_offset_index_disabled(true);
    columns.iter().enumerate().fold(builder, with_column).build()
}

fn with_column(builder: WriterPropertiesBuilder, (at, column): (usize, &Column)) -> WriterPropertiesBuilder {
    let path = ColumnPath::from(column.name);
    let builder = match form(column, at == 0) {
        Form::Typed(encoding) => builder.set_column_encoding(path.clone(), encoding),
        _ => builder,
    };
    let builder = builder.set_column_dictionary_enabled(path.clone(), column.cell_type == CellType::Text);
    match at {
        0 => builder.set_column_statistics_enabled(path, EnabledStatistics::Chunk),
        _ => builder,
    }
}
