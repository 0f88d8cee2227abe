//! Where the tiles of a match come from.

use crate::game::outcome::MAX_SEATS;
use crate::{MatchSeed, Wall};
use std::sync::Arc;

/// Where the tiles of a match come from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Deals {
    /// A random seed, which gives the wall of every kyoku.
    Keyed(MatchSeed),
    /// A record of what was dealt: a log of another program.
    Known(Arc<KnownDeals>),
}

/// What was dealt in a match, or in a part of one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KnownDeals {
    /// The first kyoku: prevailing winds passed times seats, plus the seat of the dealer.
    pub kyoku: u32,
    /// Honba before it.
    pub honba: u32,
    /// Riichi sticks on the table before it.
    pub kyotaku: u32,
    /// Scores before it, by seat.
    pub scores: [i32; MAX_SEATS],
    /// The wall of each kyoku, in order of play. The match goes no further.
    pub walls: Vec<Wall>,
}

impl From<MatchSeed> for Deals {
    fn from(seed: MatchSeed) -> Deals {
        Deals::Keyed(seed)
    }
}
