//! Rates as data: numerator, denominator, and unit.

use crate::interval::{Cluster, Estimate, Ratio, Validity};
use crate::paired::Counted;

/// One rate or mean: a count divided by another count of the same cluster.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Measure {
    /// Name in JSON.
    pub name: &'static str,
    /// Label in text.
    pub label: &'static str,
    /// Exact definition.
    pub about: &'static str,
    /// Index of the numerator's count.
    pub of: usize,
    /// Index of the denominator's count.
    pub per: usize,
    /// Unit of the value.
    pub unit: Unit,
}

/// The unit of a value, which decides how it is displayed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// A share, 0 to 1; displayed in percent.
    Share,
    /// A plain number.
    Number,
    /// At least one event in every trial and rarely more: the winners of a kyoku with a win.
    OneOrMore,
    /// Points.
    Points,
    /// Counted in thousandths, displayed in ones: rank points.
    Thousandths,
}

/// Sums of a table of measures over clusters.
#[derive(Clone, Debug)]
pub struct Measures {
    table: &'static [Measure],
    sums: Vec<Ratio>,
    totals: Vec<i64>,
    units_per_point: i32,
}

impl Measures {
    /// No clusters yet, with this many counts per cluster.
    pub fn new(table: &'static [Measure], counts: usize) -> Measures {
        Measures {
            table,
            sums: vec![Ratio::default(); table.len()],
            totals: vec![0; counts],
            units_per_point: 1,
        }
    }

    /// Sets the number of counted units per point. Estimates are in points.
    pub fn count_points_in(&mut self, units_per_point: i32) {
        self.units_per_point = units_per_point;
    }

    /// Adds the counts of one cluster.
    pub fn add(&mut self, counts: &[i64]) {
        for (sum, measure) in self.sums.iter_mut().zip(self.table) {
            sum.add(Cluster { trials: counts[measure.per], total: counts[measure.of] });
        }
        self.totals.iter_mut().zip(counts).for_each(|(total, count)| *total += count);
    }

    /// Adds the clusters of another one over the same table.
    pub fn merge(&mut self, other: &Measures) {
        debug_assert_eq!(self.table, other.table);
        self.sums.iter_mut().zip(&other.sums).for_each(|(sum, other)| sum.merge(other));
        self.totals.iter_mut().zip(&other.totals).for_each(|(total, other)| *total += other);
    }

    /// All sums in a fixed order; [`Measures::take_sums`] restores them.
    pub fn sums(&self) -> impl Iterator<Item = i128> {
        let totals = self.totals.iter().map(|&total| total.into());
        self.sums.iter().flat_map(Ratio::sums).chain(totals)
    }

    /// Restores the sums from [`Measures::sums`]; false if there are too few.
    #[must_use]
    pub fn take_sums(&mut self, sums: &mut impl Iterator<Item = i128>) -> bool {
        let mut whole = true;
        let mut next = || {
            let sum = sums.next();
            whole &= sum.is_some();
            sum.unwrap_or(0)
        };
        self.sums.iter_mut().for_each(|sum| *sum = Ratio::from_sums(std::array::from_fn(|_| next())));
        self.totals.iter_mut().for_each(|total| *total = next() as i64);
        whole
    }

    /// The sum of a count over all clusters.
    pub fn total(&self, count: usize) -> i64 {
        self.totals[count]
    }

    /// Each measure and its estimate in its own unit (rank points in ones); `None` if there were no trials.
    pub fn estimates(&self) -> impl Iterator<Item = (&'static Measure, Option<Estimate>)> {
        self.estimates_with(Validity::Fixed)
    }

    /// The same with intervals of this kind.
    pub fn estimates_with(
        &self,
        validity: Validity,
    ) -> impl Iterator<Item = (&'static Measure, Option<Estimate>)> {
        let units = self.units_per_point;
        let estimate = move |measure: &Measure, sum: &Ratio| measure.unit.estimate(sum, units, validity);
        self.table.iter().zip(&self.sums).map(move |(measure, sum)| (measure, estimate(measure, sum)))
    }
}

impl Unit {
    /// The value of a sum in this unit.
    pub(crate) fn estimate(self, sum: &Ratio, units_per_point: i32, validity: Validity) -> Option<Estimate> {
        let estimate =
            if self == Unit::Share { sum.share_with(validity) } else { sum.estimate_with(validity) };
        estimate.map(|estimate| estimate.scaled(self.scale(units_per_point)))
    }

    /// How a difference in this unit is estimated.
    pub(crate) fn counted(self) -> Counted {
        match self {
            Unit::Share => Counted::Successes,
            Unit::OneOrMore => Counted::BeyondOne,
            Unit::Number | Unit::Points | Unit::Thousandths => Counted::Amount,
        }
    }

    /// The value of one counted item in this unit.
    pub(crate) fn scale(self, units_per_point: i32) -> f64 {
        match self {
            Unit::Share | Unit::Number | Unit::OneOrMore => 1.0,
            Unit::Points => 1.0 / f64::from(units_per_point),
            Unit::Thousandths => 0.001,
        }
    }
}

impl Estimate {
    pub(crate) fn scaled(self, scale: f64) -> Estimate {
        let interval = self.interval.map(|bounds| bounds.map(|bound| bound * scale));
        Estimate { value: self.value * scale, interval, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &[Measure] = &[
        Measure { name: "a", label: "a", about: "", of: 1, per: 0, unit: Unit::Share },
        Measure { name: "b", label: "b", about: "", of: 2, per: 1, unit: Unit::Thousandths },
    ];

    #[test]
    fn a_measure_is_a_count_per_a_count() {
        let mut left = Measures::new(TABLE, 3);
        left.add(&[10, 2, 3_000]);
        let mut right = Measures::new(TABLE, 3);
        right.add(&[10, 3, 9_500]);
        left.merge(&right);
        let values: Vec<_> =
            left.estimates().map(|(measure, found)| (measure.name, found.unwrap().value)).collect();
        assert_eq!([0, 1, 2].map(|count| left.total(count)), [20, 5, 12_500]);
        assert_eq!(values, [("a", 0.25), ("b", 2.5)]);
    }

    #[test]
    fn points_may_be_counted_in_halves() {
        const POINTS: &[Measure] =
            &[Measure { name: "p", label: "p", about: "", of: 1, per: 0, unit: Unit::Points }];
        let mut measures = Measures::new(POINTS, 2);
        measures.add(&[2, 9]);
        measures.count_points_in(2);
        assert_eq!(measures.estimates().next().unwrap().1.unwrap().value, 2.25);
    }

    /// One hand in ninety is won: the symmetric interval would start below 0.
    #[test]
    fn bounds_of_a_share_are_within_0_and_1() {
        let mut measures = Measures::new(TABLE, 3);
        (0..9).for_each(|win| measures.add(&[10, i64::from(win == 4), 0]));
        let (_, found) = measures.estimates().next().unwrap();
        let [low, high] = found.unwrap().interval.unwrap();
        assert!(low > 0.0 && high - 1.0 / 90.0 > 1.0 / 90.0 - low, "{low} {high}");
    }

    #[test]
    fn no_trials_no_estimate() {
        let mut measures = Measures::new(TABLE, 3);
        measures.add(&[10, 0, 0]);
        let found: Vec<_> = measures.estimates().map(|(_, found)| found.is_some()).collect();
        assert_eq!(found, [true, false]);
    }
}
