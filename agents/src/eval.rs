//! Parts of a hand, and the kernels for the number of players.

use hyakuman_core::{Hand, KindSet};
pub(crate) use hyakuman_games::riichi::kernels::{
    keep_in as keep, shanten_in as shanten, ukeire_in as ukeire,
};

/// [`Hand::only`].
pub(crate) fn only(hand: &Hand, kinds: KindSet) -> Hand {
    hand.only(kinds)
}
