//! The han of a hand that is not complete, from bit operations: exact enough to choose between discards, and a tenth of the
//! time of the scorer.

use super::Value;
use super::sought::Sought;
use arrayvec::ArrayVec;
use hyakuman_core::{Hand, Kind, KindSet, Meld, MeldKind, RelSeat, Tile};
use hyakuman_riichi::{Standard, Variant, View};

/// What the yaku and dora of a hand depend on besides its concealed tiles.
#[derive(Clone, Debug)]
pub(crate) struct Setting<'a> {
    /// Whether the hand is open.
    pub open: bool,
    pub sets: Sets,
    /// Dragons and the winds of the seat and the round.
    pub value: KindSet,
    /// Whether tanyao counts in an open hand.
    pub kuitan: bool,
    /// Tiles set aside, each a dora.
    nuki: u32,
    /// Red fives in the concealed tiles, by suit.
    reds: [u8; 3],
    /// Kinds that are one dora each, and those that are one more.
    dora_kinds: [KindSet; 2],
    /// The wind that is both of the seat and of the round.
    double: KindSet,
    /// The yaku of the rules file.
    pub(super) sought: Sought<'a>,
    /// [`Rates::near`].
    pub(super) near: [f32; 4],
    /// [`Rates::plans`].
    pub(super) plans: [f32; 3],
    /// [`Rates::flush`].
    pub(super) flush: f32,
}

/// Melds.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sets {
    pub melds: ArrayVec<Meld, 4>,
    /// Kinds in the melds.
    pub exposed: KindSet,
    /// Kinds of the triplets and kans among them.
    pub triplets: KindSet,
    /// Lowest kinds of the sequences among them.
    pub(super) runs: KindSet,
    /// Han of the dora in them.
    dora: u32,
    /// Red fives in them.
    reds: u32,
}

/// Han that a tenpai hand may win with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Han {
    /// Of the yaku, without riichi.
    pub yaku: f32,
    /// With dora.
    pub total: f32,
}

impl<'a> Setting<'a> {
    /// Of the viewer.
    pub(crate) fn of<const N: usize>(value: &'a Value, view: &View<'_, N>) -> Setting<'a> {
        let Value { fitted, last_yaku, .. } = value;
        let rates = &fitted.rates;
        let own = KindSet::of(view.seat_wind(RelSeat::SELF));
        let round = KindSet::of(view.match_state().round_wind());
        let (dora_kinds, mut sets) = (dora_kinds(view), Sets::default());
        view.melds(RelSeat::SELF).iter().for_each(|meld| sets.add(meld, &dora_kinds));
        Setting {
            open: view.open(RelSeat::SELF),
            sets,
            value: KindSet::DRAGONS | own | round,
            kuitan: view.rules().kuitan,
            nuki: view.nuki(RelSeat::SELF).len() as u32,
            reds: view.full_reds(),
            dora_kinds,
            double: own & round,
            sought: Sought::of(view, rates, last_yaku),
            near: rates.near,
            plans: rates.plans,
            flush: rates.flush,
        }
    }

    /// With one meld more, called from a hand with this many red fives of its own in it. `rest`: the concealed tiles after it.
    pub(crate) fn with(&self, meld: &Meld, own_reds: u8, rest: &Hand) -> Setting<'a> {
        let mut setting = self.clone();
        setting.open |= meld.is_open();
        setting.sets.add(meld, &self.dora_kinds);
        setting.sought.meld(&setting.sets.melds, rest);
        if own_reds > 0 {
            setting.reds[meld.low().suit() as usize] -= own_reds;
        }
        setting
    }

    /// With a tile of the hand added to the triplet of its kind. `rest`: the concealed tiles after it.
    pub(crate) fn with_added(&self, kind: Kind, rest: &Hand) -> Setting<'a> {
        let mut setting = self.clone();
        let red = self.reds_in_hand(kind).min(1);
        let tile = if red > 0 { Tile::red_five(kind.suit()) } else { kind.tile() };
        if let Some(pon) =
            setting.sets.melds.iter_mut().find(|meld| meld.low() == kind && meld.kind() == MeldKind::Pon)
        {
            *pon = pon.with_added(tile);
        }
        setting.sought.meld(&setting.sets.melds, rest);
        if red > 0 {
            setting.reds[kind.suit() as usize] -= 1;
        }
        setting.sets.reds += red as u32;
        setting.sets.dora += red as u32 + self.dora_of_kind(kind);
        setting
    }

    /// With one tile more set aside.
    pub(crate) fn with_nuki(&self) -> Setting<'a> {
        Setting { nuki: self.nuki + 1, ..self.clone() }
    }

    /// Without a red five of this kind.
    pub(crate) fn without_red(&self, kind: Kind) -> Setting<'a> {
        let mut setting = self.clone();
        setting.reds[kind.suit() as usize] -= 1;
        setting
    }

    /// Red fives of a kind among the concealed tiles.
    pub(crate) fn reds_in_hand(&self, kind: Kind) -> u8 {
        if kind.is_five() { self.reds[kind.suit() as usize] } else { 0 }
    }

    pub(crate) fn melds(&self) -> u8 {
        self.sets.melds.len() as u8
    }

    /// Red fives of these concealed tiles and the melds.
    #[inline]
    pub(crate) fn reds_of(&self, hand: &Hand) -> u32 {
        self.concealed_reds(hand) + self.sets.reds
    }

    /// Red fives that are kept as long as their kind is.
    #[inline]
    fn concealed_reds(&self, hand: &Hand) -> u32 {
        let fives = hand.kinds().bits();
        (0..3).map(|suit| self.reds[suit] as u32 * (fives >> (9 * suit + 4) & 1) as u32).sum()
    }

    /// Han of dora and red fives of these concealed tiles and the melds.
    #[inline]
    pub(super) fn dora_of(&self, hand: &Hand) -> u32 {
        let [once, twice] = self.dora_kinds.map(|kinds| hand.count_in(kinds));
        self.sets.dora + self.nuki + once + twice + self.concealed_reds(hand)
    }

    #[inline]
    pub(crate) fn dora_of_kind(&self, kind: Kind) -> u32 {
        dora_of_kind(&self.dora_kinds, kind)
    }

    /// Han of the triplets of value, these concealed ones among them.
    #[inline]
    pub(super) fn value_triplets(&self, concealed: KindSet) -> f32 {
        let triplets = concealed | self.sets.triplets;
        ((triplets & self.value).len() + (triplets & self.double).len()) as f32
    }

    /// Han of a tenpai hand that wins on one of these waits. Without riichi.
    pub(crate) fn tenpai(&self, hand: &Hand, waits: KindSet) -> Han {
        let (pairs, triplets, all) = (hand.at_least(2), hand.at_least(3), hand.kinds() | self.sets.exposed);
        let mut yaku = self.value_triplets(triplets) + part(waits, pairs & self.value);
        if (!self.open || self.kuitan) && !all.meets(KindSet::YAOCHU) {
            yaku += part(waits, !KindSet::YAOCHU);
        }
        yaku += self.flush(all, waits) + self.of_runs(hand, waits) + self.of_form(pairs, triplets, waits);
        if !all.meets(MIDDLE) {
            yaku += self.outside(all, waits);
        }
        let [own, bonus] = self.sought.at_tenpai(hand, waits);
        Han { yaku: yaku + own, total: yaku + own + bonus + self.dora_of(hand) as f32 }
    }

    /// Han of seven pairs, all triplets or pinfu.
    #[inline]
    fn of_form(&self, pairs: KindSet, triplets: KindSet, waits: KindSet) -> f32 {
        let sets = triplets.len() + self.sets.triplets.len();
        let single = (waits.len() == 1) as u32;
        let seven_pairs = !self.open && pairs.len() == 6 && triplets.is_empty();
        let all_triplets =
            self.sets.runs.is_empty() && sets >= 2 && sets + (pairs - triplets).len() + single >= 5;
        if seven_pairs || all_triplets {
            return 2.0;
        }
        let two_sided = waits.len() > 1 && !waits.meets(pairs);
        let pinfu = !self.open && triplets.is_empty() && two_sided && !pairs.meets(self.value);
        pinfu as u32 as f32
    }

    /// Han of a flush of these kinds, with waits in it.
    #[inline]
    fn flush(&self, all: KindSet, waits: KindSet) -> f32 {
        let suits = [0, 1, 2].map(KindSet::suit);
        let of = suits.into_iter().find(|&suit| (all - KindSet::HONORS).is_subset_of(suit));
        let less = self.open as u32 as f32;
        match of {
            Some(suit) if all.meets(KindSet::HONORS) => (3.0 - less) * part(waits, suit | KindSet::HONORS),
            Some(suit) => (6.0 - less) * part(waits, suit),
            None => 0.0,
        }
    }

    /// Whether every meld has a terminal or an honor.
    pub(super) fn melds_are_outside(&self) -> bool {
        self.sets.melds.iter().all(|set| set.kinds().meets(KindSet::YAOCHU))
    }

    /// Han of a terminal or an honor in every set, of a hand without ranks 4 to 6.
    fn outside(&self, all: KindSet, waits: KindSet) -> f32 {
        if !self.melds_are_outside() {
            return 0.0;
        }
        let more = !all.meets(KindSet::HONORS) as u32 as f32;
        SURE * part(waits, !MIDDLE) * (2.0 + more - self.open as u32 as f32)
    }

    /// Han of a straight through a suit or the same sequence in three suits, which the hand may have with a wait.
    #[inline]
    fn of_runs(&self, hand: &Hand, waits: KindSet) -> f32 {
        let whole = (hand.kinds() | waits).bits();
        let starts = whole & whole >> 1 & whole >> 2 & STARTS | self.sets.runs.bits();
        let straight = starts & starts >> 3 & starts >> 6 & LOWEST;
        let same = starts & starts >> 9 & starts >> 18 & 0x7F;
        if straight | same != 0 { SURE * (2.0 - self.open as u32 as f32) } else { 0.0 }
    }
}

impl Sets {
    fn add(&mut self, meld: &Meld, dora_kinds: &[KindSet; 2]) {
        self.melds.push(*meld);
        self.exposed |= meld.kinds();
        match meld.kind() {
            MeldKind::Chi => self.runs.insert(meld.low()),
            _ => self.triplets.insert(meld.low()),
        }
        self.reds += meld.reds() as u32;
        let dora = |kind: Kind| dora_of_kind(dora_kinds, kind) * meld.count(kind) as u32;
        self.dora += meld.reds() as u32 + meld.kinds().into_iter().map(dora).sum::<u32>();
    }
}

/// Han of dora of a tile of this kind.
#[inline]
fn dora_of_kind(dora_kinds: &[KindSet; 2], kind: Kind) -> u32 {
    dora_kinds.iter().filter(|kinds| kinds.has(kind)).count() as u32
}

/// Ranks 4 to 6.
pub(super) const MIDDLE: KindSet = KindSet::from_bits((0b111 * LOWEST) << 3);
/// Ranks 1 to 7 of the suits, where sequences start.
const STARTS: u64 = 0x7F * LOWEST;
/// Rank 1 of the suits.
pub(super) const LOWEST: u64 = 0x0004_0201;
/// Part of the hands with three such runs in which none of their tiles serves another set.
const SURE: f32 = 0.8;

/// The part of some kinds that is in a set.
#[inline]
fn part(kinds: KindSet, of: KindSet) -> f32 {
    (kinds & of).len() as f32 / kinds.len().max(1) as f32
}

/// The kinds that are dora, and those that are dora twice.
fn dora_kinds<const N: usize>(view: &View<'_, N>) -> [KindSet; 2] {
    let mut kinds = [KindSet::EMPTY; 2];
    for indicator in view.indicators() {
        let dora = Standard::dora_of(view.variant_rules(), indicator.kind());
        let dora = dora.map_or(KindSet::EMPTY, KindSet::of);
        kinds[1] |= kinds[0] & dora;
        kinds[0] |= dora;
    }
    kinds
}

/// Points of a non-dealer's win by han, with the fu of an average hand; fractions of a han lie in between.
#[inline]
pub(crate) fn points(han: f32) -> f32 {
    const BY_HAN: [f32; 15] = [
        700.0, 1_200.0, 2_200.0, 4_100.0, 7_700.0, 8_300.0, 11_500.0, 12_500.0, 15_800.0, 16_500.0, 17_500.0,
        22_000.0, 25_000.0, 31_000.0, 31_000.0,
    ];
    let han = han.clamp(0.0, 13.0);
    let whole = han as u8 as usize;
    BY_HAN[whole] + (han - whole as f32) * (BY_HAN[whole + 1] - BY_HAN[whole])
}
