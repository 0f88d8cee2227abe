//! The kernels: shanten, ukeire, waits, decompositions.
//!
//! ```
//! use hyakuman_core::eval::{Full, Tables};
//! use hyakuman_core::{Hand, KindSet, notation::parse_tiles};
//!
//! let mut hand = Hand::EMPTY;
//! parse_tiles("123m4445p678s111z").unwrap().iter().for_each(|tile| hand.add(tile.kind()));
//! let tables = Tables::get();
//! assert_eq!(tables.shanten::<Full>(&hand, 0), 0);
//! let waits = tables.waits::<Full>(&hand, 0);
//! assert_eq!(format!("{waits:?}"), "{3p, 5p, 6p}");
//! ```
//!
//! Everything here asks about the concealed tiles alone: copies in one's own exposed sets or elsewhere in sight do not
//! make a wait go away. A wait on a tile whose four copies are all concealed is no wait.
//!
//! | question | file |
//! | --- | --- |
//! | which kinds are in play | [`tileset`](TileSet) |
//! | how far from complete, by form | `shanten.rs` |
//! | which draws or discards, as a set | `masks.rs` |
//! | seven pairs, thirteen orphans | `forms.rs` |
//! | which sets and pair | [`shape`](Shape) |
//! | several of these about one hand and its discards | [`study`](Study) |

mod forms;
mod masks;
mod shanten;
mod shape;
mod study;
mod tileset;

pub use shape::{Shape, Shapes};
pub use study::Study;
pub use tileset::{Full, Sanma, TileSet};

use crate::hand::Hand;
use std::sync::LazyLock;

/// The tables behind all questions. One for the whole program, made at first use.
pub struct Tables(hyakuman_tables::Generated);

static TABLES: LazyLock<Tables> = LazyLock::new(|| Tables(hyakuman_tables::generate()));

impl Tables {
    /// The tables. The first call generates them (some dozen milliseconds).
    #[inline]
    pub fn get() -> &'static Tables {
        &TABLES
    }

    /// Are the concealed tiles, with so many exposed sets, a complete hand of any form?
    #[inline]
    pub fn is_agari(&self, hand: &Hand, melds: u8) -> bool {
        self.shanten::<Full>(hand, melds) < 0
    }

    /// Seven pairs (七対子): seven different kinds, two of each.
    #[inline]
    pub fn is_chiitoi(&self, hand: &Hand) -> bool {
        hand.at_least(2).len() == 7 && hand.len() == 14 && hand.kinds() == hand.at_least(2)
    }

    /// Thirteen orphans (国士無双): every terminal and honor, and one of them again.
    #[inline]
    pub fn is_kokushi(&self, hand: &Hand) -> bool {
        hand.len() == 14 && self.shanten_kokushi(hand) < 0
    }
}
