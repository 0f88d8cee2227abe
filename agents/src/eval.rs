//! The kernels for the number of players and the variant, and a limit of theirs.

use hyakuman_core::{Hand, KindSet};
pub(crate) use hyakuman_riichi::kernels::{keep_in as keep, shanten_in as shanten, ukeire_in as ukeire};

/// Whether all tiles are of one suit: an analysis gives no draws for fourteen of them.
#[inline]
pub(crate) fn is_one_suit(hand: &Hand) -> bool {
    let kinds = hand.kinds();
    kinds.first().is_some_and(|kind| kinds.is_subset_of(KindSet::suit(kind.suit())))
}
