//! The actions that a learner has: compact ones, or the codes of the game.

use crate::planes::ActionSpace;
use hyakuman_core::Tile;
use hyakuman_core::game::ActionMask;

hyakuman_core::named! {
    /// The actions of the learner.
    pub enum Actions {
        /// `actions-v1`: the 124 outputs of [`ActionSpace::OneStep`]; riichi only.
        Compact = "actions-v1",
        /// The 256 action codes, as in data sets.
        Codes = "codes",
    }
}

hyakuman_core::named_from_str!(Actions: "actions");

impl Actions {
    /// Number of outputs.
    pub fn count(self) -> usize {
        match self {
            Actions::Codes => 256,
            Actions::Compact => ActionSpace::OneStep.count(),
        }
    }

    /// The legal outputs; `drawn` is the tile just drawn.
    #[inline]
    pub fn legal(self, legal: &ActionMask, drawn: Option<Tile>) -> ActionMask {
        match self {
            Actions::Codes => *legal,
            Actions::Compact => ActionSpace::OneStep.legal(legal, drawn),
        }
    }

    /// The code of an output, if it is legal.
    #[inline]
    pub fn code(self, output: u8, legal: &ActionMask, drawn: Option<Tile>) -> Option<u8> {
        match self {
            Actions::Codes => legal.has(output).then_some(output),
            Actions::Compact => ActionSpace::OneStep.code(output, None, legal, drawn),
        }
    }

    /// A code of an output, legal or not, for messages.
    pub fn any_code(self, output: u8, drawn: Option<Tile>) -> Option<u8> {
        self.code(output, &ActionMask::from_words([u64::MAX; 4]), drawn)
    }
}
