//! A run.

use super::{edge, estimate, rates};
use hyakuman_analysis::Measures;
use hyakuman_analysis::results::in_rank_points;
use hyakuman_arena::measures::PlayerCount;
use hyakuman_arena::{Lineup, Metrics, Stats};
use serde_json::{Value, json};

/// The statistics of a run by these players.
pub fn run(lineup: &Lineup, stats: &Stats) -> Value {
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
    json!({
        "decisions": stats.decisions(),
        "by_agent": by_agent.collect::<Vec<_>>(),
        "by_seat": by_seat.collect::<Vec<_>>(),
        "table": rates(stats.matches.estimates()),
        "comebacks": rates(metrics.comebacks.estimates()),
        "win_values": win_values(metrics),
        "yaku": rates(metrics.yaku.estimates()),
        "results": results(lineup, metrics),
    })
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
    let class = classes.map(|((measure, share), (_, points))| {
        json!({ "class": measure.name, "share": estimate(share), "points": estimate(points) })
    });
    class.collect()
}

/// Variance of the results, and the luck share.
fn results(lineup: &Lineup, metrics: &Metrics) -> Value {
    let results = &metrics.results;
    let agents = lineup.agents().iter().enumerate().map(|(at, agent)| {
        let variance = results.variance(0, at).map(in_rank_points);
        json!({ "agent": agent.to_string(), "variance": estimate(variance) })
    });
    json!({
        "variance": estimate(results.total_variance(0).map(in_rank_points)),
        "by_agent": agents.collect::<Vec<_>>(),
        "luck_share": estimate(results.luck(0)),
    })
}
