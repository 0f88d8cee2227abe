//! Why an action is refused, as half a sentence: the reasons that several families share. Each family has more.

use crate::{Kind, Tile};
use std::borrow::Cow;

/// The rule that an answer breaks.
pub type Reason = Cow<'static, str>;

/// The match is over.
pub const MATCH_OVER: Reason = Cow::Borrowed("the match is over");
/// The action belongs to another situation.
pub const NOT_NOW: Reason = Cow::Borrowed("it is not possible now");
/// The action belongs to one's own turn.
pub const NOT_ITS_TURN: Reason = Cow::Borrowed("it is not this seat's turn");
/// The action claims a tile, and there is none to claim.
pub const NOTHING_ON_OFFER: Reason = Cow::Borrowed("no tile of another seat is on offer");
/// After a call only a discard is possible.
pub const AFTER_CALL: Reason = Cow::Borrowed("after a call only a discard from the hand is possible");
/// The discard is forbidden by kuikae.
pub const SWAP_CALL: Reason = Cow::Borrowed(
    "swap-calling (kuikae): the tile called, or one that fits the same set, may not be discarded at once",
);
/// The last discard cannot be called.
pub const LAST_DISCARD: Reason = Cow::Borrowed("the last discard may only be won on");
/// The hand lacks the tiles for the call, or would have nothing to discard after it.
pub const CANNOT_CALL: Reason =
    Cow::Borrowed("the hand does not have the tiles for it, or nothing it could discard afterwards");

/// The family, by its name for people, has no action with this code.
pub fn no_such_action(family: &str) -> Reason {
    format!("{family} has no action with this code").into()
}

/// The tile is not in the hand.
pub fn not_held(tile: Tile) -> Reason {
    format!("{tile} is not in the hand").into()
}

/// The hand has too few copies for a kan; the drawn tile counts.
pub fn cannot_kan(held: u8, kind: Kind) -> Reason {
    format!("the hand has {held} of {kind} and no pon to add to").into()
}

/// The tile does not complete the hand.
pub fn not_complete(kind: Kind) -> Reason {
    format!("{kind} does not complete the hand").into()
}
