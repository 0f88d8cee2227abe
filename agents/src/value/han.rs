//! The han of a hand that is not complete yet, from bit operations: exact enough to choose between discards, and a tenth of
//! the time of the scorer.

use arrayvec::ArrayVec;
use super::plan::{Plan, PlanYaku};
use hyakuman_core::{Hand, KindSet, Meld, MeldKind, RelSeat};
use hyakuman_games::riichi::{Standard, Variant, View};

/// What the yaku of a hand depend on besides its concealed tiles.
#[derive(Clone, Debug)]
pub(crate) struct Setting {
    /// Whether the hand is open.
    pub open: bool,
    /// Number of melds.
    pub melds: u8,
    /// The melds.
    pub sets: ArrayVec<Meld, 4>,
    /// Red fives in them.
    pub meld_reds: u32,
    /// Kinds in the melds.
    pub exposed: KindSet,
    /// Kinds of the triplets and kans among them.
    pub triplets: KindSet,
    /// Lowest kinds of the sequences among them.
    pub runs: KindSet,
    /// Han of the dora in the melds and set aside.
    pub dora: u32,
    /// Red fives in the concealed tiles, by suit.
    pub reds: [u8; 3],
    /// Kinds whose copies are one dora each, and those that are one more.
    pub dora_kinds: [KindSet; 2],
    /// Dragons and the winds of the seat and the round.
    pub value: KindSet,
    /// The wind that is both.
    pub double: KindSet,
    /// Whether tanyao counts in an open hand.
    pub kuitan: bool,
}

/// Han that a tenpai hand may win with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Han {
    /// Of the yaku, without riichi.
    pub yaku: f32,
    /// With dora.
    pub total: f32,
}

impl Setting {
    /// Of the viewer.
    pub(crate) fn of<const N: usize>(view: &View<'_, N>) -> Setting {
        let own = KindSet::of(view.seat_wind(RelSeat::SELF));
        let round = KindSet::of(view.match_state().round_wind());
        let mut setting = Setting {
            open: view.open(RelSeat::SELF),
            melds: 0,
            sets: ArrayVec::new(),
            meld_reds: 0,
            exposed: KindSet::EMPTY,
            triplets: KindSet::EMPTY,
            runs: KindSet::EMPTY,
            dora: view.nuki(RelSeat::SELF).len() as u32,
            reds: view.full_reds(),
            dora_kinds: dora_kinds(view),
            value: KindSet::DRAGONS | own | round,
            double: own & round,
            kuitan: view.rules().kuitan,
        };
        for meld in view.melds(RelSeat::SELF) {
            setting = setting.with(meld);
        }
        setting
    }

    /// With one meld more.
    pub(crate) fn with(mut self, meld: &Meld) -> Setting {
        self.open |= meld.is_open();
        self.melds += 1;
        self.sets.push(*meld);
        self.meld_reds += meld.reds() as u32;
        self.exposed = self.exposed | meld.kinds();
        match meld.kind() {
            MeldKind::Chi => self.runs.insert(meld.low()),
            _ => self.triplets.insert(meld.low()),
        }
        self.dora += meld.reds() as u32;
        for kind in meld.kinds() {
            let worth = self.dora_kinds.iter().filter(|kinds| kinds.has(kind)).count() as u32;
            self.dora += worth * meld.count(kind) as u32;
        }
        self
    }

    /// Han of dora and red fives of these concealed tiles and the melds.
    #[inline]
    pub(crate) fn dora_of(&self, hand: &Hand) -> u32 {
        let [once, twice] = self.dora_kinds.map(|kinds| hand.count_in(kinds));
        let fives = hand.kinds().bits();
        let reds = (0..3).map(|suit| self.reds[suit] as u32 * (fives >> (9 * suit + 4) & 1) as u32).sum::<u32>();
        self.dora + once + twice + reds
    }

    /// Han of the value triplets of a hand with these concealed triplets.
    #[inline]
    fn value_triplets(&self, concealed: KindSet) -> u32 {
        let triplets = concealed | self.triplets;
        (triplets & self.value).len() + (triplets & self.double).len()
    }

    /// Han of a tenpai hand that wins on one of these waits. Without riichi.
    pub(crate) fn tenpai(&self, hand: &Hand, waits: KindSet) -> Han {
        let (pairs, triplets, all) = (hand.at_least(2), hand.at_least(3), hand.kinds() | self.exposed);
        let mut yaku = self.value_triplets(triplets) as f32;
        yaku += part(waits, pairs & self.value);
        if (!self.open || self.kuitan) && !all.meets(KindSet::YAOCHU) {
            yaku += part(waits, !KindSet::YAOCHU);
        }
        yaku += self.flush(all, waits) + self.runs_of(hand, waits);
        let sets = triplets.len() + self.triplets.len();
        if !self.open && pairs.len() == 6 && triplets.is_empty() {
            yaku += 2.0;
        } else if self.runs.is_empty() && sets >= 2 && sets + (pairs - triplets).len() + (waits.len() == 1) as u32 >= 5 {
            yaku += 2.0;
        } else if !self.open && triplets.is_empty() && waits.len() > 1 && !waits.meets(pairs) && !pairs.meets(self.value) {
            yaku += 1.0;
        }
        Han { yaku, total: yaku + self.dora_of(hand) as f32 }
    }

    /// Han of a flush of these kinds, with waits in it.
    #[inline]
    fn flush(&self, all: KindSet, waits: KindSet) -> f32 {
        let suits = [0, 1, 2].map(KindSet::suit);
        let Some(suit) = suits.into_iter().find(|&suit| (all - KindSet::HONORS).is_subset_of(suit)) else { return 0.0 };
        let open = self.open as u32 as f32;
        if all.meets(KindSet::HONORS) { (3.0 - open) * part(waits, suit | KindSet::HONORS) } else { (6.0 - open) * part(waits, suit) }
    }

    /// Han of a straight through a suit or the same sequence in three suits, which the hand has or may have with a wait.
    #[inline]
    fn runs_of(&self, hand: &Hand, waits: KindSet) -> f32 {
        let whole = (hand.kinds() | waits).bits();
        let starts = whole & whole >> 1 & whole >> 2 & STARTS | self.runs.bits();
        let straight = |suit: u32| starts >> (9 * suit) & 0b1_0010_01 == 0b1_0010_01;
        let same = starts & starts >> 9 & starts >> 18 & 0x7F;
        if (0..3).any(straight) || same != 0 { 0.8 * (2.0 - self.open as u32 as f32) } else { 0.0 }
    }

    /// Han that a hand two or more tiles away may have when it wins by this plan, a closed one in riichi. `hand` is the part
    /// that serves the plan.
    pub(crate) fn far(&self, hand: &Hand, plan: &Plan) -> f32 {
        let (pairs, triplets) = (hand.at_least(2), hand.at_least(3));
        let mut han = (self.dora_of(hand) + self.value_triplets(triplets)) as f32;
        han += 0.3 * ((pairs - triplets) & self.value).len() as f32;
        han += match plan.yaku {
            PlanYaku::Tanyao => 1.0 + self.near_flush(hand),
            PlanYaku::Flush => 2.0,
            PlanYaku::Pair => 0.7 + self.near_flush(hand),
            PlanYaku::None => return 0.0,
            PlanYaku::Any => self.near_tanyao(hand) + self.near_flush(hand),
        };
        if self.open { han } else { han + 1.4 }
    }

    /// Han of tanyao, the less the more terminals and honors the hand has.
    #[inline]
    fn near_tanyao(&self, hand: &Hand) -> f32 {
        let off = hand.count_in(KindSet::YAOCHU) as usize;
        let possible = (!self.open || self.kuitan) && !self.exposed.meets(KindSet::YAOCHU);
        if possible { [0.9, 0.65, 0.35, 0.15, 0.0][off.min(4)] } else { 0.0 }
    }

    /// Han of a flush, the less the more tiles it lacks.
    #[inline]
    fn near_flush(&self, hand: &Hand) -> f32 {
        let suits = [0, 1, 2].map(|suit| KindSet::suit(suit) | KindSet::HONORS);
        let possible = suits.into_iter().filter(|&suit| self.exposed.is_subset_of(suit));
        let Some(most) = possible.map(|suit| hand.count_in(suit)).max() else { return 0.0 };
        let off = (13 - 3 * self.melds as u32).saturating_sub(most) as usize;
        let han = if self.open { 2.0 } else { 2.5 };
        han * [1.0, 0.6, 0.35, 0.15, 0.0][off.min(4)]
    }
}

/// Ranks 1 to 7 of the suits, where sequences start.
const STARTS: u64 = 0x7F * 0x0004_0201;

/// The part of some kinds that is in a set.
#[inline]
fn part(kinds: KindSet, of: KindSet) -> f32 {
    (kinds & of).len() as f32 / kinds.len().max(1) as f32
}

/// The kinds that are dora once, and once more.
fn dora_kinds<const N: usize>(view: &View<'_, N>) -> [KindSet; 2] {
    let mut kinds = [KindSet::EMPTY; 2];
    for indicator in view.indicators() {
        let dora = Standard::dora_of(view.variant_rules(), indicator.kind()).map_or(KindSet::EMPTY, KindSet::of);
        kinds[1] = kinds[1] | kinds[0] & dora;
        kinds[0] = kinds[0] | dora;
    }
    kinds
}

/// Points of a win of a non-dealer by han, fractions in between.
pub(crate) fn points(han: f32) -> f32 {
    const BY_HAN: [f32; 15] = [
        700.0, 1_200.0, 2_200.0, 4_100.0, 7_700.0, 8_300.0, 11_500.0, 12_500.0, 15_800.0, 16_500.0, 17_500.0, 22_000.0,
        25_000.0, 31_000.0, 31_000.0,
    ];
    let han = han.clamp(0.0, 13.0);
    let low = han as usize;
    BY_HAN[low] + (han - low as f32) * (BY_HAN[low + 1] - BY_HAN[low])
}
