//! Imports of logs.

use hyakuman_arena::datasets::import::{Group, ImportOptions, Survey};
use serde_json::{Value, json};
use std::path::Path;

/// What was imported: the data sets, the matches that are left out with the reasons, and those that are there twice.
pub fn import(options: &ImportOptions, survey: &Survey) -> Value {
    let data_sets =
        survey.groups.iter().zip(options.folders(survey)).map(|(group, dir)| data_set(group, &dir));
    let warning = |(log, warning): &(String, String)| json!({ "log": log, "warning": warning });
    json!({
        "data_sets": data_sets.collect::<Value>(),
        "documents": survey.documents,
        "matches": survey.matches(),
        "left_out": survey.all_left_out,
        "reasons": survey.left_out,
        "twice": survey.all_twice,
        "repeated": survey.twice,
        "warnings": survey.warnings.iter().map(warning).collect::<Value>(),
    })
}

fn data_set(group: &Group, dir: &Path) -> Value {
    json!({
        "dir": dir.to_string_lossy(),
        "rules": group.name(),
        "matches": group.matches(),
        "partial": group.partial,
    })
}
