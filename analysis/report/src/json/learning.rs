//! Labels and adapted agents.

use hyakuman_arena::adapt::{Adapted, LabelledSort};
use serde_json::{Value, json};

/// Labels of a data set, by sort of decision.
pub fn labels(sorts: &[LabelledSort]) -> Value {
    json!({ "sorts": sorts })
}

/// An agent adapted to a ruleset.
pub fn adapted(ruleset: &str, adapted: &Adapted) -> Value {
    json!({ "ruleset": ruleset, "verdict": adapted.verdict(), "adapted": adapted })
}
