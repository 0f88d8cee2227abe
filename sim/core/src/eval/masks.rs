//! Which draws bring a hand nearer, which discards take it no farther: answers as sets of kinds.

use super::shanten::{Parts, chiitoi, kokushi};
use super::{Tables, TileSet};
use crate::hand::Hand;
use crate::set::KindSet;
use hyakuman_tables::{fold, pair, slot};

impl Tables {
    /// The kinds whose discard does not raise the shanten (over all forms) of a hand of `3n + 2` tiles.
    #[inline]
    pub fn keep<S: TileSet>(&self, hand: &Hand, melds: u8) -> KindSet {
        let parts = self.parts::<S>(hand);
        if melds > 0 {
            return S::in_play(self.discards::<S>(hand, &parts, melds));
        }
        let forms = Forms::of::<S>(hand, self.whole(&parts, 0));
        let standard = if forms.standard { self.discards::<S>(hand, &parts, 0) } else { 0 };
        let mut kinds = standard | only_if(forms.chiitoi, chiitoi_discards::<S>(hand));
        if forms.kokushi {
            kinds |= kokushi_discards(hand);
        }
        S::in_play(kinds)
    }

    /// The kinds whose draw lowers the shanten (over all forms) of a hand of `3n + 1` tiles (受け入れ). Never a kind
    /// of which all four copies are in the hand.
    #[inline]
    pub fn ukeire<S: TileSet>(&self, hand: &Hand, melds: u8) -> KindSet {
        let parts = self.parts::<S>(hand);
        if melds > 0 {
            return S::in_play(self.draws::<S>(hand, &parts, melds));
        }
        self.closed_ukeire::<S>(hand, &parts, &Forms::of::<S>(hand, self.whole(&parts, 0)))
    }

    /// The kinds that complete a hand of `3n + 1` tiles; empty where it is not tenpai.
    #[inline]
    pub fn waits<S: TileSet>(&self, hand: &Hand, melds: u8) -> KindSet {
        let parts = self.parts::<S>(hand);
        let standard = self.whole(&parts, melds);
        if melds > 0 {
            let kinds = if standard == 0 { self.draws::<S>(hand, &parts, melds) } else { 0 };
            return S::in_play(kinds);
        }
        let forms = Forms::of::<S>(hand, standard);
        if forms.least == 0 { self.closed_ukeire::<S>(hand, &parts, &forms) } else { KindSet::EMPTY }
    }

    #[inline]
    fn closed_ukeire<S: TileSet>(&self, hand: &Hand, parts: &Parts, forms: &Forms) -> KindSet {
        let standard = if forms.standard { self.draws::<S>(hand, parts, 0) } else { 0 };
        let mut kinds = standard | only_if(forms.chiitoi, chiitoi_draws::<S>(hand));
        if forms.kokushi {
            kinds |= kokushi_draws(hand);
        }
        S::in_play(kinds)
    }

    /// The draws that bring the standard form nearer.
    #[inline]
    fn draws<S: TileSet>(&self, hand: &Hand, parts: &Parts, melds: u8) -> u64 {
        let few = &self.0.few.changes.draw;
        self.changes::<S>(hand, parts, melds, &self.0.suits.draw, &self.0.honors.draw, few)
    }

    /// The discards that take the standard form no farther.
    #[inline]
    fn discards<S: TileSet>(&self, hand: &Hand, parts: &Parts, melds: u8) -> u64 {
        let few = &self.0.few.changes.discard;
        self.changes::<S>(hand, parts, melds, &self.0.suits.discard, &self.0.honors.discard, few)
    }

    /// The changes of the best splits of every suit, as a set of kinds.
    #[inline]
    fn changes<S: TileSet>(
        &self,
        hand: &Hand,
        parts: &Parts,
        melds: u8,
        suits: &[[u64; 2]; 1 << 19],
        honors: &[[u64; 2]; 1 << 16],
        few: &[[u64; 2]; 256],
    ) -> u64 {
        let id = |suit| self.0.order.id(hand.index(suit));
        let row = |suit| &suits[id(suit) & ((1 << 19) - 1)];
        let characters = if S::FEW_CHARACTERS { &few[slot(hand.index(0))] } else { row(0) };
        let rows = [characters, row(1), row(2), &honors[id(3) & ((1 << 16) - 1)]];
        fold(rows, self.best(parts, melds))
    }

    /// For each suit the splits that are part of a best way to complete the hand.
    #[inline]
    fn best(&self, parts: &Parts, melds: u8) -> [&[u64; 2]; 4] {
        let classes = &self.0.classes;
        let best = &classes.best[melds as usize & 7];
        let splits =
            |rest, other, suit| &classes.fields[best[pair(classes.sum[pair(rest, other)], suit)] as usize];
        let &Parts { suits: [m, p, s, z], front, back } = parts;
        [splits(back, p, m), splits(back, m, p), splits(front, z, s), splits(front, s, z)]
    }
}

/// Which forms a closed hand is nearest to.
struct Forms {
    least: i32,
    standard: bool,
    chiitoi: bool,
    kokushi: bool,
}

impl Forms {
    #[inline]
    fn of<S: TileSet>(hand: &Hand, standard: i32) -> Forms {
        let (chiitoi, kokushi) = (chiitoi::<S>(hand), kokushi(hand));
        let least = standard.min(chiitoi).min(kokushi);
        Forms { least, standard: standard == least, chiitoi: chiitoi == least, kokushi: kokushi == least }
    }
}

/// The set if the condition holds, without a branch: which form is nearest is a coin toss to the processor.
#[inline]
fn only_if(condition: bool, kinds: u64) -> u64 {
    kinds & (condition as u64).wrapping_neg()
}

/// A single makes a pair; a new kind helps only while there are not seven.
#[inline]
fn chiitoi_draws<S: TileSet>(hand: &Hand) -> u64 {
    let kinds = S::in_play(hand.kinds().bits());
    let new = only_if(kinds.len() < 7, (S::KINDS - kinds).bits());
    (kinds - hand.at_least(2)).bits() | new
}

/// A third copy is of no use, nor is a single while there are more than seven kinds.
#[inline]
fn chiitoi_discards<S: TileSet>(hand: &Hand) -> u64 {
    let kinds = S::in_play(hand.kinds().bits());
    hand.at_least(3).bits() | only_if(kinds.len() > 7, (kinds - hand.at_least(2)).bits())
}

/// What is missing, and while there is no pair, everything.
#[inline]
fn kokushi_draws(hand: &Hand) -> u64 {
    let held = if hand.at_least(2).meets(KindSet::YAOCHU) { hand.kinds() } else { KindSet::EMPTY };
    (KindSet::YAOCHU - held).bits()
}

/// Everything simple, and of the others all that is there three times, or twice beside another pair.
#[inline]
fn kokushi_discards(hand: &Hand) -> u64 {
    let pairs = hand.at_least(2) & KindSet::YAOCHU;
    let spare = if pairs.len() > 1 { pairs } else { hand.at_least(3) & KindSet::YAOCHU };
    ((hand.kinds() - KindSet::YAOCHU) | spare).bits()
}
