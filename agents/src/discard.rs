//! Chooses a discard when the kernels leave several.

use crate::discard_view::DiscardView;
use hyakuman_core::common::LegalActions;
use hyakuman_core::common::legal::Discards;
use hyakuman_core::game::ActionMask;
use hyakuman_core::{Kind, KindSet};
use hyakuman_riichi::{Action, Variant, View};

/// The order of value for discards, least valuable first: neither dora nor red five if possible, then guest winds,
/// honors with a yaku, terminals, and so on to the fives.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Order {
    /// The kinds that are neither dora nor red.
    cheap: KindSet,
    guests: KindSet,
}

impl Order {
    #[inline]
    pub(crate) fn new(view: &impl DiscardView, discards: Discards) -> Order {
        Order { cheap: discards.plain() - view.dora(), guests: KindSet::WINDS - view.value_winds() }
    }

    /// Some kinds, least valuable first.
    #[inline]
    pub(crate) fn all(self, mut kinds: KindSet) -> impl Iterator<Item = Kind> {
        std::iter::from_fn(move || {
            let least = (!kinds.is_empty()).then(|| self.least(kinds))?;
            kinds.remove(least);
            Some(least)
        })
    }

    /// The least valuable of some kinds, which must not be empty.
    #[inline]
    pub(crate) fn least(&self, kinds: KindSet) -> Kind {
        let cheap = kinds & self.cheap;
        let choice = if cheap.is_empty() { kinds } else { cheap };
        let tiers = [self.guests, KindSet::HONORS, ranks(0), ranks(1), ranks(2), ranks(3)];
        first_met(choice, tiers).first().expect("some kind to choose from")
    }
}

/// The legal actions without the discards of tiles on which an open hand waits, where there are others.
#[inline(always)]
pub(crate) fn kept_from_open_hands<const N: usize, V: Variant>(
    view: &View<'_, N, V>,
    legal: &ActionMask,
) -> ActionMask {
    if view.sees_open_hand() { without_waits(view, legal) } else { *legal }
}

#[cold]
fn without_waits<const N: usize, V: Variant>(view: &View<'_, N, V>, legal: &ActionMask) -> ActionMask {
    let (waits, mut rest) = (view.open_waits(), ActionMask::EMPTY);
    let discarded = |code| match Action::from_code(code)? {
        Action::Discard(tile) | Action::Riichi(tile) => Some(tile),
        Action::Tsumogiri | Action::RiichiTsumogiri => view.drawn(),
        _ => None,
    };
    let stays = |code: &u8| !discarded(*code).is_some_and(|tile| waits.has(tile.kind()));
    legal.iter().filter(stays).for_each(|code| rest.insert(code));
    let none_is_left = rest.discards(view.drawn()).is_empty() && rest.riichi(view.drawn()).is_empty();
    if none_is_left { *legal } else { rest }
}

/// The part of `kinds` in the first tier that it meets, or all of it if it meets none. Goes through all tiers from the
/// last: a branch on the first one that it meets would be unpredictable.
#[inline]
pub(crate) fn first_met<const T: usize>(kinds: KindSet, tiers: [KindSet; T]) -> KindSet {
    tiers.into_iter().rev().fold(kinds, |found, tier| {
        let met = kinds & tier;
        if met.is_empty() { found } else { met }
    })
}

/// Rank `r` (from 0) of the three suits and its mirror image.
const fn ranks(r: u64) -> KindSet {
    KindSet::from_bits((1 << r | 1 << (8 - r)) * 0x0004_0201)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_come_in_mirrored_pairs() {
        assert_eq!(ranks(0) | KindSet::HONORS, KindSet::YAOCHU);
        assert_eq!(format!("{:?}", ranks(3)), "{4m, 6m, 4p, 6p, 4s, 6s}");
        let all = (0..5).fold(KindSet::HONORS, |kinds, r| kinds | ranks(r));
        assert_eq!(all, KindSet::ALL);
    }
}
