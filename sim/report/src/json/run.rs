//! A run, and a data set.

use super::{add_played, edge, rates};
use hyakuman_analysis::Measures;
use hyakuman_analysis::results::in_rank_points;
use hyakuman_arena::measures::PlayerCount;
use hyakuman_arena::summary::Growth;
use hyakuman_arena::{Lineup, Metrics, Played, Summary};
use serde_json::{Value, json};

/// The result of a run.
pub fn run(Played { rules, lineup, seed, stats, .. }: &Played) -> Value {
    let seats = lineup.named().len();
    let agents = lineup.agents().iter().zip(&stats.agents).enumerate();
    let by_agent = agents.map(|(at, (agent, measures))| {
        let mut found = player("agent", json!(agent.to_string()), seats, measures);
        found["edge"] = edge(stats.edge(at));
        found
    });
    let by_seat = stats.seats.iter().enumerate();
    let by_seat = by_seat.map(|(seat, measures)| player("seat", json!(seat), seats, measures));
    let metrics = &stats.metrics;
    let mut object = json!({
        "decisions": stats.decisions(),
        "by_agent": by_agent.collect::<Vec<_>>(),
        "by_seat": by_seat.collect::<Vec<_>>(),
        "table": rates(stats.matches.estimates()),
        "comebacks": rates(metrics.comebacks.estimates()),
        "win_values": win_values(metrics),
        "yaku": rates(metrics.yaku.estimates()),
        "results": results(lineup, metrics),
    });
    add_played(&mut object, rules, *seed, stats.games() as u64, lineup);
    object
}

/// The object of a run, then what only data sets have.
pub fn data_set(Summary { played, version, growth, scores, house }: &Summary) -> Value {
    let mut object = run(played);
    object["recorded_by"] = json!(version);
    let grown = |Growth { agent, measure, points }: &Growth| {
        let agent = agent.map(|agent| played.lineup.agents()[agent].to_string());
        json!({ "agent": agent, "measure": measure.name, "points": points })
    };
    object["growth"] = growth.iter().map(grown).collect();
    object["score_by_kyoku"] = json!(scores);
    object["house"] = json!(house);
    object
}

fn player(key: &str, name: Value, seats: usize, measures: &Measures) -> Value {
    use PlayerCount::{First, Hands, Matches, Wins};
    let total = |count: PlayerCount| measures.total(count as usize);
    let placements: Vec<i64> = (0..seats).map(|place| measures.total(First as usize + place)).collect();
    json!({
        key: name,
        "games": total(Matches),
        "hands": total(Hands),
        "wins": total(Wins),
        "placements": placements,
        "rates": rates(measures.estimates()),
    })
}

/// Share and average value of the wins of each class.
fn win_values(metrics: &Metrics) -> Vec<Value> {
    let classes = metrics.win_share.estimates().zip(metrics.win_points.estimates());
    let class = classes.map(
        |((measure, share), (_, points))| json!({ "class": measure.name, "share": share, "points": points }),
    );
    class.collect()
}

/// Variance of the results, and the luck share.
fn results(lineup: &Lineup, metrics: &Metrics) -> Value {
    let results = &metrics.results;
    let agents = lineup.agents().iter().enumerate().map(|(at, agent)| {
        let variance = results.variance(0, at).map(in_rank_points);
        json!({ "agent": agent.to_string(), "variance": variance })
    });
    json!({
        "variance": results.total_variance(0).map(in_rank_points),
        "by_agent": agents.collect::<Vec<_>>(),
        "luck_share": results.luck(0),
    })
}
