//! Columns of decision rows that several families share.

use super::public_cells;
use crate::column::ChangeRate::{Often, Rarely};
use crate::column::{CellType, Column};
use crate::{Hand, KindSet, Tile};

/// The cell of [`HAND`], and four bytes more: the tiles by kind, one byte each, the red fives behind the plain fives,
/// then [`public_cells::NONE`]. `reds` has the number of red fives by suit.
#[inline]
pub fn hand_cell(hand: &Hand, reds: [u8; 3]) -> [u8; HAND_TILES + 4] {
    let (mut cell, mut end) = ([public_cells::NONE; HAND_TILES + 4], 0);
    for kind in hand.kinds() {
        // Four copies at once, without a loop whose length the processor would have to guess; the next kind overwrites
        // those too many.
        cell[end..end + 4].fill(kind.code());
        end += hand.count(kind) as usize;
    }
    cell[end..].fill(public_cells::NONE);
    for (suit, &reds) in reds.iter().enumerate().filter(|(_, reds)| **reds > 0) {
        let red = Tile::red_five(suit as u8);
        let up_to_five = KindSet::from_bits((2 << red.kind().code()) - 1);
        let end = hand.count_in(up_to_five) as usize;
        cell[end - reds as usize..end].fill(red.code());
    }
    cell
}

/// Most concealed tiles without the one drawn.
pub const HAND_TILES: usize = 14;

/// Scores of the seats.
pub const SCORES: [Column; 4] = [
    Column::new("score_0", CellType::I32, Rarely, "points", "score of seat 0"),
    Column::new("score_1", CellType::I32, Rarely, "points", "score of seat 1"),
    Column::new("score_2", CellType::I32, Rarely, "points", "score of seat 2"),
    Column::new("score_3", CellType::I32, Rarely, "points", "score of seat 3"),
];

/// The index of the kyoku in the match.
pub const KYOKU: Column = Column::new(
    "kyoku",
    CellType::U8,
    Rarely,
    "count",
    "place in the match: winds passed times seats, plus the seat of the dealer; a repeat has the same",
);

/// The tile just drawn.
pub const DRAWN: Column =
    Column::new("drawn", CellType::U8, Often, "tile", "the tile just drawn").own().or("255");

/// The tile that may be claimed, and whose it is.
pub const OFFER: [Column; 2] = [
    Column::new("offered", CellType::U8, Often, "tile", "the tile that may be claimed").or("255"),
    Column::new("offered_by", CellType::U8, Often, "seat", "whose tile that is").or("255"),
];

/// The concealed tiles.
pub const HAND: Column = Column::new(
    "hand",
    CellType::Bytes(HAND_TILES as u16),
    Often,
    "tile",
    "the concealed tiles without the one just drawn, by kind, one byte each",
)
.own()
.or("255 behind the last tile");

/// The concealed tiles of all seats.
pub const HANDS: Column = Column::new(
    "hands",
    CellType::Bytes((4 * HAND_TILES) as u16),
    Often,
    "tile",
    "for each seat 14 bytes: its concealed tiles by kind, the one just drawn among them",
)
.hidden()
.or("255 behind the last tile");

/// Their shanten.
pub const HANDS_SHANTEN: Column = Column::new(
    "hands_shanten",
    CellType::Bytes(4),
    Often,
    "count",
    "for each seat the shanten of these tiles, a signed byte: -1 complete, 0 tenpai",
)
.hidden();

/// Their waits.
pub const HANDS_WAITS: Column = Column::new(
    "hands_waits",
    CellType::Bytes(32),
    Rarely,
    "set",
    "for each seat eight bytes, the lowest first: the kinds that complete its concealed tiles without the one just drawn, \
     bit k for kind k",
)
.hidden()
.or("0 if there is none, or after a call, where it has a tile too many");

/// [`public_cells::PublicCells::discards`], [`public_cells::PublicCells::discarders`], [`public_cells::PublicCells::melds`].
pub const PUBLIC: [Column; 3] = [
    Column::new(
        "discards",
        CellType::Bytes(public_cells::DISCARDS as u16),
        Often,
        "tile",
        "all discards of the kyoku in order, one byte each: the tile, plus 64 if it was the tile just drawn, plus 128 \
         if it was called away",
    )
    .or("255 behind the last discard"),
    Column::new(
        "discarders",
        CellType::Bytes(public_cells::DISCARDERS as u16),
        Often,
        "seat",
        "who made each discard: two bits each, the lowest bits of a byte first",
    ),
    Column::new(
        "melds",
        CellType::Bytes(public_cells::MELDS as u16),
        Rarely,
        "code, seat, tile",
        "for each seat four sets of five bytes: sort (1 chi, 2 pon, 3 daiminkan, 4 kakan, 5 ankan) plus 16 times the \
         seat whose tile was called (for an ankan its own); then up to four tiles, the called one first, an added one \
         last",
    )
    .or("sort 0 where there is no set; tile 255"),
];
