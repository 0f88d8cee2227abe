//! The kernels of a table of `N`: three players have fewer kinds.

use hyakuman_core::eval::{Full, Sanma, Tables};
use hyakuman_core::{Hand, KindSet};

/// Shanten over all forms.
#[inline]
pub fn shanten<const N: usize>(tables: &Tables, hand: &Hand, melds: u8) -> i8 {
    if N == 3 { tables.shanten::<Sanma>(hand, melds) } else { tables.shanten::<Full>(hand, melds) }
}

/// The discards that do not raise the shanten of 3n+2 tiles.
#[inline]
pub fn keep<const N: usize>(tables: &Tables, hand: &Hand, melds: u8) -> KindSet {
    if N == 3 { tables.keep::<Sanma>(hand, melds) } else { tables.keep::<Full>(hand, melds) }
}

/// The draws that lower the shanten of 3n+1 tiles.
#[inline]
pub fn ukeire<const N: usize>(tables: &Tables, hand: &Hand, melds: u8) -> KindSet {
    if N == 3 { tables.ukeire::<Sanma>(hand, melds) } else { tables.ukeire::<Full>(hand, melds) }
}
