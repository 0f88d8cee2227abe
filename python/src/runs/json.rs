//! Results as JSON, for the dataclasses of `hyakuman/runs.py`: those of the command line, and what only Python has.

use crate::error::in_python;
use hyakuman_arena::{Compared, Contest, Played};
use hyakuman_report::json;
use serde_json::json;

/// The result of a run.
pub(super) fn played(played: &Played, remarks: Vec<String>) -> String {
    let mut object = json::run(&played.lineup, &played.stats);
    object["games"] = json!(played.stats.games());
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
    object["notes"] = compared.notes.iter().map(|note| in_python(&note.to_string())).collect();
    object["stopped"] = json!(compared.ending.name("games"));
    object.to_string()
}

/// The result of a match between agents.
pub(super) fn contest(contest: &Contest) -> String {
    json::contest(contest).to_string()
}
