//! Rules, and lists of rules and agents.

use crate::error;
use crate::words::numpy_type;
use hyakuman_core::column::Column;
use hyakuman_envs::row_columns;
use hyakuman_games::registry::{Listed, Listing, Visitor};
use pyo3::prelude::*;
use std::sync::Arc;

/// Checked rules: a preset or a rules file, with changes.
#[pyclass(frozen, module = "hyakuman._native")]
pub(crate) struct Rules(pub(crate) hyakuman_arena::Rules);

#[pymethods]
impl Rules {
    /// The rules of a preset, or of a file if `file` is true, with these changes (`kuitan=false`).
    #[new]
    fn new(name: &str, file: bool, changes: Vec<String>) -> PyResult<Rules> {
        let base = if file { hyakuman_arena::Rules::file(name) } else { hyakuman_arena::Rules::preset(name) };
        let changes: Vec<&str> = changes.iter().map(String::as_str).collect();
        base.and_then(|base| base.set_all(&changes)).map(Rules).map_err(error::arena)
    }

    /// Name of the preset, or of the file.
    #[getter]
    fn id(&self) -> &str {
        self.0.id()
    }

    /// Name of the family: `riichi`, `toutenkou`, `yangzhou` or `toppan`.
    #[getter]
    fn family(&self) -> &'static str {
        self.0.facts().family
    }

    /// Number of players.
    #[getter]
    fn seats(&self) -> usize {
        self.0.facts().seats
    }

    /// Hash of the rules, as sixteen hexadecimal digits.
    #[getter]
    fn hash(&self) -> String {
        self.0.describe().hash_text()
    }

    /// Name and NumPy type of each cell of an observation `rows`.
    fn columns(&self) -> Vec<(&'static str, String)> {
        let columns = self.0.visit(Columns);
        columns.iter().map(|column| (column.name, numpy_type(column.cell_type))).collect()
    }

    /// One line that describes the rules.
    #[getter]
    fn title(&self) -> String {
        self.0.describe().title
    }

    /// Rules that were written and do nothing, or not what they seem to say: a sentence for each.
    #[getter]
    fn warnings(&self) -> Vec<String> {
        self.0.warnings().iter().map(|found| error::in_python(&found.to_string())).collect()
    }

    /// A rules file of the same rules: every rule with its value, and its meaning as a comment.
    fn to_toml(&self) -> String {
        self.0.describe().to_rules_file()
    }
}

struct Columns;

impl Visitor for Columns {
    type Output = Vec<Column>;

    fn visit<G: Listed>(self, _: &Arc<G::Rules>) -> Vec<Column> {
        row_columns::<G>()
    }
}

/// Name, title and family of every preset.
#[pyfunction]
pub(crate) fn rules_list() -> Vec<(&'static str, &'static str, &'static str)> {
    hyakuman_games::registry::rulesets()
        .into_iter()
        .map(|Listing { id, title, family, .. }| (id, title, family))
        .collect()
}

/// Name and description of every agent, and of its options name, description and values.
#[pyfunction]
#[expect(clippy::type_complexity, reason = "it is what Python gets")]
pub(crate) fn agents_list() -> Vec<(String, String, Vec<(&'static str, &'static str, Vec<&'static str>)>)> {
    let roster = hyakuman_onnx::roster();
    let options = |entry: &hyakuman_agents::AgentEntry| {
        entry.options.iter().map(|option| (option.name, option.about, option.values.to_vec())).collect()
    };
    roster.entries().iter().map(|entry| (entry.name.clone(), entry.about.clone(), options(entry))).collect()
}
