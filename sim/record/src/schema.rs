//! What a described column becomes in a file: its Arrow type, its metadata, its encoding.
//!
//! The encodings were measured on decision rows: plain where runs of one value are long (zstd takes those), delta
//! where every row differs; a dictionary for texts only; statistics for the first column (the match number) only.

use arrow_schema::{DataType, Field, Metadata, Schema};
use hyakuman_core::column::{Column, Pace, Width};
use parquet::arrow::add_encoded_arrow_schema_to_metadata;
use parquet::basic::{Compression, Encoding};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterPropertiesBuilder};
use parquet::schema::types::ColumnPath;

/// Version of the record format; a reader of another version may not understand the files.
pub const FORMAT: &str = "1";

/// What every file of a run says about itself besides its columns.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct About {
    /// Name and version of the program, as `hyakuman version 0.1.0`.
    pub program: String,
    /// Keys and values for the metadata of the file: ruleset, rules hash, seed.
    pub pairs: Vec<(String, String)>,
}

/// The Arrow schema of a table: no column is nullable, every field describes itself.
pub fn arrow(columns: &[Column]) -> Schema {
    Schema::new(columns.iter().map(field).collect::<Vec<_>>())
}

fn field(column: &Column) -> Field {
    let metadata =
        Metadata::from_iter(describe(column).map(|(key, value)| (key.to_owned(), value.to_owned())));
    Field::new(column.name, data_type(column.width), false).with_metadata(metadata)
}

/// What a field says about itself.
pub(crate) fn describe(column: &Column) -> [(&'static str, &'static str); 4] {
    [
        ("meaning", column.meaning),
        ("unit", column.unit),
        ("viewpoint", column.viewpoint),
        ("missing", column.missing),
    ]
}

/// The Arrow type of a cell.
pub fn data_type(width: Width) -> DataType {
    match width {
        Width::Bool => DataType::Boolean,
        Width::U8 => DataType::UInt8,
        Width::I8 => DataType::Int8,
        Width::U16 => DataType::UInt16,
        Width::I32 => DataType::Int32,
        Width::I64 => DataType::Int64,
        Width::U64 => DataType::UInt64,
        Width::Bytes(n) => DataType::FixedSizeBinary(i32::from(n)),
        Width::Blob => DataType::Binary,
        Width::Text => DataType::Utf8,
    }
}

/// The cell of an Arrow type; none for a type that no column has.
pub fn width(data_type: &DataType) -> Option<Width> {
    Some(match data_type {
        DataType::Boolean => Width::Bool,
        DataType::UInt8 => Width::U8,
        DataType::Int8 => Width::I8,
        DataType::UInt16 => Width::U16,
        DataType::Int32 => Width::I32,
        DataType::Int64 => Width::I64,
        DataType::UInt64 => Width::U64,
        DataType::FixedSizeBinary(n) => Width::Bytes(u16::try_from(*n).ok()?),
        DataType::Binary => Width::Blob,
        DataType::Utf8 => Width::Text,
        _ => return None,
    })
}

/// How the cells of a column are encoded.
pub(crate) fn encoding(column: &Column) -> Encoding {
    match (column.pace, column.width) {
        (Pace::Lively, Width::U8 | Width::I8 | Width::U16 | Width::I32 | Width::I64) => {
            Encoding::DELTA_BINARY_PACKED
        }
        _ => Encoding::PLAIN,
    }
}

/// How a file of this table is written. Its pages are compressed by us (`packer`), not by the library.
pub(crate) fn properties(
    schema: &Schema,
    columns: &[Column],
    table: &str,
    about: &About,
) -> WriterProperties {
    let own = [("schema_version", FORMAT), ("table", table)];
    let given = about.pairs.iter().map(|(key, value)| (key.as_str(), value.as_str()));
    let pairs =
        own.into_iter().chain(given).map(|(key, value)| KeyValue::new(key.to_owned(), value.to_owned()));
    let builder = WriterProperties::builder()
        .set_created_by(about.program.clone())
        .set_key_value_metadata(Some(pairs.collect()))
        .set_compression(Compression::UNCOMPRESSED)
        .set_dictionary_enabled(false)
        .set_statistics_enabled(EnabledStatistics::None)
        .set_offset_index_disabled(true);
    let mut properties = columns.iter().enumerate().fold(builder, with_column).build();
    add_encoded_arrow_schema_to_metadata(schema, &mut properties);
    properties
}

fn with_column(builder: WriterPropertiesBuilder, (at, column): (usize, &Column)) -> WriterPropertiesBuilder {
    let path = ColumnPath::from(column.name);
    let builder = builder
        .set_column_encoding(path.clone(), encoding(column))
        .set_column_dictionary_enabled(path.clone(), column.width == Width::Text);
    match at {
        0 => builder.set_column_statistics_enabled(path, EnabledStatistics::Chunk),
        _ => builder,
    }
}
