//! The kernels: shanten, ukeire, waits, decompositions.
//!
//! ```
//! use hyakuman_core::eval::{self, Sanma};
//! use hyakuman_core::{Hand, notation::parse_tiles};
//!
//! let mut hand = Hand::EMPTY;
//! parse_tiles("123p4445p678s111z").unwrap().iter().for_each(|tile| hand.add(tile.kind()));
//! assert_eq!(hand.shanten(0), 0);
//! assert_eq!(format!("{:?}", hand.waits(0)), "{3p, 5p, 6p}");
//! assert_eq!(eval::waits::<Sanma>(&hand, 0), hand.waits(0)); // of the kinds in play
//! ```
//!
//! Their look-up tables are static data of the program ([`tables`](crate::tables)). All functions look at the concealed tiles only: copies in exposed sets or elsewhere do not remove a wait. A wait
//! on a kind with all four copies concealed does not count.
//!
//! | question | file |
//! | --- | --- |
//! | which kinds are in play | [`tileset`](TileSet) |
//! | shanten, by form | `shanten.rs` |
//! | draws or discards, as a set | `masks.rs` |
//! | seven pairs, thirteen orphans | `forms.rs` |
//! | the sets and the pair | [`shape`](Shape) |
//! | several of these for one hand and its discards | [`analysis`](HandAnalysis) |

mod forms;
mod hand_analysis;
mod masks;
mod shanten;
mod shape;
mod tileset;

pub use hand_analysis::{HandAnalysis, analysis};
pub use masks::{
    keep, keep_standard, shanten_and_waits, shanten_and_waits_standard, ukeire, ukeire_standard, waits,
    waits_standard,
};
pub use shanten::{shanten, shanten_chiitoi, shanten_kokushi, shanten_standard};
pub use shape::{Shape, Shapes, shapes};
pub use tileset::{Full, Sanma, TileSet};

use crate::hand::Hand;
use crate::set::KindSet;

/// Whether the concealed tiles, with `melds` exposed sets, are a complete hand of any form.
#[inline]
pub fn is_agari(hand: &Hand, melds: u8) -> bool {
    shanten::<Full>(hand, melds) < 0
}

/// Whether the hand is seven pairs (七対子): seven different kinds, two of each.
#[inline]
pub fn is_chiitoi(hand: &Hand) -> bool {
    hand.at_least(2).len() == 7 && hand.len() == 14 && hand.kinds() == hand.at_least(2)
}

/// Whether the hand is thirteen orphans (国士無双): every terminal and honor, and one of them twice.
#[inline]
pub fn is_kokushi(hand: &Hand) -> bool {
    hand.len() == 14 && shanten_kokushi(hand) < 0
}

/// Shortcuts with all 34 kinds in play.
impl Hand {
    /// [`shanten`](shanten()): -1 complete, 0 tenpai. `melds` sets are exposed, 0 to 4.
    #[inline]
    pub fn shanten(&self, melds: u8) -> i8 {
        shanten::<Full>(self, melds)
    }

    /// [`ukeire`]: the kinds that lower the shanten of 3n+1 tiles.
    #[inline]
    pub fn ukeire(&self, melds: u8) -> KindSet {
        ukeire::<Full>(self, melds)
    }

    /// [`waits`]: the kinds that complete 3n+1 tiles.
    #[inline]
    pub fn waits(&self, melds: u8) -> KindSet {
        waits::<Full>(self, melds)
    }

    /// [`keep`]: the discards that do not raise the shanten of 3n+2 tiles.
    #[inline]
    pub fn keep(&self, melds: u8) -> KindSet {
        keep::<Full>(self, melds)
    }
}
