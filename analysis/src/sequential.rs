//! A sequential test: play until it is decided which of two hypotheses on a mean difference holds.
//!
//! H0: the mean is at most `h0`; H1: it is at least `h1`. With n clusters of mean M and variance s² (divisor n), the
//! generalised sequential probability ratio test compares
//!
//! ```text
//! LLR = n (h1 - h0) (2M - h0 - h1) / (2 s²)
//! ```
//!
//! with `ln 1/α` (accept H1) and `ln β` (accept H0): Wald's test with the variance estimated. If the true mean is h0 or
//! less, H1 is accepted with probability at most α; if it is h1 or more, H0 with probability at most β. Between h0 and h1 either
//! may be accepted.
//!
//! - There is no decision before [`FEWEST`] clusters, nor before as many changed: the variance must be known.
//! - The test looks every [`EVERY`] clusters. Sums between two looks overshoot the bounds, which pays for what the
//!   estimated variance and the truncation cost: the simulated error rates stay below α and β (`tests`). Siegmund's
//!   correction for the overshoot (bounds lowered by 0.583 (h1 - h0)/s · √[`EVERY`]) would save a tenth of the clusters and
//!   exceed them: up to .064 for .05.
//! - A test that is still undecided after [`TRUNCATION`] times the clusters that a test of fixed size needs,
//!   `(z_α + z_β)² s² / (h1 - h0)²`, ends by the sign of the LLR.
//!
//! ```
//! use hyakuman_analysis::sequential::{Decision, Sample, SequentialTest};
//! let test = SequentialTest::new([0.0, 2.0], [0.05, 0.05]).unwrap();
//! let sample = Sample { clusters: 500, changed: 500, mean: 1.9, variance: 169.0 };
//! let look = test.look(&sample);
//! assert!((look.llr - 5.325).abs() < 0.001);
//! assert_eq!(look.decision, Some(Decision::H1));
//! ```
//!
//! Sources: Wald 1945; Li, Liu, Ying, Generalized sequential probability ratio test for separate families of
//! hypotheses; Van den Bergh, notes on the tests of fishtest; Siegmund, Sequential Analysis.

use crate::anytime;
use serde::Serialize;
use statrs::distribution::{ContinuousCDF, Normal};
use std::fmt;

pub use crate::contrast::Sample;

/// Clusters, and changed clusters, before the first decision.
pub const FEWEST: u64 = anytime::FEWEST;

/// Clusters between two looks.
pub const EVERY: u64 = 25;

/// The test ends at this multiple of the clusters of a test of fixed size.
pub const TRUNCATION: f64 = 2.0;

/// Two hypotheses and the error rates.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SequentialTest {
    h0: f64,
    h1: f64,
    alpha: f64,
    beta: f64,
}

/// The accepted hypothesis.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// The mean is not h1 or more.
    H0,
    /// The mean is not h0 or less.
    H1,
}

/// The state of a test after some clusters.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Look {
    /// Logarithm of the likelihood ratio; positive values speak for H1. Infinite if the clusters do not scatter.
    pub llr: f64,
    /// Clusters at which the test is truncated, estimated from the variance so far.
    pub truncated_at: f64,
    /// The accepted hypothesis, if the test is over.
    pub decision: Option<Decision>,
    /// Whether it is over because of the truncation.
    pub truncated: bool,
}

/// The largest difference that can be tested.
const MOST: f64 = 1e6;

impl SequentialTest {
    /// A test of `[h0, h1]` with the error rates `[alpha, beta]`.
    ///
    /// # Errors
    /// One sentence: h0 is not below h1, one of them is beyond a million, or a rate is not between 0 and 0.5.
    pub fn new([h0, h1]: [f64; 2], [alpha, beta]: [f64; 2]) -> Result<SequentialTest, String> {
        let plain = [h0, h1].iter().all(|h| h.abs() <= MOST);
        if !(plain && h0 < h1) {
            let at_most = if plain { "" } else { ", neither of them beyond a million" };
            return Err(format!("H0 is {h0:?} and H1 is {h1:?}: H0 must be below H1{at_most}, as in 0,0.5"));
        }
        for (name, rate) in [("alpha", alpha), ("beta", beta)] {
            if !(1e-9..=0.5).contains(&rate) {
                return Err(format!(
                    "{name} is {rate}: expected an error rate above 0, at most 0.5, such as 0.05"
                ));
            }
        }
        Ok(SequentialTest { h0, h1, alpha, beta })
    }

    /// The two hypotheses, `[h0, h1]`.
    pub fn hypotheses(&self) -> [f64; 2] {
        [self.h0, self.h1]
    }

    /// The error rates, `[alpha, beta]`.
    pub fn error_rates(&self) -> [f64; 2] {
        [self.alpha, self.beta]
    }

    /// H0 is accepted at or below the first LLR, H1 at or above the second.
    pub fn bounds(&self) -> [f64; 2] {
        [self.beta.ln(), -self.alpha.ln()]
    }

    /// Clusters that a test of fixed size with the same error rates needs, for clusters of this variance.
    pub(crate) fn fixed_size(&self, variance: f64) -> f64 {
        let normal = Normal::standard();
        let z = normal.inverse_cdf(1.0 - self.alpha) + normal.inverse_cdf(1.0 - self.beta);
        z * z * variance / (self.h1 - self.h0).powi(2)
    }

    /// Whether the test looks after this number of clusters.
    pub(crate) fn looks_at(clusters: u64) -> bool {
        clusters >= FEWEST && clusters.is_multiple_of(EVERY)
    }

    /// The state of the test; `decision` is `None` also where the test does not look.
    pub fn look(&self, sample: &Sample) -> Look {
        let Sample { clusters, changed, mean, variance } = *sample;
        let evidence = clusters as f64 * (self.h1 - self.h0) * (2.0 * mean - self.h0 - self.h1) / 2.0;
        let llr = if evidence == 0.0 { 0.0 } else { evidence / variance };
        let truncated_at = TRUNCATION * self.fixed_size(variance);
        let [low, high] = self.bounds();
        let outside = llr <= low || llr >= high;
        let truncated = !outside && clusters as f64 >= truncated_at;
        let over = Self::looks_at(clusters) && changed >= FEWEST && (outside || truncated);
        let decision = over.then_some(if llr > 0.0 { Decision::H1 } else { Decision::H0 });
        Look { llr, truncated_at, decision, truncated: over && truncated }
    }
}

/// As on the command line: `0,0.5 alpha 0.05 beta 0.05`.
impl fmt::Display for SequentialTest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{} alpha {} beta {}", self.h0, self.h1, self.alpha, self.beta)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contrast::Contrast;
    use crate::simulation::{Source, Walls};
    use crate::{Estimate, Validity};

    const UNIT: f64 = 1_000.0;

    fn test(h0: f64, h1: f64) -> SequentialTest {
        SequentialTest::new([h0, h1], [0.05, 0.05]).unwrap()
    }

    /// By hand: 100 · 2 · (2 · 1.5 - 2) / (2 · 169) = 0.591716; bounds ±ln 20 = 2.995732; (2 · 1.644854)² · 169 / 4 =
    /// 457.24.
    #[test]
    fn ratio_bounds_and_size_by_hand() {
        let look = test(0.0, 2.0).look(&Sample { clusters: 100, changed: 100, mean: 1.5, variance: 169.0 });
        assert!((look.llr - 0.591_716).abs() < 1e-6, "{look:?}");
        assert_eq!(look.decision, None);
        let [low, high] = test(0.0, 2.0).bounds();
        assert!((low + 2.995_732).abs() < 1e-6 && (high - 2.995_732).abs() < 1e-6);
        assert!((test(0.0, 2.0).fixed_size(169.0) - 457.24).abs() < 0.01);
        assert!((look.truncated_at - 914.48).abs() < 0.02);
    }

    #[test]
    fn nothing_is_decided_early_or_between_looks() {
        let clear = |clusters, changed| {
            let sample = Sample { clusters, changed, mean: 9.0, variance: 1.0 };
            test(0.0, 1.0).look(&sample).decision
        };
        assert_eq!(clear(50, 50), Some(Decision::H1));
        for (clusters, changed) in [(25, 25), (49, 49), (51, 51), (1_000, 49)] {
            assert_eq!(clear(clusters, changed), None, "{clusters} {changed}");
        }
    }

    /// Undecided between the bounds, decided by the sign beyond the truncation.
    #[test]
    fn a_long_test_is_truncated() {
        let look = |clusters, mean| {
            test(0.0, 2.0).look(&Sample { clusters, changed: clusters, mean, variance: 169.0 })
        };
        assert_eq!((look(900, 1.1).decision, look(900, 1.1).truncated), (None, false));
        for (mean, decision) in [(1.1, Decision::H1), (0.9, Decision::H0)] {
            let found = look(925, mean);
            assert_eq!((found.decision, found.truncated), (Some(decision), true));
        }
    }

    /// Agents that never differ: no decision, and no number that is not one.
    #[test]
    fn equal_agents_are_never_decided() {
        let sample = Sample { clusters: 100_000, changed: 0, mean: 0.0, variance: 0.0 };
        assert_eq!(test(0.0, 1.0).look(&sample).decision, None);
        assert_eq!(test(-1.0, 1.0).look(&sample).llr, 0.0);
    }

    #[test]
    fn nonsense_is_refused() {
        for ([h0, h1], rates, part) in [
            ([1.0, 1.0], [0.05, 0.05], "H0 must be below H1"),
            ([0.0, f64::NAN], [0.05, 0.05], "H0 must be below H1"),
            (
                [0.0, 1e300],
                [0.05, 0.05],
                "H1 is 1e300: H0 must be below H1, neither of them beyond a million",
            ),
            ([0.0, 1.0], [0.0, 0.05], "alpha is 0"),
            ([0.0, 1.0], [0.05, 0.6], "beta is 0.6"),
        ] {
            let error = SequentialTest::new([h0, h1], rates).unwrap_err();
            assert!(error.contains(part), "{error}");
        }
    }

    /// The shares of 2,000 tests that accept H1, the mean number of clusters, and the share whose anytime interval at the
    /// end has the true mean.
    fn outcomes(source: Source, deviation: f64, [h0, h1]: [f64; 2], truth: f64) -> [f64; 3] {
        const TESTS: u64 = 2_000;
        let mut sums = [0.0; 3];
        for seed in 0..TESTS {
            let mut walls = Walls::new(seed, source, truth, deviation);
            let mut contrast = Contrast::default();
            let decision = loop {
                contrast.add((walls.next() * UNIT).round() as i64);
                if !SequentialTest::looks_at(contrast.clusters()) {
                    continue;
                }
                let sample = contrast.sample(UNIT).expect("clusters");
                if let Some(decision) = test(h0, h1).look(&sample).decision {
                    break decision;
                }
            };
            let Estimate { interval, clusters, .. } = contrast.estimate(UNIT, Validity::Anytime).unwrap();
            let [low, high] = interval.expect("at least 50 changed clusters");
            let covers = low <= truth && truth <= high;
            let found = [f64::from(decision == Decision::H1), clusters as f64, f64::from(covers)];
            sums.iter_mut().zip(found).for_each(|(sum, found)| *sum += found / TESTS as f64);
        }
        sums
    }

    /// What docs/match.md promises: at both hypotheses at most 5 % of 2,000 tests err, and the interval after stopping
    /// covers the truth in at least 95 %. Standard error of a share of .05: .005.
    #[test]
    fn error_rates_are_at_most_as_stated() {
        for (source, deviation, h1, expected_clusters) in [
            (Source::Normal, 13.0, 2.0, 270.0),
            (Source::Normal, 17.5, 2.0, 470.0),
            (Source::Normal, 13.0, 4.0, 87.0),
            (Source::Rare, 7.6, 0.75, 650.0),
        ] {
            for (truth, error) in [(0.0, 0), (h1, 1)] {
                let [accepts, clusters, covered] = outcomes(source, deviation, [0.0, h1], truth);
                let errs = if error == 0 { accepts } else { 1.0 - accepts };
                let what = format!("{source:?} {deviation} {h1} at {truth}: {accepts} {clusters} {covered}");
                assert!(errs <= 0.05, "{what}");
                assert!((clusters / expected_clusters - 1.0).abs() < 0.15, "{what}");
                assert!(covered >= 0.95, "{what}");
            }
        }
    }
}
