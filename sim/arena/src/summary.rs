//! The statistics of a data set: those of a run, from the sidecars; how they grew more precise from part to part; and the
//! scores at the start of each kyoku, if there is the table `kyoku`. Nothing is played, and nothing is checked (`verify` does).

mod cells;
mod house;
mod scores;

use crate::datasets::recipe::{self, Recipe};
use crate::datasets::recording::stats_of;
use crate::error::Error;
use crate::lineup::Lineup;
use crate::metrics::GameMeasures;
use crate::observer::Observer;
use crate::run::Played;
use crate::stats::Stats;
use hyakuman_analysis::{Additive, Estimate, Measure, Measures};
use hyakuman_core::game::GameFacts;
use hyakuman_record::Dataset;
use serde::Serialize;
use std::path::Path;

pub use house::HouseMean;
pub use scores::KyokuScores;

/// Most points of a [`Growth`].
pub const MOST_POINTS: u64 = 32;

/// The measures whose growth is kept if several agents play: of each agent.
const OF_AGENTS: [&str; 1] = ["rank_points"];

/// If one agent plays every seat, its results are constant: its usual rates.
const ALONE: [&str; 3] = ["win", "deal_in", "win_points"];

/// The same, of the table.
const OF_THE_TABLE: [&str; 1] = ["kyoku"];

/// The statistics of a data set.
#[derive(Debug)]
pub struct Summary {
    /// The run, with the statistics of all parts.
    pub played: Played,
    /// The version of the program that recorded it.
    pub version: String,
    /// A few measures after the first parts, and after more and more of them.
    pub growth: Vec<Growth>,
    /// For each kyoku that was dealt, in order; `None` without the table `kyoku`.
    pub scores: Option<Vec<KyokuScores>>,
    /// What the rules count besides the scores; `None` without the table `matches`.
    pub house: Option<Vec<HouseMean>>,
}

/// A measure, estimated from more and more walls.
#[derive(Debug)]
pub struct Growth {
    /// The agent, as an index into [`Lineup::agents`]; `None` for the table.
    pub agent: Option<usize>,
    /// The measure.
    pub measure: &'static Measure,
    /// Its estimates, the last one from all walls; at most [`MOST_POINTS`].
    pub points: Vec<Grown>,
}

/// An estimate from the first walls of a data set.
#[derive(Serialize, Clone, Copy, Debug)]
pub struct Grown {
    /// Number of walls.
    pub walls: u64,
    /// Number of matches.
    #[serde(rename = "games")]
    pub matches: u64,
    /// The estimate; its interval is for this number of walls.
    #[serde(rename = "rate")]
    pub estimate: Option<Estimate>,
}

/// Reads the statistics of the data set in a folder.
///
/// # Errors
/// There is no complete data set, it is of a newer version or has statistics that this version does not read; it is damaged; or
/// the observer stopped the work.
pub fn summarize(dir: &Path, observer: &dyn Observer) -> Result<Summary, Error> {
    let set = recipe::open(dir)?;
    let (recipe, rules, lineup) = Recipe::read(&set)?;
    observer.start(recipe.games);
    let (game, measures) = (rules.facts(), GameMeasures::under(&rules).with(recipe.own_measures(&rules)?));
    let read = Read { game: &game, set: &set, recipe: &recipe, lineup: &lineup, observer };
    let (stats, growth) = parts(&read, measures)?;
    let (scores, house) = (scores::read(&read)?, house::read(&read)?);
    let played = Played::new(&rules, lineup, stats, recipe.seed);
    Ok(Summary { played, version: recipe.version, growth, scores, house })
}

/// A data set that is read.
struct Read<'a> {
    game: &'a GameFacts,
    set: &'a Dataset,
    recipe: &'a Recipe,
    lineup: &'a Lineup,
    observer: &'a dyn Observer,
}

/// Adds the statistics of all parts, in order.
fn parts(read: &Read<'_>, measures: GameMeasures) -> Result<(Stats, Vec<Growth>), Error> {
    let Read { game, set, recipe, lineup, observer } = *read;
    let mut sum = Stats::new(lineup, measures);
    sum.count_points_in(game.units_per_point);
    let mut growth = watched(&sum, lineup);
    let parts = set.parts().end;
    for part in 0..parts {
        observer.go_on()?;
        let sidecar = set.sidecar(part)?;
        let stats = stats_of(&sidecar, lineup, measures).ok_or_else(|| unreadable(recipe, part))?;
        sum.merge(&stats);
        if is_point(part, parts) {
            let matches = recipe.matches(part).end;
            let walls = matches.div_ceil(recipe.rotations.max(1));
            growth.iter_mut().for_each(|growth| growth.add(&sum, walls, matches));
        }
    }
    sum.check()?;
    Ok((sum, growth))
}

/// Whether the sum up to this part is a point: of `parts`, at most [`MOST_POINTS`] at equal distances, the last one always.
fn is_point(part: u64, parts: u64) -> bool {
    let points = parts.min(MOST_POINTS);
    let reached = |parts_done: u64| u128::from(parts_done) * u128::from(points) / u128::from(parts.max(1));
    reached(part + 1) > reached(part)
}

fn unreadable(recipe: &Recipe, part: u64) -> Error {
    Error::Usage(format!(
        "the sidecar of part {part} has no statistics that this version of the program reads; the data set is of version {}: use the \
         program that wrote it, or record it again",
        recipe.version
    ))
}

/// The measures to watch, without points.
fn watched(stats: &Stats, lineup: &Lineup) -> Vec<Growth> {
    let of = |agent: Option<usize>, measures: &Measures, names: &[&str]| -> Vec<Growth> {
        let named = measures.estimates().filter(|(measure, _)| names.contains(&measure.name));
        named.map(|(measure, _)| Growth { agent, measure, points: Vec::new() }).collect()
    };
    match &stats.agents[..] {
        [alone] => {
            let table = of(None, &stats.matches, &OF_THE_TABLE);
            table.into_iter().chain(of(Some(0), alone, &ALONE)).collect()
        }
        agents => (0..lineup.agents().len()).flat_map(|at| of(Some(at), &agents[at], &OF_AGENTS)).collect(),
    }
}

impl Growth {
    fn add(&mut self, sum: &Stats, walls: u64, matches: u64) {
        let measures = self.agent.map_or(&sum.matches, |agent| &sum.agents[agent]);
        self.points.push(Grown { walls, matches, estimate: measures.get(self.measure.name) });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_at_equal_distances_and_the_last_is_one() {
        let points = |parts| (0..parts).filter(|&part| is_point(part, parts)).collect::<Vec<_>>();
        assert_eq!(points(3), [0, 1, 2]);
        let many = points(1_000);
        assert_eq!((many.len(), many[0], many[31]), (32, 31, 999));
    }
}
