//! Limits of events of which there are few, or that come in clumps.
//!
//! Events are trials that succeeded, or what happens beside trials. How many of a cluster (a wall) come together is seen from
//! their variance between clusters: Y events of variance V are worth as much as `Y / w` independent *clumps* of `w = V / (Y (1 - r))`
//! events, r being their share of the trials (Kish's effective sample size). The limits are those of Clopper and Pearson for
//! so many clumps (Korn, Graubard, Analysis of Health Surveys, 3.2); of events that are no trials those of gamma distributions, which
//! are exact for Poisson counts (Fay, Feuer 1997, Confidence intervals for directly standardized rates).
//!
//! An upper limit is that of a sum with one further clump. A sample of few clumps may lack the large ones, so this clump has a
//! weight `unseen` of being a *whole cluster*, all of whose trials succeed. If no event was seen the weight is 1, and
//! the limit is that of the share of such clusters: `1 - 0.025^(1/n)`. With many clumps it vanishes, and the
//! limits become those of the variance. Where it is known that fewer events of a cluster come together, these are the whole clump: what happens in
//! a single kyoku is apart from what happens in the next one, so that only the matches on a wall can have it together.
//!
//! The coverage is simulated by `tests/coverage.rs` and by the example `coverage`: at least .94 if trials of a cluster are independent,
//! correlated or all equal, in clusters of any size. It is less where the events of a rate are nearly all single ones but most of the
//! rate is a rare kind of clump that the sample lacks: no sample can show that.

use crate::quantile::{beta_quantile, gamma_quantile};
use crate::skew::UNSEEN;

/// If an amount changed in fewer clusters there is no interval, and of events it is another one: by their variance it would be too narrow.
pub const FEWEST_CHANGED: u64 = 10;

/// Fewer events (clumps), or fewer clusters that gained or lost some, are *few*: the word stands beside what they do not decide.
pub const ENOUGH_CHANGED: u64 = 20;

/// The events of a rate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Events {
    pub trials: f64,
    pub events: f64,
    /// Variance of their sum; 0 without events.
    pub variance: f64,
    /// Its third cumulant, 0 if it is unknown.
    pub third: f64,
    /// Events that come together at most: the trials of a large cluster.
    pub cluster: f64,
    /// What the variance is multiplied by because it is estimated.
    pub estimated: f64,
    /// Whether an event is a trial that succeeded, so that there are at most as many as trials.
    pub of_trials: bool,
}

/// The clumps that events come in.
struct Clumps {
    /// How many there are.
    number: f64,
    /// Events of one.
    size: f64,
    /// Events of a large one.
    large: f64,
}

/// A further clump: the means of its size and of its squared size.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Further {
    pub size: f64,
    pub square: f64,
}

impl Events {
    fn clumps(&self) -> Clumps {
        if self.events == 0.0 {
            return Clumps { number: 0.0, size: 0.0, large: 0.0 };
        }
        let rest = if self.of_trials { 1.0 - self.events / self.trials } else { 1.0 };
        let size = self.variance / (self.events * rest);
        Clumps { number: self.events / size, size, large: size.max(self.third / self.variance) }
    }

    /// Whether there are so few of them, or of the trials without one, that they decide little.
    pub(crate) fn are_few(&self) -> bool {
        let size = self.clumps().size.max(1.0);
        let rarer = if self.of_trials { self.events.min(self.trials - self.events) } else { self.events };
        rarer / size < ENOUGH_CHANGED as f64
    }

    /// The limits of their rate, each with this probability beyond it.
    pub(crate) fn limits(&self, tail: f64) -> [f64; 2] {
        let low = if self.of_trials { 1.0 - self.without().upper(tail) } else { self.lower(tail) };
        [low, self.upper(tail)]
    }

    /// The trials without an event.
    fn without(&self) -> Events {
        Events { events: self.trials - self.events, third: -self.third, ..*self }
    }

    fn upper(&self, tail: f64) -> f64 {
        let left = self.trials - self.events;
        if self.of_trials && left <= 0.0 {
            return 1.0;
        }
        let Clumps { number, size, large } = self.clumps();
        let further = Further::of(number, large, self.variance, self.cluster);
        let events = self.events + further.size;
        let size = (self.events * size * self.estimated + further.square) / events;
        if self.of_trials {
            beta_quantile(events / size, left / size, 1.0 - tail)
        } else {
            gamma_quantile(events / size, 1.0 - tail) * size / self.trials
        }
    }

    /// The lower limit of events that are no trials.
    fn lower(&self, tail: f64) -> f64 {
        let size = self.clumps().size * self.estimated;
        if self.events == 0.0 { 0.0 } else { gamma_quantile(self.events / size, tail) * size / self.trials }
    }
}

impl Further {
    /// The clump that an upper limit adds to so many clumps, of which large ones have this size and all events this variance, in
    /// clusters of this many trials.
    pub(crate) fn of(clumps: f64, large: f64, variance: f64, cluster: f64) -> Further {
        let cluster = cluster.max(large);
        let weight = unseen(clumps, variance, cluster);
        let mean = |own: f64, cluster: f64| own + weight * (cluster - own);
        Further { size: mean(large, cluster), square: mean(large * large, cluster * cluster) }
    }
}

/// The weight of a clump of a whole cluster, from the number of clumps seen. It falls from 1 as `0.7^clumps`, and then as `4 / (4 + clumps)`
/// where the clump adds no more than half of the variance.
fn unseen(clumps: f64, variance: f64, cluster: f64) -> f64 {
    let bounded = (variance / (2.0 * cluster * cluster)).max(0.7_f64.powf(clumps));
    bounded.min(UNSEEN / (UNSEEN + clumps))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Single events in clusters of one trial: no clump is larger than they are.
    fn single(events: f64, trials: f64, of_trials: bool) -> Events {
        let variance = events * if of_trials { 1.0 - events / trials } else { 1.0 };
        Events { trials, events, variance, third: variance, cluster: 1.0, estimated: 1.0, of_trials }
    }

    /// Exact limits: of a Poisson mean (Garwood 1936) 0: 0 to 3.689, 1: 0.0253 to 5.572, 10: 4.795 to 18.39; of a share (Clopper, Pearson 1934)
    /// 3 of 10: .0667 to .6525.
    #[test]
    fn limits_of_single_events_are_exact() {
        for (n, low, high) in [(0.0, 0.0, 3.689), (1.0, 0.0253, 5.572), (10.0, 4.795, 18.390)] {
            let found = single(n, 100.0, false).limits(0.025).map(|limit| 100.0 * limit);
            assert!((found[0] - low).abs() < 6e-4 && (found[1] - high).abs() < 6e-4, "{n}: {found:?}");
        }
        let [low, high] = single(3.0, 10.0, true).limits(0.025);
        assert!((low - 0.0667).abs() < 1e-4 && (high - 0.6525).abs() < 1e-4, "{low} {high}");
        assert_eq!(single(10.0, 10.0, true).limits(0.025)[1], 1.0);
    }

    /// Clumps of three trials are as good as a third of the trials.
    #[test]
    fn limits_of_clumps_are_those_of_fewer_trials() {
        let clumped =
            Events { variance: 3.0 * 9.0 * 0.7, third: 0.0, cluster: 3.0, ..single(9.0, 30.0, true) };
        let [[low, high], [from, to]] = [clumped, single(3.0, 10.0, true)].map(|events| events.limits(0.025));
        assert!((low - from).abs() < 1e-9 && (high - to).abs() < 1e-9);
        assert!(
            clumped.are_few() && !single(20.0, 100.0, true).are_few() && single(90.0, 100.0, true).are_few()
        );
    }

    /// Without an event the limit is that of whole clusters; each event seen makes a whole cluster less likely.
    #[test]
    fn a_clump_that_was_never_seen_is_expected_less_and_less() {
        let events = |n: f64| Events { cluster: 10.0, ..single(n, 1_000.0, true) };
        let never = events(0.0).limits(0.025);
        assert!(never[0] == 0.0 && (never[1] - (1.0 - 0.025_f64.powf(0.01))).abs() < 1e-9);
        let after = |clumps| Further::of(clumps, 1.0, clumps, 10.0);
        assert_eq!(after(0.0), Further { size: 10.0, square: 100.0 });
        let one = after(1.0);
        assert!(
            (one.size - (1.0 + 0.7 * 9.0)).abs() < 1e-12 && (one.square - (1.0 + 0.7 * 99.0)).abs() < 1e-12
        );
        assert!((after(20.0).square - (1.0 + 0.1 * 99.0)).abs() < 1e-12, "half of the variance");
        assert!(after(1e6).square < 1.001);
    }
}
