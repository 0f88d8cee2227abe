//! Means and rates of clustered data with 95 % confidence intervals.
//!
//! The deals of a match are not independent of each other, nor are matches on the same wall. Independent is the
//! *cluster*: a wall with all matches played on it. A rate is `Σy / Σx` over clusters (for example wins over hands): a
//! ratio estimator. Its variance by linearisation (Cochran, Sampling Techniques, 6.3; equal to the cluster-robust
//! variance of a regression on a constant) is
//!
//! ```text
//! n / (n - 1) · Σ (y - r x)² / (Σx)²        r = Σy / Σx, sums over the n clusters with x > 0
//! ```
//!
//! and the interval is `r ± t · √variance`, t from Student's distribution with n - 1 degrees of freedom. A plain
//! mean is the case `x = 1`.
//!
//! A *share* is the fraction of `x` trials that succeeded. Its interval is computed for the logit `ln r / (1 - r)`,
//! whose standard error is that of `r` divided by `r (1 - r)` (delta method), and transformed back. So its bounds
//! lie between 0 and 1, and for a rare event the upper one is farther away than the lower one. (Korn, Graubard,
//! Analysis of Health Surveys, 3.2; the logit intervals of survey packages.) For many trials both intervals are
//! nearly equal.
//!
//! If no trial of a share succeeded, or every one did, there is no logit. The interval then ends at the value, and
//! its other bound is that of the fraction `p` of clusters with a success: `1 - 0.025^(1/n)` (Clopper, Pearson 1934),
//! as if all trials of such a cluster succeeded. It is wider than necessary if clusters have many trials.
//!
//! ```
//! use hyakuman_analysis::{Cluster, Ratio};
//! let mut wins = Ratio::default();
//! for (hands, won) in [(10, 2), (12, 3), (9, 1), (11, 3)] {
//!     wins.add(Cluster { trials: hands, total: won });
//! }
//! let rate = wins.estimate().unwrap();
//! assert_eq!(rate.value, 9.0 / 42.0);
//! let [low, high] = rate.interval.unwrap();
//! assert!((low - (rate.value - 0.1064)).abs() < 1e-4 && (high - (rate.value + 0.1064)).abs() < 1e-4);
//! let [low, high] = wins.share().unwrap().interval.unwrap();
//! assert!((low - 0.1266).abs() < 1e-4 && (high - 0.3391).abs() < 1e-4);
//! ```

use crate::anytime;
use statrs::distribution::{ContinuousCDF, StudentsT};
use statrs::function::erf::erfc;

/// With fewer clusters no interval is given: the normal approximation is too poor.
pub const FEWEST_CLUSTERS: u64 = 10;

/// Sums over clusters that give the ratio `Σy / Σx` and its variance. Whole numbers: merging is exact.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Ratio {
    clusters: u64,
    x: i128,
    y: i128,
    xx: i128,
    xy: i128,
    yy: i128,
}

/// The contribution of one cluster to a [`Ratio`].
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Cluster {
    /// Trials, `x`.
    pub trials: i64,
    /// Their total, `y`: successes, points.
    pub total: i64,
}

/// A rate or mean, and its confidence interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The value.
    pub value: f64,
    /// Bounds of the 95 % confidence interval; `None` with fewer than two clusters, or if all clusters are alike. A share
    /// of 0 or 1 is one of its bounds.
    pub interval: Option<[f64; 2]>,
    /// Clusters that had trials.
    pub clusters: u64,
}

/// When a 95 % confidence interval covers the true value.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Validity {
    /// If the number of clusters was fixed before the data were seen.
    #[default]
    Fixed,
    /// Whenever one stops, also if the data decide when: an interval of [`anytime`]. It is wider.
    Anytime,
}

impl Validity {
    /// What the standard error is multiplied by to get half of the interval, from the number of clusters; `None` if
    /// there are too few for an interval of this kind.
    pub(crate) fn multiplier(self, clusters: u64) -> Option<f64> {
        match self {
            Validity::Fixed if clusters < 2 => None,
            Validity::Fixed => Some(t_quantile(clusters as f64 - 1.0)),
            Validity::Anytime if clusters < anytime::FEWEST => None,
            Validity::Anytime => Some(anytime::multiplier(clusters as f64)),
        }
    }

    /// The largest chance of an event that is compatible with none in so many clusters; `None` if there are too few for an
    /// interval of this kind.
    fn chance_without_event(self, clusters: u64) -> Option<f64> {
        let n = clusters as f64;
        match self {
            Validity::Fixed if clusters < 2 => None,
            Validity::Fixed => Some(1.0 - 0.025_f64.powf(1.0 / n)),
            Validity::Anytime if clusters < anytime::FEWEST => None,
            Validity::Anytime => Some(anytime::chance_without_event(n)),
        }
    }
}

impl Estimate {
    /// The 95% confidence interval; `None` with fewer than [`FEWEST_CLUSTERS`] clusters, or if there is none.
    pub fn bounds(&self) -> Option<[f64; 2]> {
        self.interval.filter(|_| self.clusters >= FEWEST_CLUSTERS)
    }
}

impl Ratio {
    /// Adds one cluster. A cluster without trials is not counted.
    #[inline]
    pub fn add(&mut self, Cluster { trials, total }: Cluster) {
        let (wide_x, wide_y) = (trials as i128, total as i128);
        self.clusters += (trials != 0) as u64;
        self.x += wide_x;
        self.y += wide_y;
        self.xx += wide_x * wide_x;
        self.xy += wide_x * wide_y;
        self.yy += wide_y * wide_y;
    }

    /// The sums; [`Ratio::from_sums`] restores the ratio from them.
    pub fn sums(&self) -> [i128; 6] {
        [self.clusters.into(), self.x, self.y, self.xx, self.xy, self.yy]
    }

    /// Restores a ratio from [`Ratio::sums`].
    pub fn from_sums([clusters, x, y, xx, xy, yy]: [i128; 6]) -> Ratio {
        Ratio { clusters: clusters as u64, x, y, xx, xy, yy }
    }

    /// Adds the clusters of another ratio, which must be different clusters.
    pub fn merge(&mut self, other: &Ratio) {
        self.clusters += other.clusters;
        self.x += other.x;
        self.y += other.y;
        self.xx += other.xx;
        self.xy += other.xy;
        self.yy += other.yy;
    }

    /// The number of trials.
    pub fn trials(&self) -> i128 {
        self.x
    }

    /// The total over all trials.
    pub fn total(&self) -> i128 {
        self.y
    }

    /// The sum of the squared trials of each cluster.
    pub(crate) fn squares(&self) -> i128 {
        self.xx
    }

    /// The number of clusters with trials.
    pub fn clusters(&self) -> u64 {
        self.clusters
    }

    /// The rate with its interval; `None` without trials.
    pub fn estimate(&self) -> Option<Estimate> {
        self.estimate_with(Validity::Fixed)
    }

    /// The rate with an interval of this kind; `None` without trials.
    pub fn estimate_with(&self, validity: Validity) -> Option<Estimate> {
        self.estimate_by(validity, |value, half| [value - half, value + half])
    }

    /// The rate as a share: in every cluster `y` of the `x` trials succeeded, 0 to `x`. The bounds are within 0 to 1.
    pub fn share(&self) -> Option<Estimate> {
        self.share_with(Validity::Fixed)
    }

    /// The rate as a share, as [`Ratio::share`], with an interval of this kind.
    pub fn share_with(&self, validity: Validity) -> Option<Estimate> {
        let estimate = self.estimate_by(validity, |value, half| {
            let odds = (half / (value * (1.0 - value))).exp();
            [value / (value + (1.0 - value) * odds), value / (value + (1.0 - value) / odds)]
        })?;
        let one_sided = |most: f64| if self.y == 0 { [0.0, most] } else { [1.0 - most, 1.0] };
        let one_sided = || Some(one_sided(self.most_without_event(validity)?));
        let extreme = self.y == 0 || self.y == self.x;
        Some(Estimate { interval: if extreme { one_sided() } else { estimate.interval }, ..estimate })
    }

    /// The largest share that is compatible with not one success; `None` with too few clusters. A cluster with more trials
    /// is more likely to have a success: `n Σx² / (Σx)²` is how many times as many such a cluster has.
    fn most_without_event(&self, validity: Validity) -> Option<f64> {
        let n = self.clusters as f64;
        let chance = validity.chance_without_event(self.clusters)?;
        let larger = n * self.xx as f64 / (self.x as f64).powi(2);
        Some((chance * larger).min(1.0))
    }

    /// The rate with the interval that `bounds` computes from it and from half of the symmetric interval.
    fn estimate_by(&self, validity: Validity, bounds: impl Fn(f64, f64) -> [f64; 2]) -> Option<Estimate> {
        if self.x == 0 {
            return None;
        }
        let (value, clusters) = (self.y as f64 / self.x as f64, self.clusters);
        let (residuals, multiplier) = (self.residuals(), validity.multiplier(clusters));
        let interval = multiplier.filter(|_| residuals > 0.0).map(|multiplier| {
            let n = clusters as f64;
            let error = (residuals * n / (n - 1.0)).sqrt() / (self.x as f64).abs();
            bounds(value, multiplier * error)
        });
        Some(Estimate { value, interval, clusters })
    }

    /// `Σ (y - r x)²`, computed exactly if the products fit (then zero is exactly zero), otherwise in `f64`.
    pub(crate) fn residuals(&self) -> f64 {
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

/// The value that Student's t with this many degrees of freedom exceeds with probability 2.5 %.
///
/// For many degrees of freedom it is the normal quantile plus two terms of its series (Abramowitz, Stegun, 26.7.5),
/// because the inverse of the incomplete beta function loses precision there (1.83 for ten million).
pub(crate) fn t_quantile(freedom: f64) -> f64 {
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

/// The probability that Student's t with this many degrees of freedom is at least as far from zero as `t`.
///
/// For many degrees of freedom `t` is transformed to a normal value (Abramowitz, Stegun, 26.7.8), as in [`t_quantile`].
pub(crate) fn t_two_sided(t: f64, freedom: f64) -> f64 {
    if freedom > 1_000.0 {
        let z = t.abs() * (1.0 - 0.25 / freedom) / (1.0 + t * t / (2.0 * freedom)).sqrt();
        return erfc(z / std::f64::consts::SQRT_2);
    }
    let t_distribution = StudentsT::new(0.0, 1.0, freedom).expect("at least one degree of freedom");
    2.0 * t_distribution.cdf(-t.abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The quantile of 2.5 % has a two-sided probability of 5 %, in both branches.
    #[test]
    fn a_two_sided_probability_is_that_of_the_quantile() {
        for freedom in [1.0, 9.0, 100.0, 1_000.0, 1_001.0, 1e5, 1e7] {
            let found = t_two_sided(-t_quantile(freedom), freedom);
            assert!((found - 0.05).abs() < 1e-6, "{freedom}: {found}");
        }
        assert!((t_two_sided(5.0, 999.0) / t_two_sided(5.0, 1_002.0) - 1.0).abs() < 0.01);
        assert_eq!(t_two_sided(0.0, 5_000.0), 1.0);
    }

    fn ratio(clusters: &[(i64, i64)]) -> Ratio {
        let mut ratio = Ratio::default();
        clusters.iter().for_each(|&(trials, total)| ratio.add(Cluster { trials, total }));
        ratio
    }

    /// Values from textbook tables of Student's t.
    #[test]
    fn t_quantiles_match_the_tables() {
        for (freedom, expected) in
            [(1.0, 12.706), (2.0, 4.303), (9.0, 2.262), (30.0, 2.042), (120.0, 1.980), (1e7, 1.960)]
        {
            assert!((t_quantile(freedom) - expected).abs() < 6e-4, "{freedom}: {}", t_quantile(freedom));
        }
        assert!((t_quantile(1_000.0) - t_quantile(1_000.1)).abs() < 1e-6, "the series continues the tables");
    }

    /// By hand: 2, 4, 4, 6 have mean 4 and s² = 8/3; s/√4 = 0.816497; t(3) = 3.182446.
    #[test]
    fn a_mean_is_a_ratio_of_ones() {
        let mean = ratio(&[(1, 2), (1, 4), (1, 4), (1, 6)]).estimate().unwrap();
        assert_eq!(mean.value, 4.0);
        assert!((half_of(&mean) - 3.182446 * 0.816497).abs() < 1e-5, "{mean:?}");
    }

    /// By hand: r = 9/42; residuals y - r x are -1/7, 3/7, -13/14, 9/14, their squares sum to 290/196 = 1.479592;
    /// 4/3 of it is 1.972789, its root 1.404560, over 42 is 0.033442; t(3) = 3.182446.
    #[test]
    fn a_rate_by_hand() {
        let rate = ratio(&[(10, 2), (12, 3), (9, 1), (11, 3)]).estimate().unwrap();
        assert_eq!(rate.value, 9.0 / 42.0);
        assert!((half_of(&rate) - 3.182446 * 0.033442).abs() < 1e-5, "{rate:?}");
    }

    /// By hand, of the same clusters: logit r = ln(9/33) = -1.299283; 3.182446 · 0.033442 / (9/42 · 33/42) = 0.632114;
    /// the bounds of the logit -1.931397 and -0.667169, of the share 0.126596 and 0.339131.
    #[test]
    fn a_share_by_hand() {
        let share = ratio(&[(10, 2), (12, 3), (9, 1), (11, 3)]).share().unwrap();
        let [low, high] = share.interval.unwrap();
        assert_eq!(share.value, 9.0 / 42.0);
        assert!((low - 0.126596).abs() < 2e-6 && (high - 0.339131).abs() < 2e-6, "{share:?}");
    }

    /// One success in a thousand clusters, one failure, and maximally different clusters.
    #[test]
    fn bounds_of_a_share_are_within_0_and_1() {
        let mut rare = vec![(10, 0); 999];
        rare.push((10, 1));
        let common = rare.iter().map(|&(x, y)| (x, x - y)).collect::<Vec<_>>();
        for clusters in [&rare[..], &common, &[(10, 0), (10, 10)], &[(1, 0), (1_000_000, 1_000_000)]] {
            let Estimate { value, interval, .. } = ratio(clusters).share().unwrap();
            let [low, high] = interval.unwrap();
            assert!(0.0 <= low && low < value && value < high && high <= 1.0, "{low} {value} {high}");
        }
        let [[low, high], [few, most]] =
            [rare, common].map(|of| ratio(&of).share().unwrap().interval.unwrap());
        assert!(
            (low + most - 1.0).abs() < 1e-12 && (high + few - 1.0).abs() < 1e-12,
            "failures mirror successes"
        );
    }

    #[test]
    fn no_interval_if_clusters_do_not_differ() {
        assert_eq!(ratio(&[]).estimate(), None);
        assert_eq!(ratio(&[(0, 0)]).estimate(), None);
        let value = |clusters: &[(i64, i64)]| ratio(clusters).estimate().unwrap();
        assert_eq!(value(&[(4, 1), (0, 0)]), Estimate { value: 0.25, interval: None, clusters: 1 });
        assert_eq!(value(&[(4, 0), (5, 0)]), Estimate { value: 0.0, interval: None, clusters: 2 });
        assert_eq!(ratio(&[(3, 1), (6, 2), (9, 3)]).share().unwrap().interval, None, "no share of 0 or 1");
        assert_eq!(
            value(&[(3, 1), (6, 2), (9, 3)]),
            Estimate { value: 1.0 / 3.0, interval: None, clusters: 3 }
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

    /// Where exact products overflow, the answer is the same to the precision of `f64`.
    #[test]
    fn large_sums_do_not_overflow() {
        let mut many = Ratio::default();
        let part = ratio(&[(4_000, 200_000_000), (4_100, 190_000_000), (3_900, 210_000_000)]);
        (0..1_000_000).for_each(|_| many.merge(&part));
        let (one, many) = (part.estimate().unwrap(), many.estimate().unwrap());
        assert!((one.value - many.value).abs() < 1e-9);
        // 3 clusters: n/(n-1) = 3/2 and t(2) = 4.302653; three million: 1 and 1.959964
        let expected = half_of(&one) / 4.302653 * 1.959964 / 1.5_f64.sqrt() / 1_000.0;
        let found = half_of(&many);
        assert!((found / expected - 1.0).abs() < 1e-4, "{found} for {expected}");
    }

    /// 95 % of the intervals contain the true value, with clusters of unequal size and correlated trials. An
    /// interval that assumed independent trials would contain it in only about 75 %.
    #[test]
    fn intervals_cover_the_true_value() {
        for share in [Ratio::estimate, Ratio::share] {
            let covered = coverage(60, [0.1, 0.5], share);
            // Standard error of the share: 0.005.
            assert!((0.93..=0.967).contains(&covered), "{covered}");
        }
    }

    /// For an event that happens about six times the symmetric interval misses the true value in 8 %, not 5 %, of
    /// the cases.
    #[test]
    fn intervals_of_rare_shares_cover_the_true_value() {
        let chances = [0.005, 0.015];
        let covered = [Ratio::estimate, Ratio::share].map(|share| coverage(60, chances, share));
        assert!(covered[0] < 0.93 && covered[1] >= 0.94, "{covered:?}");
    }

    /// By hand: 0.025^(1/100) = 0.963783; clusters of 4 and 8 trials have 100 · 4,000 / 600² = 1.111111 times as many where
    /// there is a success.
    #[test]
    fn an_event_that_never_happened_has_an_upper_bound() {
        let [never, always] = [0, 1].map(|y| ratio(&[(1, y); 100]).share().unwrap());
        let [low, high] = never.interval.unwrap();
        assert!(low == 0.0 && (high - 0.036217).abs() < 1e-6, "{high}");
        let [low, high] = always.interval.unwrap();
        assert!(high == 1.0 && (low - 0.963783).abs() < 1e-6, "{low}");
        let mixed: Vec<_> = (0..100).map(|i| (if i % 2 == 0 { 4 } else { 8 }, 0)).collect();
        assert!((ratio(&mixed).share().unwrap().interval.unwrap()[1] - 0.040241).abs() < 1e-6);
        assert_eq!(ratio(&[(4, 0)]).share().unwrap().interval, None, "one cluster");
        let anytime = ratio(&[(1, 0); 100]).share_with(Validity::Anytime).unwrap().interval.unwrap();
        assert!(anytime[1] > 0.036217 && anytime[1] < 0.08, "{anytime:?}");
    }

    /// Events so rare that most samples have none, alone and in whole clusters.
    #[test]
    fn intervals_of_what_hardly_happens_cover_the_true_value() {
        for chances in [[0.000_5, 0.000_5], [0.0, 0.001], [0.000_1, 0.004]] {
            let covered = coverage(60, chances, Ratio::share);
            assert!(covered >= 0.95, "{chances:?}: {covered}");
        }
    }

    /// The fraction of 2,000 intervals that contain the true value, the mean of two chances; missing intervals are
    /// left out.
    fn coverage(clusters: usize, chances: [f64; 2], share: impl Fn(&Ratio) -> Option<Estimate>) -> f64 {
        let mut rng = SplitMix(1);
        let truth = (chances[0] + chances[1]) / 2.0;
        let (mut held, mut said) = (0, 0);
        for _ in 0..2_000 {
            let mut rate = Ratio::default();
            (0..clusters).for_each(|_| cluster(&mut rng, chances, &mut rate));
            if let Some([low, high]) = share(&rate).unwrap().interval {
                said += 1;
                held += usize::from((low..=high).contains(&truth));
            }
        }
        held as f64 / said as f64
    }

    /// 4 to 16 trials that succeed with the same chance, one of two.
    fn cluster(rng: &mut SplitMix, chances: [f64; 2], rate: &mut Ratio) {
        let trials = 4 + (rng.draw() * 13.0) as i64;
        let chance = if rng.draw() < 0.5 { chances[0] } else { chances[1] };
        let successes = (0..trials).filter(|_| rng.draw() < chance).count();
        rate.add(Cluster { trials, total: successes as i64 });
    }

    fn half_of(estimate: &Estimate) -> f64 {
        let [low, high] = estimate.interval.unwrap();
        assert!((low + high - 2.0 * estimate.value).abs() < 1e-9 * estimate.value.abs(), "symmetric");
        (high - low) / 2.0
    }

    /// Random numbers in [0, 1): SplitMix64.
    struct SplitMix(u64);

    impl SplitMix {
        fn draw(&mut self) -> f64 {
            self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let x = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            let x = (x ^ x >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
            ((x ^ x >> 31) >> 11) as f64 / (1_u64 << 53) as f64
        }
    }
}
