//! A small Parquet file of named columns, for results: it is written at once, and cells may be missing.

use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::column::writer::ColumnWriter;
use parquet::data_type::ByteArray;
use parquet::errors::Result;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;
use std::io;
use std::sync::Arc;

/// The cells of a column, one for each row.
#[derive(Clone, PartialEq, Debug)]
pub enum Cells {
    /// Words.
    Texts(Vec<String>),
    /// Whole numbers.
    Counts(Vec<Option<i64>>),
    /// Any numbers.
    Numbers(Vec<Option<f64>>),
}

/// The file as bytes; `about` has the keys and values of its metadata.
///
/// # Errors
/// Columns of different lengths, which is a bug of the caller.
pub fn parquet(columns: &[(&str, Cells)], about: &[(String, String)]) -> io::Result<Vec<u8>> {
    encoded(columns, about).map_err(io::Error::other)
}

fn encoded(columns: &[(&str, Cells)], about: &[(String, String)]) -> Result<Vec<u8>> {
    let fields =
        columns.iter().map(|(name, cells)| cells.field(name).map(Arc::new)).collect::<Result<_>>()?;
    let schema = Type::group_type_builder("schema").with_fields(fields).build()?;
    let pairs = about.iter().map(|(key, value)| KeyValue::new(key.clone(), value.clone())).collect();
    let properties = WriterProperties::builder().set_key_value_metadata(Some(pairs)).build();
    let mut file = SerializedFileWriter::new(Vec::new(), Arc::new(schema), Arc::new(properties))?;
    let mut group = file.next_row_group()?;
    for (_, cells) in columns {
        let mut column = group.next_column()?.expect("a column for each of the schema");
        cells.write(column.untyped())?;
        column.close()?;
    }
    group.close()?;
    file.into_inner()
}

impl Cells {
    fn field(&self, name: &str) -> Result<Type> {
        let (physical, logical, repetition) = match self {
            Cells::Texts(_) => (Physical::BYTE_ARRAY, Some(LogicalType::String), Repetition::REQUIRED),
            Cells::Counts(_) => (Physical::INT64, None, Repetition::OPTIONAL),
            Cells::Numbers(_) => (Physical::DOUBLE, None, Repetition::OPTIONAL),
        };
        let builder = Type::primitive_type_builder(name, physical);
        builder.with_repetition(repetition).with_logical_type(logical).build()
    }

    fn write(&self, column: &mut ColumnWriter<'_>) -> Result<()> {
        match (self, column) {
            (Cells::Texts(texts), ColumnWriter::ByteArrayColumnWriter(column)) => {
                let texts: Vec<ByteArray> = texts.iter().map(|text| text.as_str().into()).collect();
                column.write_batch(&texts, None, None)?;
            }
            (Cells::Counts(counts), ColumnWriter::Int64ColumnWriter(column)) => {
                let (values, levels) = present(counts);
                column.write_batch(&values, Some(&levels), None)?;
            }
            (Cells::Numbers(numbers), ColumnWriter::DoubleColumnWriter(column)) => {
                let (values, levels) = present(numbers);
                column.write_batch(&values, Some(&levels), None)?;
            }
            _ => unreachable!("the type is that of the field"),
        }
        Ok(())
    }
}

/// The cells that are there, and for each cell whether it is.
fn present<T: Copy>(cells: &[Option<T>]) -> (Vec<T>, Vec<i16>) {
    (cells.iter().copied().flatten().collect(), cells.iter().map(|cell| i16::from(cell.is_some())).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::RowAccessor;

    #[test]
    fn missing_cells_are_null() {
        let columns = [
            ("name", Cells::Texts(vec!["a".into(), "b".into()])),
            ("count", Cells::Counts(vec![None, Some(-3)])),
            ("value", Cells::Numbers(vec![Some(0.1), None])),
        ];
        let bytes = parquet(&columns, &[("study".into(), "x".into())]).expect("equal lengths");
        let file = SerializedFileReader::new(bytes::Bytes::from(bytes)).expect("Parquet");
        let rows: Vec<_> = file.get_row_iter(None).expect("rows").map(|row| row.expect("a row")).collect();
        assert_eq!((rows[0].get_string(0).unwrap().as_str(), rows[0].get_double(2).unwrap()), ("a", 0.1));
        assert_eq!((rows[1].get_long(1).unwrap(), rows[1].to_string().contains("null")), (-3, true));
    }
}
