//! Limits of means whose clusters are skewed.
//!
//! Student's t is exact if the mean and its standard error are independent. If a few clusters are far above the others they are not:
//! a sample without such clusters has a mean that is too low, and a standard error that is too small. So a limit is moved
//! outwards on the side of the long tail, to that of a shifted gamma distribution with the variance and the skewness of the
//! sum, which is exact for sums of exponential variables. Two things make up for tails that the sample hardly shows:
//! the estimated skewness is multiplied by [`FACTOR`], and the sum of the limit has [`UNSEEN`] units of the gamma distribution
//! more. The other limit is that of t. Without skewness both are.
//!
//! The coverage is simulated by `tests/coverage.rs` and by the example `coverage`.

use crate::additive::Additive;
use crate::additive::Number::{self, Flag, Sum};
use crate::quantile::{NORMAL, TAIL, gamma_quantile, gamma_tail, t_quantile, t_quantile_at, t_two_sided};

/// What a sample does not show: how many units more the gamma distribution of an upper limit has. See also [`crate::few`].
pub(crate) const UNSEEN: f64 = 4.0;

/// What the estimated skewness is multiplied by: of long tails it is too low in most samples.
const FACTOR: f64 = 1.5;

/// Beyond this amount of x or y the third powers are not summed.
const MOST: u64 = 1 << 32;

/// Sums of third powers over clusters: xxx, xxy, xyy, yyy. Whole numbers: merging is exact. Those that are not known are equal.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Thirds {
    sums: [i128; 4],
    /// Not all clusters are in the sums: an amount was too large, or they were restored without.
    unknown: bool,
    /// The sums are of y in units of two to this power.
    coarse: u32,
}

/// A mean: its standard error, the skewness of the sum, and the clusters that both are known from.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Spread {
    pub error: f64,
    /// `Σe³ / (Σe²)^1.5` of the residuals e.
    pub skewness: f64,
    /// More than 1; of clusters of different size as many as of equal size are worth.
    pub clusters: f64,
}

impl PartialEq for Thirds {
    fn eq(&self, other: &Thirds) -> bool {
        self.sums() == other.sums()
    }
}

impl Eq for Thirds {}

impl Additive for Thirds {
    fn each(&mut self, visit: &mut dyn FnMut(Number<'_>)) {
        visit(Flag(&mut self.unknown));
        if self.unknown {
            self.sums = [0; 4];
        }
        self.sums.iter_mut().for_each(|sum| visit(Sum(sum)));
    }
}

impl Thirds {
    /// No clusters, whose y will be rounded to units of two to this power: a skewness needs few digits.
    pub(crate) fn of_coarse(coarse: u32) -> Thirds {
        Thirds { coarse, ..Thirds::default() }
    }

    #[inline]
    pub(crate) fn add(&mut self, x: i64, y: i64) {
        let y = self.rounded(y);
        if (x.unsigned_abs() | y.unsigned_abs()) >> 20 == 0 {
            let (xx, yy) = (x * x, y * y);
            let powers = [xx * x, xx * y, x * yy, y * yy];
            self.sums.iter_mut().zip(powers).for_each(|(sum, power)| *sum += i128::from(power));
        } else {
            self.add_large(x, y);
        }
    }

    /// The same without xxx.
    #[inline]
    pub(crate) fn add_total(&mut self, x: i64, y: i64) {
        let y = self.rounded(y);
        if (x.unsigned_abs() | y.unsigned_abs()) >> 20 == 0 {
            let yy = y * y;
            let [_, sums @ ..] = &mut self.sums;
            sums.iter_mut()
                .zip([x * x * y, x * yy, y * yy])
                .for_each(|(sum, power)| *sum += i128::from(power));
        } else {
            self.add_large(x, y);
        }
    }

    #[inline]
    fn rounded(&self, y: i64) -> i64 {
        y.saturating_add(1 << self.coarse >> 1) >> self.coarse
    }

    /// These, with the trials of others.
    pub(crate) fn with_trials(&self, trials: &Thirds) -> Thirds {
        let ([xxx, ..], [_, xxy, xyy, yyy]) = (trials.sums, self.sums);
        Thirds { sums: [xxx, xxy, xyy, yyy], unknown: self.unknown || trials.unknown, ..*self }
    }

    #[cold]
    fn add_large(&mut self, x: i64, y: i64) {
        self.unknown |= x.unsigned_abs().max(y.unsigned_abs()) > MOST;
        if !self.unknown {
            let [x, y] = [x, y].map(i128::from);
            let powers = [x * x * x, x * x * y, x * y * y, y * y * y];
            self.sums.iter_mut().zip(powers).for_each(|(sum, power)| *sum += power);
        }
    }

    /// `Σ (y - r x)³`; `None` if it is unknown.
    pub(crate) fn residuals(&self, r: f64) -> Option<f64> {
        let [xxx, xxy, xyy, yyy] = self.sums.map(|sum| sum as f64);
        let unit = 2.0_f64.powi(self.coarse as i32);
        let r = r / unit;
        (!self.unknown).then_some((yyy - r * (3.0 * xyy - r * (3.0 * xxy - r * xxx))) * unit.powi(3))
    }

    /// Those of y - x in the place of y.
    pub(crate) fn less_one(&self) -> Thirds {
        let [xxx, xxy, xyy, yyy] = self.sums;
        let sums = [xxx, xxy - xxx, xyy - 2 * xxy + xxx, yyy - 3 * xyy + 3 * xxy - xxx];
        Thirds { sums, ..*self }
    }

    /// `Σx³`; `None` if it is unknown.
    pub(crate) fn trials(&self) -> Option<f64> {
        (!self.unknown).then_some(self.sums[0] as f64)
    }
}

impl Spread {
    /// The distances from the mean to its 95 % limits, below and above.
    pub(crate) fn margins(&self) -> [f64; 2] {
        self.margins_at(TAIL)
    }

    /// The distances from the mean to limits, each with this probability beyond it.
    pub(crate) fn margins_at(&self, beyond: f64) -> [f64; 2] {
        let half = t_quantile_at(self.clusters - 1.0, beyond) * self.error;
        let long = self
            .tail()
            .map_or(0.0, |tail| tail.unit * (gamma_quantile(tail.shape + UNSEEN, 1.0 - beyond) - tail.shape));
        if self.skewness < 0.0 { [half.max(long), half] } else { [half, half.max(long)] }
    }

    /// The p value of a mean at this distance from zero: 5 % where the limit is zero.
    pub(crate) fn p_value(&self, mean: f64) -> f64 {
        let p = t_two_sided(mean / self.error, self.clusters - 1.0);
        let towards_zero = (mean > 0.0) == (self.skewness < 0.0);
        let long = self.tail().filter(|_| towards_zero);
        long.map_or(p, |tail| {
            p.max(2.0 * gamma_tail(tail.shape + UNSEEN, tail.shape + mean.abs() / tail.unit))
        })
        .min(1.0)
    }

    /// The gamma distribution of the long tail; `None` without a skewness that matters.
    fn tail(&self) -> Option<Tail> {
        let n = self.clusters;
        let skewness = FACTOR * self.skewness.abs() * n * n / ((n - 1.0) * (n - 2.0));
        let deviation = self.error * t_quantile(n - 1.0) / NORMAL;
        let shape = 4.0 / (skewness * skewness);
        (n > 2.0 && skewness > 1e-4).then_some(Tail { shape, unit: deviation * skewness / 2.0 })
    }
}

/// The limits of a mean of squares as factors of it, from the square of its relative standard error and the degrees of freedom of that
/// error: those of gamma distributions, as [`crate::few`] has them of events.
pub(crate) fn factors_of_squares(variance: f64, freedom: f64) -> [f64; 2] {
    let shape = (NORMAL / t_quantile(freedom)).powi(2) / variance;
    [gamma_quantile(shape, TAIL), gamma_quantile(shape + UNSEEN, 1.0 - TAIL)].map(|limit| limit / shape)
}

/// A gamma distribution.
struct Tail {
    shape: f64,
    unit: f64,
}

#[cfg(test)]
mod tests {
    use super::*;

    const EVEN: Spread = Spread { error: 2.0, skewness: 0.0, clusters: 10.0 };

    #[test]
    fn without_skewness_the_limits_are_those_of_t() {
        let half = 2.0 * t_quantile(9.0);
        assert_eq!(EVEN.margins(), [half; 2]);
        assert!((EVEN.p_value(half) - 0.05).abs() < 1e-6);
    }

    /// By hand: of skewness 0.6 and many clusters 1.5 · 0.6 = 0.9, shape 4/0.81 = 4.938272, unit 0.45; χ²(.975; 17.876543) = 31.362.
    #[test]
    fn the_limit_of_a_long_tail_by_hand() {
        let skewed = Spread { error: 1.0, skewness: 0.6, clusters: 1e9 };
        let [below, above] = skewed.margins();
        assert!(
            (below - NORMAL).abs() < 1e-6 && (above - 0.45 * (31.362 / 2.0 - 4.938_272)).abs() < 1e-3,
            "{above}"
        );
        let mirrored = Spread { skewness: -0.6, ..skewed };
        assert_eq!(mirrored.margins(), [above, below]);
    }

    /// 5 % where an interval ends at zero, on either side.
    #[test]
    fn p_values_belong_to_the_limits() {
        for skewness in [-0.8, 0.0, 0.3] {
            let spread = Spread { skewness, ..EVEN };
            let [below, above] = spread.margins();
            assert!((spread.p_value(below) - 0.05).abs() < 1e-6, "{skewness}");
            assert!((spread.p_value(-above) - 0.05).abs() < 1e-6, "{skewness}");
            assert!(spread.p_value(2.0 * below) < 0.05 && spread.p_value(0.5 * below) > 0.05);
        }
    }

    #[test]
    fn third_powers_are_exact_up_to_a_limit() {
        let sum = |clusters: &[(i64, i64)]| {
            let mut sum = Thirds::default();
            clusters.iter().for_each(|&(x, y)| sum.add(x, y));
            sum
        };
        assert_eq!(sum(&[(2, -3), (1, 0)]).sums(), [0, 9, -12, 18, -27]);
        assert_eq!(sum(&[(1, 1 << 32)]).sums()[4], 1 << 96);
        let mut beyond = sum(&[(1, -(1 << 32) - 1), (1, 1)]);
        assert_eq!((beyond.residuals(0.0), beyond.trials()), (None, None));
        let mut restored = Thirds::default();
        assert!(restored.take_sums(&mut beyond.sums().into_iter()));
        assert_eq!(restored.residuals(1.0), None);
        beyond.merge(&sum(&[(3, 4)]));
        assert_eq!(beyond.sums()[0], 1);
        assert_eq!(sum(&[(2, 5), (1, 1)]).less_one(), sum(&[(2, 3), (1, 0)]));
        // (3 - 2 · 1)³ + (1 - 2 · 2)³
        assert_eq!(sum(&[(1, 3), (2, 1)]).residuals(2.0), Some(1.0 - 27.0));
    }
}
