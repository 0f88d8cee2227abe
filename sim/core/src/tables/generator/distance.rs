//! The distance from every configuration to every split.
//!
//! A *split* is what one suit may contribute to a complete hand: `k` sets, with or without the pair, `k` from 0 to 4:
//! ten in all. The distance of a configuration `c` to a split is the smallest number of tiles to add until `c` contains
//! a complete configuration `t` of that split; `t` has at most four tiles of a rank:
//!
//! ```text
//! D(c) = min over t of  sum over ranks of max(0, t - c)  =  min over x <= c  of  min over t >= x of |t| - |x|
//! ```
//!
//! The right-hand form (`x` is the minimum of `t` and `c`, rank by rank) is computed by two sweeps over the grid of
//! configurations, none of which leaves the 405,350 with at most 14 tiles. Downwards, `G(x)` is 0 at a target, else one
//! more than at the nearest `x + tile`. Upwards, `D(c)` is the least `G` below it. All ten splits are computed
//! together, as the bytes of one vector.

use super::order::{Grid, HIGHS, HONOR_HIGHS, Order, SUIT_CONFIGS, step};
use super::readings::Reading;

/// Distance to each split: byte `k` for `k` sets, byte `5 + k` for `k` sets and the pair; the rest is 0.
pub(crate) type Row = [u8; 16];

/// Number of splits.
pub(crate) const SPLITS: usize = 10;
/// Larger than any distance.
const FAR: u8 = 64;

/// The row of every configuration, in order of id, from all readings of the suit (or of the honors).
pub(crate) fn rows(grid: &Grid, order: &Order, readings: &[Reading], honors: bool) -> Vec<Row> {
    let (highs, first) = if honors { (HONOR_HIGHS, SUIT_CONFIGS) } else { (HIGHS, 0) };
    let mut far = [0; 16];
    far[..SPLITS].fill(FAR);
    let mut rows = vec![far; grid.base[highs] as usize];
    for reading in readings {
        rows[order.id(reading.index) - first][reading.melds + 5 * usize::from(reading.pair)] = 0;
    }
    for high in (0..highs).rev() {
        sweep_down(grid, &mut rows, high, highs);
    }
    for high in 0..highs {
        sweep_up(grid, &mut rows, high, highs);
    }
    rows
}

/// Lowers the distances of a block to those of configurations with one tile more, plus one for that tile.
fn sweep_down(grid: &Grid, rows: &mut [Row], high: usize, highs: usize) {
    let (block, above) = rows[grid.block(high).start..].split_at_mut(grid.block(high).len());
    for next in successors(high, highs) {
        let at = grid.block(next).start - grid.block(high).end;
        let more = &above[at..at + grid.block(next).len()];
        block.iter_mut().zip(more).for_each(|(row, more)| lower(row, more, 1));
    }
    for rank in (0..block.len()).rev() {
        for up in &grid.up {
            if let Some(&more) = block.get(up[rank] as usize) {
                lower(&mut block[rank], &more, 1);
            }
        }
    }
}

/// Lowers the distances of configurations with one tile more to those of a block, which they contain.
fn sweep_up(grid: &Grid, rows: &mut [Row], high: usize, highs: usize) {
    let (block, above) = rows[grid.block(high).start..].split_at_mut(grid.block(high).len());
    for rank in 0..block.len() {
        let row = block[rank];
        for up in &grid.up {
            if let Some(more) = block.get_mut(up[rank] as usize) {
                lower(more, &row, 0);
            }
        }
    }
    for next in successors(high, highs) {
        let at = grid.block(next).start - grid.block(high).end;
        let more = &mut above[at..at + grid.block(next).len()];
        more.iter_mut().zip(&*block).for_each(|(more, row)| lower(more, row, 0));
    }
}

/// The high halves with one tile more.
pub(crate) fn successors(high: usize, highs: usize) -> impl Iterator<Item = usize> {
    let digits = if highs == HONOR_HIGHS { 2 } else { 4 };
    (0..digits).filter_map(move |digit| step(high, digit))
}

/// `row = min(row, other + price)`, per split.
#[inline]
fn lower(row: &mut Row, other: &Row, price: u8) {
    for split in 0..16 {
        row[split] = row[split].min(other[split] + price);
    }
}
