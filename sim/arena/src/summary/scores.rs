//! The scores at the start of each kyoku, from the table `kyoku`.

use super::Read;
use super::cells::{Subjects, SumsByKey};
use crate::error::Error;
use hyakuman_analysis::{Estimate, Ratio};
use hyakuman_core::game::rows::Table;
use hyakuman_core::game::{GameFacts, MAX_SEATS};
use serde::Serialize;

/// The names of the columns with the scores.
const BEFORE: [&str; MAX_SEATS] = ["before_0", "before_1", "before_2", "before_3"];

/// The mean scores in points when a kyoku is dealt for the first time.
#[derive(Serialize, Clone, Debug)]
pub struct KyokuScores {
    /// Its place in the match: round winds passed times seats, plus the seat of the dealer.
    pub kyoku: u32,
    /// Its name: `East 1`.
    pub name: String,
    /// Matches in which it was dealt.
    #[serde(rename = "games")]
    pub matches: u64,
    /// Of each agent, in the order of [`Lineup::agents`](crate::Lineup::agents); if one agent plays every seat, of each seat.
    pub players: Vec<Option<Estimate>>,
    /// Of the seat that is first at that time, second, ….
    pub places: Vec<Option<Estimate>>,
}

/// The scores of a data set; `None` without the table `kyoku`.
pub(super) fn read(read: &Read<'_>) -> Result<Option<Vec<KyokuScores>>, Error> {
    let Read { game, recipe, lineup, observer, .. } = *read;
    if !recipe.tables.contains(&Table::Kyoku) {
        return Ok(None);
    }
    let mut sums = SumsByKey::new(lineup);
    read.each_row(Table::Kyoku, &names(game.seats), observer, |number, cells| {
        let [kyoku, repeat, ref scores @ ..] = *cells else { return };
        if repeat == 0 {
            let mut sorted = scores.to_vec();
            sorted.sort_unstable_by(|a, b| b.cmp(a));
            sums.add(number, kyoku as u32, scores, &sorted);
        }
    })?;
    let players = read.players();
    Ok(Some(sums.finish().iter().map(|(&kyoku, sums)| scores_of(game, kyoku, sums, players)).collect()))
}

fn scores_of(game: &GameFacts, kyoku: u32, sums: &Subjects<Ratio>, players: usize) -> KyokuScores {
    let units = f64::from(game.units_per_point);
    let in_points = |found: Estimate| Estimate {
        value: found.value / units,
        interval: found.interval.map(|bounds| bounds.map(|bound| bound / units)),
        ..found
    };
    let score = |ratio: &Ratio| ratio.estimate().map(in_points);
    let seats = game.seats as u32;
    let wind = ["East", "South", "West", "North"][(kyoku / seats % 4) as usize];
    KyokuScores {
        kyoku,
        name: format!("{wind} {}", kyoku % seats + 1),
        matches: sums[MAX_SEATS].trials() as u64,
        players: sums[..players].iter().map(score).collect(),
        places: sums[MAX_SEATS..MAX_SEATS + game.seats].iter().map(score).collect(),
    }
}

/// The columns to read, in the order of the file.
fn names(seats: usize) -> Vec<&'static str> {
    ["match", "kyoku", "repeat"].into_iter().chain(BEFORE[..seats].iter().copied()).collect()
}
