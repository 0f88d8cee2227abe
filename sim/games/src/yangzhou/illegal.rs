//! Why an action is not allowed, in words. Only asked when somebody tried.

use super::action::Action;
use super::state::{Offer, Phase, Yangzhou};
use crate::common::illegal;
use hyakuman_core::{Kind, Seat};

impl Yangzhou {
    /// The rule that forbids this action to a decider now.
    pub(super) fn why(&self, seat: Seat, code: u8) -> String {
        let Some(action) = Action::from_code(code) else {
            return "Yangzhou mahjong has no action with this code".into();
        };
        match self.phase {
            Phase::Turn => self.why_on_turn(seat, action),
            Phase::Claim(offer) => self.why_claim(seat, action, offer),
            Phase::Over => illegal::OVER.into(),
        }
    }

    fn why_on_turn(&self, seat: Seat, action: Action) -> String {
        match (self.kyoku.drawn, action) {
            (_, Action::Pass | Action::Ron | Action::Chi(_) | Action::Pon | Action::Daiminkan) => {
                illegal::NO_OFFER.into()
            }
            (_, Action::Discard(kind)) if self.kyoku.forbidden.has(kind) => illegal::SWAP_CALL.into(),
            (_, Action::Discard(kind)) => illegal::not_held(kind),
            (None, _) => illegal::AFTER_CALL.into(),
            (Some(tile), Action::Tsumo) => self.why_win(seat, tile, true),
            (Some(_), Action::Kan(_)) if self.kyoku.remaining() == 0 => "no replacement tile is left".into(),
            (Some(tile), Action::Kan(kind)) => {
                let held = self.player(seat).hand.count(kind) + (kind == tile) as u8;
                illegal::no_kan(held, kind)
            }
            (Some(_), Action::Tsumogiri) => illegal::NOT_NOW.into(),
        }
    }

    fn why_claim(&self, seat: Seat, action: Action, offer: Offer) -> String {
        match action {
            Action::Ron => self.why_win(seat, offer.kind(), false),
            Action::Chi(_) | Action::Pon | Action::Daiminkan => match offer {
                Offer::Discard(_) if self.kyoku.remaining() == 0 => illegal::LAST_DISCARD.into(),
                Offer::Discard(_) => illegal::NO_CALL.into(),
                _ => "a tile of a kan may only be won on".into(),
            },
            _ => illegal::NOT_ITS_TURN.into(),
        }
    }

    fn why_win(&self, seat: Seat, tile: Kind, tsumo: bool) -> String {
        let player = self.player(seat);
        if !player.waits.has(tile) {
            return illegal::not_complete(tile);
        }
        if !tsumo && player.missed {
            return "a chance to win was missed, and the own turn has not come since".into();
        }
        let hand = player.hand.with(tile);
        let total =
            self.scorer.best(self.tables, &self.win(seat, &hand, tile, tsumo)).map_or(0, |value| value.total);
        format!("the hand is worth {total} fan of the {} it takes", self.scorer.scale().minimum())
    }
}
