//! Decides whether to set a tile aside: a north, or a gari tile.

use crate::eval;
use hyakuman_core::{KindSet, RelSeat};
use hyakuman_riichi::legal::NukiActions;
use hyakuman_riichi::{Variant, View};

/// Number of different terminals and honors from which a hand may become kokushi.
const KOKUSHI: u32 = 9;

/// The action that sets a tile aside, if any. It gives a dora and a draw, so it is done unless it would raise the
/// shanten; at shanten `far` or more it is done anyway, unless the hand may become kokushi.
pub(crate) fn sets_aside<const N: usize, V: Variant>(
    view: &View<'_, N, V>,
    nuki: NukiActions,
    far: i8,
) -> Option<u8> {
    let (hand, melds) = (view.full_hand(), view.melds(RelSeat::SELF).len() as u8);
    let keep = eval::keep::<N, V>(&hand, melds);
    let of_use = || {
        let yaochu = (hand.kinds() & KindSet::YAOCHU).len();
        let goes = yaochu < KOKUSHI && eval::shanten::<N, V>(&hand, melds) >= far;
        nuki.first().filter(|_| goes)
    };
    nuki.of::<V>(keep).first().or_else(of_use)
}
