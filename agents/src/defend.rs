//! `defend`: `ukeire`, but while another seat is in riichi every decision is the one with the most expected points: push,
//! fold, call or declare.

use crate::threat::is_threatened;
use crate::{Ukeire, Value};
use hyakuman_core::Seat;
use hyakuman_core::game::{ActionMask, Agent, AgentSeed, Evaluation};
use hyakuman_riichi::{Riichi, RiichiRules, View};
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
        Defend { calm: Ukeire::default(), threatened: Value::new(players, 0) }
    }
}

impl<const N: usize> Agent<Riichi<N>> for Defend {
    fn begin(&mut self, rules: &Arc<RiichiRules>, seat: Seat, seed: AgentSeed) {
        Agent::<Riichi<N>>::begin(&mut self.threatened, rules, seat, seed);
    }

    fn act(&mut self, view: &View<'_, N>, legal: &ActionMask) -> u8 {
        let agent: &mut dyn Agent<Riichi<N>> =
            if is_threatened(view) { &mut self.threatened } else { &mut self.calm };
        agent.act(view, legal)
    }

    /// While nobody is in riichi it compares tiles, not points.
    fn evaluate(&mut self, view: &View<'_, N>, legal: &ActionMask) -> Option<Evaluation> {
        is_threatened(view).then(|| self.threatened.evaluate(view, legal))?
    }

    fn groups(&self) -> Vec<String> {
        Agent::<Riichi<N>>::groups(&self.threatened)
    }
}
