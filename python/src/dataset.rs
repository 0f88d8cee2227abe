//! [`Decisions`]: reads rows of a recorded data set for `hyakuman/dataset.py`, which passes the columns of the files.

use crate::{error, quiet};
use hyakuman_arena::Error;
use hyakuman_arena::datasets::recipe::{self, Recipe};
use hyakuman_core::game::rows::Table;
use hyakuman_games::registry::AnyRules;
use hyakuman_riichi::planes::{OraclePlanes, Planes, RecordedOracle, RecordedRows, Tensors};
use numpy::{PyReadonlyArray1, PyReadwriteArray1};
use pyo3::prelude::*;
use std::path::Path;

/// The data sets of a folder, or the folder itself: the name of each, and its folder.
#[pyfunction]
pub(crate) fn data_sets(dir: &str) -> PyResult<Vec<(String, String)>> {
    let sets = hyakuman_arena::data_sets(Path::new(dir)).map_err(crate::error::arena)?;
    Ok(sets.into_iter().map(|set| (set.name, set.dir.display().to_string())).collect())
}

/// The decisions of a data set.
#[pyclass(frozen, module = "hyakuman._native")]
pub(crate) struct Decisions {
    recipe: Recipe,
    files: Vec<String>,
    rows: Option<RecordedRows>,
    oracle: Option<RecordedOracle>,
    oracle_files: Vec<String>,
}

#[pymethods]
impl Decisions {
    /// Opens the data set in a folder, to be read as these planes; `None` for columns only. With `oracle` also what was hidden.
    #[new]
    fn new(dir: &str, planes: Option<&str>, oracle: bool) -> PyResult<Decisions> {
        let planes: Option<Planes> =
            planes.map(str::parse).transpose().map_err(|sentence: String| error::value(sentence))?;
        Decisions::open(dir, planes, oracle).map_err(|error| crate::error::arena(error.within(dir)))
    }

    /// Name and size in bytes of the columns that `write` takes.
    fn columns(&self) -> Vec<(&'static str, usize)> {
        self.rows.as_ref().map_or(Vec::new(), |rows| rows.columns().to_vec())
    }

    /// Name and size in bytes of the columns that `write_oracle` takes.
    fn oracle_columns(&self) -> Vec<(&'static str, usize)> {
        self.oracle.as_ref().map_or(Vec::new(), |rows| rows.columns().to_vec())
    }

    /// Bytes of a tensor, and number of compact actions.
    #[staticmethod]
    fn sizes(planes: &str) -> PyResult<(usize, usize)> {
        let planes: Planes = planes.parse().map_err(|sentence: String| error::value(sentence))?;
        Ok((planes.bytes(), RecordedRows::ACTIONS))
    }

    /// The files of the table, in order.
    #[getter]
    fn files(&self) -> Vec<String> {
        self.files.clone()
    }

    /// The files of the table `oracle`, in order; none unless it is read.
    #[getter]
    fn oracle_files(&self) -> Vec<String> {
        self.oracle_files.clone()
    }

    /// The agents; the column `agent` is an index into this list.
    #[getter]
    fn agents(&self) -> Vec<String> {
        self.recipe.agents.clone()
    }

    /// Whether the matches are read from logs.
    #[getter]
    fn of_logs(&self) -> bool {
        self.recipe.logs.is_some()
    }

    /// Matches on each wall, which have numbers one after another.
    #[getter]
    fn rotations(&self) -> u64 {
        self.recipe.rotations
    }

    /// Matches of the data set.
    #[getter]
    fn matches(&self) -> u64 {
        self.recipe.games
    }

    /// Name of the ruleset and hash of the rules.
    #[getter]
    fn rules(&self) -> (String, String) {
        (self.recipe.ruleset.clone(), self.recipe.rules_hash.clone())
    }

    /// Writes tensors, legal actions and answers of the rows with these indices.
    fn write(
        &self,
        py: Python<'_>,
        columns: Vec<PyReadonlyArray1<'_, u8>>,
        rows: PyReadonlyArray1<'_, u32>,
        mut obs: PyReadwriteArray1<'_, u8>,
        mut mask: PyReadwriteArray1<'_, u8>,
        mut action: PyReadwriteArray1<'_, u8>,
    ) -> PyResult<()> {
        let Some(reader) = &self.rows else {
            return Err(error::value("the data set was opened without planes"));
        };
        let columns = columns.iter().map(|column| column.as_slice()).collect::<Result<Vec<_>, _>>()?;
        let rows = rows.as_slice()?;
        let (obs, mask) = (obs.as_slice_mut()?, mask.as_slice_mut()?);
        let out = Tensors { obs, mask, action: action.as_slice_mut()? };
        let written = py.detach(|| quiet::caught(|| reader.write(&columns, rows, out)));
        written.ok_or_else(|| error::data("a row is not a decision of these rules"))?.map_err(error::data)
    }

    /// Writes tensors of what was hidden in the rows with these indices.
    fn write_oracle(
        &self,
        py: Python<'_>,
        columns: Vec<PyReadonlyArray1<'_, u8>>,
        rows: PyReadonlyArray1<'_, u32>,
        mut out: PyReadwriteArray1<'_, u8>,
    ) -> PyResult<()> {
        let Some(reader) = &self.oracle else {
            return Err(error::value("the data set was opened without oracle"));
        };
        let columns = columns.iter().map(|column| column.as_slice()).collect::<Result<Vec<_>, _>>()?;
        let (rows, out) = (rows.as_slice()?, out.as_slice_mut()?);
        let written = py.detach(|| quiet::caught(|| reader.write(&columns, rows, out)));
        written.ok_or_else(|| error::data("a row is not one of these rules"))?.map_err(error::data)
    }
}

impl Decisions {
    fn open(dir: &str, planes: Option<Planes>, oracle: bool) -> Result<Decisions, Error> {
        let set = recipe::open(Path::new(dir))?;
        let recipe = Recipe::of(&set.manifest().run)?;
        if !recipe.tables.contains(&Table::Decisions) {
            let sentence = "the data set has no table decisions: record it, or make it of replays with `hyakuman data expand`";
            return Err(Error::Usage(sentence.into()));
        }
        let rules = recipe.load_rules()?;
        let rows = match (planes, &rules) {
            (None, _) => None,
            (Some(planes), AnyRules::Riichi(loaded)) => Some(RecordedRows::new(planes, &loaded.rules)),
            (Some(planes), _) => {
                let sentence = format!("{planes} are for riichi, not for {}: use obs=None", recipe.family);
                return Err(Error::Usage(sentence));
            }
        };
        let oracle = if oracle { Some(hidden(&recipe, &rules)?) } else { None };
        let files = |table: Table| {
            set.parts().map(|part| set.path(table.name(), part).display().to_string()).collect::<Vec<_>>()
        };
        let oracle_files = oracle.as_ref().map_or(Vec::new(), |_| files(Table::Oracle));
        Ok(Decisions { files: files(Table::Decisions), recipe, rows, oracle, oracle_files })
    }
}

/// A reader of what was hidden.
fn hidden(recipe: &Recipe, rules: &AnyRules) -> Result<RecordedOracle, Error> {
    let planes = OraclePlanes::V1;
    if !recipe.tables.contains(&Table::Oracle) {
        let sentence =
            "the data set has no table oracle: record it, or make it of replays with `hyakuman data expand`";
        return Err(Error::Usage(sentence.into()));
    }
    match rules {
        AnyRules::Riichi(loaded) => Ok(RecordedOracle::new(planes, &loaded.rules)),
        _ => Err(Error::Usage(format!("{planes} is for riichi, not for {}", recipe.family))),
    }
}
