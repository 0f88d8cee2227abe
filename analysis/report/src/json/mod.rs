//! Results as JSON (docs/output.md): one form for the command line and for Python. Whoever prints it adds what was asked: seed, rules,
//! timing.

mod comparison;
mod contest;
mod experiment;
mod import;
mod learning;
mod run;

pub use comparison::comparison;
pub use contest::contest;
pub use experiment::experiment;
pub use import::import;
pub use learning::{adapted, labels};
pub use run::run;

use crate::apart::AFTER;
use hyakuman_analysis::edge::ahead;
use hyakuman_analysis::{Estimate, Measure};
use serde_json::{Map, Value, json};

/// An estimate; null for none.
pub fn estimate(found: Option<Estimate>) -> Value {
    json!(found)
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
    let rate = |(measure, found): (&Measure, _)| (measure.name.to_owned(), estimate(found));
    Value::Object(estimates.map(rate).collect::<Map<_, _>>())
}
