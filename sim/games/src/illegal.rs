//! Why an answer is refused: one typed reason per rule it can break, each with its sentence.
//!
//! The reasons that several families share are in [`IllegalReason`]; each family adds its own. A new family adds one
//! variant here.

use crate::riichi::RiichiReason;
use crate::toppan::ToppanReason;
use crate::yangzhou::YangzhouReason;
use hyakuman_core::{Kind, Seat, Tile};
use std::fmt;

/// An answer the rules do not allow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Illegal {
    /// Who gave it.
    pub seat: Seat,
    /// Name of the action; none where an answer is missing, or was given by a seat that has nothing to decide.
    pub action: Option<String>,
    /// The rule it breaks. Its text is half a sentence.
    pub reason: IllegalReason,
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.action {
            Some(action) => write!(f, "{:?} may not {action}: {}", self.seat, self.reason),
            None => write!(f, "{:?}: {}", self.seat, self.reason),
        }
    }
}

impl std::error::Error for Illegal {}

/// The rule that an answer breaks, in any game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum IllegalReason {
    /// The seat is no decider.
    NothingToDecide,
    /// The seat is a decider and gave no answer.
    AnswerMissing,
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
    /// A rule of riichi mahjong or Toutenkou.
    Riichi(RiichiReason),
    /// A rule of Yangzhou mahjong.
    Yangzhou(YangzhouReason),
    /// A rule of Toppan.
    Toppan(ToppanReason),
}

impl fmt::Display for IllegalReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            IllegalReason::NothingToDecide => "it has nothing to decide now",
            IllegalReason::AnswerMissing => "its answer is missing",
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
            IllegalReason::Riichi(reason) => return reason.fmt(f),
            IllegalReason::Yangzhou(reason) => return reason.fmt(f),
            IllegalReason::Toppan(reason) => return reason.fmt(f),
        })
    }
}
