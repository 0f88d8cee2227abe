//! Which rule forbids an action. Computed only after an illegal answer, so it need not be fast.

use super::action::Action;
use super::state::{Offer, Phase, Yangzhou};
use hyakuman_common::reason::IllegalReason;
use hyakuman_core::{Kind, Seat};
use std::fmt;

/// A rule of Yangzhou mahjong that an action breaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum YangzhouReason {
    /// No tile is left to replace a kan with.
    NoReplacement,
    /// A tile of a kan is called.
    KanTile,
    /// A chance to win was missed since the seat's last turn (Y-3.2).
    Missed,
    /// The hand is worth less than the minimum.
    TooFewFan {
        /// Fan of the hand.
        fan: u16,
        /// The minimum to win in this way.
        needed: u16,
    },
}

impl fmt::Display for YangzhouReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            YangzhouReason::NoReplacement => f.write_str("no replacement tile is left"),
            YangzhouReason::KanTile => f.write_str("a tile of a kan may only be won on"),
            YangzhouReason::Missed => {
                f.write_str("a chance to win was missed, and the own turn has not come since")
            }
            YangzhouReason::TooFewFan { fan, needed } => {
                write!(f, "the hand is worth {fan} fan of the {needed} it takes")
            }
        }
    }
}

impl Yangzhou {
    /// The rule that forbids this action to a decider now.
    pub(super) fn why(&self, seat: Seat, code: u8) -> IllegalReason<YangzhouReason> {
        let Some(action) = Action::from_code(code) else {
            return IllegalReason::NoSuchAction { family: "Yangzhou mahjong" };
        };
        match self.phase {
            Phase::Turn => self.why_on_turn(seat, action),
            Phase::Claim(offer) => self.why_claim(seat, action, offer),
            Phase::Start | Phase::Over => IllegalReason::MatchOver,
        }
    }

    fn why_on_turn(&self, seat: Seat, action: Action) -> IllegalReason<YangzhouReason> {
        match (self.kyoku.drawn, action) {
            (_, Action::Pass | Action::Ron | Action::Chi(_) | Action::Pon | Action::Daiminkan) => {
                IllegalReason::NothingOnOffer
            }
            (_, Action::Discard(kind)) if self.kyoku.forbidden.has(kind) => IllegalReason::SwapCall,
            (_, Action::Discard(kind)) => IllegalReason::NotHeld { tile: kind.tile() },
            (None, _) => IllegalReason::AfterCall,
            (Some(tile), Action::Tsumo) => self.why_win(seat, tile, true),
            (Some(_), Action::Kan(_)) if self.kyoku.remaining() == 0 => YangzhouReason::NoReplacement.into(),
            (Some(tile), Action::Kan(kind)) => {
                let held = self.player(seat).hand.count(kind) + (kind == tile) as u8;
                IllegalReason::CannotKan { held, kind }
            }
            (Some(_), Action::Tsumogiri) => IllegalReason::NotNow,
        }
    }

    fn why_claim(&self, seat: Seat, action: Action, offer: Offer) -> IllegalReason<YangzhouReason> {
        match action {
            Action::Ron => self.why_win(seat, offer.kind(), false),
            Action::Chi(_) | Action::Pon | Action::Daiminkan => match offer {
                Offer::Discard(_) if self.kyoku.remaining() == 0 => IllegalReason::LastDiscard,
                Offer::Discard(_) => IllegalReason::CannotCall,
                _ => YangzhouReason::KanTile.into(),
            },
            _ => IllegalReason::NotItsTurn,
        }
    }

    fn why_win(&self, seat: Seat, kind: Kind, tsumo: bool) -> IllegalReason<YangzhouReason> {
        let player = self.player(seat);
        if !player.waits.has(kind) {
            return IllegalReason::NotComplete { kind };
        }
        if !tsumo && player.missed {
            return YangzhouReason::Missed.into();
        }
        let hand = player.hand.with(kind);
        let win = self.win(seat, &hand, kind, tsumo);
        let fan = self.scorer.best(&win).map_or(0, |value| value.total);
        YangzhouReason::TooFewFan { fan, needed: self.scorer.scale().minimum(win.way) }.into()
    }
}
