//! The scores at the start of each kyoku, from the table `kyoku`.

use super::cells::each_row;
use crate::datasets::recipe::Recipe;
use crate::error::Error;
use crate::lineup::Lineup;
use crate::observer::Observer;
use hyakuman_analysis::{Cluster, Estimate, Ratio};
use hyakuman_game::rows::Table;
use hyakuman_game::{GameFacts, MAX_SEATS};
use hyakuman_record::Dataset;
use std::collections::BTreeMap;

/// Players (agents or seats), then places.
const SUBJECTS: usize = 2 * MAX_SEATS;

/// The names of the columns with the scores.
const BEFORE: [&str; MAX_SEATS] = ["before_0", "before_1", "before_2", "before_3"];

/// The mean scores in points when a kyoku is dealt for the first time.
#[derive(Clone, Debug)]
pub struct KyokuScores {
    /// Its place in the match: round winds passed times seats, plus the seat of the dealer.
    pub kyoku: u32,
    /// Its name: `East 1`.
    pub name: String,
    /// Matches in which it was dealt.
    pub matches: u64,
    /// Of each agent, in the order of [`Lineup::agents`]; if one agent plays every seat, of each seat.
    pub players: Vec<Option<Estimate>>,
    /// Of the seat that is first at that time, second, ….
    pub places: Vec<Option<Estimate>>,
}

/// The scores of a data set; `None` without the table `kyoku`.
pub(super) fn read(
    game: &GameFacts,
    set: &Dataset,
    recipe: &Recipe,
    lineup: &Lineup,
    observer: &dyn Observer,
) -> Result<Option<Vec<KyokuScores>>, Error> {
    if !recipe.tables.contains(&Table::Kyoku) {
        return Ok(None);
    }
    let mut scores = ScoreSums::default();
    for part in set.parts() {
        if observer.stopped() {
            return Err(Error::Interrupted);
        }
        scores.add_part(game.seats, set, recipe, lineup, part)?;
        observer.done(recipe.count(&[part]));
    }
    let agents = lineup.agents().len();
    let players = if agents > 1 { agents } else { game.seats };
    Ok(Some(scores.sums.iter().map(|(&kyoku, sums)| scores_of(game, kyoku, sums, players)).collect()))
}

fn scores_of(game: &GameFacts, kyoku: u32, sums: &[Ratio; SUBJECTS], players: usize) -> KyokuScores {
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

/// Sums over walls for each kyoku.
#[derive(Default)]
struct ScoreSums {
    sums: BTreeMap<u32, [Ratio; SUBJECTS]>,
    /// The wall whose matches are being read, and what it has so far.
    wall: u64,
    open: BTreeMap<u32, [Cluster; SUBJECTS]>,
}

impl ScoreSums {
    /// Adds the kyoku of a part. Rows are in the order of the matches, and the matches of a wall are in one part.
    fn add_part(
        &mut self,
        seats: usize,
        set: &Dataset,
        recipe: &Recipe,
        lineup: &Lineup,
        part: u64,
    ) -> Result<(), Error> {
        each_row((set, recipe), Table::Kyoku, part, &names(seats), |number, cells| {
            let [kyoku, repeat, ..] = *cells else { return };
            if repeat == 0 {
                self.add(lineup, number, kyoku as u32, &cells[2..]);
            }
        })?;
        self.close();
        Ok(())
    }

    /// Adds a kyoku that was dealt for the first time.
    fn add(&mut self, lineup: &Lineup, number: u64, kyoku: u32, scores: &[i64]) {
        let wall = number / lineup.rotations() as u64;
        if wall != self.wall {
            self.close();
            self.wall = wall;
        }
        let clusters = self.open.entry(kyoku).or_default();
        let mut add = |subject: usize, score: i64| {
            clusters[subject].trials += 1;
            clusters[subject].total += score;
        };
        let alone = lineup.agents().len() == 1;
        let rotation = lineup.rotation_of(number);
        for (seat, &score) in scores.iter().enumerate() {
            add(if alone { seat } else { lineup.agent_at(seat, rotation) }, score);
        }
        let mut sorted = [0; MAX_SEATS];
        sorted[..scores.len()].copy_from_slice(scores);
        sorted[..scores.len()].sort_unstable_by(|a, b| b.cmp(a));
        sorted[..scores.len()].iter().enumerate().for_each(|(place, &score)| add(MAX_SEATS + place, score));
    }

    /// Adds the wall that was read to the sums.
    fn close(&mut self) {
        for (kyoku, clusters) in std::mem::take(&mut self.open) {
            let sums = self.sums.entry(kyoku).or_default();
            sums.iter_mut().zip(clusters).for_each(|(sum, cluster)| sum.add(cluster));
        }
    }
}

/// The columns to read, in the order of the file.
fn names(seats: usize) -> Vec<&'static str> {
    ["match", "kyoku", "repeat"].into_iter().chain(BEFORE[..seats].iter().copied()).collect()
}
