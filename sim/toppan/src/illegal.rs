//! Which rule forbids an action. Computed only after an illegal answer, so it need not be fast.

use super::action::Action;
use super::state::{Phase, Toppan};
use hyakuman_core::Seat;
use hyakuman_core::common::reason::{self, Reason};

impl Toppan {
    /// The rule that forbids this action to a decider now.
    pub(super) fn why(&self, seat: Seat, code: u8) -> Reason {
        let Some(action) = Action::from_code(code) else {
            return reason::no_such_action("competitive Toppan");
        };
        match (self.phase, action) {
            (Phase::Start | Phase::Over, _) => reason::MATCH_OVER,
            (Phase::Bet, _) => "the only choice now is the bet".into(),
            (Phase::Choice, _) => "the dealer says whether to deal again or to pass the deal on".into(),
            (Phase::Turn, Action::Stay) => {
                // T-2.5
                let [sum, dealer] =
                    [self.best(seat), self.dealer_shows() + 1].map(|half| f64::from(half) / 2.0);
                format!("the hand makes {sum}, and the dealer has {dealer} at least").into()
            }
            (Phase::Turn, Action::Win) => "the hand has no winning yaku".into(),
            (Phase::Turn, _) => "it is this seat's turn to hit, stay or win".into(),
        }
    }
}
