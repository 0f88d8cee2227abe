//! How good predicted gains are on labels that were not fitted. Matches are the clusters: labels of one match are not independent.

use hyakuman_analysis::{Cluster, Estimate, Ratio};
use serde::{Serialize, Serializer};
use serde_json::json;

/// A ratio of sums over labels, added in the order of matches.
#[derive(Clone, Default, Debug)]
pub(super) struct ByMatch {
    /// The match that is added now, and its sums.
    open: Option<(u64, Cluster)>,
    ratio: Ratio,
}

impl ByMatch {
    pub(super) fn add(&mut self, number: u64, trials: i64, total: i64) {
        match &mut self.open {
            Some((open, sums)) if *open == number => {
                *sums = Cluster { trials: sums.trials + trials, total: sums.total + total };
            }
            open => {
                let closed = open.replace((number, Cluster { trials, total }));
                closed.into_iter().for_each(|(_, sums)| self.ratio.add(sums));
            }
        }
    }

    pub(super) fn finish(mut self) -> Ratio {
        self.open.take().into_iter().for_each(|(_, sums)| self.ratio.add(sums));
        self.ratio
    }
}

/// Parts of a rank point in which predictions and labels are added.
const PARTS: f32 = 10_000.0;

/// Sums over matches that were not fitted.
#[derive(Clone, Default, Debug)]
pub(crate) struct HeldOut {
    labels: u64,
    taken: u64,
    expected: f64,
    squares: f64,
    slope: ByMatch,
    gained: ByMatch,
}

/// What held-out labels say of a sort, in JSON and in the card of a correction.
#[derive(Serialize, Clone, Copy, PartialEq, Debug)]
pub struct Checked {
    /// Held-out labels.
    pub labels: u64,
    /// Slope of the labels on the predictions: 1 if the predictions are true.
    #[serde(serialize_with = "by_match")]
    pub slope: Option<Estimate>,
    /// Part of the labels for which the correction takes the other action.
    pub taken: f64,
    /// Gain that it expects of them, in the unit of the labels.
    pub expected: f64,
    /// Gain by the labels.
    #[serde(serialize_with = "by_match")]
    pub gained: Option<Estimate>,
}

impl HeldOut {
    /// Adds a label, in the order of matches.
    pub(crate) fn add(&mut self, number: u64, prediction: f32, label: f32, threshold: f32) {
        let [in_parts, of_label] = [prediction, label].map(|value| (PARTS * value) as i64);
        self.labels += 1;
        self.squares += f64::from(prediction).powi(2);
        // A tenth of the products: third powers of sums are kept.
        self.slope.add(number, in_parts * in_parts / 10, in_parts * of_label / 10);
        if prediction > threshold {
            self.taken += 1;
            self.expected += f64::from(prediction);
            self.gained.add(number, 1, of_label);
        }
    }

    /// The slope of the labels on the predictions, less half of its standard error; 0 if it has none.
    pub(crate) fn careful_slope(&self) -> f64 {
        let slope = self.slope.clone().finish().estimate();
        let known = slope.and_then(|slope| Some((slope.value, slope.bounds()?)));
        known.map_or(0.0, |(value, [low, high])| value - (high - low) / (4.0 * 1.96))
    }

    /// The root of the mean square of the predictions.
    pub(crate) fn spread(&self) -> f64 {
        (self.squares / self.labels.max(1) as f64).sqrt()
    }

    pub(crate) fn checked(self) -> Checked {
        Checked {
            labels: self.labels,
            slope: self.slope.finish().estimate(),
            taken: self.taken as f64 / self.labels.max(1) as f64,
            expected: self.expected / self.taken.max(1) as f64,
            gained: self.gained.finish().estimate().map(|gained| gained.scaled(1.0 / f64::from(PARTS))),
        }
    }
}

/// An estimate whose clusters are matches, not walls.
pub(super) fn by_match<S: Serializer>(found: &Option<Estimate>, to: S) -> Result<S::Ok, S::Error> {
    found.map(|found| json!({ "value": found.value, "ci95": found.bounds() })).serialize(to)
}
