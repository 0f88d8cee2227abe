//! Which rule forbids an action. Computed only after an illegal answer, so it need not be fast.

use super::seat::RiichiState;
use super::state::{Match, Phase};
use crate::action::Action;
use crate::rules::{Kita, OpenRiichi};
use crate::variant::Variant;
use hyakuman_common::reason::IllegalReason;
use hyakuman_core::{Kind, Seat, Tile};
use std::fmt;

/// A rule of riichi mahjong or Toutenkou that an action breaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum RiichiReason {
    /// These rules do not have the action at all.
    NotInTheseRules,
    /// Only a tile to pass on can be picked.
    OnlyExchange,
    /// The exchange is over.
    NoExchange,
    /// The dealer can only stop the match or play on.
    OnlyYame,
    /// The match cannot be stopped now.
    NoYame,
    /// A seat in riichi discards the drawn tile.
    InRiichi,
    /// A call in riichi.
    NoCallInRiichi,
    /// Nine terminals and honors: too few, or not the first draw.
    Kyuushu,
    /// An open riichi is announced: only a discard that declares it may follow.
    Opening,
    /// Riichi is declared already.
    RiichiTwice,
    /// Riichi with an open hand.
    OpenHand,
    /// Too few points for riichi.
    Score {
        /// The score, in points.
        score: i32,
        /// The score it takes.
        needed: i32,
    },
    /// Too few draws are left.
    Remaining {
        /// Draws left.
        left: u8,
        /// The draws it takes.
        needed: u8,
    },
    /// The hand is not tenpai after the discard, or its waits do not allow riichi.
    NoTenpai,
    /// No tile is left to replace a kan with.
    NoReplacement,
    /// As many kans as the rules allow have been made.
    MaxKans {
        /// Kans of all seats.
        kans: u8,
    },
    /// A kan in riichi that is not of the drawn tile or changes the waits.
    KanInRiichi,
    /// The hand has no such tile to set aside.
    NukiNotHeld {
        /// The tile.
        tile: Tile,
    },
    /// A tile is set aside right after a call.
    NukiAfterCall,
    /// This tile cannot be set aside in riichi.
    NukiInRiichi,
    /// Chi by another seat than the next.
    ChiNotNext,
    /// Ron in furiten.
    Furiten,
    /// The hand has no yaku, or too few han.
    NoYaku,
}

impl fmt::Display for RiichiReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            RiichiReason::NotInTheseRules => "these rules do not have it",
            RiichiReason::OnlyExchange => "only a tile to pass on can be picked now",
            RiichiReason::NoExchange => "tiles are passed on before the first draw only",
            RiichiReason::OnlyYame => "the only choices now are to play on and to stop the match",
            RiichiReason::NoYame => "the match cannot be stopped now",
            RiichiReason::InRiichi => "in riichi only the drawn tile may be discarded",
            RiichiReason::NoCallInRiichi => "the hand is in riichi",
            RiichiReason::Kyuushu => {
                "it takes nine different terminals and honors on the first draw, with no call before"
            }
            RiichiReason::Opening => {
                "an open riichi is announced, and a discard that declares it must follow"
            }
            RiichiReason::RiichiTwice => "riichi is declared already",
            RiichiReason::OpenHand => "the hand is open",
            RiichiReason::NoTenpai => {
                "the hand would not be tenpai after this discard, or its waits do not allow riichi"
            }
            RiichiReason::NoReplacement => "too few tiles are left",
            RiichiReason::KanInRiichi => {
                "in riichi a kan must be of the drawn tile and leave the waits as they are"
            }
            RiichiReason::NukiAfterCall => "right after a call no tile may be set aside",
            RiichiReason::NukiInRiichi => "in riichi this tile may not be set aside",
            RiichiReason::ChiNotNext => "chi is for the seat after the discarder",
            RiichiReason::Furiten => "the hand is furiten",
            RiichiReason::NoYaku => "the hand has no yaku, or too few han",
            RiichiReason::Score { score, needed } => {
                return write!(f, "it has {score} points of the {needed} it takes");
            }
            RiichiReason::Remaining { left, needed } => {
                return write!(f, "{left} tiles are left of the {needed} it takes");
            }
            RiichiReason::MaxKans { kans } => return write!(f, "{kans} kans have been made"),
            RiichiReason::NukiNotHeld { tile } => return write!(f, "the hand has no {tile}"),
        })
    }
}

impl<const N: usize, V: Variant> Match<N, V> {
    /// The rule that forbids this action to a decider now.
    pub(crate) fn why(&self, seat: Seat, code: u8) -> IllegalReason<RiichiReason> {
        let Some(action) = Action::from_code(code) else {
            return IllegalReason::NoSuchAction { family: V::FAMILY };
        };
        match (self.phase, action) {
            (_, Action::Exchange(_)) if self.rules.exchange_tiles == 0 => {
                RiichiReason::NotInTheseRules.into()
            }
            (Phase::Exchange, Action::Exchange(tile)) => IllegalReason::NotHeld { tile },
            (Phase::Exchange, _) => RiichiReason::OnlyExchange.into(),
            (_, Action::Exchange(_)) => RiichiReason::NoExchange.into(),
            (Phase::Yame, _) => RiichiReason::OnlyYame.into(),
            (_, Action::Continue | Action::Stop) => RiichiReason::NoYame.into(),
            (Phase::Turn, _) => self.why_on_turn(seat, action),
            (Phase::Claim(offer), _) => self.why_claim(seat, action, offer.kind()),
            (Phase::Start | Phase::Over, _) => IllegalReason::MatchOver,
        }
    }

    fn why_on_turn(&self, seat: Seat, action: Action) -> IllegalReason<RiichiReason> {
        let riichi = self.player(seat).riichi == RiichiState::Accepted;
        match (self.kyoku.drawn, action) {
            (_, Action::Pass | Action::Ron | Action::Chi { .. } | Action::Pon { .. } | Action::Daiminkan) => {
                IllegalReason::NothingOnOffer
            }
            (_, Action::OpenRiichi) if self.rules.open_riichi == OpenRiichi::Off => {
                RiichiReason::NotInTheseRules.into()
            }
            (None, Action::Discard(tile)) => self.why_discard(seat, tile),
            (drawn, Action::Nuki(number)) => self.why_nuki(seat, number, drawn),
            (None, _) => IllegalReason::AfterCall,
            (_, action) if self.kyoku.opening && !action.declares_riichi() => RiichiReason::Opening.into(),
            (Some(_), Action::Discard(_)) if riichi => RiichiReason::InRiichi.into(),
            (Some(_), Action::Discard(tile)) => self.why_discard(seat, tile),
            (Some(_), action) if action == Action::OpenRiichi || action.declares_riichi() => {
                self.why_riichi(seat).into()
            }
            (Some(tile), Action::Tsumo) => self.why_win(seat, tile.kind()),
            (Some(_), Action::Kyuushu) if !self.rules.abort_kyuushu => RiichiReason::NotInTheseRules.into(),
            (Some(_), Action::Kyuushu) => RiichiReason::Kyuushu.into(),
            (Some(tile), Action::Kan(kind)) => self.why_kan(seat, kind, tile.kind()),
            _ => IllegalReason::NotNow,
        }
    }

    fn why_discard(&self, seat: Seat, tile: Tile) -> IllegalReason<RiichiReason> {
        if self.kyoku.forbidden.has(tile.kind()) {
            return IllegalReason::SwapCall;
        }
        let is_held = self.player(seat).tiles().any(|held| held == tile);
        if is_held { IllegalReason::NotNow } else { IllegalReason::NotHeld { tile } }
    }

    fn why_riichi(&self, seat: Seat) -> RiichiReason {
        let player = self.player(seat);
        let (score, left) = (self.match_state.scores[seat.index()], self.kyoku.remaining);
        if player.riichi != RiichiState::No {
            RiichiReason::RiichiTwice
        } else if player.open {
            RiichiReason::OpenHand
        } else if score < self.rules.riichi_min_score {
            RiichiReason::Score { score, needed: self.rules.riichi_min_score }
        } else if left < self.rules.riichi_min_remaining {
            RiichiReason::Remaining { left, needed: self.rules.riichi_min_remaining }
        } else {
            RiichiReason::NoTenpai
        }
    }

    fn why_kan(&self, seat: Seat, kind: Kind, drawn: Kind) -> IllegalReason<RiichiReason> {
        let player = self.player(seat);
        if self.kyoku.remaining < V::kan_needs(&self.rules.0) {
            RiichiReason::NoReplacement.into()
        } else if self.kyoku.kans >= self.rules.max_kans {
            RiichiReason::MaxKans { kans: self.kyoku.kans }.into()
        } else if player.riichi == RiichiState::Accepted {
            RiichiReason::KanInRiichi.into()
        } else {
            IllegalReason::CannotKan { held: player.hand.count(kind) + (kind == drawn) as u8, kind }
        }
    }

    fn why_nuki(&self, seat: Seat, number: u8, drawn: Option<Tile>) -> IllegalReason<RiichiReason> {
        let (player, rules, left) = (self.player(seat), &self.rules, self.kyoku.remaining);
        let allowed = |tile: &&Tile| rules.kita == Kita::Nukidora && V::set_aside::<N>().has(tile.kind());
        let Some(&tile) = V::NUKI_TILES.get(number as usize).filter(allowed) else {
            return RiichiReason::NotInTheseRules.into();
        };
        let held = player.faces() >> tile.code() & 1 != 0 || drawn == Some(tile);
        let reason = if !held {
            RiichiReason::NukiNotHeld { tile }
        } else if drawn.is_none() {
            RiichiReason::NukiAfterCall
        } else if left < rules.kita_min_remaining {
            RiichiReason::Remaining { left, needed: rules.kita_min_remaining }
        } else {
            RiichiReason::NukiInRiichi
        };
        reason.into()
    }

    fn why_claim(&self, seat: Seat, action: Action, kind: Kind) -> IllegalReason<RiichiReason> {
        match action {
            Action::Ron => self.why_win(seat, kind),
            Action::Chi { .. } if seat != self.kyoku.turn.after(1, N) => RiichiReason::ChiNotNext.into(),
            Action::Chi { .. } | Action::Pon { .. } | Action::Daiminkan => self.why_call(seat),
            _ => IllegalReason::NotItsTurn,
        }
    }

    fn why_call(&self, seat: Seat) -> IllegalReason<RiichiReason> {
        if self.player(seat).riichi != RiichiState::No {
            RiichiReason::NoCallInRiichi.into()
        } else if self.kyoku.remaining == 0 {
            IllegalReason::LastDiscard
        } else {
            IllegalReason::CannotCall
        }
    }

    fn why_win(&self, seat: Seat, kind: Kind) -> IllegalReason<RiichiReason> {
        let player = self.player(seat);
        if !player.waits.has(kind) {
            IllegalReason::NotComplete { kind }
        } else if matches!(self.phase, Phase::Claim(_)) && player.furiten.bars(player.waits) {
            RiichiReason::Furiten.into()
        } else {
            RiichiReason::NoYaku.into()
        }
    }
}
