//! The characters of three-player mahjong: 1m and 9m, in Toutenkou 5m too, none of which can form a run.
//!
//! Up to three kinds that behave as honors, 125 configurations. [`slot`] of their index is different for all of
//! them, so the tables have 256 places and need no other index than that of the full suit.

use crate::changes::Changes;
use crate::order::{Order, WEIGHT};

/// Ranks of 1m, 5m and 9m.
const RANKS: [usize; 3] = [0, 4, 8];

/// Place of a configuration of 1m, 5m and 9m.
#[inline]
pub fn slot(index: u32) -> usize {
    (index + (index >> 12)) as usize & 255
}

/// Classes and change rows of a suit that has no kinds but 1, 5 and 9, by [`slot`].
pub struct Few {
    /// Class of each configuration.
    pub class: Box<[u8; 256]>,
    /// What one tile more or less changes.
    pub changes: Changes<256>,
}

impl Few {
    /// From the honors: the three kinds are read as the first three honors, the others as never held.
    pub(crate) fn new<const N: usize>(order: &Order, class: &[u8], honors: &Changes<N>) -> Few {
        let mut few = Few {
            class: crate::boxed(0),
            changes: Changes { draw: crate::boxed([0; 2]), discard: crate::boxed([0; 2]) },
        };
        let mut taken = [false; 256];
        for code in 0..125 {
            let copies = [code % 5, code / 5 % 5, code / 25];
            let index: u32 = (0..3).map(|i| copies[i] * WEIGHT[RANKS[i]]).sum();
            let id = order.id((0..3).map(|i| copies[i] * WEIGHT[i]).sum());
            assert!(!std::mem::replace(&mut taken[slot(index)], true));
            few.class[slot(index)] = class[id];
            few.changes.draw[slot(index)] = moved(&honors.draw[id]);
            few.changes.discard[slot(index)] = moved(&honors.discard[id]);
        }
        few
    }
}

/// A change row of honors with its first three ranks at 1, 5 and 9, and nothing elsewhere.
fn moved(row: &[u64; 2]) -> [u64; 2] {
    let first = crate::changes::spread(0x3FF, 1);
    std::array::from_fn(|word| (0..3).map(|i| (row[word] >> i & first[word]) << RANKS[i]).sum())
}
