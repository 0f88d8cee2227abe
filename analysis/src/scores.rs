//! Scores of players on clusters, one for each, and the mean of a weighted sum of them.

use crate::additive::Additive;
use crate::additive::Number::{self, Count, Sum};
use crate::few::FEWEST_CHANGED;
use crate::interval::{Estimate, FEWEST_CLUSTERS, Validity};
use crate::skew::Spread;

/// Sums over clusters that give means and their covariances. Whole numbers: merging is exact.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Scores {
    pub(crate) clusters: u64,
    /// Clusters with a score that is not zero.
    changed: u64,
    sums: Vec<i128>,
    /// Sums of products.
    products: Vec<Vec<i128>>,
    /// Sums of the products of three: of players a >= b >= c, in the order of a, then b, then c.
    triples: Vec<i128>,
}

impl Additive for Scores {
    fn each(&mut self, visit: &mut dyn FnMut(Number<'_>)) {
        visit(Count(&mut self.clusters));
        visit(Count(&mut self.changed));
        let cells = self.sums.iter_mut().chain(self.products.iter_mut().flatten()).chain(&mut self.triples);
        cells.for_each(|sum| visit(Sum(sum)));
    }
}

impl Scores {
    /// No clusters.
    pub(crate) fn new(players: usize) -> Scores {
        let products = vec![vec![0; players]; players];
        let triples = vec![0; players * (players + 1) * (players + 2) / 6];
        Scores { clusters: 0, changed: 0, sums: vec![0; players], products, triples }
    }

    /// Adds a cluster: the score of each player.
    pub(crate) fn add(&mut self, scores: &[i64]) {
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

    pub(crate) fn players(&self) -> usize {
        self.sums.len()
    }

    /// The mean score of a player; not a number without clusters.
    pub(crate) fn mean(&self, player: usize) -> f64 {
        self.sums[player] as f64 / self.clusters as f64
    }

    /// The mean of a weighted sum of the scores; `None` without clusters.
    pub(crate) fn estimate(&self, weights: &[f64], validity: Validity) -> Option<Estimate> {
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
pub(crate) fn inverse(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
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
