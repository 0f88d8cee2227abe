//! Looks one draw ahead: every draw that brings a hand nearer, with the best discard after it.

use super::curves::{Course, Weights};
use super::han::Setting;
use super::next_hands::NextHands;
use super::plan::Plan;
use super::position::{Position, Prospect, Win};
use crate::eval::one_suit;
use arrayvec::ArrayVec;
use hyakuman_core::{Hand, Kind, KindSet, eval};
use hyakuman_riichi::variant::StandardKinds;

/// A hand whose draws are looked at.
#[derive(Clone, Copy)]
pub(super) struct Before<'a> {
    pub hand: &'a Hand,
    pub setting: &'a Setting<'a>,
    pub plan: &'a Plan,
    /// Its win, if no draw is dora.
    pub win: Win,
}

/// A hand that is not tenpai after a draw.
#[derive(Clone, Copy)]
struct Far {
    draw: Kind,
    /// The live tiles of the draw; those of an open hand count more than once where they may also be called.
    tiles: f32,
    /// What a win is worth.
    worth: f32,
    /// Its acceptance before the discard: what helps after one that keeps the shanten helps before it, too.
    all: f32,
    /// An upper bound: as if it accepted all that after the discard.
    most: Share,
}

/// What a draw adds: points and the chance to win, times its tiles.
#[derive(Clone, Copy, Default)]
struct Share {
    points: f32,
    win: f32,
}

/// The best discard after a draw.
#[derive(Clone, Copy)]
struct Next<'a> {
    course: &'a Course,
    /// What a win is worth.
    worth: f32,
}

/// Points by which the same sum in another order may differ.
const ROUNDING: f32 = 0.01;

impl<const N: usize> Position<'_, '_, N> {
    /// A hand of 1- or 2-shanten. `matters` says whether a prospect of so many points could still be chosen; if not, the result is only an upper
    /// bound. Not inlined: its many registers would cost the callers, which mostly do without it.
    #[inline(never)]
    pub(super) fn ahead(
        &self,
        before: &Before<'_>,
        shanten: i8,
        draws: KindSet,
        matters: &dyn Fn(f32) -> bool,
    ) -> Prospect {
        let &Before { hand, setting, .. } = before;
        let draws = draws - self.live.fewer_than(1);
        let tiles = self.acceptance(hand.at_least(2), setting, draws);
        let weights = self.curves[setting.open as usize].weights(shanten, tiles, self.draws);
        let mut last = self.last_hands.borrow_mut();
        let next = last.of(N, setting.melds(), hand);
        let Share { points, win } = match shanten {
            1 => self.tenpai_ahead(before, draws, &weights, next),
            _ => self.far_ahead(before, draws, &weights, next, matters),
        };
        Prospect { points, win, shanten }
    }

    /// Points and the chance to win of a hand that its draws make tenpai.
    fn tenpai_ahead(
        &self,
        before: &Before<'_>,
        draws: KindSet,
        weights: &Weights,
        next: &mut NextHands,
    ) -> Share {
        let declares = self.can_riichi && !before.setting.open;
        let stick = if declares { self.stick() } else { 0.0 };
        let mut sum = Share::default();
        for draw in draws {
            let tiles = self.tiles_of(before, draw);
            let best = self.next_tenpai(before, draw, next, declares);
            let chance = weights.of(best.course);
            let tenpai = chance.tenpai * self.tenpai_bonus();
            sum.points += tiles * (chance.win * (best.worth + stick) + tenpai - stick * weights.sum);
            sum.win += tiles * chance.win;
        }
        sum
    }

    /// The same of a hand that is not tenpai after a draw: upper bounds of all draws first, then the best discard after each.
    fn far_ahead(
        &self,
        before: &Before<'_>,
        draws: KindSet,
        weights: &Weights,
        next: &mut NextHands,
        matters: &dyn Fn(f32) -> bool,
    ) -> Share {
        let mut all = ArrayVec::new();
        self.find_far(before, draws, weights, next, &mut all);
        let mut most: f32 = all.iter().map(|far| far.most.points).sum();
        let (mut sum, mut is_less) = (Share::default(), true);
        for far in &all {
            if is_less && !matters(most + ROUNDING) {
                return Share { points: most, ..sum };
            }
            let best = self.best_discard(before, far, weights, next);
            most -= far.most.points - best.points;
            is_less = best.points < far.most.points;
            sum.points += best.points;
            sum.win += best.win;
        }
        sum
    }

    /// The hands after these draws.
    #[inline]
    fn find_far(
        &self,
        before: &Before<'_>,
        draws: KindSet,
        weights: &Weights,
        next: &mut NextHands,
        all: &mut ArrayVec<Far, { Kind::COUNT }>,
    ) {
        let &Before { hand, setting, plan, win } = before;
        let after = next.after::<N>(draws);
        let not_known = if hand.len() % 3 == 1 { one_suit(hand) } else { KindSet::EMPTY };
        for draw in draws {
            let pairs = hand.at_least(2) | hand.kinds() & KindSet::of(draw);
            let accepted = match not_known.has(draw) {
                true => f32::INFINITY,
                false => self.acceptance(pairs, setting, after[draw.index()] & plan.kinds),
            };
            let worth = plan.sure * self.after_draw(win, setting, draw);
            let mut far = Far {
                draw,
                tiles: self.tiles_of(before, draw),
                worth,
                all: accepted,
                most: Share::default(),
            };
            far.most = self.of_far(&far, setting, accepted, weights);
            all.push(far);
        }
    }

    #[inline]
    fn tiles_of(&self, before: &Before<'_>, draw: Kind) -> f32 {
        self.acceptance(before.hand.at_least(2), before.setting, KindSet::of(draw))
    }

    /// What a hand with this acceptance is worth.
    #[inline]
    fn of_far(&self, far: &Far, setting: &Setting, accepted: f32, weights: &Weights) -> Share {
        let chance = weights.of(self.curves[setting.open as usize].next(accepted));
        let points = chance.win * far.worth + chance.tenpai * self.tenpai_bonus();
        Share { points: far.tiles * points, win: far.tiles * chance.win }
    }

    /// After the best discard, by its acceptance. A part of a hand that has tiles to spare keeps them all.
    #[inline]
    fn best_discard(&self, before: &Before<'_>, far: &Far, weights: &Weights, next: &mut NextHands) -> Share {
        let Before { setting, plan, hand, .. } = before;
        if hand.len() % 3 != 1 {
            return far.most;
        }
        let hand = &hand.with(far.draw);
        let mut best = 0.0;
        for discard in next.discards::<N>(far.draw, true) {
            let pairs = hand.without(discard.kind).at_least(2);
            best = f32::max(best, self.acceptance(pairs, setting, discard.draws & plan.kinds));
            if best >= far.all {
                return far.most;
            }
        }
        self.of_far(far, setting, best, weights)
    }

    /// What a win is worth after a draw, which may be dora.
    #[inline]
    fn after_draw(&self, win: Win, setting: &Setting, draw: Kind) -> f32 {
        match setting.dora_of_kind(draw) {
            0 => win.worth,
            dora => self.win(win.han + dora as f32, setting.open).worth,
        }
    }

    /// The best discard at tenpai, by its waits and its han. A part of a hand that has tiles to spare keeps them all.
    #[inline]
    fn next_tenpai(&self, before: &Before<'_>, draw: Kind, next: &mut NextHands, declares: bool) -> Next<'_> {
        let &Before { setting, plan, .. } = before;
        let (hand, middle) = (before.hand.with(draw), (self.draws * 2 / 3).max(1));
        let after = |hand: &Hand, draws: KindSet| {
            let (course, worth) = self.quick_tenpai(hand, setting, draws & plan.kinds, declares);
            (course.win[middle] * worth, Next { course, worth })
        };
        if hand.len() % 3 != 2 {
            return after(&hand, eval::ukeire::<StandardKinds<N>>(&hand, setting.melds())).1;
        }
        let mut best: Option<(f32, Next<'_>)> = None;
        for discard in next.discards::<N>(draw, false) {
            let next = after(&hand.without(discard.kind), discard.draws);
            best = Some(best.filter(|best| next.0 <= best.0).unwrap_or(next));
        }
        best.unwrap_or_else(|| after(&hand, KindSet::EMPTY)).1
    }
}
