//! Where the walls of a match come from.

use super::match_state::MatchState;
use hyakuman_core::{MatchSeed, Wall};
use std::sync::Arc;

/// Places, in the order tiles are dealt, of the thirteen of one seat, the dealer's `turn` being 0: four tiles to each
/// seat three times, then one.
#[inline]
pub fn dealt(seats: usize, turn: usize) -> impl Iterator<Item = usize> {
    let block = move |i: usize| 4 * (seats * i + turn)..4 * (seats * i + turn) + 4;
    (0..3).flat_map(block).chain([12 * seats + turn])
}

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
    pub fn wall<const N: usize>(&self, ordered: &Wall, match_state: &MatchState<N>) -> Wall {
        match self {
            Walls::Keyed(seed) => Wall::keyed(ordered, *seed, match_state.deal_key()),
            Walls::Scripted(walls) => walls[(match_state.deals as usize).min(walls.len() - 1)].clone(),
        }
    }
}
