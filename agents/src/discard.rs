//! Chooses a discard when the kernels leave several, and its action code.

use crate::discard_view::DiscardView;
use hyakuman_core::{Kind, KindSet, Tile};
use hyakuman_games::riichi::Action;

const TSUMOGIRI: u8 = Action::Tsumogiri.code();

/// First code of the discards that declare riichi; the codes are in the same order as those of plain discards.
pub(crate) const RIICHI: u8 = Action::Riichi(Tile::of(0)).code();

/// The kinds in one group of discards of a mask (a word of it: plain discards, riichi).
#[inline]
pub(crate) fn kinds_of(group: u64, view: &impl DiscardView) -> KindSet {
    let reds = (group >> 34 & 1) << 4 | (group >> 35 & 1) << 13 | (group >> 36 & 1) << 22;
    let drawn = match view.drawn() {
        Some(tile) if group >> TSUMOGIRI & 1 != 0 => KindSet::of(tile.kind()),
        _ => KindSet::EMPTY,
    };
    KindSet::from_bits(group | reds) | drawn
}

/// The code, relative to the start of the group, that discards a tile of this kind: rather the drawn tile than an equal
/// one from the hand, rather a plain five than a red one.
#[inline]
pub(crate) fn code_of(group: u64, view: &impl DiscardView, kind: Kind) -> u8 {
    if view.drawn() == Some(kind.tile()) {
        return TSUMOGIRI;
    }
    let red = 34 + kind.suit();
    if group >> kind.code() & 1 != 0 {
        kind.code()
    } else if kind.is_five() && group >> red & 1 != 0 {
        red
    } else {
        TSUMOGIRI
    }
}

/// The order of value for discards, least valuable first: neither dora nor red five if possible, then guest winds,
/// honors with a yaku, terminals, and so on to the fives.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Order {
    /// The kinds that are neither dora nor red.
    cheap: KindSet,
    guests: KindSet,
}

impl Order {
    /// For one group of discards of a mask.
    #[inline]
    pub(crate) fn new(view: &impl DiscardView, group: u64) -> Order {
        let drawn = view.drawn().filter(|tile| !tile.is_red());
        let plain = KindSet::from_bits(group) | drawn.map_or(KindSet::EMPTY, |tile| KindSet::of(tile.kind()));
        Order { cheap: plain - view.dora(), guests: KindSet::WINDS - view.value_winds() }
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
