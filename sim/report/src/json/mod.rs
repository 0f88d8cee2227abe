//! Results as JSON (docs/output.md): one form for the command line and for Python.

mod comparison;
mod contest;
mod experiment;
mod import;
mod learning;
mod run;
mod study;

pub use comparison::comparison;
pub use contest::contest;
pub use experiment::experiment;
pub use import::import;
pub use learning::{adapted, labels};
pub use run::{data_set, run};
pub use study::study;

use crate::apart::AFTER;
use hyakuman_analysis::edge::ahead;
use hyakuman_analysis::{Estimate, Measure};
use hyakuman_arena::Lineup;
use hyakuman_core::game::ruleset::Described;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Adds to an object what was played.
pub fn add_played(object: &mut Value, rules: &Described, seed: u64, games: u64, lineup: &Lineup) {
    add_rules(object, rules);
    object["seed"] = json!(seed);
    object["games"] = json!(games);
    object["agents"] = json!(lineup.names());
    object["seating"] = json!(lineup.seating());
    object["rotations"] = json!(lineup.rotations());
}

/// Adds to an object which version played, and by which rules.
pub fn add_rules(object: &mut Value, rules: &Described) {
    let differing = rules.rows.iter().filter(|row| row.base_value.is_some());
    let differs: BTreeMap<_, _> = differing.map(|row| (row.field.name, &row.value)).collect();
    object["version"] = json!(env!("CARGO_PKG_VERSION"));
    object["rules"] = json!(rules.id);
    object["title"] = json!(rules.title);
    object["family"] = json!(rules.family);
    object["rules_hash"] = json!(rules.hash_text());
    object["base"] = json!(rules.base);
    object["differs"] = json!(differs);
}

/// How clearly a player leads, with the chances to be ahead; null for none.
fn edge(found: Option<Estimate>) -> Value {
    let Some(lead) = found else { return Value::Null };
    let mut object = json!(lead);
    let after = |matches: u32| json!({ "matches": matches, "chance": ahead(lead.value, matches.into()) });
    object["ahead"] = AFTER.map(after).into();
    object
}

/// Estimates by the names of their measures.
fn rates<'a>(estimates: impl Iterator<Item = (&'a Measure, Option<Estimate>)>) -> Value {
    estimates.map(|(measure, found)| (measure.name, json!(found))).collect()
}
