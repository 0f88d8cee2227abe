//! Generators of the look-up tables behind shanten, ukeire, waits and scoring.
//!
//! Nothing is read from a file and nothing is copied from elsewhere: everything follows from "four sets and a pair, at most
//! four tiles of a kind", in a few dozen milliseconds at start-up, and every count that can be known beforehand is
//! asserted on the way.
//!
//! Read in this order: [`order`] (configurations of a suit and their ids), [`readings`] (complete ones, taken apart),
//! distances of every configuration to every split, [`classes`] (126 + 55 of them, 180 closed under addition),
//! [`changes`] (one tile more or less), [`few`] (the characters of three-player mahjong).
//!
//! How the tables answer, `m p s z` being the four suits of a hand:
//!
//! ```text
//! shanten   class[m] class[p] class[s] class[z]  ->  sum[m,p] sum[s,z]  ->  shanten[mp, sz]
//! ukeire    for each suit: rest = sum of the other three;  best = best[rest, suit]
//!           draw[id of the suit] AND fields[best], folded to nine bits
//! keep      the same with discard[..]
//! readings  for each suit: words[place[id of the suit]]; the product over the suits
//! ```

pub mod changes;
pub mod classes;
mod distance;
pub mod few;
pub mod order;
pub mod readings;

pub use changes::{Changes, Fields, fold};
pub use classes::{Classes, pair};
pub use few::{few_id, few_index};
pub use order::{HONORS, Order, WEIGHT, at_id, at_index};
pub use readings::Readings;

use order::{ByIndex, Grid};
use std::collections::BTreeSet;

/// All tables.
pub struct Generated {
    /// From index to id.
    pub order: Order,
    /// Class of a suit, the honors, or the short suit of three-player mahjong, by index.
    pub class: ByIndex<u8>,
    /// What classes are worth together.
    pub classes: Classes,
    /// What one tile more or less changes, by id.
    pub changes: Changes,
    /// Complete configurations taken apart, by id.
    pub readings: Readings,
}

/// Generates all tables.
pub fn generate() -> Generated {
    let grid = Grid::new();
    let order = grid.order();
    let (suits, honors) = (readings::all(false), readings::all(true));
    let mut interner = classes::Interner::default();
    let mut by_id = interner.numbers(&distance::rows(&grid, &order, &suits, false));
    assert_eq!(interner.rows.len(), classes::SUIT_CLASSES);
    by_id.extend(interner.numbers(&distance::rows(&grid, &order, &honors, true)));
    let of_honors: BTreeSet<u8> = by_id[order::SUIT_CONFIGS..].iter().copied().collect();
    assert_eq!(of_honors.len(), classes::HONOR_CLASSES);
    let classes = interner.close();
    Generated {
        class: by_index(&grid, &by_id),
        changes: Changes::new(&grid, &by_id, &interner.rows),
        readings: Readings::new(&order, &[&suits, &honors]),
        classes,
        order,
    }
}

/// From the classes of all suits and honors, in order of id, to a table by index.
fn by_index(grid: &Grid, by_id: &[u8]) -> ByIndex<u8> {
    let mut table: ByIndex<u8> = boxed(0);
    let mut ids = by_id.iter();
    for (none, highs) in [(0, order::HIGHS), (HONORS as usize, order::HONOR_HIGHS)] {
        for high in 0..highs {
            for (&low, &class) in grid.low[..grid.block(high).len()].iter().zip(&mut ids) {
                table[none + (high << 12) + low as usize] = class;
            }
        }
    }
    for few in few::all(grid) {
        table[few_index(0) as usize + few.slot] = by_id[few.honors];
    }
    table
}

/// A table on the heap that was never on the stack.
fn boxed<T: Clone + Copy, const N: usize>(value: T) -> Box<[T; N]> {
    vec![value; N].into_boxed_slice().try_into().ok().expect("the length is N")
}
