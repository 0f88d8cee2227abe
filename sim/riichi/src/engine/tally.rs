//! What a match counts besides the scores, and what that is in final points (RULES.md ).

use crate::rules::RiichiRules;
use hyakuman_core::Seat;
use hyakuman_game::MAX_SEATS;

/// The counts of a match with `N` seats since it began, or since the first kyoku of its record.
#[derive(Clone, Debug)]
pub(crate) struct Tally<const N: usize> {
    /// By seat the prizes for those it made bust, less those it paid.
    prizes: [i32; N],
}

impl<const N: usize> Tally<N> {
    /// Nothing counted.
    pub(super) const NOTHING: Self = Tally { prizes: [0; N] };

    /// A win made these seats bust.
    pub(super) fn note_busts(&mut self, winner: Seat, bust: impl Iterator<Item = Seat>) {
        for seat in bust {
            self.prizes[seat.index()] -= 1;
            self.prizes[winner.index()] += 1;
        }
    }

    /// What is added to the final points of each seat, in thousandths. The sum is 0.
    pub(super) fn final_points(&self, rules: &RiichiRules) -> [i32; MAX_SEATS] {
        let mut points = [0; MAX_SEATS];
        for seat in 0..N {
            points[seat] = self.prizes[seat] * rules.tobi_prize * 1_000;
        }
        points
    }
}

/// Whether final points follow from the final scores: nothing else is counted.
pub(crate) fn counts_nothing(rules: &RiichiRules) -> bool {
    rules.tobi_prize == 0
}
