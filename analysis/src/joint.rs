//! Several counts of the same clusters, and the variance of what is computed from their sums.
//!
//! A [`Joint`] has the sums of some counts over clusters, and those of all products of two of them. For a smooth function
//! of the sums the delta method gives its variance from the gradient `g`:
//!
//! ```text
//! gᵀ C g      C = n / (n - 1) · Σ (z - mean)(z - mean)ᵀ, sums over the n clusters with counts z
//! ```
//!
//! A ratio of two sums has the variance of [`crate::Ratio`] in this way.

use crate::additive::Additive;
use crate::additive::Number::{self, Count, Sum};
use crate::linear::Linear;

/// Sums of counts and of their products over clusters. Whole numbers: merging is exact.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Joint {
    pub(crate) clusters: u64,
    sums: Vec<i128>,
    /// Sums of the products of the counts i and j, i <= j, by i and then by j.
    products: Vec<i128>,
}

impl Additive for Joint {
    fn each(&mut self, visit: &mut dyn FnMut(Number<'_>)) {
        visit(Count(&mut self.clusters));
        self.sums.iter_mut().chain(&mut self.products).for_each(|sum| visit(Sum(sum)));
    }
}

impl Joint {
    /// No clusters, with this many counts.
    pub fn new(counts: usize) -> Joint {
        Joint { clusters: 0, sums: vec![0; counts], products: vec![0; counts * (counts + 1) / 2] }
    }

    /// Adds the counts of a cluster.
    pub fn add(&mut self, counts: &[i64]) {
        debug_assert_eq!(counts.len(), self.sums.len());
        self.clusters += 1;
        let mut products = self.products.iter_mut();
        for (i, (&count, sum)) in counts.iter().zip(&mut self.sums).enumerate() {
            *sum += i128::from(count);
            for (&other, product) in counts[i..].iter().zip(&mut products) {
                *product += i128::from(count) * i128::from(other);
            }
        }
    }

    /// The number of counts.
    pub fn counts(&self) -> usize {
        self.sums.len()
    }

    /// The sum of a count.
    pub fn sum(&self, count: usize) -> f64 {
        self.sums[count] as f64
    }

    /// The covariance of what two functions of the sums estimate, from their gradients; NaN with fewer than two clusters.
    pub(crate) fn covariance(&self, first: &[f64], second: &[f64]) -> f64 {
        let n = self.clusters as f64;
        let mut total = 0.0;
        for (i, a) in first.iter().enumerate().filter(|(_, a)| **a != 0.0) {
            for (j, b) in second.iter().enumerate().filter(|(_, b)| **b != 0.0) {
                total += a * b * self.scatter(i.min(j), i.max(j));
            }
        }
        total * n / (n - 1.0)
    }

    /// The difference of what is computed from the sums in two ways, from its variance and the sum of those of both; so many clusters differ.
    pub(crate) fn difference(&self, value: f64, variance: f64, of_both: f64, changed: u64) -> Linear {
        let error = (self.clusters >= 2).then(|| {
            // The rounding error of equal terms is not a variance.
            if variance <= 1e-12 * of_both { 0.0 } else { variance.sqrt() }
        });
        let value = if error == Some(0.0) && value.abs() < 1e-9 { 0.0 } else { value };
        Linear { value, error, skewness: 0.0, clusters: self.clusters, changed, events_changed: None }
    }

    /// `Σ (z_i - mean_i)(z_j - mean_j)`, exactly if the products fit.
    fn scatter(&self, i: usize, j: usize) -> f64 {
        let n = i128::from(self.clusters.max(1));
        let product = self.products[i * self.sums.len() - i * (i + 1) / 2 + j];
        let [a, b] = [self.sums[i], self.sums[j]];
        let exact = || product.checked_mul(n)?.checked_sub(a.checked_mul(b)?);
        match exact() {
            Some(scaled) => scaled as f64 / n as f64,
            None => product as f64 - a as f64 * (b as f64 / n as f64),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cluster, Ratio};

    fn joint(clusters: &[[i64; 3]]) -> Joint {
        let mut joint = Joint::new(3);
        clusters.iter().for_each(|counts| joint.add(counts));
        joint
    }

    const CLUSTERS: [[i64; 3]; 5] = [[10, 2, 7], [12, 3, -1], [9, 1, 0], [11, 3, 4], [10, 0, 2]];

    /// The variance of a ratio, in both ways.
    #[test]
    fn a_ratio_has_the_variance_of_ratio() {
        let (joint, mut ratio) = (joint(&CLUSTERS), Ratio::default());
        CLUSTERS.iter().for_each(|&[_, y, x]| ratio.add(Cluster { trials: x + 20, total: y }));
        let shifted: Vec<_> = CLUSTERS.iter().map(|&[a, y, x]| [a, y, x + 20]).collect();
        let shifted = self::joint(&shifted);
        let [x, y] = [shifted.sum(2), shifted.sum(1)];
        let gradient = [0.0, 1.0 / x, -y / (x * x)];
        // Of clusters of different size the ratio has k / (k - 1) in the place of n / (n - 1).
        let worth = x * x / CLUSTERS.iter().map(|[.., x]| ((x + 20) * (x + 20)) as f64).sum::<f64>();
        let error = (shifted.covariance(&gradient, &gradient) * 4.0 / 5.0 * worth / (worth - 1.0)).sqrt();
        assert!((ratio.error().unwrap() - error).abs() < 1e-12);
        assert_eq!(joint.sum(2), 12.0);
    }

    #[test]
    fn covariances_by_hand() {
        // Means 10.4 and 1.8; Σ(a - mean)² = 5.2, Σ(a - mean)(b - mean) = 4.4.
        let joint = joint(&CLUSTERS);
        let [a, b] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
        assert!((joint.covariance(&a, &a) - 5.2 * 5.0 / 4.0).abs() < 1e-12);
        assert!((joint.covariance(&a, &b) - 4.4 * 5.0 / 4.0).abs() < 1e-12);
        assert_eq!(joint.covariance(&a, &b), joint.covariance(&b, &a));
    }

    #[test]
    fn sums_restore_and_merge_exactly() {
        let whole = joint(&CLUSTERS);
        let mut merged = joint(&CLUSTERS[2..]);
        merged.merge(&joint(&CLUSTERS[..2]));
        assert_eq!(merged, whole);
        let mut restored = Joint::new(3);
        assert!(restored.take_sums(&mut whole.sums().into_iter()));
        assert_eq!(restored, whole);
        assert!(!restored.take_sums(&mut whole.sums().into_iter().take(9)));
    }
}
