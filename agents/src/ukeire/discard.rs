//! Which discard: shanten first, then live ukeire, then what is missed least.

use super::{Ukeire, fold, on_plan, plan};
use crate::discard::{Order, RIICHI, code_of, kinds_of};
use crate::eval;
use crate::live::Live;
use hyakuman_core::{Hand, Kind, KindSet, RelSeat};
use hyakuman_games::riichi::View;

impl Ukeire {
    /// The best discard, with riichi where it can be declared; none where nothing can be discarded.
    #[inline]
    pub(super) fn discard<const N: usize>(&self, view: &View<'_, N>, words: &[u64; 4]) -> Option<u8> {
        let [word, riichi, ..] = *words;
        let legal = kinds_of(word, view);
        if legal.is_empty() {
            return None;
        }
        let hand = view.full_hand();
        let plan = plan::of_view(view, &hand);
        let melds = view.melds(RelSeat::SELF).len() as u8;
        if self.options.fold && fold::threatened(view) {
            let shanten = eval::shanten::<N>(view.tables(), &on_plan(&hand, plan.kinds), melds);
            if let Some(kind) = fold::give_way(view, word, legal, &hand, shanten) {
                return Some(code_of(word, view, kind));
            }
        }
        let off = legal - plan.kinds;
        if !off.is_empty() {
            return Some(code_of(word, view, Order::new(view, word).least(off)));
        }
        let choice =
            Choice { view, hand, melds, planned: plan.kinds, declare: self.options.riichi && riichi != 0 };
        let (kind, live) = choice.most_live(word, legal, plan.fixed);
        if choice.declare && live > 0 {
            return Some(RIICHI + code_of(riichi, view, kind));
        }
        Some(code_of(word, view, kind))
    }
}

/// A choice between discards none of which is off the plan.
struct Choice<'a, const N: usize> {
    view: &'a View<'a, N>,
    hand: Hand,
    melds: u8,
    planned: KindSet,
    /// Is it for a riichi? Then a wait on one's own discards counts for nothing.
    declare: bool,
}

impl<const N: usize> Choice<'_, N> {
    /// The discard that leaves the most live tiles to draw, of equals the least missed; and how many.
    ///
    /// What is drawn after a discard that keeps the shanten would help before it, too, and is never the discarded
    /// kind. So the draws of the whole hand, less the discarded kind, bound those that are left, and most
    /// candidates need not be looked at.
    #[inline]
    fn most_live(&self, word: u64, legal: KindSet, fixed: KindSet) -> (Kind, u32) {
        let keep = eval::keep::<N>(self.view.tables(), &self.hand, self.melds) & (legal - fixed);
        let order = Order::new(self.view, word);
        let mut rest = if keep.is_empty() { legal } else { keep };
        let mut best = order.least(rest);
        if rest.len() == 1 && !self.declare {
            return (best, 0);
        }
        let live = Live::new(&self.hand, self.view.seen());
        let bound = if keep.is_empty() { KindSet::ALL } else { self.draws(&self.hand) };
        let total = if keep.is_empty() { u32::MAX } else { live.count(bound) };
        let (mut kind, mut most) = (best, 0);
        loop {
            let count = self.live_without(kind, &live);
            if count > most {
                (best, most) = (kind, count);
            }
            rest.remove(kind);
            let gap = total - most;
            if gap == 0 {
                break;
            }
            rest &= live.fewer_than(gap) | !bound;
            if rest.is_empty() {
                break;
            }
            kind = order.least(rest);
        }
        (best, most)
    }

    /// Live tiles to draw after this discard.
    #[inline]
    fn live_without(&self, kind: Kind, live: &Live) -> u32 {
        let draws = self.draws(&self.hand.without(kind));
        let furiten = || draws.meets(self.view.discarded(RelSeat::SELF) | KindSet::of(kind));
        if self.declare && furiten() { 0 } else { live.count(draws) }
    }

    #[inline]
    fn draws(&self, hand: &Hand) -> KindSet {
        eval::ukeire::<N>(self.view.tables(), hand, self.melds) & self.planned
    }
}
