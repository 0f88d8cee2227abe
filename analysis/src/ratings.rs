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
use crate::additive::Number::{self, Count, Sum};
use crate::interval::{Estimate, FEWEST_CLUSTERS, Validity};
use crate::paired::FEWEST_CHANGED;
use crate::skew::Spread;

/// Sums over clusters that give ratings and their covariances. Whole numbers: merging is exact.
#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    /// The inverse of L + 1, with 1 the matrix of ones. As T sums to zero it acts as L⁺.
    inverse: Vec<Vec<f64>>,
    clusters: u64,
    /// Clusters with a score that is not zero.
    changed: u64,
    sums: Vec<i128>,
    /// Sums of products.
    products: Vec<Vec<i128>>,
    /// Sums of the products of three: of players a >= b >= c, in the order of a, then b, then c.
    triples: Vec<i128>,
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
        visit(Count(&mut self.clusters));
        visit(Count(&mut self.changed));
        let cells = self.sums.iter_mut().chain(self.products.iter_mut().flatten()).chain(&mut self.triples);
        cells.for_each(|sum| visit(Sum(sum)));
    }
}

impl Ratings {
    /// No clusters yet; `None` if some players are not connected by matches.
    pub fn new(design: &Design) -> Option<Ratings> {
        let players = design.0.len();
        let with_ones = |row: &Vec<i64>| row.iter().map(|&cell| cell as f64 + 1.0).collect();
        let inverse = inverse(design.0.iter().map(with_ones).collect())?;
        let products = vec![vec![0; players]; players];
        let triples = vec![0; players * (players + 1) * (players + 2) / 6];
        Some(Ratings { inverse, clusters: 0, changed: 0, sums: vec![0; players], products, triples })
    }

    /// Adds a cluster: T of each player.
    pub fn add(&mut self, scores: &[i64]) {
        self.clusters += 1;
        self.changed += u64::from(scores.iter().any(|&score| score != 0));
        let mut triples = self.triples.iter_mut();
        for (a, &score) in scores.iter().enumerate() {
            self.sums[a] += i128::from(score);
            for (b, &other) in scores.iter().enumerate() {
                let product = i128::from(score) * i128::from(other);
                self.products[a][b] += product;
                let thirds = scores[..=b].iter().filter(|_| b <= a).zip(&mut triples);
                thirds.for_each(|(&third, sum)| *sum += product * i128::from(third));
            }
        }
    }

    /// Players.
    pub fn players(&self) -> usize {
        self.sums.len()
    }

    /// Clusters.
    pub fn clusters(&self) -> u64 {
        self.clusters
    }

    /// The rating of a player, `unit` being what counts as one; `None` without clusters. Ratings sum to zero.
    pub fn rating(&self, player: usize, unit: f64, validity: Validity) -> Option<Estimate> {
        let weights: Vec<f64> = self.inverse[player].iter().map(|weight| weight / unit).collect();
        self.estimate(&weights, validity)
    }

    /// The rating of a player minus that of another.
    pub fn difference(&self, player: usize, other: usize, unit: f64, validity: Validity) -> Option<Estimate> {
        let rows = self.inverse[player].iter().zip(&self.inverse[other]);
        let weights: Vec<f64> = rows.map(|(own, others)| (own - others) / unit).collect();
        self.estimate(&weights, validity)
    }

    /// The mean of a weighted sum of the scores.
    fn estimate(&self, weights: &[f64], validity: Validity) -> Option<Estimate> {
        if self.clusters == 0 {
            return None;
        }
        let n = self.clusters as f64;
        let value = weights.iter().zip(&self.sums).map(|(weight, &sum)| weight * sum as f64).sum::<f64>() / n;
        let mut variance = 0.0;
        for (a, row) in self.products.iter().enumerate() {
            for (b, &product) in row.iter().enumerate() {
                let scatter = product as f64 - self.sums[a] as f64 * (self.sums[b] as f64 / n);
                variance += weights[a] * weights[b] * scatter;
            }
        }
        // As in a contrast.
        let few = self.changed > 0 && self.changed < FEWEST_CHANGED;
        let multiplier = validity.multiplier(self.clusters).filter(|_| !few);
        // Below this only rounding is left: the value is the same on every cluster.
        let scatters = variance > 1e-9 * weights.iter().map(|weight| weight * weight).sum::<f64>();
        let interval = multiplier.filter(|_| scatters).map(|multiplier| {
            let error = (variance / (n * (n - 1.0))).sqrt();
            let skewness = self.third(weights, value, variance) / variance.powf(1.5);
            let [below, above] = match validity {
                Validity::Fixed => Spread { error, skewness, clusters: self.changed as f64 }.margins(),
                Validity::Anytime => [multiplier * error; 2],
            };
            [value - below, value + above]
        });
        let clusters = self.clusters;
        Some(Estimate { value, interval, clusters, few: clusters < FEWEST_CLUSTERS || few })
    }

    /// `Σ (w T - mean)³` of the weighted sums of the scores, whose squares less n mean² are their scatter.
    fn third(&self, weights: &[f64], mean: f64, scatter: f64) -> f64 {
        let (mut triples, mut cubes) = (self.triples.iter(), 0.0);
        for a in 0..weights.len() {
            for b in 0..=a {
                for (c, &sum) in (0..=b).zip(&mut triples) {
                    // How many orders three of these have.
                    let orders = if a == b && b == c {
                        1.0
                    } else if a == b || b == c {
                        3.0
                    } else {
                        6.0
                    };
                    cubes += orders * weights[a] * weights[b] * weights[c] * sum as f64;
                }
            }
        }
        cubes - mean * (3.0 * scatter + self.clusters as f64 * mean * mean)
    }
}

/// The inverse of a symmetric positive definite matrix by Gauss and Jordan; `None` if it is singular.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let size = matrix.len();
    for (at, row) in matrix.iter_mut().enumerate() {
        row.extend((0..size).map(|column| if column == at { 1.0 } else { 0.0 }));
    }
    for pivot in 0..size {
        let largest =
            (pivot..size).max_by(|&a, &b| matrix[a][pivot].abs().total_cmp(&matrix[b][pivot].abs()))?;
        matrix.swap(pivot, largest);
        let head = matrix[pivot][pivot];
        if head.abs() < 1e-9 {
            return None;
        }
        matrix[pivot].iter_mut().for_each(|cell| *cell /= head);
        let reduced = matrix[pivot].clone();
        for (at, row) in matrix.iter_mut().enumerate().filter(|(at, _)| *at != pivot) {
            debug_assert_ne!(at, pivot);
            let factor = row[pivot];
            row.iter_mut().zip(&reduced).for_each(|(cell, by)| *cell -= factor * by);
        }
    }
    Some(matrix.into_iter().map(|row| row[size..].to_vec()).collect())
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
