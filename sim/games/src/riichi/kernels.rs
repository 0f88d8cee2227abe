//! The kernels of a table of `N` at which `H` is played: each has its kinds.

use super::house::House;
use hyakuman_core::eval::Tables;
use hyakuman_core::{Hand, KindSet};

/// Shanten over all forms.
#[inline]
pub fn shanten<const N: usize, H: House>(tables: &Tables, hand: &Hand, melds: u8) -> i8 {
    tables.shanten::<H::Kinds<N>>(hand, melds)
}

/// The discards that do not raise the shanten of 3n+2 tiles.
#[inline]
pub fn keep<const N: usize, H: House>(tables: &Tables, hand: &Hand, melds: u8) -> KindSet {
    tables.keep::<H::Kinds<N>>(hand, melds)
}

/// The draws that lower the shanten of 3n+1 tiles.
#[inline]
pub fn ukeire<const N: usize, H: House>(tables: &Tables, hand: &Hand, melds: u8) -> KindSet {
    tables.ukeire::<H::Kinds<N>>(hand, melds)
}
