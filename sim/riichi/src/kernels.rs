//! Shanten, discards that keep it, and ukeire for `N` players: in riichi mahjong ([`shanten`], [`keep`], [`ukeire`]) and in
//! any variant (`_in`). The result depends on the kinds of tile in play.
//!
//! ```
//! use hyakuman_core::eval;
//! use hyakuman_core::{Hand, notation::parse_tiles};
//! use hyakuman_riichi::kernels;
//!
//! let mut hand = Hand::EMPTY;
//! parse_tiles("19m123p444s11222z").unwrap().iter().for_each(|tile| hand.add(tile.kind()));
//! assert_eq!(kernels::shanten::<4>(&hand, 0), 1);
//! let [three, four] = [kernels::ukeire::<3>, kernels::ukeire::<4>].map(|ukeire| ukeire(&hand, 0));
//! assert_eq!(format!("{:?}", four - three), "{2m, 3m, 7m, 8m}");
//! ```

use super::variant::{Standard, Variant};
use hyakuman_core::{Hand, KindSet, eval};

/// Shanten over all forms: -1 complete, 0 tenpai. `melds` is the number of melds, 0 to 4.
#[inline]
pub fn shanten<const N: usize>(hand: &Hand, melds: u8) -> i8 {
    shanten_in::<N, Standard>(hand, melds)
}

/// The discards that do not raise the shanten of 3n+2 tiles.
#[inline]
pub fn keep<const N: usize>(hand: &Hand, melds: u8) -> KindSet {
    keep_in::<N, Standard>(hand, melds)
}

/// The draws that lower the shanten of 3n+1 tiles.
#[inline]
pub fn ukeire<const N: usize>(hand: &Hand, melds: u8) -> KindSet {
    ukeire_in::<N, Standard>(hand, melds)
}

/// [`shanten`] in the variant `V`.
#[inline]
pub fn shanten_in<const N: usize, V: Variant>(hand: &Hand, melds: u8) -> i8 {
    eval::shanten::<V::Kinds<N>>(hand, melds)
}

/// [`keep`] in the variant `V`.
#[inline]
pub fn keep_in<const N: usize, V: Variant>(hand: &Hand, melds: u8) -> KindSet {
    eval::keep::<V::Kinds<N>>(hand, melds)
}

/// [`ukeire`] in the variant `V`.
#[inline]
pub fn ukeire_in<const N: usize, V: Variant>(hand: &Hand, melds: u8) -> KindSet {
    eval::ukeire::<V::Kinds<N>>(hand, melds)
}
