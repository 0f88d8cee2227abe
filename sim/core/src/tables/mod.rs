//! The look-up tables behind shanten, ukeire, waits and scoring.
//!
//! They are static data of the program: [`generator`] generates them while this crate is built, and a program that starts has nothing to do: it reads
//! only the pages that it uses, and running programs share them. The address of a table is a constant, so the game loop loads no pointer and checks
//! nothing. The program is 24 MB larger for it.
//!
//! [`generator`] says what they contain: [`order`] (configurations of a suit, their indices and ids), [`classes`], [`changes`], [`readings`], [`few`].
//!
//! ```
//! use hyakuman_core::tables::{CLASS, SHANTEN, SUM, WEIGHT, HONORS, at_index, id, pair, readings_of};
//!
//! let triplet = 3 * WEIGHT[0]; // three copies of the first kind of a suit
//! assert_eq!(readings_of(id(triplet)).len(), 1); // complete, in one way
//! let [one, none, honors] = [triplet, 0, HONORS].map(|index| CLASS[at_index(index)]);
//! let (front, back) = (SUM[pair(one, none)], SUM[pair(none, honors)]);
//! assert_eq!(SHANTEN[0][pair(front, back)], 10); // one less than the tiles that are missing
//! ```
//!
//! How the tables are used, with `m p s z` the four suits of a hand:
//!
//! ```text
//! shanten   CLASS[m] CLASS[p] CLASS[s] CLASS[z]  ->  SUM[m,p] SUM[s,z]  ->  SHANTEN[mp, sz]
//! ukeire    for each suit: rest = SUM of the other three;  best = BEST[rest, suit]
//!           DRAW[id of the suit] AND FIELDS[best], folded to nine bits
//! keep      the same with DISCARD[..]
//! readings  for each suit: readings_of(id of the suit); the product over the suits
//! ```

mod fold;
pub mod generator;

pub use fold::fold;
pub use generator::{
    Fields, HONORS, WEIGHT, at_id, at_index, changes, classes, few, few_id, few_index, order, pair, readings,
};

use order::{BASES, IDS, INDICES, RANKS, at_base, at_rank};
use std::ops::Deref;

/// A table that starts at a cache line, so that no row of 16 bytes lies in two of them.
#[repr(align(64))]
pub struct Aligned<T>(T);

impl<T> Deref for Aligned<T> {
    type Target = T;

    #[inline(always)]
    fn deref(&self) -> &T {
        &self.0
    }
}

/// A file that the build script wrote, as an array of numbers.
macro_rules! file {
    ($name:literal) => {
        Aligned(bytemuck::must_cast(*include_bytes!(concat!(env!("OUT_DIR"), "/", $name))))
    };
}

/// Class of a suit, of the honors, or of the short suit of three-player mahjong, by index.
pub static CLASS: Aligned<[u8; INDICES]> = file!("class");

/// Class of two parts combined, by their [`pair`].
pub static SUM: Aligned<[u8; 1 << 16]> = file!("sum");

/// By exposed sets (0 to 4): shanten of the standard form of a hand of two parts.
pub static SHANTEN: Aligned<[[i8; 1 << 16]; 8]> = file!("shanten");

/// By exposed sets, indexed by (rest of the hand, one suit): the splits of the suit that are part of an optimal
/// completion, as an index into [`FIELDS`].
pub static BEST: Aligned<[[u8; 1 << 16]; 8]> = file!("best");

/// The sets of splits that occur in [`BEST`], spread over the fields of a change row.
pub static FIELDS: Aligned<[Fields; 256]> = file!("fields");

/// Change rows by id: draws that lower the distance to a split. Configurations of 14 tiles have none.
pub static DRAW: Aligned<[Fields; IDS]> = file!("draw");

/// Change rows by id: discards that do not raise the distance to a split.
pub static DISCARD: Aligned<[Fields; IDS]> = file!("discard");

static RANK: Aligned<[u16; RANKS]> = file!("rank");
static BASE: Aligned<[u32; BASES]> = file!("base");
static PLACE: Aligned<[u32; IDS]> = file!("place");
static WORDS: Aligned<[u64; readings::WORDS]> = file!("words");

/// Id of a configuration of at most 14 tiles; meaningless for other indices.
#[inline]
pub fn id(index: u32) -> usize {
    BASE[at_base(index)] as usize + RANK[at_rank(index)] as usize
}

/// The readings of a configuration with this id; none if it is not complete.
#[inline]
pub fn readings_of(id: usize) -> &'static [u64] {
    WORDS.get(readings::range(PLACE[at_id(id)])).unwrap_or(&[])
}
