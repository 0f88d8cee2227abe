//! Why an action is not allowed, in words. Only asked when somebody tried.

use super::action::Action;
use super::score::Win;
use super::state::{Offer, Phase, Yangzhou};
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
            Phase::Over => "the match is over".into(),
        }
    }

    fn why_on_turn(&self, seat: Seat, action: Action) -> String {
        match (self.kyoku.drawn, action) {
            (_, Action::Pass | Action::Ron | Action::Chi(_) | Action::Pon | Action::Daiminkan) => {
                "no tile of another seat is on offer".into()
            }
            (_, Action::Discard(kind)) if self.kyoku.forbidden.has(kind) => {
                "swap-calling (kuikae): the tile called, or one that fits the same set, may not go at once"
                    .into()
            }
            (_, Action::Discard(kind)) => format!("{kind} is not in the hand"),
            (None, _) => "after a call only a discard from the hand is possible".into(),
            (Some(tile), Action::Tsumo) => self.why_win(seat, tile, true),
            (Some(_), Action::Kan(_)) if self.kyoku.remaining() == 0 => "no replacement tile is left".into(),
            (Some(tile), Action::Kan(kind)) => {
                let held = self.player(seat).hand.count(kind) + (kind == tile) as u8;
                format!("the hand has {held} of {kind} and no pon to add to")
            }
            (Some(_), Action::Tsumogiri) => "it is not possible now".into(),
        }
    }

    fn why_claim(&self, seat: Seat, action: Action, offer: Offer) -> String {
        match action {
            Action::Ron => self.why_win(seat, offer.kind(), false),
            Action::Chi(_) | Action::Pon | Action::Daiminkan => match offer {
                Offer::Discard(_) if self.kyoku.remaining() == 0 => {
                    "the last discard may only be won on".into()
                }
                Offer::Discard(_) => {
                    "the hand does not have the tiles for it, or nothing it could discard afterwards".into()
                }
                _ => "a tile of a kan may only be won on".into(),
            },
            _ => "it is not this seat's turn".into(),
        }
    }

    fn why_win(&self, seat: Seat, tile: Kind, tsumo: bool) -> String {
        let player = self.player(seat);
        if !player.waits.has(tile) {
            return format!("{tile} does not complete the hand");
        }
        if !tsumo && player.missed {
            return "a chance to win was missed, and the own turn has not come since".into();
        }
        let win = Win {
            hand: &player.hand.with(tile),
            melds: &player.melds,
            tile,
            tsumo,
            seat_wind: self.standing.seat_wind(seat),
            round_wind: self.standing.round_wind(),
        };
        let total = self.scorer.best(self.tables, &win).map_or(0, |value| value.total);
        format!("the hand is worth {total} fan of the {} it takes", self.scorer.scale().minimum())
    }
}
