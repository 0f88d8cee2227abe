//! Results as JSON, for the dataclasses of `hyakuman/runs.py`: those of the command line, and what only Python has.

use crate::error::in_python;
use hyakuman_arena::{Compared, Contest, Played};
use hyakuman_report::json;
use serde_json::{Value, json};

/// The result of a run.
pub(super) fn played(played: &Played, remarks: Vec<String>) -> String {
    let mut object = json::run(played);
    object["decisions"] = json!(played.decisions);
    object["inapplicable"] = json!(played.inapplicable);
    object["data_set"] = json!(played.data_set);
    object["remarks"] = json!(remarks);
    object.to_string()
}

/// The result of a comparison.
pub(super) fn compared(compared: &Compared) -> String {
    let mut object = json::comparison(compared);
    object["inapplicable"] = json!(compared.inapplicable);
    complete(&mut object, compared);
    let others = object.get_mut("other_tables").and_then(Value::as_array_mut).into_iter().flatten();
    others.zip(&compared.others).for_each(|(object, other)| complete(object, &other.compared));
    object.to_string()
}

/// Adds what only Python has.
fn complete(object: &mut Value, compared: &Compared) {
    object["notes"] = compared.notes.iter().map(|note| in_python(&note.to_string())).collect();
    object["stopped"] = json!(compared.ending.name("games"));
}

/// The result of a match between agents.
pub(super) fn contest(contest: &Contest) -> String {
    json::contest(contest).to_string()
}
