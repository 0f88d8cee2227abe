//! The legal actions of a seat. A single legal action is not offered: the loop in [`super::apply`] makes it.

use super::action::Action;
use super::apply::Next;
use super::held::{best_of, half_points};
use super::rules::VisibleOwnWind;
use super::score::Case;
use super::state::{Phase, SEATS, Toppan};
use super::yaku::YakuSet;
use hyakuman_core::game::ActionMask;
use hyakuman_core::{Kind, KindSet, Seat, SeatSet};

const BETS: u64 = Action::Bet(0).bit() | Action::Bet(1).bit() | Action::Bet(2).bit();
pub(super) const CHOICE: u64 = Action::Continue.bit() | Action::Pass.bit();

/// Ten: the most that the tiles shown beside a hidden one can count.
const TEN: u8 = 20;
/// The least value of the hidden tile.
const HIDDEN: u8 = 1;

impl Toppan {
    /// A child draws its first tile and has to bet.
    #[inline]
    pub(super) fn offer_bets(&mut self, steps: u8) -> Next {
        let seat = self.match_state.dealer().after(steps, SEATS);
        self.draw(seat, true);
        self.decide(seat, Phase::Bet, BETS)
    }

    /// Finds the legal actions of the seat on turn; a single one is made at once.
    #[inline]
    pub(super) fn offer_turn(&mut self, seat: Seat) -> Next {
        self.kyoku.turn = seat;
        let wins = !self.winning(seat).is_empty();
        if self.kyoku.players[seat.index()].held.is_over() {
            return if wins { Next::Act(Action::Win) } else { Next::Bust };
        }
        let stay = if self.may_stay(seat) { Action::Stay.bit() } else { 0 };
        let win = if wins { Action::Win.bit() } else { 0 };
        match stay | win {
            0 => Next::Act(Action::Hit),
            more => self.decide(seat, Phase::Turn, Action::Hit.bit() | more),
        }
    }

    #[inline]
    pub(super) fn decide(&mut self, seat: Seat, phase: Phase, actions: u64) -> Next {
        self.kyoku.turn = seat;
        self.phase = phase;
        self.deciders = SeatSet::of(seat);
        self.legal = ActionMask::from_words([actions, 0, 0, 0]);
        Next::Wait
    }

    /// Whether a seat may stay: a child may not if it is certain to lose (T-2.5).
    #[inline]
    pub(super) fn may_stay(&self, seat: Seat) -> bool {
        seat == self.match_state.dealer() || self.best(seat) > self.dealer_shows() + HIDDEN
    }

    /// The sum of the tiles that the dealer shows, in half points.
    #[inline]
    pub(super) fn dealer_shows(&self) -> u8 {
        let dealer = &self.kyoku.players[self.match_state.dealer().index()].held;
        let hidden = dealer.tiles()[0].kind();
        let shown = dealer.least() - half_points(hidden);
        let as_ten = self.rules.visible_own_wind == VisibleOwnWind::Ten;
        let own = as_ten && dealer.hand().without(hidden).kinds().meets(KindSet::of(Kind::EAST));
        best_of(shown, own, TEN)
    }

    /// The best sum of a seat.
    #[inline]
    pub(super) fn best(&self, seat: Seat) -> u8 {
        self.kyoku.players[seat.index()].held.best(self.match_state.seat_wind(seat))
    }

    /// The winning yaku a seat could declare now.
    #[inline]
    pub(super) fn winning(&self, seat: Seat) -> YakuSet {
        let indicators = self.indicators_of(seat);
        self.terms.scorer.winning(&self.case(seat, &indicators))
    }

    /// The hand of a seat, for the scorer.
    #[inline]
    pub(super) fn case<'a>(&'a self, seat: Seat, indicators: &'a super::indicators::Indicators) -> Case<'a> {
        Case {
            held: &self.kyoku.players[seat.index()].held,
            seat_wind: self.match_state.seat_wind(seat),
            round_wind: self.match_state.round_wind(),
            indicators,
            honba: self.match_state.honba,
        }
    }
}
