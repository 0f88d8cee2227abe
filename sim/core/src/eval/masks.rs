//! Which draws bring a hand nearer, which discards take it no farther: answers as sets of kinds.

use super::{Tables, TileSet};
use crate::hand::Hand;
use crate::set::KindSet;
use hyakuman_tables::{fold, pair, slot};

/// Shanten of a hand by form; forms out of reach (an open hand) are [`FAR`].
struct Forms {
    standard: i8,
    chiitoi: i8,
    kokushi: i8,
}

/// More than any shanten.
const FAR: i8 = 64;

impl Tables {
    /// The kinds whose discard does not raise the shanten (over all forms) of a hand of `3n + 2` tiles.
    #[inline]
    pub fn keep<S: TileSet>(&self, hand: &Hand, melds: u8) -> KindSet {
        let classes = self.classes::<S>(hand);
        let forms = self.forms::<S>(hand, &classes, melds);
        let least = forms.least();
        let mut kinds = KindSet::EMPTY;
        if forms.standard == least {
            kinds |= self.standard_discards::<S>(hand, &classes, melds);
        }
        if forms.chiitoi == least {
            kinds |= chiitoi_discards::<S>(hand);
        }
        if forms.kokushi == least {
            kinds |= kokushi_discards(hand);
        }
        kinds & S::KINDS
    }

    /// The kinds whose draw lowers the shanten (over all forms) of a hand of `3n + 1` tiles (受け入れ). Never a kind
    /// of which all four copies are in the hand.
    #[inline]
    pub fn ukeire<S: TileSet>(&self, hand: &Hand, melds: u8) -> KindSet {
        let classes = self.classes::<S>(hand);
        let forms = self.forms::<S>(hand, &classes, melds);
        self.draws::<S>(hand, &classes, melds, &forms)
    }

    /// The kinds that complete a hand of `3n + 1` tiles; empty where it is not tenpai.
    #[inline]
    pub fn waits<S: TileSet>(&self, hand: &Hand, melds: u8) -> KindSet {
        let classes = self.classes::<S>(hand);
        let forms = self.forms::<S>(hand, &classes, melds);
        if forms.least() != 0 {
            return KindSet::EMPTY;
        }
        self.draws::<S>(hand, &classes, melds, &forms)
    }

    #[inline]
    fn draws<S: TileSet>(&self, hand: &Hand, classes: &[u8; 4], melds: u8, forms: &Forms) -> KindSet {
        let least = forms.least();
        let mut kinds = KindSet::EMPTY;
        if forms.standard == least {
            kinds |= self.standard_draws::<S>(hand, classes, melds);
        }
        if forms.chiitoi == least {
            kinds |= chiitoi_draws::<S>(hand);
        }
        if forms.kokushi == least {
            kinds |= kokushi_draws(hand);
        }
        kinds & S::KINDS
    }

    #[inline]
    fn forms<S: TileSet>(&self, hand: &Hand, classes: &[u8; 4], melds: u8) -> Forms {
        let &[m, p, s, z] = classes;
        let sum = &self.0.classes.sum;
        let standard = self.0.classes.shanten[melds as usize & 7][pair(sum[pair(m, p)], sum[pair(s, z)])];
        if melds > 0 {
            return Forms { standard, chiitoi: FAR, kokushi: FAR };
        }
        Forms { standard, chiitoi: self.shanten_chiitoi::<S>(hand), kokushi: self.shanten_kokushi(hand) }
    }

    #[inline]
    fn standard_draws<S: TileSet>(&self, hand: &Hand, classes: &[u8; 4], melds: u8) -> KindSet {
        let [m, p, s, z] = self.best(classes, melds);
        let id = |suit| self.0.order.id(hand.index(suit));
        let row = |suit| &self.0.suits.draw[id(suit) & ((1 << 19) - 1)];
        let characters =
            if S::FEW_CHARACTERS { &self.0.few.changes.draw[slot(hand.index(0))] } else { row(0) };
        let honors = &self.0.honors.draw[id(3) & ((1 << 16) - 1)];
        gather([fold(characters, m), fold(row(1), p), fold(row(2), s), fold(honors, z)])
    }

    #[inline]
    fn standard_discards<S: TileSet>(&self, hand: &Hand, classes: &[u8; 4], melds: u8) -> KindSet {
        let [m, p, s, z] = self.best(classes, melds);
        let id = |suit| self.0.order.id(hand.index(suit));
        let row = |suit| &self.0.suits.discard[id(suit) & ((1 << 19) - 1)];
        let characters =
            if S::FEW_CHARACTERS { &self.0.few.changes.discard[slot(hand.index(0))] } else { row(0) };
        let honors = &self.0.honors.discard[id(3) & ((1 << 16) - 1)];
        gather([fold(characters, m), fold(row(1), p), fold(row(2), s), fold(honors, z)])
    }

    /// For each suit the splits that are part of a best way to complete the hand.
    #[inline]
    fn best(&self, &[m, p, s, z]: &[u8; 4], melds: u8) -> [&[u64; 2]; 4] {
        let classes = &self.0.classes;
        let (mp, sz) = (classes.sum[pair(m, p)], classes.sum[pair(s, z)]);
        let best = &classes.best[melds as usize & 7];
        let splits =
            |rest, other, suit| &classes.fields[best[pair(classes.sum[pair(rest, other)], suit)] as usize];
        [splits(sz, p, m), splits(sz, m, p), splits(mp, z, s), splits(mp, s, z)]
    }
}

impl Forms {
    #[inline]
    fn least(&self) -> i8 {
        self.standard.min(self.chiitoi).min(self.kokushi)
    }
}

/// Nine bits per suit as one set of kinds.
#[inline]
fn gather([m, p, s, z]: [u64; 4]) -> KindSet {
    KindSet::from_bits(m | p << 9 | s << 18 | z << 27)
}

#[inline]
fn chiitoi_draws<S: TileSet>(hand: &Hand) -> KindSet {
    let kinds = hand.kinds() & S::KINDS;
    let new = if kinds.len() < 7 { S::KINDS - kinds } else { KindSet::EMPTY };
    (kinds - hand.at_least(2)) | new
}

/// A third copy is of no use, and a single only while there are not seven kinds without it.
#[inline]
fn chiitoi_discards<S: TileSet>(hand: &Hand) -> KindSet {
    let kinds = hand.kinds() & S::KINDS;
    let singles = if kinds.len() > 7 { kinds - hand.at_least(2) } else { KindSet::EMPTY };
    hand.at_least(3) | singles
}

#[inline]
fn kokushi_draws(hand: &Hand) -> KindSet {
    if hand.at_least(2).meets(KindSet::YAOCHU) { KindSet::YAOCHU - hand.kinds() } else { KindSet::YAOCHU }
}

/// Everything simple, and of the others all that is there three times, or twice beside another pair.
#[inline]
fn kokushi_discards(hand: &Hand) -> KindSet {
    let pairs = hand.at_least(2) & KindSet::YAOCHU;
    let spare = if pairs.len() > 1 { pairs } else { hand.at_least(3) & KindSet::YAOCHU };
    (hand.kinds() - KindSet::YAOCHU) | spare
}
