//! Studies for `hyakuman/studies.py`. Results are returned as JSON.

use crate::error;
use crate::players::roster_with;
use crate::runs::watched;
use hyakuman_arena::study::{How, Study};
use hyakuman_record::Shard;
use hyakuman_report::{json, study};
use pyo3::prelude::*;

/// Answers the questions of a study file in a folder; `shard` is from 1, of how many.
#[pyfunction]
pub(crate) fn study_file(
    py: Python<'_>,
    files: (String, String),
    only: Vec<String>,
    share: f64,
    shard: (u64, u64),
    threads: u64,
    progress: Option<Py<PyAny>>,
) -> PyResult<String> {
    let (path, out) = files;
    let shard = Shard::new(shard.0, shard.1).map_err(error::value)?;
    let how = How { only, share, shard, threads: (threads > 0).then_some(threads) };
    let (roster, raised) = roster_with(Vec::new())?;
    watched(py, progress, &raised, |observer| {
        let study = Study::open(&path, &roster)?;
        let folder = study::Folder::open(&out, &study)?;
        let answers = study::play(&study, &how, &folder, &roster, observer)?;
        Ok(json::study(&study, &answers).to_string())
    })
}
