//! The game by sums alone: how others are assumed to play, and the value of a hand beyond the tiles that are searched
//! exactly. Sums are half points; values are half points per half point of the bet.

use super::pool::{Pool, VALUES};
use hyakuman_toppan::held::LIMIT;

/// Number of sums of a hand that is not bust.
pub(super) const SUMS: usize = LIMIT as usize + 1;
/// The sum at which other players are assumed to stay.
const STAY_FROM: usize = 16;
/// Probability that a draw makes a yaku, for any sum.
const YAKU: f64 = 0.03;
/// The value ten of an own wind.
const TEN: usize = 20;

/// The probabilities of the ends of a turn.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ends {
    pub(super) yaku: f64,
    pub(super) bust: f64,
    /// A stay with each sum.
    pub(super) at: [f64; SUMS],
}

impl Ends {
    /// For a child with an unknown first tile that may stay with more than `bound`; `own_wind` is the probability
    /// that the tile is its own wind.
    pub(super) fn of_child(values: &[f64; VALUES], own_wind: f64, bound: usize) -> Ends {
        let mut sums = [0.0; SUMS];
        sums[..VALUES].copy_from_slice(values);
        sums[1] -= own_wind;
        sums[TEN] += own_wind;
        Ends::play(values, sums, STAY_FROM.max(bound + 1))
    }

    /// For a player with these probabilities of its sum who stays from one sum on.
    fn play(values: &[f64; VALUES], mut sums: [f64; SUMS], stay_from: usize) -> Ends {
        let mut ends = Ends::default();
        for sum in 0..SUMS {
            let chance = sums[sum];
            if sum >= stay_from || sum == SUMS - 1 {
                ends.at[sum] = chance;
                continue;
            }
            for (value, draw) in values.iter().enumerate().filter(|(_, draw)| **draw > 0.0) {
                let (next, reached) = (sum + value, chance * draw);
                ends.yaku += reached * YAKU;
                match next {
                    ..SUMS if next == SUMS - 1 => ends.yaku += reached * (1.0 - YAKU),
                    ..SUMS => sums[next] += reached * (1.0 - YAKU),
                    _ => ends.bust += reached * (1.0 - YAKU),
                }
            }
        }
        ends
    }

    /// The probability of a stay with at most this sum.
    pub(super) fn up_to(&self, sum: usize) -> f64 {
        self.at[..=sum.min(SUMS - 1)].iter().sum()
    }
}

/// The assumed hands of a dealer who stays, by shown value and sum, and its other ends.
pub(super) struct DealerEnds {
    /// `shows[v][s]`: the probability of staying with `v` shown and the sum `s`.
    pub(super) shows: [[f64; SUMS]; SUMS],
    pub(super) yaku: f64,
    pub(super) bust: f64,
}

impl DealerEnds {
    pub(super) fn new(values: &[f64; VALUES], own_wind: f64) -> DealerEnds {
        let mut found = DealerEnds { shows: [[0.0; SUMS]; SUMS], yaku: 0.0, bust: 0.0 };
        for (hidden, chance) in values.iter().enumerate().filter(|(_, chance)| **chance > 0.0) {
            let mut sums = [0.0; SUMS];
            let as_ten = if hidden == 1 { own_wind } else { 0.0 };
            sums[hidden] = chance - as_ten;
            found.shows[0][TEN] += as_ten;
            let ends = Ends::play(values, sums, STAY_FROM);
            found.yaku += ends.yaku;
            found.bust += ends.bust;
            for (sum, chance) in ends.at.into_iter().enumerate().filter(|(_, chance)| *chance > 0.0) {
                found.shows[sum - hidden][sum] += chance;
            }
        }
        found
    }
}

/// The values of hitting and of the best choice, by sum.
pub(super) struct Worths {
    /// The value of hitting with each sum.
    pub(super) hit: [f64; SUMS],
    /// The value of the best choice with each sum.
    pub(super) best: [f64; SUMS],
}

impl Worths {
    /// `stay` returns the value of staying with a sum, if that is allowed.
    pub(super) fn new(pool: &Pool, stay: impl Fn(usize) -> Option<f64>, win: f64, bust: f64) -> Worths {
        let values = pool.values();
        let mut worths = Worths { hit: [bust; SUMS], best: [bust; SUMS] };
        for sum in (0..SUMS).rev() {
            let after = |value: usize| worths.best.get(sum + value).copied().unwrap_or(bust);
            let draws = values.iter().enumerate().filter(|(_, chance)| **chance > 0.0);
            let plain: f64 = draws.map(|(value, chance)| chance * after(value)).sum();
            worths.hit[sum] = YAKU * win + (1.0 - YAKU) * plain;
            let kept = if sum == SUMS - 1 { Some(win) } else { stay(sum) };
            worths.best[sum] = kept.map_or(worths.hit[sum], |kept| kept.max(worths.hit[sum]));
        }
        worths
    }
}
