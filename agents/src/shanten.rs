//! `shanten`: always a discard that takes the hand no farther from tenpai; never a call.

use crate::discard::{Order, RIICHI, code_of, kinds_of};
use crate::nuki::{NUKI, sets_aside};
use crate::{eval, exchange};
use hyakuman_core::{RelSeat, Seat};
use hyakuman_games::riichi::{Action, Riichi, RiichiRules, View};
use hyakuman_games::{ActionMask, Agent, AgentSeed};
use std::sync::Arc;

/// Keeps the shanten minimal and the hand closed; wins whenever it can.
#[derive(Clone, Copy, Debug)]
pub struct Shanten {
    /// Declares riichi as soon as it can.
    pub riichi: bool,
}

impl Default for Shanten {
    fn default() -> Self {
        Shanten { riichi: true }
    }
}

impl<const N: usize> Agent<Riichi<N>> for Shanten {
    fn begin(&mut self, _rules: &Arc<RiichiRules>, _seat: Seat, _seed: AgentSeed) {}

    fn act(&mut self, view: &View<'_, N>, legal: &ActionMask) -> u8 {
        let [word, riichi, _, exchange] = legal.words();
        let at_once = [Action::Tsumo, Action::Ron, Action::Pass, Action::Stop].map(Action::code);
        if let Some(code) = at_once.into_iter().find(|code| word >> code & 1 != 0) {
            return code;
        }
        if N == 3 && word & NUKI != 0 && sets_aside(view, i8::MAX) {
            return Action::NUKI_NORTH.code();
        }
        if kinds_of(word, view).is_empty() {
            return if exchange != 0 { exchange::pick(view, exchange, false) } else { legal.nth(0) };
        }
        if self.riichi && riichi != 0 {
            let kind = Order::new(view, riichi).least(kinds_of(riichi, view));
            return RIICHI + code_of(riichi, view, kind);
        }
        discard(view, word)
    }
}

/// The least missed of the discards that keep the shanten.
fn discard<const N: usize>(view: &View<'_, N>, word: u64) -> u8 {
    let (hand, melds) = (view.full_hand(), view.melds(RelSeat::SELF).len() as u8);
    let legal = kinds_of(word, view);
    let keep = eval::keep::<N>(view.tables(), &hand, melds) & legal;
    let kind = Order::new(view, word).least(if keep.is_empty() { legal } else { keep });
    code_of(word, view, kind)
}
