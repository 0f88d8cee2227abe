//! The discards of one seat in order (河).

use crate::Tile;
use arrayvec::ArrayVec;

/// Most discards of one seat in a kyoku: its share of the draws, one for each of its calls, one for each call of others that
/// brings its turn forward, and a margin.
pub(crate) const MAX_DISCARDS: usize = 48;

/// One discard. Public.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Discard {
    /// The tile.
    pub tile: Tile,
    /// Whether it was the tile just drawn (ツモ切り).
    pub tsumogiri: bool,
    /// Whether riichi was declared with it.
    pub riichi: bool,
    /// Whether another seat called it.
    pub called: bool,
}

/// The discards of one seat, first to last. Public.
pub type River = ArrayVec<Discard, MAX_DISCARDS>;
