//! The characters of three-player mahjong: 1m and 9m, in Toutenkou also 5m, none of which can form a sequence.
//!
//! Up to three kinds that behave like honors: 125 configurations. They are treated as the first three honors, with the
//! other honors never held (`classes.rs` says why this is correct). `slot` gives each of them a different number below 256, so they
//! have 256 entries of their own after those of suits and honors.

use super::distance::SPLITS;
use super::order::{Grid, HONOR_CONFIGS, HONORS, SUIT_CONFIGS, WEIGHT};

/// Ranks of 1m, 5m and 9m.
const RANKS: [usize; 3] = [0, 4, 8];

/// A change row, or a set of splits spread over its fields.
pub type Fields = [u64; 2];

/// A nine-bit pattern repeated in the field of every split in `set`.
pub(crate) const fn spread(set: u16, pattern: u64) -> Fields {
    let mut row = [0; 2];
    let mut split = 0;
    while split < SPLITS {
        row[split / 7] |= ((set >> split & 1) as u64 * pattern) << (9 * (split % 7));
        split += 1;
    }
    row
}

/// Number of a configuration of 1m, 5m and 9m, below 256.
#[inline]
fn slot(index: u32) -> u32 {
    (index + (index >> 12)) & 255
}

/// Converts the index of a full suit that has only 1m, 5m and 9m to its index among these entries.
#[inline]
pub fn few_index(index: u32) -> u32 {
    0x38_0000 + slot(index)
}

/// Converts the index of a full suit that has only 1m, 5m and 9m to its id among these entries.
#[inline]
pub fn few_id(index: u32) -> usize {
    SUIT_CONFIGS + HONOR_CONFIGS + slot(index) as usize
}

/// A configuration of 1m, 5m and 9m.
pub(crate) struct Few {
    pub(crate) slot: usize,
    /// Id of the honors that it is treated as.
    pub(crate) honors: usize,
}

/// All 125 configurations.
pub(crate) fn all(grid: &Grid) -> Vec<Few> {
    let order = grid.order();
    let mut taken = [false; 256];
    let few = (0..125).map(|code| {
        let copies = [code % 5, code / 5 % 5, code / 25];
        let index = |ranks: [usize; 3]| (0..3).map(|i| copies[i] * WEIGHT[ranks[i]]).sum::<u32>();
        let slot = slot(index(RANKS)) as usize;
        assert!(!std::mem::replace(&mut taken[slot], true), "slot {slot} twice");
        Few { slot, honors: order.id(HONORS + index([0, 1, 2])) }
    });
    few.collect()
}

impl Few {
    /// A change row of honors, with the first three ranks moved to 1, 5 and 9 and the others removed.
    pub(crate) fn moved(&self, row: &Fields) -> Fields {
        let lowest = spread(0x3FF, 1);
        std::array::from_fn(|word| (0..3).map(|i| (row[word] >> i & lowest[word]) << RANKS[i]).sum())
    }
}
