//! `tsumogiri`: throws back what it draws. The weakest possible riichi player, and the cheapest.

use hyakuman_core::Seat;
use hyakuman_games::riichi::{Action, Riichi, RiichiRules, View};
use hyakuman_games::{ActionMask, Agent, AgentSeed};
use std::sync::Arc;

/// Discards the tile just drawn and lets everything else pass, wins too.
#[derive(Clone, Copy, Default, Debug)]
pub struct Tsumogiri;

impl<const N: usize> Agent<Riichi<N>> for Tsumogiri {
    fn begin(&mut self, _rules: &Arc<RiichiRules>, _seat: Seat, _seed: AgentSeed) {}

    #[inline]
    fn act(&mut self, _view: &View<'_, N>, legal: &ActionMask) -> u8 {
        let dull = [Action::Tsumogiri, Action::Pass, Action::Continue].map(Action::code);
        let found = dull.into_iter().find(|&code| legal.has(code));
        found.unwrap_or_else(|| legal.nth(0))
    }
}
