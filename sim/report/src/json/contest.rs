//! A match between agents.

use super::comparison::exploratory;
use super::{edge, rates};
use hyakuman_analysis::sequential::{EVERY, FEWEST, Look, SequentialTest};
use hyakuman_analysis::{Difference, Effect, Measures, Validity};
use hyakuman_arena::Contest;
use hyakuman_arena::contest::{OtherRules, PairResult, PairedEstimate, TableResult};
use hyakuman_arena::estimand::Judged;
use hyakuman_arena::measures::PlayerCount;
use serde_json::{Value, json};

/// What a match between agents found.
pub fn contest(contest: &Contest) -> Value {
    let mut object = results(contest);
    object["test"] = json!(contest.test.as_ref().map(of_test));
    object["ending"] = json!(contest.ending.name("walls"));
    if !contest.others.is_empty() {
        object["other_rules"] = contest.others.iter().map(|other| other_rules(contest, other)).collect();
    }
    object
}

/// What was found under a ruleset.
fn results(contest: &Contest) -> Value {
    let tables: Vec<Value> = contest.tables.iter().map(|table| of_table(contest, table)).collect();
    let pairs: Vec<Value> = contest.pairs.iter().map(|pair| of_pair(contest, pair)).collect();
    let ratings: Vec<Value> = contest.by_rating().into_iter().map(|agent| rating(contest, agent)).collect();
    json!({
        "agents": names(contest, 0..contest.agents.len()),
        "walls": contest.walls,
        "games": contest.matches,
        "decisions": contest.decisions,
        "intervals": if contest.validity == Validity::Fixed { "fixed" } else { "anytime" },
        "tables": tables,
        "pairs": pairs,
        "ratings": ratings,
        "resolution": contest.resolution,
    })
}

/// What was found under another ruleset; `interactions`: the differences under it less those under the first.
fn other_rules(first: &Contest, other: &OtherRules) -> Value {
    let mut object = results(&other.contest);
    let pairs = first.pairs.iter().zip(&other.interactions).zip(&other.edges);
    let edge = |difference| {
        let effect = Effect { base: None, variant: None, difference };
        json!(Judged::new(effect, None, first.level()))["difference"].take()
    };
    let interaction = |((pair, found), edges): ((&PairResult, &PairedEstimate), &Option<Difference>)| {
        json!({
            "agents": names(first, pair.agents),
            "difference": found,
            "edge": edge(*edges),
        })
    };
    object["name"] = json!(other.name);
    object["rules"] = json!(other.rules.id);
    object["rules_hash"] = json!(other.rules.hash_text());
    object["interactions"] = pairs.map(interaction).collect();
    object
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
        "difference": table.difference,
        "players": players.map(player).collect::<Vec<_>>(),
    })
}

fn player(contest: &Contest, agent: usize, measures: &Measures) -> Value {
    let places = (1..measures.estimates().count() - 1)
        .map(|place| measures.total(PlayerCount::Placement as usize + place));
    json!({
        "agent": contest.agents[agent].to_string(),
        "games": measures.total(PlayerCount::Matches as usize),
        "placements": places.collect::<Vec<_>>(),
        "rates": rates(measures.estimates_with(contest.validity)),
    })
}

fn of_pair(contest: &Contest, pair: &PairResult) -> Value {
    json!({
        "agents": names(contest, pair.agents),
        "games": pair.matches,
        "difference": pair.difference,
        "edge": edge(pair.edge),
        "superiority": pair.superiority,
        "elo": pair.elo,
        "equal_within": pair.equivalence,
        "play": exploratory(contest.level(), &pair.play),
    })
}

fn rating(contest: &Contest, agent: usize) -> Value {
    let next = contest.next_by_rating(agent);
    let mut object = json!(contest.ratings[agent]);
    object["agent"] = json!(contest.agents[agent].to_string());
    object["elo"] = json!(contest.elo.as_ref().map(|elo| elo[agent]));
    object["above_next"] = json!(next.map(|next| contest.rating_difference(agent, next)));
    object
}

fn of_test((test, look): &(SequentialTest, Look)) -> Value {
    let ([h0, h1], [alpha, beta]) = (test.hypotheses(), test.error_rates());
    let Look { llr, decision, truncated, .. } = look;
    json!({
        "h0": h0, "h1": h1, "alpha": alpha, "beta": beta, "bounds": test.bounds(), "fewest_walls": FEWEST, "every_walls": EVERY,
        "llr": llr, "accepted": decision, "truncated": truncated,
    })
}
