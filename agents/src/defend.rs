//! `defend`: `ukeire`, but while another seat is in riichi every decision is the one with the most expected points: push,
//! fold, call or declare.

use crate::value::{self, Value};
use crate::Ukeire;
use hyakuman_core::Seat;
use hyakuman_games::riichi::{Riichi, RiichiRules, RiichiState, View};
use hyakuman_games::{ActionMask, Agent, AgentSeed, Forecast};
use std::sync::Arc;

/// Weighs pushing against folding; otherwise plays for speed.
#[derive(Clone)]
pub struct Defend {
    calm: Ukeire,
    threatened: Value,
}

impl Defend {
    /// For this number of players.
    pub fn new(players: usize) -> Defend {
        Defend { calm: Ukeire::default(), threatened: Value::new(value::Options { depth: 0 }, players) }
    }
}

impl<const N: usize> Agent<Riichi<N>> for Defend {
    fn begin(&mut self, rules: &Arc<RiichiRules>, seat: Seat, seed: AgentSeed) {
        Agent::<Riichi<N>>::begin(&mut self.threatened, rules, seat, seed);
    }

    fn act(&mut self, view: &View<'_, N>, legal: &ActionMask) -> u8 {
        let in_riichi = |seat| view.riichi(seat) != RiichiState::No && !view.has_won(seat);
        let agent: &mut dyn Agent<Riichi<N>> =
            if view.others().any(in_riichi) { &mut self.threatened } else { &mut self.calm };
        agent.act(view, legal)
    }

    fn forecast(&self) -> Option<Forecast> {
        Agent::<Riichi<N>>::forecast(&self.threatened)
    }

    fn forecast_groups(&self) -> Vec<String> {
        Agent::<Riichi<N>>::forecast_groups(&self.threatened)
    }
}
