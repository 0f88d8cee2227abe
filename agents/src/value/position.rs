//! What a hand is worth before the next draw: the expected points of playing on.
//!
//! ```text
//! points = win * (points of the hand + pot + win bonus) + tenpai at a draw * tenpai bonus
//!          - stick * (1 - win), if in riichi
//! ```
//!
//! Tenpai hands are in `tenpai.rs`, those whose draws are looked at one by one in `ahead.rs`.

use super::ahead::Before;
use super::beyond;
use super::bounds::Bounds;
use super::curves::{Curves, DRAWS};
use super::far::Far;
use super::han::{Setting, points};
use super::next_hands::LastHands;
use super::plan::{Plan, PlanYaku, plans};
use super::rates::Rates;
use super::stakes::Stakes;
use super::threats::Threats;
use super::{Fitted, Value};
use crate::chance::Chance;
use crate::live::Live;
use hyakuman_core::{Hand, Kind, KindSet, RelSeat, eval};
use hyakuman_riichi::View;
use hyakuman_riichi::danger::suji_of;
use hyakuman_riichi::variant::StandardKinds;
use std::cell::RefCell;

/// What playing on is worth.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Prospect {
    /// Expected points.
    pub points: f32,
    /// Chance to win the kyoku.
    pub win: f32,
    /// Shanten, by the plan taken.
    pub shanten: i8,
}

/// A win of a hand that is not tenpai.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Win {
    /// Han that it may have.
    pub han: f32,
    /// What it is worth.
    pub worth: f32,
}

/// The wins of the hands one discard away from a hand. Most have the han of the hand.
pub(super) struct Wins<'a, 'v, const N: usize> {
    position: &'a Position<'a, 'v, N>,
    open: bool,
    far: Far<'a>,
    /// The win of the hand.
    pub own: Win,
    /// What no win is worth more than, if that is known.
    pub most: Option<f32>,
}

impl<'a, 'v, const N: usize> Wins<'a, 'v, N> {
    pub(super) fn new(
        position: &'a Position<'a, 'v, N>,
        setting: &'a Setting<'a>,
        hand: &'a Hand,
        plan: &Plan,
    ) -> Self {
        let far = Far::new(setting, hand, plan);
        let own = position.win(far.han(), setting.open);
        let most = far.most().filter(|_| position.bounds.worth);
        let most = most.map(|han| position.win(han, setting.open).worth);
        Wins { position, open: setting.open, far, own, most }
    }

    #[inline]
    pub(super) fn after(&self, discard: Kind) -> Win {
        let han = self.far.han_without(discard);
        if han == self.own.han { self.own } else { self.position.win(han, self.open) }
    }
}

/// Shanten of a hand without a plan.
const NO_PLAN: i8 = 6;

/// What is the same for all hands that a decision compares.
#[derive(Clone, Copy)]
pub(crate) struct Position<'a, 'v, const N: usize> {
    pub view: &'a View<'v, N>,
    pub rates: &'a Rates,
    /// Which hold with these numbers.
    pub bounds: Bounds,
    pub stakes: &'a Stakes,
    /// Of a closed hand, and of an open one.
    pub curves: &'a [Curves; 2],
    pub last_hands: &'a RefCell<LastHands>,
    pub live: Live,
    /// Suji of the viewer's discards: others discard them more often.
    pub suji: KindSet,
    /// Own draws left.
    pub draws: usize,
    /// Whether the seat could declare riichi at tenpai.
    pub can_riichi: bool,
    /// Points on the table for the winner.
    pub pot: f32,
    /// Points of a win, divided by those of a non-dealer.
    pub share: f32,
    /// Shanten up to which draws are looked at one by one.
    pub depth: i8,
    /// Whether another seat is in riichi.
    pub threatened: bool,
    /// The part of what a hand is worth that is left if others may be tenpai without riichi.
    pub left: f32,
}

impl<'a, 'v, const N: usize> Position<'a, 'v, N> {
    /// As the viewer sees it.
    pub(crate) fn new(value: &'a Value, view: &'a View<'v, N>, threats: &Threats) -> Self {
        let Value { depth, ref fitted, ref last_hands, ref stakes, .. } = *value;
        let Fitted { rates, curves, bounds } = &**fitted;
        let (state, rules) = (view.match_state(), view.rules());
        let can_pay = view.score(RelSeat::SELF) >= rules.riichi_min_score;
        let pot = (state.kyotaku as i32 * rules.riichi_stick + state.honba as i32 * rules.honba_ron) as f32;
        let share = if view.dealer() == RelSeat::SELF { 1.5 } else { 1.0 };
        Position {
            view,
            rates,
            bounds: bounds.by_stakes(rates, stakes, share, pot),
            stakes,
            curves: &curves[threats.riichi.min(2)],
            last_hands,
            live: Live::new(&view.full_hand(), view.seen()),
            suji: suji_of(view.discarded(RelSeat::SELF)),
            // On turn, or after a call, the seat draws last. Fewer tiles than seats still are a go-round: others discard.
            draws: (view.remaining() as usize / N).max(view.remaining().min(1) as usize).min(DRAWS - 1),
            can_riichi: can_pay && view.remaining() >= rules.riichi_min_remaining as u32,
            pot,
            share,
            depth,
            threatened: threats.riichi > 0,
            left: beyond::left(rates, threats.silent),
        }
    }

    /// Copies of a kind that may still come.
    #[inline]
    pub(super) fn live(&self, kind: Kind) -> u32 {
        self.live.count(KindSet::of(kind))
    }

    /// What it is worth to win this many points as a non-dealer.
    #[inline]
    pub(super) fn worth(&self, points: f32) -> f32 {
        self.stakes.win(points * self.share, self.pot, self.rates.win_bonus)
    }

    /// What it is worth to be tenpai at an exhaustive draw.
    #[inline]
    pub(super) fn tenpai_bonus(&self) -> f32 {
        self.rates.tenpai_bonus * self.stakes.slope
    }

    /// A hand of 3n+1 tiles, by the best of its plans.
    pub(crate) fn of_hand(&self, hand: &Hand, setting: &Setting) -> Prospect {
        let plans = plans(setting, hand);
        let all = plans.iter().map(|plan| self.of_plan(hand, setting, plan));
        let best = all.reduce(|best, next| if next.points > best.points { next } else { best });
        best.unwrap_or(Prospect { shanten: NO_PLAN, ..Prospect::default() })
    }

    /// A hand of 3n+1 tiles by this plan.
    fn of_plan(&self, hand: &Hand, setting: &Setting, plan: &Plan) -> Prospect {
        let part = hand.only(plan.kinds);
        let shanten = eval::shanten::<StandardKinds<N>>(&part, setting.melds());
        let draws = eval::ukeire::<StandardKinds<N>>(&part, setting.melds()) & plan.kinds;
        let win = self.win(Far::new(setting, &part, plan).han(), setting.open);
        let prospect = match shanten {
            ..=0 => self.tenpai(&part, setting, draws),
            _ if self.looks_ahead(plan, shanten) => {
                self.ahead(&Before { hand: &part, setting, plan, win }, shanten, draws, &|_| true)
            }
            _ => self.by_tables(
                self.chances(part.at_least(2), setting, plan, shanten, draws),
                shanten,
                win.worth,
            ),
        };
        self.beyond(&part, prospect)
    }

    /// Whether the draws of a hand that is not tenpai may be looked at one by one.
    #[inline]
    pub(super) fn looks_ahead(&self, plan: &Plan, shanten: i8) -> bool {
        shanten <= self.depth && plan.yaku != PlanYaku::None
    }

    /// The chances of a hand of 1-shanten or more, by its pairs and draws.
    #[inline(always)]
    pub(super) fn chances(
        &self,
        pairs: KindSet,
        setting: &Setting,
        plan: &Plan,
        shanten: i8,
        draws: KindSet,
    ) -> Chance {
        let tiles = self.acceptance(pairs, setting, draws);
        let chances = self.curves[setting.open as usize].far(shanten, tiles, self.draws);
        Chance { win: plan.sure * chances.win, ..chances }
    }

    /// A hand of 1-shanten or more by its chances, and what a win is worth.
    #[inline(always)]
    pub(super) fn by_tables(&self, chances: Chance, shanten: i8, worth: f32) -> Prospect {
        let points = chances.win * worth + chances.tenpai * self.tenpai_bonus();
        Prospect { points, win: chances.win, shanten }
    }

    /// The win of a hand that is not tenpai and may have this many han.
    #[inline]
    pub(super) fn win(&self, han: f32, open: bool) -> Win {
        let [least, times] = self.rates.far_points[open as usize];
        Win { han, worth: self.worth(least + times * points(han)) }
    }

    /// The live tiles among these draws; those of an open hand count more than once where they may also be called.
    #[inline(always)]
    pub(super) fn acceptance(&self, pairs: KindSet, setting: &Setting, draws: KindSet) -> f32 {
        if !setting.open {
            return self.live.count(draws) as f32;
        }
        let [run, pair] = self.rates.open_tiles;
        let count = |kinds| self.live.count(kinds) as f32;
        count(draws & pairs) * pair
            + count(draws - pairs - KindSet::HONORS) * run
            + count((draws - pairs) & KindSet::HONORS)
    }
}
