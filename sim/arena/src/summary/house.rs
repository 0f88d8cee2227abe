//! What rules count besides the scores, by match, from the table `matches`.

use super::Read;
use super::cells::SumsByKey;
use crate::datasets::recipe::Recipe;
use crate::error::Error;
use crate::observer::Uncounted;
use hyakuman_analysis::{Estimate, Ratio, Unit};
use hyakuman_core::game::GameFacts;
use hyakuman_core::game::rows::Table;
use serde::Serialize;

/// What is counted: the columns of the seats have these names and `_0`, `_1`, ….
const COUNTS: [(&str, Unit); 3] =
    [("chips", Unit::Number), ("winless", Unit::Share), ("prizes", Unit::Number)];

/// The mean of a match.
#[derive(Serialize, Clone, Debug)]
pub struct HouseMean {
    /// What is counted: `chips` and `prizes` that a player got less those it paid, `winless` matches.
    pub name: &'static str,
    /// Its unit.
    #[serde(skip)]
    pub unit: Unit,
    /// Of each agent, in the order of [`Lineup::agents`](crate::Lineup::agents); if one agent plays every seat, of each seat.
    pub players: Vec<Option<Estimate>>,
}

/// The means of a data set, of what its rules count; `None` without the table `matches`.
pub(super) fn read(read: &Read<'_>) -> Result<Option<Vec<HouseMean>>, Error> {
    let Read { game, recipe, lineup, observer, .. } = *read;
    if !recipe.tables.contains(&Table::Matches) {
        return Ok(None);
    }
    let (counts, mut sums) = (counts(game, recipe), SumsByKey::new(lineup));
    let of_seats = counts.iter().flat_map(|(_, _, columns)| columns.iter().copied());
    let names: Vec<&str> = ["match"].into_iter().chain(of_seats).collect();
    if !counts.is_empty() {
        read.each_row(Table::Matches, &names, &Uncounted(observer), |number, cells| {
            (0..)
                .zip(cells.chunks(game.seats))
                .for_each(|(count, cells)| sums.add(number, count, cells, &[]));
        })?;
    }
    let sums = sums.finish();
    let mean = |(at, (name, unit, _))| {
        let mean = |sum: &Ratio| if unit == Unit::Share { sum.share() } else { sum.estimate() };
        let players = sums.get(&at).into_iter().flat_map(|sums| &sums[..read.players()]).map(mean);
        HouseMean { name, unit, players: players.collect() }
    };
    Ok(Some((0..).zip(counts).map(mean).collect()))
}

/// What the data set has of [`COUNTS`], with the columns of the seats.
fn counts(game: &GameFacts, recipe: &Recipe) -> Vec<(&'static str, Unit, Vec<&'static str>)> {
    let all = recipe.columns_of(game, Table::Matches);
    let columns = |name| all.iter().map(|column| column.name).filter(|column| is_of(name, column)).collect();
    let counts = COUNTS.into_iter().map(|(name, unit)| (name, unit, columns(name)));
    counts.filter(|(_, _, columns): &(_, _, Vec<_>)| !columns.is_empty()).collect()
}

/// Whether a column is that of a seat.
fn is_of(name: &str, column: &str) -> bool {
    column.rsplit_once('_').is_some_and(|(base, seat)| base == name && seat.parse::<usize>().is_ok())
}
