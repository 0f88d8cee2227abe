//! The channels of planes.

use crate::error;
use hyakuman_planes::Planes;
use hyakuman_planes::channels::Cells;
use pyo3::prelude::*;

/// Name, whether all cells have its value, scale and meaning of each channel.
#[pyfunction]
pub(crate) fn channels(planes: &str) -> PyResult<Vec<(String, bool, u8, &'static str)>> {
    let planes: Planes = planes.parse().map_err(|sentence: String| error::value(sentence))?;
    let channels = planes.channels().into_iter();
    Ok(channels
        .map(|channel| (channel.name, channel.cells == Cells::All, channel.scale, channel.meaning))
        .collect())
}
