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

use hyakuman_analysis::{Estimate, Measure};
use serde_json::{Map, Value, json};

/// An estimate; null for none. A number that is not finite is null.
pub fn estimate(found: Option<Estimate>) -> Value {
    found.map_or(Value::Null, |found| {
        json!({ "value": found.value, "ci95": found.bounds(), "walls": found.clusters, "few": found.few })
    })
}

/// Estimates by the names of their measures.
fn rates<'a>(estimates: impl Iterator<Item = (&'a Measure, Option<Estimate>)>) -> Value {
    let rate = |(measure, found): (&Measure, _)| (measure.name.to_owned(), estimate(found));
    Value::Object(estimates.map(rate).collect::<Map<_, _>>())
}
