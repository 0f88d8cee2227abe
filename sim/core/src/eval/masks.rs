//! The draws that lower the shanten and the discards that do not raise it, as sets of kinds.

use super::TileSet;
use super::forms::{Forms, chiitoi_discards, chiitoi_draws, kokushi_discards, kokushi_draws};
use super::shanten::{Parts, parts, whole};
use crate::hand::Hand;
use crate::set::KindSet;
use crate::tables::{BEST, DISCARD, DRAW, FIELDS, Fields, SUM, at_id, few_id, fold, id, pair};

/// The kinds whose discard does not raise the shanten (over all forms) of a hand of `3n + 2` tiles.
#[inline]
pub fn keep<S: TileSet>(hand: &Hand, melds: u8) -> KindSet {
    let parts = parts::<S>(hand);
    let standard = || discards::<S>(hand, &parts, melds);
    if melds > 0 {
        return S::in_play(KindSet::from_bits(standard()));
    }
    let forms = Forms::of::<S>(hand, whole(&parts, 0));
    S::in_play(forms.union(standard, chiitoi_discards::<S>(hand), || kokushi_discards(hand)))
}

/// The kinds whose draw lowers the shanten (over all forms) of a hand of `3n + 1` tiles (受け入れ). Kinds with all
/// four copies in the hand are excluded.
#[inline]
pub fn ukeire<S: TileSet>(hand: &Hand, melds: u8) -> KindSet {
    let parts = parts::<S>(hand);
    if melds > 0 {
        return S::in_play(KindSet::from_bits(draws::<S>(hand, &parts, melds)));
    }
    closed_ukeire::<S>(hand, &parts, &Forms::of::<S>(hand, whole(&parts, 0)))
}

/// The kinds that complete a hand of `3n + 1` tiles; empty if it is not tenpai.
#[inline]
pub fn waits<S: TileSet>(hand: &Hand, melds: u8) -> KindSet {
    shanten_and_waits::<S>(hand, melds).1
}

/// [`shanten`](super::shanten()) and [`waits`] of a hand of `3n + 1` tiles at the cost of one.
#[inline]
pub fn shanten_and_waits<S: TileSet>(hand: &Hand, melds: u8) -> (i8, KindSet) {
    let parts = parts::<S>(hand);
    let standard = whole(&parts, melds);
    if melds > 0 {
        let kinds = if standard == 0 { draws::<S>(hand, &parts, melds) } else { 0 };
        return (standard as i8, S::in_play(KindSet::from_bits(kinds)));
    }
    let forms = Forms::of::<S>(hand, standard);
    let tenpai = forms.least == 0;
    let kinds = if tenpai { closed_ukeire::<S>(hand, &parts, &forms) } else { KindSet::EMPTY };
    (forms.least as i8, kinds)
}

/// [`keep`] for the standard form only.
#[inline]
pub fn keep_standard<S: TileSet>(hand: &Hand, melds: u8) -> KindSet {
    S::in_play(KindSet::from_bits(discards::<S>(hand, &parts::<S>(hand), melds)))
}

/// [`ukeire`] for the standard form only.
#[inline]
pub fn ukeire_standard<S: TileSet>(hand: &Hand, melds: u8) -> KindSet {
    S::in_play(KindSet::from_bits(draws::<S>(hand, &parts::<S>(hand), melds)))
}

/// [`waits`] for the standard form only.
#[inline]
pub fn waits_standard<S: TileSet>(hand: &Hand, melds: u8) -> KindSet {
    shanten_and_waits_standard::<S>(hand, melds).1
}

/// [`shanten_and_waits`] for the standard form only.
#[inline]
pub fn shanten_and_waits_standard<S: TileSet>(hand: &Hand, melds: u8) -> (i8, KindSet) {
    let parts = parts::<S>(hand);
    let shanten = whole(&parts, melds);
    let kinds = if shanten == 0 { draws::<S>(hand, &parts, melds) } else { 0 };
    (shanten as i8, S::in_play(KindSet::from_bits(kinds)))
}

#[inline(always)]
fn closed_ukeire<S: TileSet>(hand: &Hand, parts: &Parts, forms: &Forms) -> KindSet {
    let standard = || draws::<S>(hand, parts, 0);
    S::in_play(forms.union(standard, chiitoi_draws::<S>(hand), || kokushi_draws(hand)))
}

/// The draws that lower the shanten of the standard form.
#[inline(always)]
fn draws<S: TileSet>(hand: &Hand, parts: &Parts, melds: u8) -> u64 {
    let row = |suit| &DRAW[suit_id::<S>(suit, hand.index(suit))];
    fold([row(0), row(1), row(2), row(3)], best(parts, melds))
}

/// The discards that do not raise the shanten of the standard form.
#[inline(always)]
fn discards<S: TileSet>(hand: &Hand, parts: &Parts, melds: u8) -> u64 {
    let row = |suit| &DISCARD[suit_id::<S>(suit, hand.index(suit))];
    fold([row(0), row(1), row(2), row(3)], best(parts, melds))
}

/// Id of the configuration of a suit (0-2) or the honors (3) with this index.
#[inline(always)]
pub(super) fn suit_id<S: TileSet>(suit: usize, index: u32) -> usize {
    at_id(if S::FEW_CHARACTERS && suit == 0 { few_id(index) } else { id(index) })
}

/// For each suit the splits that are part of an optimal completion of the hand.
#[inline(always)]
pub(super) fn best(parts: &Parts, melds: u8) -> [&'static Fields; 4] {
    let best = &BEST[melds as usize & 7];
    let splits = |rest, other, suit| &FIELDS[best[pair(SUM[pair(rest, other)], suit)] as usize];
    let &Parts { suits: [m, p, s, z], front, back } = parts;
    [splits(back, p, m), splits(back, m, p), splits(front, z, s), splits(front, s, z)]
}
