//! Looks one draw ahead: every draw that brings a hand nearer, with the best discard after it.

use super::curves::{Course, Curve, DRAWS};
use super::han::Setting;
use super::plan::Plan;
use super::position::{Position, Prospect, Win};
use crate::eval::is_one_suit;
use hyakuman_core::eval::{self, HandAnalysis};
use hyakuman_core::{Hand, KindSet};
use hyakuman_riichi::variant::StandardKinds;

/// What the draws of a hand are worth together, by own draws left after the draw.
struct Sums {
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
    /// By what discards are compared.
    score: f32,
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
        let mut sums = Sums { points: [0.0; DRAWS], win: [0.0; DRAWS], tiles: 0.0 };
        for draw in draws {
            let tiles = self.acceptance(hand.at_least(2), setting, KindSet::of(draw));
            if tiles > 0.0 {
                sums.tiles += tiles;
                let han = win.han + setting.dora_of_kind(draw) as f32;
                let next = self.next(&hand.with(draw), setting, plan, shanten, han);
                self.add(&mut sums, tiles, next, shanten == 1 && self.declares(setting));
            }
        }
        let curves = &self.curves[setting.open as usize];
        let ahead = |sums: &Curve, tiles| curves.ahead(shanten, tiles, sums, self.draws);
        Prospect { points: ahead(&sums.points, sums.tiles), win: ahead(&sums.win, sums.tiles), shanten }
    }

    /// Whether a hand that becomes tenpai is taken to declare riichi.
    fn declares(&self, setting: &Setting) -> bool {
        self.can_riichi && !setting.open
    }

    /// The best discard from a hand that a draw has brought nearer: at tenpai by its waits and its han, otherwise by its
    /// acceptance and the han that it may have.
    #[inline]
    fn next(&self, hand: &Hand, setting: &Setting, plan: &Plan, shanten: i8, han: f32) -> Next<'_> {
        if shanten == 1 {
            let declares = self.declares(setting);
            let middle = (self.draws * 2 / 3).max(1);
            return self.best_discard(hand, setting, f32::INFINITY, |hand, draws| {
                let (course, worth) = self.quick_tenpai(hand, setting, draws & plan.kinds, declares);
                Next { course, worth, score: course.win[middle] * worth }
            });
        }
        let worth = self.win(han, setting.open).worth;
        // What helps after a discard that keeps the shanten helps before it, too.
        let analysis: HandAnalysis<'_, StandardKinds<N>> = eval::analysis(hand, setting.melds());
        let most = match is_one_suit(hand) {
            true => f32::INFINITY,
            false => self.acceptance(hand.at_least(2), setting, analysis.draws() & plan.kinds),
        };
        self.best_discard(hand, setting, most, |hand, draws| {
            let tiles = self.acceptance(hand.at_least(2), setting, draws & plan.kinds);
            Next { course: self.curves[setting.open as usize].next(tiles), worth, score: tiles }
        })
    }

    /// The discard with the highest score, or the first that has as much as `most`. `after` gives that of a hand and the draws that bring it nearer. A part of a hand
    /// that has tiles to spare keeps them all.
    #[inline]
    fn best_discard<'s>(
        &self,
        hand: &Hand,
        setting: &Setting,
        most: f32,
        after: impl Fn(&Hand, KindSet) -> Next<'s>,
    ) -> Next<'s> {
        if hand.len() % 3 != 2 {
            return after(hand, eval::ukeire::<StandardKinds<N>>(hand, setting.melds()));
        }
        let analysis: HandAnalysis<'_, StandardKinds<N>> = eval::analysis(hand, setting.melds());
        let mut best: Option<Next<'s>> = None;
        for kind in analysis.keep() {
            let next = after(&hand.without(kind), analysis.draws_without(kind));
            if best.is_none_or(|best| next.score > best.score) {
                best = Some(next);
                if next.score >= most {
                    break;
                }
            }
        }
        best.unwrap_or_else(|| after(hand, KindSet::EMPTY))
    }

    #[inline]
    fn add(&self, sums: &mut Sums, tiles: f32, next: Next<'_>, declares: bool) {
        let stick = if declares { self.stick() } else { 0.0 };
        for t in 0..DRAWS {
            let (win, tenpai) = (next.course.win[t], next.course.tenpai[t]);
            let points = win * (next.worth + stick) + tenpai * self.tenpai_bonus() - stick;
            sums.points[t] += tiles * points;
            sums.win[t] += tiles * win;
        }
    }
}
