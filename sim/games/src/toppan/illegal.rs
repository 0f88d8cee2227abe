//! Why an action is not allowed, in words. Only asked when somebody tried.

use super::action::Action;
use super::state::{Phase, Toppan};
use crate::common::illegal;
use hyakuman_core::Seat;

impl Toppan {
    /// The rule that forbids this action to a decider now.
    pub(super) fn why(&self, seat: Seat, code: u8) -> String {
        let Some(action) = Action::from_code(code) else {
            return "competitive Toppan has no action with this code".into();
        };
        match (self.phase, action) {
            (Phase::Over, _) => illegal::OVER.into(),
            (Phase::Bet, _) => "a bet is asked for".into(),
            (Phase::Choice, _) => "the dealer says whether to deal again or to pass the deal on".into(),
            (Phase::Turn, Action::Stay) => format!(
                "the hand makes {}, and the dealer has {} at least",
                points(self.best(seat)),
                points(self.dealer_shows() + 1)
            ),
            (Phase::Turn, Action::Win) => "the hand has no winning yaku".into(),
            (Phase::Turn, _) => "it is this seat's turn to hit, stay or win".into(),
        }
    }
}

/// Half points as points.
fn points(half_points: u8) -> f64 {
    half_points as f64 / 2.0
}
