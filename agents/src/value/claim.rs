//! Whether to call a discard: what the hand is worth now against what it is worth after each call and its best discard.

use super::curves::DRAWS;
use super::han::Setting;
use super::plan::plans;
use super::position::{Position, Prospect};
use super::threats::Threats;
use super::turn::{Choice, Discards};
use crate::discard::Order;
use hyakuman_core::common::{LegalActions, legal};
use hyakuman_core::game::ActionMask;
use hyakuman_core::{Kind, KindSet, Meld, RelSeat, Tile, eval};
use hyakuman_riichi::Action;
use hyakuman_riichi::variant::StandardKinds;

/// A call that is worth more than to pass.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Call {
    pub code: u8,
    /// What follows.
    pub discard: Choice,
}

/// The tile on offer, and what may be done with it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Offered<'a> {
    pub tile: Tile,
    pub from: RelSeat,
    pub legal: &'a ActionMask,
}

impl<const N: usize> Position<'_, '_, N> {
    /// The call that is worth most; none if to pass is worth more.
    pub(crate) fn claim(&self, threats: &Threats, setting: &Setting, offered: Offered<'_>) -> Option<Call> {
        let kind = offered.tile.kind();
        if offered.legal.calls(kind).is_empty() || !self.nearer(setting, kind) {
            return None;
        }
        let least = self.passing(setting).points.max(0.0);
        let calls = self.calls(threats, setting, offered, true);
        let better = calls.filter(|call| self.rates.open * call.discard.points > least);
        better.reduce(|best, next| if next.discard.points > best.discard.points { next } else { best })
    }

    /// The hand as it is. Its next draw may come before those of the others.
    pub(super) fn passing(&self, setting: &Setting) -> Prospect {
        let draws = (self.view.own_draws_left() as usize).min(DRAWS - 1);
        Position { draws, ..*self }.of_hand(self.view.hand(), setting)
    }

    /// Each call that leaves a yaku, with its best discard; `nearer`: whether the tile brings the hand nearer.
    pub(super) fn calls(
        &self,
        threats: &Threats,
        setting: &Setting,
        offered: Offered<'_>,
        nearer: bool,
    ) -> impl Iterator<Item = Call> {
        offered.legal.calls(offered.tile.kind()).filter_map(move |call| {
            let discard = self.after_call(threats, setting, offered, &call, nearer)?;
            Some(Call { code: call.code, discard })
        })
    }

    /// The best discard after a call; none if the hand would have no yaku.
    fn after_call(
        &self,
        threats: &Threats,
        setting: &Setting,
        offered: Offered<'_>,
        call: &legal::Call,
        nearer: bool,
    ) -> Option<Choice> {
        let meld = called(call, offered);
        let rest = self.view.hand().without(call.own[0]).without(call.own[1]);
        let setting = setting.with(&meld, meld.reds() - offered.tile.is_red() as u8);
        if plans(&setting, &rest).is_empty() {
            return None;
        }
        let legal = self.view.legal_after_call(call.code);
        let discards = Discards {
            position: self,
            threats,
            setting: &setting,
            legal,
            riichi: KindSet::EMPTY,
            all: false,
            only_which: false,
            reach: None,
        };
        let best = discards.best(&rest, &Order::new(self.view, legal::Discards::NONE))?;
        Some(if nearer { self.after_the_call(&setting, &rest, best) } else { best })
    }

    /// Whether the tile brings the hand, or its part for a flush or of simples, nearer. Most tiles do not.
    pub(super) fn nearer(&self, setting: &Setting, kind: Kind) -> bool {
        let suit =
            if kind.is_honor() { KindSet::HONORS } else { KindSet::suit(kind.suit()) | KindSet::HONORS };
        let parts = [KindSet::ALL, !KindSet::YAOCHU, suit, self.view.hand().at_least(2)];
        parts.into_iter().filter(|kinds| kinds.has(kind)).any(|kinds| {
            let part = self.view.hand().only(kinds);
            let [before, after] =
                [part, part.with(kind)].map(|hand| eval::shanten::<StandardKinds<N>>(&hand, setting.melds()));
            after < before
        })
    }
}

/// The meld that a call makes.
fn called(call: &legal::Call, offered: Offered<'_>) -> Meld {
    let Offered { tile, from, .. } = offered;
    let of = |kind: Kind, red: bool| {
        if red && kind.is_five() { Tile::red_five(kind.suit()) } else { kind.tile() }
    };
    match Action::from_code(call.code) {
        Some(Action::Chi { red, .. }) => Meld::chi(tile, call.own.map(|kind| of(kind, red)), from),
        Some(Action::Pon { reds }) => {
            Meld::pon(tile, [of(call.own[0], reds > 0), of(call.own[1], reds > 1)], from)
        }
        _ => unreachable!("calls are chi or pon"),
    }
}
