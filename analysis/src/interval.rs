//! Means and rates of clustered data with 95 % confidence intervals: the one answer to how sure a number is, also of few events and
//! of few clusters.
//!
//! The deals of a match are not independent of each other, nor are matches on the same wall. Independent is the
//! *cluster*: a wall with all matches played on it. A rate is `Σy / Σx` over clusters (for example wins over hands): a
//! ratio estimator. Its variance by linearisation (Cochran, Sampling Techniques, 6.3; equal to the cluster-robust
//! variance of a regression on a constant) is
//!
//! ```text
//! k / (k - 1) · Σ (y - r x)² / (Σx)²        r = Σy / Σx, k = (Σx)² / Σx²
//! ```
//!
//! where k is the number of clusters of equal size that are worth as much as these (Kish); if all have the same x it is their number.
//! A plain mean is the case `x = 1`. There are three kinds of rates:
//!
//! - **Means** ([`Ratio::estimate`]): the interval is `r ± t · √variance`, t from Student's distribution with k - 1 degrees of freedom. If the
//!   clusters are skewed, it is wider on the side of the long tail (`skew.rs`).
//! - **Shares** ([`Ratio::share`]), the fraction of x trials that succeeded: the interval of Clopper and Pearson for as many
//!   independent trials as these are worth, with a margin for large clumps of events that were not seen (`few.rs`). Its bounds lie
//!   between 0 and 1; for a rare event the upper one is farther away.
//! - **Counts** (`Ratio::count`) of what happens beside trials, and **counts beyond one** (`Ratio::beyond_one`), such as the winners of a kyoku
//!   that was won: as shares, but without an upper end.
//!
//! [`Estimate::few`] says that a rate rests on few events or clusters. Its interval holds all the same.
//!
//! ```
//! use hyakuman_analysis::{Cluster, Ratio};
//! let mut wins = Ratio::default();
//! for (hands, won) in [(10, 2), (12, 3), (9, 1), (11, 3)] {
//!     wins.add(Cluster { trials: hands, total: won });
//! }
//! let rate = wins.estimate().unwrap();
//! assert_eq!(rate.value, 9.0 / 42.0);
//! let [low, high] = wins.share().unwrap().interval.unwrap();
//! assert!(low > 0.05 && high < 0.5);
//! assert!(rate.few, "four clusters"); // so bounds() gives none
//! ```

use crate::additive::Additive;
use crate::additive::Number::{self, Count, Sum};
use crate::anytime;
use crate::few::{ENOUGH_CHANGED, Events};
use crate::quantile::{NORMAL, TAIL, normal_tail, t_quantile};
use crate::skew::{Spread, Thirds};
use serde::ser::{Serialize, SerializeStruct, Serializer};
use std::ops::AddAssign;

/// With fewer clusters no interval is given.
pub const FEWEST_CLUSTERS: u64 = 10;

/// Sums over clusters that give the ratio `Σy / Σx`, its variance and its skewness. Whole numbers: merging is exact.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Ratio {
    pub(crate) clusters: u64,
    pub(crate) x: i128,
    pub(crate) y: i128,
    pub(crate) xx: i128,
    pub(crate) xy: i128,
    pub(crate) yy: i128,
    pub(crate) thirds: Thirds,
}

/// The contribution of one cluster to a [`Ratio`].
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Cluster {
    /// Trials, `x`.
    pub trials: i64,
    /// Their total, `y`: successes, points.
    pub total: i64,
}

impl AddAssign for Cluster {
    fn add_assign(&mut self, other: Cluster) {
        self.trials += other.trials;
        self.total += other.total;
    }
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
    /// Whether it rests on fewer than [`ENOUGH_CHANGED`] events (or trials without one), or on fewer than
    /// [`FEWEST_CLUSTERS`] clusters.
    pub few: bool,
}

/// As in results: a number that is not finite is null in JSON.
impl Serialize for Estimate {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut object = to.serialize_struct("Estimate", 4)?;
        object.serialize_field("value", &self.value)?;
        object.serialize_field("ci95", &self.bounds())?;
        object.serialize_field("walls", &self.clusters)?;
        object.serialize_field("few", &self.few)?;
        object.end()
    }
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

    /// The chance of a cluster without trials of one kind that is compatible with none of it in so many clusters; `None` if there are
    /// too few for an interval of this kind.
    pub(crate) fn most_unseen(self, clusters: u64) -> Option<f64> {
        let tail = self.tail(clusters, true)?;
        Some(1.0 - tail.powf(1.0 / clusters as f64))
    }

    /// The probability beyond each limit of events; `None` if there are too few clusters for an interval of this kind. Whenever one stops,
    /// few events are given the odds of [`anytime::tail_of_few`].
    fn tail(self, clusters: u64, few: bool) -> Option<f64> {
        let n = clusters as f64;
        match self {
            Validity::Fixed if clusters < 2 => None,
            Validity::Fixed => Some(TAIL),
            Validity::Anytime if clusters < anytime::FEWEST => None,
            Validity::Anytime if few => Some(anytime::tail_of_few(n)),
            Validity::Anytime => Some(normal_tail(anytime::multiplier(n))),
        }
    }
}

impl Estimate {
    /// The 95% confidence interval; `None` with fewer than [`FEWEST_CLUSTERS`] clusters, or if there is none.
    pub fn bounds(&self) -> Option<[f64; 2]> {
        self.interval.filter(|_| self.clusters >= FEWEST_CLUSTERS)
    }
}

impl Additive for Ratio {
    fn each(&mut self, visit: &mut dyn FnMut(Number<'_>)) {
        visit(Count(&mut self.clusters));
        for sum in [&mut self.x, &mut self.y, &mut self.xx, &mut self.xy, &mut self.yy] {
            visit(Sum(sum));
        }
        self.thirds.each(visit);
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
        self.xx = self.xx.saturating_add(wide_x * wide_x);
        self.xy = self.xy.saturating_add(wide_x * wide_y);
        self.yy = self.yy.saturating_add(wide_y * wide_y);
        self.thirds.add(trials, total);
    }

    /// No clusters, whose totals are rounded to units of two to this power for the skewness.
    pub(crate) fn of_coarse(coarse: u32) -> Ratio {
        Ratio { thirds: Thirds::of_coarse(coarse), ..Ratio::default() }
    }

    /// Whether the sums left their range, so that no rate can be computed from them.
    pub(crate) fn is_too_large(&self) -> bool {
        self.xx.max(self.yy) == i128::MAX
    }

    /// The number of trials.
    pub fn trials(&self) -> i128 {
        self.x
    }

    /// The total over all trials.
    pub fn total(&self) -> i128 {
        self.y
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
    pub(crate) fn estimate_with(&self, validity: Validity) -> Option<Estimate> {
        let (value, clusters) = (self.value()?, self.clusters);
        let known = validity.multiplier(clusters).zip(self.spread());
        let interval = known.map(|(multiplier, spread)| {
            let [below, above] = match validity {
                Validity::Fixed => spread.margins(),
                Validity::Anytime => [multiplier * spread.error; 2],
            };
            [value - below, value + above]
        });
        Some(Estimate { value, interval, clusters, few: clusters < FEWEST_CLUSTERS })
    }

    /// The rate as a share: in every cluster `y` of the `x` trials succeeded, 0 to `x`. The bounds are within 0 to 1.
    pub fn share(&self) -> Option<Estimate> {
        self.share_with(Validity::Fixed, f64::INFINITY)
    }

    /// The rate as a share, as [`Ratio::share`], with an interval of this kind. At most so many events of a cluster come together.
    pub(crate) fn share_with(&self, validity: Validity, together: f64) -> Option<Estimate> {
        let value = self.value()?;
        self.of_events(validity, value, &self.events(true, together))
    }

    /// The rate of what happens any number of times beside a trial.
    pub(crate) fn count(&self, validity: Validity) -> Option<Estimate> {
        let value = self.value()?;
        self.of_events(validity, value, &self.events(false, f64::INFINITY))
    }

    /// The rate of what happens at least once in a trial and rarely more often: its events are those beyond the first.
    pub(crate) fn beyond_one(&self, validity: Validity) -> Option<Estimate> {
        let value = self.value()?;
        let estimate = self.of_events(validity, value, &self.less_one().events(false, f64::INFINITY))?;
        let interval = estimate.interval.map(|bounds| bounds.map(|bound| 1.0 + bound));
        Some(Estimate { interval, ..estimate })
    }

    /// The ratio of what is left of y without one per trial; its variance is the same.
    fn less_one(&self) -> Ratio {
        let Ratio { x, y, xx, xy, yy, .. } = *self;
        let thirds = self.thirds.less_one();
        Ratio { y: y - x, xy: xy - xx, yy: yy - 2 * xy + xx, thirds, ..*self }
    }

    /// An estimate of this value with the limits of events.
    fn of_events(&self, validity: Validity, value: f64, events: &Events) -> Option<Estimate> {
        let (clusters, few) = (self.clusters, events.are_few());
        let alike = events.variance == 0.0 && events.events != 0.0 && events.events != events.trials;
        let tail = validity.tail(clusters, few).filter(|_| !alike);
        let interval = tail.map(|tail| events.limits(tail));
        Some(Estimate { value, interval, clusters, few: few && !alike || clusters < FEWEST_CLUSTERS })
    }

    /// The events of a rate: trials that succeeded, or what happens beside trials; at most so many of a cluster come together.
    fn events(&self, of_trials: bool, together: f64) -> Events {
        let (x, worth) = (self.x as f64, self.worth());
        let degrees = (worth - 1.0).max(1.0);
        Events {
            trials: x,
            events: self.y as f64,
            variance: self.residuals() * worth / degrees,
            third: self.thirds.residuals(self.y as f64 / x).unwrap_or(0.0),
            cluster: self.large_cluster().min(together),
            estimated: (t_quantile(degrees) / NORMAL).powi(2),
            of_trials,
        }
    }

    /// The trials of a large cluster: a mean that counts a cluster as often as its squared trials say, or its trials if third powers are
    /// unknown.
    pub(crate) fn large_cluster(&self) -> f64 {
        let [x, xx] = [self.x, self.xx].map(|sum| sum as f64);
        self.thirds.trials().map_or(xx / x, |cubes| cubes / xx)
    }

    /// Whether the total, of what cannot be negative, is that of few large ones: a sum of independent amounts a is worth as much as
    /// `(Σa)² / Σa²` equal ones.
    pub(crate) fn is_of_few(&self) -> bool {
        let total = self.y as f64;
        total * total < ENOUGH_CHANGED as f64 * self.residuals() || total == 0.0
    }

    fn value(&self) -> Option<f64> {
        (self.x != 0).then(|| self.y as f64 / self.x as f64)
    }

    /// The number of clusters of equal size that are worth as much as these, 2 at least.
    fn worth(&self) -> f64 {
        let x = self.x as f64;
        (x * x / self.xx as f64).max(2.0)
    }

    /// The standard error; `None` if all clusters are alike.
    pub(crate) fn error(&self) -> Option<f64> {
        self.spread().map(|spread| spread.error)
    }

    /// The halves of the interval of a mean; `None` if all clusters are alike.
    pub(crate) fn margins(&self) -> Option<[f64; 2]> {
        self.spread().map(|spread| spread.margins())
    }

    /// The standard error of a mean and what else its interval needs; `None` if all clusters are alike.
    fn spread(&self) -> Option<Spread> {
        let (residuals, worth) = (self.residuals(), self.worth());
        let thirds = self.thirds.residuals(self.y as f64 / self.x as f64).unwrap_or(0.0);
        let sign = if self.x < 0 { -1.0 } else { 1.0 };
        (residuals > 0.0).then(|| Spread {
            error: (residuals * worth / (worth - 1.0)).sqrt() / (self.x as f64).abs(),
            skewness: sign * thirds / residuals.powf(1.5),
            clusters: worth,
        })
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
        let squares = yy as f64 - 2.0 * r * xy as f64 + r * r * xx as f64;
        // The rounding error of equal terms is not a variance.
        if squares > 1e-13 * yy as f64 { squares } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::quantile::gamma_quantile;

    fn ratio(clusters: &[(i64, i64)]) -> Ratio {
        let mut ratio = Ratio::default();
        clusters.iter().for_each(|&(trials, total)| ratio.add(Cluster { trials, total }));
        ratio
    }

    /// By hand: 2, 4, 4, 6 have mean 4 and s² = 8/3; s/√4 = 0.816497; t(3) = 3.182446.
    #[test]
    fn a_mean_is_a_ratio_of_ones() {
        let mean = ratio(&[(1, 2), (1, 4), (1, 4), (1, 6)]).estimate().unwrap();
        assert_eq!(mean.value, 4.0);
        assert!((half_of(&mean) - 3.182446 * 0.816497).abs() < 1e-5, "{mean:?}");
    }

    /// By hand: r = 9/42; residuals y - r x are -1/7, 3/7, -13/14, 9/14, their squares sum to 290/196 = 1.479592, their cubes to
    /// -0.459184; k = 42²/446 = 3.955157, k/(k - 1) of the squares is 1.980273, its root 1.407222, over 42 is 0.033505;
    /// t(2.955157) = 3.210. Skewness -0.255137, times 1.5 k²/((k - 1)(k - 2)) = 4.061107: -1.036138; so the long tail is below:
    /// shape 3.7258, unit 0.033505 · 3.210/1.96 · 1.0361/2 = 0.028428; χ²(.975; 15.4516) = 28.10.
    #[test]
    fn a_rate_by_hand() {
        let rate = ratio(&[(10, 2), (12, 3), (9, 1), (11, 3)]).estimate().unwrap();
        let [low, high] = rate.interval.unwrap();
        assert_eq!((rate.value, rate.few), (9.0 / 42.0, true));
        assert!((high - rate.value - 3.210 * 0.033505).abs() < 5e-5, "{rate:?}");
        assert!((rate.value - low - 0.028428 * (28.10 / 2.0 - 3.7258)).abs() < 5e-4, "{rate:?}");
    }

    /// 30 of 100 clusters of one trial are the binomial limits .2124 to .3998, but for t(99) in the place of the normal quantile: those of
    /// 97.56 trials; as good are clusters of ten trials that are all alike.
    #[test]
    fn a_share_by_hand() {
        for size in [1, 10] {
            let clusters: Vec<_> = (0..100).map(|i| (size, if i < 30 { size } else { 0 })).collect();
            let share = ratio(&clusters).share().unwrap();
            let [low, high] = share.interval.unwrap();
            assert_eq!((share.value, share.few), (0.3, false));
            assert!((low - 0.2113).abs() < 2e-3 && (high - 0.4010).abs() < 2e-3, "{share:?}");
        }
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
        assert_eq!(
            value(&[(4, 1), (0, 0)]),
            Estimate { value: 0.25, interval: None, clusters: 1, few: true }
        );
        assert_eq!(value(&[(4, 0), (5, 0)]), Estimate { value: 0.0, interval: None, clusters: 2, few: true });
        assert_eq!(ratio(&[(3, 1), (6, 2), (9, 3)]).share().unwrap().interval, None, "no share of 0 or 1");
        assert_eq!(
            value(&[(3, 1), (6, 2), (9, 3)]),
            Estimate { value: 1.0 / 3.0, interval: None, clusters: 3, few: true }
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
        let part = ratio(&[(4_000, 200_000_000), (4_000, 190_000_000), (4_000, 210_000_000)]);
        (0..1_000_000).for_each(|_| many.merge(&part));
        let (one, many) = (part.estimate().unwrap(), many.estimate().unwrap());
        assert!((one.value - many.value).abs() < 1e-9);
        // 3 clusters: n/(n-1) = 3/2 and t(2) = 4.302653; three million: 1 and 1.959964
        let expected = half_of(&one) / 4.302653 * 1.959964 / 1.5_f64.sqrt() / 1_000.0;
        let found = half_of(&many);
        assert!((found / expected - 1.0).abs() < 1e-4, "{found} for {expected}");
    }

    /// By hand: 0.025^(1/100) = 0.963783; clusters of 4 and 8 trials are as good as 600 / 7.2 of equal size, 7.2 being 28,800 / 4,000:
    /// 0.025^(7.2/600) = 0.956699.
    #[test]
    fn an_event_that_never_happened_has_an_upper_bound() {
        let [never, always] = [0, 1].map(|y| ratio(&[(1, y); 100]).share().unwrap());
        let [low, high] = never.interval.unwrap();
        assert!(low == 0.0 && (high - 0.036217).abs() < 1e-6, "{high}");
        let [low, high] = always.interval.unwrap();
        assert!(high == 1.0 && (low - 0.963783).abs() < 1e-6, "{low}");
        let mixed: Vec<_> = (0..100).map(|i| (if i % 2 == 0 { 4 } else { 8 }, 0)).collect();
        assert!((ratio(&mixed).share().unwrap().interval.unwrap()[1] - 0.043301).abs() < 1e-6);
        assert_eq!(ratio(&[(4, 0)]).share().unwrap().interval, None, "one cluster");
        let anytime =
            ratio(&[(1, 0); 100]).share_with(Validity::Anytime, f64::INFINITY).unwrap().interval.unwrap();
        assert!(anytime[1] > 0.036217 && anytime[1] < 0.08, "{anytime:?}");
    }

    /// By hand: 40 walls with 10 kyoku won, two of them by two players: y - x is 1 on two of them, so that the limits are those
    /// of two events, one more of which is a whole wall with weight 0.49: 2 + 1 + 0.49 · 9 = 7.41, squares 2 + 1 + 0.49 · 99 = 51.51.
    #[test]
    fn events_beyond_one_are_counts() {
        let clusters: Vec<_> = (0..40).map(|i| (10, if i < 2 { 11 } else { 10 })).collect();
        let found = ratio(&clusters).beyond_one(Validity::Fixed).unwrap();
        let [low, high] = found.interval.unwrap();
        let expected =
            [gamma_quantile(2.0, 0.025), gamma_quantile(7.41 * 7.41 / 51.51, 0.975) * 51.51 / 7.41];
        assert!((found.value - 1.005).abs() < 1e-12 && found.few);
        // The variance is 1.95, not 2, and Student's t has 39 degrees of freedom.
        for (found, expected) in [low, high].into_iter().zip(expected) {
            assert!(((found - 1.0) * 400.0 / expected - 1.0).abs() < 0.1, "{found} {expected}");
        }
        let usual: Vec<_> = (0..400).map(|i| (10, 10 + i % 4)).collect();
        let [[low, high], [from, to]] = [ratio(&usual).beyond_one(Validity::Fixed), ratio(&usual).estimate()]
            .map(|found| found.unwrap().interval.unwrap());
        assert!((low - from).abs() < 2e-3 && (high - to).abs() < 2e-3, "many: those of a mean");
    }

    /// Where third powers are unknown the intervals of amounts are those of t, those of shares nearly the same.
    #[test]
    fn third_powers_may_be_unknown() {
        let known = ratio(&(0..200).map(|i| (5, i64::from(i % 20 == 0) * (1 + i / 100))).collect::<Vec<_>>());
        let (mut unknown, mut restored) = (known, Ratio::default());
        unknown.thirds.add(i64::MAX, 0);
        half_of(&unknown.estimate().unwrap());
        let [[low, high], [from, to]] = [known, unknown].map(|of| of.share().unwrap().interval.unwrap());
        assert!(
            (low / from - 1.0).abs() < 0.02 && (high / to - 1.0).abs() < 0.05,
            "{low} {from} {high} {to}"
        );
        assert!(restored.take_sums(&mut known.sums().into_iter()) && restored == known);
        assert!(restored.take_sums(&mut unknown.sums().into_iter()));
        assert_eq!(restored.estimate(), unknown.estimate());
    }

    fn half_of(estimate: &Estimate) -> f64 {
        let [low, high] = estimate.interval.unwrap();
        assert!((low + high - 2.0 * estimate.value).abs() < 1e-9 * estimate.value.abs(), "symmetric");
        (high - low) / 2.0
    }
}
