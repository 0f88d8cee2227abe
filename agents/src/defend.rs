//! `defend`: `ukeire`, but while another seat is in riichi every decision is the one with the most expected points: push,
//! fold, call or declare.

use crate::{Ukeire, Value};
use hyakuman_core::Seat;
use hyakuman_game::{ActionMask, Agent, AgentSeed, Evaluation, Forecast};
use hyakuman_riichi::{Riichi, RiichiRules, RiichiState, View};
use std::sync::Arc;

/// Weighs pushing against folding; otherwise plays for speed.
#[derive(Clone)]
pub struct Defend {
    calm: Ukeire,
    threatened: Value,
    /// Whether the last decision was weighed.
    weighs: bool,
}

impl Defend {
    /// For this number of players.
    pub fn new(players: usize) -> Defend {
        Defend { calm: Ukeire::default(), threatened: Value::new(players, 0), weighs: false }
    }
}

impl<const N: usize> Agent<Riichi<N>> for Defend {
    fn begin(&mut self, rules: &Arc<RiichiRules>, seat: Seat, seed: AgentSeed) {
        Agent::<Riichi<N>>::begin(&mut self.threatened, rules, seat, seed);
    }

    fn act(&mut self, view: &View<'_, N>, legal: &ActionMask) -> u8 {
        self.weighs = is_threatened(view);
        let agent: &mut dyn Agent<Riichi<N>> =
            if self.weighs { &mut self.threatened } else { &mut self.calm };
        agent.act(view, legal)
    }

    fn forecast(&self) -> Option<Forecast> {
        Agent::<Riichi<N>>::forecast(&self.threatened).filter(|_| self.weighs)
    }

    fn forecast_groups(&self) -> Vec<String> {
        Agent::<Riichi<N>>::forecast_groups(&self.threatened)
    }

    /// While nobody is in riichi it compares tiles, not points.
    fn evaluate(&mut self, view: &View<'_, N>, legal: &ActionMask) -> Option<Evaluation> {
        is_threatened(view).then(|| self.threatened.evaluate(view, legal))?
    }
}

/// Whether another seat is in riichi.
fn is_threatened<const N: usize>(view: &View<'_, N>) -> bool {
    view.others().any(|seat| view.riichi(seat) != RiichiState::No && !view.has_won(seat))
}
