//! Rates as data: numerator, denominator, and unit.

use crate::additive::Additive;
use crate::additive::Number::{self, Known, Sum};
use crate::few::FEWEST_CHANGED;
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
    /// Where it misleads, or means nothing; may be empty.
    pub pitfall: &'static str,
    /// Which place it has among the measures.
    pub kind: MeasureKind,
    /// Index of the numerator's count.
    pub of: usize,
    /// Index of the denominator's count.
    pub per: usize,
    /// Unit of the value.
    pub unit: Unit,
    /// What values are possible.
    pub range: Range,
    /// Whether each trial is a kyoku, or a hand of one, and its event of that kyoku alone: of a cluster at most as many events come together as it
    /// has matches. Otherwise all of them may.
    pub apart: bool,
}

/// Which place a measure has among the others.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum MeasureKind {
    /// The result of a player: placements and rank points.
    Result,
    /// One of the others that are always shown.
    #[default]
    Usual,
    /// One that text shows only if requested.
    Metric,
    /// The same, and of one seat of a table, with a sum of zero over the seats.
    Seat,
}

/// What values of a measure are possible. Those of shares and counts follow from their unit.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Range {
    /// Above zero and below it.
    #[default]
    Any,
    /// Not below zero: neither is a limit.
    FromZero,
    /// The same, and a sum of what few trials may have: then it is few.
    SumFromZero,
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
    /// A number of events in a trial, 0 or more.
    Events,
    /// Counted in a part of another unit, which is [`Unit::Number`], [`Unit::Points`] or [`Unit::Thousandths`].
    Binary(Whole, Bits),
}

/// The unit that is counted in parts of two to a power.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whole {
    /// As [`Unit::Number`].
    Number,
    /// As [`Unit::Points`].
    Points,
    /// As [`Unit::Thousandths`].
    Thousandths,
}

/// A part of a unit is two to the power of minus this.
pub type Bits = i16;

/// The largest part of a [`Unit::Binary`] that a row may have is two to this power; it is to be that of the largest value that a row has.
pub const BITS_OF_A_ROW: u32 = 43;

/// A cluster with so many trials has rows that are too large to be counted: no cluster has so many trials.
pub const TOO_LARGE: i64 = 1 << 44;

/// The part of a total in [`Unit::Binary`] that the skewness needs: the totals of clusters of 256 of the largest rows are within 32 bits.
const COARSE: u32 = BITS_OF_A_ROW + 8 - 32;

/// What the y of a rate counts; decides how its difference is estimated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counted {
    /// Trials that succeeded, 0 to x.
    Successes,
    /// Any number of events per trial.
    Events,
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
    sums: Vec<TotalSums>,
    totals: Vec<i128>,
    units_per_point: i32,
    matches: f64,
    /// Clusters that are not all alike in every measure, if they are known.
    changed: Option<u64>,
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
struct TotalSums {
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
        let totals = |measure: &Measure| TotalSums {
            thirds: Thirds::of_coarse(measure.unit.coarse()),
            ..TotalSums::default()
        };
        let (sums, totals) = (table.iter().map(totals).collect(), vec![0; counts]);
        let matches = f64::INFINITY;
        Measures { table, per, trials, sums, totals, units_per_point: 1, matches, changed: None }
    }

    /// Sets the number of matches on a cluster, each counted once for every seat whose events are in the counts. At most so many events of a
    /// measure that is [`Measure::apart`] come together.
    #[must_use]
    pub fn has_matches(self, matches: usize) -> Measures {
        Measures { matches: matches as f64, ..self }
    }

    /// Says that all clusters but so many are alike in every measure. If these are fewer than [`FEWEST_CHANGED`], the rates are few and have no
    /// interval.
    #[must_use]
    pub fn differs_on(self, clusters: u64) -> Measures {
        Measures { changed: Some(clusters), ..self }
    }

    /// The first measure whose sums do not say its rate: they are too large, or its values are small beside the largest that its expression may have.
    pub fn inexact(&self) -> Option<&'static Measure> {
        self.table
            .iter()
            .enumerate()
            .find(|&(at, measure)| measure.is_inexact(&self.ratio(at)))
            .map(|(_, of)| of)
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
            trials.xx = trials.xx.saturating_add(i128::from(x) * i128::from(x));
            trials.thirds.add(x, 0);
        }
        for (sum, measure) in self.sums.iter_mut().zip(self.table) {
            let (x, y) = (counts[measure.per], counts[measure.of]);
            // Most events are rare.
            if y != 0 {
                sum.y += i128::from(y);
                sum.xy = sum.xy.saturating_add(i128::from(x) * i128::from(y));
                sum.yy = sum.yy.saturating_add(i128::from(y) * i128::from(y));
                sum.thirds.add_total(x, y);
            }
        }
        self.totals.iter_mut().zip(counts).for_each(|(total, &count)| *total += i128::from(count));
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
        self.totals.iter_mut().for_each(|total| visit(Sum(total)));
    }

    /// Visits the sums of third powers.
    pub fn each_third(&mut self, visit: &mut dyn FnMut(Number<'_>)) {
        let trials = self.per.iter_mut().map(|trials| &mut trials.thirds);
        trials.chain(self.sums.iter_mut().map(|sum| &mut sum.thirds)).for_each(|thirds| thirds.each(visit));
    }

    /// The sums of a measure.
    fn ratio(&self, measure: usize) -> Ratio {
        let Trials { clusters, x, xx, thirds: of_trials, .. } = self.per[self.trials[measure]];
        let TotalSums { y, xy, yy, thirds } = self.sums[measure];
        Ratio { clusters: clusters as u64, x, y, xx, xy, yy, thirds: thirds.with_trials(&of_trials) }
    }

    /// The sum of a count over all clusters; at most [`i64::MAX`].
    pub fn total(&self, count: usize) -> i64 {
        self.totals[count].clamp(i64::MIN.into(), i64::MAX.into()) as i64
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
        self.table.iter().enumerate().map(move |(at, measure)| (measure, self.estimate(at, validity)))
    }

    fn estimate(&self, at: usize, validity: Validity) -> Option<Estimate> {
        let (measure, units) = (&self.table[at], self.units_per_point);
        let found = measure.estimate(&self.ratio(at), units, measure.together(self.matches), validity)?;
        match self.changed {
            Some(1..FEWEST_CHANGED) => Some(Estimate { interval: None, few: true, ..found }),
            _ => Some(found),
        }
    }

    /// The estimate of a measure by its name; `None` if there is no such measure, or no trials.
    pub fn get(&self, name: &str) -> Option<Estimate> {
        let at = self.table.iter().position(|measure| measure.name == name)?;
        self.estimate(at, Validity::Fixed)
    }
}

impl Measure {
    /// Whether these sums do not say its rate: they left their range, or each value was rounded by more than the rate and its interval allow.
    pub(crate) fn is_inexact(&self, sums: &Ratio) -> bool {
        sums.is_too_large() || sums.trials() >= TOO_LARGE.into() || self.unit.is_rounded(sums)
    }

    /// A measure that says nothing of itself but its name, of any value.
    pub const fn new(name: &'static str, [of, per]: [usize; 2], unit: Unit) -> Measure {
        Measure {
            name,
            label: name,
            about: "",
            pitfall: "",
            kind: MeasureKind::Usual,
            of,
            per,
            unit,
            range: Range::Any,
            apart: false,
        }
    }

    /// How many events of a cluster with so many matches come together at most.
    pub(crate) fn together(&self, matches: f64) -> f64 {
        if self.apart { matches } else { f64::INFINITY }
    }

    /// The value of a sum in the unit of the measure.
    pub(crate) fn estimate(
        &self,
        sum: &Ratio,
        units_per_point: i32,
        together: f64,
        validity: Validity,
    ) -> Option<Estimate> {
        let estimate = match self.unit.counted() {
            Counted::Successes => sum.share_with(validity, together),
            Counted::Events => sum.count(validity),
            Counted::BeyondOne => sum.beyond_one(validity),
            Counted::Amount => sum.estimate_with(validity).map(|found| self.range.limited(found, sum)),
        };
        estimate.map(|estimate| estimate.scaled(self.unit.scale(units_per_point)))
    }
}

impl Range {
    /// An estimate of such values with the sums that it is of.
    fn limited(self, found: Estimate, sums: &Ratio) -> Estimate {
        let of_few = self == Range::SumFromZero && sums.is_of_few();
        let interval = found.interval.map(|[low, high]| match self {
            Range::Any => [low, high],
            Range::FromZero | Range::SumFromZero => [low.max(0.0), high],
        });
        Estimate { interval, few: found.few || of_few, ..found }
    }
}

impl Unit {
    /// Whether half a part of a value, by which it may have been rounded, is more than a thousandth of the rate and a hundredth of its
    /// half-interval. Zero is right where no part is more than the unit.
    fn is_rounded(self, sums: &Ratio) -> bool {
        let (Unit::Binary(_, bits), Some(found)) = (self, sums.estimate()) else { return false };
        let half = found.interval.map_or(0.0, |[low, high]| (high - low) / 2.0);
        found.value.abs() < 500.0 && half < 50.0 && (bits < 0 || bits > 0 && found.value != 0.0)
    }

    /// How a difference in this unit is estimated.
    pub(crate) fn counted(self) -> Counted {
        match self {
            Unit::Share => Counted::Successes,
            Unit::Events => Counted::Events,
            Unit::OneOrMore => Counted::BeyondOne,
            Unit::Number
            | Unit::Points
            | Unit::Thousandths
            | Unit::SquaredThousandths
            | Unit::FinePoints
            | Unit::Binary(..) => Counted::Amount,
        }
    }

    /// The part of a total that the skewness needs, as a power of two.
    pub(crate) fn coarse(self) -> u32 {
        if let Unit::Binary(..) = self { COARSE } else { 0 }
    }

    /// In how many parts it is counted.
    pub fn parts(self) -> f64 {
        if let Unit::Binary(_, bits) = self { 2.0_f64.powi(bits.into()) } else { 1.0 }
    }

    /// The unit without its parts.
    #[must_use]
    pub fn whole(self) -> Unit {
        match self {
            Unit::Binary(Whole::Number, _) => Unit::Number,
            Unit::Binary(Whole::Points, _) => Unit::Points,
            Unit::Binary(Whole::Thousandths, _) => Unit::Thousandths,
            _ => self,
        }
    }

    /// The value of one counted item in this unit.
    pub(crate) fn scale(self, units_per_point: i32) -> f64 {
        match self {
            Unit::Share | Unit::Number | Unit::OneOrMore | Unit::Events => 1.0,
            Unit::Points => 1.0 / f64::from(units_per_point),
            Unit::Thousandths => 0.001,
            Unit::SquaredThousandths => 1e-6,
            Unit::FinePoints => 0.001 / f64::from(units_per_point),
            Unit::Binary(..) => self.whole().scale(units_per_point) / self.parts(),
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

    const TABLE: &[Measure] =
        &[Measure::new("a", [1, 0], Unit::Share), Measure::new("b", [2, 1], Unit::Thousandths)];

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

    const OWN: Measure = Measure::new("own", [1, 0], Unit::Number);

    /// The measures of a table with this one, after these clusters.
    fn of(table: &'static [Measure], clusters: impl Iterator<Item = [i64; 2]>) -> Measures {
        let mut measures = Measures::new(table, 2);
        clusters.for_each(|counts| measures.add(&counts));
        measures
    }

    /// 5,708 kyoku of a match on each of 1,000 walls without an event: as many independent trials.
    #[test]
    fn an_event_of_a_kyoku_does_not_fill_a_match() {
        const TABLE: &[Measure] = &[
            Measure { apart: true, ..Measure::new("apart", [1, 0], Unit::Share) },
            Measure::new("together", [1, 0], Unit::Share),
        ];
        let measures = of(TABLE, (0..1_000).map(|wall| [if wall < 708 { 6 } else { 5 }, 0])).has_matches(1);
        let [apart, together] =
            ["apart", "together"].map(|name| measures.get(name).unwrap().interval.unwrap());
        assert!((apart[1] - 0.000_646).abs() < 1e-6 && together[1] > 0.003_6, "{apart:?} {together:?}");
        let paired = |matches: usize| {
            let mut paired = crate::PairedMeasures::new(&TABLE[..1]).has_matches(matches);
            (0..1_000).for_each(|_| paired.add(&[6, 0], &[5, 0]));
            let [low, high] = paired.effect_at(0, crate::Level::Fixed).difference.unwrap().interval.unwrap();
            high - low
        };
        assert!((paired(4) / paired(1) - 4.0).abs() < 1e-6 && paired(100) < 6.1 * paired(1));
    }

    /// Counts of events are few below 20, and have an upper limit where there is none; sums of few large amounts are few. None is below zero.
    #[test]
    fn counts_and_sums_of_few_are_few() {
        const COUNT: &[Measure] = &[Measure { unit: Unit::Events, ..OWN }];
        const SUM: &[Measure] = &[Measure { range: Range::SumFromZero, ..OWN }];
        let found = |table, clusters: &dyn Fn(i64) -> i64| {
            of(table, (0..50).map(|wall| [4, clusters(wall)])).get("own").unwrap()
        };
        let never = found(COUNT, &|_| 0);
        assert_eq!((never.value, never.few, never.interval.unwrap()[0]), (0.0, true, 0.0));
        assert!(never.interval.unwrap()[1] > 3.6 / 200.0);
        let few = found(COUNT, &|wall| i64::from(wall < 3));
        assert!(few.few && few.interval.unwrap()[0] > 0.0 && !found(COUNT, &|wall| 30 + wall % 7).few);
        let usual = found(COUNT, &|wall| 30 + wall % 7).interval.unwrap();
        let mean = of(&[OWN], (0..50).map(|wall| [4, 30 + wall % 7])).get("own").unwrap().interval.unwrap();
        assert!(usual.iter().zip(mean).all(|(a, b)| (a - b).abs() < 0.01), "{usual:?} {mean:?}");
        let [none, rare, common] =
            [found(SUM, &|_| 0), found(SUM, &|wall| 8_000 * i64::from(wall < 3)), found(SUM, &|_| 7)];
        assert_eq!((none.few, rare.few, common.few, rare.interval.unwrap()[0]), (true, true, false, 0.0));
        let signed = of(&[OWN], (0..50).map(|wall| [4, 8_000 * i64::from(wall < 3)])).get("own").unwrap();
        assert!(!signed.few && signed.interval.unwrap()[0] < 0.0);
    }

    /// Totals beyond 64 bits are right, squares beyond 128 bits are named, and nothing panics.
    #[test]
    fn sums_of_any_size_are_right_or_named() {
        let large = of(&[OWN], (0..10).map(|wall| [4, (1 << 60) + wall]));
        let mut many = large.clone();
        (0..4).for_each(|_| many.merge(&large));
        assert!(many.sums()[0] > 0 && many.total(1) == i64::MAX && many.inexact().is_none());
        assert!((many.get("own").unwrap().value / (1_u64 << 58) as f64 - 1.0).abs() < 1e-9);
        (0..10).for_each(|_| many.merge(&many.clone()));
        assert_eq!(many.inexact().map(|measure| measure.name), Some("own"));
        let beyond = of(&[OWN], [[1 + TOO_LARGE, 3], [1, 2]].into_iter());
        assert!(beyond.inexact().is_some() && of(&[OWN], [[1, 2]].into_iter()).inexact().is_none());
    }

    /// In small parts of the unit: the value, the interval and the skewness are those of whole numbers.
    #[test]
    fn parts_of_a_unit_change_no_value() {
        const PARTS: &[Measure] = &[Measure::new("own", [1, 0], Unit::Binary(Whole::Number, 30))];
        let clusters = || (0..60).map(|wall| [3 + wall % 2, 1 + (wall % 12) * (wall % 12) * 40]);
        let whole = of(&[OWN], clusters()).get("own").unwrap();
        let found = of(PARTS, clusters().map(|[x, y]| [x, y << 30])).get("own").unwrap();
        let [[low, high], [from, to]] = [whole, found].map(|of| of.interval.unwrap());
        assert_eq!(whole.value, found.value);
        assert!(
            (low - from).abs() < 1e-3 && (high - to).abs() < 1e-3 && to - found.value > found.value - from
        );
        let alike = of(PARTS, (1..40).map(|x| [x, x * 0x1555_5555_5555])).get("own").unwrap();
        assert_eq!(alike.interval, None, "a rounding error is no variance");
    }

    /// If all clusters but three are alike, no rate has an interval.
    #[test]
    fn rates_that_differ_on_few_clusters_are_few() {
        let measures = of(&[OWN], (0..40).map(|wall| [1, i64::from(wall < 3)]));
        let [few, enough] = [3, 10].map(|clusters| measures.clone().differs_on(clusters).get("own").unwrap());
        assert_eq!((few.value, few.few, few.interval), (0.075, true, None));
        assert!(!enough.few && enough.interval.is_some());
    }

    /// Two measures share their trials; the sums are those of a ratio each.
    #[test]
    fn sums_are_those_of_ratios() {
        const SHARED: &[Measure] = &[TABLE[0], Measure::new("c", [2, 0], Unit::Number), TABLE[1]];
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
        const POINTS: &[Measure] = &[Measure::new("p", [1, 0], Unit::Points)];
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

    /// Values that are small beside a part were rounded: by too much for their rate, unless its interval is wide.
    #[test]
    fn rates_of_rounded_values_are_inexact() {
        const TABLE: &[Measure] = &[
            Measure::new("coarse", [1, 0], Unit::Binary(Whole::Number, -20)),
            Measure::new("fine", [1, 0], Unit::Binary(Whole::Number, 20)),
        ];
        let inexact = |at: usize, value: fn(i64) -> i64| {
            let rows = (0..1_000).map(|wall| [1, value(wall)]);
            of(&TABLE[at..=at], rows).inexact().is_some()
        };
        for at in [0, 1] {
            assert!(
                inexact(at, |_| 3) && !inexact(at, |_| 3_000) && !inexact(at, |wall| wall * wall - 300_000)
            );
        }
        assert!(inexact(0, |_| 0) && !inexact(1, |_| 0), "nothing was lost of a zero");
    }

    #[test]
    fn no_trials_no_estimate() {
        let mut measures = Measures::new(TABLE, 3);
        measures.add(&[10, 0, 0]);
        let found: Vec<_> = measures.estimates().map(|(_, found)| found.is_some()).collect();
        assert_eq!(found, [true, false]);
    }
}
