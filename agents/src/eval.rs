//! The kernels for the number of players and the variant, and a limit of theirs.

use hyakuman_core::{Hand, KindSet};
pub(crate) use hyakuman_riichi::kernels::{keep_in as keep, shanten_in as shanten, ukeire_in as ukeire};

/// Whether all tiles are of one suit: an analysis gives no draws for fourteen of them.
#[inline]
pub(crate) fn is_one_suit(hand: &Hand) -> bool {
    !one_suit(hand).is_empty()
}

/// The suit of all tiles; empty if they are not of one.
#[inline]
pub(crate) fn one_suit(hand: &Hand) -> KindSet {
    let suit = hand.kinds().first().map(|kind| KindSet::suit(kind.suit()));
    suit.filter(|&suit| hand.kinds().is_subset_of(suit)).unwrap_or(KindSet::EMPTY)
}
