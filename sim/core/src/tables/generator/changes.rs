//! The effect of adding or removing one tile, for all ten splits and all nine ranks at once.
//!
//! Each configuration has two *change rows*. A row is two words with ten 9-bit fields, one per split; bit `r` of a
//! field stands for the tile of rank `r`:
//!
//! ```text
//! word 0   splits 0-6: 0 1 2 3 4 sets, the pair, 1 set + pair        bits 9s .. 9s+9
//! word 1   splits 7-9: 2, 3, 4 sets + pair                           bits 9(s-7) .. 9(s-7)+9
//!
//! draw      adding the tile lowers the distance to the split
//! discard   the tile is held, and removing it does not raise the distance to the split
//! ```
//!
//! A draw lowers the shanten of the whole hand if and only if it lowers the distance to one of the suit's *best*
//! splits; a discard keeps it if and only if it keeps the distance to one of them. So the answer for a suit is the OR
//! of the fields of its best splits: two ANDs with a row of [`super::Classes::fields`], then an OR of
//! all fields (`fold` in `tables`).

use super::classes::pair;
use super::distance::{Row, SPLITS, successors};
use super::few::{self, Fields, spread};
use super::order::{ById, Grid, HIGHS, HONOR_CONFIGS, HONOR_HIGHS, SUIT_CONFIGS, at_id};

/// The effects of draws and discards, by configuration id.
pub struct Changes {
    /// Draws that lower the distance to a split. Configurations of 14 tiles have none.
    pub draw: ById<Fields>,
    /// Discards that do not raise the distance to a split.
    pub discard: ById<Fields>,
}

impl Changes {
    /// Built from the class of every configuration (suits, then honors) and the distance row of every class.
    pub(crate) fn new(grid: &Grid, classes: &[u8], rows: &[Row]) -> Changes {
        let nearer = nearer(rows);
        let mut changes = Changes { draw: super::boxed([0; 2]), discard: super::boxed([0; 2]) };
        changes.note_all(grid, &classes[..SUIT_CONFIGS], 0, HIGHS, &nearer);
        let honors = &classes[SUIT_CONFIGS..][..HONOR_CONFIGS];
        changes.note_all(grid, honors, SUIT_CONFIGS, HONOR_HIGHS, &nearer);
        let first = SUIT_CONFIGS + HONOR_CONFIGS;
        for few in few::all(grid) {
            changes.draw[first + few.slot] = few.moved(&changes.draw[few.honors]);
            changes.discard[first + few.slot] = few.moved(&changes.discard[few.honors]);
        }
        changes
    }

    /// Records every step from a configuration to one with one tile more. `first` is the id of the empty one.
    fn note_all(&mut self, grid: &Grid, classes: &[u8], first: usize, highs: usize, nearer: &[Fields]) {
        for high in 0..highs {
            let block = grid.block(high);
            for (digit, up) in grid.up.iter().enumerate() {
                for id in block.clone() {
                    let more = block.start + up[id - block.start] as usize;
                    if more < block.end {
                        self.note(first + id, first + more, digit, &nearer[pair(classes[id], classes[more])]);
                    }
                }
            }
            for next in successors(high, highs) {
                let digit = 5 + (next - high).ilog(5) as usize;
                for (id, more) in (block.start..).zip(grid.block(next)) {
                    self.note(first + id, first + more, digit, &nearer[pair(classes[id], classes[more])]);
                }
            }
        }
    }

    /// Records the step from `less` to `more`, which has one tile of `rank` more and is nearer to some splits.
    #[inline]
    fn note(&mut self, less: usize, more: usize, rank: usize, nearer: &Fields) {
        const EVERY: Fields = spread((1 << SPLITS) - 1, 1);
        for word in 0..2 {
            self.draw[at_id(less)][word] |= nearer[word] << rank;
            self.discard[at_id(more)][word] |= (EVERY[word] & !nearer[word]) << rank;
        }
    }
}

/// For each pair of classes, a 1 in the field of every split to which the second is nearer.
fn nearer(rows: &[Row]) -> Vec<Fields> {
    let mut table = vec![[0; 2]; 1 << 16];
    for (a, before) in rows.iter().enumerate() {
        for (b, after) in rows.iter().enumerate() {
            let set = (0..SPLITS).fold(0, |set, s| set | u16::from(after[s] < before[s]) << s);
            table[a << 8 | b] = spread(set, 1);
        }
    }
    table
}
