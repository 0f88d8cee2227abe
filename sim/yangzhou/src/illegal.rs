//! Which rule forbids an action. Computed only after an illegal answer, so it need not be fast.

use super::action::Action;
use super::state::{Offer, Phase, Yangzhou};
use hyakuman_core::common::reason::{self, Reason};
use hyakuman_core::{Kind, Seat};

impl Yangzhou {
    /// The rule that forbids this action to a decider now.
    pub(super) fn why(&self, seat: Seat, code: u8) -> Reason {
        let Some(action) = Action::from_code(code) else {
            return reason::no_such_action("Yangzhou mahjong");
        };
        match self.phase {
            Phase::Turn => self.why_on_turn(seat, action),
            Phase::Claim(offer) => self.why_claim(seat, action, offer),
            Phase::Start | Phase::Over => reason::MATCH_OVER,
        }
    }

    fn why_on_turn(&self, seat: Seat, action: Action) -> Reason {
        match (self.kyoku.drawn, action) {
            (_, Action::Pass | Action::Ron | Action::Chi(_) | Action::Pon | Action::Daiminkan) => {
                reason::NOTHING_ON_OFFER
            }
            (_, Action::Discard(kind)) if self.kyoku.forbidden.has(kind) => reason::SWAP_CALL,
            (_, Action::Discard(kind)) => reason::not_held(kind.tile()),
            (None, _) => reason::AFTER_CALL,
            (Some(tile), Action::Tsumo) => self.why_win(seat, tile, true),
            (Some(_), Action::Kan(_)) if self.kyoku.remaining() == 0 => "no replacement tile is left".into(),
            (Some(tile), Action::Kan(kind)) => {
                let held = self.player(seat).hand.count(kind) + (kind == tile) as u8;
                reason::cannot_kan(held, kind)
            }
            (Some(_), Action::Tsumogiri) => reason::NOT_NOW,
        }
    }

    fn why_claim(&self, seat: Seat, action: Action, offer: Offer) -> Reason {
        match action {
            Action::Ron => self.why_win(seat, offer.kind(), false),
            Action::Chi(_) | Action::Pon | Action::Daiminkan => match offer {
                Offer::Discard(_) if self.kyoku.remaining() == 0 => reason::LAST_DISCARD,
                Offer::Discard(_) => reason::CANNOT_CALL,
                _ => "a tile of a kan may only be won on".into(),
            },
            _ => reason::NOT_ITS_TURN,
        }
    }

    fn why_win(&self, seat: Seat, kind: Kind, tsumo: bool) -> Reason {
        let player = self.player(seat);
        if !player.waits.has(kind) {
            return reason::not_complete(kind);
        }
        if !tsumo && player.missed {
            // Y-3.2
            return "a chance to win was missed, and the own turn has not come since".into();
        }
        let hand = player.hand.with(kind);
        let win = self.win(seat, &hand, kind, tsumo);
        let fan = self.scorer.best(&win).map_or(0, |value| value.total);
        format!("the hand is worth {fan} fan of the {} it takes", self.scorer.scale().minimum(win.way)).into()
    }
}
