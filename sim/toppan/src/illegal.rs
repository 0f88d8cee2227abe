//! Which rule forbids an action. Computed only after an illegal answer, so it need not be fast.

use super::action::Action;
use super::state::{Phase, Toppan};
use hyakuman_common::reason::IllegalReason;
use hyakuman_core::Seat;
use std::fmt;

/// A rule of competitive Toppan that an action breaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ToppanReason {
    /// A child has to bet.
    OnlyBet,
    /// The dealer has to deal again or pass the deal on.
    OnlyChoice,
    /// It is the seat's turn to hit, stay or win.
    OnlyTurn,
    /// The hand is certain to lose to the dealer (T-2.5).
    SureLoss {
        /// The best sum of the hand, in half points.
        sum: u8,
        /// The least that the dealer has, in half points.
        dealer: u8,
    },
    /// The hand has no winning yaku.
    NoYaku,
}

impl fmt::Display for ToppanReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let points = |half_points: &u8| f64::from(*half_points) / 2.0;
        f.write_str(match self {
            ToppanReason::OnlyBet => "the only choice now is the bet",
            ToppanReason::OnlyChoice => "the dealer says whether to deal again or to pass the deal on",
            ToppanReason::OnlyTurn => "it is this seat's turn to hit, stay or win",
            ToppanReason::NoYaku => "the hand has no winning yaku",
            ToppanReason::SureLoss { sum, dealer } => {
                let (sum, dealer) = (points(sum), points(dealer));
                return write!(f, "the hand makes {sum}, and the dealer has {dealer} at least");
            }
        })
    }
}

impl Toppan {
    /// The rule that forbids this action to a decider now.
    pub(super) fn why(&self, seat: Seat, code: u8) -> IllegalReason<ToppanReason> {
        let Some(action) = Action::from_code(code) else {
            return IllegalReason::NoSuchAction { family: "competitive Toppan" };
        };
        let reason = match (self.phase, action) {
            (Phase::Start | Phase::Over, _) => return IllegalReason::MatchOver,
            (Phase::Bet, _) => ToppanReason::OnlyBet,
            (Phase::Choice, _) => ToppanReason::OnlyChoice,
            (Phase::Turn, Action::Stay) => {
                ToppanReason::SureLoss { sum: self.best(seat), dealer: self.dealer_shows() + 1 }
            }
            (Phase::Turn, Action::Win) => ToppanReason::NoYaku,
            (Phase::Turn, _) => ToppanReason::OnlyTurn,
        };
        reason.into()
    }
}
