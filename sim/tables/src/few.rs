//! The characters of three-player mahjong: 1m and 9m, in Toutenkou 5m too, none of which can form a run.
//!
//! Up to three kinds that behave as honors, 125 configurations. They read as the first three honors, the other honors
//! never held (why that is right: `classes.rs`). `slot` of the index of the full suit is different for
//! all of them, so they have 256 places of their own behind those of suits and honors.

use crate::changes::{Fields, spread};
use crate::order::{Grid, HONOR_CONFIGS, HONORS, SUIT_CONFIGS, WEIGHT};

/// Ranks of 1m, 5m and 9m.
const RANKS: [usize; 3] = [0, 4, 8];

/// Number of a configuration of 1m, 5m and 9m, below 256.
#[inline]
fn slot(index: u32) -> u32 {
    (index + (index >> 12)) & 255
}

/// From the index of characters that are 1m, 5m and 9m alone to their index as such.
#[inline]
pub fn few_index(index: u32) -> u32 {
    0x38_0000 + slot(index)
}

/// From the index of characters that are 1m, 5m and 9m alone to their id as such.
#[inline]
pub fn few_id(index: u32) -> usize {
    SUIT_CONFIGS + HONOR_CONFIGS + slot(index) as usize
}

/// A configuration of 1m, 5m and 9m.
pub(crate) struct Few {
    pub(crate) slot: usize,
    /// Id of the honors that it reads as.
    pub(crate) honors: usize,
}

/// All 125.
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
    /// A change row of honors with its first three ranks at 1, 5 and 9, and nothing elsewhere.
    pub(crate) fn moved(&self, row: &Fields) -> Fields {
        let lowest = spread(0x3FF, 1);
        std::array::from_fn(|word| (0..3).map(|i| (row[word] >> i & lowest[word]) << RANKS[i]).sum())
    }
}
