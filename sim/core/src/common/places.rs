//! Where a winning tile fits into a reading of a hand.

use crate::Kind;
use crate::eval::Shape;

/// The places where a tile fits into the concealed part of a reading; any number of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Places {
    /// The outer end of a sequence whose other end is open too (両面).
    pub open: bool,
    /// The middle of a sequence (嵌張).
    pub middle: bool,
    /// The 3 of 123 or the 7 of 789 (辺張).
    pub edge: bool,
    /// A triplet (双碰).
    pub triplet: bool,
    /// The pair (単騎).
    pub pair: bool,
}

impl Places {
    /// The places of `tile` in a reading.
    #[inline]
    pub fn of(shape: &Shape, tile: Kind) -> Places {
        let runs = shape.runs[0].bits();
        // Is it the low, middle or high tile of a sequence? None begins at 8 or 9, so none is found across suits.
        let at = |below: u32| runs << below >> tile.code() & 1 != 0;
        let (low, middle, high) = (at(0), at(1), at(2));
        let (seven, three) = (tile.rank() == 6, tile.rank() == 2);
        Places {
            open: low & !seven | high & !three,
            middle,
            edge: low & seven | high & three,
            triplet: shape.triplets.has(tile),
            pair: shape.pair.has(tile),
        }
    }
}
