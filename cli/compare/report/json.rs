//! The JSON output, documented in docs/output.md.

use super::Report;
use anyhow::Result;
use hyakuman_arena::{Ending, Stop};
use hyakuman_record::Shard;
use hyakuman_report::json;
use serde_json::{Value, json};

/// What was found, and what was asked.
pub(super) fn object(report: &Report<'_>) -> Result<Value> {
    let Report { compared, options, play, timing, .. } = report;
    let mut object = json::comparison(compared);
    object["version"] = json!(env!("CARGO_PKG_VERSION"));
    object["seed"] = json!(play.common.seed);
    object["agents"] = json!(report.compared.lineup.names());
    object["seating"] = json!(play.seating.name());
    object["shard"] = json!((options.plan.shard != Shard::WHOLE).then(|| options.plan.shard.to_string()));
    object["stopped"] = stopped(&options.plan.stop, compared.ending);
    object["timing"] = serde_json::to_value(timing)?;
    Ok(object)
}

fn stopped(stop: &Stop, ending: Ending) -> Value {
    let (until, seconds) = match stop {
        Stop::All | Stop::Test(_) => (Value::Null, Value::Null),
        Stop::Until { measure, half } => (json!({ "measure": measure, "half": half.value() }), Value::Null),
        Stop::Verdict => (json!("verdict"), Value::Null),
        Stop::After(time) => (Value::Null, json!(time.as_secs())),
    };
    json!({ "by": ending.name("games"), "until": until, "for": seconds })
}
