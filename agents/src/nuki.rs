//! Whether to set a north aside.

use crate::eval;
use hyakuman_core::{Kind, KindSet, RelSeat};
use hyakuman_games::riichi::{Action, View};

/// Setting a north aside, as a part of the first word of a mask.
pub(crate) const NUKI: u64 = 1 << Action::NUKI_NORTH.code();

/// Kinds of terminals and honors from which a hand may become kokushi.
const KOKUSHI: u32 = 9;

/// A north set aside is a dora and a draw: it goes, unless the hand needs it to stay as near to tenpai as it is. A
/// hand at this shanten or farther parts with it all the same, but for one that may become kokushi.
pub(crate) fn sets_aside<const N: usize>(view: &View<'_, N>, far: i8) -> bool {
    let (hand, melds) = (view.full_hand(), view.melds(RelSeat::SELF).len() as u8);
    if eval::keep::<N>(view.tables(), &hand, melds).has(Kind::NORTH) {
        return true;
    }
    let yaochu = (hand.kinds() & KindSet::YAOCHU).len();
    yaochu < KOKUSHI && eval::shanten::<N>(view.tables(), &hand, melds) >= far
}
