//! Formats numbers, estimates and lists for people.

pub use hyakuman_analysis::figures::{grouped, words};
pub use hyakuman_report::head::matches;

/// A rate per second, as an integer; below ten with decimals.
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
    fn rates_have_no_more_digits_than_they_need() {
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
}
