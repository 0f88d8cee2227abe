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
        let standard = self.shanten_standard::<S>(hand, melds);
        if melds > 0 {
            return standard;
        }
        standard.min(self.shanten_chiitoi::<S>(hand)).min(self.shanten_kokushi(hand))
    }

    /// Shanten of four sets and a pair.
    #[inline]
    pub fn shanten_standard<S: TileSet>(&self, hand: &Hand, melds: u8) -> i8 {
        let [m, p, s, z] = self.classes::<S>(hand);
        let sum = &self.0.classes.sum;
        self.0.classes.shanten[melds as usize & 7][pair(sum[pair(m, p)], sum[pair(s, z)])]
    }

    /// Shanten of seven pairs (七対子) of a concealed hand of 13 or 14 tiles: seven different kinds are needed.
    #[inline]
    pub fn shanten_chiitoi<S: TileSet>(&self, hand: &Hand) -> i8 {
        let kinds = (hand.kinds() & S::KINDS).len() as i8;
        let pairs = (hand.at_least(2) & S::KINDS).len() as i8;
        6 - pairs + (7 - kinds).max(0)
    }

    /// Shanten of thirteen orphans (国士無双) of a concealed hand of 13 or 14 tiles.
    #[inline]
    pub fn shanten_kokushi(&self, hand: &Hand) -> i8 {
        let kinds = (hand.kinds() & KindSet::YAOCHU).len() as i8;
        13 - kinds - hand.at_least(2).meets(KindSet::YAOCHU) as i8
    }

    /// The classes of characters, dots, bamboo and honors.
    #[inline]
    pub(super) fn classes<S: TileSet>(&self, hand: &Hand) -> [u8; 4] {
        let suit = |suit| self.0.suit_class[hand.index(suit) as usize & ((1 << 22) - 1)];
        let characters = if S::FEW_CHARACTERS { self.0.few.class[slot(hand.index(0))] } else { suit(0) };
        [characters, suit(1), suit(2), self.0.honor_class[hand.index(3) as usize & ((1 << 17) - 1)]]
    }
}
