//! What a hand is worth beyond the tables. Labels by rollouts say where the tables err in the mean; docs/value.md has what they say, and
//! what each of these terms gains.

use super::han::Setting;
use super::position::{Position, Prospect};
use super::turn::Choice;
use crate::learned::two_sided;
use hyakuman_core::{Hand, KindSet};

/// Own draws left from which a shape counts in full.
const MANY_DRAWS: usize = 12;
/// Least part of what a hand is worth that others' silent tenpai leave of it.
const LEAST: f32 = 0.2;
/// Tenths of the tiles of a hand and its melds, of one suit with the honors, for which a call is worth as much as for any other.
const SOME_FLUSH: f32 = 0.7;

impl<const N: usize> Position<'_, '_, N> {
    /// A hand of 3n+1 tiles: less if others may be tenpai; under a riichi less the farther it is from tenpai, otherwise more with shapes
    /// that two kinds complete.
    #[inline]
    pub(super) fn beyond(&self, hand: &Hand, prospect: Prospect) -> Prospect {
        let left = (1.0 - self.rates.quiet * self.silent).max(LEAST);
        let mut points = if prospect.points > 0.0 { left * prospect.points } else { prospect.points };
        let slope = self.stakes.slope();
        match prospect.shanten {
            shanten if self.threatened => {
                points *= self.rates.pushed[shanten.clamp(0, 2) as usize];
                points += if shanten <= 0 { slope * self.rates.pushed_tenpai } else { 0.0 };
            }
            1.. => points += slope * self.rates.shapes * self.many_draws() * two_sided(hand).len() as f32,
            _ => {}
        }
        Prospect { points, ..prospect }
    }

    fn many_draws(&self) -> f32 {
        self.draws.min(MANY_DRAWS) as f32 / MANY_DRAWS as f32
    }

    /// A hand in riichi: it cannot fold, and others do.
    #[inline]
    pub(super) fn in_riichi(&self, points: f32) -> f32 {
        let [cost, under_riichi] = self.rates.riichi_cost;
        if self.threatened { under_riichi * points } else { points - cost * self.stakes.slope() }
    }

    /// The best discard after a call, for a comparison with passing. `hand`: the concealed tiles before the discard.
    pub(super) fn after_the_call(&self, setting: &Setting, hand: &Hand, choice: Choice) -> Choice {
        let [times, value, other, flush] = self.rates.calls;
        let has_value = (setting.triplets | hand.at_least(3)).meets(setting.value);
        let rest = if hand.kinds().has(choice.kind) { hand.without(choice.kind) } else { *hand };
        let more = if has_value { value } else { other } + flush * (one_suit(setting, &rest) - SOME_FLUSH);
        Choice { points: times * choice.points + more * self.stakes.slope(), ..choice }
    }
}

/// Tenths of the tiles of the suit that the hand has most of and all its melds are of, with the honors; 0 if the melds are of two suits.
fn one_suit(setting: &Setting, hand: &Hand) -> f32 {
    let suits = (0..3).map(KindSet::suit);
    let suits = suits.filter(|&suit| (setting.exposed - KindSet::HONORS).is_subset_of(suit));
    let tiles = suits.map(|suit| hand.count_in(suit | KindSet::HONORS) + 3 * setting.melds() as u32).max();
    tiles.unwrap_or(0) as f32 / 10.0
}
