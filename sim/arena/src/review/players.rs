//! Many matches: totals by player, and how sure the mean losses are.
//!
//! The decisions of a match are not independent of each other, nor are matches on the same wall: the independent unit of the intervals
//! is the wall with all matches on it, of whichever data sets. Each match of a log has a wall of its own.

use super::{BySort, ReviewSums};
use hyakuman_analysis::{Cluster, Ratio};
use hyakuman_core::MatchSeed;
use std::collections::BTreeMap;

/// Losses are summed in this part of their unit, as whole numbers.
const PART: f64 = 1e-3;

/// The totals of players by name, over matches that were added in order.
#[derive(Clone, Debug, Default)]
pub struct Players {
    players: BTreeMap<String, Player>,
    /// Matches reviewed.
    pub matches: u64,
}

/// The totals of a player over all matches.
#[derive(Clone, Debug, Default)]
pub struct Player {
    /// Matches with a decision of this player.
    pub matches: u64,
    /// Of all its decisions.
    pub totals: BySort,
    /// Of the matches that have a wall of their own.
    losses: Ratio,
    /// Of each wall of seeds and numbers.
    walls: BTreeMap<(u64, u64), ReviewSums>,
}

impl Players {
    /// Adds a match: the totals of its players ([`super::Review::by_name`]). A match without a wall has its own.
    pub fn add(&mut self, wall: Option<MatchSeed>, of_match: &BTreeMap<String, BySort>) {
        self.matches += 1;
        for (name, totals) in of_match {
            let player = self.players.entry(name.clone()).or_default();
            player.matches += 1;
            player.totals.merge(totals);
            match wall {
                Some(MatchSeed { seed, number }) => {
                    player.walls.entry((seed, number)).or_default().merge(&totals.all);
                }
                None => player.losses.add(cluster(&totals.all)),
            }
        }
    }

    /// Each player with its name, in order of the names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Player)> {
        self.players.iter().map(|(name, player)| (name.as_str(), player))
    }
}

impl Player {
    /// Bounds of the 95 % confidence interval of the mean loss of a decision. `None` with fewer than ten walls, or if the mean is the same
    /// on all of them.
    pub fn interval(&self) -> Option<[f64; 2]> {
        let mut losses = self.losses;
        self.walls.values().for_each(|wall| losses.add(cluster(wall)));
        let bounds = losses.estimate()?.bounds()?;
        Some(bounds.map(|bound| (bound * PART).max(0.0))) // no loss is negative
    }
}

/// The losses on a wall.
fn cluster(wall: &ReviewSums) -> Cluster {
    Cluster { trials: wall.valued as i64, total: (wall.loss / PART).round() as i64 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::ReviewSums;

    fn of_match(decisions: u64, loss: f64) -> BTreeMap<String, BySort> {
        let mut totals = BySort::default();
        totals.all = ReviewSums { decisions, same: 0, valued: decisions, loss };
        BTreeMap::from([("a".to_owned(), totals)])
    }

    fn wall(number: u64) -> Option<MatchSeed> {
        Some(MatchSeed { seed: 1, number })
    }

    fn player(matches: &[(Option<MatchSeed>, f64)]) -> Player {
        let mut players = Players::default();
        matches.iter().for_each(|(wall, loss)| players.add(*wall, &of_match(100, *loss)));
        players.players["a"].clone()
    }

    /// Means of 0 and 0.2, five times each: 0.1 with the standard error √(10/9)/10/√10 = 0.0333; t(9) = 2.2622, so 0.1 ± 0.0754.
    #[test]
    fn an_interval_by_hand() {
        let found = player(&[(None, 0.0), (None, 20.0)].repeat(5));
        let [low, high] = found.interval().unwrap();
        assert_eq!(found.totals.all.mean_loss(), Some(0.1));
        assert!((low - 0.0246).abs() < 1e-3 && (high - 0.1754).abs() < 1e-3, "{low} {high}");
        assert_eq!(
            player(&[(None, 0.0), (None, 20.0), (None, 10.0)].repeat(3)).interval(),
            None,
            "nine walls"
        );
    }

    /// Two matches on one wall count as one that is twice as long.
    #[test]
    fn matches_on_a_wall_are_one_cluster() {
        let losses = |at: u64| [10.0 + at as f64, 20.0 + at as f64];
        let pairs = (0..10).flat_map(|at| losses(at).map(|loss| (wall(at), loss)));
        let walls = player(&pairs.collect::<Vec<_>>());
        let single = player(&(0..10).map(|at| (None, 15.0 + at as f64)).collect::<Vec<_>>());
        assert_eq!(walls.interval(), single.interval());
        assert_eq!((walls.matches, single.matches), (20, 10));
        let apart = [0, 1].map(|half| (0..10).map(move |at| (wall(at), losses(at)[half])));
        let apart = player(&apart.into_iter().flatten().collect::<Vec<_>>());
        assert_eq!(apart.interval(), single.interval(), "of two data sets on the same walls");
        assert!(walls.interval().is_some());
        let nine: Vec<_> = (0..18).map(|at| (wall(at % 9), at as f64)).collect();
        assert_eq!(player(&nine).interval(), None);
    }

    /// Three data sets on the same 30 walls, given one after another: the losses of a wall depend on it more than on the data set.
    #[test]
    fn the_mean_loss_of_several_data_sets_is_covered() {
        let covers = |run: u64| {
            let normal = |number: u64| {
                (0..12).map(|part| uniform((run << 24) + 12 * number + part)).sum::<f64>() - 6.0
            };
            let losses = (0..90).map(|at| (at % 30, 30.0 + 6.0 * normal(at % 30) + 2.0 * normal(100 + at)));
            let matches: Vec<_> = losses.map(|(at, loss)| (wall(at), loss)).collect();
            let [low, high] = player(&matches).interval().unwrap();
            low <= 0.3 && 0.3 <= high
        };
        let covered = (0..400).filter(|&run| covers(run)).count();
        // Standard error: 1.1 % of the runs.
        assert!((366..=396).contains(&covered), "{covered}");
    }

    /// SplitMix64, between 0 and 1.
    fn uniform(number: u64) -> f64 {
        let mut bits = (number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((bits ^ (bits >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    #[test]
    fn without_a_difference_there_is_no_interval() {
        assert_eq!(player(&[(None, 0.0); 10]).interval(), None);
    }
}
