//! Parts of a hand, and the kernels for the number of players.

use hyakuman_core::{Hand, KindSet};
pub(crate) use hyakuman_games::riichi::kernels::{
    keep_in as keep, shanten_in as shanten, ukeire_in as ukeire,
};

/// The tiles of these kinds only. Shanten counts missing tiles, so it is correct for smaller hands.
pub(crate) fn only(hand: &Hand, kinds: KindSet) -> Hand {
    let mut rest = *hand;
    for kind in hand.kinds() - kinds {
        (0..hand.count(kind)).for_each(|_| rest.remove(kind));
    }
    rest
}
