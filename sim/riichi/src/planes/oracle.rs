//! The encoder of [`OraclePlanes::V1`]. It reads cells of the table `oracle`, which a live [`Match`](crate::Match) has,
//! too; a view has no way to them.

use crate::HiddenCells;
use crate::planes::channels::{KINDS, OraclePlanes};
use crate::planes::row::tiles;
use hyakuman_core::{KindSet, Seat, Tile};

/// The first channel of a group.
macro_rules! first {
    ($name:literal) => {
        const { OraclePlanes::V1.first($name) }
    };
}

type Tensor<'a> = crate::planes::tensor::Tensor<'a, { OraclePlanes::V1.count() }>;

/// Tiles of a seat in the cell of hands.
const HAND: usize = 14;
/// Live draws and replacement tiles with a channel of their own.
const DRAWS: usize = 12;
const RINSHAN: usize = 4;

impl OraclePlanes {
    /// Fills a tensor of [`OraclePlanes::bytes`] bytes with what is hidden from `seat` at a table of so many seats. Panics if it has
    /// another size.
    pub fn encode(self, hidden: &HiddenCells, seats: usize, seat: Seat, tensor: &mut [u8]) {
        assert_eq!(tensor.len(), self.bytes(), "the size of a tensor of {self}");
        tensor.fill(0);
        let (channels, _) = tensor.as_chunks_mut();
        let out = &mut Tensor::of(channels);
        for other in 1..seats {
            hand(hidden, (seat.index() + other) % seats, other - 1, out);
        }
        wall(hidden, out);
        in_order(&hidden.draws[..DRAWS], first!("draw"), out);
        in_order(&hidden.rinshan_draws[..RINSHAN], first!("rinshan"), out);
        in_order(&hidden.indicators, first!("indicator"), out);
        in_order(&hidden.ura, first!("ura"), out);
    }
}

/// The hand of an absolute seat, which is `place` after the next of the deciding one.
fn hand(hidden: &HiddenCells, seat: usize, place: usize, out: &mut Tensor<'_>) {
    let mut copies = [0; KINDS];
    for tile in tiles(&hidden.hands[HAND * seat..][..HAND]) {
        count(tile, &mut copies, first!("hand_red") + place, out);
    }
    out.at_least(first!("hand") + 4 * place, &copies);
    out.fill(first!("shanten") + place, hidden.shanten[seat].wrapping_add(1));
    let (waits, _) = hidden.waits.as_chunks();
    let kinds = (0..KINDS as u8).filter(|kind| u64::from_le_bytes(waits[seat]) >> kind & 1 != 0);
    let kinds: KindSet = kinds.map(hyakuman_core::Kind::of).collect();
    out.set_all(first!("waits") + place, kinds);
    out.flag(first!("furiten") + place, hidden.furitens >> seat & 1 != 0);
}

/// The live draws to come.
fn wall(hidden: &HiddenCells, out: &mut Tensor<'_>) {
    let mut copies = [0; KINDS];
    tiles(&hidden.draws).for_each(|tile| count(tile, &mut copies, first!("wall_red"), out));
    out.at_least(first!("wall"), &copies);
}

/// Counts a tile; a red five is set in its channel.
fn count(tile: Tile, copies: &mut [u8; KINDS], red: usize, out: &mut Tensor<'_>) {
    copies[tile.kind().index()] += 1;
    if tile.is_red() {
        out.set(red, tile.kind(), 1);
    }
}

/// Tiles in order, a channel each.
fn in_order(cell: &[u8], first: usize, out: &mut Tensor<'_>) {
    for (place, tile) in tiles(cell).enumerate() {
        out.set(first + place, tile.kind(), 1 + u8::from(tile.is_red()));
    }
}
