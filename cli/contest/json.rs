//! The JSON output, documented in docs/output.md.

use super::Report;
use crate::run::report::add_rules;
use anyhow::Result;
use hyakuman_analysis::sequential::{Decision, EVERY, FEWEST, Look, SequentialTest};
use hyakuman_arena::Stop;
use hyakuman_report::json;
use serde_json::{Value, json};
use std::io::Write;

/// Writes one JSON object on one line: what was found, and what was asked.
pub(super) fn write(report: &Report<'_>, out: &mut impl Write) -> Result<()> {
    let Report { rules, seed, stop, contest, timing } = report;
    let mut object = json::contest(contest);
    add_rules(&mut object, rules);
    object["seed"] = json!(seed);
    object["test"] = match (stop, contest.test) {
        (Stop::Test(test), Some(look)) => of_test(test, &look),
        _ => Value::Null,
    };
    object["ending"] = json!(contest.ending.name("walls"));
    object["timing"] = serde_json::to_value(timing)?;
    Ok(writeln!(out, "{object}")?)
}

fn of_test(test: &SequentialTest, look: &Look) -> Value {
    let ([h0, h1], [alpha, beta]) = (test.hypotheses(), test.error_rates());
    let accepted = look.decision.map(|decision| match decision {
        Decision::H0 => "h0",
        Decision::H1 => "h1",
    });
    json!({
        "h0": h0,
        "h1": h1,
        "alpha": alpha,
        "beta": beta,
        "bounds": test.bounds(),
        "fewest_walls": FEWEST,
        "every_walls": EVERY,
        "llr": look.llr,
        "accepted": accepted,
        "truncated": look.truncated,
    })
}
