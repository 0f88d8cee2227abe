//! Sentences that say which rule forbids an action, as far as games that draw and discard share them.

use hyakuman_core::Kind;
use std::fmt::Display;

pub(crate) const OVER: &str = "the match is over";
pub(crate) const NOT_NOW: &str = "it is not possible now";
pub(crate) const NOT_ITS_TURN: &str = "it is not this seat's turn";
pub(crate) const NO_OFFER: &str = "no tile of another seat is on offer";
pub(crate) const AFTER_CALL: &str = "after a call only a discard from the hand is possible";
pub(crate) const SWAP_CALL: &str =
    "swap-calling (kuikae): the tile called, or one that fits the same set, may not go at once";
pub(crate) const LAST_DISCARD: &str = "the last discard may only be won on";
pub(crate) const NO_CALL: &str =
    "the hand does not have the tiles for it, or nothing it could discard afterwards";

pub(crate) fn not_held(tile: impl Display) -> String {
    format!("{tile} is not in the hand")
}

pub(crate) fn no_kan(held: u8, kind: Kind) -> String {
    format!("the hand has {held} of {kind} and no pon to add to")
}

pub(crate) fn not_complete(kind: Kind) -> String {
    format!("{kind} does not complete the hand")
}
