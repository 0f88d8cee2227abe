//! What rules count besides the scores, by match, from the table `matches`.

use super::cells::each_row;
use crate::datasets::recipe::Recipe;
use crate::error::Error;
use crate::lineup::Lineup;
use crate::observer::Observer;
use hyakuman_analysis::{Cluster, Estimate, Ratio, Unit};
use hyakuman_game::rows::Table;
use hyakuman_game::{GameFacts, MAX_SEATS};
use hyakuman_record::Dataset;

/// What is counted: the columns of the seats have these names and `_0`, `_1`, ….
const COUNTS: [(&str, Unit); 3] =
    [("chips", Unit::Number), ("winless", Unit::Share), ("prizes", Unit::Number)];

/// The mean of a match.
#[derive(Clone, Debug)]
pub struct HouseMean {
    /// What is counted: `chips` and `prizes` that a player got less those it paid, `winless` matches.
    pub name: &'static str,
    /// Its unit.
    pub unit: Unit,
    /// Of each agent, in the order of [`Lineup::agents`]; if one agent plays every seat, of each seat.
    pub players: Vec<Option<Estimate>>,
}

/// The means of a data set, of what its rules count; `None` without the table `matches`.
pub(super) fn read(
    game: &GameFacts,
    set: &Dataset,
    recipe: &Recipe,
    lineup: &Lineup,
    observer: &dyn Observer,
) -> Result<Option<Vec<HouseMean>>, Error> {
    if !recipe.tables.contains(&Table::Matches) {
        return Ok(None);
    }
    let counts = counts(game, recipe);
    let mut sums: Vec<Sums> = counts.iter().map(|_| Sums::default()).collect();
    let of_seats = counts.iter().flat_map(|(_, _, columns)| columns.iter().copied());
    let names: Vec<&str> = ["match"].into_iter().chain(of_seats).collect();
    let parts = if counts.is_empty() { 0..0 } else { set.parts() };
    for part in parts {
        if observer.stopped() {
            return Err(Error::Interrupted);
        }
        each_row((set, recipe), Table::Matches, part, &names, |number, cells| {
            let of_counts = sums.iter_mut().zip(cells.chunks(game.seats));
            of_counts.for_each(|(sums, cells)| sums.add(lineup, number, cells));
        })?;
    }
    let agents = lineup.agents().len();
    let players = if agents > 1 { agents } else { game.seats };
    let means = counts.into_iter().zip(sums);
    Ok(Some(
        means
            .map(|((name, unit, _), sums)| HouseMean { name, unit, players: sums.means(unit, players) })
            .collect(),
    ))
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

/// Sums over walls, of each player.
#[derive(Default)]
struct Sums {
    sums: [Ratio; MAX_SEATS],
    /// The wall whose matches are being read, and what it has so far.
    wall: u64,
    open: [Cluster; MAX_SEATS],
}

impl Sums {
    /// Adds a match. The matches of a wall follow one another.
    fn add(&mut self, lineup: &Lineup, number: u64, counts: &[i64]) {
        let wall = number / lineup.rotations() as u64;
        if wall != self.wall {
            self.close();
            self.wall = wall;
        }
        let (alone, rotation) = (lineup.agents().len() == 1, lineup.rotation_of(number));
        for (seat, &count) in counts.iter().enumerate() {
            let cluster = &mut self.open[if alone { seat } else { lineup.agent_at(seat, rotation) }];
            cluster.trials += 1;
            cluster.total += count;
        }
    }

    /// Adds the wall that was read to the sums.
    fn close(&mut self) {
        let open = std::mem::take(&mut self.open);
        self.sums.iter_mut().zip(open).for_each(|(sum, cluster)| sum.add(cluster));
    }

    fn means(mut self, unit: Unit, players: usize) -> Vec<Option<Estimate>> {
        self.close();
        let mean = |sum: &Ratio| if unit == Unit::Share { sum.share() } else { sum.estimate() };
        self.sums[..players].iter().map(mean).collect()
    }
}
