//! The source of the walls of a match, and how tiles are dealt from a wall.

use super::match_state::MatchState;
use crate::game::KnownDeals;
use crate::{MatchSeed, Rng, Wall};
use std::sync::Arc;

/// The numbers, in the order in which tiles are dealt, of the thirteen tiles of one seat: four to each seat three times,
/// then one. `turn` is 0 for the dealer, 1 for the next seat, and so on.
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
    /// One after another from a list, for replays and tests. At the end of the list the last one is used again.
    Scripted(Arc<[Wall]>),
}

impl Walls {
    /// Walls of their own, for a match whose hidden tiles are dealt again.
    pub fn drawn(rng: &mut Rng) -> Walls {
        Walls::Keyed(MatchSeed { seed: rng.next_u64(), number: rng.next_u64() })
    }

    /// Those of a record; `None` if there are none, or one does not have the tiles of this one.
    pub fn of_deals(deals: &KnownDeals, ordered: &Wall) -> Option<Walls> {
        let is_sound = |wall: &Wall| {
            let mut ids = wall.ids().to_vec();
            ids.sort_unstable();
            ids == ordered.ids()
        };
        let sound = !deals.walls.is_empty() && deals.walls.iter().all(is_sound);
        sound.then(|| Walls::Scripted(deals.walls.as_slice().into()))
    }

    /// The wall of the next kyoku. `ordered` has all tiles in order.
    pub fn wall<const N: usize>(&self, ordered: &Wall, match_state: &MatchState<N>) -> Wall {
        match self {
            Walls::Keyed(seed) => Wall::keyed(ordered, *seed, match_state.deal_key()),
            Walls::Scripted(walls) => walls[(match_state.deals as usize).min(walls.len() - 1)].clone(),
        }
    }
}
