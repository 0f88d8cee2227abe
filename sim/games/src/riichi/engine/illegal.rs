//! Why an action is not allowed, in words. Only asked when somebody tried.

use super::seat::RiichiState;
use super::state::{Match, Phase};
use crate::common::illegal;
use crate::riichi::action::Action;
use crate::riichi::rules::Kita;
use crate::riichi::variant::Variant;
use hyakuman_core::{Kind, Seat, Tile};

impl<const N: usize, V: Variant> Match<N, V> {
    /// The rule that forbids this action to a decider now.
    pub(in crate::riichi) fn why(&self, seat: Seat, code: u8) -> String {
        let Some(action) = Action::from_code(code) else {
            return "riichi has no action with this code".into();
        };
        match (self.phase, action) {
            (_, Action::Exchange(_)) if self.rules.exchange_tiles == 0 => "these rules do not have it".into(),
            (Phase::Exchange, Action::Exchange(tile)) => illegal::not_held(tile),
            (Phase::Exchange, _) => "only a tile to pass on can be picked now".into(),
            (_, Action::Exchange(_)) => "tiles are passed on before the first draw only".into(),
            (Phase::Yame, _) => "only play on or stop the match can be answered now".into(),
            (_, Action::Continue | Action::Stop) => "the match cannot be stopped now".into(),
            (Phase::Turn, _) => self.why_on_turn(seat, action),
            (Phase::Claim(offer), _) => self.why_claim(seat, action, offer.kind()),
            (Phase::Over, _) => illegal::OVER.into(),
        }
    }

    fn why_on_turn(&self, seat: Seat, action: Action) -> String {
        let riichi = self.player(seat).riichi == RiichiState::Accepted;
        match (self.kyoku.drawn, action) {
            (_, Action::Pass | Action::Ron | Action::Chi { .. } | Action::Pon { .. } | Action::Daiminkan) => {
                illegal::NO_OFFER.into()
            }
            (None, Action::Discard(tile)) => self.why_discard(seat, tile),
            (drawn, Action::Nuki(number)) => {
                self.why_nuki(seat, V::NUKI_TILES.get(number as usize).copied(), drawn)
            }
            (None, _) => illegal::AFTER_CALL.into(),
            (Some(_), Action::Discard(_)) if riichi => {
                "in riichi only the drawn tile may be discarded".into()
            }
            (Some(_), Action::Discard(tile)) => self.why_discard(seat, tile),
            (Some(_), Action::Riichi(_) | Action::RiichiTsumogiri) => self.why_riichi(seat),
            (Some(tile), Action::Tsumo) => self.why_win(seat, tile.kind()),
            (Some(_), Action::Kyuushu) => {
                "it takes nine different terminals and honors on the first draw, with no call before".into()
            }
            (Some(tile), Action::Kan(kind)) => self.why_kan(seat, kind, tile.kind()),
            _ => illegal::NOT_NOW.into(),
        }
    }

    fn why_discard(&self, seat: Seat, tile: Tile) -> String {
        if self.kyoku.forbidden.has(tile.kind()) {
            return illegal::SWAP_CALL.into();
        }
        let held: Vec<Tile> = self.player(seat).tiles().collect();
        if held.contains(&tile) { illegal::NOT_NOW.into() } else { illegal::not_held(tile) }
    }

    fn why_riichi(&self, seat: Seat) -> String {
        let player = self.player(seat);
        let (score, left) = (self.match_state.scores[seat.index()], self.kyoku.remaining);
        if player.riichi != RiichiState::No {
            "riichi is declared already".into()
        } else if player.open {
            "the hand is open".into()
        } else if score < self.rules.riichi_min_score {
            format!("it has {score} points of the {} it takes", self.rules.riichi_min_score)
        } else if left < self.rules.riichi_min_remaining {
            format!("{left} tiles are left of the {} it takes", self.rules.riichi_min_remaining)
        } else {
            "the hand would not be tenpai after this discard, or its waits do not allow riichi".into()
        }
    }

    fn why_kan(&self, seat: Seat, kind: Kind, drawn: Kind) -> String {
        let player = self.player(seat);
        if self.kyoku.remaining < V::kan_needs(&self.rules.0) {
            "too few tiles are left".into()
        } else if self.kyoku.kans >= self.rules.max_kans {
            format!("{} kans have been made", self.kyoku.kans)
        } else if player.riichi == RiichiState::Accepted {
            "in riichi a kan must be of the drawn tile and leave the waits as they are".into()
        } else {
            let held = player.hand.count(kind) + (kind == drawn) as u8;
            illegal::no_kan(held, kind)
        }
    }

    fn why_nuki(&self, seat: Seat, tile: Option<Tile>, drawn: Option<Tile>) -> String {
        let (player, rules) = (self.player(seat), &self.rules);
        let Some(tile) = tile else { return "these rules do not have it".into() };
        let held = player.faces() >> tile.code() & 1 != 0 || drawn == Some(tile);
        if rules.kita != Kita::Nukidora || !V::set_aside::<N>().has(tile.kind()) {
            "these rules do not have it".into()
        } else if !held {
            format!("the hand has no {tile}")
        } else if drawn.is_none() {
            "right after a call no tile may be set aside".into()
        } else if self.kyoku.remaining < rules.kita_min_remaining {
            format!("{} tiles are left of the {} it takes", self.kyoku.remaining, rules.kita_min_remaining)
        } else {
            "in riichi this tile may not be set aside".into()
        }
    }

    fn why_claim(&self, seat: Seat, action: Action, kind: Kind) -> String {
        match action {
            Action::Ron => self.why_win(seat, kind),
            Action::Chi { .. } if seat != self.kyoku.turn.after(1, N) => {
                "chi is for the seat after the discarder".into()
            }
            Action::Chi { .. } | Action::Pon { .. } | Action::Daiminkan => self.why_call(seat),
            _ => illegal::NOT_ITS_TURN.into(),
        }
    }

    fn why_call(&self, seat: Seat) -> String {
        if self.player(seat).riichi != RiichiState::No {
            "the hand is in riichi".into()
        } else if self.kyoku.remaining == 0 {
            illegal::LAST_DISCARD.into()
        } else {
            illegal::NO_CALL.into()
        }
    }

    fn why_win(&self, seat: Seat, kind: Kind) -> String {
        let player = self.player(seat);
        if !player.waits.has(kind) {
            illegal::not_complete(kind)
        } else if matches!(self.phase, Phase::Claim(_)) && player.furiten.bars(player.waits) {
            "the hand is furiten".into()
        } else {
            "the hand has no yaku, or too few han".into()
        }
    }
}
