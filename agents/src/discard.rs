//! What to throw when the kernels leave a choice, and the code that throws it.

use hyakuman_core::{Kind, KindSet, RelSeat, Tile};
use hyakuman_games::riichi::{Action, View};
use hyakuman_games::table::dora::dora_of;

const TSUMOGIRI: u8 = Action::Tsumogiri.code();

/// First code of the group of discards that declare riichi; code for code it mirrors the plain discards.
pub(crate) const RIICHI: u8 = Action::Riichi(Tile::of(0)).code();

/// The kinds of one group of discards of a mask (a word of it: plain discards, riichi).
#[inline]
pub(crate) fn kinds_of<const N: usize>(group: u64, view: &View<'_, N>) -> KindSet {
    let reds = (group >> 34 & 1) << 4 | (group >> 35 & 1) << 13 | (group >> 36 & 1) << 22;
    let drawn = match view.drawn() {
        Some(tile) if group >> TSUMOGIRI & 1 != 0 => KindSet::of(tile.kind()),
        _ => KindSet::EMPTY,
    };
    KindSet::from_bits(group | reds) | drawn
}

/// The code, counted from the start of the group, that throws a tile of this kind: the drawn one rather than its
/// like from the hand, a plain one rather than a red five.
#[inline]
pub(crate) fn code_of<const N: usize>(group: u64, view: &View<'_, N>, kind: Kind) -> u8 {
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

/// The kind that is missed least: no dora and no red five if that can be helped, then guest winds, honors of
/// value, terminals, and on to the fives.
pub(crate) fn least_missed<const N: usize>(view: &View<'_, N>, group: u64, kinds: KindSet) -> Kind {
    let plain = KindSet::from_bits(group);
    let drawn =
        view.drawn().filter(|tile| !tile.is_red()).map_or(KindSet::EMPTY, |tile| KindSet::of(tile.kind()));
    let cheap = (kinds & (plain | drawn)) - dora(view);
    let choice = if cheap.is_empty() { kinds } else { cheap };
    let guests = KindSet::WINDS - value_winds(view);
    let tiers = [guests, KindSet::HONORS, ranks(0), ranks(1), ranks(2), ranks(3), KindSet::ALL];
    let found = tiers.into_iter().find_map(|tier| (choice & tier).first());
    found.expect("some kind to choose from")
}

/// Rank `r` of the three suits, counted from 0, and the one as far from the other end.
const fn ranks(r: u64) -> KindSet {
    KindSet::from_bits((1 << r | 1 << (8 - r)) * 0x0004_0201)
}

/// The winds that make a yaku for the viewer.
#[inline]
pub(crate) fn value_winds<const N: usize>(view: &View<'_, N>) -> KindSet {
    KindSet::of(view.seat_wind(RelSeat::SELF)) | KindSet::of(view.round_wind())
}

/// The kinds that are dora.
fn dora<const N: usize>(view: &View<'_, N>) -> KindSet {
    let wrap = view.rules().dora_wrap_1m9m;
    view.indicators().map(|tile| dora_of(tile.kind(), wrap)).collect()
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
