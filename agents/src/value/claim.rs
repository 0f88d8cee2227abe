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

/// What follows a call.
#[derive(Clone, Copy, Debug)]
pub(super) enum AfterCall {
    /// The hand has no yaku.
    NoYaku,
    /// It is not worth more than was asked for.
    Less,
    /// The best discard.
    Discard(Choice),
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
        let mut best: Option<Call> = None;
        for call in offered.legal.calls(kind) {
            let above = best.map_or(least / self.rates.open, |best| best.discard.points);
            let AfterCall::Discard(discard) = self.after_call(threats, setting, offered, &call, true, above)
            else {
                continue;
            };
            let is_better = best.is_none_or(|best| discard.points > best.discard.points);
            if is_better && self.rates.open * discard.points > least {
                best = Some(Call { code: call.code, discard });
            }
        }
        best
    }

    /// The hand as it is. Its next draw may come before those of the others.
    pub(super) fn passing(&self, setting: &Setting) -> Prospect {
        let draws = (self.view.own_draws_left() as usize).min(DRAWS - 1);
        Position { draws, ..*self }.of_hand(self.view.hand(), setting)
    }

    /// The best discard after a call; `nearer`: whether the tile brings the hand nearer. A call that is not worth more than `above` may be given up.
    pub(super) fn after_call(
        &self,
        threats: &Threats,
        setting: &Setting,
        offered: Offered<'_>,
        call: &legal::Call,
        nearer: bool,
        above: f32,
    ) -> AfterCall {
        let meld = called(call, offered);
        let rest = self.view.hand().without(call.own[0]).without(call.own[1]);
        let setting = setting.with(&meld, meld.reds() - offered.tile.is_red() as u8, &rest);
        if plans(&setting, &rest).is_empty() {
            return AfterCall::NoYaku;
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
            above: if nearer { self.before_the_call(&setting, &rest, above) } else { above },
        };
        match discards.best(&rest, &Order::new(self.view, legal::Discards::NONE)) {
            Some(best) if nearer => AfterCall::Discard(self.after_the_call(&setting, &rest, best)),
            Some(best) => AfterCall::Discard(best),
            None => AfterCall::Less,
        }
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

#[cfg(test)]
mod tests {
    use super::super::Value;
    use super::*;
    use hyakuman_core::MatchSeed;
    use hyakuman_core::game::Agent;
    use hyakuman_core::game::playout::play;
    use hyakuman_riichi::{Question, Riichi, View, presets};
    use std::sync::Arc;

    /// Plays as `value`, and weighs every call to the end.
    struct Checked {
        value: Value,
        less: usize,
    }

    impl Agent<Riichi> for Checked {
        fn act(&mut self, view: &View<'_>, legal: &ActionMask) -> u8 {
            if let Question::Claim(offer, from) = view.question() {
                self.less += check(&self.value, view, Offered { tile: offer.tile(), from, legal });
            }
            // Hands looked ahead of before change nothing.
            let afresh = self.value.clone().act(view, legal);
            let code = self.value.act(view, legal);
            assert_eq!(code, afresh, "{:?}", view.full_hand());
            code
        }
    }

    /// How many calls are given up.
    fn check(value: &Value, view: &View<'_>, offered: Offered<'_>) -> usize {
        let threats = value.threats(view, false);
        let position = Position::new(value, view, &threats);
        let (setting, kind) = (Setting::of(value, view), offered.tile.kind());
        if !position.nearer(&setting, kind) {
            return 0;
        }
        let least = position.passing(&setting).points.max(0.0);
        let (mut best, mut less): (Option<(u8, f32)>, usize) = (None, 0);
        for call in offered.legal.calls(kind) {
            let after = |above| position.after_call(&threats, &setting, offered, &call, true, above);
            less += matches!(after(least / position.rates.open), AfterCall::Less) as usize;
            if let AfterCall::Discard(discard) = after(f32::NEG_INFINITY)
                && position.rates.open * discard.points > least
                && best.is_none_or(|(_, points)| discard.points > points)
            {
                best = Some((call.code, discard.points));
            }
        }
        let found = position.claim(&threats, &setting, offered);
        assert_eq!(found.map(|call| (call.code, call.discard.points)), best, "{:?}", view.hand());
        less
    }

    #[test]
    fn the_best_call_is_found_without_weighing_all_to_the_end() {
        for rules in [presets::tenhou(), presets::mahjongsoul_local()] {
            let agent = || Checked { value: Value::new(4, 2), less: 0 };
            let mut agents = [agent(), agent(), agent(), agent()];
            let rules = Arc::new(rules);
            for number in 0..3 {
                play(&rules, MatchSeed { seed: 7, number }, &mut agents, &mut ())
                    .expect("legal actions only");
            }
            let less = agents.map(|agent| agent.less);
            assert!(less.iter().all(|&less| less > 20), "{less:?}");
        }
    }
}
