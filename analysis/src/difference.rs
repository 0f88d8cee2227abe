//! A difference between two rates, or between a measure in two ways, with its interval: what the modules that estimate it return.

use crate::few::ENOUGH_CHANGED;
use crate::interval::{Estimate, Validity};
use crate::measure::{Measure, Unit};
use crate::quantile::TAIL;

/// When the intervals of differences hold, and of how many differences at once.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Level {
    /// Of one difference, if the number of clusters was fixed before the data were seen.
    #[default]
    Fixed,
    /// Of all of this number of differences together, whenever one stops ([`crate::anytime`]).
    Anytime {
        /// Number of differences: those of one measure in several arms.
        differences: u32,
    },
}

impl Level {
    /// The largest share of clusters that may change although none of so many did, as the upper limit of a 95 % interval: 3.7 % of 100
    /// clusters, if their number was fixed; `None` if there are too few.
    pub fn most_missed(self, clusters: u64) -> Option<f64> {
        self.validity().most_unseen(clusters)
    }

    /// An estimate whose interval is that of a fixed number of clusters: without it if their number was not fixed.
    pub fn of_fixed(self, found: Estimate) -> Estimate {
        Estimate { interval: found.interval.filter(|_| self == Level::Fixed), ..found }
    }

    /// The probability beyond each limit of an interval.
    pub(crate) fn tail(self) -> f64 {
        match self {
            Level::Fixed => TAIL,
            Level::Anytime { differences } => TAIL / f64::from(differences.max(1)),
        }
    }

    /// The kind of the intervals of the rates themselves.
    pub fn validity(self) -> Validity {
        match self {
            Level::Fixed => Validity::Fixed,
            Level::Anytime { .. } => Validity::Anytime,
        }
    }
}

/// The rate of the variant minus that of the base, and its confidence interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Difference {
    /// Variant minus base.
    pub value: f64,
    /// Bounds of the 95 % confidence interval; `None` if the data do not allow one.
    pub interval: Option<[f64; 2]>,
    /// Clusters with trials in at least one of the two ways.
    pub clusters: u64,
    /// Clusters in which the change affected the trials or the total.
    pub clusters_changed: u64,
    /// For events, the clusters that gained or lost some; `None` for amounts.
    pub events_changed: Option<u64>,
    /// The standard error by linearisation; 0 if the change has the same effect in all clusters, `None` if the data do not
    /// allow one.
    pub error: Option<f64>,
    /// The p value that belongs to the interval, of this difference alone; 0 if there is none because the change has the same
    /// effect in all clusters; otherwise `None` without an interval, or if it is [`Difference::few`].
    pub p: Option<f64>,
}

impl Difference {
    /// Whether the change made no difference in any cluster: the rates are equal.
    pub fn same(&self) -> bool {
        self.clusters_changed == 0
    }

    /// Whether so few clusters changed that the difference decides nothing: there is no interval, or it rests on fewer than
    /// [`ENOUGH_CHANGED`] clusters that gained or lost events and contains zero.
    pub fn few(&self) -> bool {
        let few_events = self.events_changed.is_some_and(|clusters| clusters < ENOUGH_CHANGED);
        let undecided = if self.interval.is_some() {
            few_events && !self.excludes_zero()
        } else {
            self.error != Some(0.0)
        };
        !self.same() && undecided
    }

    /// Whether the interval excludes zero.
    pub fn excludes_zero(&self) -> bool {
        self.interval.is_some_and(|[low, high]| low > 0.0 || high < 0.0)
    }

    /// If no cluster changed, the largest share that may change all the same ([`Level::most_missed`]).
    pub fn most_missed(&self, level: Level) -> Option<f64> {
        level.most_missed(self.clusters).filter(|_| self.same())
    }

    pub(crate) fn scaled(self, scale: f64) -> Difference {
        let interval = self.interval.map(|bounds| bounds.map(|bound| bound * scale));
        let error = self.error.map(|error| error * scale);
        Difference { value: self.value * scale, interval, error, ..self }
    }
}

/// A measure in both ways, and the difference, in the measure's own unit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Effect {
    /// The rate without the change.
    pub base: Option<Estimate>,
    /// The rate with it.
    pub variant: Option<Estimate>,
    /// Variant minus base.
    pub difference: Option<Difference>,
}

impl Effect {
    /// Nothing is known.
    pub const NONE: Effect = Effect { base: None, variant: None, difference: None };

    /// Whether there is anything to show: a share that is zero under both has none.
    pub fn happens(&self, measure: &Measure) -> bool {
        let found = [self.base, self.variant].into_iter().flatten().any(|estimate| estimate.value != 0.0);
        measure.unit != Unit::Share || found
    }
}
