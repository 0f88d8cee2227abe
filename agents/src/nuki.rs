//! Decides whether to set a tile aside: a north, or a gari tile.

use crate::eval;
use hyakuman_core::{KindSet, RelSeat};
pub(crate) use hyakuman_games::riichi::action::NUKI_WORD as NUKI;
use hyakuman_games::riichi::action::{faces_of, nuki_word};
use hyakuman_games::riichi::{Variant, View};

/// Number of different terminals and honors from which a hand may become kokushi.
const KOKUSHI: u32 = 9;

/// The action that sets a tile aside, if any. It gives a dora and a draw, so it is done unless it would raise the
/// shanten; at shanten `far` or more it is done anyway, unless the hand may become kokushi. `word` is the first word of
/// the mask.
pub(crate) fn sets_aside<const N: usize, V: Variant>(
    view: &View<'_, N, V>,
    word: u64,
    far: i8,
) -> Option<u8> {
    let (hand, melds) = (view.full_hand(), view.melds(RelSeat::SELF).len() as u8);
    let keep = eval::keep::<N, V>(&hand, melds);
    let of_use = || {
        let yaochu = (hand.kinds() & KindSet::YAOCHU).len();
        let goes = yaochu < KOKUSHI && eval::shanten::<N, V>(&hand, melds) >= far;
        first(word).filter(|_| goes)
    };
    spare::<V>(word, keep).or_else(of_use)
}

/// The first available tile in `keep`, the kinds whose removal does not raise the shanten.
#[inline]
pub(crate) fn spare<V: Variant>(word: u64, keep: KindSet) -> Option<u8> {
    first(word & nuki_word::<V>(faces_of(keep)))
}

/// The lowest available code.
#[inline]
fn first(word: u64) -> Option<u8> {
    (word & NUKI != 0).then_some((word & NUKI).trailing_zeros() as u8)
}
