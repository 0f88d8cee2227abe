//! Looks one draw ahead: every draw that brings a hand nearer, with the best discard after it.

use super::curves::{Course, Curve, DRAWS};
use super::han::Setting;
use super::plan::Plan;
use super::position::{Position, Prospect};
use hyakuman_core::eval::HandAnalysis;
use hyakuman_core::{Hand, Kind, KindSet};
use hyakuman_games::riichi::variant::StandardKinds;

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
    /// A hand of 1- or 2-shanten.
    pub(super) fn ahead(
        &self,
        hand: &Hand,
        setting: &Setting,
        plan: &Plan,
        shanten: i8,
        draws: KindSet,
    ) -> Prospect {
        let mut sums = Sums { points: [0.0; DRAWS], win: [0.0; DRAWS], tiles: 0.0 };
        for draw in draws {
            let tiles = self.acceptance(hand, setting, KindSet::of(draw));
            if tiles > 0.0 {
                sums.tiles += tiles;
                let next = self.next(&hand.with(draw), setting, plan, shanten);
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

    /// The best discard from a hand that a draw has brought nearer. A part of a hand that has tiles to spare keeps them all.
    #[inline]
    fn next(&self, hand: &Hand, setting: &Setting, plan: &Plan, shanten: i8) -> Next<'_> {
        if hand.len() % 3 != 2 {
            let draws = self.tables().ukeire::<StandardKinds<N>>(hand, setting.melds());
            return self.after(hand, setting, plan, shanten, draws);
        }
        let analysis: HandAnalysis<'_, StandardKinds<N>> = self.tables().analysis(hand, setting.melds());
        let after = |kind: Kind| {
            self.after(&hand.without(kind), setting, plan, shanten, analysis.draws_without(kind))
        };
        let all = analysis.keep().into_iter().map(after);
        let best = all.reduce(|best, next| if next.score > best.score { next } else { best });
        best.unwrap_or_else(|| self.after(hand, setting, plan, shanten, KindSet::EMPTY))
    }

    /// A hand one nearer, which these draws bring nearer still. At tenpai by its waits and its han, otherwise by its
    /// acceptance.
    #[inline]
    fn after(&self, hand: &Hand, setting: &Setting, plan: &Plan, shanten: i8, draws: KindSet) -> Next<'_> {
        let draws = draws & plan.kinds;
        if shanten == 1 {
            let (course, worth) = self.quick_tenpai(hand, setting, draws, self.declares(setting));
            let middle = (self.draws * 2 / 3).max(1);
            return Next { course, worth, score: course.win[middle] * worth };
        }
        let tiles = self.acceptance(hand, setting, draws);
        let worth = self.far_worth(setting.far(hand, plan), setting.open);
        Next { course: self.curves[setting.open as usize].next(tiles), worth, score: tiles }
    }

    #[inline]
    fn add(&self, sums: &mut Sums, tiles: f32, next: Next<'_>, declares: bool) {
        let stick = if declares { self.stick() } else { 0.0 };
        for t in 0..DRAWS {
            let (win, tenpai) = (next.course.win[t], next.course.tenpai[t]);
            let points = win * (next.worth + stick) + tenpai * self.rates.tenpai_bonus - stick;
            sums.points[t] += tiles * points;
            sums.win[t] += tiles * win;
        }
    }
}
