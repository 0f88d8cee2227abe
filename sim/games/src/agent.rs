//! Who decides: agents for one seat, and batched agents for many seats of many matches at once.

use crate::game::{ActionMask, Game};
use hyakuman_core::{MatchSeed, Rng, Seat};
use std::sync::Arc;

/// The root of an agent's own randomness in one match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AgentSeed {
    /// The match.
    pub of_match: MatchSeed,
    /// Where the agent sits.
    pub seat: Seat,
}

impl AgentSeed {
    /// The agent's stream of random numbers.
    pub fn rng(self) -> Rng {
        self.of_match.agent(self.seat)
    }
}

/// Decides for one seat. It sees its view and the legal actions, nothing else.
pub trait Agent<G: Game>: Send {
    /// A new match begins: forget everything.
    fn begin(&mut self, rules: &Arc<G::Rules>, seat: Seat, seed: AgentSeed);

    /// Chooses one of the legal actions.
    fn act(&mut self, view: &G::View<'_>, legal: &ActionMask) -> u8;
}

impl<G: Game> Agent<G> for Box<dyn Agent<G>> {
    fn begin(&mut self, rules: &Arc<G::Rules>, seat: Seat, seed: AgentSeed) {
        (**self).begin(rules, seat, seed);
    }

    #[inline]
    fn act(&mut self, view: &G::View<'_>, legal: &ActionMask) -> u8 {
        (**self).act(view, legal)
    }
}

/// Decides for many seats of many matches at once: a neural network, Python, another process.
///
/// A decision is encoded where the game lives, then many rows are answered in one call. An answer may depend on
/// its row alone, never on the other rows of a batch; a row holds what the agent needs of the past.
pub trait BatchAgent<G: Game>: Send {
    /// Size of an encoded decision in bytes.
    fn row_bytes(&self) -> usize;

    /// Writes one decision to `out`, which has [`BatchAgent::row_bytes`] zeroed bytes. `seed` tells the match and
    /// `step` the how-manieth decision of this seat in it this is, for an agent that draws lots.
    fn encode(&self, view: &G::View<'_>, legal: &ActionMask, seed: AgentSeed, step: u32, out: &mut [u8]);

    /// Chooses an action for each row.
    fn act(&mut self, rows: &[u8], out: &mut [u8]);
}
