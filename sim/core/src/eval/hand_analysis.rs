//! Several questions about one hand and the hands one discard away: their common part is looked up once.

use super::TileSet;
use super::forms::{Forms, chiitoi_discards, chiitoi_draws, kokushi_discards, kokushi_draws};
use super::masks::{best, suit_id};
use super::shanten::{Parts, class, parts, whole};
use crate::hand::Hand;
use crate::set::KindSet;
use crate::tables::{DISCARD, DRAW, Fields, SUM, fold, pair};
use crate::tile::Kind;
use std::marker::PhantomData;

/// A decomposed hand, to choose a discard from.
///
/// ```
/// # use hyakuman_core::eval::{self, Full};
/// # use hyakuman_core::{Hand, notation::parse_tiles};
/// let mut hand = Hand::EMPTY;
/// parse_tiles("12345m45p678s1133z").unwrap().iter().for_each(|tile| hand.add(tile.kind()));
/// let analysis = eval::analysis::<Full>(&hand, 0);
/// assert_eq!(analysis.shanten(), 1);
/// for discard in analysis.keep() {
///     assert_eq!(analysis.draws_without(discard), eval::ukeire::<Full>(&hand.without(discard), 0));
/// }
/// ```
#[derive(Clone, Copy)]
pub struct HandAnalysis<'a, S> {
    hand: &'a Hand,
    melds: u8,
    parts: Parts,
    ids: [usize; 4],
    best: [&'static Fields; 4],
    forms: Forms,
    kinds: PhantomData<S>,
}

/// Decomposes a hand; `hand` and `melds` as for [`shanten`](super::shanten()).
#[inline(always)]
pub fn analysis<'a, S: TileSet>(hand: &'a Hand, melds: u8) -> HandAnalysis<'a, S> {
    let parts = parts::<S>(hand);
    let ids = [0, 1, 2, 3].map(|suit| suit_id::<S>(suit, hand.index(suit)));
    let forms = forms::<S>(hand, melds, whole(&parts, melds));
    let best = best(&parts, melds);
    HandAnalysis { hand, melds, parts, ids, best, forms, kinds: PhantomData }
}

impl<S: TileSet> HandAnalysis<'_, S> {
    /// Shanten over all forms.
    #[inline]
    pub fn shanten(&self) -> i8 {
        self.forms.least as i8
    }

    /// The discards that do not raise the shanten of `3n + 2` tiles, like [`keep`](super::keep).
    #[inline(always)]
    pub fn keep(&self) -> KindSet {
        let standard = fold(self.ids.map(|id| &DISCARD[id]), self.best);
        S::in_play(self.forms.union(
            || standard,
            chiitoi_discards::<S>(self.hand),
            || kokushi_discards(self.hand),
        ))
    }

    /// The draws that lower the shanten; for `3n + 1` tiles like [`ukeire`](super::ukeire).
    ///
    /// For `3n + 2` tiles this is a superset of the draws after any discard that keeps the shanten: a draw that helps
    /// after such a discard also helps before it. A suit that holds all fourteen tiles gives no draws.
    #[inline(always)]
    pub fn draws(&self) -> KindSet {
        let standard = fold(self.ids.map(|id| &DRAW[id]), self.best);
        S::in_play(self.forms.union(|| standard, chiitoi_draws::<S>(self.hand), || kokushi_draws(self.hand)))
    }

    /// The draws that lower the shanten after a discard of `discard`, which must be in the hand.
    #[inline(always)]
    pub fn draws_without(&self, discard: Kind) -> KindSet {
        let (suit, hand) = (discard.suit() as usize, self.hand.without(discard));
        let parts = with_class(&self.parts, suit, class::<S>(suit, hand.index(suit)));
        let mut ids = self.ids;
        ids[suit] = suit_id::<S>(suit, hand.index(suit));
        self.draws_of(&hand, &parts, ids, self.forms.least)
    }

    /// [`HandAnalysis::draws_without`] of each of these kinds, in their order, until `take` says `false`: faster for several.
    #[inline(always)]
    pub fn each_without(&self, discards: KindSet, mut take: impl FnMut(Kind, KindSet) -> bool) {
        let least = self.forms.least;
        let _ = self.each_in::<0>(discards, least, Hand::without, &mut take)
            && self.each_in::<1>(discards, least, Hand::without, &mut take)
            && self.each_in::<2>(discards, least, Hand::without, &mut take)
            && self.each_in::<3>(discards, least, Hand::without, &mut take);
    }

    /// The [`draws`](Self::draws) after each draw of these kinds, which lower the shanten, in their order, until `take` says `false`.
    #[inline(always)]
    pub fn each_with(&self, draws: KindSet, mut take: impl FnMut(Kind, KindSet) -> bool) {
        let least = self.forms.least - 1;
        let _ = self.each_in::<0>(draws, least, Hand::with, &mut take)
            && self.each_in::<1>(draws, least, Hand::with, &mut take)
            && self.each_in::<2>(draws, least, Hand::with, &mut take)
            && self.each_in::<3>(draws, least, Hand::with, &mut take);
    }

    /// Of one suit: what the others add is in registers. `least`: the lowest shanten that the changed hands have.
    #[inline(always)]
    fn each_in<const SUIT: usize>(
        &self,
        kinds: KindSet,
        least: i32,
        change: impl Fn(Hand, Kind) -> Hand,
        take: &mut impl FnMut(Kind, KindSet) -> bool,
    ) -> bool {
        for kind in kinds & KindSet::suit(SUIT as u8) {
            let hand = change(*self.hand, kind);
            let (mut parts, mut ids) = (self.parts, self.ids);
            parts.suits[SUIT] = class::<S>(SUIT, hand.index(SUIT));
            let [m, p, s, z] = parts.suits;
            if SUIT < 2 {
                parts.front = SUM[pair(m, p)]
            } else {
                parts.back = SUM[pair(s, z)]
            }
            ids[SUIT] = suit_id::<S>(SUIT, hand.index(SUIT));
            if !take(kind, self.draws_of(&hand, &parts, ids, least)) {
                return false;
            }
        }
        true
    }

    /// The draws of a hand that differs in one tile. No form has a lower shanten than `least`.
    #[inline(always)]
    fn draws_of(&self, hand: &Hand, parts: &Parts, ids: [usize; 4], least: i32) -> KindSet {
        let standard = fold(ids.map(|id| &DRAW[id]), best(parts, self.melds));
        let whole = whole(parts, self.melds);
        if self.forms.only_standard() && whole == least {
            return S::in_play(KindSet::from_bits(standard)); // the other forms are no nearer than before
        }
        let forms = forms::<S>(hand, self.melds, whole);
        S::in_play(forms.union(|| standard, chiitoi_draws::<S>(hand), || kokushi_draws(hand)))
    }
}

/// The forms with the lowest shanten; a hand with exposed sets can only have the standard one.
#[inline(always)]
fn forms<S: TileSet>(hand: &Hand, melds: u8, standard: i32) -> Forms {
    if melds > 0 { Forms::standard(standard) } else { Forms::of::<S>(hand, standard) }
}

/// The decomposition with another class for one suit.
#[inline(always)]
fn with_class(parts: &Parts, suit: usize, class: u8) -> Parts {
    // In a register: four byte stores followed by a load of the word would stall on store forwarding.
    let packed = u32::from_le_bytes(parts.suits) & !(0xFF << (8 * suit)) | (class as u32) << (8 * suit);
    let suits @ [m, p, s, z] = packed.to_le_bytes();
    Parts { suits, front: SUM[pair(m, p)], back: SUM[pair(s, z)] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::{Full, Sanma, keep, shanten, ukeire};
    use crate::seed::Rng;

    /// A random hand of this many tiles, often from few suits, so that flushes and pairs are frequent.
    fn hand<S: TileSet>(rng: &mut Rng, tiles: u32) -> Hand {
        let suit = rng.below(8) as u8;
        let pool = if suit < 3 { S::KINDS & (KindSet::suit(suit) | KindSet::HONORS) } else { S::KINDS };
        let kinds: Vec<Kind> = pool.into_iter().collect();
        let mut hand = Hand::EMPTY;
        while hand.len() < tiles {
            let kind = kinds[rng.below(kinds.len() as u32) as usize];
            if hand.count(kind) < 4 {
                hand.add(kind);
            }
        }
        hand
    }

    fn agrees<S: TileSet>(rng: &mut Rng) {
        for round in 0..20_000 {
            let melds = if round % 2 == 0 { 0 } else { rng.below(5) as u8 };
            let hand = hand::<S>(rng, 14 - 3 * melds as u32);
            let analysis = analysis::<S>(&hand, melds);
            assert_eq!(analysis.shanten(), shanten::<S>(&hand, melds), "{hand:?}");
            assert_eq!(analysis.keep(), keep::<S>(&hand, melds), "{hand:?}");
            let mut kinds = hand.kinds();
            analysis.each_without(analysis.keep(), |kind, draws| {
                assert_eq!(draws, analysis.draws_without(kind), "{hand:?} without {kind}");
                kinds.remove(kind);
                true
            });
            assert!(!kinds.meets(analysis.keep()), "{hand:?}");
            let after = hand.kinds().first().map(|kind| hand.without(kind)).expect("tiles");
            let before = super::analysis::<S>(&after, melds);
            before.each_with(before.draws(), |kind, draws| {
                assert_eq!(
                    draws,
                    super::analysis::<S>(&after.with(kind), melds).draws(),
                    "{after:?} with {kind}"
                );
                true
            });
            for kind in hand.kinds() {
                let draws = ukeire::<S>(&hand.without(kind), melds);
                assert_eq!(analysis.draws_without(kind), draws, "{hand:?} without {kind}");
                let one_suit = hand.kinds().is_subset_of(KindSet::suit(kind.suit()));
                if analysis.keep().has(kind) && !one_suit {
                    assert!(
                        draws.is_subset_of(analysis.draws() - KindSet::of(kind)),
                        "{hand:?} without {kind}"
                    );
                }
            }
        }
    }

    #[test]
    fn an_analysis_agrees_with_the_single_questions() {
        let mut rng = Rng::from_seed(11);
        agrees::<Full>(&mut rng);
        agrees::<Sanma>(&mut rng);
    }
}
