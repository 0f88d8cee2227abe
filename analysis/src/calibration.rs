//! Calibration: predicted chances compared with what happened.
//!
//! Each forecast has a quantity ([`Quantity`]), a group that the forecaster names, a predicted chance, and an outcome. For
//! each quantity and group the forecasts are divided by their chance into [`BUCKETS`] buckets ([`EDGES`]): a forecaster is
//! calibrated if in every bucket the event happens as often as it predicts on average.
//!
//! Forecasts of one cluster (a wall with all matches played on it) depend on each other. Intervals are those of
//! [`crate::interval`], with clusters as the independent unit. That of the difference has the halves of what happened: if that is few
//! events, with those of the predictions added by squares; otherwise in proportion to the standard errors of both, as predictions
//! and outcomes go together. Sums are whole numbers, chances in units of 2⁻³⁰, so a result
//! does not depend on how the forecasts were split or merged.
//!
//! ```
//! use hyakuman_analysis::calibration::{Calibration, ClusterForecasts, Quantity};
//!
//! let (mut calibration, mut wall) = (Calibration::new(1), ClusterForecasts::new(1));
//! for number in 0..1_000 {
//!     wall.add(Quantity::Win, 0, 0.3, number % 4 == 0);
//!     calibration.add(&mut wall);
//! }
//! let all = calibration.row(Quantity::Win, Some(0), None).unwrap();
//! assert!((all.predicted - 0.3).abs() < 1e-6 && all.happened.value == 0.25);
//! assert!(all.difference.bounds().unwrap()[1] < 0.0); // it happens less often than predicted
//! ```

use crate::additive::Additive;
use crate::additive::Number::{self, Sum};
use crate::interval::{Cluster, Estimate, FEWEST_CLUSTERS, Ratio};
use serde::Serialize;

/// Number of buckets.
pub const BUCKETS: usize = 24;

/// The bounds of the buckets: bucket `i` has the chances from `EDGES[i]` to below `EDGES[i + 1]`, the last one also 1.
/// Steps of 0.05, finer ones below 0.1.
pub const EDGES: [f32; BUCKETS + 1] = [
    0.0, 0.01, 0.02, 0.03, 0.05, 0.075, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65,
    0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 1.0,
];

/// For the log loss, a chance is taken as at least this much, and as at most 1 less this much.
pub(crate) const LEAST_CHANCE: f64 = 1e-6;

/// Fewest decisions of a row that [`CalibrationRow::is_off`] marks.
pub const FEWEST_MARKED: u64 = 10_000;

/// Units in a chance of 1.
const UNIT: f64 = (1 << 30) as f64;

/// Rows of a quantity and group: the buckets, and all of them together.
const ROWS: usize = BUCKETS + 1;

/// What is predicted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quantity {
    /// The seat wins the kyoku.
    Win,
    /// Another seat wins on the action just chosen.
    DealIn,
    /// The seat is tenpai at the exhaustive draw. Only kyoku that ended so count.
    Tenpai,
    /// The seat ends the match in first place; the other places follow.
    First,
    /// Second place.
    Second,
    /// Third place.
    Third,
    /// Fourth place.
    Fourth,
}

/// The predicted chances of one cluster with their outcomes.
#[derive(Clone, Debug)]
pub struct ClusterForecasts {
    groups: usize,
    cells: Vec<RowCounts>,
}

/// The counts of a row in one cluster.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct RowCounts {
    decisions: i64,
    happened: i64,
    predicted: i64,
    brier: i64,
    log_loss: i64,
}

/// Predicted chances and outcomes of many clusters.
#[derive(Clone, PartialEq, Debug)]
pub struct Calibration {
    groups: usize,
    cells: Vec<RowSums>,
}

/// The sums of a row over clusters.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
struct RowSums {
    /// Times happened, of decisions.
    happened: Ratio,
    /// Times happened less the sum of the predicted chances in units, of decisions.
    difference: Ratio,
    /// The sum of the predicted chances in units, of decisions.
    predicted: Ratio,
    brier: i128,
    log_loss: i128,
}

/// Predicted and happened: of a bucket, a group, or all forecasts of a quantity.
#[derive(Serialize, Clone, Copy, PartialEq, Debug)]
pub struct CalibrationRow {
    /// Number of forecasts.
    pub decisions: u64,
    /// Mean predicted chance.
    pub predicted: f64,
    /// How often it happened, as a share, with its interval.
    pub happened: Estimate,
    /// [`CalibrationRow::happened`] less [`CalibrationRow::predicted`], with its interval.
    pub difference: Estimate,
    /// Mean square of predicted chance less outcome (0 or 1).
    pub brier: f64,
    /// Mean of minus the natural logarithm of the chance predicted for what happened (`LEAST_CHANCE`).
    pub log_loss: f64,
}

/// The bucket of a chance from 0 to 1.
#[inline]
pub(crate) fn bucket_of(chance: f32) -> usize {
    EDGES[1..BUCKETS].partition_point(|&edge| edge <= chance)
}

impl Quantity {
    /// Number of quantities.
    pub const COUNT: usize = 7;

    /// All of them.
    pub const ALL: [Quantity; Quantity::COUNT] = {
        use Quantity::*;
        [Win, DealIn, Tenpai, First, Second, Third, Fourth]
    };

    /// Of the final places, the first one first.
    pub const PLACES: [Quantity; 4] = [Quantity::First, Quantity::Second, Quantity::Third, Quantity::Fourth];

    /// Its name in output.
    pub const fn name(self) -> &'static str {
        self.words().0
    }

    /// What it is, for people.
    pub const fn about(self) -> &'static str {
        self.words().1
    }

    const fn words(self) -> (&'static str, &'static str) {
        match self {
            Quantity::Win => ("win", "win: the seat wins the kyoku"),
            Quantity::DealIn => ("deal_in", "deal-in: another seat wins on the action chosen"),
            Quantity::Tenpai => ("tenpai", "tenpai: at an exhaustive draw, of kyoku that ended so"),
            Quantity::First => ("first", "first place"),
            Quantity::Second => ("second", "second place"),
            Quantity::Third => ("third", "third place"),
            Quantity::Fourth => ("fourth", "fourth place"),
        }
    }
}

impl ClusterForecasts {
    /// No forecasts, of a forecaster with this number of groups.
    pub fn new(groups: usize) -> ClusterForecasts {
        ClusterForecasts { groups, cells: vec![RowCounts::default(); Quantity::COUNT * groups * BUCKETS] }
    }

    /// Adds a forecast: its chance, from 0 to 1, and whether the event happened. Panics if there is no such group.
    #[inline]
    pub fn add(&mut self, quantity: Quantity, group: usize, chance: f32, happened: bool) {
        assert!(group < self.groups, "group {group} of {}", self.groups);
        let at = (quantity as usize * self.groups + group) * BUCKETS + bucket_of(chance);
        let chance = f64::from(chance).clamp(0.0, 1.0);
        let of_outcome = if happened { chance } else { 1.0 - chance };
        self.cells[at].add(RowCounts {
            decisions: 1,
            happened: happened.into(),
            predicted: units(chance),
            brier: units((1.0 - of_outcome) * (1.0 - of_outcome)),
            log_loss: units(-of_outcome.clamp(LEAST_CHANCE, 1.0 - LEAST_CHANCE).ln()),
        });
    }
}

#[inline]
fn units(number: f64) -> i64 {
    (number * UNIT).round() as i64
}

impl RowCounts {
    #[inline]
    fn add(&mut self, other: RowCounts) {
        self.decisions += other.decisions;
        self.happened += other.happened;
        self.predicted += other.predicted;
        self.brier += other.brier;
        self.log_loss += other.log_loss;
    }
}

impl Calibration {
    /// No forecasts, of a forecaster with this number of groups.
    pub fn new(groups: usize) -> Calibration {
        Calibration { groups, cells: vec![RowSums::default(); Quantity::COUNT * (groups + 1) * ROWS] }
    }

    /// Adds a cluster and empties it. Panics if it has another number of groups.
    pub fn add(&mut self, cluster: &mut ClusterForecasts) {
        assert_eq!(self.groups, cluster.groups, "forecasts of another forecaster");
        for (quantity, counts) in cluster.cells.chunks_exact_mut(self.groups.max(1) * BUCKETS).enumerate() {
            let mut of_all = [RowCounts::default(); ROWS];
            for (group, counts) in counts.chunks_exact_mut(BUCKETS).enumerate() {
                let mut of_group = [RowCounts::default(); ROWS];
                for (bucket, counts) in
                    counts.iter_mut().enumerate().filter(|(_, counts)| counts.decisions > 0)
                {
                    of_group[bucket] = std::mem::take(counts);
                    of_group[BUCKETS].add(of_group[bucket]);
                }
                of_all.iter_mut().zip(&of_group).for_each(|(all, own)| all.add(*own));
                self.add_rows(quantity, group, &of_group);
            }
            self.add_rows(quantity, self.groups, &of_all);
        }
    }

    fn add_rows(&mut self, quantity: usize, group: usize, rows: &[RowCounts; ROWS]) {
        if rows[BUCKETS].decisions == 0 {
            return;
        }
        let start = (quantity * (self.groups + 1) + group) * ROWS;
        let sums = &mut self.cells[start..start + ROWS];
        sums.iter_mut()
            .zip(rows)
            .filter(|(_, counts)| counts.decisions > 0)
            .for_each(|(sums, counts)| sums.add(counts));
    }

    /// Adds the clusters of another calibration, which must be different clusters. Panics if it has another number of groups.
    pub fn merge(&mut self, other: &Calibration) {
        assert_eq!(self.groups, other.groups, "forecasts of another forecaster");
        self.cells.iter_mut().zip(&other.cells).for_each(|(sums, other)| sums.merge(other));
    }

    /// A row: of a group, or of all (`None`); of a bucket, or of all (`None`). `None` without forecasts.
    pub fn row(
        &self,
        quantity: Quantity,
        group: Option<usize>,
        bucket: Option<usize>,
    ) -> Option<CalibrationRow> {
        let group = group.unwrap_or(self.groups);
        let at = (quantity as usize * (self.groups + 1) + group) * ROWS + bucket.unwrap_or(BUCKETS);
        self.cells[at].row()
    }
}

impl Additive for RowSums {
    fn each(&mut self, visit: &mut dyn FnMut(Number<'_>)) {
        for ratio in [&mut self.happened, &mut self.difference, &mut self.predicted] {
            ratio.each(visit);
        }
        visit(Sum(&mut self.brier));
        visit(Sum(&mut self.log_loss));
    }
}

impl RowSums {
    fn add(&mut self, counts: &RowCounts) {
        let RowCounts { decisions: trials, happened, predicted, brier, log_loss } = *counts;
        self.happened.add(Cluster { trials, total: happened });
        self.difference.add(Cluster { trials, total: happened * UNIT as i64 - predicted });
        self.predicted.add(Cluster { trials, total: predicted });
        self.brier += i128::from(brier);
        self.log_loss += i128::from(log_loss);
    }

    fn row(&self) -> Option<CalibrationRow> {
        let happened = self.happened.share()?;
        let decisions = self.happened.trials();
        let mean = |sum: i128| sum as f64 / UNIT / decisions as f64;
        let value = mean(self.difference.total());
        let interval = self.margins(&happened).map(|[below, above]| [value - below, value + above]);
        Some(CalibrationRow {
            decisions: decisions as u64,
            predicted: mean(self.predicted.total()),
            happened,
            difference: Estimate { value, interval, ..happened },
            brier: mean(self.brier),
            log_loss: mean(self.log_loss),
        })
    }

    /// The halves of the interval of the difference; `None` if all clusters are alike.
    fn margins(&self, happened: &Estimate) -> Option<[f64; 2]> {
        let halves = happened.interval.map(|[low, high]| [happened.value - low, high - happened.value]);
        match halves {
            None => self.difference.margins().map(|halves| halves.map(|half| half / UNIT)),
            Some(halves) if happened.few => {
                let of_predicted = self.predicted.margins().unwrap_or_default();
                Some([0, 1].map(|side| halves[side].hypot(of_predicted[1 - side] / UNIT)))
            }
            Some(halves) => {
                let part = self.difference.error()? / UNIT / self.happened.error()?;
                Some(halves.map(|half| half * part))
            }
        }
    }
}

impl CalibrationRow {
    /// Whether the forecasts are off: [`FEWEST_MARKED`] decisions or more, happened and predicted differ by more than a
    /// tenth of the predicted chance, and the interval of the difference does not contain 0.
    pub fn is_off(&self) -> bool {
        let Estimate { value, interval, clusters, .. } = self.difference;
        let certain =
            interval.is_none_or(|[low, high]| low > 0.0 || high < 0.0) && clusters >= FEWEST_CLUSTERS;
        self.decisions >= FEWEST_MARKED && value.abs() > self.predicted / 10.0 && certain
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_have_their_lower_edge() {
        for bucket in 0..BUCKETS {
            assert_eq!(bucket_of(EDGES[bucket]), bucket);
            assert_eq!(bucket_of((EDGES[bucket] + EDGES[bucket + 1]) / 2.0), bucket);
        }
        assert_eq!([0.0, 0.099_999, 1.0].map(bucket_of), [0, 5, BUCKETS - 1]);
    }
}
