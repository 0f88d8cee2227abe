//! Which rule forbids an action. Computed only after an illegal answer, so it need not be fast.

use super::seat::RiichiState;
use super::state::{Match, Phase};
use crate::action::Action;
use crate::rules::{Kita, OpenRiichi};
use crate::variant::Variant;
use hyakuman_core::common::reason::{self, Reason};
use hyakuman_core::{Kind, Seat, Tile};

/// These rules do not have the action at all.
const NOT_IN_THESE_RULES: Reason = Reason::Borrowed("these rules do not have it");

impl<const N: usize, V: Variant> Match<N, V> {
    /// The rule that forbids this action to a decider now.
    pub(crate) fn why(&self, seat: Seat, code: u8) -> Reason {
        let Some(action) = Action::from_code(code) else {
            return reason::no_such_action(V::FAMILY);
        };
        match (self.phase, action) {
            (_, Action::Exchange(_)) if self.rules.exchange_tiles == 0 => NOT_IN_THESE_RULES,
            (Phase::Exchange, Action::Exchange(tile)) => reason::not_held(tile),
            (Phase::Exchange, _) => "only a tile to pass on can be picked now".into(),
            (_, Action::Exchange(_)) => "tiles are passed on before the first draw only".into(),
            (Phase::Yame, _) => "the only choices now are to play on and to stop the match".into(),
            (_, Action::Continue | Action::Stop) => "the match cannot be stopped now".into(),
            (Phase::Turn, _) => self.why_on_turn(seat, action),
            (Phase::Claim(offer), _) => self.why_claim(seat, action, offer.kind()),
            (Phase::Start | Phase::Over, _) => reason::MATCH_OVER,
        }
    }

    fn why_on_turn(&self, seat: Seat, action: Action) -> Reason {
        let riichi = self.player(seat).riichi == RiichiState::Accepted;
        match (self.kyoku.drawn, action) {
            (_, Action::Pass | Action::Ron | Action::Chi { .. } | Action::Pon { .. } | Action::Daiminkan) => {
                reason::NOTHING_ON_OFFER
            }
            (_, Action::OpenRiichi) if self.rules.open_riichi == OpenRiichi::Off => NOT_IN_THESE_RULES,
            (None, Action::Discard(tile)) => self.why_discard(seat, tile),
            (drawn, Action::Nuki(number)) => self.why_nuki(seat, number, drawn),
            (None, _) => reason::AFTER_CALL,
            (_, action) if self.kyoku.opening && !action.declares_riichi() => {
                "an open riichi is announced, and a discard that declares it must follow".into()
            }
            (Some(_), Action::Discard(_)) if riichi => {
                "in riichi only the drawn tile may be discarded".into()
            }
            (Some(_), Action::Discard(tile)) => self.why_discard(seat, tile),
            (Some(_), action) if action == Action::OpenRiichi || action.declares_riichi() => {
                self.why_riichi(seat)
            }
            (Some(tile), Action::Tsumo) => self.why_win(seat, tile.kind()),
            (Some(_), Action::Kyuushu) if !self.rules.abort_kyuushu => NOT_IN_THESE_RULES,
            (Some(_), Action::Kyuushu) => {
                "it takes nine different terminals and honors on the first draw, with no call before".into()
            }
            (Some(tile), Action::Kan(kind)) => self.why_kan(seat, kind, tile.kind()),
            _ => reason::NOT_NOW,
        }
    }

    fn why_discard(&self, seat: Seat, tile: Tile) -> Reason {
        if self.kyoku.forbidden.has(tile.kind()) {
            return reason::SWAP_CALL;
        }
        let is_held = self.player(seat).tiles().any(|held| held == tile);
        if is_held { reason::NOT_NOW } else { reason::not_held(tile) }
    }

    fn why_riichi(&self, seat: Seat) -> Reason {
        let player = self.player(seat);
        let (score, left) = (self.match_state.scores[seat.index()], self.kyoku.remaining);
        if player.riichi != RiichiState::No {
            "riichi is declared already".into()
        } else if player.open {
            "the hand is open".into()
        } else if score < self.rules.riichi_min_score {
            format!("it has {score} points of the {} it takes", self.rules.riichi_min_score).into()
        } else if left < self.rules.riichi_min_remaining {
            too_few_left(left, self.rules.riichi_min_remaining)
        } else {
            "the hand would not be tenpai after this discard, or its waits do not allow riichi".into()
        }
    }

    fn why_kan(&self, seat: Seat, kind: Kind, drawn: Kind) -> Reason {
        let player = self.player(seat);
        if self.kyoku.remaining < V::kan_needs(&self.rules.0) {
            "too few tiles are left".into()
        } else if self.kyoku.kans >= self.rules.max_kans {
            format!("{} kans have been made", self.kyoku.kans).into()
        } else if player.riichi == RiichiState::Accepted {
            "in riichi a kan must be of the drawn tile and leave the waits as they are".into()
        } else {
            reason::cannot_kan(player.hand.count(kind) + (kind == drawn) as u8, kind)
        }
    }

    fn why_nuki(&self, seat: Seat, number: u8, drawn: Option<Tile>) -> Reason {
        let (player, rules, left) = (self.player(seat), &self.rules, self.kyoku.remaining);
        let allowed = |tile: &&Tile| rules.kita == Kita::Nukidora && V::set_aside::<N>().has(tile.kind());
        let Some(&tile) = V::NUKI_TILES.get(number as usize).filter(allowed) else {
            return NOT_IN_THESE_RULES;
        };
        let held = player.faces() >> tile.code() & 1 != 0 || drawn == Some(tile);
        if !held {
            format!("the hand has no {tile}").into()
        } else if drawn.is_none() {
            "right after a call no tile may be set aside".into()
        } else if left < rules.kita_min_remaining {
            too_few_left(left, rules.kita_min_remaining)
        } else {
            "in riichi this tile may not be set aside".into()
        }
    }

    fn why_claim(&self, seat: Seat, action: Action, kind: Kind) -> Reason {
        match action {
            Action::Ron => self.why_win(seat, kind),
            Action::Chi { .. } if seat != self.kyoku.turn.after(1, N) => {
                "chi is for the seat after the discarder".into()
            }
            Action::Chi { .. } | Action::Pon { .. } | Action::Daiminkan => self.why_call(seat),
            _ => reason::NOT_ITS_TURN,
        }
    }

    fn why_call(&self, seat: Seat) -> Reason {
        if self.player(seat).riichi != RiichiState::No {
            "the hand is in riichi".into()
        } else if self.kyoku.remaining == 0 {
            reason::LAST_DISCARD
        } else {
            reason::CANNOT_CALL
        }
    }

    fn why_win(&self, seat: Seat, kind: Kind) -> Reason {
        let player = self.player(seat);
        if !player.waits.has(kind) {
            reason::not_complete(kind)
        } else if matches!(self.phase, Phase::Claim(_)) && player.furiten.bars(player.waits) {
            "the hand is furiten".into()
        } else {
            "the hand has no yaku, or too few han".into()
        }
    }
}

fn too_few_left(left: u8, needed: u8) -> Reason {
    format!("{left} tiles are left of the {needed} it takes").into()
}
