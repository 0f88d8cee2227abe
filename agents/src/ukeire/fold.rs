//! Folding: against a riichi, a hand far from tenpai discards the safest tile.

use crate::discard::{Order, first_met};
use crate::eval;
use crate::live::Live;
use hyakuman_core::eval::{HandAnalysis, TileSet};
use hyakuman_core::{Hand, Kind, KindSet, RelSeat};
use hyakuman_games::riichi::{RiichiState, Variant, View};

/// Ranks 1 to 3 of the suits; shifted, also 4 to 6 and 7 to 9.
const LOW: u64 = 0b111 * 0x0004_0201;
const MIDDLE: u64 = LOW << 3;
const HIGH: u64 = LOW << 6;

/// Whether another seat that still plays is in riichi.
#[inline]
pub(super) fn threatened<const N: usize, V: Variant>(view: &View<'_, N, V>) -> bool {
    (1..N as u8).any(|steps| threatens(view, RelSeat::new(steps)))
}

/// Whether this seat is in riichi and has not won yet.
#[inline]
fn threatens<const N: usize, V: Variant>(view: &View<'_, N, V>, of: RelSeat) -> bool {
    view.riichi(of) == RiichiState::Accepted && !view.has_won(of)
}

/// Whether the hand, or its part that fits the plan, is far enough from tenpai to fold.
#[inline]
pub(super) fn is_far<S: TileSet, const N: usize, V: Variant>(
    view: &View<'_, N, V>,
    analysis: &HandAnalysis<'_, S>,
    hand: &Hand,
    planned: KindSet,
    far: i8,
) -> bool {
    if hand.kinds().is_subset_of(planned) {
        return analysis.shanten() >= far;
    }
    let part = eval::only(hand, planned);
    view.tables().shanten::<S>(&part, view.melds(RelSeat::SELF).len() as u8) >= far
}

/// The discard when folding: the safest; of equally safe ones, one that keeps the shanten.
pub(super) fn give_way<const N: usize, V: Variant>(
    view: &View<'_, N, V>,
    group: u64,
    legal: KindSet,
    hand: &Hand,
    keep: KindSet,
) -> Kind {
    let safest = safest(view, hand, legal);
    let kept = safest & keep;
    Order::new(view, group).least(if kept.is_empty() { safest } else { kept })
}

/// The safest of these kinds against all seats in riichi.
fn safest<const N: usize, V: Variant>(view: &View<'_, N, V>, hand: &Hand, legal: KindSet) -> KindSet {
    let (safe, suji) = read(view);
    let live = Live::new(hand, view.seen());
    let scarce = |n| KindSet::HONORS & live.fewer_than(n);
    let tiers = [safe, scarce(1), scarce(2) | suji & KindSet::YAOCHU, suji | scarce(3), KindSet::YAOCHU];
    first_met(legal, tiers)
}

/// The kinds that nobody in riichi can win on, and those that none of their two-sided waits can include.
fn read<const N: usize, V: Variant>(view: &View<'_, N, V>) -> (KindSet, KindSet) {
    let (mut safe, mut suji) = (KindSet::ALL, KindSet::ALL);
    for seat in view.others().filter(|&seat| threatens(view, seat)) {
        let gone = view.safe_against(seat);
        safe &= gone;
        suji &= gone | suji_of(gone);
    }
    (safe, suji)
}

/// The kinds whose two-sided waits all include one of these: 1 to 3 by the tile three above, 7 to 9 by the one three
/// below, 4 to 6 by both.
fn suji_of(gone: KindSet) -> KindSet {
    let (below, above) = (gone.bits() << 3, gone.bits() >> 3);
    KindSet::from_bits(above & LOW | below & HIGH | above & below & MIDDLE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyakuman_core::notation::parse_tiles;

    #[test]
    fn suji_as_defined() {
        for (gone, suji) in
            [("4m", "17m"), ("17p", "4p"), ("5s", "28s"), ("1z", ""), ("36m", "39m"), ("456p", "123789p")]
        {
            let kinds = |text| parse_tiles(text).unwrap().iter().map(|tile| tile.kind()).collect::<KindSet>();
            assert_eq!(suji_of(kinds(gone)), kinds(suji), "{gone}");
        }
    }
}
