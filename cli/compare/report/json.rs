//! The JSON output, documented in docs/output.md.

use super::Report;
use anyhow::Result;
use hyakuman_analysis::{Difference, Effect, Estimate, PairedMeasures, Resampled, Resolution};
use hyakuman_arena::metrics::contrast_weight;
use hyakuman_arena::{Lineup, PairedMetrics};
use hyakuman_games::ruleset::{Described, differences};
use serde_json::{Map, Value, json};

/// Everything as one object.
pub(super) fn object(report: &Report<'_>) -> Result<Value> {
    let Report { base, variant, lineup, play, effects, timing, .. } = report;
    let metrics = &effects.metrics;
    let found = differences(base, variant).unwrap_or_default();
    let differences: Vec<Value> =
        found.iter().map(|rule| json!({ "name": rule.field, "base": rule.a, "variant": rule.b })).collect();
    let agents = lineup.agents().iter().zip(&effects.agents);
    let agents: Vec<Value> = agents
        .map(|(agent, measures)| json!({ "agent": agent.to_string(), "rates": rates(measures) }))
        .collect();
    let seats = effects.seats.iter().enumerate();
    let seats: Vec<Value> =
        seats.map(|(seat, measures)| json!({ "seat": seat, "rates": rates(measures) })).collect();
    Ok(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "family": base.family,
        "base": rules(base),
        "variant": rules(variant),
        "differences": differences,
        "seed": play.seed,
        "games": play.games,
        "agents": report.names(),
        "seating": play.seating.name(),
        "rotations": lineup.rotations(),
        "decisions": effects.decisions,
        "by_agent": agents,
        "by_seat": seats,
        "table": rates(&effects.matches),
        "comebacks": rates(&metrics.comebacks),
        "win_values": win_values(metrics),
        "yaku": rates(&metrics.yaku),
        "luck_share": luck_share(metrics),
        "resolution": metrics.resolution.as_ref().map(|found| resolution(found, lineup)),
        "timing": serde_json::to_value(timing)?,
    }))
}

fn rules(Described { id, title, hash, .. }: &Described) -> Value {
    json!({ "rules": id, "title": title, "rules_hash": format!("{hash:016x}") })
}

/// Every measure: the rate of the base, that of the variant, the difference.
fn rates(measures: &PairedMeasures) -> Value {
    let rate = |Effect { base, variant, difference: found }: Effect| json!({ "base": estimate(base), "variant": estimate(variant), "difference": difference(found) });
    let rates = measures.effects().map(|(measure, effect)| (measure.name.to_owned(), rate(effect)));
    Value::Object(rates.collect::<Map<_, _>>())
}

/// Share and average value of the wins of each class.
fn win_values(metrics: &PairedMetrics) -> Vec<Value> {
    let [share, points] = [&metrics.win_share, &metrics.win_points].map(rates);
    let classes = metrics.win_share.effects().map(|(measure, _)| measure.name);
    classes.map(|class| json!({ "class": class, "share": share[class], "points": points[class] })).collect()
}

/// The luck share; null for a single agent.
fn luck_share(metrics: &PairedMetrics) -> Value {
    let results = &metrics.results;
    let difference = results.luck_difference(1, 0);
    difference.map_or(Value::Null, |found| {
        json!({ "base": estimate(results.luck(0)), "variant": estimate(results.luck(1)), "difference": estimate(Some(found)) })
    })
}

/// How well the two agents are told apart, under base and variant; the differences are those of their effects.
fn resolution([base, variant]: &[Resolution; 2], lineup: &Lineup) -> Value {
    let weight = contrast_weight(lineup);
    let resampled = |found: Option<Resampled>| {
        found.map_or(Value::Null, |found| json!({ "value": found.value, "ci95": found.interval }))
    };
    let of = |found: &Resolution| {
        json!({
            "deviation": resampled(found.deviation(weight)),
            "effect": resampled(found.effect()),
            "walls_needed": resampled(found.walls_needed()),
            "walls_for_one": resampled(found.walls_for(1.0, weight)),
        })
    };
    json!({ "base": of(base), "variant": of(variant), "effect_difference": resampled(variant.effect_less(base)) })
}

fn estimate(estimate: Option<Estimate>) -> Value {
    estimate.map_or(Value::Null, |found| json!({ "value": found.value, "ci95": found.bounds() }))
}

fn difference(difference: Option<Difference>) -> Value {
    difference.map_or(Value::Null, |found| {
        json!({
            "value": found.value,
            "ci95": found.interval,
            "same": found.same(),
            "few": found.few(),
            "walls_changed": found.clusters_changed,
            "events_changed": found.events_changed,
        })
    })
}
