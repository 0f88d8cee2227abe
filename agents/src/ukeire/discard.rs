//! Which discard: shanten first, then live ukeire, then what is missed least.

use super::{Ukeire, fold, on_plan, plan};
use crate::discard::{Order, RIICHI, code_of, first_met, kinds_of};
use crate::eval;
use crate::live::Live;
use hyakuman_core::eval::{Full, Sanma, Study, TileSet};
use hyakuman_core::{Hand, Kind, KindSet, RelSeat};
use hyakuman_games::riichi::View;

impl Ukeire {
    /// The best discard, with riichi where it can be declared; none where nothing can be discarded.
    #[inline]
    pub(super) fn discard<const N: usize>(&self, view: &View<'_, N>, words: &[u64; 4]) -> Option<u8> {
        if N == 3 { self.choose::<Sanma, N>(view, words) } else { self.choose::<Full, N>(view, words) }
    }

    #[inline(always)]
    fn choose<S: TileSet, const N: usize>(&self, view: &View<'_, N>, words: &[u64; 4]) -> Option<u8> {
        let [word, riichi, ..] = *words;
        let legal = kinds_of(word, view);
        if legal.is_empty() {
            return None;
        }
        let hand = view.full_hand();
        let plan = plan::of_view(view, &hand);
        let (melds, off) = (view.melds(RelSeat::SELF).len() as u8, legal - plan.kinds);
        let study = view.tables().study::<S>(&hand, melds);
        if self.options.fold && fold::threatened(view) {
            let part = || eval::shanten::<N>(view.tables(), &on_plan(&hand, plan.kinds), melds);
            if fold::is_far(if off.is_empty() { study.shanten() } else { part() }) {
                return Some(code_of(word, view, fold::give_way(view, word, legal, &hand, study.keep())));
            }
        }
        if !off.is_empty() {
            return Some(code_of(word, view, Order::new(view, word).least(off)));
        }
        let declare = self.options.riichi && riichi != 0;
        let choice = Choice { view, hand: &hand, study: &study, planned: plan.kinds, declare };
        let (kind, live) = choice.most_live(word, legal, plan.fixed);
        if declare && live > 0 {
            return Some(RIICHI + code_of(riichi, view, kind));
        }
        Some(code_of(word, view, kind))
    }
}

/// A choice between discards none of which is off the plan.
struct Choice<'a, S, const N: usize> {
    view: &'a View<'a, N>,
    hand: &'a Hand,
    study: &'a Study<'a, S>,
    planned: KindSet,
    /// Is it for a riichi? Then a wait on one's own discards counts for nothing.
    declare: bool,
}

impl<S: TileSet, const N: usize> Choice<'_, S, N> {
    /// The discard that leaves the most live tiles to draw, of equals the least missed; and how many.
    ///
    /// What helps after a discard would help before it, too, and is never the discarded kind. So what helps now,
    /// less the discarded kind, bounds what a discard leaves, and most candidates need not be looked at.
    #[inline(always)]
    fn most_live(&self, word: u64, legal: KindSet, fixed: KindSet) -> (Kind, u32) {
        let keep = self.study.keep() & (legal - fixed);
        let mut rest = if keep.is_empty() { legal } else { keep };
        if let (1, false, Some(kind)) = (rest.len(), self.declare, rest.first()) {
            return (kind, 0);
        }
        let live = Live::new(self.hand, self.view.seen());
        let bounded = !keep.is_empty() && !self.one_suit();
        let bound = if bounded { self.study.draws() & self.planned } else { KindSet::EMPTY };
        let total = if bounded { live.count(bound) } else { u32::MAX };
        let order = Order::new(self.view, word);
        let next = |rest| order.least(first_met(rest, [!bound]));
        let mut kind = next(rest);
        let (mut best, mut most) = (kind, 0);
        loop {
            let count = self.live_without(kind, &live);
            if count > most {
                (best, most) = (kind, count);
            }
            rest.remove(kind);
            rest &= live.fewer_than(total - most) | !bound;
            if rest.is_empty() || total == most {
                return (best, most);
            }
            kind = next(rest);
        }
    }

    /// Is the hand all of one suit? Then the draws of the whole are no bound.
    #[inline]
    fn one_suit(&self) -> bool {
        let kinds = self.hand.kinds();
        kinds.first().is_some_and(|kind| kinds.is_subset_of(KindSet::suit(kind.suit())))
    }

    /// Live tiles to draw after this discard.
    #[inline(always)]
    fn live_without(&self, kind: Kind, live: &Live) -> u32 {
        let draws = self.study.draws_without(kind) & self.planned;
        let furiten = || draws.meets(self.view.discarded(RelSeat::SELF) | KindSet::of(kind));
        if self.declare && furiten() { 0 } else { live.count(draws) }
    }
}
