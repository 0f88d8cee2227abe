//! Interval and p value of a difference whose standard error is known by linearisation: one rule for all such differences.

use crate::anytime;
use crate::difference::{Difference, Level};
use crate::equivalence::{Equivalence, Limits};
use crate::few::FEWEST_CHANGED;
use crate::interval::Validity;
use crate::skew::Spread;

/// The signs of base and variant in one setting, then in another, in the difference of the differences; the last two: in the difference of one.
pub(crate) const SIGNS: [f64; 4] = [1.0, -1.0, -1.0, 1.0];

/// An interval and a p value, as far as the data allow them.
pub(crate) type Judgement = (Option<[f64; 2]>, Option<f64>);

/// A difference, its standard error, and the clusters that it rests on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Linear {
    /// Variant minus base.
    pub value: f64,
    /// The standard error; 0 if the change has the same effect in all clusters, `None` if the data do not allow one.
    pub error: Option<f64>,
    /// The skewness of the sum over clusters; 0 if it is unknown.
    pub skewness: f64,
    pub clusters: u64,
    pub changed: u64,
    /// For events, those that gained or lost some; `None` for amounts.
    pub events_changed: Option<u64>,
}

impl Linear {
    /// With this probability beyond each limit; nothing if too few clusters changed. An effect that is the same in all clusters has no interval,
    /// and is certain.
    pub(crate) fn judged(&self, validity: Validity, tail: f64) -> Judgement {
        let fewest = if validity == Validity::Fixed { FEWEST_CHANGED } else { anytime::FEWEST };
        let informative = self.events_changed.unwrap_or(self.changed);
        let (value, n) = (self.value, self.clusters as f64);
        let ([below, above], p) = match (self.error, validity) {
            _ if self.clusters.min(self.changed).min(informative) < fewest => return (None, None),
            (None, _) => return (None, None),
            (Some(0.0), _) => return (None, (value != 0.0).then_some(0.0)),
            (Some(error), Validity::Fixed) => {
                let spread = Spread { error, skewness: self.skewness, clusters: informative as f64 };
                (spread.margins_at(tail), spread.p_value(value))
            }
            (Some(error), Validity::Anytime) => {
                ([anytime::multiplier_at(n, 2.0 * tail) * error; 2], anytime::p_value(n, value / error))
            }
        };
        (Some([value - below, value + above]), Some(p))
    }

    /// The difference that was judged so.
    pub(crate) fn difference(&self, (interval, p): Judgement) -> Difference {
        let Linear { value, error, clusters, changed: clusters_changed, events_changed, .. } = *self;
        let found = Difference { value, interval, clusters, clusters_changed, events_changed, error, p };
        if found.few() { Difference { p: None, ..found } } else { found }
    }

    pub(crate) fn difference_at(&self, level: Level) -> Difference {
        self.difference(self.judged(level.validity(), level.tail()))
    }

    /// The limits of a difference that was judged so.
    pub(crate) fn limits(&self, judged: Judgement) -> Limits {
        match judged {
            _ if self.changed == 0 => Limits::Same,
            (Some(interval), _) => Limits::Interval(interval),
            (None, Some(_)) => Limits::Exact(self.value),
            (None, None) => Limits::Unknown,
        }
    }
}

/// Whether a difference is larger than a bound, one of so many verdicts; `found` gives it for a probability beyond each limit.
pub(crate) fn equivalence(
    bound: f64,
    verdicts: usize,
    validity: Validity,
    found: impl Fn(f64) -> Option<Linear>,
) -> Equivalence {
    let limits =
        |tail| found(tail).map_or(Limits::Unknown, |found| found.limits(found.judged(validity, tail)));
    Equivalence::new(bound, verdicts, limits)
}
