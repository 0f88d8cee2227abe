//! Shanten (向聴数): the number of tiles missing to tenpai; 0 is tenpai, -1 complete.

use super::TileSet;
use super::forms::{chiitoi, kokushi};
use crate::hand::Hand;
use crate::tables::{CLASS, SHANTEN, SUM, at_index, few_index, pair};

/// The class of each part of a hand.
#[derive(Clone, Copy)]
pub(super) struct Parts {
    /// Characters, dots, bamboo, honors.
    pub(super) suits: [u8; 4],
    /// Characters and dots together.
    pub(super) front: u8,
    /// Bamboo and honors together.
    pub(super) back: u8,
}

/// Shanten over all forms. `hand` is the concealed part, `3n + 1` or `3n + 2` tiles, `melds` the number of
/// exposed sets, 0 to 4.
#[inline]
pub fn shanten<S: TileSet>(hand: &Hand, melds: u8) -> i8 {
    let standard = whole(&parts::<S>(hand), melds);
    // Computed even if not needed: that costs less than an unpredictable branch.
    let closed = standard.min(chiitoi::<S>(hand)).min(kokushi(hand));
    (if melds > 0 { standard } else { closed }) as i8
}

/// Shanten of four sets and a pair.
#[inline]
pub fn shanten_standard<S: TileSet>(hand: &Hand, melds: u8) -> i8 {
    whole(&parts::<S>(hand), melds) as i8
}

/// Shanten of seven pairs (七対子) of a concealed hand of 13 or 14 tiles: seven different kinds are needed.
#[inline]
pub fn shanten_chiitoi<S: TileSet>(hand: &Hand) -> i8 {
    chiitoi::<S>(hand) as i8
}

/// Shanten of thirteen orphans (国士無双) of a concealed hand of 13 or 14 tiles.
#[inline]
pub fn shanten_kokushi(hand: &Hand) -> i8 {
    kokushi(hand) as i8
}

/// Decomposes a hand into its classes.
#[inline(always)]
pub(super) fn parts<S: TileSet>(hand: &Hand) -> Parts {
    let class = |suit| class::<S>(suit, hand.index(suit));
    let (m, p, s, z) = (class(0), class(1), class(2), class(3));
    Parts { suits: [m, p, s, z], front: SUM[pair(m, p)], back: SUM[pair(s, z)] }
}

/// Class of the configuration of a suit (0-2) or the honors (3) with this index.
#[inline(always)]
pub(super) fn class<S: TileSet>(suit: usize, index: u32) -> u8 {
    let index = if S::FEW_CHARACTERS && suit == 0 { few_index(index) } else { index };
    CLASS[at_index(index)]
}

/// Shanten of the standard form.
#[inline(always)]
pub(super) fn whole(parts: &Parts, melds: u8) -> i32 {
    SHANTEN[melds as usize & 7][pair(parts.front, parts.back)] as i32
}
