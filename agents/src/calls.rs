//! The calls of a discard that a mask offers, without kans.

use hyakuman_core::{Kind, KindSet};
use hyakuman_games::common::calls::ChiSide;
use hyakuman_games::riichi::Action;

/// The codes of chi and pon, as bits of the first word of a mask.
const CALLS: u64 = {
    let (first, last) =
        (Action::Chi { side: ChiSide::Low, red: false }.code(), Action::Pon { reds: 2 }.code());
    (2 << last) - (1 << first)
};

/// One way to call a tile.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Call {
    /// Of the action.
    pub(crate) code: u8,
    /// The tiles it takes from the hand.
    pub(crate) own: [Kind; 2],
    /// The kinds of the set.
    pub(crate) kinds: KindSet,
}

/// Whether a mask, of which this is the first word, offers one.
#[inline]
pub(crate) fn are_offered(word: u64) -> bool {
    word & CALLS != 0
}

/// The calls of a tile of this kind. `word` is the first word of the mask.
pub(crate) fn calls(word: u64, kind: Kind) -> impl Iterator<Item = Call> {
    let mut left = word & CALLS;
    std::iter::from_fn(move || {
        let code = (left != 0).then_some(left.trailing_zeros() as u8)?;
        left &= left - 1;
        let Some(Action::Chi { side, .. }) = Action::from_code(code) else {
            return Some(Call { code, own: [kind; 2], kinds: KindSet::of(kind) });
        };
        Some(Call { code, own: side.own(kind)?, kinds: KindSet::from_bits(7 << side.low(kind)?.code()) })
    })
}
