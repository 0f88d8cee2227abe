//! Looks one draw ahead: every draw that brings a hand nearer, with the best discard after it.

use super::curves::{Course, Weights};
use super::han::Setting;
use super::plan::Plan;
use super::position::{Position, Prospect, Win};
use crate::eval::is_one_suit;
use arrayvec::ArrayVec;
use hyakuman_core::{Hand, Kind, KindSet, eval};
use hyakuman_riichi::variant::StandardKinds;

/// A hand whose draws are looked at.
#[derive(Clone, Copy)]
pub(super) struct Before<'a> {
    pub hand: &'a Hand,
    pub setting: &'a Setting,
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
        let Share { points, win } = match shanten {
            1 => self.tenpai_ahead(before, draws, &weights),
            _ => self.far_ahead(before, draws, &weights, matters),
        };
        Prospect { points, win, shanten }
    }

    /// Points and the chance to win of a hand that its draws make tenpai.
    fn tenpai_ahead(&self, before: &Before<'_>, draws: KindSet, weights: &Weights) -> Share {
        let declares = self.can_riichi && !before.setting.open;
        let stick = if declares { self.stick() } else { 0.0 };
        let mut sum = Share::default();
        for draw in draws {
            let tiles = self.tiles_of(before, draw);
            let next = self.next_tenpai(&before.hand.with(draw), before.setting, before.plan, declares);
            let chance = weights.of(next.course);
            let tenpai = chance.tenpai * self.tenpai_bonus();
            sum.points += tiles * (chance.win * (next.worth + stick) + tenpai - stick * weights.sum);
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
        matters: &dyn Fn(f32) -> bool,
    ) -> Share {
        let mut all = ArrayVec::new();
        self.find_far(before, draws, weights, &mut all);
        let mut most: f32 = all.iter().map(|far| far.most.points).sum();
        let mut sum = Share::default();
        for far in &all {
            if !matters(most + ROUNDING) {
                return Share { points: most, ..sum };
            }
            let best = self.best_discard(before, far, weights);
            most -= far.most.points - best.points;
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
        all: &mut ArrayVec<Far, { Kind::COUNT }>,
    ) {
        let &Before { hand, setting, plan, win } = before;
        eval::analysis::<StandardKinds<N>>(hand, setting.melds()).each_with(draws, |draw, draws| {
            let hand = hand.with(draw);
            let accepted = match hand.len() % 3 == 2 && is_one_suit(&hand) {
                true => f32::INFINITY, // not known
                false => self.acceptance(hand.at_least(2), setting, draws & plan.kinds),
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
            true
        });
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
    fn best_discard(&self, before: &Before<'_>, far: &Far, weights: &Weights) -> Share {
        let (Before { setting, plan, .. }, hand) = (before, &before.hand.with(far.draw));
        if hand.len() % 3 != 2 {
            return far.most;
        }
        let analysis = eval::analysis::<StandardKinds<N>>(hand, setting.melds());
        let mut best = 0.0;
        analysis.each_without(analysis.keep(), |kind, draws| {
            let pairs = hand.without(kind).at_least(2);
            best = f32::max(best, self.acceptance(pairs, setting, draws & plan.kinds));
            best < far.all
        });
        if best >= far.all { far.most } else { self.of_far(far, setting, best, weights) }
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
    fn next_tenpai(&self, hand: &Hand, setting: &Setting, plan: &Plan, declares: bool) -> Next<'_> {
        let middle = (self.draws * 2 / 3).max(1);
        let after = |hand: &Hand, draws: KindSet| {
            let (course, worth) = self.quick_tenpai(hand, setting, draws & plan.kinds, declares);
            (course.win[middle] * worth, Next { course, worth })
        };
        if hand.len() % 3 != 2 {
            return after(hand, eval::ukeire::<StandardKinds<N>>(hand, setting.melds())).1;
        }
        let analysis = eval::analysis::<StandardKinds<N>>(hand, setting.melds());
        let mut best: Option<(f32, Next<'_>)> = None;
        analysis.each_without(analysis.keep(), |kind, draws| {
            let next = after(&hand.without(kind), draws);
            best = Some(best.filter(|best| next.0 <= best.0).unwrap_or(next));
            true
        });
        best.unwrap_or_else(|| after(hand, KindSet::EMPTY)).1
    }
}
