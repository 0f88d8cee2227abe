//! The discards of one seat in order (河).

use arrayvec::ArrayVec;
use hyakuman_core::Tile;

/// Most discards one seat can make in a kyoku: its share of the draws, one for each own call, one for each call
/// of the others that brings its turn forward, with room to spare.
pub const MAX_DISCARDS: usize = 48;

/// One discard. Public.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Discard {
    /// The tile.
    pub tile: Tile,
    /// Was it the tile just drawn (ツモ切り)?
    pub tsumogiri: bool,
    /// Was riichi declared with it?
    pub riichi: bool,
    /// Did somebody call it away?
    pub called: bool,
}

/// The discards of one seat, first to last. Public.
pub type River = ArrayVec<Discard, MAX_DISCARDS>;
