//! The effect of a change: the same clusters played in two ways, and the difference of their rates.
//!
//! Both ways use the same walls, so a cluster that is high in one way tends to be high in the other. With the rates
//! `r = Σy / Σx` and `r' = Σy' / Σx'` the variance of `r' - r` by linearisation is
//!
//! ```text
//! n / (n - 1) · Σ ((y' - r' x') / Σx' - (y - r x) / Σx)²        sums over the n clusters with x > 0 or x' > 0
//! ```
//!
//! which is the sum of the variances of [`Ratio`] minus twice the covariance due to the common walls.
//!
//! A small change does not affect most clusters; how precisely the difference is known depends on the affected ones:
//!
//! - Events ([`Counted::Successes`], [`Counted::Events`], [`Counted::BeyondOne`]; of successes and failures the rarer ones): if m clusters gained or
//!   lost some, and m is at least [`FEWEST_CHANGED`], the interval is `t √variance` with Student's t of m - 1 degrees
//!   of freedom, wider on the side of a long tail. With fewer, the variance by linearisation is far too small (with none, only the
//!   trials seem to vary), and the interval is built from gamma limits (`changes.rs`).
//! - Amounts ([`Counted::Amount`]): the same if x or y changed in m clusters. There is no interval below [`FEWEST_CHANGED`].
//! - If x and y changed in no cluster, the rates are the same: [`Difference::same`].
//! - A difference without an interval, or with one of few events that contains zero, is [`Difference::few`]: it decides nothing. An
//!   interval that excludes zero has a p value, and is as good as any other.
//! - Intervals that hold whenever one stops ([`Level::Anytime`]) need [`anytime::FEWEST`](crate::anytime::FEWEST) clusters, as many that changed,
//!   and for events as many that gained or lost some. There are none with fewer.
//!
//! ```
//! use hyakuman_analysis::Cluster;
//! use hyakuman_analysis::paired::{Counted, Pair, Paired};
//! let mut points = Paired::default();
//! for wall in 0..30 {
//!     let base = Cluster { trials: 10, total: 100 + wall % 3 };
//!     points.add(Pair { base, variant: Cluster { trials: 10, total: 100 + 2 * (wall % 3) } });
//! }
//! let difference = points.difference(Counted::Amount).unwrap();
//! assert!((difference.value - 0.1).abs() < 1e-12);
//! assert_eq!(difference.clusters_changed, 20);
//! let [low, high] = difference.interval.unwrap();
//! assert!((low - 0.068_265).abs() < 1e-6 && (high - 0.131_735).abs() < 1e-6);
//! ```

use crate::additive::Additive;
use crate::additive::Number::{self, Count, Sum};
use crate::changes::{Changes, Trials};
use crate::difference::{Difference, Effect, Level};
use crate::equivalence::{Equivalence, Limits};
use crate::few::FEWEST_CHANGED;
use crate::interval::{Cluster, Ratio, Validity};
use crate::linear::{Judgement, Linear};
use crate::measure::Measure;
use crate::skew::Thirds;

pub use crate::measure::Counted;

/// Sums over clusters that give two ratios, their difference and its variance. Whole numbers: merging is exact.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Paired {
    base: Ratio,
    variant: Ratio,
    clusters: u64,
    /// Clusters in which x or y changed.
    changed: u64,
    /// Sums of cross products: x and y of the base (outer index) with x and y of the variant (inner index).
    across: [[i128; 2]; 2],
    /// Gains and losses of y per cluster.
    total: Changes,
    /// Gains and losses of x - y per cluster.
    rest: Changes,
    /// Of x' - x and y' - y.
    moved: Thirds,
}

/// One cluster, played in both ways.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Pair {
    /// Without the change.
    pub base: Cluster,
    /// With it.
    pub variant: Cluster,
}

impl Additive for Paired {
    fn each(&mut self, visit: &mut dyn FnMut(Number<'_>)) {
        self.base.each(visit);
        self.variant.each(visit);
        visit(Count(&mut self.clusters));
        visit(Count(&mut self.changed));
        self.across.iter_mut().flatten().for_each(|sum| visit(Sum(sum)));
        self.total.each(visit);
        self.rest.each(visit);
        self.moved.each(visit);
    }
}

impl Paired {
    /// No clusters of this measure.
    pub fn of(measure: &Measure) -> Paired {
        let coarse = measure.unit.coarse();
        let [base, variant] = [Ratio::of_coarse(coarse); 2];
        Paired { base, variant, moved: Thirds::of_coarse(coarse), ..Paired::default() }
    }

    /// Adds one cluster. A cluster without trials in either way is not counted.
    pub fn add(&mut self, Pair { base, variant }: Pair) {
        self.base.add(base);
        self.variant.add(variant);
        self.clusters += u64::from(base.trials != 0 || variant.trials != 0);
        self.changed += u64::from(base != variant);
        for (sums, of_base) in self.across.iter_mut().zip([base.trials, base.total]) {
            for (sum, of_variant) in sums.iter_mut().zip([variant.trials, variant.total]) {
                *sum = sum.saturating_add(i128::from(of_base) * i128::from(of_variant));
            }
        }
        let [trials, total] = [variant.trials - base.trials, variant.total - base.total];
        self.total.add(total);
        self.rest.add(trials - total);
        if base != variant {
            self.moved.add(trials, total);
        }
    }

    /// The rates of base and variant.
    pub(crate) fn ratios(&self) -> [&Ratio; 2] {
        [&self.base, &self.variant]
    }

    /// The rate of the variant minus that of the base; `None` if one of them has no trials.
    pub fn difference(&self, counted: Counted) -> Option<Difference> {
        self.difference_at(counted, Level::Fixed, f64::INFINITY)
    }

    /// The same with an interval of this level. At most so many events of a cluster come together.
    pub(crate) fn difference_at(&self, counted: Counted, level: Level, together: f64) -> Option<Difference> {
        let (found, events) = self.linear(counted, together)?;
        Some(found.difference(self.judged(&found, events, level.validity(), level.tail())))
    }

    /// Limits of the difference, each with this probability beyond it, for a fixed number of clusters or whenever one stops.
    pub(crate) fn limits(&self, counted: Counted, validity: Validity, together: f64, tail: f64) -> Limits {
        let found = self.linear(counted, together);
        found.map_or(Limits::Unknown, |(found, events)| {
            found.limits(self.judged(&found, events, validity, tail))
        })
    }

    /// The difference with its standard error, and the events that it counts.
    fn linear(&self, counted: Counted, together: f64) -> Option<(Linear, Option<Events<'_>>)> {
        let [base, variant] = [self.base.estimate()?.value, self.variant.estimate()?.value];
        let events = self.events(counted, together);
        let events_changed = events.as_ref().map(|events| events.changes.clusters());
        let (error, skewness) = (self.error(), self.skewness());
        let Paired { clusters, changed, .. } = *self;
        Some((Linear { value: variant - base, error, skewness, clusters, changed, events_changed }, events))
    }

    /// Its interval and p value, with this probability beyond each limit.
    fn judged(&self, found: &Linear, events: Option<Events<'_>>, validity: Validity, tail: f64) -> Judgement {
        let is_few = |events: &Events<'_>| events.changes.clusters() < FEWEST_CHANGED;
        let is_known = self.changed > 0 && self.clusters >= FEWEST_CHANGED;
        match events.filter(is_few) {
            Some(events) if validity == Validity::Fixed && is_known => self.few(found.value, &events, tail),
            _ => found.judged(validity, tail),
        }
    }

    /// The events to count: successes or failures, whichever are rarer.
    fn events(&self, counted: Counted, together: f64) -> Option<Events<'_>> {
        let [x, y] = [self.base.trials() + self.variant.trials(), self.base.total() + self.variant.total()];
        let rate = self.base.total() as f64 / self.base.trials() as f64;
        let of_total = Events { changes: &self.total, rate, sign: 1.0, together };
        // The changes are those of x - y: the sign is reversed.
        let of_rest = |rate| Events { changes: &self.rest, rate, sign: -1.0, together };
        match counted {
            Counted::Amount => None,
            Counted::Events => Some(of_total),
            Counted::Successes if 2 * y <= x => Some(of_total),
            Counted::Successes => Some(of_rest(1.0 - rate)),
            Counted::BeyondOne => Some(of_rest(rate - 1.0)),
        }
    }

    /// The interval if few clusters gained or lost events, and its p value if it excludes zero.
    fn few(&self, value: f64, events: &Events<'_>, tail: f64) -> (Option<[f64; 2]>, Option<f64>) {
        let of = &events.changes;
        let [base, variant] = self.ratios().map(|ratio| ratio.trials() as f64);
        let trials = Trials {
            clusters: self.clusters,
            variant,
            more: variant - base,
            squares: self.squares_of_trials(),
            cluster: self.variant.large_cluster().max(self.base.large_cluster()).min(events.together),
        };
        let signed = events.sign * value;
        let [low, high] = of.interval_at(signed, events.rate, &trials, tail);
        let p = (low > 0.0 || high < 0.0).then(|| of.p_value(signed, events.rate, &trials));
        (Some(if events.sign < 0.0 { [-high, -low] } else { [low, high] }), p)
    }

    /// `Σ (x' - x)²`.
    fn squares_of_trials(&self) -> f64 {
        (self.base.xx + self.variant.xx - 2 * self.across[0][0]) as f64
    }

    /// The skewness of the sum of `(y' - y) - r (x' - x)`, which is nearly that of the difference; 0 if it is unknown.
    fn skewness(&self) -> f64 {
        let r = self.base.total() as f64 / self.base.trials() as f64;
        let [[y, xy, yy], [y2, xy2, yy2]] = self.ratios().map(|ratio| [ratio.y, ratio.xy, ratio.yy]);
        let [[_, across], [back, both]] = self.across;
        let totals = (yy + yy2 - 2 * both) as f64;
        let products = (xy + xy2 - across - back) as f64;
        let squares = totals - 2.0 * r * products + r * r * self.squares_of_trials();
        let n = self.clusters as f64;
        let mean = ((y2 - y) as f64 - r * (self.variant.trials() - self.base.trials()) as f64) / n;
        let variance = squares - n * mean * mean;
        let third =
            self.moved.residuals(r).map(|cubes| cubes - 3.0 * mean * squares + 2.0 * n * mean.powi(3));
        third.filter(|_| variance > 0.0).map_or(0.0, |third| third / variance.powf(1.5))
    }

    /// The standard error by linearisation: 0 if the change has the same effect in all clusters; `None` below two clusters.
    fn error(&self) -> Option<f64> {
        if self.clusters < 2 {
            return None;
        }
        let parts =
            [&self.base, &self.variant].map(|ratio| ratio.residuals() / square(ratio.trials() as f64));
        let trials = self.base.trials() as f64 * self.variant.trials() as f64;
        let squares = parts[0] + parts[1] - 2.0 * self.products() / trials;
        // The rounding error of equal terms is not a variance.
        if squares <= 1e-12 * (parts[0] + parts[1]) {
            return Some(0.0);
        }
        let n = self.clusters as f64;
        Some((squares * n / (n - 1.0)).sqrt())
    }

    /// `Σ (y - r x)(y' - r' x')`, computed exactly if the products fit (then zero is exactly zero), otherwise in `f64`.
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

/// The events counted for a rate.
struct Events<'a> {
    changes: &'a Changes,
    /// Events per trial without the change.
    rate: f64,
    /// -1 if the difference of the measure is minus that of the event rate.
    sign: f64,
    /// Events of a cluster that come together at most.
    together: f64,
}

/// Sums of a table of measures over clusters played in two ways.
#[derive(Clone, Debug)]
pub struct PairedMeasures {
    table: &'static [Measure],
    sums: Vec<Paired>,
    units_per_point: i32,
    /// On a cluster, of the base and of the variant.
    matches: [f64; 2],
}

impl Additive for PairedMeasures {
    fn each(&mut self, visit: &mut dyn FnMut(Number<'_>)) {
        self.sums.iter_mut().for_each(|sum| sum.each(visit));
    }
}

impl PairedMeasures {
    /// No clusters yet.
    pub fn new(table: &'static [Measure]) -> PairedMeasures {
        let sums = table.iter().map(Paired::of).collect();
        PairedMeasures { table, sums, units_per_point: 1, matches: [f64::INFINITY; 2] }
    }

    /// Sets the number of matches on a cluster, as [`Measures::has_matches`](crate::Measures::has_matches).
    #[must_use]
    pub fn has_matches(self, matches: usize) -> PairedMeasures {
        self.has_matches_each([matches; 2])
    }

    /// The same, of the base and of the variant.
    #[must_use]
    pub fn has_matches_each(self, matches: [usize; 2]) -> PairedMeasures {
        PairedMeasures { matches: matches.map(|matches| matches as f64), ..self }
    }

    /// How many events of a cluster come together at most, in either way.
    fn together(&self, measure: &Measure) -> f64 {
        measure.together(self.matches[0].max(self.matches[1]))
    }

    /// The first measure whose sums are too large.
    pub fn inexact(&self) -> Option<&'static Measure> {
        let mut sums = self.table.iter().zip(&self.sums);
        sums.find(|(of, sum)| sum.ratios().iter().any(|ratio| of.is_inexact(ratio))).map(|(of, _)| of)
    }

    /// The same, counted in so many units per point.
    #[must_use]
    pub fn counted_in(self, units_per_point: i32) -> PairedMeasures {
        PairedMeasures { units_per_point, ..self }
    }

    /// Sets the number of counted units per point. Estimates are in points.
    pub fn count_points_in(&mut self, units_per_point: i32) {
        self.units_per_point = units_per_point;
    }

    /// Adds one cluster to the measure at this place of the table.
    pub fn add_at(&mut self, at: usize, pair: Pair) {
        self.sums[at].add(pair);
    }

    /// Adds the counts of one cluster in both ways.
    pub fn add(&mut self, base: &[i64], variant: &[i64]) {
        for (sum, measure) in self.sums.iter_mut().zip(self.table) {
            let cluster = |counts: &[i64]| Cluster { trials: counts[measure.per], total: counts[measure.of] };
            sum.add(Pair { base: cluster(base), variant: cluster(variant) });
        }
    }

    /// The measures, in the order of their effects.
    pub fn table(&self) -> &'static [Measure] {
        self.table
    }

    /// Each measure and the effect of the change on it.
    pub fn effects(&self) -> impl Iterator<Item = (&'static Measure, Effect)> {
        self.effects_at(Level::Fixed)
    }

    /// The same with intervals of this level.
    pub fn effects_at(&self, level: Level) -> impl Iterator<Item = (&'static Measure, Effect)> {
        self.table.iter().enumerate().map(move |(at, measure)| (measure, self.effect_at(at, level)))
    }

    /// The effect on the measure at this place of the table.
    pub fn effect_at(&self, at: usize, level: Level) -> Effect {
        let (measure, sum) = (&self.table[at], &self.sums[at]);
        let (units, ratios) = (self.units_per_point, sum.ratios());
        let [base, variant] = [0, 1].map(|way| {
            measure.estimate(ratios[way], units, measure.together(self.matches[way]), level.validity())
        });
        let difference = sum.difference_at(measure.unit.counted(), level, self.together(measure));
        let difference = difference.map(|found| found.scaled(measure.unit.scale(units)));
        Effect { base, variant, difference }
    }

    /// Whether the effect on the measure at this place is larger than a bound, in the unit of the measure; one of so many verdicts.
    pub fn equivalence_at(&self, at: usize, bound: f64, validity: Validity, verdicts: usize) -> Equivalence {
        let (measure, sum) = (&self.table[at], &self.sums[at]);
        let (counted, together) = (measure.unit.counted(), self.together(measure));
        let scale = measure.unit.scale(self.units_per_point);
        Equivalence::new(bound, verdicts, |tail| sum.limits(counted, validity, together, tail).scaled(scale))
    }
}

fn square(x: f64) -> f64 {
    x * x
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::Unit;
    use crate::quantile::t_quantile;

    type Pairs = ((i64, i64), (i64, i64));

    /// Amounts of twelve clusters, all of them changed.
    fn clusters() -> Vec<Pairs> {
        (0..12).map(|i| ((10, i * 7 % 12), (10 + i % 2, i * 7 % 12 + 1 + i % 3))).collect()
    }

    fn paired(clusters: &[Pairs]) -> Paired {
        let mut paired = Paired::default();
        let cluster = |(trials, total)| Cluster { trials, total };
        let pair = |&(base, variant): &Pairs| Pair { base: cluster(base), variant: cluster(variant) };
        clusters.iter().map(pair).for_each(|pair| paired.add(pair));
        paired
    }

    fn difference(clusters: &[Pairs], counted: Counted) -> Difference {
        paired(clusters).difference(counted).unwrap()
    }

    /// The textbook formula, cluster by cluster.
    fn half_by_residuals(clusters: &[Pairs], freedom: usize) -> f64 {
        let sum = |of: fn(&Pairs) -> i64| clusters.iter().map(of).sum::<i64>() as f64;
        let [x, y] = [sum(|c| c.0.0), sum(|c| c.0.1)];
        let [x2, y2] = [sum(|c| c.1.0), sum(|c| c.1.1)];
        let residual = |&((a, b), (c, d)): &Pairs| {
            (d as f64 - y2 / x2 * c as f64) / x2 - (b as f64 - y / x * a as f64) / x
        };
        let n = clusters.iter().filter(|c| c.0.0 != 0 || c.1.0 != 0).count() as f64;
        let squares: f64 = clusters.iter().map(|cluster| square(residual(cluster))).sum();
        t_quantile(freedom as f64) * (squares * n / (n - 1.0)).sqrt()
    }

    #[test]
    fn a_difference_of_amounts_matches_the_residuals() {
        let mut clusters = clusters();
        let found = difference(&clusters, Counted::Amount);
        assert!((half(&found) - half_by_residuals(&clusters, 11)).abs() < 1e-12, "{found:?}");
        clusters.extend([((9, 4), (9, 4)); 30]);
        let found = difference(&clusters, Counted::Amount);
        assert_eq!((found.clusters, found.clusters_changed, found.events_changed), (42, 12, None));
        assert!(
            (half(&found) - half_by_residuals(&clusters, 11)).abs() < 1e-12,
            "degrees of freedom from the changed clusters"
        );
        assert_eq!(difference(&clusters[3..], Counted::Amount).interval, None, "nine changed are too few");
    }

    #[test]
    fn many_changed_events_use_the_interval_of_the_residuals() {
        let clusters: Vec<Pairs> =
            (0..60).map(|i| ((10, i % 3), (10, (i % 3 + i64::from(i < 25)) % 4))).collect();
        let found = difference(&clusters, Counted::Successes);
        assert_eq!((found.events_changed, found.few()), (Some(25), false));
        assert!((half(&found) - half_by_residuals(&clusters, 24)).abs() < 1e-12);
    }

    /// From ten changed clusters on, as of amounts; below, the limits of single events.
    #[test]
    fn ten_changed_events_are_enough_for_the_interval_of_the_residuals() {
        let clusters = |changed: i64| -> Vec<Pairs> {
            (0..40).map(|i| ((10, 2 + i % 3), (10, 2 + i % 3 - i64::from(i < changed)))).collect()
        };
        for changed in [10, 19] {
            let found = difference(&clusters(changed), Counted::Successes);
            let expected = half_by_residuals(&clusters(changed), changed as usize - 1);
            assert!((half(&found) - expected).abs() < 1e-12 && found.excludes_zero(), "{found:?}");
        }
        assert!(half(&difference(&clusters(9), Counted::Successes)) > half_by_residuals(&clusters(9), 8));
    }

    /// If failures are rarer they are counted instead: the interval is the mirrored one.
    #[test]
    fn successes_and_failures_mirror_each_other() {
        let rare: Vec<Pairs> =
            (0..300).map(|i| ((10, i64::from(i % 50 == 0)), (10 - i % 2, i64::from(i % 60 == 0)))).collect();
        let mirrored: Vec<Pairs> =
            rare.iter().map(|&((x, y), (x2, y2))| ((x, x - y), (x2, x2 - y2))).collect();
        let beyond: Vec<Pairs> = rare.iter().map(|&((x, y), (x2, y2))| ((x, x + y), (x2, x2 + y2))).collect();
        let [found, common] = [&rare, &mirrored].map(|clusters| difference(clusters, Counted::Successes));
        let [[low, high], [from, to]] = [&found, &common].map(|found| found.interval.unwrap());
        assert!(found.few() && common.events_changed == found.events_changed);
        assert!((low + to).abs() < 1e-12 && (high + from).abs() < 1e-12, "{low} {high} {from} {to}");
        let beyond = difference(&beyond, Counted::BeyondOne);
        let [from, to] = beyond.interval.unwrap();
        assert_eq!(beyond.events_changed, found.events_changed);
        assert!((low - from).abs() < 1e-12 && (high - to).abs() < 1e-12);
    }

    /// No event changed, but there were fewer trials: the interval must not rest on the trials alone.
    #[test]
    fn fewer_trials_without_a_changed_event_prove_nothing() {
        let mut clusters = vec![((40, 0), (40, 0)); 1_900];
        clusters.extend([((40, 1), (40, 1)); 20]);
        clusters.extend([((40, 0), (36, 0)); 80]);
        let found = difference(&clusters, Counted::Successes);
        let [low, high] = found.interval.unwrap();
        assert_eq!((found.clusters_changed, found.events_changed, found.few()), (80, Some(0), true));
        assert!(found.value > 0.0 && low < 0.0 && high > 0.0, "{found:?}");
        assert!((half(&found) * 79_680.0 - 40.0 * 3.688_879).abs() < 0.001, "3.7 whole walls");
        let wrong = half_by_residuals(&clusters, 1_999);
        assert!(found.value > wrong, "the interval by linearisation would claim an effect: {wrong}");
    }

    /// Independent clusters: the variances add.
    #[test]
    fn variances_of_independent_clusters_add() {
        let clusters: Vec<Pairs> =
            [1, 2, 3, 4].into_iter().flat_map(|a| [5, 6, 9].map(|b| ((1, a), (1, b)))).collect();
        let sums = paired(&clusters);
        let [base, variant] = sums.ratios().map(|ratio| ratio.error().unwrap());
        assert!((sums.error().unwrap() - base.hypot(variant)).abs() < 1e-9);
    }

    #[test]
    fn what_does_not_change_is_the_same() {
        let clusters: Vec<Pairs> = (0..50).map(|i| ((4, i % 3), (4, i % 3))).collect();
        for counted in [Counted::Successes, Counted::BeyondOne, Counted::Amount] {
            let found = difference(&clusters, counted);
            assert_eq!((found.value, found.interval, found.same(), found.few()), (0.0, None, true, false));
        }
    }

    /// A change that adds the same amount everywhere has no error.
    #[test]
    fn an_equal_difference_in_all_clusters_has_no_interval() {
        let clusters: Vec<Pairs> = (0..50).map(|i| ((1, i * i % 17), (1, i * i % 17 + 5))).collect();
        let found = difference(&clusters, Counted::Amount);
        assert_eq!((found.value, found.interval, found.p, found.same()), (5.0, None, Some(0.0), false));
        let constant: Vec<Pairs> = (0..50).map(|i| ((4 + i % 3, 40 + i % 3 * 10), (1, i))).collect();
        let constant = paired(&constant);
        assert!((constant.error().unwrap() - constant.ratios()[1].error().unwrap()).abs() < 1e-12);
        assert_eq!(paired(&[((4, 1), (0, 0))]).difference(Counted::Amount), None);
    }

    #[test]
    fn merging_is_exact() {
        let clusters = clusters();
        let mut merged = paired(&clusters[5..]);
        merged.merge(&paired(&clusters[..5]));
        assert_eq!(merged, paired(&clusters));
    }

    #[test]
    fn sums_restore_exactly() {
        let whole = paired(&clusters());
        let (mut sums, mut restored) = (whole.sums().into_iter(), Paired::default());
        assert!(restored.take_sums(&mut sums) && restored == whole);
        assert_eq!(sums.next(), None);
        assert!(!restored.take_sums(&mut whole.sums().into_iter().skip(1)));
    }

    /// The p value is 5 % where the interval ends at zero, for both levels.
    #[test]
    fn p_values_belong_to_the_intervals() {
        let clusters: Vec<Pairs> = (0..400).map(|i| ((1, 0), (1, i * 37 % 101 - 50 + i % 7))).collect();
        for level in [Level::Fixed, Level::Anytime { differences: 1 }] {
            let found = paired(&clusters).difference_at(Counted::Amount, level, f64::INFINITY).unwrap();
            let half = half(&found);
            let ends_at_zero = |(base, (x, y)): &Pairs| (*base, (*x, y * 1_000));
            let moved: Vec<Pairs> = clusters.iter().map(ends_at_zero).collect();
            let shift = ((half - found.value) * 1_000.0).round() as i64;
            let moved: Vec<Pairs> = moved.iter().map(|&(b, (x, y))| (b, (x, y + shift))).collect();
            let p = paired(&moved).difference_at(Counted::Amount, level, f64::INFINITY).unwrap().p.unwrap();
            assert!((p - 0.05).abs() < 1e-3, "{level:?}: {p}");
        }
    }

    /// An anytime interval needs 50 clusters that changed, and is wider for several differences.
    #[test]
    fn anytime_intervals_need_fifty_changed_clusters() {
        let clusters = |changed: i64| {
            let of = |i| ((10, 3), (10, if i < changed { 2 + i % 4 } else { 3 }));
            (0..500).map(of).collect::<Vec<Pairs>>()
        };
        let found = |changed, counted, differences| {
            paired(&clusters(changed))
                .difference_at(counted, Level::Anytime { differences }, f64::INFINITY)
                .unwrap()
        };
        assert_eq!(found(60, Counted::Amount, 1).clusters_changed, 45);
        assert_eq!(
            (found(60, Counted::Amount, 1).interval, found(60, Counted::Successes, 1).p),
            (None, None)
        );
        let [one, ten] = [1, 10].map(|differences| half(&found(400, Counted::Successes, differences)));
        assert!(ten > 1.1 * one, "{one} {ten}");
    }

    #[test]
    fn effects_are_in_the_unit_of_the_measure() {
        const TABLE: &[Measure] =
            &[Measure::new("a", [1, 0], Unit::Thousandths), Measure::new("b", [1, 0], Unit::Points)];
        let mut measures = PairedMeasures::new(TABLE);
        measures.add(&[1, 1_000], &[1, 3_000]);
        measures.add(&[1, 2_000], &[1, 6_000]);
        measures.count_points_in(2);
        let values: Vec<[f64; 3]> = measures
            .effects()
            .map(|(_, Effect { base, variant, difference })| {
                [base.unwrap().value, variant.unwrap().value, difference.unwrap().value]
            })
            .collect();
        assert_eq!(values, [[1.5, 4.5, 3.0], [750.0, 2_250.0, 1_500.0]]);
    }

    /// The smaller half, which is not that of a long tail.
    fn half(of: &Difference) -> f64 {
        let [low, high] = of.interval.unwrap();
        (high - of.value).min(of.value - low)
    }
}
