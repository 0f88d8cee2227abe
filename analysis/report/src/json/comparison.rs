//! A comparison of rules.

use super::estimate;
use crate::apart::AFTER;
use hyakuman_agents::Knowledge;
use hyakuman_analysis::edge::ahead;
use hyakuman_analysis::multiple::ALPHA;
use hyakuman_analysis::{
    Difference, Edge, Effect, Estimate, Level, Mark, Measure, PairedMeasures, Resolution,
};
use hyakuman_arena::compare::{ArmResult, Compared, OtherTable, PairResult};
use hyakuman_arena::estimand::{Judged, Subject, Target};
use hyakuman_arena::measures::EDGE;
use hyakuman_arena::metrics::contrast_weight;
use hyakuman_arena::{Lineup, PairedMetrics};
use hyakuman_game::ruleset::Described;
use serde_json::{Map, Value, json};

/// What a comparison found. With one arm, its keys are also at the top.
pub fn comparison(compared: &Compared) -> Value {
    let arms: Vec<Value> = compared.arms.iter().map(|arm| of_arm(compared, arm)).collect();
    let names = |targets: &[Target]| targets.iter().map(ToString::to_string).collect::<Vec<_>>();
    let mut object = json!({
        "family": compared.base.family,
        "base": rules(&compared.base),
        "games": compared.matches,
        "walls": compared.walls,
        "rotations": compared.lineup.rotations(),
        "decisions": compared.decisions,
        "primary": names(&compared.primary),
        "adjustment": compared.adjustment.name(),
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
        let found = first.primary.iter().zip(judged).map(|(target, found)| {
            let Judged { effect, adjusted, mark } = *found;
            (target.to_string(), difference(effect.difference, adjusted, mark, first.level))
        });
        json!({ "arm": arm.name, "primary": found.collect::<Map<_, _>>() })
    };
    let interactions: Vec<Value> = compared.arms.iter().zip(interactions).map(of_arm).collect();
    let mut object = comparison(compared);
    object["agents"] = json!(compared.lineup.names());
    object["interactions"] = Value::Array(interactions);
    object
}

fn rules(rules: &Described) -> Value {
    json!({ "rules": rules.id, "title": rules.title, "rules_hash": rules.hash_text() })
}

fn of_arm(compared: &Compared, arm: &ArmResult) -> Value {
    let seated: Vec<String> = arm.agents.iter().map(ToString::to_string).collect();
    let list = arm.differences.iter();
    let differences: Vec<Value> =
        list.map(|rule| json!({ "name": rule.field, "base": rule.a, "variant": rule.b })).collect();
    let all = |subject, measures| rates(compared, arm, subject, measures);
    let (level, metrics) = (compared.level, &arm.effects.metrics);
    let agents = compared.lineup.agents().iter().zip(&arm.effects.agents).enumerate();
    let agents: Vec<Value> = agents
        .map(|(at, (agent, measures))| json!({ "agent": agent.to_string(), "rates": all(Subject::Agent(at), measures) }))
        .collect();
    let seats = arm.effects.seats.iter().enumerate();
    let seats: Vec<Value> = seats
        .map(|(seat, measures)| json!({ "seat": seat, "rates": all(Subject::Seat(seat), measures) }))
        .collect();
    json!({
        "name": arm.name,
        "variant": rules(&arm.rules),
        "differences": differences,
        "knowledge": knowledge(compared, arm),
        "agents": seated,
        "rescored": arm.rescored,
        "primary": primary(compared, &arm.primary),
        "equal_within": equal_within(compared, arm),
        "by_agent": agents,
        "by_seat": seats,
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
        let agents = agents.map(|(agent, known)| (agent, json!(known.name()))).collect::<Map<_, _>>();
        (rule.to_owned(), Value::Object(agents))
    };
    Value::Object(arm.knowledge().map(of).collect())
}

/// Two arms: `base` is the first, `variant` the second.
fn of_pair(compared: &Compared, pair: &PairResult) -> Value {
    let names = pair.arms.map(|arm| compared.arms[arm].name.as_str());
    json!({ "arms": names, "primary": primary(compared, &pair.primary) })
}

fn primary(compared: &Compared, judged: &[Judged]) -> Value {
    let rates = compared.primary.iter().zip(judged);
    let rate = |(target, found): (&Target, &Judged)| {
        (target.to_string(), rate(&found.effect, found.adjusted, found.mark, compared.level))
    };
    Value::Object(rates.map(rate).collect::<Map<_, _>>())
}

/// The verdicts on the bounds, by the names of the measures.
fn equal_within(compared: &Compared, arm: &ArmResult) -> Value {
    let verdicts = compared.bounds.iter().zip(&arm.equivalence);
    let verdicts = verdicts.map(|(bounded, found)| (bounded.target.to_string(), json!(found)));
    Value::Object(verdicts.collect::<Map<_, _>>())
}

/// Every measure: the rate of the base, that of the variant, the difference.
fn rates(compared: &Compared, arm: &ArmResult, subject: Subject, measures: &PairedMeasures) -> Value {
    let rates = measures.effects_at(compared.level).map(|(measure, effect)| {
        (measure.name.to_owned(), judged_rate(compared, arm, subject, measure, &effect))
    });
    Value::Object(rates.collect::<Map<_, _>>())
}

/// A measure that may be a primary one.
fn judged_rate(
    compared: &Compared,
    arm: &ArmResult,
    subject: Subject,
    measure: &'static Measure,
    effect: &Effect,
) -> Value {
    let adjusted = compared.judged(arm, subject, measure).and_then(|judged| judged.adjusted);
    rate(effect, adjusted, Mark::of(effect.difference.as_ref(), adjusted), compared.level)
}

/// Every measure of a table that has no primary ones.
pub(super) fn exploratory(level: Level, measures: &PairedMeasures) -> Value {
    let rates = measures.effects_at(level).map(|(measure, effect)| {
        let mark = Mark::of(effect.difference.as_ref(), None);
        (measure.name.to_owned(), rate(&effect, None, mark, level))
    });
    Value::Object(rates.collect::<Map<_, _>>())
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
    let (agents, seats) = arm.effects.metrics.edges.split_at(compared.lineup.agents().len());
    let of = |subject, key: &str, name: Value, edge: &Edge| {
        let effect = edge.effect(compared.level);
        let mut found = judged_rate(compared, arm, subject, EDGE, &effect);
        let after = |matches: u32| {
            let chance = |way: Option<Estimate>| way.map(|way| ahead(way.value, matches.into()));
            json!({ "matches": matches, "base": chance(effect.base), "variant": chance(effect.variant) })
        };
        (found[key], found["ahead"]) = (name, AFTER.map(after).into());
        found
    };
    let names = compared.lineup.agents().iter().map(|agent| json!(agent.to_string()));
    let by_agent = agents.iter().zip(names).enumerate();
    let by_agent = by_agent.map(|(at, (edge, name))| of(Subject::Agent(at), "agent", name, edge));
    let by_seat = seats.iter().enumerate();
    let by_seat = by_seat.map(|(seat, edge)| of(Subject::Seat(seat), "seat", json!(seat), edge));
    json!({ "by_agent": by_agent.collect::<Vec<_>>(), "by_seat": by_seat.collect::<Vec<_>>() })
}

/// The luck share; null for a single agent. Its intervals are those of a fixed number of walls.
fn luck_share(level: Level, metrics: &PairedMetrics) -> Value {
    let results = &metrics.results;
    let valid = |found: Option<Estimate>| {
        let interval = |found: Estimate| found.interval.filter(|_| level == Level::Fixed);
        estimate(found.map(|found| Estimate { interval: interval(found), ..found }))
    };
    let difference = results.luck_difference(1, 0);
    difference.map_or(Value::Null, |found| {
        let [base, variant] = [0, 1].map(|way| valid(results.luck(way)));
        json!({ "base": base, "variant": variant, "difference": valid(Some(found)) })
    })
}

/// How many walls it takes to tell the two agents apart, under base and variant; the difference is that of their effects. The intervals
/// are those of a fixed number of walls.
fn resolution(found: &Resolution, level: Level, lineup: &Lineup) -> Value {
    let weight = contrast_weight(lineup);
    let valid = |found: Option<Estimate>| {
        let interval = |found: Estimate| found.interval.filter(|_| level == Level::Fixed);
        estimate(found.map(|found| Estimate { interval: interval(found), ..found }))
    };
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

pub(super) fn rate(effect: &Effect, adjusted: Option<f64>, mark: Mark, level: Level) -> Value {
    let Effect { base, variant, difference: found } = effect;
    let difference = difference(*found, adjusted, mark, level);
    json!({ "base": estimate(*base), "variant": estimate(*variant), "difference": difference })
}

/// A difference between two ways; null for none.
pub(super) fn difference(
    difference: Option<Difference>,
    adjusted: Option<f64>,
    mark: Mark,
    level: Level,
) -> Value {
    debug_assert!(mark != Mark::Adjusted || adjusted.is_some_and(|p| p <= ALPHA));
    difference.map_or(Value::Null, |found| {
        json!({
            "value": found.value,
            "ci95": found.interval,
            "same": found.same(),
            "few": found.few(),
            "walls": found.clusters,
            "walls_changed": found.clusters_changed,
            "walls_changed_at_most": found.most_missed(level),
            "events_changed": found.events_changed,
            "p": found.p,
            "p_adjusted": adjusted,
            "mark": mark.name(),
        })
    })
}
