//! What follows a kyoku: the next one, or the end of the match (RULES.md Y-5).

use super::apply::Next;
use super::state::{Phase, SEATS, Yangzhou};
use hyakuman_core::SeatSet;
use hyakuman_core::common::match_state::placement;
use hyakuman_core::game::sink::Reporter;
use hyakuman_core::game::{EndReason, MatchEnd};

/// Maximum number of draws in a row with one dealer, so that every match ends. Not a rule of the game.
const MOST_REPEATS: u32 = 99;

impl Yangzhou {
    /// Continues after a kyoku that has been settled.
    pub(super) fn after(&mut self, winners: SeatSet, reporter: &mut Reporter<'_, Self>) -> Next {
        if self.dealer_stays(winners) {
            self.match_state.repeat += 1;
            return Next::Deal;
        }
        self.match_state.kyoku += 1;
        self.match_state.repeat = 0;
        if self.match_state.kyoku < self.rules.rotations as u32 * SEATS as u32 {
            return Next::Deal;
        }
        self.finish(reporter)
    }

    /// Whether the dealer stays (Y-5.2).
    fn dealer_stays(&self, winners: SeatSet) -> bool {
        if winners.is_empty() {
            return self.rules.draw_keeps_dealer && self.match_state.repeat < MOST_REPEATS;
        }
        let alone = winners.len() == 1;
        winners.has(self.match_state.dealer()) && (alone || self.rules.multi_win_dealer_stays)
    }

    /// The match is over. Equal scores are placed in order of seat; final points are the points won or lost.
    fn finish(&mut self, reporter: &mut Reporter<'_, Self>) -> Next {
        self.phase = Phase::Over;
        self.deciders = SeatSet::EMPTY;
        let scores = self.match_state.scores;
        reporter.match_end(
            self,
            &MatchEnd {
                scores,
                placement: placement(&scores, |a, b| a < b),
                rank_points: scores.map(|score| (score - self.rules.start).saturating_mul(1_000)),
                reason: EndReason::Played,
                kyoku: self.match_state.deals,
            },
        );
        Next::Wait
    }
}
