//! What is refused before anything is played.

use super::{Experiment, MOST_CELLS, Table};
use crate::error::Error;
use crate::grid::{Half, LOOK, Stop, check_rulesets};

/// Checks everything but the estimands.
pub(super) fn experiment(experiment: &Experiment) -> Result<(), Error> {
    let Experiment { rulesets, tables, asked, walls, .. } = experiment;
    let cells = rulesets.len() * tables.len();
    let problem = match () {
        () if rulesets.is_empty() => "there is no ruleset: name at least one".to_owned(),
        () if tables.is_empty() => "there is no table: name at least one".to_owned(),
        () if asked.is_empty() => "nothing is measured: ask for a rate, or for all of a measure".to_owned(),
        () if *walls == 0 => "there are 0 walls to play: play at least 1".to_owned(),
        () if cells > MOST_CELLS => {
            format!(
                "{} rulesets and {} tables make {cells} cells, more than {MOST_CELLS}",
                rulesets.len(),
                tables.len()
            )
        }
        () => return names_and_bounds(experiment),
    };
    Err(Error::Usage(problem))
}

fn names_and_bounds(experiment: &Experiment) -> Result<(), Error> {
    let Experiment { rulesets, tables, .. } = experiment;
    check_rulesets(&rulesets.iter().map(|(name, rules)| (&**name, rules)).collect::<Vec<_>>())?;
    (0..tables.len()).try_for_each(|at| table(&tables[..at], &tables[at]))?;
    bounds(experiment)?;
    let shard = experiment.plan.shard;
    if experiment.length().walls(shard) == 0 {
        let walls = experiment.walls;
        return Err(Error::Usage(format!(
            "shard {shard} has none of {walls} walls, which are dealt in blocks of {LOOK}: use fewer shards"
        )));
    }
    experiment.plan.check("walls", "what ends it before")
}

/// A table among those before it.
fn table(before: &[Table], table: &Table) -> Result<(), Error> {
    let Table { name, .. } = table;
    let is_same = |other: &&Table| Table { name: name.clone(), ..(*other).clone() } == *table;
    let problem = if before.iter().any(|other| other.name == *name) {
        format!("two tables are named {name:?}: give each a name of its own")
    } else if let Some(same) = before.iter().find(is_same) {
        format!("the tables {} and {name} have the same agents: name one of them", same.name)
    } else {
        return Ok(());
    };
    Err(Error::Usage(problem))
}

fn bounds(experiment: &Experiment) -> Result<(), Error> {
    let Experiment { asked, equal_within, plan, .. } = experiment;
    let is_sound = |half: &Half| half.value().is_finite() && half.value() > 0.0;
    let problem = if let Some((at, _)) = equal_within.iter().find(|(_, bound)| !is_sound(bound)) {
        format!(
            "the bound of {}: a number above 0 is needed",
            asked.get(*at).map_or_else(|| at.to_string(), ToString::to_string)
        )
    } else if let Some((at, _)) = equal_within.iter().find(|(at, _)| *at >= asked.len()) {
        format!("there is a bound for estimand {at}, of {}", asked.len())
    } else if let Some(at) = twice(equal_within) {
        format!("{} has two bounds: name one of them", asked[at])
    } else if plan.stop == Stop::Verdict && equal_within.is_empty() {
        "it ends when the verdicts are known, and there is no bound: give a difference one".to_owned()
    } else if matches!(plan.stop, Stop::Test(_)) {
        "a sequential test is of two agents: play a match between them".to_owned()
    } else {
        return Ok(());
    };
    Err(Error::Usage(problem))
}

/// What has two bounds.
fn twice(bounds: &[(usize, Half)]) -> Option<usize> {
    let places: Vec<usize> = bounds.iter().map(|(at, _)| *at).collect();
    (1..places.len()).find(|&at| places[..at].contains(&places[at])).map(|at| places[at])
}
