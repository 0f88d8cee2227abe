//! Ratings of players who met at different tables: least squares on results.
//!
//! The result of player `a` in a match is its rating less the mean rating at the table, plus noise. With `c_a` seats of `a` at
//! a table of `s` seats, and `P_a` the sum of its results in the match, the normal equations are, summed over matches,
//!
//! ```text
//! L θ = T        T_a = s P_a - c_a Σ P        L = s diag(c) - c cᵀ        Σ θ = 0
//! ```
//!
//! Every cluster (a wall) has the same tables, so L is the same on each: θ is the mean over clusters of `L⁺ T`, a plain
//! mean of values that are independent between clusters, and its covariance is that of a mean (the sandwich estimator by
//! cluster, with n - 1). Intervals of skewed values are wider on the side of the long tail (`skew.rs`). If all play at one table, the rating is the mean result less that of the table. For two players the
//! difference of their ratings is their [`Contrast`](crate::Contrast).
//!
//! Results are rank points, the unit that people play for. Models of the order alone (Plackett, Luce) do not fit:
//! an agent may have both more first and more last places than another.

use crate::additive::Additive;
use crate::additive::Number;
use crate::interval::{Estimate, Validity};
use crate::scores::{Scores, inverse};

/// Sums over clusters that give ratings and their covariances. Whole numbers: merging is exact.
#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    /// The inverse of L + 1, with 1 the matrix of ones. As T sums to zero it acts as L⁺.
    inverse: Vec<Vec<f64>>,
    scores: Scores,
}

/// The matches of a cluster as seen by the normal equations: the matrix L.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Design(Vec<Vec<i64>>);

impl Design {
    /// No matches between this number of players.
    pub fn new(players: usize) -> Design {
        Design(vec![vec![0; players]; players])
    }

    /// Adds matches with `seats[a]` seats for player `a`.
    pub fn add(&mut self, matches: i64, seats: &[i64]) {
        let all: i64 = seats.iter().sum();
        for (a, row) in self.0.iter_mut().enumerate() {
            for (b, cell) in row.iter_mut().enumerate() {
                let own = if a == b { all * seats[a] } else { 0 };
                *cell += matches * (own - seats[a] * seats[b]);
            }
        }
    }
}

impl Additive for Ratings {
    fn each(&mut self, visit: &mut dyn FnMut(Number<'_>)) {
        self.scores.each(visit);
    }
}

impl Ratings {
    /// No clusters yet; `None` if some players are not connected by matches.
    pub fn new(design: &Design) -> Option<Ratings> {
        let players = design.0.len();
        let with_ones = |row: &Vec<i64>| row.iter().map(|&cell| cell as f64 + 1.0).collect();
        let inverse = inverse(design.0.iter().map(with_ones).collect())?;
        Some(Ratings { inverse, scores: Scores::new(players) })
    }

    /// Adds a cluster: T of each player.
    pub fn add(&mut self, scores: &[i64]) {
        self.scores.add(scores);
    }

    /// Players.
    pub fn players(&self) -> usize {
        self.scores.players()
    }

    /// Clusters.
    pub fn clusters(&self) -> u64 {
        self.scores.clusters
    }

    /// The rating of a player, `unit` being what counts as one; `None` without clusters. Ratings sum to zero.
    pub fn rating(&self, player: usize, unit: f64, validity: Validity) -> Option<Estimate> {
        let weights: Vec<f64> = self.inverse[player].iter().map(|weight| weight / unit).collect();
        self.scores.estimate(&weights, validity)
    }

    /// The rating of a player minus that of another.
    pub fn difference(&self, player: usize, other: usize, unit: f64, validity: Validity) -> Option<Estimate> {
        let rows = self.inverse[player].iter().zip(&self.inverse[other]);
        let weights: Vec<f64> = rows.map(|(own, others)| (own - others) / unit).collect();
        self.scores.estimate(&weights, validity)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contrast::Contrast;

    /// T of one match at a table: `s P_a - c_a Σ P`.
    fn scores(seats: &[i64], results: &[i64]) -> Vec<i64> {
        let [all, total] = [seats.iter().sum::<i64>(), results.iter().sum()];
        seats.iter().zip(results).map(|(own, result)| all * result - own * total).collect()
    }

    /// At one table the rating is the mean result; here also less the mean of the table, which is 1.
    #[test]
    fn at_one_table_ratings_are_means() {
        let mut design = Design::new(4);
        design.add(1, &[1; 4]);
        let mut ratings = Ratings::new(&design).unwrap();
        for wall in 0..20_i64 {
            ratings.add(&scores(&[1; 4], &[31 + wall % 5 - 2, 11, -9, -29 - (wall % 5 - 2)]));
        }
        let found: Vec<f64> =
            (0..4).map(|player| ratings.rating(player, 1.0, Validity::Fixed).unwrap().value).collect();
        for (value, expected) in found.iter().zip([30.0, 10.0, -10.0, -30.0]) {
            assert!((value - expected).abs() < 1e-9, "{found:?}");
        }
        // By hand: wall % 5 - 2 has Σ² = 40 over 20 walls; s/√20 = √(40/19/20) = 0.324443; t(19) = 2.093024.
        let [low, high] = ratings.rating(0, 1.0, Validity::Fixed).unwrap().interval.unwrap();
        assert!((high - 30.0 - 2.093_024 * 0.324_443).abs() < 1e-5 && low < 30.0);
        // The difference of the first and the last scatters twice as much; the second never does.
        let [_, high] = ratings.difference(0, 3, 1.0, Validity::Fixed).unwrap().interval.unwrap();
        assert!((high - 60.0 - 2.0 * 2.093_024 * 0.324_443).abs() < 1e-5);
        assert_eq!(ratings.rating(1, 1.0, Validity::Fixed).unwrap().interval, None);
    }

    /// Three players who meet in pairs, with true ratings 6, 1, -7 and no noise: a v b at 1 v 3, b v c at 2 v 2.
    #[test]
    fn players_who_never_met_are_compared_through_a_third() {
        let (tables, truth) = ([[1, 3, 0], [0, 2, 2]], [6, 1, -7]);
        let mut design = Design::new(3);
        tables.iter().for_each(|seats| design.add(1, seats));
        let mut ratings = Ratings::new(&design).unwrap();
        for wall in 0..12 {
            let mut sum = vec![0; 3];
            for seats in &tables {
                // A multiple of the result: (rating - mean of the table) times the seats, times four; and the luck of
                // the wall, which everyone at the table shares.
                let mean: i64 = seats.iter().zip(&truth).map(|(own, rating)| own * rating).sum();
                let results: Vec<i64> =
                    seats.iter().zip(&truth).map(|(own, rating)| own * (4 * rating - mean + wall)).collect();
                sum.iter_mut().zip(scores(seats, &results)).for_each(|(sum, score)| *sum += score);
            }
            ratings.add(&sum);
        }
        for (player, rating) in truth.iter().enumerate() {
            let found = ratings.rating(player, 4.0, Validity::Fixed).unwrap();
            assert!((found.value - *rating as f64).abs() < 1e-9 && found.interval.is_none(), "{found:?}");
        }
    }

    #[test]
    fn players_without_a_connection_have_no_ratings() {
        let mut design = Design::new(4);
        design.add(1, &[2, 2, 0, 0]);
        design.add(1, &[0, 0, 1, 3]);
        assert_eq!(Ratings::new(&design), None);
    }

    /// The ratings of two players at 1 v 3, 2 v 2 and 3 v 1 are their weighted differences.
    #[test]
    fn of_two_players_the_difference_is_the_contrast() {
        let tables = [(4, [1, 3]), (6, [2, 2]), (4, [3, 1])];
        let mut design = Design::new(2);
        tables.iter().for_each(|(matches, seats)| design.add(*matches, seats));
        let mut ratings = Ratings::new(&design).unwrap();
        let (mut contrast, mut state) = (Contrast::default(), 1_i64);
        for _ in 0..50 {
            let (mut sum, mut difference) = (vec![0; 2], 0);
            for (_, seats) in &tables {
                state = state * 48_271 % 0x7fff_ffff;
                let results = [state % 90_000, -(state % 70_000)];
                sum.iter_mut().zip(scores(seats, &results)).for_each(|(sum, score)| *sum += score);
                difference += seats[1] * results[0] - seats[0] * results[1];
            }
            ratings.add(&sum);
            contrast.add(difference);
        }
        let weight = tables.iter().map(|(matches, [a, b])| matches * a * b).sum::<i64>();
        let found = ratings.difference(0, 1, 1_000.0, Validity::Fixed).unwrap();
        let expected = contrast.estimate(1_000.0 * weight as f64, Validity::Fixed).unwrap();
        assert!((found.value - expected.value).abs() < 1e-9);
        let [[low, high], [from, to]] = [found, expected].map(|found| found.interval.unwrap());
        assert!((low - from).abs() < 1e-9 && (high - to).abs() < 1e-9);
    }

    #[test]
    fn sums_are_restored() {
        let mut design = Design::new(2);
        design.add(1, &[2, 2]);
        let empty = Ratings::new(&design).unwrap();
        let mut ratings = empty.clone();
        (0..7).for_each(|i| ratings.add(&[i, -i]));
        let mut restored = empty.clone();
        assert!(restored.take_sums(&mut ratings.sums().into_iter()));
        assert_eq!(restored, ratings);
        assert!(!empty.clone().take_sums(&mut ratings.sums().into_iter().take(6)));
    }
}
