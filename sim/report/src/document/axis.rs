//! The scale of a plot: round numbers at equal distances.

use hyakuman_analysis::figures::grouped;

/// Steps between two numbers of an axis at most.
const STEPS: f64 = 5.0;

/// A linear scale from one round number to another.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Axis {
    low: f64,
    high: f64,
    step: f64,
}

impl Axis {
    /// A scale that holds all these values. Those that are no numbers are left out.
    pub(crate) fn over(values: impl IntoIterator<Item = f64>) -> Axis {
        let finite = values.into_iter().filter(|value| value.is_finite());
        let [low, high] = finite
            .fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], value| [low.min(value), high.max(value)]);
        let [low, high] = if low <= high { [low, high] } else { [0.0, 1.0] };
        let room = if high > low { 0.0 } else { (low.abs() / 10.0).max(0.1) };
        let [low, high] = [low - room, high + room];
        let step = round_step((high - low) / STEPS);
        Axis { low: (low / step).floor() * step, high: (high / step).ceil() * step, step }
    }

    /// Where a value is, as a share of the length: 0 at the low end, 1 at the high end. Values beyond are at the ends.
    pub(crate) fn place(&self, value: f64) -> f64 {
        ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0)
    }

    /// Whether a value is on the scale.
    pub(crate) fn holds(&self, value: f64) -> bool {
        let slack = self.step * 1e-9;
        (self.low - slack..=self.high + slack).contains(&value)
    }

    /// The round numbers: their places and texts.
    pub(crate) fn ticks(&self) -> Vec<(f64, String)> {
        let decimals = (-self.step.log10()).ceil().clamp(0.0, 9.0) as usize;
        let count = ((self.high - self.low) / self.step).round() as usize;
        let tick = |at: usize| {
            let value = self.low + at as f64 * self.step;
            (self.place(value), grouped(value, decimals))
        };
        (0..=count).map(tick).collect()
    }
}

/// The next larger of 1, 2 and 5 times a power of ten.
fn round_step(step: f64) -> f64 {
    let power = 10.0_f64.powf(step.log10().floor());
    let digit = [1.0, 2.0, 5.0].into_iter().find(|digit| digit * power >= step * (1.0 - 1e-9));
    digit.unwrap_or(10.0) * power
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(values: &[f64]) -> Vec<String> {
        Axis::over(values.iter().copied()).ticks().into_iter().map(|(_, text)| text).collect()
    }

    #[test]
    fn the_numbers_of_an_axis_are_round() {
        assert_eq!(texts(&[-0.31, 0.0, 0.12]), ["-0.4", "-0.3", "-0.2", "-0.1", "0.0", "0.1", "0.2"]);
        assert_eq!(texts(&[0.0, 41_300.0]), ["0", "10,000", "20,000", "30,000", "40,000", "50,000"]);
        assert_eq!(texts(&[2.5]).first().map(String::as_str), Some("2.2"));
        assert_eq!(texts(&[f64::NAN, f64::INFINITY]), ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
    }

    #[test]
    fn values_beyond_the_axis_are_at_its_ends() {
        let axis = Axis::over([0.0, 10.0]);
        assert_eq!([-5.0, 0.0, 5.0, 99.0].map(|value| axis.place(value)), [0.0, 0.0, 0.5, 1.0]);
        assert!(axis.holds(10.0) && !axis.holds(10.1));
    }
}
