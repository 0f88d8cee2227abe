//! Formats numbers, estimates and lists for people.

use super::interval;
use hyakuman_analysis::{Estimate, Measure, Unit};

/// Characters in a line of a list.
const LINE: usize = 100;

/// Names separated by commas, or by bars if a name contains a comma.
pub fn listed(names: &[String]) -> String {
    let options = names.iter().any(|name| name.contains(':'));
    names.join(if options { " | " } else { ", " })
}

/// A heading and a list, in lines of at most [`LINE`] characters where the items allow it.
pub fn wrapped(heading: &str, items: impl Iterator<Item = String>) -> String {
    let mut text = heading.to_owned();
    let mut column = heading.chars().count();
    for (i, item) in items.enumerate() {
        let length = item.chars().count() + 1;
        text.push_str(if i > 0 { "," } else { "" });
        column += usize::from(i > 0);
        if column + length >= LINE {
            text.push_str("\n ");
            column = 1;
        }
        text.push(' ');
        text.push_str(&item);
        column += length;
    }
    text
}

/// The value of an estimate, and its interval. The interval has two significant digits, and the value as many decimals.
pub fn shown(unit: Unit, estimate: Option<Estimate>) -> [String; 2] {
    let Some(estimate) = estimate else { return ["-".into(), String::new()] };
    let value = estimate.value;
    let (scale, usual) = read_as(unit);
    let halves = interval(&estimate).map(|[low, high]| [value - low, high - value].map(|half| half * scale));
    let decimals = halves.map_or(usual, |[below, above]| decimals(below.min(above)));
    let halves = halves.map_or(String::new(), |halves| shown_halves(halves, decimals));
    let sign = if unit == Unit::Thousandths && value > 0.0 { "+" } else { "" };
    [format!("{sign}{}", grouped(value * scale, decimals)), halves]
}

/// `1 game`, `2,000 games`.
pub fn games(number: u64) -> String {
    match number {
        1 => "1 game".to_owned(),
        number => format!("{} games", grouped(number as f64, 0)),
    }
}

/// The factor from a unit to what people read, and the decimals to show if there is no interval.
pub fn read_as(unit: Unit) -> (f64, usize) {
    match unit {
        Unit::Share => (100.0, 2),
        Unit::Number | Unit::OneOrMore => (1.0, 3),
        Unit::Points => (1.0, 0),
        Unit::Thousandths => (1.0, 2),
    }
}

/// The label of a measure, with its unit.
pub fn label(measure: &Measure) -> String {
    let unit = if measure.unit == Unit::Share { " %" } else { "" };
    format!("{}{unit}", measure.label)
}

/// Decimals that show two significant digits of a number.
pub fn decimals(number: f64) -> usize {
    (1.0 - number.log10().floor()).clamp(0.0, 6.0) as usize
}

/// ` ± half`, or ` -below +above` if they differ by more than the last digit. ` ± half` shows the larger one.
pub fn shown_halves([below, above]: [f64; 2], decimals: usize) -> String {
    let last_digit = 0.1_f64.powi(decimals as i32);
    if (above - below).abs() <= last_digit {
        return format!(" ± {}", grouped(below.max(above), decimals));
    }
    format!(" -{} +{}", grouped(below, decimals), grouped(above, decimals))
}

/// A number with this many decimals and commas between thousands.
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

/// A rate per second: a whole number, with decimals below ten.
pub fn rate(per_second: f64) -> String {
    let decimals = match per_second {
        10.0.. => 0,
        1.0.. => 1,
        _ => 2,
    };
    grouped(if per_second.is_finite() { per_second } else { 0.0 }, decimals)
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
    fn rates_have_few_digits() {
        for (per_second, text) in [
            (1_176.510_8, "1,177"),
            (17.4, "17"),
            (9.37, "9.4"),
            (0.123, "0.12"),
            (0.0, "0.00"),
            (f64::INFINITY, "0"),
            (f64::NAN, "0.00"),
        ] {
            assert_eq!(rate(per_second), text);
        }
    }

    #[test]
    fn estimates_are_shown_in_their_unit() {
        let interval = |value, bounds| Some(Estimate { value, interval: bounds, clusters: 10 });
        let estimate = |value, half| interval(value, Some([value - half, value + half]));
        for (unit, estimate, text) in [
            (Unit::Share, estimate(0.213_46, 0.0012), ["21.35", " ± 0.12"]),
            (Unit::Share, estimate(0.21345, 0.000_012), ["21.3450", " ± 0.0012"]),
            (Unit::Share, interval(0.21346, Some([0.21226, 0.21474])), ["21.35", " ± 0.13"]),
            (Unit::Share, interval(0.000_1, Some([0.000_014, 0.000_71])), ["0.0100", " -0.0086 +0.0610"]),
            (Unit::Share, interval(0.999_9, Some([0.999_29, 0.999_986])), ["99.9900", " -0.0610 +0.0086"]),
            (Unit::Number, interval(2.5, None), ["2.500", ""]),
            (Unit::Points, estimate(5_647.2, 12.4), ["5,647", " ± 12"]),
            (Unit::Points, estimate(5_647.2, 1_234.0), ["5,647", " ± 1,234"]),
            (Unit::Thousandths, estimate(12.341, 0.5), ["+12.34", " ± 0.50"]),
            (Unit::Thousandths, estimate(-12.341, 0.5), ["-12.34", " ± 0.50"]),
            (Unit::Share, None, ["-", ""]),
        ] {
            assert_eq!(shown(unit, estimate), text);
        }
        let few = Estimate { value: 0.5, interval: Some([0.2, 0.8]), clusters: 9 };
        assert_eq!(shown(Unit::Share, Some(few)), ["50.00", ""]);
    }

    #[test]
    fn lists_are_wrapped() {
        let items = |n: usize| (0..n).map(|i| format!("a_rule_{i:03} = {i}"));
        assert_eq!(wrapped("differs:", items(2)), "differs: a_rule_000 = 0, a_rule_001 = 1");
        let text = wrapped("differs:", items(40));
        assert!(text.lines().count() > 5 && text.lines().all(|line| line.len() <= LINE), "{text}");
        assert_eq!(text.replace("\n ", ""), wrapped_not(items(40)));
    }

    fn wrapped_not(items: impl Iterator<Item = String>) -> String {
        format!("differs: {}", items.collect::<Vec<_>>().join(", "))
    }

    #[test]
    fn agents_with_options_are_separated_by_bars() {
        let listed = |names: [&str; 2]| listed(&names.map(str::to_owned));
        assert_eq!(listed(["random", "ukeire"]), "random, ukeire");
        assert_eq!(
            listed(["ukeire:calls=false,fold=false", "random"]),
            "ukeire:calls=false,fold=false | random"
        );
    }
}
