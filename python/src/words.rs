//! Names of options and starts that Python gives, and types of cells as NumPy writes them.

use crate::error;
use hyakuman_core::column::CellType;
use hyakuman_core::game::StartState;
use pyo3::PyResult;
use std::array;
use std::str::FromStr;

/// The option of this name.
pub(crate) fn parsed<T: FromStr<Err = String>>(name: &str) -> PyResult<T> {
    name.parse().map_err(|sentence: String| error::value(sentence))
}

/// Scores by seat, if they are not those of the rules, kyoku, honba, sticks, and whether the match is over after the kyoku.
pub(crate) type Start = (Option<Vec<i32>>, u32, u32, u32, bool);

/// Where a match starts.
pub(crate) fn start_state((scores, kyoku, honba, sticks, only_kyoku): Start) -> StartState {
    let widened = |scores: Vec<i32>| array::from_fn(|seat| scores.get(seat).copied().unwrap_or(0));
    StartState { scores: scores.map(widened), kyoku, honba, sticks, only_kyoku }
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
