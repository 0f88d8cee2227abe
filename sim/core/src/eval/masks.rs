//! The draws that lower the shanten and the discards that do not raise it, as sets of kinds.

use super::forms::{Forms, chiitoi_discards, chiitoi_draws, kokushi_discards, kokushi_draws};
use super::shanten::Parts;
use super::{LookupTables, TileSet};
use crate::hand::Hand;
use crate::set::KindSet;
use hyakuman_tables::{BEST, DISCARD, DRAW, FIELDS, Fields, SUM, at_id, few_id, fold, id, pair};

impl LookupTables {
    /// The kinds whose discard does not raise the shanten (over all forms) of a hand of `3n + 2` tiles.
    #[inline]
    pub fn keep<S: TileSet>(&self, hand: &Hand, melds: u8) -> KindSet {
        let parts = self.parts::<S>(hand);
        let standard = || self.discards::<S>(hand, &parts, melds);
        if melds > 0 {
            return S::in_play(KindSet::from_bits(standard()));
        }
        let forms = Forms::of::<S>(hand, self.whole(&parts, 0));
        S::in_play(forms.union(standard, chiitoi_discards::<S>(hand), || kokushi_discards(hand)))
    }

    /// The kinds whose draw lowers the shanten (over all forms) of a hand of `3n + 1` tiles (受け入れ). Kinds with all
    /// four copies in the hand are excluded.
    #[inline]
    pub fn ukeire<S: TileSet>(&self, hand: &Hand, melds: u8) -> KindSet {
        let parts = self.parts::<S>(hand);
        if melds > 0 {
            return S::in_play(KindSet::from_bits(self.draws::<S>(hand, &parts, melds)));
        }
        self.closed_ukeire::<S>(hand, &parts, &Forms::of::<S>(hand, self.whole(&parts, 0)))
    }

    /// The kinds that complete a hand of `3n + 1` tiles; empty if it is not tenpai.
    #[inline]
    pub fn waits<S: TileSet>(&self, hand: &Hand, melds: u8) -> KindSet {
        self.shanten_and_waits::<S>(hand, melds).1
    }

    /// [`LookupTables::shanten`] and [`LookupTables::waits`] of a hand of `3n + 1` tiles at the cost of one.
    #[inline]
    pub fn shanten_and_waits<S: TileSet>(&self, hand: &Hand, melds: u8) -> (i8, KindSet) {
        let parts = self.parts::<S>(hand);
        let standard = self.whole(&parts, melds);
        if melds > 0 {
            let kinds = if standard == 0 { self.draws::<S>(hand, &parts, melds) } else { 0 };
            return (standard as i8, S::in_play(KindSet::from_bits(kinds)));
        }
        let forms = Forms::of::<S>(hand, standard);
        let tenpai = forms.least == 0;
        let kinds = if tenpai { self.closed_ukeire::<S>(hand, &parts, &forms) } else { KindSet::EMPTY };
        (forms.least as i8, kinds)
    }

    /// [`LookupTables::keep`] for the standard form only.
    #[inline]
    pub fn keep_standard<S: TileSet>(&self, hand: &Hand, melds: u8) -> KindSet {
        S::in_play(KindSet::from_bits(self.discards::<S>(hand, &self.parts::<S>(hand), melds)))
    }

    /// [`LookupTables::ukeire`] for the standard form only.
    #[inline]
    pub fn ukeire_standard<S: TileSet>(&self, hand: &Hand, melds: u8) -> KindSet {
        S::in_play(KindSet::from_bits(self.draws::<S>(hand, &self.parts::<S>(hand), melds)))
    }

    /// [`LookupTables::waits`] for the standard form only.
    #[inline]
    pub fn waits_standard<S: TileSet>(&self, hand: &Hand, melds: u8) -> KindSet {
        self.shanten_and_waits_standard::<S>(hand, melds).1
    }

    /// [`LookupTables::shanten_and_waits`] for the standard form only.
    #[inline]
    pub fn shanten_and_waits_standard<S: TileSet>(&self, hand: &Hand, melds: u8) -> (i8, KindSet) {
        let parts = self.parts::<S>(hand);
        let shanten = self.whole(&parts, melds);
        let kinds = if shanten == 0 { self.draws::<S>(hand, &parts, melds) } else { 0 };
        (shanten as i8, S::in_play(KindSet::from_bits(kinds)))
    }

    #[inline(always)]
    fn closed_ukeire<S: TileSet>(&self, hand: &Hand, parts: &Parts, forms: &Forms) -> KindSet {
        let standard = || self.draws::<S>(hand, parts, 0);
        S::in_play(forms.union(standard, chiitoi_draws::<S>(hand), || kokushi_draws(hand)))
    }

    /// The draws that lower the shanten of the standard form.
    #[inline(always)]
    fn draws<S: TileSet>(&self, hand: &Hand, parts: &Parts, melds: u8) -> u64 {
        let row = |suit| &DRAW[self.id::<S>(suit, hand.index(suit))];
        fold([row(0), row(1), row(2), row(3)], self.best(parts, melds))
    }

    /// The discards that do not raise the shanten of the standard form.
    #[inline(always)]
    fn discards<S: TileSet>(&self, hand: &Hand, parts: &Parts, melds: u8) -> u64 {
        let row = |suit| &DISCARD[self.id::<S>(suit, hand.index(suit))];
        fold([row(0), row(1), row(2), row(3)], self.best(parts, melds))
    }

    /// Id of the configuration of a suit (0-2) or the honors (3) with this index.
    #[inline(always)]
    pub(super) fn id<S: TileSet>(&self, suit: usize, index: u32) -> usize {
        at_id(if S::FEW_CHARACTERS && suit == 0 { few_id(index) } else { id(index) })
    }

    /// For each suit the splits that are part of an optimal completion of the hand.
    #[inline(always)]
    pub(super) fn best(&self, parts: &Parts, melds: u8) -> [&Fields; 4] {
        let best = &BEST[melds as usize & 7];
        let splits = |rest, other, suit| &FIELDS[best[pair(SUM[pair(rest, other)], suit)] as usize];
        let &Parts { suits: [m, p, s, z], front, back } = parts;
        [splits(back, p, m), splits(back, m, p), splits(front, z, s), splits(front, s, z)]
    }
}
