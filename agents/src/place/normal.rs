//! Chances of pairs where no fitted ones apply: differences of final scores have a normal distribution.

use super::orders::Factors;
use super::{Situation, chance};
use hyakuman_riichi::RiichiRules;

/// The chance of a pair is a logistic curve of its difference over the standard deviation, which is
/// `spread * sqrt(kyoku left + more)`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Normal {
    spread: f32,
    more: f32,
    /// Kyoku of the regular length.
    regular: u32,
}

/// The logistic curve that is nearest to the normal distribution has this slope.
const SLOPE: f32 = 1.702;

/// Points and kyoku of [`Normal`] by players, fitted to matches of `ukeire`.
const THREE: (f32, f32) = (18_000.0, 0.0);
const FOUR: (f32, f32) = (12_000.0, -0.25);

impl Normal {
    /// `unit`: score that is worth a rank point.
    pub(super) fn of(rules: &RiichiRules, unit: f32) -> Normal {
        let (spread, more) = if rules.players == 3 { THREE } else { FOUR };
        Normal {
            spread: spread * unit / 1_000.0,
            more,
            regular: rules.length_winds as u32 * rules.players as u32,
        }
    }

    /// The chances of the pairs.
    #[inline]
    pub(super) fn factors<const N: usize>(&self, state: &Situation<N>) -> Factors<N> {
        let left = self.regular.saturating_sub(state.kyoku).max(1) as f32;
        let slope = SLOPE / (self.spread * (left + self.more).sqrt());
        let mut factors = Factors::NONE;
        for i in 0..N {
            for j in i + 1..N {
                let difference = (state.scores[i] - state.scores[j]) as f32;
                [factors.above[i][j], factors.above[j][i]] = chance(slope * difference);
            }
        }
        factors
    }
}
