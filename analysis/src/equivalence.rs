//! Whether an effect is larger than a bound below which it does not matter.
//!
//! An interval that contains zero does not show that there is no effect. That an effect is *not larger than a bound δ* is shown by two
//! one-sided tests (Schuirmann 1987), of an effect of -δ or below and of one of δ or above: both are rejected at 5 % if the interval with 5 % beyond
//! each limit, one of 90 %, lies between -δ and δ. That there is an effect is shown by the interval of 95 % as everywhere: it excludes zero,
//! or even lies beyond δ.
//!
//! | verdict | what shows it | wrong with probability |
//! | --- | --- | --- |
//! | [`Verdict::Within`] | the 90 % interval lies between -δ and δ | at most 5 %, if the effect is δ or larger |
//! | [`Verdict::Beyond`] | the 95 % interval lies above δ or below -δ | at most 2.5 %, if the effect is δ or smaller |
//! | [`Verdict::Effect`] | the 95 % interval excludes zero, and neither of these | at most 5 %, if there is none |
//!
//! Several verdicts share these probabilities equally (Bonferroni): they are those that any of them is wrong. The limits are those of
//! the differences ([`crate::paired`], [`crate::contrast`]) for a fixed number of clusters, or those that hold whenever one stops ([`crate::anytime`]):
//! then a verdict may end the work that it is about. One side of such an interval misses with half of its probability, to one part in a hundred.
//!
//! ```
//! use hyakuman_analysis::{Contrast, Validity, Verdict};
//! let mut contrast = Contrast::default();
//! (0..1_000).for_each(|wall| contrast.add(wall % 21 - 10)); // mean 0, standard error 0.19
//! let verdict = |bound| contrast.equivalence(1.0, bound, Validity::Fixed, 1).verdict;
//! assert_eq!([0.5, 0.3].map(verdict), [Verdict::Within, Verdict::Unknown]);
//! ```

use crate::figures;
use crate::interval::Validity;
use crate::measure::Unit;
use crate::multiple::ALPHA;
use serde::{Serialize, Serializer};

/// What is known of an effect and a bound.
#[derive(Serialize, Clone, Copy, PartialEq, Debug)]
pub struct Equivalence {
    /// The bound δ, above 0, in the unit of the measure.
    pub bound: f64,
    /// What is shown.
    pub verdict: Verdict,
    /// The interval of the two one-sided tests; `None` if the data do not allow one.
    pub interval: Option<[f64; 2]>,
    /// The level of that interval: 0.9 for a single verdict.
    #[serde(serialize_with = "six_decimals")]
    pub level: f64,
}

fn six_decimals<S: Serializer>(level: &f64, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_f64((level * 1e6).round() / 1e6)
}

/// What is shown of an effect and a bound.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// It is zero on every cluster.
    Same,
    /// It is not larger than the bound.
    Within,
    /// It is larger than the bound.
    Beyond,
    /// There is one; whether it is larger than the bound is not known.
    Effect,
    /// None of these.
    Unknown,
}

/// Limits of a difference at some level.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Limits {
    /// Too few clusters, or too few that changed.
    Unknown,
    /// No cluster changed.
    Same,
    /// The difference is this on all clusters.
    Exact(f64),
    /// The lower and the upper limit.
    Interval([f64; 2]),
}

impl Limits {
    pub(crate) fn scaled(self, scale: f64) -> Limits {
        match self {
            Limits::Exact(value) => Limits::Exact(value * scale),
            Limits::Interval(limits) => Limits::Interval(limits.map(|limit| limit * scale)),
            Limits::Unknown | Limits::Same => self,
        }
    }

    fn bounds(self) -> Option<[f64; 2]> {
        match self {
            Limits::Interval(bounds) => Some(bounds),
            Limits::Exact(value) => Some([value; 2]),
            Limits::Unknown | Limits::Same => None,
        }
    }
}

impl Equivalence {
    /// The verdict on a bound, one of so many; `limits` gives those with a probability beyond each.
    pub(crate) fn new(bound: f64, verdicts: usize, limits: impl Fn(f64) -> Limits) -> Equivalence {
        let alpha = ALPHA / verdicts.max(1) as f64;
        let (inner, outer) = (limits(alpha), limits(alpha / 2.0));
        let within = |[low, high]: [f64; 2]| -bound < low && high < bound;
        let above = |bound: f64| move |[low, high]: [f64; 2]| low > bound || high < -bound;
        let verdict = match (inner.bounds(), outer.bounds()) {
            _ if inner == Limits::Same => Verdict::Same,
            (Some(inner), _) if within(inner) => Verdict::Within,
            (_, Some(outer)) if above(bound)(outer) => Verdict::Beyond,
            (_, Some(outer)) if above(0.0)(outer) => Verdict::Effect,
            _ => Verdict::Unknown,
        };
        Equivalence { bound, verdict, interval: inner.bounds(), level: 1.0 - 2.0 * alpha }
    }

    /// Whether more clusters could tell more: it is not known whether the effect is larger than the bound.
    pub fn is_open(&self) -> bool {
        matches!(self.verdict, Verdict::Effect | Verdict::Unknown)
    }

    /// About how many times as many clusters are needed before it is known, with the effect as it is found; infinite without an interval.
    pub fn times_as_many(&self) -> f64 {
        let Some([low, high]) = self.interval else { return f64::INFINITY };
        let (half, distance) = ((high - low) / 2.0, (self.bound - ((low + high) / 2.0).abs()).abs());
        if self.is_open() { (half / distance).powi(2).max(1.0) } else { 1.0 }
    }
}

impl Verdict {
    /// In words; `bound` is the bound as it is shown.
    pub fn in_words(self, bound: &str) -> String {
        match self {
            Verdict::Same => "the same on every wall".to_owned(),
            Verdict::Within => format!("no effect larger than {bound}"),
            Verdict::Beyond => format!("an effect larger than {bound}"),
            Verdict::Effect => format!("an effect; if larger than {bound} is not known yet"),
            Verdict::Unknown => "not known yet".to_owned(),
        }
    }
}

/// The verdict in words, and the interval that it rests on, for people.
pub fn shown(unit: Unit, found: &Equivalence) -> [String; 2] {
    let scale = figures::read_as(unit).0;
    let bound = figures::plain(found.bound * scale);
    let points = match (unit, &bound[..]) {
        (Unit::Share, "1") => " percentage point",
        (Unit::Share, _) => " percentage points",
        _ => "",
    };
    let interval = found.interval.map(|bounds| bounds.map(|bound| bound * scale));
    let interval = interval.map_or(String::new(), |[low, high]| {
        let decimals = figures::decimals((high - low) / 2.0);
        let [low, high] = [low, high].map(|bound| figures::number(bound, decimals, true));
        format!("{low} to {high}")
    });
    [found.verdict.in_words(&format!("{bound}{points}")), interval]
}

/// How to read the verdicts, of which there are so many.
pub fn explanation(found: &Equivalence, verdicts: usize, validity: Validity) -> String {
    let percent = |level: f64| figures::plain((10_000.0 * level).round() / 100.0);
    let (level, outer) = (percent(found.level), percent((1.0 + found.level) / 2.0));
    let of_all = if verdicts == 1 { "" } else { ", of all of them together" };
    let holds = match validity {
        Validity::Fixed => "",
        Validity::Anytime => ", however often one looks",
    };
    format!(
        "Equal within: two one-sided tests. \"No effect larger than\" if the {level} % interval shown lies within the bound; \"an effect\" if \
         the {outer} % interval excludes zero, \"larger than\" if it lies outside the bound. A verdict is wrong with a probability of at most \
         5 %{of_all}{holds}. \"Not known yet\": more walls would tell"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contrast::Contrast;
    use crate::interval::Cluster;
    use crate::paired::{Counted, Pair, Paired};
    use crate::simulation::{Source, Walls};

    const UNIT: f64 = 1_000.0;
    const RUNS: u64 = 2_000;

    /// Twice the standard error of a share of 5 % of the runs.
    const ERROR: f64 = 0.01;

    fn of(limits: fn(f64) -> Limits) -> Verdict {
        Equivalence::new(1.0, 1, limits).verdict
    }

    /// The two tests have 5 % beyond each limit, the one of an effect 2.5 %.
    #[test]
    fn verdicts_by_hand() {
        let interval = |inner, outer| move |tail| Limits::Interval(if tail == 0.05 { inner } else { outer });
        let found = |inner, outer| Equivalence::new(1.0, 1, interval(inner, outer)).verdict;
        for (inner, outer, expected) in [
            ([-0.9, 0.9], [-1.1, 1.1], Verdict::Within),
            ([0.1, 0.9], [0.05, 0.95], Verdict::Within),
            ([-1.0, 0.5], [-1.1, 0.6], Verdict::Unknown),
            ([0.1, 1.5], [-0.1, 1.7], Verdict::Unknown),
            ([0.2, 1.5], [0.1, 1.7], Verdict::Effect),
            ([-1.5, -0.2], [-1.7, -0.1], Verdict::Effect),
            ([1.2, 1.5], [1.1, 1.7], Verdict::Beyond),
            ([1.1, 1.5], [0.9, 1.7], Verdict::Effect),
            ([-1.5, -1.2], [-1.7, -1.1], Verdict::Beyond),
        ] {
            assert_eq!(found(inner, outer), expected, "{inner:?} {outer:?}");
        }
        assert_eq!(of(|_| Limits::Same), Verdict::Same);
        assert_eq!(of(|_| Limits::Unknown), Verdict::Unknown);
        assert_eq!(
            [of(|_| Limits::Exact(0.5)), of(|_| Limits::Exact(-2.0))],
            [Verdict::Within, Verdict::Beyond]
        );
        let four = Equivalence::new(1.0, 4, |tail| Limits::Interval([-tail, tail]));
        assert_eq!((four.interval, four.level), (Some([-0.0125, 0.0125]), 0.975));
    }

    /// It is the interval of 90 %: of a thousand walls with the values -10 to 10, by t(999) = 1.6464.
    #[test]
    fn one_verdict_uses_the_interval_of_90_percent() {
        let mut contrast = Contrast::default();
        (0..1_050).for_each(|wall| contrast.add(wall % 21 - 10));
        let found = contrast.equivalence(1.0, 0.4, Validity::Fixed, 1);
        let error = (contrast.sample(1.0).unwrap().variance / 1_049.0).sqrt();
        let [low, high] = found.interval.unwrap();
        assert!((high / error - 1.646_4).abs() < 2e-3 && (low + high).abs() < 1e-12, "{found:?}");
        assert!((found.level - 0.9).abs() < 1e-12);
    }

    /// The share of runs with such a verdict, of amounts with this mean, at the first of these looks at which the question is closed, or
    /// at the last; and the mean number of clusters. As means, and as differences of rates if the number of clusters is fixed.
    fn share(
        source: Source,
        [mean, bound]: [f64; 2],
        validity: Validity,
        looks: &[u64],
        is: fn(Verdict) -> bool,
    ) -> [f64; 3] {
        let mut sums = [0.0; 3];
        for run in 0..RUNS {
            let (mut walls, mut contrast, mut paired) =
                (Walls::new(run, source, mean, 13.0), Contrast::default(), Paired::default());
            let mut found = [Verdict::Unknown; 2];
            for &look in looks {
                while contrast.clusters() < look {
                    let y = (walls.next() * UNIT).round() as i64;
                    contrast.add(y);
                    let base = Cluster { trials: 1, total: 0 };
                    paired.add(Pair { base, variant: Cluster { trials: 1, total: y } });
                }
                let equivalence = contrast.equivalence(UNIT, bound, validity, 1);
                // A verdict that was given at any look counts.
                found[0] = equivalence.verdict;
                if !equivalence.is_open() || is(equivalence.verdict) {
                    break;
                }
            }
            if validity == Validity::Fixed {
                let limits =
                    |tail| paired.limits(Counted::Amount, validity, f64::INFINITY, tail).scaled(1.0 / UNIT);
                found[1] = Equivalence::new(bound, 1, limits).verdict;
            }
            let of = found.map(|verdict| f64::from(is(verdict)));
            let values = [of[0], of[1], contrast.clusters() as f64];
            sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += value / RUNS as f64);
        }
        sums
    }

    fn claims_an_effect(verdict: Verdict) -> bool {
        matches!(verdict, Verdict::Effect | Verdict::Beyond)
    }

    /// A rule that adds an event to few walls, as many as the bound: at most 5 % of the verdicts say it adds fewer.
    #[test]
    fn few_events_are_not_called_equal() {
        for (walls, chance) in [(500, 0.01), (2_000, 0.002), (2_000, 0.01)] {
            let (trials, bound) = (10, chance / 10.0);
            let within = (0..RUNS).filter(|&run| {
                let mut random = Walls::new(run, Source::Normal, 0.0, 1.0);
                let mut paired = Paired::default();
                for _ in 0..walls {
                    let base = Cluster { trials, total: 0 };
                    let gained = i64::from(crate::quantile::normal_tail(random.next()) < chance);
                    paired.add(Pair { base, variant: Cluster { trials, total: gained } });
                }
                let limits = |tail| paired.limits(Counted::Successes, Validity::Fixed, f64::INFINITY, tail);
                let found = Equivalence::new(bound, 1, limits).verdict;
                found == Verdict::Within
            });
            let share = within.count() as f64 / RUNS as f64;
            assert!(share <= 0.05, "{walls} {chance}: {share}");
        }
    }

    #[test]
    fn walls_that_are_missing_are_expected() {
        let found = |inner: [f64; 2]| Equivalence::new(1.0, 1, move |_| Limits::Interval(inner));
        assert_eq!(found([-0.5, 0.5]).times_as_many(), 1.0);
        assert_eq!(found([-2.0, 2.0]).times_as_many(), 4.0);
        assert_eq!(found([-1.5, 2.5]).times_as_many(), 16.0);
        assert_eq!(Equivalence::new(1.0, 1, |_| Limits::Unknown).times_as_many(), f64::INFINITY);
    }

    /// What takes long: `./scripts/check.sh long` runs it.
    mod long {
        use super::*;

        /// The same if one looks every 64 walls and stops at the first verdict, at most 3,200 walls.
        #[test]
        #[ignore = "long: thousands of simulations"]
        fn error_rates_hold_whenever_one_stops() {
            let looks: Vec<u64> = (1..=50).map(|look| 64 * look).collect();
            for source in [Source::Normal, Source::Rare] {
                let bound = 1.5;
                let share = |mean, is| share(source, [mean, bound], Validity::Anytime, &looks, is);
                for mean in [bound, -bound] {
                    let within = share(mean, |verdict| verdict == Verdict::Within);
                    let beyond = share(mean, |verdict| verdict == Verdict::Beyond);
                    assert!(within[0] <= 0.05 && beyond[0] <= 0.025, "{source:?}: {within:?} {beyond:?}");
                }
                let effect = share(0.0, claims_an_effect);
                assert!(effect[0] <= 0.05, "{source:?}: {effect:?}");
                let power = share(0.0, |verdict| verdict == Verdict::Within);
                assert!(power[0] >= 0.95 && power[2] < 1_500.0, "{source:?}: {power:?}");
            }
        }

        /// For a fixed number of walls: at the bound at most 5 % are within it, at most 2.5 % beyond; without an effect at most 5 % claim
        /// one, and if the bound is four standard errors nearly all are within it.
        #[test]
        #[ignore = "long: thousands of simulations"]
        fn error_rates_are_at_most_as_stated() {
            for (source, walls) in [(Source::Normal, 100), (Source::Normal, 400), (Source::Rare, 400)] {
                let bound = 4.0 * 13.0 / (walls as f64).sqrt();
                let share = |mean, is| share(source, [mean, bound], Validity::Fixed, &[walls], is);
                let what = |found: [f64; 3]| format!("{source:?} {walls}: {found:?}");
                for mean in [bound, -bound] {
                    let within = share(mean, |verdict| verdict == Verdict::Within);
                    assert!(within[..2].iter().all(|&share| share <= 0.05 + ERROR), "{}", what(within));
                    let beyond = share(mean, |verdict| verdict == Verdict::Beyond);
                    assert!(beyond[..2].iter().all(|&share| share <= 0.025 + ERROR), "{}", what(beyond));
                }
                let effect = share(0.0, claims_an_effect);
                assert!(effect[..2].iter().all(|&share| share <= 0.05 + ERROR), "{}", what(effect));
                let power = share(0.0, |verdict| verdict == Verdict::Within);
                assert!(power[..2].iter().all(|&share| share >= 0.93), "{}", what(power));
            }
        }
    }
}
