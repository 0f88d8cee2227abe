//! What a hand is worth before the next draw: the expected points of playing on.
//!
//! ```text
//! points = win * (value + bonus + pot) + tenpai at a draw * tenpai bonus - stick * (1 - win), if in riichi
//! ```

use super::curves::{Course, Curve, Curves, DRAWS};
use super::han::{Setting, points};
use super::plan::{Plan, PlanYaku, plans};
use super::rates::Rates;
use crate::live::Live;
use hyakuman_core::eval::LookupTables;
use hyakuman_core::{Hand, Kind, KindSet, RelSeat};
use hyakuman_games::riichi::variant::StandardKinds;
use hyakuman_games::riichi::score::{self, HandValue, WinFlags};
use hyakuman_games::riichi::{How, Hypothesis, View};

/// What playing on is worth.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Prospect {
    /// Expected points.
    pub points: f32,
    /// Chance to win the kyoku.
    pub win: f32,
    /// Points of a win, with what else it is worth.
    pub worth: f32,
    /// Shanten, by the plan taken.
    pub shanten: i8,
}

/// How a tenpai hand wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    Riichi,
    Open,
    Silent,
    /// Closed without a yaku: by its own draw only.
    DrawOnly,
}

/// What is the same for all hands that a decision compares.
#[derive(Clone, Copy)]
pub(crate) struct Position<'a, 'v, const N: usize> {
    pub view: &'a View<'v, N>,
    pub rates: &'a Rates,
    /// Of a closed hand, and of an open one.
    pub curves: &'a [Curves; 2],
    pub live: Live,
    /// Own draws left.
    pub draws: usize,
    /// Whether the seat could declare riichi at tenpai.
    pub can_riichi: bool,
    /// Points on the table for the winner.
    pub pot: f32,
    /// Times this for the dealer.
    pub share: f32,
    /// Shanten up to which draws are looked at one by one.
    pub depth: i8,
}

impl<const N: usize> Position<'_, '_, N> {
    pub(crate) fn tables(&self) -> &'static LookupTables {
        self.view.tables()
    }

    /// Copies of a kind that may still come.
    #[inline]
    pub(crate) fn live(&self, kind: Kind) -> u32 {
        self.live.count(KindSet::of(kind))
    }

    /// What a win of this many han is worth.
    #[inline]
    fn worth(&self, han: f32) -> f32 {
        let han = if super::dbg(2) { 2.0 } else { han };
        points(han) * self.share + self.pot + self.rates.win_bonus
    }

    /// What a win is worth of a hand that is not tenpai and may have this many han.
    #[inline]
    fn far_worth(&self, han: f32, open: bool) -> f32 {
        let [least, times] = self.rates.far_points[open as usize];
        (least + times * points(han)) * self.share + self.pot + self.rates.win_bonus
    }

    /// A hand of 3n+1 tiles, the best of its plans.
    pub(crate) fn of_hand(&self, hand: &Hand, setting: &Setting) -> Prospect {
        let plans = plans(setting, hand, |kind| self.live(kind));
        let all = plans.iter().map(|plan| self.of_plan(hand, setting, plan));
        all.reduce(|best, next| if next.points > best.points { next } else { best })
            .unwrap_or(Prospect { shanten: 6, ..Prospect::default() })
    }

    /// A hand of 3n+1 tiles with this plan.
    pub(crate) fn of_plan(&self, hand: &Hand, setting: &Setting, plan: &Plan) -> Prospect {
        let part = self.part(hand, plan);
        let melds = setting.melds + plan.pair.is_some() as u8;
        let shanten = self.tables().shanten::<StandardKinds<N>>(&part, melds) + plan.pair.is_some() as i8;
        let draws = self.tables().ukeire::<StandardKinds<N>>(&part, melds) & plan.kinds;
        self.of_draws(&part, setting, plan, shanten, draws, self.depth)
    }

    /// The tiles of a hand that serve a plan.
    pub(crate) fn part(&self, hand: &Hand, plan: &Plan) -> Hand {
        let part = hand.only(plan.kinds);
        plan.pair.map_or(part, |pair| part.without(pair).without(pair))
    }

    /// A hand that these draws bring nearer.
    #[inline]
    pub(crate) fn of_draws(&self, hand: &Hand, setting: &Setting, plan: &Plan, shanten: i8, draws: KindSet, depth: i8) -> Prospect {
        match shanten {
            ..=0 => self.waiting(hand, setting, plan, draws),
            _ if shanten <= depth && !matches!(plan.yaku, PlanYaku::Pair | PlanYaku::None) => self.ahead(hand, setting, plan, shanten, draws),
            _ => self.far(hand, setting, plan, shanten, draws),
        }
    }

    /// The live tiles among these draws, those that may be called counted more than once.
    #[inline]
    fn acceptance(&self, hand: &Hand, setting: &Setting, draws: KindSet) -> f32 {
        if !setting.open {
            return self.live.count(draws) as f32;
        }
        let pairs = hand.at_least(2);
        self.live.count(draws & pairs) as f32 * self.rates.open_tiles[1]
            + self.live.count(draws - pairs - KindSet::HONORS) as f32 * self.rates.open_tiles[0]
            + self.live.count((draws - pairs) & KindSet::HONORS) as f32
    }

    pub(crate) fn far(&self, hand: &Hand, setting: &Setting, plan: &Plan, shanten: i8, draws: KindSet) -> Prospect {
        let mut tiles = self.acceptance(hand, setting, draws);
        let han = setting.far(hand, plan);
        if let Some(pair) = plan.pair {
            tiles += self.live(pair) as f32 * self.rates.open_tiles[1];
        }
        let mut chances = self.curves[setting.open as usize].far(shanten, tiles, self.draws);
        if plan.yaku == PlanYaku::None {
            chances.win = 0.0;
        }
        let worth = self.far_worth(han, setting.open);
        let points = chances.win * worth + chances.tenpai * self.rates.tenpai_bonus;
        Prospect { points, win: chances.win, worth, shanten }
    }

    /// A tenpai hand: in riichi if that can be declared.
    fn waiting(&self, hand: &Hand, setting: &Setting, plan: &Plan, waits: KindSet) -> Prospect {
        let silent = self.waiting_as(hand, setting, plan, waits, false);
        if setting.open || !self.can_riichi {
            return silent;
        }
        let riichi = self.waiting_as(hand, setting, plan, waits, true);
        if riichi.points > silent.points { riichi } else { silent }
    }

    /// A tenpai hand in riichi or not.
    pub(crate) fn waiting_as(&self, hand: &Hand, setting: &Setting, plan: &Plan, waits: KindSet, riichi: bool) -> Prospect {
        let (course, worth) = if super::dbg(8) {
            self.wins(hand, setting, waits & plan.kinds, riichi)
        } else {
            self.exact(hand, setting, waits & plan.kinds, riichi)
        };
        let (win, tenpai) = (course.win[self.draws], course.tenpai[self.draws]);
        let stick = if riichi { 1_000.0 * (1.0 - win) } else { 0.0 };
        let points = win * worth + tenpai * self.rates.tenpai_bonus - stick;
        Prospect { points, win, worth, shanten: 0 }
    }

    /// How a tenpai hand goes on, and what its win is worth.
    #[inline]
    fn wins(&self, hand: &Hand, setting: &Setting, waits: KindSet, riichi: bool) -> (&Course, f32) {
        let han = setting.tenpai(hand, waits);
        let (mode, han) = match (riichi, setting.open) {
            (true, _) => (Mode::Riichi, han.total),
            (false, true) if han.yaku < 0.3 => return (self.curves[setting.open as usize].near_at(0.0), 0.0),
            (false, true) => (Mode::Open, han.total),
            (false, false) if han.yaku < 0.3 => (Mode::DrawOnly, han.total),
            (false, false) => (Mode::Silent, han.total),
        };
        let mut waiting = self.weighed(waits) * self.rates.chances[mode as usize];
        if waits.meets(self.view.discarded(RelSeat::SELF)) {
            waiting *= self.rates.furiten;
        }
        (self.curves[setting.open as usize].near_at(waiting), self.worth(han + self.rates.extra[mode as usize]))
    }

    /// [`Position::wins`] by the scorer: for a hand that is tenpai now.
    fn exact(&self, hand: &Hand, setting: &Setting, waits: KindSet, riichi: bool) -> (&Course, f32) {
        let mut sums = [(0.0, 0.0); 2];
        let flags = if riichi { WinFlags::RIICHI } else { WinFlags::NONE };
        for kind in waits {
            let tiles = self.weighed(KindSet::of(kind));
            if tiles == 0.0 {
                continue;
            }
            let hand = hand.with(kind);
            let reds = (0..3).map(|suit| setting.reds[suit].min(hand.count(Kind::of(9 * suit as u8 + 4))) as u32).sum::<u32>() + setting.meld_reds;
            let mut hypothesis = Hypothesis { hand: &hand, reds, melds: &setting.sets, tile: kind, how: How::Ron, flags };
            let (value, sum) = match self.view.worth(&hypothesis) {
                Some(value) => (Some(value), 0),
                None => {
                    hypothesis.how = How::Tsumo;
                    (self.view.worth(&hypothesis), 1)
                }
            };
            if let Some(value) = value {
                sums[sum].0 += tiles;
                sums[sum].1 += tiles * self.mean(&value, riichi, setting.open);
            }
        }
        let mode = if riichi { Mode::Riichi } else if setting.open { Mode::Open } else { Mode::Silent };
        let [ron, draw] = sums;
        let mut waiting = ron.0 * self.rates.chances[mode as usize] + draw.0 * self.rates.chances[Mode::DrawOnly as usize];
        if waits.meets(self.view.discarded(RelSeat::SELF)) {
            waiting *= self.rates.furiten;
        }
        let tiles = ron.0 + draw.0;
        let points = if tiles > 0.0 { (ron.1 + draw.1) / tiles } else { 0.0 };
        (self.curves[setting.open as usize].near_at(waiting), points * self.share + self.pot + self.rates.win_bonus)
    }

    /// The mean points of a non-dealer's win of this value, with what riichi and own draws add.
    fn mean(&self, value: &HandValue, riichi: bool, open: bool) -> f32 {
        let more: &[f32] = match (riichi, open) {
            (true, _) => &[0.30, 0.37, 0.22, 0.08, 0.03],
            (false, false) => &[0.55, 0.45],
            (false, true) => &[1.0],
        };
        if value.yakuman > 0 {
            return 4.0 * value.base as f32;
        }
        let of = |extra: usize| score::base_points(self.view.rules(), value.han as u32 + extra as u32, value.fu as u32).0 as f32;
        4.0 * more.iter().enumerate().map(|(extra, part)| part * of(extra)).sum::<f32>()
    }

    /// The live winning tiles, those more often discarded counted more.
    #[inline]
    fn weighed(&self, waits: KindSet) -> f32 {
        let suji = hyakuman_games::riichi::danger::suji_of(self.view.discarded(RelSeat::SELF));
        let mut sum = 0.0;
        for kind in waits {
            let class = if kind.is_honor() { 0 } else { 1 + (kind.rank().min(8 - kind.rank())).min(3) as usize };
            let weight = self.rates.wait_weight[class] * if suji.has(kind) { self.rates.suji_weight } else { 1.0 };
            sum += self.live(kind) as f32 * weight;
        }
        sum
    }

    /// A hand of 1- or 2-shanten: every draw with the best discard after it.
    fn ahead(&self, hand: &Hand, setting: &Setting, plan: &Plan, shanten: i8, draws: KindSet) -> Prospect {
        let mut sums = Sums { points: [0.0; DRAWS], win: [0.0; DRAWS], tiles: 0.0 };
        let pairs = hand.at_least(2);
        for draw in draws {
            let copies = self.live(draw) as f32;
            let times = match setting.open {
                false => 1.0,
                true if pairs.has(draw) => self.rates.open_tiles[1],
                true if !draw.is_honor() => self.rates.open_tiles[0],
                true => 1.0,
            };
            if copies > 0.0 {
                self.add(&mut sums, copies * times, &hand.with(draw), setting, plan, shanten);
            }
        }
        let shanten_index = shanten as usize;
        let points = self.curves[setting.open as usize].look_ahead(shanten_index, sums.tiles, &sums.points, self.draws);
        let win = self.curves[setting.open as usize].look_ahead(shanten_index, sums.tiles, &sums.win, self.draws);
        Prospect { points, win, worth: if win > 0.0 { points / win } else { 0.0 }, shanten }
    }

    /// Adds what a hand of 3n+2 tiles is worth after its best discard.
    #[inline]
    fn add(&self, sums: &mut Sums, tiles: f32, hand: &Hand, setting: &Setting, plan: &Plan, shanten: i8) {
        sums.tiles += tiles;
        let analysis = self.tables().analysis::<StandardKinds<N>>(hand, setting.melds);
        if analysis.shanten() != shanten - 1 {
            // The part of a hand that serves a plan has tiles to spare: nothing has to be discarded from it.
        }
        let is_full = hand.len() % 3 == 2;
        let mut best: Option<(f32, &Course, f32, bool)> = None;
        let at = (self.draws * 2 / 3).max(1).min(DRAWS - 1);
        let mut consider = |rest: &Hand, draws: KindSet| {
            let draws = draws & plan.kinds;
            let (course, worth, riichi) = if shanten == 1 {
                let riichi = self.can_riichi && !setting.open;
                let (course, worth) = self.wins(rest, setting, draws, riichi);
                (course, worth, riichi)
            } else {
                let tiles = self.acceptance(rest, setting, draws);
                (self.curves[setting.open as usize].next_at(tiles), tiles, false)
            };
            let score = course.win[at] * worth;
            if best.is_none_or(|(most, ..)| score > most) {
                best = Some((score, course, worth, riichi));
            }
        };
        if is_full {
            for discard in analysis.keep() {
                consider(&hand.without(discard), analysis.draws_without(discard));
            }
        } else {
            consider(hand, self.tables().ukeire::<StandardKinds<N>>(hand, setting.melds));
        }
        let Some((_, course, worth, riichi)) = best else { return };
        let worth = if shanten == 1 { worth } else { self.far_worth(setting.far(hand, plan), setting.open) };
        let stick = if riichi { 1_000.0 } else { 0.0 };
        for t in 0..DRAWS {
            let (win, tenpai) = (course.win[t], course.tenpai[t]);
            sums.points[t] += tiles * (win * (worth + stick) + tenpai * self.rates.tenpai_bonus - stick);
            sums.win[t] += tiles * win;
        }
    }
}

/// What the draws of a hand are worth together, by own draws left.
struct Sums {
    points: Curve,
    win: Curve,
    tiles: f32,
}
