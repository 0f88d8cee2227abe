//! Chooses the discard: lowest shanten, then most live ukeire, then the least valuable tile.

use super::{Ukeire, fold, plan};
use crate::discard::{Order, first_met, kept_from_open_hands};
use crate::eval;
use crate::live::Live;
use crate::threat::is_threatened;
use hyakuman_core::common::LegalActions;
use hyakuman_core::common::legal::Discards;
use hyakuman_core::eval::{HandAnalysis, TileSet, analysis};
use hyakuman_core::game::ActionMask;
use hyakuman_core::{Hand, Kind, KindSet, RelSeat};
use hyakuman_riichi::{Variant, View};

impl Ukeire {
    /// The best discard, with riichi if it can be declared; `None` if nothing can be discarded.
    #[inline]
    pub(super) fn discard<const N: usize, V: Variant>(
        &self,
        view: &View<'_, N, V>,
        legal: &ActionMask,
    ) -> Option<u8> {
        let legal = kept_from_open_hands(view, legal);
        let (discards, riichi) = (legal.discards(view.drawn()), legal.riichi(view.drawn()));
        let legal = discards.kinds();
        if legal.is_empty() {
            return opening(view, riichi);
        }
        let hand = view.full_hand();
        let plan = plan::of_view(view, &hand);
        let analysis = analysis::<V::Kinds<N>>(&hand, view.melds(RelSeat::SELF).len() as u8);
        if self.options.fold
            && is_threatened(view)
            && fold::is_far(view, &analysis, &hand, plan.kinds, self.options.far)
        {
            return Some(discards.of(fold::give_way(view, discards, &hand, analysis.keep())));
        }
        let off = legal - plan.kinds;
        if !off.is_empty() {
            return Some(discards.of(Order::new(view, discards).least(off)));
        }
        let declare = self.options.riichi && !riichi.is_empty();
        let choice = Choice { view, hand: &hand, analysis: &analysis, planned: plan.kinds, declare };
        let (kind, live) = choice.most_live(discards, plan.fixed);
        Some(if declare && live > 0 { riichi.of(kind) } else { discards.of(kind) })
    }
}

/// The discard after the announcement of an open riichi: the one with the most live waits.
#[cold]
fn opening<const N: usize, V: Variant>(view: &View<'_, N, V>, riichi: Discards) -> Option<u8> {
    let (hand, melds) = (view.full_hand(), view.melds(RelSeat::SELF).len() as u8);
    let live = |kind: &Kind| view.unseen(eval::ukeire::<N, V>(&hand.without(*kind), melds));
    riichi.kinds().into_iter().max_by_key(live).map(|kind| riichi.of(kind))
}

/// A choice between discards, none of which leaves the plan.
struct Choice<'a, S, const N: usize, V: Variant> {
    view: &'a View<'a, N, V>,
    hand: &'a Hand,
    analysis: &'a HandAnalysis<'a, S>,
    planned: KindSet,
    /// Whether to declare riichi: then waits on one's own discards do not count.
    declare: bool,
}

/// An upper bound for what any discard leaves.
struct Bound {
    /// The draws that help the hand before the discard; empty if there is no bound.
    draws: KindSet,
    /// Live tiles of these kinds.
    total: u32,
}

impl<S: TileSet, const N: usize, V: Variant> Choice<'_, S, N, V> {
    /// The discard that leaves the most live tiles that lower the shanten, and their number. Ties go to the least
    /// valuable tile, and to one that would not help if it were drawn.
    ///
    /// Most candidates are skipped: because of [`Choice::bound`] they cannot beat the best so far, or they are isolated
    /// honors equivalent to one already examined ([`Choice::twins`]).
    #[inline(always)]
    fn most_live(&self, discards: Discards, fixed: KindSet) -> (Kind, u32) {
        let legal = discards.kinds();
        let keep = self.analysis.keep() & (legal - fixed);
        let mut rest = if keep.is_empty() { legal } else { keep };
        if let (1, false, Some(kind)) = (rest.len(), self.declare, rest.first()) {
            return (kind, 0);
        }
        let live = Live::new(self.hand, self.view.seen());
        let bound = self.bound(&live, !keep.is_empty());
        let order = Order::new(self.view, discards);
        let next = |rest| order.least(first_met(rest, [!bound.draws]));
        let mut kind = next(rest);
        let (mut best, mut most) = (kind, 0);
        loop {
            let draws = self.analysis.draws_without(kind) & self.planned;
            let count = if self.declare && self.furiten(kind, draws) { 0 } else { live.count(draws) };
            if count > most {
                (best, most) = (kind, count);
            }
            rest.remove(kind);
            rest &= live.fewer_than(bound.total - most) | !bound.draws;
            rest &= !self.twins(kind) | (draws & live.fewer_than(live.count(KindSet::of(kind))));
            if rest.is_empty() || bound.total == most {
                return (best, most);
            }
            kind = next(rest);
        }
    }

    /// A draw that helps after a discard that keeps the shanten also helps before it, and is another kind.
    #[inline(always)]
    fn bound(&self, live: &Live, keeps: bool) -> Bound {
        if !keeps || eval::is_one_suit(self.hand) {
            return Bound { draws: KindSet::EMPTY, total: u32::MAX };
        }
        let draws = self.analysis.draws() & self.planned;
        Bound { draws, total: live.count(draws) }
    }

    /// The isolated honors, if `kind` is one: they are equivalent except for their own copies.
    #[inline(always)]
    fn twins(&self, kind: Kind) -> KindSet {
        let lone = (self.hand.kinds() - self.hand.at_least(2)) & KindSet::HONORS;
        if lone.has(kind) && !self.declare { lone } else { KindSet::EMPTY }
    }

    /// Whether the hand would be furiten by its own river after this discard.
    fn furiten(&self, discard: Kind, waits: KindSet) -> bool {
        waits.meets(self.view.discarded(RelSeat::SELF) | KindSet::of(discard))
    }
}
