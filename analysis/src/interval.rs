//! Means and rates with 95 % intervals, clustered.
//!
//! The deals of a match are not independent of each other, nor are matches played on the same walls. What is
//! independent is the *cluster*: the wall of a match with everything played on it. A rate is `Σy / Σx` over clusters
//! (wins over hands, say): a ratio estimator. Its variance by linearisation (Cochran, Sampling Techniques, 6.3;
//! the same as the cluster-robust variance of a regression on a constant) is
//!
//! ```text
//! n / (n - 1) · Σ (y - r x)² / (Σx)²        r = Σy / Σx, sums over the n clusters with x > 0
//! ```
//!
//! and the interval is `r ± t · √variance` with Student's t of n - 1 degrees of freedom. A plain mean is the case
//! `x = 1`.
//!
//! ```
//! use hyakuman_analysis::Ratio;
//! let mut wins = Ratio::default();
//! for (hands, won) in [(10, 2), (12, 3), (9, 1), (11, 3)] {
//!     wins.add(hands, won);
//! }
//! let rate = wins.estimate().unwrap();
//! assert_eq!(rate.value, 9.0 / 42.0);
//! assert!((rate.half_width.unwrap() - 0.1064).abs() < 1e-4);
//! ```

use statrs::distribution::{ContinuousCDF, StudentsT};

/// Sums over clusters from which the ratio `Σy / Σx` and its variance follow. Whole numbers: merging is exact.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Ratio {
    clusters: u64,
    x: i128,
    y: i128,
    xx: i128,
    xy: i128,
    yy: i128,
}

/// A rate or mean, and how far it can be trusted.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The value.
    pub value: f64,
    /// Half the width of the 95 % interval; none where the data cannot tell: fewer than two clusters, or no two
    /// clusters that differ (an event that never or always happened).
    pub half_width: Option<f64>,
    /// Clusters that had trials.
    pub clusters: u64,
}

impl Ratio {
    /// Takes one cluster: `x` trials that came to `y`. A cluster without trials says nothing and is not counted.
    #[inline]
    pub fn add(&mut self, x: i64, y: i64) {
        let (wide_x, wide_y) = (x as i128, y as i128);
        self.clusters += (x != 0) as u64;
        self.x += wide_x;
        self.y += wide_y;
        self.xx += wide_x * wide_x;
        self.xy += wide_x * wide_y;
        self.yy += wide_y * wide_y;
    }

    /// Takes the clusters of another, which must be different clusters.
    pub fn merge(&mut self, other: &Ratio) {
        self.clusters += other.clusters;
        self.x += other.x;
        self.y += other.y;
        self.xx += other.xx;
        self.xy += other.xy;
        self.yy += other.yy;
    }

    /// All trials.
    pub fn trials(&self) -> i128 {
        self.x
    }

    /// What they came to.
    pub fn total(&self) -> i128 {
        self.y
    }

    /// How many clusters had trials.
    pub fn clusters(&self) -> u64 {
        self.clusters
    }

    /// The rate with its interval; none without a trial.
    pub fn estimate(&self) -> Option<Estimate> {
        if self.x == 0 {
            return None;
        }
        let (value, clusters) = (self.y as f64 / self.x as f64, self.clusters);
        let residuals = self.residuals();
        if self.clusters < 2 || residuals <= 0.0 {
            return Some(Estimate { value, half_width: None, clusters });
        }
        let n = self.clusters as f64;
        let error = (n / (n - 1.0) * residuals).sqrt() / (self.x as f64).abs();
        Some(Estimate { value, half_width: Some(t_quantile(n - 1.0) * error), clusters })
    }

    /// `Σ (y - r x)²`, exactly where the products fit (zero is then zero), else with the rounding of `f64`.
    fn residuals(&self) -> f64 {
        let Ratio { x, y, xx, xy, yy, .. } = *self;
        let exact = || {
            let squares = yy.checked_mul(x)?.checked_mul(x)?;
            let cross = xy.checked_mul(x)?.checked_mul(y)?.checked_mul(2)?;
            let trials = xx.checked_mul(y)?.checked_mul(y)?;
            squares.checked_sub(cross)?.checked_add(trials)
        };
        if let Some(scaled) = exact() {
            return scaled as f64 / (x as f64 * x as f64);
        }
        let r = y as f64 / x as f64;
        yy as f64 - 2.0 * r * xy as f64 + r * r * xx as f64
    }
}

/// Which value Student's t of so many degrees of freedom exceeds with probability 2.5 %.
///
/// With many degrees of freedom it is the normal quantile and two terms of the series around it (Abramowitz, Stegun,
/// 26.7.5): there the inversion of the incomplete beta function loses its digits (1.83 for ten million).
fn t_quantile(freedom: f64) -> f64 {
    const NORMAL: f64 = 1.959_963_984_540_054;
    if freedom > 1_000.0 {
        let z = NORMAL;
        let first = (z.powi(3) + z) / 4.0;
        let second = (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / 96.0;
        return z + first / freedom + second / (freedom * freedom);
    }
    let t = StudentsT::new(0.0, 1.0, freedom).expect("at least one degree of freedom");
    t.inverse_cdf(0.975)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(clusters: &[(i64, i64)]) -> Ratio {
        let mut ratio = Ratio::default();
        clusters.iter().for_each(|&(x, y)| ratio.add(x, y));
        ratio
    }

    /// The tables of Student's t in any textbook.
    #[test]
    fn t_quantiles_are_those_of_the_tables() {
        for (freedom, expected) in
            [(1.0, 12.706), (2.0, 4.303), (9.0, 2.262), (30.0, 2.042), (120.0, 1.980), (1e7, 1.960)]
        {
            assert!((t_quantile(freedom) - expected).abs() < 6e-4, "{freedom}: {}", t_quantile(freedom));
        }
        assert!(
            (t_quantile(1_000.0) - t_quantile(1_000.1)).abs() < 1e-6,
            "the series goes on where the tables end"
        );
    }

    /// By hand: 2, 4, 4, 6 have mean 4 and s² = 8/3; s/√4 = 0.816497; t(3) = 3.182446.
    #[test]
    fn a_mean_is_a_ratio_of_ones() {
        let mean = ratio(&[(1, 2), (1, 4), (1, 4), (1, 6)]).estimate().unwrap();
        assert_eq!(mean.value, 4.0);
        assert!((mean.half_width.unwrap() - 3.182446 * 0.816497).abs() < 1e-5, "{mean:?}");
    }

    /// By hand: r = 9/42; residuals y - r x are -1/7, 3/7, -13/14, 9/14, their squares sum to 290/196 = 1.479592;
    /// 4/3 of it is 1.972789, its root 1.404560, over 42 is 0.033442; t(3) = 3.182446.
    #[test]
    fn a_rate_by_hand() {
        let rate = ratio(&[(10, 2), (12, 3), (9, 1), (11, 3)]).estimate().unwrap();
        assert_eq!(rate.value, 9.0 / 42.0);
        assert!((rate.half_width.unwrap() - 3.182446 * 0.033442).abs() < 1e-5, "{rate:?}");
    }

    #[test]
    fn no_interval_where_the_data_cannot_tell() {
        assert_eq!(ratio(&[]).estimate(), None);
        assert_eq!(ratio(&[(0, 0)]).estimate(), None);
        let value = |clusters: &[(i64, i64)]| ratio(clusters).estimate().unwrap();
        assert_eq!(value(&[(4, 1), (0, 0)]), Estimate { value: 0.25, half_width: None, clusters: 1 });
        assert_eq!(value(&[(4, 0), (5, 0)]), Estimate { value: 0.0, half_width: None, clusters: 2 });
        assert_eq!(
            value(&[(3, 1), (6, 2), (9, 3)]),
            Estimate { value: 1.0 / 3.0, half_width: None, clusters: 3 }
        );
    }

    #[test]
    fn clusters_without_trials_change_nothing() {
        let with = ratio(&[(10, 2), (0, 0), (12, 3), (0, 0), (9, 1)]);
        assert_eq!(with, ratio(&[(10, 2), (12, 3), (9, 1)]));
    }

    #[test]
    fn merging_is_exact_in_any_order() {
        let clusters: Vec<(i64, i64)> =
            (0..100).map(|i| (i % 13, (i % 13) * (i * i * 7919 % 100_000))).collect();
        let whole = ratio(&clusters);
        for size in [1, 7, 50] {
            let mut merged = Ratio::default();
            clusters.chunks(size).rev().for_each(|part| merged.merge(&ratio(part)));
            assert_eq!(merged, whole);
            assert_eq!(merged.estimate(), whole.estimate());
        }
    }

    /// Beyond the exact products the answer is the same to the precision of `f64`.
    #[test]
    fn large_sums_do_not_overflow() {
        let mut many = Ratio::default();
        let part = ratio(&[(4_000, 200_000_000), (4_100, 190_000_000), (3_900, 210_000_000)]);
        (0..1_000_000).for_each(|_| many.merge(&part));
        let (one, many) = (part.estimate().unwrap(), many.estimate().unwrap());
        assert!((one.value - many.value).abs() < 1e-9);
        // 3 clusters: n/(n-1) = 3/2 and t(2) = 4.302653; three million: 1 and 1.959964
        let expected = one.half_width.unwrap() / 4.302653 * 1.959964 / 1.5_f64.sqrt() / 1_000.0;
        let found = many.half_width.unwrap();
        assert!((found / expected - 1.0).abs() < 1e-4, "{found} for {expected}");
    }

    /// Nineteen in twenty intervals hold the truth, with clusters of unequal size whose trials go together. An
    /// interval that took the trials for independent would hold it in about three of four.
    #[test]
    fn intervals_cover_the_truth() {
        let mut lots = Lots(1);
        let (runs, clusters) = (2_000, 60);
        let covered = (0..runs).filter(|_| {
            let mut rate = Ratio::default();
            (0..clusters).for_each(|_| cluster(&mut lots, &mut rate));
            let Estimate { value, half_width, .. } = rate.estimate().unwrap();
            (value - 0.3).abs() <= half_width.unwrap()
        });
        let share = covered.count() as f64 / runs as f64;
        // Standard error of the share: 0.005.
        assert!((0.93..=0.967).contains(&share), "{share}");
    }

    /// 4 to 16 trials that succeed with a chance the cluster has in common: 0.1 or 0.5.
    fn cluster(lots: &mut Lots, rate: &mut Ratio) {
        let trials = 4 + (lots.draw() * 13.0) as i64;
        let chance = if lots.draw() < 0.5 { 0.1 } else { 0.5 };
        let successes = (0..trials).filter(|_| lots.draw() < chance).count();
        rate.add(trials, successes as i64);
    }

    /// Random numbers in [0, 1): SplitMix64.
    struct Lots(u64);

    impl Lots {
        fn draw(&mut self) -> f64 {
            self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let x = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            let x = (x ^ x >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
            ((x ^ x >> 31) >> 11) as f64 / (1_u64 << 53) as f64
        }
    }
}
