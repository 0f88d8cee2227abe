//! Names of options that Python gives, and types of cells as NumPy writes them.

use crate::error;
use hyakuman_core::column::CellType;
use pyo3::PyResult;
use std::str::FromStr;

/// The option of this name.
pub(crate) fn parsed<T: FromStr<Err = String>>(name: &str) -> PyResult<T> {
    name.parse().map_err(|sentence: String| error::value(sentence))
}

/// The type of a cell, as NumPy writes it.
pub(crate) fn numpy_type(cell: CellType) -> String {
    match cell {
        CellType::Bool => "?".into(),
        CellType::U8 => "u1".into(),
        CellType::I8 => "i1".into(),
        CellType::U16 => "<u2".into(),
        CellType::I32 => "<i4".into(),
        CellType::I64 => "<i8".into(),
        CellType::U64 => "<u8".into(),
        CellType::Bytes(count) => format!("({count},)u1"),
        CellType::Blob | CellType::Text => "O".into(),
    }
}
