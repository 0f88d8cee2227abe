//! What a change does: the same clusters played in two ways, and the difference between their rates.
//!
//! Both ways meet the same walls, so a cluster that is high in one way tends to be high in the other. With the rates
//! `r = Σy / Σx` and `r' = Σy' / Σx'` of the two ways the variance of `r' - r` by linearisation is
//!
//! ```text
//! n / (n - 1) · Σ ((y' - r' x') / Σx' - (y - r x) / Σx)²        sums over the n clusters with x > 0 or x' > 0
//! ```
//!
//! which is the sum of the variances of [`Ratio`] less twice the covariance that the common walls bring. The interval
//! is symmetric, that of a difference of shares too: it may be on either side of zero.
//!
//! ```
//! use hyakuman_analysis::paired::Paired;
//! let mut wins = Paired::default();
//! for (base, variant) in [((10, 2), (10, 3)), ((12, 3), (11, 4)), ((9, 1), (9, 1)), ((11, 3), (12, 4))] {
//!     wins.add(base, variant);
//! }
//! let difference = wins.difference().unwrap();
//! assert!((difference.value - (12.0 / 42.0 - 9.0 / 42.0)).abs() < 1e-12);
//! let [low, high] = difference.interval.unwrap();
//! assert!((low + 0.000_916).abs() < 1e-6 && (high - 0.143_773).abs() < 1e-6);
//! ```

use crate::interval::{Estimate, Ratio, half_width};
use crate::measure::Measure;

/// Sums over clusters from which two ratios, their difference and its variance follow. Whole numbers: merging is exact.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Paired {
    base: Ratio,
    variant: Ratio,
    clusters: u64,
    /// Sums of products across: of the base's x and y (outer) with the variant's x and y (inner).
    across: [[i128; 2]; 2],
}

impl Paired {
    /// Takes one cluster: for each way the trials and what they came to. A cluster without trials in either way says
    /// nothing and is not counted.
    pub fn add(&mut self, base: (i64, i64), variant: (i64, i64)) {
        self.base.add(crate::Cluster { trials: base.0, total: base.1 });
        self.variant.add(crate::Cluster { trials: variant.0, total: variant.1 });
        self.clusters += u64::from(base.0 != 0 || variant.0 != 0);
        for (sums, of_base) in self.across.iter_mut().zip([base.0, base.1]) {
            for (sum, of_variant) in sums.iter_mut().zip([variant.0, variant.1]) {
                *sum += i128::from(of_base) * i128::from(of_variant);
            }
        }
    }

    /// Takes the clusters of another, which must be different clusters.
    pub fn merge(&mut self, other: &Paired) {
        self.base.merge(&other.base);
        self.variant.merge(&other.variant);
        self.clusters += other.clusters;
        let others = other.across.iter().flatten();
        self.across.iter_mut().flatten().zip(others).for_each(|(sum, other)| *sum += other);
    }

    /// The rate of the one way, and of the other.
    pub fn ratios(&self) -> [&Ratio; 2] {
        [&self.base, &self.variant]
    }

    /// The rate of the variant less that of the base; none where one of them had no trial. There is no interval where
    /// the data cannot tell: fewer than two clusters, or the same difference in all, none for instance.
    pub fn difference(&self) -> Option<Estimate> {
        let [base, variant] = [self.base.estimate()?.value, self.variant.estimate()?.value];
        let (value, clusters) = (variant - base, self.clusters);
        let parts =
            [&self.base, &self.variant].map(|ratio| ratio.residuals() / square(ratio.trials() as f64));
        let trials = self.base.trials() as f64 * self.variant.trials() as f64;
        let squares = parts[0] + parts[1] - 2.0 * self.products() / trials;
        // What is left of equal terms by rounding is no variance.
        if clusters < 2 || squares <= 1e-12 * (parts[0] + parts[1]) {
            return Some(Estimate { value, interval: None, clusters });
        }
        let half = half_width(squares.sqrt(), clusters);
        Some(Estimate { value, interval: Some([value - half, value + half]), clusters })
    }

    /// `Σ (y - r x)(y' - r' x')`, exactly where the products fit (zero is then zero), else with the rounding of `f64`.
    fn products(&self) -> f64 {
        let [x, x2] = self.ratios().map(Ratio::trials);
        let [y, y2] = self.ratios().map(Ratio::total);
        let [[xx, xy], [yx, yy]] = self.across;
        let exact = || {
            let totals = yy.checked_mul(x)?.checked_mul(x2)?;
            let of_base = yx.checked_mul(x)?.checked_mul(y2)?;
            let of_variant = xy.checked_mul(x2)?.checked_mul(y)?;
            let trials = xx.checked_mul(y)?.checked_mul(y2)?;
            totals.checked_sub(of_base)?.checked_sub(of_variant)?.checked_add(trials)
        };
        if let Some(scaled) = exact() {
            return scaled as f64 / (x as f64 * x2 as f64);
        }
        let [r, r2] = [y as f64 / x as f64, y2 as f64 / x2 as f64];
        yy as f64 - r2 * yx as f64 - r * xy as f64 + r * r2 * xx as f64
    }
}

/// Sums of a table of measures over clusters that were played in two ways.
#[derive(Clone, Debug)]
pub struct PairedMeasures {
    table: &'static [Measure],
    sums: Vec<Paired>,
    units_a_point: i32,
}

/// A measure in two ways, and the difference; in the measure's own unit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Effect {
    /// The rate without the change.
    pub base: Option<Estimate>,
    /// The rate with it.
    pub variant: Option<Estimate>,
    /// How much more it is.
    pub difference: Option<Estimate>,
}

impl PairedMeasures {
    /// No clusters yet.
    pub fn new(table: &'static [Measure]) -> PairedMeasures {
        PairedMeasures { table, sums: vec![Paired::default(); table.len()], units_a_point: 1 }
    }

    /// Points are counted in units of which so many make one: the estimates tell points.
    pub fn count_points_in(&mut self, units_a_point: i32) {
        self.units_a_point = units_a_point;
    }

    /// Takes the counts of one cluster in both ways.
    pub fn add(&mut self, base: &[i64], variant: &[i64]) {
        for (sum, measure) in self.sums.iter_mut().zip(self.table) {
            let trials = |counts: &[i64]| (counts[measure.per], counts[measure.of]);
            sum.add(trials(base), trials(variant));
        }
    }

    /// Takes the clusters of another over the same table.
    pub fn merge(&mut self, other: &PairedMeasures) {
        debug_assert_eq!(self.table, other.table);
        self.sums.iter_mut().zip(&other.sums).for_each(|(sum, other)| sum.merge(other));
    }

    /// Each measure and what the change does to it.
    pub fn effects(&self) -> impl Iterator<Item = (&'static Measure, Effect)> {
        self.table.iter().zip(&self.sums).map(|(measure, sum)| {
            let [base, variant] = sum.ratios().map(|ratio| measure.unit.estimate(ratio, self.units_a_point));
            let scale = measure.unit.scale(self.units_a_point);
            let difference = sum.difference().map(|difference| difference.scaled(scale));
            (measure, Effect { base, variant, difference })
        })
    }
}

fn square(x: f64) -> f64 {
    x * x
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::Unit;

    type Cluster = ((i64, i64), (i64, i64));

    const CLUSTERS: [Cluster; 4] =
        [((10, 2), (10, 3)), ((12, 3), (11, 4)), ((9, 1), (9, 1)), ((11, 3), (12, 4))];

    fn paired(clusters: &[Cluster]) -> Paired {
        let mut paired = Paired::default();
        clusters.iter().for_each(|&(base, variant)| paired.add(base, variant));
        paired
    }

    /// By hand: r = 9/42 and r' = 12/42; the residuals are -1/7, 3/7, -13/14, 9/14 and 1/7, 6/7, -11/7, 4/7, their
    /// differences 2/7, 3/7, -9/14, -1/14, the squares of these sum to 134/196; 4/3 of it is 0.911565, its root 0.954759,
    /// over 42 is 0.0227324; t(3) = 3.182446.
    #[test]
    fn a_difference_by_hand() {
        let found = paired(&CLUSTERS).difference().unwrap();
        assert!((found.value - 3.0 / 42.0).abs() < 1e-15);
        assert!((half(&found) - 3.182446 * 0.0227324).abs() < 1e-6, "{found:?}");
    }

    /// Clusters with nothing in common: the variances add.
    #[test]
    fn without_anything_in_common_the_variances_add() {
        let clusters: Vec<Cluster> =
            [1, 3].into_iter().flat_map(|a| [5, 9].map(|b| ((1, a), (1, b)))).collect();
        let sums = paired(&clusters);
        let [base, variant] = sums.ratios().map(|ratio| half(&ratio.estimate().unwrap()));
        assert!((half(&sums.difference().unwrap()) - base.hypot(variant)).abs() < 1e-9);
    }

    /// A change that adds the same everywhere, or nothing, has no error.
    #[test]
    fn the_same_difference_in_all_clusters_has_no_interval() {
        for more in [0, 5] {
            let clusters: Vec<Cluster> = (0..50).map(|i| ((1, i * i % 17), (1, i * i % 17 + more))).collect();
            let found = paired(&clusters).difference().unwrap();
            assert_eq!((found.value, found.interval), (more as f64, None));
        }
        let constant: Vec<Cluster> = (0..50).map(|i| ((4 + i % 3, 40 + i % 3 * 10), (1, i))).collect();
        let alone = paired(&constant).ratios()[1].estimate().unwrap();
        assert!((half(&paired(&constant).difference().unwrap()) - half(&alone)).abs() < 1e-12);
        assert_eq!(paired(&CLUSTERS[..1]).difference().unwrap().interval, None);
        assert_eq!(paired(&[((4, 1), (0, 0))]).difference(), None);
    }

    #[test]
    fn merging_is_exact() {
        let mut merged = paired(&CLUSTERS[2..]);
        merged.merge(&paired(&CLUSTERS[..2]));
        assert_eq!(merged, paired(&CLUSTERS));
    }

    /// Nineteen in twenty intervals hold the true difference of two means that share most of their luck, and they are
    /// much narrower than those of means that do not.
    #[test]
    fn intervals_cover_the_truth_and_are_narrow() {
        let (mut state, mut held, mut wide) = (1_u64, 0, 0.0);
        let mut lot = |size: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((state >> 33) % size) as i64
        };
        for _ in 0..1_000 {
            let mut sums = Paired::default();
            for _ in 0..50 {
                let (wall, trials) = (lot(1_000), 1 + lot(3));
                sums.add((trials, trials * wall + lot(200)), (trials, trials * (wall + 30) + lot(200)));
            }
            let [low, high] = sums.difference().unwrap().interval.unwrap();
            held += i32::from((low..=high).contains(&30.0));
            wide += half(&sums.ratios()[0].estimate().unwrap()) / ((high - low) / 2.0) / 1_000.0;
        }
        assert!((930..=970).contains(&held), "{held}");
        assert!(wide > 5.0, "{wide}");
    }

    #[test]
    fn effects_are_in_the_unit_of_the_measure() {
        const TABLE: &[Measure] = &[
            Measure { name: "a", label: "a", about: "", of: 1, per: 0, unit: Unit::Thousandths },
            Measure { name: "b", label: "b", about: "", of: 1, per: 0, unit: Unit::Points },
        ];
        let mut measures = PairedMeasures::new(TABLE);
        measures.add(&[1, 1_000], &[1, 3_000]);
        measures.add(&[1, 2_000], &[1, 6_000]);
        measures.count_points_in(2);
        let values: Vec<[f64; 3]> = measures
            .effects()
            .map(|(_, Effect { base, variant, difference })| {
                [base, variant, difference].map(|estimate| estimate.unwrap().value)
            })
            .collect();
        assert_eq!(values, [[1.5, 4.5, 3.0], [750.0, 2_250.0, 1_500.0]]);
    }

    fn half(estimate: &Estimate) -> f64 {
        let [low, high] = estimate.interval.unwrap();
        (high - low) / 2.0
    }
}
