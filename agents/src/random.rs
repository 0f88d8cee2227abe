//! `random`: any legal action, each equally likely. Plays every game; the template for a new agent.

use hyakuman_core::game::{ActionMask, Agent, AgentSeed, Game};
use hyakuman_core::{Rng, Seat};
use std::sync::Arc;

/// Chooses from its random stream.
#[derive(Clone, Debug)]
pub struct Random(Rng);

impl Default for Random {
    /// An agent before its first match: [`Agent::begin`] sets the random stream of its match and seat.
    fn default() -> Self {
        Random(Rng::from_seed(0))
    }
}

impl<G: Game> Agent<G> for Random {
    fn begin(&mut self, _rules: &Arc<G::Rules>, _seat: Seat, seed: AgentSeed) {
        self.0 = seed.rng();
    }

    #[inline]
    fn act(&mut self, _view: &G::View<'_>, legal: &ActionMask) -> u8 {
        legal.nth(self.0.below(legal.len()))
    }
}
