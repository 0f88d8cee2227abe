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
//! Intervals are by bootstrap: in each of [`REPLICATES`] replicates a wall counts as often as a Poisson variable of mean 1
//! says, which depends on the numbers of wall and replicate alone. So the sums of replicates merge exactly, walls may be added
//! in any order, and two ways to play the same walls are resampled together.

use crate::interval::FEWEST_CLUSTERS;
use crate::sums;

/// Bootstrap replicates.
pub const REPLICATES: usize = 1_000;

/// Probability to see the difference that walls are counted for.
pub const POWER: f64 = 0.9;

/// `(1.96 + 1.28)²`: the quantiles of 97.5 % and of [`POWER`].
const SQUARED_QUANTILES: f64 = 10.507_420_6;

/// Differences of two players over walls, and bootstrap replicates of them. Whole numbers: merging is exact.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Resolution {
    all: Walls,
    replicates: Vec<Walls>,
}

/// Sums over walls.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Walls {
    n: i64,
    y: i128,
    yy: i128,
}

/// A value and its 95 % bootstrap interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Resampled {
    /// The value; infinite if the players do not differ.
    pub value: f64,
    /// The interval, whose upper bound may be infinite; `None` with fewer than ten walls, or if all walls are alike.
    pub interval: Option<[f64; 2]>,
}

impl Resolution {
    /// No walls.
    pub fn new() -> Resolution {
        Resolution { all: Walls::default(), replicates: vec![Walls::default(); REPLICATES] }
    }

    /// Adds the difference on the wall with this number.
    pub fn add(&mut self, wall: u64, difference: i64) {
        self.all.add(1, difference);
        let mut weights = Weights::new(wall);
        for replicate in &mut self.replicates {
            let weight = weights.next();
            if weight > 0 {
                replicate.add(weight, difference);
            }
        }
    }

    /// Adds the walls of another one, which must be different walls.
    pub fn merge(&mut self, other: &Resolution) {
        self.all.merge(&other.all);
        self.replicates.iter_mut().zip(&other.replicates).for_each(|(walls, other)| walls.merge(other));
    }

    /// All sums in a fixed order; [`Resolution::take_sums`] restores them.
    pub fn sums(&self) -> impl Iterator<Item = i128> {
        [&self.all].into_iter().chain(&self.replicates).flat_map(|walls| [walls.n.into(), walls.y, walls.yy])
    }

    /// Restores the sums from [`Resolution::sums`]; false if there are too few.
    #[must_use]
    pub fn take_sums(&mut self, sums: &mut impl Iterator<Item = i128>) -> bool {
        sums::take(sums, |next| {
            for walls in [&mut self.all].into_iter().chain(&mut self.replicates) {
                *walls = Walls { n: next() as i64, y: next(), yy: next() };
            }
        })
    }

    /// The number of walls.
    pub fn walls(&self) -> i64 {
        self.all.n
    }

    /// `d / s`: the difference on a wall in standard deviations of it.
    pub fn effect(&self) -> Option<Resampled> {
        self.resampled(Walls::effect)
    }

    /// The standard deviation of the difference on a wall, for sums that are `weight` times the difference.
    pub fn deviation(&self, weight: f64) -> Option<Resampled> {
        self.resampled(|walls| walls.deviation() / weight)
    }

    /// Walls to see the difference of these two players.
    pub fn walls_needed(&self) -> Option<Resampled> {
        let found = self.effect()?;
        let walls = |effect: f64| SQUARED_QUANTILES / (effect * effect);
        let interval = found.interval.map(|[low, high]| {
            let most = if low < 0.0 && high > 0.0 { f64::INFINITY } else { walls(low.abs().min(high.abs())) };
            [walls(low.abs().max(high.abs())), most]
        });
        Some(Resampled { value: walls(found.value), interval })
    }

    /// Walls to see a given difference between players whose difference varies as much from wall to wall.
    pub fn walls_for(&self, difference: f64, weight: f64) -> Option<Resampled> {
        let walls = |deviation: f64| SQUARED_QUANTILES * (deviation / difference).powi(2);
        let Resampled { value, interval } = self.deviation(weight)?;
        Some(Resampled { value: walls(value), interval: interval.map(|bounds| bounds.map(walls)) })
    }

    /// The effect less that of a base, which has the same walls.
    pub fn effect_less(&self, base: &Resolution) -> Option<Resampled> {
        let less = |walls: &Walls, base: &Walls| walls.effect() - base.effect();
        let pairs = self.replicates.iter().zip(&base.replicates);
        let interval = self.interval(pairs.map(|(walls, base)| less(walls, base)));
        (self.all.n > 1).then(|| Resampled { value: less(&self.all, &base.all), interval })
    }

    fn resampled(&self, of: impl Fn(&Walls) -> f64) -> Option<Resampled> {
        let interval = self.interval(self.replicates.iter().map(&of));
        (self.all.n > 1).then(|| Resampled { value: of(&self.all), interval })
    }

    /// The central 95 % of the values of the replicates.
    fn interval(&self, values: impl Iterator<Item = f64>) -> Option<[f64; 2]> {
        let mut values: Vec<f64> = values.collect();
        if (self.all.n as u64) < FEWEST_CLUSTERS || values.iter().any(|value| !value.is_finite()) {
            return None;
        }
        values.sort_by(f64::total_cmp);
        let bounds = [values[REPLICATES / 40 - 1], values[REPLICATES - REPLICATES / 40]];
        (bounds[0] < bounds[1]).then_some(bounds)
    }
}

impl Default for Resolution {
    fn default() -> Resolution {
        Resolution::new()
    }
}

impl Walls {
    #[inline]
    fn add(&mut self, weight: i64, y: i64) {
        self.n += weight;
        self.y += i128::from(weight * y);
        self.yy += i128::from(weight) * i128::from(y) * i128::from(y);
    }

    fn merge(&mut self, other: &Walls) {
        self.n += other.n;
        self.y += other.y;
        self.yy += other.yy;
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

/// Poisson variables of mean 1, four from each state of a generator (SplitMix64).
struct Weights {
    state: u64,
    bits: u64,
    left: u32,
}

impl Weights {
    /// 65,536 times the probability of at most 0, 1, ... 6.
    const AT_MOST: [u16; 7] = [24_109, 48_219, 60_273, 64_292, 65_296, 65_497, 65_531];

    /// The variables of a wall. The state is mixed, so that those of two walls do not overlap.
    fn new(wall: u64) -> Weights {
        Weights { state: mixed(wall.wrapping_add(0x9E37_79B9_7F4A_7C15)), bits: 0, left: 0 }
    }

    #[inline]
    fn next(&mut self) -> i64 {
        if self.left == 0 {
            self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
            (self.bits, self.left) = (mixed(self.state), 4);
        }
        let part = self.bits as u16;
        (self.bits, self.left) = (self.bits >> 16, self.left - 1);
        Weights::AT_MOST.iter().map(|&most| i64::from(part >= most)).sum()
    }
}

#[inline]
fn mixed(bits: u64) -> u64 {
    let bits = (bits ^ bits >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let bits = (bits ^ bits >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ bits >> 31
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulation::{self, Source};

    fn resolution(walls: impl IntoIterator<Item = i64>) -> Resolution {
        let mut resolution = Resolution::new();
        walls.into_iter().enumerate().for_each(|(wall, y)| resolution.add(wall as u64, y));
        resolution
    }

    /// By hand: 1 to 10 ten times over: mean 5.5, s² = 825/99.
    #[test]
    fn walls_needed_by_hand() {
        let found = resolution((0..100).map(|i| i % 10 + 1));
        let effect = 5.5 / (825.0_f64 / 99.0).sqrt();
        assert!((found.effect().unwrap().value - effect).abs() < 1e-12);
        assert!((found.walls_needed().unwrap().value - 10.5074 / (effect * effect)).abs() < 1e-4);
        assert!((found.deviation(2.0).unwrap().value - (825.0_f64 / 99.0).sqrt() / 2.0).abs() < 1e-12);
        let one = found.walls_for(1.0, 1.0).unwrap();
        assert!((one.value - 10.5074 * 825.0 / 99.0).abs() < 1e-3, "{one:?}");
    }

    /// The weights of a wall are a Poisson variable of mean 1.
    #[test]
    fn weights_are_poisson() {
        let mut counts = [0; 8];
        let (mut sum, mut squares) = (0, 0);
        for wall in 0..200 {
            let mut weights = Weights::new(wall);
            for _ in 0..REPLICATES {
                let weight = weights.next();
                counts[weight as usize] += 1;
                sum += weight;
                squares += weight * weight;
            }
        }
        let n = 200.0 * REPLICATES as f64;
        let (mean, variance) = (sum as f64 / n, squares as f64 / n - (sum as f64 / n).powi(2));
        assert!((mean - 1.0).abs() < 0.01 && (variance - 1.0).abs() < 0.02, "{mean} {variance}");
        assert!((f64::from(counts[0]) / n - (-1.0_f64).exp()).abs() < 0.005);
    }

    #[test]
    fn intervals_cover_the_true_effect() {
        let truth = 0.15;
        let covers = |seed: &u64| {
            let mut walls = simulation::Walls::new(*seed, Source::Normal, truth * 13_000.0, 13_000.0);
            let found = resolution((0..200).map(|_| walls.next() as i64));
            let [low, high] = found.effect().unwrap().interval.unwrap();
            low <= truth && truth <= high
        };
        let covered = (0..300).filter(covers).count() as f64 / 300.0;
        // Standard error of the share: 0.013.
        assert!((0.91..=0.985).contains(&covered), "{covered}");
    }

    #[test]
    fn order_and_parts_do_not_matter() {
        let whole = resolution((0..50).map(|i| i * i % 23 - 7));
        let mut merged = Resolution::new();
        for wall in (25..50).rev() {
            merged.add(wall, (wall * wall % 23) as i64 - 7);
        }
        let mut first = Resolution::new();
        (0..25).for_each(|wall| first.add(wall, (wall * wall % 23) as i64 - 7));
        merged.merge(&first);
        assert_eq!(merged, whole);
        let mut restored = Resolution::new();
        assert!(restored.take_sums(&mut whole.sums()));
        assert_eq!(restored, whole);
        assert_eq!(whole.effect_less(&whole).unwrap(), Resampled { value: 0.0, interval: None });
    }

    /// Two players that do not differ need infinitely many walls; there is no interval of few walls, or of equal ones.
    #[test]
    fn no_interval_where_there_is_none() {
        assert_eq!(resolution([3]).effect(), None);
        assert_eq!(resolution([3, 4, 5]).effect().unwrap().interval, None);
        assert_eq!(resolution([3; 40]).effect().unwrap().interval, None);
        let even = resolution((0..40).map(|i| i % 2 * 2 - 1)).walls_needed().unwrap();
        assert_eq!((even.value, even.interval.unwrap()[1]), (f64::INFINITY, f64::INFINITY));
    }
}
