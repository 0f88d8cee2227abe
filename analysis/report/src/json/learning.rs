//! Labels and adapted agents.

use super::estimate;
use hyakuman_arena::adapt::{Adapted, Checked, LabelledSort};
use serde_json::{Map, Value, json};

/// Labels of a data set, by sort of decision.
pub fn labels(sorts: &[LabelledSort]) -> Value {
    let sort = |LabelledSort { sort, labels, mean, error, spread }: &LabelledSort| {
        (sort.clone(), json!({ "labels": labels, "mean": of([*mean, *error]), "spread": spread }))
    };
    json!({ "sorts": sorts.iter().map(sort).collect::<Map<_, _>>() })
}

/// An adapted agent.
pub fn adapted(adapted: &Adapted) -> Value {
    let checked = adapted.checked.iter().map(|(sort, checked)| (sort.clone(), held_out(checked)));
    json!({
        "before": adapted.base,
        "after": adapted.agent,
        "steps": adapted.plan.steps,
        "step_games": adapted.plan.games,
        "walls": adapted.plan.walls,
        "labels": adapted.labels,
        "held_out": checked.collect::<Map<_, _>>(),
        "gain": estimate(Some(adapted.gain)),
        "games": adapted.matches,
        "verdict": adapted.verdict(),
    })
}

fn held_out(checked: &Checked) -> Value {
    let Checked { labels, slope, taken, expected, gained } = *checked;
    json!({ "labels": labels, "slope": of(slope), "taken": taken, "expected": expected, "gained": of(gained) })
}

/// A value with half the width of its interval.
fn of([value, half]: [f64; 2]) -> Value {
    json!({ "value": value, "ci95": [value - half, value + half] })
}
