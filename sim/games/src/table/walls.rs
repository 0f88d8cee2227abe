//! Where the walls of a match come from.

use hyakuman_core::seed::DealKey;
use hyakuman_core::{MatchSeed, Wall};
use std::sync::Arc;

/// The source of the walls of a match.
#[derive(Clone, Debug)]
pub enum Walls {
    /// From the seed of the match.
    Keyed(MatchSeed),
    /// One after another from a list, for replays and tests; the last is used again when the list ends.
    Scripted(Arc<[Wall]>),
}

impl Walls {
    /// The wall of a deal: `ordered` has all tiles in order, `deals` counts the deals of the match before this one.
    pub fn wall(&self, ordered: &Wall, deal: DealKey, deals: u32) -> Wall {
        match self {
            Walls::Keyed(seed) => Wall::keyed(ordered, *seed, deal),
            Walls::Scripted(walls) => walls[(deals as usize).min(walls.len() - 1)].clone(),
        }
    }
}
