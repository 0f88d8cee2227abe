//! Differences caused by few events: which clusters gained or lost some, and limits that hold for a handful of them.
//!
//! With the sums X, Y of trials and events without a change and X', Y' with it, the difference of the rates is
//!
//! ```text
//! D = Y'/X' - Y/X = (G - L - R ΔX) / X'        R = Y/X, ΔX = X' - X
//! ```
//!
//! where G is the sum of what some clusters gained and L of what others lost. Both are sums of rare counts, whose
//! variance between clusters underestimates the uncertainty: if no cluster gained any, it is zero, although the next
//! cluster may. So G and L get gamma limits (Fay, Feuer 1997) with a further clump as in [`crate::few`], and the limits of D
//! combine them by squares (Zou, Donner 2008, Construction of confidence limits about effect measures). The trials add
//!
//! ```text
//! q² = t² (R² (Σdx² - (Σdx)²/n) + (Σdx)² R/X')        dx = x' - x of a cluster
//! ```

use crate::additive::Additive;
use crate::additive::Number::{self, Count, Most, Sum};
use crate::few::Further;
use crate::quantile::{NORMAL, gamma_quantile, normal_quantile, t_quantile};

/// The smallest p value that is computed.
const LEAST_P: f64 = 1e-7;

/// Gains and losses of clusters. Whole numbers: merging is exact.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Changes {
    gains: Moves,
    losses: Moves,
}

/// Sums over the clusters that changed in one direction.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Moves {
    clusters: u64,
    sum: i128,
    squares: i128,
    largest: i64,
}

/// What the limits depend on besides the events that changed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Trials {
    /// Clusters with trials.
    pub clusters: u64,
    /// Trials with the change, X'.
    pub variant: f64,
    /// Σdx: trials with the change minus trials without.
    pub more: f64,
    /// Σdx².
    pub squares: f64,
    /// Events that come together at most: the trials of a large cluster.
    pub cluster: f64,
}

impl Additive for Changes {
    fn each(&mut self, visit: &mut dyn FnMut(Number<'_>)) {
        for moves in [&mut self.gains, &mut self.losses] {
            visit(Count(&mut moves.clusters));
            visit(Sum(&mut moves.sum));
            visit(Sum(&mut moves.squares));
            visit(Most(&mut moves.largest));
        }
    }
}

impl Changes {
    /// Adds one cluster with `more` additional events under the change.
    pub(crate) fn add(&mut self, more: i64) {
        match more {
            0 => (),
            1.. => self.gains.add(more),
            _ => self.losses.add(more.saturating_neg()),
        }
    }

    /// The number of clusters that gained or lost events.
    pub(crate) fn clusters(&self) -> u64 {
        self.gains.clusters + self.losses.clusters
    }

    /// The 95 % interval.
    #[cfg(test)]
    fn interval(&self, value: f64, rate: f64, trials: &Trials) -> [f64; 2] {
        self.interval_at(value, rate, trials, crate::quantile::TAIL)
    }

    /// The p value of the intervals: twice the tail at which a limit is zero.
    pub(crate) fn p_value(&self, value: f64, rate: f64, trials: &Trials) -> f64 {
        let excludes_zero = |p: f64| {
            let [low, high] = self.interval_at(value, rate, trials, p / 2.0);
            low > 0.0 || high < 0.0
        };
        let (mut low, mut high) = (LEAST_P.ln(), 0.0);
        for _ in 0..30 {
            let middle: f64 = (low + high) / 2.0;
            if excludes_zero(middle.exp()) { high = middle } else { low = middle }
        }
        high.exp()
    }

    /// The interval of a difference of this value, with this probability beyond each limit; `rate` is the rate without the change. Needs two
    /// clusters.
    pub(crate) fn interval_at(&self, value: f64, rate: f64, trials: &Trials, tail: f64) -> [f64; 2] {
        let n = trials.clusters as f64;
        let scatter = trials.squares - trials.more * trials.more / n;
        let by_trials = rate * rate * scatter + trials.more * trials.more * rate / trials.variant;
        let t = t_quantile(n - 1.0) * normal_quantile(tail) / NORMAL;
        let spread = t * t * by_trials.max(0.0);
        let further = self.further(trials.cluster);
        let [gains, losses] = [&self.gains, &self.losses].map(|moves| moves.margins(further, tail));
        let below = (gains.below.powi(2) + losses.above.powi(2) + spread).sqrt() / trials.variant;
        let above = (gains.above.powi(2) + losses.below.powi(2) + spread).sqrt() / trials.variant;
        [value - below, value + above]
    }

    /// The further clump of gains and of losses.
    fn further(&self, cluster: f64) -> Further {
        let largest = self.gains.largest.max(self.losses.largest).max(1) as f64;
        let squares = (self.gains.squares + self.losses.squares) as f64;
        Further::of(self.clusters() as f64, largest, squares, cluster)
    }
}

/// Distances from a sum to its limits.
struct Margins {
    below: f64,
    above: f64,
}

impl Moves {
    fn add(&mut self, events: i64) {
        self.clusters += 1;
        self.sum += i128::from(events);
        self.squares = self.squares.saturating_add(i128::from(events) * i128::from(events));
        self.largest = self.largest.max(events);
    }

    /// The distances from the sum to its gamma limits.
    fn margins(&self, further: Further, tail: f64) -> Margins {
        let (sum, squares) = (self.sum as f64, self.squares as f64);
        let low = if self.sum == 0 { 0.0 } else { gamma_limit(sum, squares, tail) };
        let high = gamma_limit(sum + further.size, squares + further.square, 1.0 - tail);
        Margins { below: sum - low, above: high - sum }
    }
}

/// The quantile of the gamma distribution with this mean and variance.
fn gamma_limit(mean: f64, variance: f64, probability: f64) -> f64 {
    let unit = variance / mean;
    unit * gamma_quantile(mean / unit, probability)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::quantile::TAIL;

    fn changes(moved: &[i64]) -> Changes {
        let mut changes = Changes::default();
        moved.iter().for_each(|&more| changes.add(more));
        changes
    }

    const SINGLE: Further = Further { size: 1.0, square: 1.0 };

    const TRIALS: Trials =
        Trials { clusters: 100, variant: 1_000.0, more: -20.0, squares: 40.0, cluster: 1.0 };

    /// For single events they are the exact limits of a Poisson mean (Garwood 1936): 0: 0 to 3.689, 1: 0.0253 to 5.572,
    /// 10: 4.795 to 18.39.
    #[test]
    fn limits_of_single_events_are_those_of_poisson() {
        for (n, low, high) in [(0, 0.0, 3.689), (1, 0.0253, 5.572), (10, 4.795, 18.390)] {
            let Margins { below, above } = changes(&vec![1; n]).gains.margins(SINGLE, TAIL);
            let found = [n as f64 - below, n as f64 + above];
            assert!((found[0] - low).abs() < 6e-4 && (found[1] - high).abs() < 6e-4, "{n}: {found:?}");
        }
    }

    /// Clusters of three events each: three times the limits of single events.
    #[test]
    fn limits_of_clustered_events_are_wider() {
        let single = changes(&[1; 5]).gains.margins(SINGLE, TAIL);
        let triple = changes(&[3; 5]).gains.margins(Further { size: 3.0, square: 9.0 }, TAIL);
        assert!((triple.below - 3.0 * single.below).abs() < 1e-9);
        assert!((triple.above - 3.0 * single.above).abs() < 1e-9);
    }

    /// By hand, nothing gained or lost: half of the width is √(3.689² + q²) / X'; ten times 3.689 if clumps may be whole clusters of ten
    /// trials.
    #[test]
    fn no_changed_event_still_has_an_interval() {
        let q = t_quantile(99.0).powi(2) * (0.01 * (40.0 - 4.0) + 400.0 * 0.1 / 1_000.0);
        for (cluster, most) in [(1.0, 3.688_879_f64), (10.0, 36.888_79)] {
            let trials = Trials { cluster, ..TRIALS };
            let half = (most.powi(2) + q).sqrt() / 1_000.0;
            let [low, high] = Changes::default().interval(0.002, 0.1, &trials);
            assert!((low - 0.002 + half).abs() < 1e-7 && (high - 0.002 - half).abs() < 1e-7, "{low} {high}");
            assert!(Changes::default().p_value(0.002, 0.1, &trials) > 0.2);
        }
    }

    /// The p value is 5 % where the interval ends at zero.
    #[test]
    fn a_p_value_is_that_of_the_interval_that_ends_at_zero() {
        for moved in [&[1, 1, 1, 2, 1, 1, -1][..], &[-1; 12], &[3]] {
            let changes = changes(moved);
            let [low, _] = changes.interval(0.0, 0.01, &TRIALS);
            let p = changes.p_value(-low, 0.01, &TRIALS);
            assert!((p - 0.05).abs() < 1e-6, "{moved:?}: {p}");
        }
        assert!(changes(&[1; 15]).p_value(0.0152, 0.01, &TRIALS) < 0.001);
        assert_eq!(changes(&[1, -1]).p_value(0.0, 0.01, &TRIALS), 1.0);
    }

    #[test]
    fn merging_in_any_order_is_exact() {
        let moved = [0, 1, -2, 3, 0, -1, 1, 7, -9];
        let whole = changes(&moved);
        for at in 0..moved.len() {
            let mut merged = changes(&moved[at..]);
            merged.merge(&changes(&moved[..at]));
            assert_eq!(merged, whole);
        }
        assert_eq!(whole.clusters(), 7);
    }
}
