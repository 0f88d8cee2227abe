//! Shanten (向聴数): how many tiles a hand is away from tenpai; 0 is tenpai, -1 complete.

use super::{Tables, TileSet};
use crate::hand::Hand;
use crate::set::KindSet;
use hyakuman_tables::{pair, slot};

impl Tables {
    /// Shanten over all forms. `hand` is the concealed part, `3n + 1` or `3n + 2` tiles, `melds` the number of
    /// exposed sets, 0 to 4.
    #[inline]
    pub fn shanten<S: TileSet>(&self, hand: &Hand, melds: u8) -> i8 {
        let standard = self.whole(&self.parts::<S>(hand), melds);
        if melds > 0 {
            return standard as i8;
        }
        standard.min(chiitoi::<S>(hand)).min(kokushi(hand)) as i8
    }

    /// Shanten of four sets and a pair.
    #[inline]
    pub fn shanten_standard<S: TileSet>(&self, hand: &Hand, melds: u8) -> i8 {
        self.whole(&self.parts::<S>(hand), melds) as i8
    }

    /// Shanten of seven pairs (七対子) of a concealed hand of 13 or 14 tiles: seven different kinds are needed.
    #[inline]
    pub fn shanten_chiitoi<S: TileSet>(&self, hand: &Hand) -> i8 {
        chiitoi::<S>(hand) as i8
    }

    /// Shanten of thirteen orphans (国士無双) of a concealed hand of 13 or 14 tiles.
    #[inline]
    pub fn shanten_kokushi(&self, hand: &Hand) -> i8 {
        kokushi(hand) as i8
    }

    /// The classes of the four suits and of the two halves of the hand.
    #[inline]
    pub(super) fn parts<S: TileSet>(&self, hand: &Hand) -> Parts {
        let suit = |suit| self.0.suit_class[hand.index(suit) as usize & ((1 << 22) - 1)];
        let m = if S::FEW_CHARACTERS { self.0.few.class[slot(hand.index(0))] } else { suit(0) };
        let (p, s) = (suit(1), suit(2));
        let z = self.0.honor_class[hand.index(3) as usize & ((1 << 17) - 1)];
        let sum = &self.0.classes.sum;
        Parts { suits: [m, p, s, z], front: sum[pair(m, p)], back: sum[pair(s, z)] }
    }

    /// Shanten of the standard form.
    #[inline]
    pub(super) fn whole(&self, parts: &Parts, melds: u8) -> i32 {
        self.0.classes.shanten[melds as usize & 7][pair(parts.front, parts.back)] as i32
    }
}

/// Classes of a hand taken to pieces.
pub(super) struct Parts {
    /// Characters, dots, bamboo, honors.
    pub(super) suits: [u8; 4],
    /// Characters and dots together.
    pub(super) front: u8,
    /// Bamboo and honors together.
    pub(super) back: u8,
}

/// `6 - pairs`, and one more for each kind short of seven.
#[inline]
pub(super) fn chiitoi<S: TileSet>(hand: &Hand) -> i32 {
    let kinds = S::in_play(hand.kinds().bits()).len() as i32;
    let pairs = S::in_play(hand.at_least(2).bits()).len() as i32;
    (6 - pairs).max(13 - pairs - kinds)
}

#[inline]
pub(super) fn kokushi(hand: &Hand) -> i32 {
    let kinds = (hand.kinds() & KindSet::YAOCHU).len() as i32;
    13 - kinds - hand.at_least(2).meets(KindSet::YAOCHU) as i32
}
