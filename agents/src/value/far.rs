//! The han of a hand that is not tenpai and of the hands one discard away: what they have in common is counted once.

use super::han::{LOWEST, Setting};
use super::plan::{Plan, PlanYaku};
use super::sought::Near;
use hyakuman_core::{Hand, Kind, KindSet};

/// Han that a hand that is not tenpai may have when it wins by a plan, a closed one in riichi.
pub(crate) struct Far<'a> {
    setting: &'a Setting<'a>,
    hand: &'a Hand,
    /// Whether it cannot win.
    is_lost: bool,
    dora: u32,
    value: f32,
    /// Of tanyao or of the plan: as the hand is, and after a discard of a terminal or honor.
    simples: [f32; 2],
    /// Of a flush: after a discard of each suit or of an honor, and as the hand is.
    flush: [f32; 5],
    /// Of a straight or the same sequence in three suits.
    runs: f32,
    /// Yaku of the rules file.
    own: Near,
}

impl<'a> Far<'a> {
    /// `hand` is the part that serves the plan.
    pub(crate) fn new(setting: &'a Setting<'a>, hand: &'a Hand, plan: &Plan) -> Far<'a> {
        let (simples, flush) = match plan.yaku {
            PlanYaku::None => ([0.0; 2], [0.0; 5]),
            PlanYaku::Own => ([0.0; 2], near_flush(setting, hand)),
            PlanYaku::Tanyao | PlanYaku::Runs | PlanYaku::Outside => ([1.0; 2], near_flush(setting, hand)),
            PlanYaku::Triplets => ([2.0; 2], near_flush(setting, hand)),
            PlanYaku::Flush => ([2.0; 2], [0.0; 5]),
            PlanYaku::Any => (near_tanyao(setting, hand), near_flush(setting, hand)),
        };
        let is_lost = plan.yaku == PlanYaku::None;
        let (dora, value) = (setting.dora_of(hand), near_value(setting, hand));
        let own = setting.sought.near(hand);
        let runs = han_of_runs(setting, hand.kinds());
        Far { setting, hand, is_lost, dora, value, simples, flush, runs, own }
    }

    /// Of the hand.
    pub(crate) fn han(&self) -> f32 {
        self.sum(self.dora, self.value, self.simples[0] + self.flush[4] + self.runs + self.own.han)
    }

    /// No discard leaves more; none if that is not known, as a discard may bring a part of a hand nearer to a yaku of the rules file.
    pub(crate) fn most(&self) -> Option<f32> {
        let is_known = self.own.set == 0 || self.hand.len() % 3 == 2;
        let yaku = self.simples[1] + self.flush[4] + self.runs + self.own.han;
        is_known.then(|| self.sum(self.dora, self.value, yaku))
    }

    /// Of the hand without a tile of this kind.
    #[inline(always)]
    pub(crate) fn han_without(&self, kind: Kind) -> f32 {
        let setting = self.setting;
        let is_last = !self.hand.at_least(2).has(kind);
        let reds = if is_last { setting.reds_in_hand(kind) as u32 } else { 0 };
        let dora = self.dora - setting.dora_of_kind(kind) - reds;
        let is_value = setting.value.has(kind);
        let value = if is_value { near_value(setting, &self.hand.without(kind)) } else { self.value };
        let own = if self.own.needs.has(kind) { self.own_without(kind) } else { self.own.han };
        let yaku = self.simples[KindSet::YAOCHU.has(kind) as usize] + self.flush[kind.suit() as usize];
        let loses = self.runs > 0.0 && is_last;
        let runs =
            if loses { han_of_runs(setting, self.hand.kinds() - KindSet::of(kind)) } else { self.runs };
        self.sum(dora, value, yaku + runs + own)
    }

    /// Of the yaku of the rules file.
    #[inline(never)]
    fn own_without(&self, kind: Kind) -> f32 {
        self.setting.sought.han_without(self.hand, &self.own, kind)
    }

    #[inline]
    fn sum(&self, dora: u32, value: f32, yaku: f32) -> f32 {
        let closed = if self.setting.open { 0.0 } else { 1.4 };
        if self.is_lost { 0.0 } else { dora as f32 + value + yaku + closed }
    }
}

/// Han of triplets of value; a pair may become one.
fn near_value(setting: &Setting, hand: &Hand) -> f32 {
    let (pairs, triplets) = (hand.at_least(2), hand.at_least(3));
    setting.value_triplets(triplets) + 0.3 * ((pairs - triplets) & setting.value).len() as f32
}

/// Han of tanyao, the less the more terminals and honors the hand has: as it is, and with one less.
fn near_tanyao(setting: &Setting, hand: &Hand) -> [f32; 2] {
    let off = hand.count_in(KindSet::YAOCHU) as usize;
    let possible = (!setting.open || setting.kuitan) && !setting.sets.exposed.meets(KindSet::YAOCHU);
    let han = |off: usize| if possible { [0.9, 0.65, 0.35, 0.15, 0.0][off.min(4)] } else { 0.0 };
    [han(off), han(off.saturating_sub(1))]
}

/// Han of a straight through a suit or the same sequence in three suits, the less the more tiles lack.
#[inline]
fn han_of_runs(setting: &Setting, concealed: KindSet) -> f32 {
    near_runs(setting, concealed) * (2.0 - setting.open as u32 as f32)
}

/// The part of them that counts, by the tiles that lack. Melds have to be sequences.
#[inline]
pub(super) fn near_runs(setting: &Setting, concealed: KindSet) -> f32 {
    if !setting.sets.triplets.is_empty() {
        return 0.0;
    }
    let held = (concealed | setting.sets.exposed).bits();
    let straight = (0..3).map(|suit| (held & 0x1FF << (9 * suit)).count_ones()).max().unwrap_or(0);
    let same = (0..7).map(|rank| (held & SAME << rank).count_ones()).max().unwrap_or(0);
    setting.near.get(9 - straight.max(same) as usize).copied().unwrap_or(0.0)
}

/// 1 2 3 of the three suits.
const SAME: u64 = 0b111 * LOWEST;

/// Han of a flush, the less the more tiles it lacks: after a discard of each suit or of an honor, and as the hand is.
fn near_flush(setting: &Setting, hand: &Hand) -> [f32; 5] {
    let flushes = [0, 1, 2].map(|suit| KindSet::suit(suit) | KindSet::HONORS);
    let possible = |flush| setting.sets.exposed.is_subset_of(flush);
    let tiles = flushes.map(|flush| if possible(flush) { hand.count_in(flush) } else { 0 });
    let all = 13 - 3 * setting.melds() as u32;
    if tiles.iter().all(|tiles| tiles + 4 <= all) {
        return [0.0; 5];
    }
    let han = setting.flush * if setting.open { 2.0 } else { 2.5 };
    std::array::from_fn(|discard| {
        let left = |suit: usize| tiles[suit].saturating_sub((discard == suit || discard == 3) as u32);
        let most = left(0).max(left(1)).max(left(2));
        han * [1.0, 0.6, 0.35, 0.15, 0.0][all.saturating_sub(most).min(4) as usize]
    })
}
