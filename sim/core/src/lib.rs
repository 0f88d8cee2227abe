//! Tiles, hands, walls, and the kernels on them: shanten, waits, decompositions. In [`game`]: what a game, an agent and a record are, and the loop
//! that plays a match. In [`common`]: what families of games share. In [`testing`]: support for tests.
//!
//! ```
//! use hyakuman_core::eval::{self, Full};
//! use hyakuman_core::{Hand, notation::parse_tiles};
//!
//! let mut hand = Hand::EMPTY;
//! parse_tiles("123m406p11z56s").unwrap().iter().for_each(|tile| hand.add(tile.kind()));
//! assert_eq!(eval::shanten::<Full>(&hand, 1), 0); // tenpai, beside one called set
//! assert_eq!(format!("{:?}", eval::waits::<Full>(&hand, 1)), "{4s, 7s}");
//! ```
//!
//! Knows no family of games and does no I/O. Read in this order: [`tile`] (34 kinds, 37 faces), [`set`] (sets of kinds),
//! [`hand`] (the incremental hand), [`meld`], [`seat`], [`seed`] and [`wall`] (all randomness), [`eval`] (the kernels),
//! [`notation`] (tiles as text), [`mod@excerpt`] (foreign text in messages), [`mod@column`] (how a game describes its
//! rows).

pub mod bits;
pub mod column;
pub mod common;
pub mod eval;
pub mod excerpt;
pub mod game;
pub mod hand;
mod kept;
pub mod meld;
pub mod named;
pub mod notation;
pub mod seat;
pub mod seed;
pub mod set;
pub mod tables;
pub mod testing;
pub mod tile;
pub mod wall;

pub use hand::{Hand, KindCounts};
pub use kept::kept;
pub use meld::{Meld, MeldKind};
pub use seat::{RelSeat, Seat, SeatSet};
pub use seed::{MatchSeed, Rng};
pub use set::KindSet;
pub use tile::{Kind, Tile};
pub use wall::Wall;
