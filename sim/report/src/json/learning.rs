//! Labels and adapted agents.

use hyakuman_arena::adapt::{Adapted, LabelledSort};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Labels of a data set, by sort of decision; null while shards of it are missing.
pub fn labels(sorts: Option<&[LabelledSort]>) -> Value {
    let by_name = |sorts: &[LabelledSort]| -> BTreeMap<_, _> {
        sorts.iter().map(|labelled| (labelled.sort.clone(), json!(labelled))).collect()
    };
    json!({ "sorts": sorts.map(by_name) })
}

/// An adapted agent.
pub fn adapted(adapted: &Adapted) -> Value {
    json!({
        "before": adapted.base,
        "after": adapted.agent,
        "steps": adapted.plan.steps,
        "step_games": adapted.plan.games,
        "walls": adapted.plan.walls,
        "labels": adapted.labels,
        "held_out": adapted.checked,
        "left_out": adapted.left_out(),
        "gain": adapted.gain,
        "games": adapted.matches,
        "verdict": adapted.verdict(),
    })
}
