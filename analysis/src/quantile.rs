//! Quantiles and tail probabilities of the distributions that intervals are made of.

use statrs::distribution::{ChiSquared, ContinuousCDF, Normal, StudentsT};
use statrs::function::beta::beta_reg;
use statrs::function::erf::erfc;
use statrs::function::gamma::gamma_ur;

/// The probability beyond each limit of a 95 % interval.
pub(crate) const TAIL: f64 = 0.025;

/// What a normal variable exceeds with the probability [`TAIL`].
pub(crate) const NORMAL: f64 = 1.959_963_984_540_054;

/// Beyond this shape a gamma or beta distribution is transformed to a normal one.
const LARGE: f64 = 300.0;

/// The value that Student's t with this many degrees of freedom exceeds with probability 2.5 %.
///
/// For many degrees of freedom it is the normal quantile plus two terms of its series (Abramowitz, Stegun, 26.7.5),
/// because the inverse of the incomplete beta function loses precision there (1.83 for ten million).
pub(crate) fn t_quantile(freedom: f64) -> f64 {
    t_quantile_at(freedom, TAIL)
}

/// The value that it exceeds with this probability.
pub(crate) fn t_quantile_at(freedom: f64, tail: f64) -> f64 {
    if freedom > 1_000.0 {
        let z = if tail == TAIL { NORMAL } else { normal_quantile(tail) };
        let first = (z.powi(3) + z) / 4.0;
        let second = (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / 96.0;
        return z + first / freedom + second / (freedom * freedom);
    }
    let t = StudentsT::new(0.0, 1.0, freedom).expect("at least one degree of freedom");
    t.inverse_cdf(1.0 - tail)
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

/// The probability that a normal variable exceeds `z`.
pub(crate) fn normal_tail(z: f64) -> f64 {
    erfc(z / std::f64::consts::SQRT_2) / 2.0
}

/// What a normal variable exceeds with this probability.
pub(crate) fn normal_quantile(tail: f64) -> f64 {
    -Normal::standard().inverse_cdf(tail)
}

/// What a gamma variable of this shape, and of scale 1, is below with this probability.
///
/// Of a large shape by the normal value of its cube root (Wilson, Hilferty).
pub(crate) fn gamma_quantile(shape: f64, probability: f64) -> f64 {
    if shape > LARGE {
        let part = 1.0 / (9.0 * shape);
        return shape * (1.0 - part - normal_quantile(probability) * part.sqrt()).powi(3);
    }
    ChiSquared::new(2.0 * shape).expect("a positive shape").inverse_cdf(probability) / 2.0
}

/// The probability that a gamma variable of this shape, and of scale 1, exceeds `x`.
pub(crate) fn gamma_tail(shape: f64, x: f64) -> f64 {
    if shape > LARGE {
        let part = 1.0 / (9.0 * shape);
        return normal_tail(((x / shape).cbrt() - 1.0 + part) / part.sqrt());
    }
    if x > 0.0 { gamma_ur(shape, x) } else { 1.0 }
}

/// What a beta variable is below with this probability. `a` and `b` are positive, or one is zero: then it is 0 or 1.
///
/// Of large `a` and `b` by a normal value (Abramowitz, Stegun, 26.5.22), of one that is far larger by the gamma distribution.
pub(crate) fn beta_quantile(a: f64, b: f64, probability: f64) -> f64 {
    match [a, b] {
        [0.0, _] => 0.0,
        [_, 0.0] => 1.0,
        _ if a.min(b) > LARGE => beta_by_normal(a, b, probability),
        _ if b > 1e5 * a.max(1.0) => {
            let x = gamma_quantile(a, probability);
            x / (b + x)
        }
        _ if a > 1e5 * b.max(1.0) => 1.0 - beta_quantile(b, a, 1.0 - probability),
        _ => beta_by_search(a, b, probability),
    }
}

fn beta_by_normal(a: f64, b: f64, probability: f64) -> f64 {
    let (z, [p, q]) = (normal_quantile(probability), [a, b].map(|x| 1.0 / (2.0 * x - 1.0)));
    let (lambda, h) = ((z * z - 3.0) / 6.0, 2.0 / (p + q));
    let w = z * (h + lambda).sqrt() / h - (q - p) * (lambda + 5.0 / 6.0 - 2.0 / (3.0 * h));
    a / (a + b * (2.0 * w).exp())
}

/// By false position (Illinois) on the log odds.
fn beta_by_search(a: f64, b: f64, probability: f64) -> f64 {
    let at = |odds: f64| 1.0 / (1.0 + (-odds).exp());
    let error = |odds: f64| beta_reg(a, b, at(odds)) - probability;
    let start = (a / b).ln();
    let (mut low, mut high, mut step) = (start, start, 1.0);
    while error(low) > 0.0 && low > -700.0 {
        (low, step) = (low - step, 2.0 * step);
    }
    step = 1.0;
    while error(high) < 0.0 && high < 36.0 {
        (high, step) = ((high + step).min(36.0), 2.0 * step);
    }
    let (mut below, mut above) = (error(low), error(high));
    for _ in 0..60 {
        let odds = low + (high - low) * (below / (below - above)).clamp(0.01, 0.99);
        let found = error(odds);
        if found.abs() < 1e-12 || high - low < 1e-11 {
            return at(odds);
        }
        // The end that stays counts half, so that it does not stay for long.
        if found < 0.0 {
            (low, below, above) = (odds, found, above / 2.0);
        } else {
            (high, above, below) = (odds, found, below / 2.0);
        }
    }
    at((low + high) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The quantile of 2.5 % has a two-sided probability of 5 %, in both branches.
    #[test]
    fn a_two_sided_probability_is_that_of_the_quantile() {
        for freedom in [1.0, 2.7, 9.0, 100.0, 1_000.0, 1_001.0, 1e5, 1e7] {
            let found = t_two_sided(-t_quantile(freedom), freedom);
            assert!((found - 0.05).abs() < 1e-6, "{freedom}: {found}");
        }
        assert!((t_two_sided(5.0, 999.0) / t_two_sided(5.0, 1_002.0) - 1.0).abs() < 0.01);
        assert_eq!(t_two_sided(0.0, 5_000.0), 1.0);
        assert!((normal_quantile(TAIL) - NORMAL).abs() < 1e-9 && (normal_tail(NORMAL) - TAIL).abs() < 1e-9);
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

    /// χ² tables: 5.024 with 1 degree of freedom, 34.170 with 20; and both branches are one curve.
    #[test]
    fn gamma_quantiles_match_the_tables() {
        for (shape, expected) in [(0.5, 5.024), (10.0, 34.170)] {
            assert!((2.0 * gamma_quantile(shape, 0.975) - expected).abs() < 6e-4);
        }
        for probability in [0.025, 0.975] {
            let [below, above] = [LARGE, LARGE + 1e-9].map(|shape| gamma_quantile(shape, probability));
            assert!((below - above).abs() < 0.02, "{below} {above}");
            for shape in [0.3, 3.0, LARGE, 1e5] {
                let found = gamma_tail(shape, gamma_quantile(shape, probability));
                assert!((found - 1.0 + probability).abs() < 1e-6, "{shape}: {found}");
            }
        }
    }

    /// 1 - 0.025^(1/n) of none in n (Clopper, Pearson); 3 of 10 has the limits .0667 and .6525; the branches are one curve.
    #[test]
    fn beta_quantiles_match_the_limits_of_a_share() {
        for n in [10.0, 1e4, 1e8, 1e12] {
            let exact = -(0.025_f64.ln() / n).exp_m1();
            assert!((beta_quantile(1.0, n, 0.975) / exact - 1.0).abs() < 1e-5, "{n}");
            assert!((1.0 - beta_quantile(n, 1.0, 0.025) - exact).abs() < 1e-9, "{n}");
        }
        assert!((beta_quantile(3.0, 8.0, 0.025) - 0.0667).abs() < 1e-4);
        assert!((beta_quantile(4.0, 7.0, 0.975) - 0.6525).abs() < 1e-4);
        for b in [LARGE, 1e4, 1e6] {
            let [below, above] = [LARGE, LARGE + 1e-6].map(|a| beta_quantile(a, b + 1e-6, 0.975));
            assert!((below / above - 1.0).abs() < 2e-4, "{b}: {below} {above}");
        }
        for a in [0.05, 0.7, 5.0, 290.0] {
            for b in [0.3, 20.0, 1e4] {
                for probability in [1e-5, 0.025, 0.975] {
                    let found = beta_reg(a, b, beta_quantile(a, b, probability));
                    assert!((found - probability).abs() < 1e-9, "{a} {b}: {found} {probability}");
                }
            }
        }
        assert_eq!([beta_quantile(0.0, 3.0, 0.5), beta_quantile(3.0, 0.0, 0.5)], [0.0, 1.0]);
    }
}
