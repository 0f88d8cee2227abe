//! What a hand is worth beyond the tables: labels by rollouts say where the tables err in the mean. docs/value.md has the terms;
//! `scripts/value_terms.py` plays without each.

use super::han::Setting;
use super::position::{Position, Prospect};
use super::rates::Rates;
use super::turn::Choice;
use crate::shapes;
use hyakuman_core::Hand;

/// Own draws left from which a shape counts in full.
const MANY_DRAWS: usize = 12;
/// Least part of a hand's worth that is left if others may be tenpai.
const LEAST: f32 = 0.2;
/// Tens of tiles of one suit, from which a call for a flush is worth more.
const SOME_FLUSH: f32 = 0.7;
/// Part by which what a discard must be worth is taken lower, as sums are rounded.
const ROUNDING: f32 = 1e-4;

/// The part of what a hand is worth that is left by the sum of the chances that others are tenpai without riichi.
pub(super) fn left(rates: &Rates, silent: f32) -> f32 {
    (1.0 - rates.quiet * silent).max(LEAST)
}

impl<const N: usize> Position<'_, '_, N> {
    /// A hand of 3n+1 tiles.
    #[inline]
    pub(super) fn beyond(&self, hand: &Hand, prospect: Prospect) -> Prospect {
        self.with_shapes(self.shapes(hand), prospect)
    }

    /// Less if others may be tenpai; under a riichi less the farther it is from tenpai, otherwise more for shapes, if it is not tenpai.
    #[inline]
    pub(super) fn with_shapes(&self, shapes: f32, prospect: Prospect) -> Prospect {
        let mut points = if prospect.points > 0.0 { self.left * prospect.points } else { prospect.points };
        if self.threatened {
            points *= self.rates.pushed[prospect.shanten.clamp(0, 2) as usize];
            points += if prospect.shanten <= 0 { self.stakes.slope * self.rates.pushed_tenpai } else { 0.0 };
        } else if prospect.shanten > 0 {
            points += shapes;
        }
        Prospect { points, ..prospect }
    }

    /// Points of the shapes that two kinds complete.
    #[inline]
    pub(super) fn shapes(&self, hand: &Hand) -> f32 {
        let many_draws = self.draws.min(MANY_DRAWS) as f32 / MANY_DRAWS as f32;
        self.stakes.slope * self.rates.shapes * many_draws * shapes::two_sided(hand).len() as f32
    }

    /// A hand in riichi: it cannot fold, and others do.
    #[inline]
    pub(super) fn in_riichi(&self, points: f32) -> f32 {
        let [cost, under_riichi] = self.rates.riichi_cost;
        if self.threatened { under_riichi * points } else { points - cost * self.stakes.slope }
    }

    /// The best discard after a call, for a comparison with passing. `hand`: the concealed tiles before the discard.
    pub(super) fn after_the_call(&self, setting: &Setting, hand: &Hand, choice: Choice) -> Choice {
        let rest = if hand.kinds().has(choice.kind) { hand.without(choice.kind) } else { *hand };
        let more = self.of_call(setting, hand, &rest);
        Choice { points: self.rates.calls[0] * choice.points + more, ..choice }
    }

    /// A lower bound: the best discard after a call that is worth more than this is worth more than the result.
    pub(super) fn before_the_call(&self, setting: &Setting, hand: &Hand, call: f32) -> f32 {
        let [times, _, _, flush] = self.rates.calls;
        if times <= 0.0 || flush < 0.0 {
            return f32::NEG_INFINITY;
        }
        // No discard leaves more tiles of a suit.
        let least = (call - self.of_call(setting, hand, hand)) / times;
        least - ROUNDING * (1.0 + least.abs())
    }

    /// Points that a call adds: of a triplet of value, of tiles of one suit after the discard.
    fn of_call(&self, setting: &Setting, hand: &Hand, rest: &Hand) -> f32 {
        let [_, value, other, flush] = self.rates.calls;
        let has_value = (setting.sets.triplets | hand.at_least(3)).meets(setting.value);
        let suited = shapes::of_one_suit(rest, setting.sets.exposed, setting.melds());
        let more = if has_value { value } else { other } + flush * (suited as f32 / 10.0 - SOME_FLUSH);
        more * self.stakes.slope
    }
}
