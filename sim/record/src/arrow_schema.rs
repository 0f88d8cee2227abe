//! The Arrow schema in the metadata of a file, which lets PyArrow, Polars and DuckDB show a column with its meaning.
//!
//! The key `ARROW:schema` holds an Arrow IPC message (a FlatBuffer of `Message.fbs` and `Schema.fbs`), in base64, after
//! a marker of four bytes and its length. The `parquet` crate can write it, but needs all of Arrow's arrays and kernels
//! for that, which take longer to build than everything else here. This file knows only the types of our columns. Its
//! bytes equal those of the library; a test pins them.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flatbuffers::{
    FlatBufferBuilder, ForwardsUOffset, TableFinishedWIPOffset, UnionWIPOffset, VOffsetT, Vector, WIPOffset,
};
use hyakuman_core::column::{CellType, Column};

/// The metadata key that Arrow readers look for.
pub(crate) const KEY: &str = "ARROW:schema";

/// `MetadataVersion.V5`.
const VERSION: i16 = 4;
/// `MessageHeader.Schema`.
const HEADER_SCHEMA: u8 = 1;
/// Precedes the length of a message.
const MARKER: [u8; 4] = [0xFF; 4];

type Builder<'a> = FlatBufferBuilder<'a>;
type Offset = WIPOffset<TableFinishedWIPOffset>;

/// The position of the `n`-th field in the vtable of a FlatBuffer.
const fn slot(n: VOffsetT) -> VOffsetT {
    4 + 2 * n
}

/// The value of the key for a table with these columns.
pub(crate) fn encode(columns: &[Column]) -> String {
    let builder = &mut Builder::new();
    let schema = schema(builder, columns);
    let start = builder.start_table();
    builder.push_slot(slot(0), VERSION, 0);
    builder.push_slot(slot(1), HEADER_SCHEMA, 0);
    builder.push_slot_always(slot(2), schema);
    let message = builder.end_table(start);
    builder.finish(message, None);
    let message = builder.finished_data();
    let length = (message.len() as u32).to_le_bytes();
    STANDARD.encode([&MARKER[..], &length, message].concat())
}

/// `Schema`: its fields, in little-endian order, which is the default.
fn schema(builder: &mut Builder<'_>, columns: &[Column]) -> Offset {
    let fields: Vec<Offset> = columns.iter().map(|column| field(builder, column)).collect();
    let fields = builder.create_vector(&fields);
    let start = builder.start_table();
    builder.push_slot_always(slot(1), fields);
    builder.end_table(start)
}

/// `Field`: name, type, no children (an empty list, as some readers expect), and the column's metadata.
fn field(builder: &mut Builder<'_>, column: &Column) -> Offset {
    let about = metadata(builder, column);
    let name = builder.create_string(column.name);
    let (code, of, children) = data_type(builder, column.cell_type);
    let start = builder.start_table();
    builder.push_slot_always(slot(0), name);
    builder.push_slot(slot(2), code, 0);
    builder.push_slot_always(slot(5), children);
    builder.push_slot_always(slot(3), of);
    builder.push_slot_always(slot(6), about);
    builder.end_table(start)
}

type Tables<'a> = WIPOffset<Vector<'a, ForwardsUOffset<TableFinishedWIPOffset>>>;

/// `KeyValue`s, sorted by key.
fn metadata<'a>(builder: &mut Builder<'a>, column: &Column) -> Tables<'a> {
    let mut pairs = describe(column);
    pairs.sort_unstable();
    let pairs = pairs.map(|(key, value)| {
        let (key, value) = (builder.create_string(key), builder.create_string(value));
        let start = builder.start_table();
        builder.push_slot_always(slot(0), key);
        builder.push_slot_always(slot(1), value);
        builder.end_table(start)
    });
    builder.create_vector(&pairs)
}

/// The number of a type in the union `Type`, its table, and the empty list of children, in the library's order.
fn data_type<'a>(
    builder: &mut Builder<'a>,
    cell_type: CellType,
) -> (u8, WIPOffset<UnionWIPOffset>, Tables<'a>) {
    let integer = |builder: &mut Builder<'a>, bits: i32, signed: bool| {
        let children = no_children(builder);
        let start = builder.start_table();
        builder.push_slot(slot(1), signed, false);
        builder.push_slot(slot(0), bits, 0);
        (2, builder.end_table(start).as_union_value(), children)
    };
    match cell_type {
        CellType::U8 => integer(builder, 8, false),
        CellType::I8 => integer(builder, 8, true),
        CellType::U16 => integer(builder, 16, false),
        CellType::I32 => integer(builder, 32, true),
        CellType::I64 => integer(builder, 64, true),
        CellType::U64 => integer(builder, 64, false),
        CellType::Blob => plain(builder, 4, 0),
        CellType::Text => plain(builder, 5, 0),
        CellType::Bool => plain(builder, 6, 0),
        CellType::Bytes(size) => plain(builder, 15, i32::from(size)),
    }
}

/// A type other than an integer; `size` is the number of bytes of fixed-size types.
fn plain<'a>(builder: &mut Builder<'a>, code: u8, size: i32) -> (u8, WIPOffset<UnionWIPOffset>, Tables<'a>) {
    let start = builder.start_table();
    builder.push_slot(slot(0), size, 0);
    let table = builder.end_table(start).as_union_value();
    (code, table, no_children(builder))
}

fn no_children<'a>(builder: &mut Builder<'a>) -> Tables<'a> {
    builder.create_vector::<Offset>(&[])
}

/// The metadata of a field.
pub(crate) fn describe(column: &Column) -> [(&'static str, &'static str); 4] {
    [
        ("meaning", column.meaning),
        ("unit", column.unit),
        ("viewpoint", column.viewpoint),
        ("missing", column.missing),
    ]
}
