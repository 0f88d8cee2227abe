//! An open hand needs a yaku other than riichi: determines which kinds it may contain.

use crate::discard_view::DiscardView;
use hyakuman_core::{Hand, KindSet, Meld, MeldKind, RelSeat};
use hyakuman_riichi::{Variant, View};

/// The kinds that a hand may contain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Plan {
    /// The kinds that fit.
    pub(crate) kinds: KindSet,
    /// Concealed triplets that are its only yaku, so they must stay.
    pub(crate) fixed: KindSet,
}

impl Plan {
    /// All kinds: for a closed hand, or one whose yaku is already exposed.
    pub(crate) const ANY: Plan = Plan { kinds: KindSet::ALL, fixed: KindSet::EMPTY };

    /// Whether it is one suit, with or without honors.
    pub(crate) fn is_flush(&self) -> bool {
        self.kinds.len() < 20 && self.kinds.meets(KindSet::HONORS)
    }
}

/// The exposed sets of a hand, as far as plans depend on them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Exposed {
    pub(crate) kinds: KindSet,
    /// The kinds of triplets and kans.
    pub(crate) triplets: KindSet,
}

impl Exposed {
    pub(crate) fn of(melds: &[Meld]) -> Exposed {
        let none = Exposed { kinds: KindSet::EMPTY, triplets: KindSet::EMPTY };
        melds.iter().fold(none, |exposed, meld| exposed.with(meld.kinds(), meld.kind() != MeldKind::Chi))
    }

    /// With one set more.
    pub(crate) fn with(self, kinds: KindSet, triplet: bool) -> Exposed {
        let added = if triplet { kinds } else { KindSet::EMPTY };
        Exposed { kinds: self.kinds | kinds, triplets: self.triplets | added }
    }
}

/// The plan of the viewer's current hand.
#[inline]
pub(crate) fn of_view<const N: usize, V: Variant>(view: &View<'_, N, V>, hand: &Hand) -> Plan {
    if !view.open(RelSeat::SELF) {
        return Plan::ANY;
    }
    let exposed = Exposed::of(view.melds(RelSeat::SELF));
    with_exposed(view, hand, exposed).unwrap_or(Plan::ANY)
}

/// The plan of a hand with these exposed sets; `None` if no yaku is within reach.
pub(crate) fn with_exposed<const N: usize, V: Variant>(
    view: &View<'_, N, V>,
    hand: &Hand,
    exposed: Exposed,
) -> Option<Plan> {
    let value = value_kinds(view);
    if exposed.triplets.meets(value) {
        return Some(Plan::ANY);
    }
    let fixed = hand.at_least(3) & value;
    if !fixed.is_empty() {
        return Some(Plan { kinds: KindSet::ALL, fixed });
    }
    let simples = !KindSet::YAOCHU;
    let tanyao = view.rules().kuitan && exposed.kinds.is_subset_of(simples);
    let flush = flush_of(hand, exposed.kinds);
    let kinds = match flush {
        Some(flush) if !tanyao || hand.count_in(flush) > hand.count_in(simples) => flush,
        _ if tanyao => simples,
        _ => return None,
    };
    Some(Plan { kinds, fixed: KindSet::EMPTY })
}

/// The honors and the suit of the exposed sets, or the suit the hand has most of; `None` if the sets mix suits.
pub(crate) fn flush_of(hand: &Hand, exposed: KindSet) -> Option<KindSet> {
    let flushes = [0, 1, 2].map(|suit| KindSet::suit(suit) | KindSet::HONORS);
    let possible = flushes.into_iter().filter(|&flush| exposed.is_subset_of(flush));
    possible.max_by_key(|&flush| hand.count_in(flush))
}

/// The kinds whose triplet is a yaku.
#[inline]
pub(crate) fn value_kinds<const N: usize, V: Variant>(view: &View<'_, N, V>) -> KindSet {
    KindSet::DRAGONS | view.value_winds()
}
