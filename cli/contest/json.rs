//! The JSON output, documented in docs/output.md.

use super::Report;
use crate::run::report::differs;
use anyhow::Result;
use hyakuman_analysis::play::PlayerCount;
use hyakuman_analysis::sequential::{Decision, EVERY, FEWEST, Look, SequentialTest};
use hyakuman_analysis::{Estimate, Measures, Validity};
use hyakuman_arena::contest::{ContestResolution, PairResult, PairedEstimate, TableResult};
use hyakuman_arena::{Contest, Plan};
use serde_json::{Map, Value, json};
use std::io::Write;

/// Writes one JSON object on one line.
pub(super) fn write(report: &Report<'_>, out: &mut impl Write) -> Result<()> {
    let Report { rules, seed, plan, contest, timing } = report;
    let tables: Vec<Value> = contest.tables.iter().map(|table| of_table(contest, table)).collect();
    let pairs: Vec<Value> = contest.pairs.iter().map(|pair| of_pair(contest, pair)).collect();
    let ratings: Vec<Value> = contest.by_rating().into_iter().map(|agent| rating(contest, agent)).collect();
    let test = match (plan, contest.test) {
        (Plan::Test { test, .. }, Some(look)) => of_test(test, &look),
        _ => Value::Null,
    };
    let object = json!({
        "version": env!("CARGO_PKG_VERSION"),
        "rules": rules.id,
        "title": rules.title,
        "family": rules.family,
        "rules_hash": rules.hash_text(),
        "base": rules.base,
        "differs": differs(rules),
        "seed": seed,
        "agents": names(contest, 0..contest.agents.len()),
        "walls": contest.walls,
        "games": contest.matches,
        "decisions": contest.decisions,
        "intervals": if contest.validity == Validity::Fixed { "fixed" } else { "anytime" },
        "tables": tables,
        "pairs": pairs,
        "ratings": ratings,
        "resolution": contest.resolution.map(resolution),
        "test": test,
        "timing": serde_json::to_value(timing)?,
    });
    Ok(writeln!(out, "{object}")?)
}

fn names(contest: &Contest, agents: impl IntoIterator<Item = usize>) -> Vec<String> {
    agents.into_iter().map(|agent| contest.agents[agent].to_string()).collect()
}

fn of_table(contest: &Contest, table: &TableResult) -> Value {
    let players = table.agents.iter().zip(&table.players);
    let player = |(&agent, measures): (&usize, &Measures)| player(contest, agent, measures);
    json!({
        "table": table.kind.to_string(),
        "agents": names(contest, table.agents.iter().copied()),
        "seatings": table.seatings,
        "games": contest.walls * table.seatings,
        "difference": table.difference.map(paired),
        "players": players.map(player).collect::<Vec<_>>(),
    })
}

fn player(contest: &Contest, agent: usize, measures: &Measures) -> Value {
    let rates = measures.estimates_with(contest.validity);
    let rate = |found: Option<Estimate>| found.map_or(Value::Null, estimate);
    let rates: Map<_, _> = rates.map(|(measure, found)| (measure.name.to_owned(), rate(found))).collect();
    let places = (1..rates.len() - 1).map(|place| measures.total(PlayerCount::Placement as usize + place));
    json!({
        "agent": contest.agents[agent].to_string(),
        "games": measures.total(PlayerCount::Matches as usize),
        "placements": places.collect::<Vec<_>>(),
        "rates": rates,
    })
}

fn of_pair(contest: &Contest, pair: &PairResult) -> Value {
    let (agents, difference) = (names(contest, pair.agents), paired(pair.difference));
    json!({ "agents": agents, "games": pair.matches, "difference": difference })
}

fn rating(contest: &Contest, agent: usize) -> Value {
    let mut object = estimate(contest.ratings[agent]);
    object["agent"] = json!(contest.agents[agent].to_string());
    object["above_next"] = contest
        .next_by_rating(agent)
        .map_or(Value::Null, |next| estimate(contest.rating_difference(agent, next)));
    object
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

fn paired(difference: PairedEstimate) -> Value {
    let mut object = estimate(difference.estimate);
    object["walls_changed"] = json!(difference.walls_changed);
    object
}

fn resolution(found: ContestResolution) -> Value {
    let ContestResolution { deviation, effect, walls_needed, walls_for_one } = found;
    json!({
        "deviation": estimate(deviation),
        "effect": estimate(effect),
        "walls_needed": estimate(walls_needed),
        "walls_for_one": estimate(walls_for_one),
    })
}

/// A number that is not finite is null.
fn estimate(found: Estimate) -> Value {
    json!({ "value": found.value, "ci95": found.bounds(), "few": found.few })
}
