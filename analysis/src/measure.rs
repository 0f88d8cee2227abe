//! Rates as data: numerator, denominator, and unit.

use crate::additive::Additive;
use crate::additive::Number::{self, Known, Signed, Sum};
use crate::interval::{Estimate, Ratio, Validity};
use crate::skew::Thirds;

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
    /// Counted in squares of thousandths, displayed in ones: a variance of rank points.
    SquaredThousandths,
    /// Points counted in thousandths of the unit of score.
    FinePoints,
    /// A plain number counted in thousandths.
    FineNumber,
}

/// What the y of a rate counts; decides how its difference is estimated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counted {
    /// Trials that succeeded, 0 to x.
    Successes,
    /// At least one event per trial; further ones are rare: the wins of a kyoku that was won.
    BeyondOne,
    /// Points, placements, lengths.
    Amount,
}

/// Sums of a table of measures over clusters.
#[derive(Clone, Debug)]
pub struct Measures {
    table: &'static [Measure],
    /// The different denominators.
    per: Vec<Trials>,
    /// For each measure, the index of its denominator.
    trials: Vec<usize>,
    sums: Vec<Totals>,
    totals: Vec<i64>,
    units_per_point: i32,
}

/// Sums over clusters of the trials of one or several measures.
#[derive(Clone, Copy, Debug)]
struct Trials {
    /// Index of their count.
    count: usize,
    clusters: i128,
    x: i128,
    xx: i128,
    /// Of x alone.
    thirds: Thirds,
}

/// Sums over clusters of the total of a measure.
#[derive(Clone, Copy, Default, Debug)]
struct Totals {
    y: i128,
    xy: i128,
    yy: i128,
    /// Of y, without those of x alone.
    thirds: Thirds,
}

impl Additive for Measures {
    fn each(&mut self, visit: &mut dyn FnMut(Number<'_>)) {
        self.each_power(visit);
        self.each_third(visit);
    }
}

impl Measures {
    /// No clusters yet, with this many counts per cluster.
    pub fn new(table: &'static [Measure], counts: usize) -> Measures {
        let mut per: Vec<Trials> = Vec::new();
        let mut trials_of = |count: usize| {
            let known = per.iter().position(|trials| trials.count == count);
            known.unwrap_or_else(|| {
                per.push(Trials { count, clusters: 0, x: 0, xx: 0, thirds: Thirds::default() });
                per.len() - 1
            })
        };
        let trials = table.iter().map(|measure| trials_of(measure.per)).collect();
        let sums = vec![Totals::default(); table.len()];
        Measures { table, per, trials, sums, totals: vec![0; counts], units_per_point: 1 }
    }

    /// Sets the number of counted units per point. Estimates are in points.
    pub fn count_points_in(&mut self, units_per_point: i32) {
        self.units_per_point = units_per_point;
    }

    /// The measures, in the order of their estimates.
    pub fn table(&self) -> &'static [Measure] {
        self.table
    }

    /// Adds the counts of one cluster.
    pub fn add(&mut self, counts: &[i64]) {
        for trials in &mut self.per {
            let x = counts[trials.count];
            trials.clusters += i128::from(x != 0);
            trials.x += i128::from(x);
            trials.xx += i128::from(x) * i128::from(x);
            trials.thirds.add(x, 0);
        }
        for (sum, measure) in self.sums.iter_mut().zip(self.table) {
            let (x, y) = (counts[measure.per], counts[measure.of]);
            // Most events are rare.
            if y != 0 {
                sum.y += i128::from(y);
                sum.xy += i128::from(x) * i128::from(y);
                sum.yy += i128::from(y) * i128::from(y);
                sum.thirds.add_total(x, y);
            }
        }
        self.totals.iter_mut().zip(counts).for_each(|(total, count)| *total += count);
    }

    /// Visits the sums of first and second powers, and the totals.
    pub fn each_power(&mut self, visit: &mut dyn FnMut(Number<'_>)) {
        for (at, sums) in self.sums.iter_mut().enumerate() {
            let seen = self.trials[..at].contains(&self.trials[at]);
            let trials = &mut self.per[self.trials[at]];
            let mut of_trials = |sum| visit(if seen { Known(sum) } else { Sum(sum) });
            of_trials(&mut trials.clusters);
            of_trials(&mut trials.x);
            visit(Sum(&mut sums.y));
            visit(if seen { Known(&mut trials.xx) } else { Sum(&mut trials.xx) });
            visit(Sum(&mut sums.xy));
            visit(Sum(&mut sums.yy));
        }
        self.totals.iter_mut().for_each(|total| visit(Signed(total)));
    }

    /// Visits the sums of third powers.
    pub fn each_third(&mut self, visit: &mut dyn FnMut(Number<'_>)) {
        let trials = self.per.iter_mut().map(|trials| &mut trials.thirds);
        trials.chain(self.sums.iter_mut().map(|sum| &mut sum.thirds)).for_each(|thirds| thirds.each(visit));
    }

    /// The sums of a measure.
    fn ratio(&self, measure: usize) -> Ratio {
        let Trials { clusters, x, xx, thirds: of_trials, .. } = self.per[self.trials[measure]];
        let Totals { y, xy, yy, thirds } = self.sums[measure];
        Ratio::from_powers([clusters, x, y, xx, xy, yy], thirds.with_trials(&of_trials))
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
        let estimate =
            move |at: usize, measure: &Measure| measure.unit.estimate(&self.ratio(at), units, validity);
        self.table.iter().enumerate().map(move |(at, measure)| (measure, estimate(at, measure)))
    }

    /// The estimate of a measure by its name; `None` if there is no such measure, or no trials.
    pub fn get(&self, name: &str) -> Option<Estimate> {
        let at = self.table.iter().position(|measure| measure.name == name)?;
        self.table[at].unit.estimate(&self.ratio(at), self.units_per_point, Validity::Fixed)
    }
}

impl Unit {
    /// The value of a sum in this unit.
    pub(crate) fn estimate(self, sum: &Ratio, units_per_point: i32, validity: Validity) -> Option<Estimate> {
        let estimate = match self.counted() {
            Counted::Successes => sum.share_with(validity),
            Counted::BeyondOne => sum.beyond_one(validity),
            Counted::Amount => sum.estimate_with(validity),
        };
        estimate.map(|estimate| estimate.scaled(self.scale(units_per_point)))
    }

    /// How a difference in this unit is estimated.
    pub(crate) fn counted(self) -> Counted {
        match self {
            Unit::Share => Counted::Successes,
            Unit::OneOrMore => Counted::BeyondOne,
            Unit::Number
            | Unit::Points
            | Unit::Thousandths
            | Unit::SquaredThousandths
            | Unit::FinePoints
            | Unit::FineNumber => Counted::Amount,
        }
    }

    /// The value of one counted item in this unit.
    pub(crate) fn scale(self, units_per_point: i32) -> f64 {
        match self {
            Unit::Share | Unit::Number | Unit::OneOrMore => 1.0,
            Unit::Points => 1.0 / f64::from(units_per_point),
            Unit::Thousandths | Unit::FineNumber => 0.001,
            Unit::SquaredThousandths => 1e-6,
            Unit::FinePoints => 0.001 / f64::from(units_per_point),
        }
    }
}

impl Estimate {
    /// In another unit: times `scale`.
    #[must_use]
    pub fn scaled(self, scale: f64) -> Estimate {
        let interval = self.interval.map(|bounds| bounds.map(|bound| bound * scale));
        Estimate { value: self.value * scale, interval, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interval::Cluster;

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

    /// Two measures share their trials; the sums are those of a ratio each.
    #[test]
    fn sums_are_those_of_ratios() {
        const SHARED: &[Measure] = &[
            TABLE[0],
            Measure { name: "c", label: "c", about: "", of: 2, per: 0, unit: Unit::Number },
            TABLE[1],
        ];
        let clusters = [[10, 2, -7], [0, 0, 5], [12, 0, 0], [9, 9, 1]];
        let mut measures = Measures::new(SHARED, 3);
        clusters.iter().for_each(|counts| measures.add(counts));
        let ratios = [(1, 0), (2, 0), (2, 1)].map(|(of, per)| {
            let mut ratio = Ratio::default();
            clusters.iter().for_each(|counts| ratio.add(Cluster { trials: counts[per], total: counts[of] }));
            ratio
        });
        let expected: Vec<i128> = ratios.iter().flat_map(|ratio| ratio.sums()[..6].to_vec()).collect();
        assert_eq!(measures.sums()[..18], expected);
        assert_eq!(measures.sums()[18..21], [31, 11, -1]);
        let mut restored = Measures::new(SHARED, 3);
        assert!(restored.take_sums(&mut measures.sums().into_iter()));
        assert_eq!(restored.sums(), measures.sums());
        for measures in [&measures, &restored] {
            assert!(ratios.iter().enumerate().all(|(at, ratio)| measures.ratio(at) == *ratio));
        }
        assert!(!restored.take_sums(&mut measures.sums().into_iter().skip(1)));
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
