//! `shanten`: always a discard that does not raise the shanten; never a call.

use crate::discard::{Order, RIICHI, code_of, kinds_of};
use crate::discard_view::DiscardView;
use crate::exchange;
use crate::nuki::{NUKI, spare};
use hyakuman_core::{KindSet, Seat};
use hyakuman_games::riichi::{Action, Match, Variant, View};
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

impl<const N: usize, V: Variant> Agent<Match<N, V>> for Shanten {
    fn begin(&mut self, _rules: &Arc<V::Rules>, _seat: Seat, _seed: AgentSeed) {}

    fn act(&mut self, view: &View<'_, N, V>, legal: &ActionMask) -> u8 {
        let [word, riichi, _, exchange] = legal.words();
        if let Some(code) = at_once(word) {
            return code;
        }
        if kinds_of(word, view).is_empty() {
            return if exchange != 0 { exchange::pick(view, exchange, false) } else { legal.nth(0) };
        }
        let (declares, may_set_aside) = (self.riichi && riichi != 0, N == 3 && word & NUKI != 0);
        // Every discard that may declare riichi keeps the shanten.
        let keep = if declares && !may_set_aside { KindSet::ALL } else { view.keep() };
        if may_set_aside && let Some(code) = spare::<V>(word, keep) {
            return code;
        }
        let (first, group) = if declares { (RIICHI, riichi) } else { (0, word) };
        first + discard(view, group, keep)
    }
}

impl Agent<Yangzhou> for Shanten {
    fn begin(&mut self, _rules: &Arc<YangzhouRules>, _seat: Seat, _seed: AgentSeed) {}

    fn act(&mut self, view: &yangzhou::View<'_>, legal: &ActionMask) -> u8 {
        let [word, ..] = legal.words();
        at_once(word).unwrap_or_else(|| discard(view, word, view.keep()))
    }
}

/// Actions that need no choice: a win, passing on a claim, ending the match. All families that have them use the same
/// codes.
fn at_once(word: u64) -> Option<u8> {
    let codes = [Action::Tsumo, Action::Ron, Action::Pass, Action::Stop].map(Action::code);
    codes.into_iter().find(|code| word >> code & 1 != 0)
}

/// Discards the least valuable of the kinds of a group that keep the shanten; the code is relative to the start of the
/// group.
fn discard(view: &impl DiscardView, group: u64, keep: KindSet) -> u8 {
    let legal = kinds_of(group, view);
    let keep = keep & legal;
    let kind = Order::new(view, group).least(if keep.is_empty() { legal } else { keep });
    code_of(group, view, kind)
}
