//! The rates of a run: which of them have rows, and tables of them.

use crate::apart::{ahead_label, chances_of};
use crate::document::{Cell, Row, Table};
use hyakuman_analysis::figures::{label, shown};
use hyakuman_analysis::{Estimate, Measure, Measures, Unit};
use hyakuman_arena::measures::{EDGE, is_constant_in_self_play, is_metric};
use hyakuman_arena::{Lineup, Stats};

/// The name of an agent or a seat, and its measures.
pub(crate) type Player<'a> = (String, &'a Measures);

pub(crate) type Rate = (&'static Measure, Option<Estimate>);

/// Where a measure appears.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MeasurePlace {
    /// In its own row.
    Row,
    /// In the list of measures with nothing to count.
    Never,
    /// In the list of measures that are constant when a single agent plays every seat.
    Constant,
    /// Not at all: it does not apply to this game.
    Nowhere,
}

/// Agents, seats or the table of a run.
pub(crate) struct Players<'a> {
    pub players: Vec<Player<'a>>,
    /// Number of seats of the game.
    pub seats: usize,
    /// Whether they are the one agent in every seat.
    pub self_play: bool,
    /// Names of the measures that do not apply to the game.
    pub inapplicable: &'a [&'a str],
}

impl Players<'_> {
    /// Every measure, and where it appears.
    pub(crate) fn places(&self) -> impl Iterator<Item = (&'static Measure, MeasurePlace)> {
        let counted = |measure: &Measure| self.players.iter().any(|(_, player)| player.total(measure.of) > 0);
        let place = move |(measure, estimate): Rate| match measure.unit {
            _ if self.inapplicable.contains(&measure.name) => MeasurePlace::Nowhere,
            Unit::Share if !counted(measure) => MeasurePlace::Never,
            _ if self.self_play && is_constant_in_self_play(measure, estimate.as_ref()) => {
                MeasurePlace::Constant
            }
            _ => MeasurePlace::Row,
        };
        self.players[0].1.estimates().map(move |rate| (rate.0, place(rate)))
    }

    /// A row per measure that has one, a column per player. Metrics are details.
    pub(crate) fn table(&self, title: &str) -> Table {
        let row = |(measure, _): (&Measure, MeasurePlace)| {
            let rate = |(_, player): &Player<'_>| Cell::rate(measure.unit, player.get(measure.name));
            let cells: Vec<Cell> = self.players.iter().map(rate).collect();
            Row { detail: is_metric(measure), ..(label(measure), cells).into() }
        };
        let heads = [title].into_iter().chain(self.players.iter().map(|(name, _)| name.as_str()));
        let rows = self.places().filter(|(_, place)| *place == MeasurePlace::Row).map(row).collect();
        Table { heads: heads.map(str::to_owned).collect(), rows, ..Table::default() }
    }
}

/// Rows of how clearly each agent leads, and of the chances to be ahead; none of a single agent.
pub(crate) fn edges(lineup: &Lineup, stats: &Stats) -> Vec<Row> {
    let edges: Vec<Option<Estimate>> = (0..lineup.agents().len()).map(|agent| stats.edge(agent)).collect();
    if edges.iter().all(Option::is_none) {
        return Vec::new();
    }
    let leads = edges.iter().map(|edge| shown(EDGE.unit, *edge).into()).collect();
    let chances: Vec<Cell> = edges.iter().map(|edge| chances_of(*edge, 1)).collect();
    [(label(EDGE), leads), (ahead_label(), chances)].map(Row::from).into()
}
