//! How good predicted gains are on labels that were not fitted. Matches are the clusters: labels of one match are not independent.

use serde::Serialize;

/// Sums over held-out matches.
#[derive(Clone, Debug, Default)]
pub(crate) struct HeldOut {
    /// The match that is added now: its number, its sums of prediction times label, and of squares of predictions.
    open: Option<(u64, [f64; 2])>,
    count: f64,
    sums: [f64; 2],
    /// Squares of both sums of a match, and their product.
    squares: [f64; 3],
    /// Labels of predictions above the threshold: how many, their predictions, they themselves, their squares.
    above: [f64; 4],
}

/// What held-out labels say of a sort.
#[derive(Serialize, Clone, Copy, PartialEq, Debug)]
pub struct Checked {
    /// Held-out labels.
    pub labels: u64,
    /// Slope of the labels on the predictions, 1 if the predictions are true, and half the width of its 95% interval.
    pub slope: [f64; 2],
    /// Part of the labels for which the correction takes the other action.
    pub taken: f64,
    /// Gain that it expects of them, in the unit of the labels.
    pub expected: f64,
    /// Gain by the labels, and half the width of its 95% interval.
    pub gained: [f64; 2],
}

impl HeldOut {
    /// Adds a label, in the order of matches.
    pub(crate) fn add(&mut self, number: u64, prediction: f32, label: f32, threshold: f32) {
        let (prediction, label) = (f64::from(prediction), f64::from(label));
        if self.open.is_some_and(|(open, _)| open != number) {
            self.close();
        }
        let (_, sums) = self.open.get_or_insert((number, [0.0; 2]));
        *sums = [sums[0] + prediction * label, sums[1] + prediction * prediction];
        self.count += 1.0;
        if prediction > f64::from(threshold) {
            let more = [1.0, prediction, label, label * label];
            self.above.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
        }
    }

    fn close(&mut self) {
        let Some((_, [with, square])) = self.open.take() else { return };
        self.sums = [self.sums[0] + with, self.sums[1] + square];
        let more = [with * with, square * square, with * square];
        self.squares.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
    }

    /// With the last match.
    pub(crate) fn closed(mut self) -> HeldOut {
        self.close();
        self
    }

    /// The slope of the labels on the predictions, and its standard error.
    pub(crate) fn slope(&self) -> [f64; 2] {
        let [with, square] = self.sums;
        if square <= 0.0 {
            return [0.0; 2];
        }
        let slope = with / square;
        let [withs, squares, both] = self.squares;
        let variance = (withs - 2.0 * slope * both + slope * slope * squares).max(0.0);
        [slope, variance.sqrt() / square]
    }

    /// The root of the mean square of the predictions.
    pub(crate) fn spread(&self) -> f64 {
        if self.count > 0.0 { (self.sums[1] / self.count).sqrt() } else { 0.0 }
    }

    pub(crate) fn checked(self) -> Checked {
        let [slope, error] = self.slope();
        let [count, expected, gained, squares] = self.above;
        let mean = |sum: f64| if count > 0.0 { sum / count } else { 0.0 };
        let variance = (mean(squares) - mean(gained) * mean(gained)).max(0.0);
        let error_of_gain = if count > 0.0 { (variance / count).sqrt() } else { 0.0 };
        Checked {
            labels: self.count as u64,
            slope: [slope, 1.96 * error],
            taken: if self.count > 0.0 { count / self.count } else { 0.0 },
            expected: mean(expected),
            gained: [mean(gained), 1.96 * error_of_gain],
        }
    }
}
