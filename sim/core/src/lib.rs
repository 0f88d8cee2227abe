//! Tiles, hands, walls, and the kernels on them: shanten, waits, decompositions.
//!
//! Knows no ruleset and does no I/O. Read in this order: [`tile`] (34 kinds, 37 faces), [`set`] (sets of kinds),
//! [`hand`] (the incremental hand), [`meld`], [`seat`], [`seed`] and [`wall`] (all randomness), [`eval`] (the kernels),
//! [`notation`] (tiles as text), [`mod@excerpt`] (quoting text in messages), [`mod@column`] (how a game describes its
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
