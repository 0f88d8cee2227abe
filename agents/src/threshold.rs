//! `threshold`: plays competitive Toppan by one number. It hits below it, stays from it on if allowed, declares every
//! winning yaku, bets the middle amount and keeps the deal as long as it can.

use hyakuman_core::RelSeat;
use hyakuman_core::game::{ActionMask, Agent};
use hyakuman_toppan::{Action, Question, Toppan, View};

/// Stays from a fixed sum on.
#[derive(Clone, Copy, Debug)]
pub struct Threshold {
    /// In half points.
    stay: u8,
}

impl Threshold {
    /// Stays from this sum on, in half points.
    pub fn new(stay: u8) -> Threshold {
        Threshold { stay }
    }
}

impl Agent<Toppan> for Threshold {
    fn act(&mut self, view: &View<'_>, legal: &ActionMask) -> u8 {
        let may = |action: Action| legal.has(action.code());
        let action = match view.question() {
            Question::Bet => Action::Bet(1),
            Question::Choice => Action::Continue,
            _ if may(Action::Win) => Action::Win,
            _ if may(Action::Stay) && view.held().best(view.seat_wind(RelSeat::SELF)) >= self.stay => {
                Action::Stay
            }
            _ => Action::Hit,
        };
        action.code()
    }
}
