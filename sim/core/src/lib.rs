//! Tiles, hands and walls, and what they are worth to each other: shanten, waits, decompositions.
//!
//! Knows no ruleset and does no I/O. Read in this order: [`tile`] (34 kinds, 37 faces), [`set`] (sets of kinds),
//! [`hand`] (the incremental hand), [`meld`], [`seat`], [`seed`] and [`wall`] (all chance), [`eval`] (the kernels),
//! [`notation`] (text in and out), [`mod@excerpt`] (text shown again), [`mod@column`] (how a game describes its decision
//! rows).

pub mod column;
pub mod eval;
pub mod excerpt;
pub mod hand;
pub mod meld;
pub mod notation;
pub mod seat;
pub mod seed;
pub mod set;
pub mod tile;
pub mod wall;

pub use hand::{Counts, Hand};
pub use meld::{Meld, MeldKind};
pub use seat::{RelSeat, Seat, SeatSet};
pub use seed::{MatchSeed, Rng};
pub use set::KindSet;
pub use tile::{Kind, Tile};
pub use wall::Wall;
