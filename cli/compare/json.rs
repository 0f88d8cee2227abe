//! The JSON output, documented in docs/output.md.

use crate::run::report::Timing;
use hyakuman_arena::{Compared, Ending, Plan, Stop};
use hyakuman_record::Shard;
use hyakuman_report::json;
use serde_json::{Value, json};

/// What was found, and what was asked.
pub(super) fn object(compared: &Compared, plan: &Plan, seed: u64, timing: Timing) -> Value {
    let mut object = json::comparison(compared);
    object["version"] = json!(env!("CARGO_PKG_VERSION"));
    object["seed"] = json!(seed);
    object["agents"] = json!(compared.lineup.names());
    object["seating"] = json!(compared.lineup.seating());
    object["shard"] = json!((plan.shard != Shard::WHOLE).then(|| plan.shard.to_string()));
    object["stopped"] = stopped(&plan.stop, compared.ending);
    object["timing"] = json!(timing);
    object
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
