//! Formats numbers and estimates for people.

use crate::difference::{Difference, Effect};
use crate::few::ENOUGH_CHANGED;
use crate::interval::{Estimate, FEWEST_CLUSTERS};
use crate::measure::{Measure, Unit};
use std::fmt;

/// An estimate as text: the value, then its interval, and `few` if it rests on few events or walls. Two digits of the interval
/// are shown, and as many decimals of the value.
pub fn shown(unit: Unit, estimate: Option<Estimate>) -> [String; 2] {
    let Some(estimate) = estimate else { return ["-".into(), String::new()] };
    let value = estimate.value;
    let (scale, usual) = read_as(unit);
    let halves = estimate.bounds().map(|[low, high]| nearly_equal(value, [value - low, high - value]));
    let halves = halves.map(|halves| halves.map(|half| half * scale));
    let decimals = halves.map_or_else(|| without_interval(value * scale, usual), decimals_of);
    let halves = halves.map_or(String::new(), |halves| shown_halves(halves, decimals));
    let sign = if unit.whole() == Unit::Thousandths && value > 0.0 { "+" } else { "" };
    let few = if estimate.few { " few" } else { "" };
    [format!("{sign}{}", grouped(value * scale, decimals)), halves + few]
}

/// An effect as text: the rate of the base, that of the variant, the difference, then its interval. Two digits of the
/// interval are shown, and as many decimals of the rest.
pub fn shown_effect(unit: Unit, effect: &Effect) -> [String; 4] {
    let Effect { base, variant, difference } = effect;
    let (scale, usual) = read_as(unit);
    let halves = difference.and_then(|found| {
        let halves =
            |[low, high]: [f64; 2]| nearly_equal(found.value, [found.value - low, high - found.value]);
        found.interval.map(|bounds| halves(bounds).map(|half| half * scale))
    });
    let rates = [base, variant].map(|estimate| estimate.map_or(0.0, |found| found.value));
    let values = difference.map_or(rates.to_vec(), |found| vec![found.value, rates[0], rates[1]]);
    let shown = values.into_iter().find(|value| *value != 0.0).unwrap_or(0.0);
    let places = halves.map_or_else(|| without_interval(shown * scale, usual), decimals_of);
    let signed = unit.whole() == Unit::Thousandths;
    let rate = |estimate: &Option<Estimate>| {
        estimate.map_or("-".to_owned(), |found| number(found.value * scale, places, signed))
    };
    let value = match difference {
        None => "-".to_owned(),
        Some(found) if found.same() => "the same".to_owned(),
        Some(found) => number(found.value * scale, places, true),
    };
    let halves = halves.map_or(String::new(), |halves| shown_halves(halves, places));
    [rate(base), rate(variant), value, halves + &few(difference)]
}

/// What the word `few` beside a rate says.
pub fn few_of_rates() -> String {
    format!(
        "few beside a rate: it rests on fewer than {ENOUGH_CHANGED} events (or trials without one), or on fewer than {FEWEST_CLUSTERS} walls"
    )
}

/// A value and its interval as a range; a bound without end is not a number.
pub fn ranged(found: &Estimate, decimals: usize) -> String {
    let number = |value: f64| {
        if value.is_finite() { grouped(value, decimals) } else { "unlimited".to_owned() }
    };
    let bounds = found.interval.map(|bounds| bounds.map(number));
    bounds.map_or(number(found.value), |[low, high]| format!("{} ({low} to {high})", number(found.value)))
}

/// A number of walls with its interval, in words where it is below [`FEWEST_CLUSTERS`]: so few have no interval of their own.
pub fn walls_needed(found: &Estimate) -> String {
    let few = FEWEST_CLUSTERS as f64;
    let Estimate { value, interval, .. } = *found;
    let high = interval.map_or(value, |[_, high]| high);
    if value >= few {
        return ranged(&Estimate { interval: interval.map(|[low, high]| [low.max(few), high]), ..*found }, 0);
    }
    let few = format!("fewer than {FEWEST_CLUSTERS}");
    if high < FEWEST_CLUSTERS as f64 {
        return few;
    }
    let high = if high.is_finite() {
        format!("at most {}", grouped(high, 0))
    } else {
        "or without limit".to_owned()
    };
    format!("{few} ({high})")
}

/// A p value with two digits; below 0.0001 as a bound.
pub fn p_text(p: f64) -> String {
    match p {
        0.1.. => format!("{p:.2}"),
        0.01.. => format!("{p:.3}"),
        0.0001.. => format!("{p:.4}"),
        _ => "<0.0001".to_owned(),
    }
}

/// A size in the unit that fits: `532 bytes`, `12.3 kB`, `4.0 MB`.
pub fn bytes(number: u64) -> String {
    let size = number as f64;
    match [(1e9, "GB"), (1e6, "MB"), (1e3, "kB")].into_iter().find(|&(unit, _)| size >= unit) {
        Some((unit, name)) => format!("{:.1} {name}", size / unit),
        None if number == 1 => "1 byte".to_owned(),
        None => format!("{number} bytes"),
    }
}

pub(crate) fn number(value: f64, places: usize, signed: bool) -> String {
    let sign = if signed && value > 0.0 { "+" } else { "" };
    format!("{sign}{}", grouped(value, places))
}

/// Says that few walls changed, or gained or lost events, and how many.
fn few(difference: &Option<Difference>) -> String {
    let few = difference.filter(Difference::few);
    let walls = few.map(|found| found.events_changed.unwrap_or(found.clusters_changed));
    walls.map_or(String::new(), |walls| format!("  few ({walls})"))
}

/// The factor from a value to the number shown, and the decimals shown if there is no interval.
pub fn read_as(unit: Unit) -> (f64, usize) {
    match unit {
        Unit::Share => (100.0, 1),
        Unit::Number | Unit::OneOrMore | Unit::Events => (1.0, 2),
        Unit::Points | Unit::FinePoints => (1.0, 0),
        Unit::SquaredThousandths => (1.0, 0),
        Unit::Thousandths => (1.0, 1),
        Unit::Binary(..) => read_as(unit.whole()),
    }
}

/// The name of a measure for people, with its unit.
pub fn label(measure: &Measure) -> String {
    let unit = if measure.unit == Unit::Share { " %" } else { "" };
    format!("{}{unit}", measure.label)
}

/// The unit of a measure, of shares that of a difference; none for plain numbers.
pub fn unit_words(unit: Unit) -> &'static str {
    match unit.whole() {
        Unit::Share => "percentage points",
        Unit::Points | Unit::FinePoints => "points",
        Unit::Thousandths => "rank points",
        Unit::SquaredThousandths => "squared rank points",
        Unit::Number | Unit::OneOrMore | Unit::Events | Unit::Binary(..) => "",
    }
}

/// A number that was given, as short as it is: 0.05, 100.
pub fn plain(value: f64) -> String {
    let rounded = (value * 1e9).round() / 1e9;
    format!("{rounded}")
}

/// How many decimals show two digits of a number; 6 of zero.
pub fn decimals(number: f64) -> usize {
    if number == 0.0 { 6 } else { (1.0 - number.abs().log10().floor()).clamp(0.0, 15.0) as usize }
}

/// The decimals of a value without an interval: the usual ones, unless it is so small that they do not show it.
fn without_interval(value: f64, usual: usize) -> usize {
    let is_small = value != 0.0 && value.abs() < 0.1_f64.powi(usual as i32);
    if is_small { decimals(value) } else { usual }
}

/// The larger half of an interval around a value: what is shown behind ± where they are nearly equal.
pub fn larger_half(value: f64, [low, high]: [f64; 2]) -> f64 {
    (value - low).max(high - value)
}

/// The decimals that show two digits of the smaller half of an interval that is not zero.
fn decimals_of([below, above]: [f64; 2]) -> usize {
    decimals(if below > 0.0 && above > 0.0 { below.min(above) } else { below.max(above) })
}

/// The halves of an interval around a value: nearly equal ones as the larger, unless that one has zero and the interval has not.
fn nearly_equal(value: f64, [below, above]: [f64; 2]) -> [f64; 2] {
    let (larger, towards_zero) = (below.max(above), if value > 0.0 { below } else { above });
    let reads_alike = (value.abs() > larger) == (value.abs() > towards_zero);
    if reads_alike && (above - below).abs() <= larger / 20.0 { [larger; 2] } else { [below, above] }
}

/// ` ± half`, or ` -below +above` where they differ by more than the last digit. Of two that do not, the larger. Only one of
/// them if the other is zero.
fn shown_halves([below, above]: [f64; 2], decimals: usize) -> String {
    match [below, above] {
        [0.0, above] if above > 0.0 => return format!(" +{}", grouped(above, decimals)),
        [below, 0.0] if below > 0.0 => return format!(" -{}", grouped(below, decimals)),
        _ => {}
    }
    let last_digit = 0.1_f64.powi(decimals as i32);
    if (above - below).abs() <= last_digit {
        return format!(" ± {}", grouped(below.max(above), decimals));
    }
    format!(" -{} +{}", grouped(below, decimals), grouped(above, decimals))
}

/// A number with so many decimals and commas between thousands.
pub fn grouped(value: f64, decimals: usize) -> String {
    let text = format!("{:.decimals$}", value.abs());
    let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
    let mut grouped = String::new();
    for (i, digit) in whole.chars().enumerate() {
        if i > 0 && (whole.len() - i) % 3 == 0 {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    let zero = text.chars().all(|c| matches!(c, '0' | '.'));
    let sign = if value < 0.0 && !zero { "-" } else { "" };
    format!("{sign}{grouped}{rest}")
}

/// The name of a class for people: `12000_to_15999` as `12,000 to 15,999`.
pub fn words(name: &str) -> String {
    let word = |word: &str| word.parse::<f64>().map_or(word.to_owned(), |number| grouped(number, 0));
    name.split('_').map(word).collect::<Vec<_>>().join(" ")
}

/// The value and its interval as a plain number: `2.345 ± 0.012`.
impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [value, halves] = shown(Unit::Number, Some(*self));
        f.pad(&(value + &halves))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        for (value, decimals, text) in [
            (0.0, 0, "0"),
            (999.0, 0, "999"),
            (1_000.4, 0, "1,000"),
            (-1_234_567.89, 1, "-1,234,567.9"),
            (-0.001, 2, "0.00"),
            (123_456.0, 3, "123,456.000"),
        ] {
            assert_eq!(grouped(value, decimals), text);
        }
    }

    #[test]
    fn few_walls_are_said_in_words() {
        let found = |value, interval| walls_needed(&Estimate { value, interval, clusters: 20, few: false });
        assert_eq!(found(0.2, Some([0.1, 0.6])), "fewer than 10");
        assert_eq!(found(0.2, None), "fewer than 10");
        assert_eq!(found(8.0, Some([3.0, 25.0])), "fewer than 10 (at most 25)");
        assert_eq!(found(8.0, Some([3.0, f64::INFINITY])), "fewer than 10 (or without limit)");
        assert_eq!(found(14.0, Some([6.0, 40.0])), "14 (10 to 40)");
        assert_eq!(found(1_234.0, None), "1,234");
        assert_eq!(found(f64::INFINITY, Some([50.0, f64::INFINITY])), "unlimited (50 to unlimited)");
    }

    #[test]
    fn p_values_have_two_digits() {
        for (p, text) in
            [(1.0, "1.00"), (0.123, "0.12"), (0.0451, "0.045"), (0.002_34, "0.0023"), (1e-7, "<0.0001")]
        {
            assert_eq!(p_text(p), text);
        }
    }

    #[test]
    fn names_of_classes_are_read_as_words() {
        for (name, text) in [
            ("12000_to_15999", "12,000 to 15,999"),
            ("below_4000", "below 4,000"),
            ("4_han", "4 han"),
            ("kazoe_yakuman", "kazoe yakuman"),
        ] {
            assert_eq!(words(name), text);
        }
    }

    #[test]
    fn estimates_are_shown_in_their_unit() {
        let interval = |value, bounds| Some(Estimate { value, interval: bounds, clusters: 10, few: false });
        let estimate = |value, half| interval(value, Some([value - half, value + half]));
        for (unit, estimate, text) in [
            (Unit::Share, estimate(0.213_46, 0.0012), ["21.35", " ± 0.12"]),
            (Unit::Share, estimate(0.21345, 0.000_012), ["21.3450", " ± 0.0012"]),
            (Unit::Share, interval(0.21346, Some([0.21226, 0.21474])), ["21.35", " ± 0.13"]),
            (Unit::Share, interval(0.000_1, Some([0.000_014, 0.000_71])), ["0.0100", " -0.0086 +0.0610"]),
            (Unit::Share, interval(0.999_9, Some([0.999_29, 0.999_986])), ["99.9900", " -0.0610 +0.0086"]),
            (Unit::Share, interval(0.0, Some([0.0, 0.003_69])), ["0.00", " +0.37"]),
            (Unit::Share, interval(1.0, Some([0.996_31, 1.0])), ["100.00", " -0.37"]),
            (Unit::Number, interval(2.5, None), ["2.50", ""]),
            (Unit::Number, interval(0.001_234, None), ["0.0012", ""]),
            (Unit::Number, estimate(1.234e-8, 2.5e-9), ["0.0000000123", " ± 0.0000000025"]),
            (Unit::Share, interval(0.000_31, None), ["0.031", ""]),
            (Unit::Share, interval(0.0, None), ["0.0", ""]),
            (Unit::Points, estimate(5_647.2, 12.4), ["5,647", " ± 12"]),
            (Unit::Points, interval(5_647.2, Some([4_647.2, 6_687.2])), ["5,647", " ± 1,040"]),
            (Unit::Points, interval(1_020.0, Some([20.0, 2_060.0])), ["1,020", " -1,000 +1,040"]),
            (Unit::Points, estimate(5_647.2, 1_234.0), ["5,647", " ± 1,234"]),
            (Unit::Thousandths, estimate(12.341, 0.5), ["+12.34", " ± 0.50"]),
            (Unit::Thousandths, estimate(-12.341, 0.5), ["-12.34", " ± 0.50"]),
            (Unit::Share, None, ["-", ""]),
        ] {
            assert_eq!(shown(unit, estimate), text);
        }
        let few = Estimate { value: 0.5, interval: Some([0.2, 0.8]), clusters: 9, few: true };
        assert_eq!(shown(Unit::Share, Some(few)), ["50.0", " few"]);
        let rare = Estimate { clusters: 10, ..few };
        assert_eq!(shown(Unit::Share, Some(rare)), ["50", " ± 30 few"]);
    }
}
