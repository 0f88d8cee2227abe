//! A comparison of rules.

use crate::apart::AFTER;
use hyakuman_agents::Knowledge;
use hyakuman_analysis::edge::ahead;
use hyakuman_analysis::{Edge, Estimate, Level, PairedMeasures, Resolution};
use hyakuman_arena::compare::{ArmResult, Compared, OtherTable, PairResult};
use hyakuman_arena::estimand::{Judged, Subject};
use hyakuman_arena::measures::EDGE;
use hyakuman_arena::metrics::contrast_weight;
use hyakuman_arena::{Lineup, PairedMetrics};
use hyakuman_core::game::ruleset::Described;
use serde_json::{Value, json};

/// What a comparison found. With one arm, its keys are also at the top.
pub fn comparison(compared: &Compared) -> Value {
    let arms: Vec<Value> = compared.arms.iter().map(|arm| of_arm(compared, arm)).collect();
    let mut object = json!({
        "family": compared.base.family,
        "base": rules(&compared.base),
        "games": compared.matches,
        "walls": compared.walls,
        "rotations": compared.lineup.rotations(),
        "decisions": compared.decisions,
        "primary": compared.primary.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "adjustment": compared.adjustment,
        "intervals": if compared.level == Level::Fixed { "fixed" } else { "anytime" },
        "notes": compared.notes.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "pairs": compared.pairs.iter().map(|pair| of_pair(compared, pair)).collect::<Vec<_>>(),
    });
    if let [Value::Object(arm)] = &arms[..] {
        let own = ["name", "agents", "rescored", "primary"];
        let keys = arm.keys().filter(|key| !own.contains(&key.as_str()));
        keys.for_each(|key| object[key] = arm[key].clone());
    }
    object["arms"] = Value::Array(arms);
    if !compared.others.is_empty() {
        object["other_tables"] = compared.others.iter().map(|other| other_table(compared, other)).collect();
    }
    object
}

/// What was found at another table; `interactions`: the effects there less those at the first table.
fn other_table(first: &Compared, OtherTable { compared, interactions }: &OtherTable) -> Value {
    let of_arm = |(arm, judged): (&ArmResult, &Vec<Judged>)| {
        let mut primary = primary(first, judged);
        primary
            .as_object_mut()
            .into_iter()
            .flatten()
            .for_each(|(_, found)| *found = found["difference"].take());
        json!({ "arm": arm.name, "primary": primary })
    };
    let mut object = comparison(compared);
    object["agents"] = json!(compared.lineup.names());
    object["interactions"] = compared.arms.iter().zip(interactions).map(of_arm).collect();
    object
}

fn rules(rules: &Described) -> Value {
    json!({ "rules": rules.id, "title": rules.title, "rules_hash": rules.hash_text() })
}

fn of_arm(compared: &Compared, arm: &ArmResult) -> Value {
    let seated: Vec<String> = arm.agents.iter().map(ToString::to_string).collect();
    let differences = arm.changes.differences.iter();
    let differences =
        differences.map(|rule| json!({ "name": rule.field, "base": rule.a, "variant": rule.b }));
    let verdicts = compared.bounds.iter().zip(&arm.equivalence);
    let verdicts = verdicts.map(|(bounded, found)| (bounded.target.to_string(), json!(found)));
    let all = |subject, measures| rates(compared, arm, subject, measures);
    let agents = compared.lineup.agents().iter().zip(&arm.effects.agents).enumerate();
    let agents = agents.map(|(at, (agent, measures))| {
        json!({ "agent": agent.to_string(), "rates": all(Subject::Agent(at), measures) })
    });
    let seats = arm.effects.seats.iter().enumerate();
    let seats =
        seats.map(|(seat, measures)| json!({ "seat": seat, "rates": all(Subject::Seat(seat), measures) }));
    let (level, metrics) = (compared.level, &arm.effects.metrics);
    json!({
        "name": arm.name,
        "variant": rules(&arm.rules),
        "differences": differences.collect::<Vec<_>>(),
        "knowledge": knowledge(compared, arm),
        "agents": seated,
        "rescored": arm.rescored,
        "primary": primary(compared, &arm.primary),
        "equal_within": verdicts.collect::<Value>(),
        "by_agent": agents.collect::<Vec<_>>(),
        "by_seat": seats.collect::<Vec<_>>(),
        "table": all(Subject::Table, &arm.effects.matches),
        "comebacks": exploratory(level, &metrics.comebacks),
        "win_values": win_values(level, metrics),
        "yaku": exploratory(level, &metrics.yaku),
        "luck_share": luck_share(level, metrics),
        "edge": edges(compared, arm),
        "resolution": metrics.resolution.as_ref().map(|found| resolution(found, level, &compared.lineup)),
    })
}

/// By rule that differs and by agent: how far the agent follows it.
fn knowledge(compared: &Compared, arm: &ArmResult) -> Value {
    let of = |(rule, known): (&str, &[Knowledge])| {
        let agents = compared.lineup.agents().iter().map(ToString::to_string).zip(known);
        (rule.to_owned(), agents.map(|(agent, known)| (agent, known.name())).collect::<Value>())
    };
    arm.changes.knowledge().map(of).collect()
}

/// Two arms: `base` is the first, `variant` the second.
fn of_pair(compared: &Compared, pair: &PairResult) -> Value {
    let names = pair.arms.map(|arm| compared.arms[arm].name.as_str());
    json!({ "arms": names, "primary": primary(compared, &pair.primary) })
}

fn primary(compared: &Compared, judged: &[Judged]) -> Value {
    let rates = compared.primary.iter().zip(judged);
    rates.map(|(target, found)| (target.to_string(), json!(found))).collect()
}

/// Every measure: the rate of the base, that of the variant, the difference.
fn rates(compared: &Compared, arm: &ArmResult, subject: Subject, measures: &PairedMeasures) -> Value {
    let rates = measures.effects_at(compared.level);
    let judged = |measure, effect| json!(compared.judged(arm, subject, measure, effect));
    rates.map(|(measure, effect)| (measure.name, judged(measure, effect))).collect()
}

/// Every measure of a table that has no primary ones.
pub(super) fn exploratory(level: Level, measures: &PairedMeasures) -> Value {
    let rates = measures.effects_at(level);
    rates.map(|(measure, effect)| (measure.name, json!(Judged::new(effect, None, level)))).collect()
}

/// Share and average value of the wins of each class.
fn win_values(level: Level, metrics: &PairedMetrics) -> Vec<Value> {
    let [share, points] =
        [&metrics.win_share, &metrics.win_points].map(|measures| exploratory(level, measures));
    let classes = metrics.win_share.effects().map(|(measure, _)| measure.name);
    classes.map(|class| json!({ "class": class, "share": share[class], "points": points[class] })).collect()
}

/// How clearly each agent and each seat leads.
fn edges(compared: &Compared, arm: &ArmResult) -> Value {
    let of = |subject, key: &str, name: Value, edge: &Edge| {
        let judged = compared.judged(arm, subject, EDGE, edge.effect(compared.level));
        let mut found = json!(judged);
        let after = |matches: u32| {
            let chance = |way: Option<Estimate>| way.map(|way| ahead(way.value, matches.into()));
            let [base, variant] = [judged.effect.base, judged.effect.variant].map(chance);
            json!({ "matches": matches, "base": base, "variant": variant })
        };
        (found[key], found["ahead"]) = (name, AFTER.map(after).into());
        found
    };
    let (agents, seats) = arm.effects.metrics.edges.split_at(compared.lineup.agents().len());
    let agents = agents.iter().zip(compared.lineup.agents()).enumerate();
    let agents = agents
        .map(|(at, (edge, agent))| of(Subject::Agent(at), "agent", json!(agent.to_string()), edge))
        .collect::<Vec<_>>();
    let seats = seats.iter().enumerate();
    let seats = seats.map(|(seat, edge)| of(Subject::Seat(seat), "seat", json!(seat), edge));
    json!({ "by_agent": agents, "by_seat": seats.collect::<Vec<_>>() })
}

/// The luck share; null for a single agent. Its intervals are those of a fixed number of walls.
fn luck_share(level: Level, metrics: &PairedMetrics) -> Value {
    let valid = |found: Option<Estimate>| found.map(|found| level.of_fixed(found));
    let difference = valid(metrics.results.luck_difference(1, 0));
    let [base, variant] = [0, 1].map(|way| valid(metrics.results.luck(way)));
    json!(difference.map(|found| json!({ "base": base, "variant": variant, "difference": found })))
}

/// How many walls it takes to tell the two agents apart, under base and variant; the difference is that of their effects. The intervals
/// are those of a fixed number of walls.
fn resolution(found: &Resolution, level: Level, lineup: &Lineup) -> Value {
    let weight = contrast_weight(lineup);
    let valid = |found: Option<Estimate>| found.map(|found| level.of_fixed(found));
    let of = |way: usize| {
        json!({
            "deviation": valid(found.deviation(way, weight)),
            "effect": valid(found.effect(way)),
            "walls_needed": valid(found.walls_needed(way)),
            "walls_for_one": valid(found.walls_for(way, 1.0, weight)),
        })
    };
    json!({ "base": of(0), "variant": of(1), "effect_difference": valid(found.effect_less(1, 0)) })
}
