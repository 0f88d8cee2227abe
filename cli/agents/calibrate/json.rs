//! Forecasts as JSON, documented in docs/output.md.

use hyakuman_analysis::Quantity;
use hyakuman_analysis::calibration::{BUCKETS, CalibrationRow, EDGES};
use hyakuman_arena::Calibrated;
use serde_json::{Value, json};

/// The forecasts.
pub(super) fn object(found: &Calibrated) -> Value {
    let quantities = Quantity::ALL.into_iter().filter_map(|quantity| of_quantity(found, quantity));
    json!({
        "subject": found.subject().to_string(),
        "asked": found.asked,
        "forecasts": found.forecasts,
        "groups": found.groups,
        "quantities": quantities.collect::<Vec<_>>(),
    })
}

/// A quantity: all its forecasts, then those of each group. `None` if it was never predicted.
fn of_quantity(found: &Calibrated, quantity: Quantity) -> Option<Value> {
    found.calibration.row(quantity, None, None)?;
    let groups = [None].into_iter().chain((0..found.groups.len()).map(Some));
    let groups: Vec<Value> = groups.filter_map(|group| of_group(found, quantity, group)).collect();
    Some(json!({ "quantity": quantity.name(), "groups": groups }))
}

fn of_group(found: &Calibrated, quantity: Quantity, group: Option<usize>) -> Option<Value> {
    let mut object = of_row(&found.calibration.row(quantity, group, None)?);
    let bucket = |bucket: usize| {
        let mut object = of_row(&found.calibration.row(quantity, group, Some(bucket))?);
        let [from, to] = [bucket, bucket + 1].map(edge);
        (object["from"], object["to"]) = (json!(from), json!(to));
        Some(object)
    };
    object["group"] = json!(group.map(|group| &found.groups[group]));
    object["buckets"] = (0..BUCKETS).filter_map(bucket).collect();
    Some(object)
}

/// The bound of a bucket as it is written in the source, without the digits that its `f32` adds.
fn edge(at: usize) -> f64 {
    (f64::from(EDGES[at]) * 1_000.0).round() / 1_000.0
}

fn of_row(row: &CalibrationRow) -> Value {
    let mut object = json!(row);
    object["off"] = json!(row.is_off());
    object
}
