//! Labels and adapted agents.

use super::estimate;
use hyakuman_analysis::Estimate;
use hyakuman_arena::adapt::{Adapted, LabelledSort};
use serde_json::{Map, Value, json};

/// Labels of a data set, by sort of decision; null while shards of it are missing.
pub fn labels(sorts: Option<&[LabelledSort]>) -> Value {
    let sort = |LabelledSort { sort, labels, mean, spread }: &LabelledSort| {
        (sort.clone(), json!({ "labels": labels, "mean": by_match(*mean), "spread": spread }))
    };
    json!({ "sorts": sorts.map(|sorts| sorts.iter().map(sort).collect::<Map<_, _>>()) })
}

/// An adapted agent.
pub fn adapted(adapted: &Adapted) -> Value {
    let checked = adapted.checked.iter().map(|(sort, checked)| (sort.clone(), checked.card()));
    json!({
        "before": adapted.base,
        "after": adapted.agent,
        "steps": adapted.plan.steps,
        "step_games": adapted.plan.games,
        "walls": adapted.plan.walls,
        "labels": adapted.labels,
        "held_out": checked.collect::<Map<_, _>>(),
        "left_out": adapted.left_out(),
        "gain": estimate(Some(adapted.gain)),
        "games": adapted.matches,
        "verdict": adapted.verdict(),
    })
}

/// An estimate whose clusters are matches, not walls.
fn by_match(found: Option<Estimate>) -> Value {
    json!(found.map(|found| json!({ "value": found.value, "ci95": found.bounds() })))
}
