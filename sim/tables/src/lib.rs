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

pub use changes::{Changes, fold};
pub use classes::{Classes, pair};
pub use few::{Few, slot};
pub use order::{Order, WEIGHT};
pub use readings::Readings;

/// All tables.
pub struct Generated {
    /// From index to id.
    pub order: Order,
    /// Class of a suit by index.
    pub suit_class: Box<[u8; 1 << 22]>,
    /// Class of the honors by index.
    pub honor_class: Box<[u8; 1 << 17]>,
    /// What classes are worth together.
    pub classes: Classes,
    /// One tile more or less in a suit, by id.
    pub suits: Changes<{ 1 << 19 }>,
    /// One tile more or less among the honors, by id.
    pub honors: Changes<{ 1 << 16 }>,
    /// The short suit of three-player mahjong.
    pub few: Few,
    /// Complete configurations of a suit taken apart.
    pub readings: Readings,
}

/// Generates all tables.
pub fn generate() -> Generated {
    let grid = order::Grid::new();
    let order = grid.order();
    let suit_readings = readings::all(false);
    let suit_rows = distance::rows(&grid, &order, &suit_readings, false);
    let honor_rows = distance::rows(&grid, &order, &readings::all(true), true);
    let mut interner = classes::Interner::default();
    let suit_classes = interner.numbers(&suit_rows);
    assert_eq!(interner.rows.len(), classes::SUIT_CLASSES);
    let honor_classes = interner.numbers(&honor_rows);
    let classes = interner.close();
    let honors = Changes::new(&grid, &honor_classes, &interner.rows, true);
    Generated {
        suit_class: by_index(&grid, &suit_classes),
        honor_class: by_index(&grid, &honor_classes),
        suits: Changes::new(&grid, &suit_classes, &interner.rows, false),
        few: Few::new(&order, &honor_classes, &honors),
        readings: Readings::new(&order, &suit_readings),
        honors,
        classes,
        order,
    }
}

/// From a list by id to a table by index.
fn by_index<const N: usize>(grid: &order::Grid, by_id: &[u8]) -> Box<[u8; N]> {
    let mut table = boxed(0);
    let mut ids = by_id.iter();
    for high in 0.. {
        if ids.len() == 0 {
            return table;
        }
        for (&low, &class) in grid.low[..grid.block(high).len()].iter().zip(&mut ids) {
            table[high << 12 | low as usize] = class;
        }
    }
    table
}

/// A table on the heap that was never on the stack.
fn boxed<T: Clone + Copy, const N: usize>(value: T) -> Box<[T; N]> {
    vec![value; N].into_boxed_slice().try_into().ok().expect("the length is N")
}
