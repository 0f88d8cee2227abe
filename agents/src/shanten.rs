//! `shanten`: always a discard that does not raise the shanten; never a call.

use crate::discard::{Order, kept_from_open_hands};
use crate::discard_view::DiscardView;
use crate::exchange;
use hyakuman_core::KindSet;
use hyakuman_core::common::LegalActions;
use hyakuman_core::common::legal::Discards;
use hyakuman_core::game::{ActionMask, Agent};
use hyakuman_riichi::legal::RiichiActions;
use hyakuman_riichi::{Action, Match, Variant, View};
use hyakuman_yangzhou::Yangzhou;

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
    fn act(&mut self, view: &View<'_, N, V>, legal: &ActionMask) -> u8 {
        if let Some(code) = at_once(legal) {
            return code;
        }
        let legal = &kept_from_open_hands(view, legal);
        let (discards, riichi) = (legal.discards(view.drawn()), legal.riichi(view.drawn()));
        if discards.is_empty() {
            let exchange = legal.exchange();
            return if exchange.is_empty() { legal.nth(0) } else { exchange::pick(view, exchange, false) };
        }
        let (declares, may_set_aside) =
            (self.riichi && !riichi.is_empty(), N == 3 && !legal.nuki().is_empty());
        // Every discard that may declare riichi keeps the shanten.
        let keep = if declares && !may_set_aside { KindSet::ALL } else { view.keep() };
        if may_set_aside && let Some(code) = legal.nuki().of::<V>(keep).first() {
            return code;
        }
        discard(view, if declares { riichi } else { discards }, keep)
    }
}

impl Agent<Yangzhou> for Shanten {
    fn act(&mut self, view: &hyakuman_yangzhou::View<'_>, legal: &ActionMask) -> u8 {
        let discards = legal.discards(DiscardView::drawn(view));
        at_once(legal).unwrap_or_else(|| discard(view, discards, view.keep()))
    }
}

/// Actions that need no choice: a win, passing on a claim, ending the match. Families that cannot end it have no such code.
fn at_once(legal: &ActionMask) -> Option<u8> {
    let stop = Action::Stop.code();
    legal.win().or_else(|| legal.pass()).or_else(|| legal.has(stop).then_some(stop))
}

/// Discards the least valuable of the kinds that keep the shanten.
fn discard(view: &impl DiscardView, discards: Discards, keep: KindSet) -> u8 {
    let legal = discards.kinds();
    let keep = keep & legal;
    discards.of(Order::new(view, discards).least(if keep.is_empty() { legal } else { keep }))
}
