//! Folding: against a riichi, a hand far from tenpai discards the safest tile.

use crate::discard::{Order, first_met};
use crate::live::Live;
use crate::threat::threatens;
use hyakuman_core::common::legal::Discards;
use hyakuman_core::eval::{self, HandAnalysis, TileSet};
use hyakuman_core::{Hand, Kind, KindSet, RelSeat};
use hyakuman_riichi::danger::suji_of;
use hyakuman_riichi::{Variant, View};

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
    let part = hand.only(planned);
    eval::shanten::<S>(&part, view.melds(RelSeat::SELF).len() as u8) >= far
}

/// The discard when folding: the safest; of equally safe ones, one that keeps the shanten.
pub(super) fn give_way<const N: usize, V: Variant>(
    view: &View<'_, N, V>,
    discards: Discards,
    hand: &Hand,
    keep: KindSet,
) -> Kind {
    let safest = safest(view, hand, discards.kinds());
    let kept = safest & keep;
    Order::new(view, discards).least(if kept.is_empty() { safest } else { kept })
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
