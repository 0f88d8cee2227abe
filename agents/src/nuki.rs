//! Whether to set a tile aside: a north, or a gari tile.

use crate::eval;
use hyakuman_core::{KindSet, RelSeat};
pub(crate) use hyakuman_games::riichi::action::NUKI_WORD as NUKI;
use hyakuman_games::riichi::{Action, House, View};

/// Kinds of terminals and honors from which a hand may become kokushi.
const KOKUSHI: u32 = 9;

/// A tile set aside is a dora and a draw: it goes, unless the hand needs it to stay as near to tenpai as it is. A
/// hand at this shanten or farther parts with it all the same, but for one that may become kokushi. `word` is the first
/// word of the mask.
pub(crate) fn sets_aside<const N: usize, H: House>(view: &View<'_, N, H>, word: u64, far: i8) -> Option<u8> {
    let (hand, melds) = (view.full_hand(), view.melds(RelSeat::SELF).len() as u8);
    let offered = || (0..64).filter(|code| (word & NUKI) >> code & 1 != 0);
    let keep = eval::keep::<N, H>(view.tables(), &hand, melds);
    let spare =
        |code: &u8| matches!(Action::from_code(*code), Some(Action::Nuki(tile)) if keep.has(tile.kind()));
    let of_use = || {
        let yaochu = (hand.kinds() & KindSet::YAOCHU).len();
        let goes = yaochu < KOKUSHI && eval::shanten::<N, H>(view.tables(), &hand, melds) >= far;
        offered().next().filter(|_| goes)
    };
    offered().find(spare).or_else(of_use)
}
