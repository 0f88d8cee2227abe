//! The rates of a run: which of them are shown, and the tables of both the page and the text.

use crate::apart::{ahead_label, chances_of};
use crate::document::{Cell, Row, Table};
use hyakuman_analysis::figures::{label, shown, words};
use hyakuman_analysis::results::in_rank_points;
use hyakuman_analysis::{Estimate, Measure, Measures, Unit};
use hyakuman_arena::measures::{EDGE, is_constant_in_self_play, is_metric};
use hyakuman_arena::{Lineup, Stats};

/// The name of an agent or a seat, and its measures.
pub type Player<'a> = (String, &'a Measures);

/// A measure with its estimate.
pub type Rate = (&'static Measure, Option<Estimate>);

/// Where a measure appears in the text. The page has those with a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// In its own row.
    Row,
    /// In the list of measures with nothing to count.
    Never,
    /// In the list of measures that are constant when a single agent plays every seat.
    Constant,
    /// Not at all: it does not apply to this game.
    Nowhere,
}

/// The agents.
pub fn by_agent<'a>(lineup: &Lineup, stats: &'a Stats) -> Vec<Player<'a>> {
    lineup.agents().iter().map(ToString::to_string).zip(&stats.agents).collect()
}

/// The seats.
pub fn by_seat(stats: &Stats) -> Vec<Player<'_>> {
    stats.seats.iter().enumerate().map(|(seat, measures)| (format!("seat {seat}"), measures)).collect()
}

/// Where each measure of these players appears. `self_play`: they are the one agent in every seat; `metrics`: whether those have rows.
pub fn places(players: &[Player<'_>], self_play: bool, inapplicable: &[&str], metrics: bool) -> Vec<Place> {
    let counted = |measure: &Measure| players.iter().any(|(_, player)| player.total(measure.of) > 0);
    let place = |(measure, estimate): Rate| match measure.unit {
        _ if inapplicable.contains(&measure.name) || !metrics && is_metric(measure) => Place::Nowhere,
        Unit::Share if !counted(measure) => Place::Never,
        _ if self_play && is_constant_in_self_play(measure, estimate.as_ref()) => Place::Constant,
        _ => Place::Row,
    };
    players[0].1.estimates().map(place).collect()
}

/// A row per measure, a column per player.
pub fn table(title: &str, players: &[Player<'_>]) -> Table {
    let row = |measure: &Measure| {
        let cells = players.iter().map(|(_, player)| shown(measure.unit, player.get(measure.name)));
        (label(measure), cells.collect::<Vec<_>>())
    };
    let heads = [title].into_iter().chain(players.iter().map(|(name, _)| name.as_str()));
    Table::new(heads, players[0].1.table().iter().map(row))
}

/// Rows of how clearly each agent leads, and of the chances to be ahead; none of a single agent.
pub fn edges(lineup: &Lineup, stats: &Stats) -> Vec<Row> {
    let edges: Vec<Option<Estimate>> = (0..lineup.agents().len()).map(|agent| stats.edge(agent)).collect();
    if edges.iter().all(Option::is_none) {
        return Vec::new();
    }
    let leads = edges.iter().map(|edge| shown(EDGE.unit, *edge).into()).collect();
    let chances: Vec<Cell> = edges.iter().map(|edge| chances_of(*edge, 1)).collect();
    [(label(EDGE), leads), (ahead_label(), chances)].map(Row::from).into()
}

/// The number of measures up to rank points, behind which are [`edges`].
pub fn up_to_rank_points(measures: &Measures) -> usize {
    measures.table().iter().position(|measure| measure.name == "rank_points").map_or(0, |at| at + 1)
}

/// The variance of the results of each agent and, of several, of all.
pub fn variances(lineup: &Lineup, stats: &Stats) -> Table {
    let results = &stats.metrics.results;
    let row =
        |name: String, found: Option<Estimate>| (name, vec![shown(Unit::Number, found.map(in_rank_points))]);
    let agents = lineup.agents().iter().enumerate();
    let mut rows: Vec<_> =
        agents.map(|(at, agent)| row(agent.to_string(), results.variance(0, at))).collect();
    if rows.len() > 1 {
        rows.push(row("all".to_owned(), results.total_variance(0)));
    }
    Table::new(["results", "variance of rank points"], rows)
}

/// How many wins have which value, and the mean points of these.
pub fn win_values(stats: &Stats) -> Table {
    let classes = stats.metrics.win_share.estimates().zip(stats.metrics.win_points.estimates());
    let row = |((measure, share), (of_points, points)): (Rate, Rate)| {
        (words(measure.name), vec![shown(measure.unit, share), shown(of_points.unit, points)])
    };
    Table::new(
        ["value of a win", "% of wins", "points"],
        classes.filter(|(share, _)| happens(share)).map(row),
    )
}

/// The yaku that happened, the most frequent first.
pub fn yaku(stats: &Stats) -> Vec<Rate> {
    let mut yaku: Vec<Rate> = stats.metrics.yaku.estimates().filter(happens).collect();
    yaku.sort_by(|a, b| value(b).total_cmp(&value(a)));
    yaku
}

/// Whether something was counted.
pub fn happens(rate: &Rate) -> bool {
    value(rate) > 0.0
}

fn value((_, estimate): &Rate) -> f64 {
    estimate.map_or(0.0, |found| found.value)
}
