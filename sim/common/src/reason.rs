//! Why an action is refused: the reasons that several families share. Each family adds its own.

use hyakuman_core::{Kind, Tile};
use std::fmt;

/// The rule that an answer breaks: one that several families have, or one of the family.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum IllegalReason<R> {
    /// The family has no action with this code.
    NoSuchAction {
        /// Name of the family, for people.
        family: &'static str,
    },
    /// The match is over.
    MatchOver,
    /// The action belongs to another situation.
    NotNow,
    /// The action belongs to one's own turn.
    NotItsTurn,
    /// The action claims a tile, and there is none to claim.
    NothingOnOffer,
    /// After a call only a discard is possible.
    AfterCall,
    /// The discard is forbidden by kuikae.
    SwapCall,
    /// The last discard cannot be called.
    LastDiscard,
    /// The hand lacks the tiles for the call, or would have nothing to discard after it.
    CannotCall,
    /// The tile is not in the hand.
    NotHeld {
        /// The tile.
        tile: Tile,
    },
    /// The hand has too few copies for a kan.
    CannotKan {
        /// Copies in the hand, the drawn tile included.
        held: u8,
        /// The kind of the kan.
        kind: Kind,
    },
    /// The tile does not complete the hand.
    NotComplete {
        /// The kind of the tile.
        kind: Kind,
    },
    /// A rule of the family.
    Own(R),
}

impl<R> From<R> for IllegalReason<R> {
    fn from(reason: R) -> IllegalReason<R> {
        IllegalReason::Own(reason)
    }
}

impl<R: fmt::Display> fmt::Display for IllegalReason<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            IllegalReason::MatchOver => "the match is over",
            IllegalReason::NotNow => "it is not possible now",
            IllegalReason::NotItsTurn => "it is not this seat's turn",
            IllegalReason::NothingOnOffer => "no tile of another seat is on offer",
            IllegalReason::AfterCall => "after a call only a discard from the hand is possible",
            IllegalReason::SwapCall => {
                "swap-calling (kuikae): the tile called, or one that fits the same set, may not be discarded at once"
            }
            IllegalReason::LastDiscard => "the last discard may only be won on",
            IllegalReason::CannotCall => {
                "the hand does not have the tiles for it, or nothing it could discard afterwards"
            }
            IllegalReason::NoSuchAction { family } => {
                return write!(f, "{family} has no action with this code");
            }
            IllegalReason::NotHeld { tile } => return write!(f, "{tile} is not in the hand"),
            IllegalReason::CannotKan { held, kind } => {
                return write!(f, "the hand has {held} of {kind} and no pon to add to");
            }
            IllegalReason::NotComplete { kind } => return write!(f, "{kind} does not complete the hand"),
            IllegalReason::Own(reason) => return reason.fmt(f),
        })
    }
}
