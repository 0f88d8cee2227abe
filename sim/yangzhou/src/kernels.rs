//! Shanten, waits and ukeire in this game, where four sets and a pair are the only form of a hand.

use hyakuman_core::eval::{self, Full};
use hyakuman_core::{Hand, KindSet};

/// Shanten.
#[inline]
pub fn shanten(hand: &Hand, melds: u8) -> i8 {
    eval::shanten_standard::<Full>(hand, melds)
}

/// The discards that do not raise the shanten of 3n+2 tiles.
#[inline]
pub fn keep(hand: &Hand, melds: u8) -> KindSet {
    eval::keep_standard::<Full>(hand, melds)
}

/// The draws that lower the shanten of 3n+1 tiles.
#[inline]
pub fn ukeire(hand: &Hand, melds: u8) -> KindSet {
    eval::ukeire_standard::<Full>(hand, melds)
}

/// Shanten of 3n+1 tiles, and what completes them.
#[inline]
pub fn shanten_and_waits(hand: &Hand, melds: u8) -> (i8, KindSet) {
    eval::shanten_and_waits_standard::<Full>(hand, melds)
}
