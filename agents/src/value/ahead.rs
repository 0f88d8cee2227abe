//! Looks one draw ahead: every draw that brings a hand nearer, with the best discard after it.

use super::curves::{Course, Curve, DRAWS};
use super::han::Setting;
use super::plan::Plan;
use super::position::{Position, Prospect, Win};
use crate::eval::is_one_suit;
use hyakuman_core::{Hand, Kind, KindSet, eval};
use hyakuman_riichi::variant::StandardKinds;

/// What the draws of a hand are worth together, by own draws left after the draw.
struct DrawSums {
    points: Curve,
    win: Curve,
    tiles: f32,
}

/// The best discard after a draw.
#[derive(Clone, Copy)]
struct Next<'a> {
    course: &'a Course,
    /// What a win is worth.
    worth: f32,
}

impl<const N: usize> Position<'_, '_, N> {
    /// A hand of 1- or 2-shanten. Not inlined: its many registers would cost the callers, which mostly do without it.
    #[inline(never)]
    pub(super) fn ahead(
        &self,
        hand: &Hand,
        setting: &Setting,
        plan: &Plan,
        shanten: i8,
        draws: KindSet,
        win: Win,
    ) -> Prospect {
        let mut sums = DrawSums { points: [0.0; DRAWS], win: [0.0; DRAWS], tiles: 0.0 };
        let declares = shanten == 1 && self.can_riichi && !setting.open;
        for draw in draws {
            let tiles = self.acceptance(hand.at_least(2), setting, KindSet::of(draw));
            if tiles > 0.0 {
                let hand = hand.with(draw);
                let next = if shanten == 1 {
                    self.next_tenpai(&hand, setting, plan, declares)
                } else {
                    self.next_far(&hand, setting, plan, plan.sure * self.after_draw(win, setting, draw))
                };
                self.add(&mut sums, tiles, next, declares);
            }
        }
        let curves = &self.curves[setting.open as usize];
        let [points, win] = curves.ahead(shanten, sums.tiles, [&sums.points, &sums.win], self.draws);
        Prospect { points, win, shanten }
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
        let all = analysis.keep().into_iter();
        let all = all.map(|kind| after(&hand.without(kind), analysis.draws_without(kind)));
        let best = all.reduce(|best, next| if next.0 > best.0 { next } else { best });
        best.unwrap_or_else(|| after(hand, KindSet::EMPTY)).1
    }

    /// The best discard of a hand that is not tenpai, by its acceptance. A part of a hand that has tiles to spare keeps them all.
    #[inline]
    fn next_far(&self, hand: &Hand, setting: &Setting, plan: &Plan, worth: f32) -> Next<'_> {
        let analysis = eval::analysis::<StandardKinds<N>>(hand, setting.melds());
        let accepted = |pairs, draws: KindSet| self.acceptance(pairs, setting, draws & plan.kinds);
        let all = accepted(hand.at_least(2), analysis.draws());
        let tiles = if hand.len() % 3 == 2 {
            // What helps after a discard that keeps the shanten helps before it, too.
            let most = if is_one_suit(hand) { f32::INFINITY } else { all };
            let mut best = 0.0;
            for kind in analysis.keep() {
                let pairs = hand.without(kind).at_least(2);
                best = f32::max(best, accepted(pairs, analysis.draws_without(kind)));
                if best >= most {
                    break;
                }
            }
            best
        } else {
            all
        };
        Next { course: self.curves[setting.open as usize].next(tiles), worth }
    }

    #[inline]
    fn add(&self, sums: &mut DrawSums, tiles: f32, next: Next<'_>, declares: bool) {
        let stick = if declares { self.stick() } else { 0.0 };
        sums.tiles += tiles;
        for t in 0..DRAWS {
            let (win, tenpai) = (next.course.win[t], next.course.tenpai[t]);
            let points = win * (next.worth + stick) + tenpai * self.tenpai_bonus() - stick;
            sums.points[t] += tiles * points;
            sums.win[t] += tiles * win;
        }
    }
}
