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

use crate::classes::pair;
use crate::distance::{Row, SPLITS, successors};
use crate::few;
use crate::order::{ById, Grid, HIGHS, HONOR_CONFIGS, HONOR_HIGHS, SUIT_CONFIGS, at_id};

/// A change row, or a set of splits spread over its fields.
pub type Fields = [u64; 2];

/// What a draw or a discard changes, by configuration id.
pub struct Changes {
    /// Draws that bring a split nearer. Configurations of 14 tiles have none.
    pub draw: ById<Fields>,
    /// Discards that take a split no farther.
    pub discard: ById<Fields>,
}

/// For each of four suits the OR of the fields of some splits of its change row; suit `i` at bits `9i` to `9i + 9`.
#[inline]
pub fn fold(rows: [&Fields; 4], splits: [&Fields; 4]) -> u64 {
    // A line at a time for all four suits: the compiler makes vectors of them.
    let fields: [u64; 4] = std::array::from_fn(|i| rows[i][0] & splits[i][0] | rows[i][1] & splits[i][1]);
    let fields = fields.map(|fields| fields | fields >> 36);
    let fields = fields.map(|fields| fields | fields >> 18);
    let fields = fields.map(|fields| (fields | fields >> 9) & 0x1FF);
    fields[0] | fields[1] << 9 | fields[2] << 18 | fields[3] << 27
}

/// A nine-bit pattern in the field of every split of a set.
pub(crate) const fn spread(set: u16, pattern: u64) -> Fields {
    let mut row = [0; 2];
    let mut split = 0;
    while split < SPLITS {
        row[split / 7] |= ((set >> split & 1) as u64 * pattern) << (9 * (split % 7));
        split += 1;
    }
    row
}

impl Changes {
    /// From the classes of all configurations, suits before honors, and the rows of the classes.
    pub(crate) fn new(grid: &Grid, classes: &[u8], rows: &[Row]) -> Changes {
        let nearer = nearer(rows);
        let mut changes = Changes { draw: crate::boxed([0; 2]), discard: crate::boxed([0; 2]) };
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

    /// Enters every step from a configuration to one with a tile more. `first` is the id of the empty one.
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

    /// Enters the step from a configuration to the one with a tile more of `rank`, which brings some splits nearer.
    #[inline]
    fn note(&mut self, less: usize, more: usize, rank: usize, nearer: &Fields) {
        const EVERY: Fields = spread((1 << SPLITS) - 1, 1);
        for word in 0..2 {
            self.draw[at_id(less)][word] |= nearer[word] << rank;
            self.discard[at_id(more)][word] |= (EVERY[word] & !nearer[word]) << rank;
        }
    }
}

/// For each pair of classes, one in the field of every split to which the second is nearer.
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
