//! How many walls it takes to tell two players apart.
//!
//! On each wall the two players differ by some amount, with mean `d` and standard deviation `s` over walls. To see a
//! difference of `d` in a test of two sides at 5 %, with a probability of 90 %, takes
//!
//! ```text
//! (1.96 + 1.28)² s² / d²
//! ```
//!
//! walls. The effect `d / s` of one wall compares rulesets; the number of walls does not, as it explodes where d is near 0.
//!
//! The interval of `s²` is that of a mean of squares: the limits of gamma distributions whose variance is that of s², from the
//! kurtosis of the walls. Long tails show in few samples of few walls. So the excess kurtosis is that of a gamma distribution of the same
//! skewness at least, 0 at least, and counts twice. The interval of the effect is `± t · √variance` by the
//! delta method, with that kurtosis. Both have as many degrees of freedom as walls differ, less one.

use crate::additive::Additive;
use crate::additive::Number::{self, Signed, Sum};
use crate::few::FEWEST_CHANGED;
use crate::interval::{Estimate, FEWEST_CLUSTERS};
use crate::joint::Joint;
use crate::quantile::t_quantile;
use crate::skew::factors_of_squares;

/// Probability to see the difference that walls are counted for.
pub const POWER: f64 = 0.9;

/// `(1.96 + 1.28)²`: the quantiles of 97.5 % and of [`POWER`].
const SQUARED_QUANTILES: f64 = 10.507_420_6;

/// Larger amounts, in units, count as this much in the fourth powers.
const MOST: i64 = 1 << 24;

/// The differences of two players over walls, played in one way or in several (a base and its variants). Whole numbers: merging is exact.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Resolution {
    ways: Vec<Walls>,
    /// Of each way the amounts in units, and their squares.
    powers: Joint,
    unit: i64,
}

/// Sums over walls.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Walls {
    n: i64,
    /// Walls with a difference.
    changed: i64,
    y: i128,
    yy: i128,
}

impl Additive for Resolution {
    fn each(&mut self, visit: &mut dyn FnMut(Number<'_>)) {
        for way in &mut self.ways {
            visit(Signed(&mut way.n));
            visit(Signed(&mut way.changed));
            visit(Sum(&mut way.y));
            visit(Sum(&mut way.yy));
        }
        self.powers.each(visit);
    }
}

impl Resolution {
    /// No walls. Amounts are sums of differences, of which `unit` make a thousandth of a rank point.
    pub fn new(ways: usize, unit: i64) -> Resolution {
        Resolution { ways: vec![Walls::default(); ways], powers: Joint::new(2 * ways), unit: unit.max(1) }
    }

    /// Adds a wall: the amount in each way.
    pub fn add(&mut self, amounts: &[i64]) {
        let mut powers = [0; 8];
        for ((way, &y), powers) in self.ways.iter_mut().zip(amounts).zip(powers.chunks_exact_mut(2)) {
            way.add(y);
            let units = (2 * y + self.unit).div_euclid(2 * self.unit).clamp(-MOST, MOST);
            powers.copy_from_slice(&[units, units * units]);
        }
        self.powers.add(&powers[..2 * self.ways.len()]);
    }

    /// The number of walls.
    pub fn walls(&self) -> i64 {
        self.ways[0].n
    }

    /// `d / s` in a way: the difference on a wall in standard deviations of it; `None` with fewer than two walls.
    pub fn effect(&self, way: usize) -> Option<Estimate> {
        let Walls { n, changed, .. } = self.ways[way];
        let (effect, [seen, assumed]) = (self.ways[way].effect(), self.excess(way));
        let more = effect * effect * (assumed - seen) / (4.0 * n as f64);
        self.smooth(effect, &self.gradient(way), more, changed)
    }

    /// The effect in a way less that in another.
    pub fn effect_less(&self, way: usize, base: usize) -> Option<Estimate> {
        let [own, other] = [way, base].map(|way| self.gradient(way));
        let gradient: Vec<f64> = own.iter().zip(&other).map(|(own, other)| own - other).collect();
        let [own, other] = [way, base].map(|way| self.ways[way]);
        self.smooth(own.effect() - other.effect(), &gradient, 0.0, own.changed.min(other.changed))
    }

    /// The standard deviation of the difference on a wall, for amounts that are `weight` times the difference; `None` with fewer than
    /// two walls.
    pub fn deviation(&self, way: usize, weight: f64) -> Option<Estimate> {
        let walls = &self.ways[way];
        let value = walls.deviation() / weight;
        let factors = self.is_enough(walls.changed).then(|| self.factors(way)).flatten();
        let interval = factors.map(|factors| factors.map(|factor| value * factor.sqrt()));
        self.estimate(value, interval)
    }

    /// Walls to see the difference of these two players.
    pub fn walls_needed(&self, way: usize) -> Option<Estimate> {
        let found = self.effect(way)?;
        let walls = |effect: f64| SQUARED_QUANTILES / (effect * effect);
        let interval = found.interval.map(|[low, high]| {
            let most = if low < 0.0 && high > 0.0 { f64::INFINITY } else { walls(low.abs().min(high.abs())) };
            [walls(low.abs().max(high.abs())), most]
        });
        Some(Estimate { value: walls(found.value), interval, ..found })
    }

    /// Walls to see a given difference between players whose difference varies as much from wall to wall.
    pub fn walls_for(&self, way: usize, difference: f64, weight: f64) -> Option<Estimate> {
        let walls = |deviation: f64| SQUARED_QUANTILES * (deviation / difference).powi(2);
        let found = self.deviation(way, weight)?;
        Some(Estimate {
            value: walls(found.value),
            interval: found.interval.map(|bounds| bounds.map(walls)),
            ..found
        })
    }

    /// Whether so many walls with a difference allow an interval.
    fn is_enough(&self, changed: i64) -> bool {
        self.walls() as u64 >= FEWEST_CLUSTERS && changed as u64 >= FEWEST_CHANGED
    }

    fn estimate(&self, value: f64, interval: Option<[f64; 2]>) -> Option<Estimate> {
        let clusters = self.walls() as u64;
        (clusters > 1).then_some(Estimate { value, interval, clusters, few: clusters < FEWEST_CLUSTERS })
    }

    /// A smooth function of the sums of powers, from its gradient and what is added to its variance.
    fn smooth(&self, value: f64, gradient: &[f64], more: f64, changed: i64) -> Option<Estimate> {
        let variance = self.powers.covariance(gradient, gradient) + more.max(0.0);
        let interval = (self.is_enough(changed) && variance > 1e-15).then(|| {
            let half = t_quantile(changed as f64 - 1.0) * variance.sqrt();
            [value - half, value + half]
        });
        self.estimate(value, interval)
    }

    /// Mean and mean square of the amounts in a way, in units.
    fn means(&self, way: usize) -> [f64; 2] {
        [0, 1].map(|power| self.powers.sum(2 * way + power) / self.walls() as f64)
    }

    /// The gradient of [`Walls::effect`] in the sums of powers.
    fn gradient(&self, way: usize) -> Vec<f64> {
        let (n, [mean, square]) = (self.walls() as f64, self.means(way));
        let deviation = (square - mean * mean).sqrt();
        let mut gradient = vec![0.0; self.powers.counts()];
        gradient[2 * way] = (1.0 + (mean / deviation).powi(2)) / (deviation * n);
        gradient[2 * way + 1] = -mean / (2.0 * deviation.powi(3) * n);
        gradient
    }

    /// The limits of the variance as factors of it; `None` if all walls are alike.
    fn factors(&self, way: usize) -> Option<[f64; 2]> {
        let Walls { n, changed, .. } = self.ways[way];
        let [_, excess] = self.excess(way);
        excess.is_finite().then(|| factors_of_squares((2.0 + excess) / n as f64, changed as f64 - 1.0))
    }

    /// The excess kurtosis of the walls as seen, and as it is assumed; not a number if all walls are alike.
    fn excess(&self, way: usize) -> [f64; 2] {
        let (n, [mean, square]) = (self.walls() as f64, self.means(way));
        let variance = square - mean * mean;
        let gradient = |power: usize, slope: f64| {
            let mut gradient = vec![0.0; self.powers.counts()];
            gradient[2 * way + power] = 1.0;
            gradient[2 * way] += slope;
            gradient
        };
        // Of y, and of (y - mean)².
        let [first, second] = [gradient(0, 0.0), gradient(1, -2.0 * mean)];
        let moment = |a: &[f64], b: &[f64]| self.powers.covariance(a, b) * (n - 1.0) / (n * n);
        let skewness = moment(&first, &second) / variance.powf(1.5) * (n * (n - 1.0)).sqrt() / (n - 2.0);
        let seen = moment(&second, &second) / (variance * variance) - 2.0;
        let unbiased = ((n + 1.0) * seen + 6.0) * (n - 1.0) / ((n - 2.0) * (n - 3.0));
        let assumed = unbiased.max(1.5 * skewness * skewness);
        [seen, if assumed.is_nan() { assumed } else { 2.0 * assumed.max(0.0) }]
    }
}

impl Walls {
    fn add(&mut self, y: i64) {
        self.n += 1;
        self.changed += i64::from(y != 0);
        self.y += i128::from(y);
        self.yy += i128::from(y) * i128::from(y);
    }

    /// Standard deviation with divisor n - 1.
    fn deviation(&self) -> f64 {
        let n = self.n as f64;
        let squares = self.yy as f64 - self.y as f64 * (self.y as f64 / n);
        (squares.max(0.0) / (n - 1.0)).sqrt()
    }

    fn effect(&self) -> f64 {
        self.y as f64 / self.n as f64 / self.deviation()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::quantile::gamma_quantile;

    fn resolution(walls: impl IntoIterator<Item = i64>) -> Resolution {
        let mut resolution = Resolution::new(1, 1);
        walls.into_iter().for_each(|y| resolution.add(&[y]));
        resolution
    }

    /// By hand: 1 to 10 ten times over: mean 5.5, s² = 825/99.
    #[test]
    fn walls_needed_by_hand() {
        let found = resolution((0..100).map(|i| i % 10 + 1));
        let effect = 5.5 / (825.0_f64 / 99.0).sqrt();
        assert!((found.effect(0).unwrap().value - effect).abs() < 1e-12);
        assert!((found.walls_needed(0).unwrap().value - 10.5074 / (effect * effect)).abs() < 1e-4);
        assert!((found.deviation(0, 2.0).unwrap().value - (825.0_f64 / 99.0).sqrt() / 2.0).abs() < 1e-12);
        let one = found.walls_for(0, 1.0, 1.0).unwrap();
        assert!((one.value - 10.5074 * 825.0 / 99.0).abs() < 1e-3, "{one:?}");
    }

    /// By hand: no skewness and a kurtosis below 3, taken as 3: shape 100/2/1.0249 = 48.785, the factor 1.0249 being (t(99)/1.959964)².
    #[test]
    fn the_interval_of_a_deviation_by_hand() {
        let found = resolution((0..100).map(|i| i % 10 + 1)).deviation(0, 1.0).unwrap();
        let [low, high] = found.interval.unwrap().map(|bound| (bound / found.value).powi(2) * 48.785);
        assert!((low - gamma_quantile(48.785, 0.025)).abs() < 0.01, "{low}");
        assert!((high - gamma_quantile(52.785, 0.975)).abs() < 0.01, "{high}");
    }

    /// The variance of the effect by the jackknife: leaving out one wall after another.
    #[test]
    fn the_interval_of_an_effect_matches_the_jackknife() {
        let values: Vec<i64> = (0..60).map(|i| i * i * 7919 % 101 - 45).collect();
        let effect_without = |out: usize| {
            let rest = values.iter().enumerate().filter(|(at, _)| *at != out).map(|(_, &y)| y);
            resolution(rest).effect(0).unwrap().value
        };
        let left: Vec<f64> = (0..60).map(effect_without).collect();
        let mean = left.iter().sum::<f64>() / 60.0;
        let error = (left.iter().map(|value| (value - mean).powi(2)).sum::<f64>() * 59.0 / 60.0).sqrt();
        let found = resolution(values.iter().copied()).effect(0).unwrap();
        let [low, high] = found.interval.unwrap();
        assert!(
            ((high - low) / 2.0 / (t_quantile(59.0 - 1.0) * error) - 1.0).abs() < 0.05,
            "{low} {high} {error}"
        );
    }

    /// On the same walls the difference of two ways is known better than either.
    #[test]
    fn ways_on_the_same_walls_are_compared() {
        let mut found = Resolution::new(2, 1);
        (0..200).for_each(|i| found.add(&[i * 37 % 101 - 30, i * 37 % 101 - 30 + i % 3]));
        let [low, high] = found.effect_less(1, 0).unwrap().interval.unwrap();
        let [from, to] = found.effect(1).unwrap().interval.unwrap();
        assert!(high - low < 0.2 * (to - from) && low > 0.0, "{low} {high}");
        assert_eq!(found.effect_less(1, 1).unwrap().interval, None);
    }

    #[test]
    fn order_and_parts_do_not_matter() {
        let whole = resolution((0..50).map(|i| i * i % 23 - 7));
        let mut merged = resolution((25..50).rev().map(|i| i * i % 23 - 7));
        merged.merge(&resolution((0..25).map(|i| i * i % 23 - 7)));
        assert_eq!(merged, whole);
        let mut restored = Resolution::new(1, 1);
        assert!(restored.take_sums(&mut whole.sums().into_iter()));
        assert_eq!((restored.effect(0), restored), (whole.effect(0), whole));
    }

    /// Amounts in other units: the same, but for rounding.
    #[test]
    fn units_do_not_matter() {
        let [plain, scaled] = [1, 1_000].map(|unit| {
            let mut found = Resolution::new(1, unit);
            (0..100).for_each(|i| found.add(&[(i * i % 2_003 - 700) * unit]));
            found
        });
        let [[low, high], [from, to]] = [&plain, &scaled].map(|of| of.effect(0).unwrap().interval.unwrap());
        assert!((low - from).abs() < 1e-12 && (high - to).abs() < 1e-12);
        assert_eq!(plain.deviation(0, 1.0).unwrap().value, scaled.deviation(0, 1_000.0).unwrap().value);
    }

    /// Two players that do not differ need infinitely many walls; there is no interval of few walls, of equal ones, or if few differ.
    #[test]
    fn no_interval_where_there_is_none() {
        assert_eq!(resolution([3]).effect(0), None);
        let few = resolution([3, 4, 5]).effect(0).unwrap();
        assert!(few.interval.is_none() && few.few);
        for walls in [[3; 40], std::array::from_fn(|i| i64::from(i < 9) * 7)] {
            assert_eq!(resolution(walls).effect(0).unwrap().interval, None);
            assert_eq!(resolution(walls).deviation(0, 1.0).unwrap().interval, None);
        }
        let even = resolution((0..40).map(|i| i % 2 * 2 - 1)).walls_needed(0).unwrap();
        assert_eq!((even.value, even.interval.unwrap()[1]), (f64::INFINITY, f64::INFINITY));
    }
}
