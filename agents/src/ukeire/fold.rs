//! When somebody is in riichi and the own hand is far: what is safest.

use crate::discard::least_missed;
use crate::eval;
use crate::live::Live;
use hyakuman_core::{Hand, Kind, KindSet, RelSeat};
use hyakuman_games::riichi::{Event, RiichiState, View};

/// Shanten from which the hand gives way to a riichi.
const FAR: i8 = 1;

/// Kinds by rank: 1 to 3, 4 to 6, 7 to 9 of the suits.
const LOW: u64 = 0b111 * 0x0004_0201;
const MIDDLE: u64 = LOW << 3;
const HIGH: u64 = LOW << 6;

/// Is another seat in riichi?
#[inline]
pub(super) fn threatened<const N: usize>(view: &View<'_, N>) -> bool {
    (1..N as u8).any(|steps| view.riichi(RelSeat::new(steps)) == RiichiState::Accepted)
}

/// The discard that gives way: the safest, among equals one that keeps the shanten. None where the hand is near
/// enough to go on.
pub(super) fn give_way<const N: usize>(
    view: &View<'_, N>,
    group: u64,
    legal: KindSet,
    hand: &Hand,
    shanten: i8,
) -> Option<Kind> {
    if shanten < FAR {
        return None;
    }
    let melds = view.melds(RelSeat::SELF).len() as u8;
    let safest = safest(view, hand, legal);
    let keep = eval::keep::<N>(view.tables(), hand, melds) & safest;
    Some(least_missed(view, group, if keep.is_empty() { safest } else { keep }))
}

/// The safest of these kinds against everybody in riichi.
fn safest<const N: usize>(view: &View<'_, N>, hand: &Hand, legal: KindSet) -> KindSet {
    let (safe, suji) = read(view);
    let live = Live::new(hand, view.seen());
    let scarce = |most| KindSet::HONORS & live.at_most(most);
    let tiers = [safe, scarce(0), scarce(1) | suji & KindSet::YAOCHU, suji | scarce(2), KindSet::YAOCHU];
    let found = tiers.into_iter().map(|tier| tier & legal).find(|tier| !tier.is_empty());
    found.unwrap_or(legal)
}

/// What cannot be ronned by anybody in riichi, and what no two-sided wait of theirs can be on.
///
/// Safe against a seat is what it has discarded, and whatever anybody discarded after its riichi: it let that pass.
fn read<const N: usize>(view: &View<'_, N>) -> (KindSet, KindSet) {
    let (mut safe, mut suji) = (KindSet::ALL, KindSet::ALL);
    let mut passed = KindSet::EMPTY;
    for event in view.events().rev() {
        match event {
            Event::Discard { tile, .. } => passed.insert(tile.kind()),
            Event::Riichi { seat } if seat != view.seat() => {
                let gone = view.discarded(seat.seen_from(view.seat(), N)) | passed;
                safe &= gone;
                suji &= gone | suji_of(gone);
            }
            _ => {}
        }
    }
    (safe, suji)
}

/// The kinds whose two-sided waits all hold one of these: 1 to 3 by the tile three above, 7 to 9 by the one three
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
    fn suji_of_the_books() {
        for (gone, suji) in
            [("4m", "17m"), ("17p", "4p"), ("5s", "28s"), ("1z", ""), ("36m", "39m"), ("456p", "123789p")]
        {
            let kinds = |text| parse_tiles(text).unwrap().iter().map(|tile| tile.kind()).collect::<KindSet>();
            assert_eq!(suji_of(kinds(gone)), kinds(suji), "{gone}");
        }
    }
}
