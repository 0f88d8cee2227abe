//! What follows a kyoku: the next one, or the end of the match (RULES.md T-4).

use super::apply::Next;
use super::legal::CHOICE;
use super::ranking;
use super::state::{Event, Phase, SEATS, Toppan};
use hyakuman_core::SeatSet;
use hyakuman_core::game::sink::Reporter;
use hyakuman_core::game::{EndReason, MatchEnd};

/// Number of dealer's terms in a match: one of each seat in the east and in the south round.
pub(super) const TERMS: u32 = 2 * SEATS as u32;
/// Maximum number of repeats in one term, so that every match ends. Not a rule of the game.
const MOST_REPEATS: u32 = 999;

impl Toppan {
    /// Continues after a kyoku that has been paid. `held` is whether the dealer stayed or won.
    pub(super) fn after(&mut self, held: bool, reporter: &mut Reporter<'_, Self>) -> Next {
        let terms = &self.terms;
        let ended = |&score: &i32| score <= terms.bust_at || score >= terms.upper_at;
        if self.match_state.scores.iter().any(ended) {
            return self.finish(reporter);
        }
        if held {
            self.add_honba();
            return self.decide(self.match_state.dealer(), Phase::Choice, CHOICE);
        }
        if self.match_state.honba > 0 { Next::Pass } else { self.again() }
    }

    /// Continues after a kyoku that is dealt again without payment.
    pub(super) fn after_redraw(&mut self) -> Next {
        if self.rules.redraw_adds_honba {
            self.add_honba();
        }
        self.again()
    }

    fn add_honba(&mut self) {
        let most = self.rules.max_honba.map_or(u16::MAX.into(), u32::from);
        self.match_state.honba = (self.match_state.honba + 1).min(most);
    }

    /// The same dealer deals once more.
    pub(super) fn again(&mut self) -> Next {
        if self.match_state.repeat >= MOST_REPEATS {
            return Next::Pass;
        }
        self.match_state.repeat += 1;
        Next::Deal
    }

    /// The next seat deals, without honba; after the last term the match is over.
    pub(super) fn pass(&mut self, reporter: &mut Reporter<'_, Self>) -> Next {
        self.note(Event::Pass);
        if self.match_state.kyoku + 1 >= TERMS {
            return self.finish(reporter);
        }
        self.match_state.kyoku += 1;
        self.match_state.repeat = 0;
        self.match_state.honba = 0;
        Next::Deal
    }

    /// The match is over: placement and result.
    fn finish(&mut self, reporter: &mut Reporter<'_, Self>) -> Next {
        self.phase = Phase::Over;
        self.deciders = SeatSet::EMPTY;
        let end = self.ending();
        let (placement, rank_points) = ranking::result(&self.rules, &self.match_state.scores, &end);
        reporter.match_end(
            self,
            &MatchEnd {
                scores: self.match_state.scores,
                placement,
                rank_points,
                reason: end.reason(&self.rules),
                kyoku: self.match_state.deals,
            },
        );
        Next::Wait
    }

    /// The seats that went bust or reached the upper limit in the last kyoku, and by whose payments.
    fn ending(&self) -> ranking::Ending {
        let dealer = self.match_state.dealer();
        let children = self.children();
        let mut scores = self.kyoku.before;
        let deltas = children.map(|child| self.match_state.scores[child.index()] - scores[child.index()]);
        let mut ending = ranking::Ending::default();
        for (child, delta) in children.into_iter().zip(deltas) {
            for (seat, other, change) in [(child, dealer, delta), (dealer, child, -delta)] {
                let score = &mut scores[seat.index()];
                let (before, after) = (*score, *score + change);
                *score = after;
                ending.step(seat, other, before, after, &self.terms);
            }
        }
        ending
    }
}

impl ranking::Ending {
    /// Why the match is over.
    fn reason(&self, rules: &super::ToppanRules) -> EndReason {
        match self.first(rules) {
            Some(ranking::Limit::Upper) => EndReason::Reached,
            Some(ranking::Limit::Bust) => EndReason::Bust,
            None => EndReason::Played,
        }
    }
}
