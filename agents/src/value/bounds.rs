//! Which upper bounds of the worth of a discard hold. With the fitted numbers more han, shapes or acceptance never make a hand worth less,
//! but for rounding; other numbers (`rates=FILE`) may lack that.

use super::curves::Curves;
use super::han::points;
use super::rates::Rates;
use super::stakes::Stakes;

/// What never makes a hand worth less.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bounds {
    /// More han, and more shapes; and a discard brings no yaku nearer.
    pub worth: bool,
    /// More acceptance, and a pair instead of a single tile.
    pub acceptance: bool,
}

impl Bounds {
    /// Of these numbers, and the curves made from them: closed hands and open ones.
    pub(crate) fn of(rates: &Rates, curves: &[Curves]) -> Bounds {
        let [run, pair] = rates.open_tiles;
        let positive = [
            rates.shapes,
            rates.far_points[0][1],
            rates.far_points[1][1],
            rates.near[3],
            run,
            rates.tenpai_bonus,
        ];
        let worth = positive.iter().all(|&number| number >= 0.0)
            && rates.near.is_sorted_by(|more, less| more >= less);
        let rises = |(at, curves): (usize, &Curves)| {
            curves.rise(least_points(rates, at % 2 == 1) + rates.win_bonus, rates.tenpai_bonus)
        };
        Bounds { worth, acceptance: worth && pair >= run.max(1.0) && curves.iter().enumerate().all(rises) }
    }

    /// Those that hold with these stakes. More acceptance is worth more only if a win, compared with being tenpai at a draw, is worth at least as much as
    /// in points. `share` and `pot`: of the [`Position`](super::position::Position).
    pub(super) fn by_stakes(self, rates: &Rates, stakes: &Stakes, share: f32, pot: f32) -> Bounds {
        if !stakes.count_places() {
            return self;
        }
        let is_worth_it = |open| {
            let points = least_points(rates, open);
            stakes.win(points * share, pot, rates.win_bonus) >= stakes.slope * (points + rates.win_bonus)
        };
        let worth = self.worth && stakes.rise();
        Bounds { worth, acceptance: self.acceptance && worth && is_worth_it(false) && is_worth_it(true) }
    }
}

/// Points of the cheapest win of a hand that is not tenpai.
fn least_points(rates: &Rates, open: bool) -> f32 {
    let [least, times] = rates.far_points[open as usize];
    least + times * points(0.0)
}
