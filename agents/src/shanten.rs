//! `shanten`: always a discard that takes the hand no farther from tenpai; never a call.

use crate::discard::{Order, RIICHI, code_of, kinds_of};
use crate::exchange;
use crate::nuki::{NUKI, sets_aside};
use crate::sight::Sight;
use hyakuman_core::Seat;
use hyakuman_games::riichi::{Action, House, Match, View};
use hyakuman_games::yangzhou::{self, Yangzhou, YangzhouRules};
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

impl<const N: usize, H: House> Agent<Match<N, H>> for Shanten {
    fn begin(&mut self, _rules: &Arc<H::Rules>, _seat: Seat, _seed: AgentSeed) {}

    fn act(&mut self, view: &View<'_, N, H>, legal: &ActionMask) -> u8 {
        let [word, riichi, _, exchange] = legal.words();
        if let Some(code) = at_once(word) {
            return code;
        }
        if N == 3
            && word & NUKI != 0
            && let Some(code) = sets_aside(view, word, i8::MAX)
        {
            return code;
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

impl Agent<Yangzhou> for Shanten {
    fn begin(&mut self, _rules: &Arc<YangzhouRules>, _seat: Seat, _seed: AgentSeed) {}

    fn act(&mut self, view: &yangzhou::View<'_>, legal: &ActionMask) -> u8 {
        let [word, ..] = legal.words();
        at_once(word).unwrap_or_else(|| discard(view, word))
    }
}

/// What needs no thought: a win, a claim let pass, a match stopped. Families that have them have the same codes.
fn at_once(word: u64) -> Option<u8> {
    let codes = [Action::Tsumo, Action::Ron, Action::Pass, Action::Stop].map(Action::code);
    codes.into_iter().find(|code| word >> code & 1 != 0)
}

/// The least missed of the discards that keep the shanten.
fn discard(view: &impl Sight, word: u64) -> u8 {
    let legal = kinds_of(word, view);
    let keep = view.keep() & legal;
    let kind = Order::new(view, word).least(if keep.is_empty() { legal } else { keep });
    code_of(word, view, kind)
}
