//! Where the walls of a match come from.

use super::standing::Standing;
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
    /// The wall of the next deal at this standing; `ordered` has all tiles in order.
    pub fn wall<const N: usize>(&self, ordered: &Wall, standing: &Standing<N>) -> Wall {
        match self {
            Walls::Keyed(seed) => Wall::keyed(ordered, *seed, standing.deal_key()),
            Walls::Scripted(walls) => walls[(standing.deals as usize).min(walls.len() - 1)].clone(),
        }
    }
}
