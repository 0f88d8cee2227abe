//! What a match counts besides the scores, and what that is in final points (RULES.md ).

use crate::rules::RiichiRules;
use hyakuman_core::{Seat, SeatSet};
use hyakuman_game::MAX_SEATS;

/// The counts of a match with `N` seats since it began, or since the first kyoku of its record.
#[derive(Clone, Debug)]
pub(crate) struct Tally<const N: usize> {
    /// By seat the prizes for those it made bust, less those it paid.
    prizes: [i32; N],
    /// The seats that have won.
    winners: SeatSet,
}

impl<const N: usize> Tally<N> {
    /// Nothing counted.
    pub(super) const NOTHING: Self = Tally { prizes: [0; N], winners: SeatSet::EMPTY };

    /// A seat won, which made these seats bust.
    pub(super) fn note_win(&mut self, winner: Seat, bust: impl Iterator<Item = Seat>) {
        self.winners.insert(winner);
        for seat in bust {
            self.prizes[seat.index()] -= 1;
            self.prizes[winner.index()] += 1;
        }
    }

    /// What is added to the final points of each seat, in thousandths. The sum is 0.
    pub(super) fn final_points(&self, rules: &RiichiRules) -> [i32; MAX_SEATS] {
        let mut points = [0; MAX_SEATS];
        for seat in 0..N {
            points[seat] = 1_000 * (self.prizes[seat] * rules.tobi_prize + self.fees(seat) * rules.yakitori);
        }
        points
    }

    /// How many seats pay this one for having won nothing, less how many it pays.
    fn fees(&self, seat: usize) -> i32 {
        let winners = self.winners.len() as i32;
        if self.winners.has(Seat::new(seat as u8)) { N as i32 - winners } else { -winners }
    }
}

/// Whether final points follow from the final scores: nothing else is counted.
pub(crate) fn counts_nothing(rules: &RiichiRules) -> bool {
    rules.tobi_prize == 0 && rules.yakitori == 0
}
