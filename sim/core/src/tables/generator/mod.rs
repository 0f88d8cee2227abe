//! Generators of the look-up tables behind shanten, ukeire, waits and scoring.
//!
//! Nothing is read from a file or copied from elsewhere. Everything follows from "four sets and a pair, at most four
//! tiles of a kind". Every count that is known in advance is asserted. The build script of this crate generates the
//! tables and writes them to files, which become static data of the program; it takes a few dozen milliseconds.
//!
//! ```
//! let tables = hyakuman_core::tables::generator::generate();
//! let triplet = 3 * hyakuman_core::tables::generator::WEIGHT[0]; // three copies of the first kind of a suit
//! assert_eq!(tables.readings.of(tables.order.id(triplet)).len(), 1); // complete, in one way
//! ```
//!
//! Read in this order: [`order`] (configurations of a suit and their ids), [`readings`] (complete ones, decomposed),
//! distances of every configuration to every split, [`classes`] (126 + 55 of them, 180 closed under addition),
//! [`changes`] (adding or removing one tile), [`few`] (the characters of three-player mahjong). How the tables are used is
//! described in `tables`.

pub mod changes;
pub mod classes;
mod distance;
pub mod few;
mod files;
pub mod order;
pub mod readings;

pub use changes::Changes;
pub use classes::{Classes, pair};
pub use few::{Fields, few_id, few_index};
pub use order::{HONORS, Order, WEIGHT, at_id, at_index};
pub use readings::Readings;

use order::{ByIndex, Grid};
use std::collections::BTreeSet;

/// All tables.
pub struct Generated {
    /// From index to id.
    pub order: Order,
    /// Class of a suit, of the honors, or of the short suit of three-player mahjong, by index.
    pub class: ByIndex<u8>,
    /// Results of combining classes.
    pub classes: Classes,
    /// The effects of adding or removing one tile, by id.
    pub changes: Changes,
    /// Decompositions of complete configurations, by id.
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

/// Converts the classes of all suits and honors, in order of id, to a table by index.
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

/// A table allocated on the heap without a copy on the stack.
fn boxed<T: Clone + Copy, const N: usize>(value: T) -> Box<[T; N]> {
    vec![value; N].into_boxed_slice().try_into().ok().expect("the length is N")
}
