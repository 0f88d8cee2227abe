//! The channels of planes, and rows as planes.

use crate::rules::Rules;
use crate::words::parsed;
use crate::{error, quiet};
use hyakuman_games::registry::AnyRules;
use hyakuman_riichi::planes::channels::Cells;
use hyakuman_riichi::planes::{ChannelSet, RecordedRows, Tensors};
use numpy::{PyReadonlyArray1, PyReadwriteArray1};
use pyo3::prelude::*;

/// Name, whether all cells have its value, scale and meaning of each channel.
#[pyfunction]
pub(crate) fn channels(planes: &str) -> PyResult<Vec<(String, bool, u8, &'static str)>> {
    let channels = parsed::<ChannelSet>(planes)?.channels().into_iter();
    Ok(channels
        .map(|channel| (channel.name, channel.cells == Cells::All, channel.scale, channel.meaning))
        .collect())
}

/// Writes rows of decisions as planes.
#[pyclass(frozen, module = "hyakuman._native")]
pub(crate) struct RowEncoder(RecordedRows);

#[pymethods]
impl RowEncoder {
    /// Of matches under these rules.
    #[new]
    fn new(rules: &Rules, planes: &str) -> PyResult<RowEncoder> {
        let planes = parsed(planes)?;
        match &*rules.0 {
            AnyRules::Riichi(loaded) => Ok(RowEncoder(RecordedRows::new(planes, &loaded.rules))),
            _ => Err(error::value(format!("{planes} are for riichi, not for {}", rules.0.id()))),
        }
    }

    /// Name and size in bytes of the columns that `write` takes.
    fn columns(&self) -> Vec<(&'static str, usize)> {
        let (_action, read) = self.0.columns().split_last().expect("the last one is the action");
        read.to_vec()
    }

    /// Number of compact actions.
    #[getter]
    fn actions(&self) -> usize {
        RecordedRows::ACTIONS
    }

    /// Writes tensors and legal actions of the first `count` rows.
    fn write(
        &self,
        py: Python<'_>,
        columns: Vec<PyReadonlyArray1<'_, u8>>,
        count: u32,
        mut obs: PyReadwriteArray1<'_, u8>,
        mut mask: PyReadwriteArray1<'_, u8>,
    ) -> PyResult<()> {
        let mut columns = columns.iter().map(|column| column.as_slice()).collect::<Result<Vec<_>, _>>()?;
        columns.push(&[]); // no answers
        let (rows, out) = ((0..count).collect::<Vec<_>>(), (obs.as_slice_mut()?, mask.as_slice_mut()?));
        let out = Tensors { obs: out.0, mask: out.1, action: &mut [] };
        let written = py.detach(|| quiet::caught(|| self.0.write(&columns, &rows, out)));
        written.ok_or_else(|| error::value("a row is not a decision of these rules"))?.map_err(error::value)
    }
}
