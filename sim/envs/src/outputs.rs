//! The actions of the learner and action codes.

use crate::options::Actions;
use hyakuman_core::Tile;
use hyakuman_game::ActionMask;
use hyakuman_planes::ActionSpace;

impl Actions {
    /// Number of outputs.
    pub(crate) fn count(self) -> usize {
        match self {
            Actions::Codes => 256,
            Actions::Compact => ActionSpace::OneStep.count(),
        }
    }

    /// The legal outputs; `drawn` is the tile just drawn.
    #[inline]
    pub(crate) fn legal(self, legal: &ActionMask, drawn: Option<Tile>) -> ActionMask {
        match self {
            Actions::Codes => *legal,
            Actions::Compact => ActionSpace::OneStep.legal(legal, drawn),
        }
    }

    /// The code of an output, if it is legal.
    #[inline]
    pub(crate) fn code(self, output: u8, legal: &ActionMask, drawn: Option<Tile>) -> Option<u8> {
        match self {
            Actions::Codes => legal.has(output).then_some(output),
            Actions::Compact => ActionSpace::OneStep.code(output, None, legal, drawn),
        }
    }

    /// A code of an output, legal or not, for messages.
    pub(crate) fn any_code(self, output: u8, drawn: Option<Tile>) -> Option<u8> {
        self.code(output, &ActionMask::from_words([u64::MAX; 4]), drawn)
    }
}
