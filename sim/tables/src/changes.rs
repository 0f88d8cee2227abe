//! What one tile more or less changes, for all ten splits and all nine ranks at once.
//!
//! Per configuration two *change rows* of two words, ten 9-bit fields, one for each split, bit `r` of a field for
//! the tile of rank `r`:
//!
//! ```text
//! word 0   splits 0-6: 0 1 2 3 4 sets, the pair, 1 set + pair        bits 9s .. 9s+9
//! word 1   splits 7-9: 2, 3, 4 sets + pair                           bits 9(s-7) .. 9(s-7)+9
//!
//! draw      adding the tile brings the split one tile nearer
//! discard   the tile is held, and without it the split is no farther
//! ```
//!
//! A draw lowers the shanten of the whole hand exactly if it brings one of the suit's *best* splits nearer, a
//! discard keeps it exactly if one of them gets no farther. So the answer for a suit is the OR of the fields of
//! its best splits: two ANDs with a row of [`crate::Classes::fields`], then [`fold`].

use crate::distance::{Row, SPLITS, successors};
use crate::order::{Grid, HIGHS, HONOR_HIGHS};

/// The draw and discard rows of a suit or of the honors, by configuration id; `N` is a power of two.
pub struct Changes<const N: usize> {
    /// Draws that bring a split nearer. Configurations of 14 tiles have none.
    pub draw: Box<[[u64; 2]; N]>,
    /// Discards that take a split no farther.
    pub discard: Box<[[u64; 2]; N]>,
}

/// For each of four suits the OR of the fields of some splits of its change row; suit `i` at bits `9i` to `9i + 9`.
#[inline]
pub fn fold(rows: [&[u64; 2]; 4], splits: [&[u64; 2]; 4]) -> u64 {
    // Suit by suit in each line: the compiler makes vectors of them.
    let fields: [u64; 4] = std::array::from_fn(|i| rows[i][0] & splits[i][0] | rows[i][1] & splits[i][1]);
    let fields = fields.map(|fields| fields | fields >> 36);
    let fields = fields.map(|fields| fields | fields >> 18);
    let fields = fields.map(|fields| (fields | fields >> 9) & 0x1FF);
    fields[0] | fields[1] << 9 | fields[2] << 18 | fields[3] << 27
}

/// A nine-bit pattern in the field of every split of a set.
pub(crate) fn spread(set: u16, pattern: u64) -> [u64; 2] {
    let mut row = [0; 2];
    for split in (0..SPLITS).filter(|split| set >> split & 1 != 0) {
        row[split / 7] |= pattern << (9 * (split % 7));
    }
    row
}

impl<const N: usize> Changes<N> {
    /// From the class of every configuration and the rows of the classes.
    pub(crate) fn new(grid: &Grid, classes: &[u8], rows: &[Row], honors: bool) -> Changes<N> {
        let highs = if honors { HONOR_HIGHS } else { HIGHS };
        let nearer = nearer(rows);
        let mut changes = Changes { draw: crate::boxed([0; 2]), discard: crate::boxed([0; 2]) };
        for high in 0..highs {
            for id in grid.block(high) {
                let rank = id - grid.block(high).start;
                for (digit, up) in grid.up.iter().enumerate() {
                    if (up[rank] as usize) < grid.block(high).len() {
                        let more = grid.block(high).start + up[rank] as usize;
                        changes.note(id, more, digit, &nearer, classes);
                    }
                }
            }
            for next in successors(high, highs) {
                let digit = 5 + (next - high).ilog(5) as usize;
                for (rank, more) in grid.block(next).enumerate() {
                    changes.note(grid.block(high).start + rank, more, digit, &nearer, classes);
                }
            }
        }
        changes
    }

    /// Enters the step from a configuration to the one with a tile more of `rank`.
    #[inline]
    fn note(&mut self, less: usize, more: usize, rank: usize, nearer: &[[u64; 2]], classes: &[u8]) {
        let gain = nearer[crate::classes::pair(classes[less], classes[more])];
        let every = spread((1 << SPLITS) - 1, 1);
        for word in 0..2 {
            self.draw[less][word] |= gain[word] << rank;
            self.discard[more][word] |= (every[word] & !gain[word]) << rank;
        }
    }
}

/// For each pair of classes, one in the field of every split to which the second is nearer.
fn nearer(rows: &[Row]) -> Vec<[u64; 2]> {
    let mut table = vec![[0; 2]; 1 << 16];
    for (a, before) in rows.iter().enumerate() {
        for (b, after) in rows.iter().enumerate() {
            let set = (0..SPLITS).fold(0, |set, s| set | u16::from(after[s] < before[s]) << s);
            table[a << 8 | b] = spread(set, 1);
        }
    }
    table
}
