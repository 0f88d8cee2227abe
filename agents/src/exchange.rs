//! Chooses a tile to pass on before the first draw: one that the hand does not need for its shanten.

use crate::discard::Order;
use crate::eval;
use crate::live::Live;
use hyakuman_core::common::legal::Discards;
use hyakuman_core::{Hand, Kind, KindSet};
use hyakuman_riichi::{Variant, View};

/// The choice among the tiles that may be passed on: lowest shanten, then (if `count`) the most live tiles
/// that lower the shanten of the rest, then the least valuable tile.
#[cold]
pub(crate) fn pick<const N: usize, V: Variant>(view: &View<'_, N, V>, tiles: Discards, count: bool) -> u8 {
    let hand = view.full_hand();
    let spare = least(tiles.kinds(), |kind| eval::shanten::<N, V>(&hand.without(kind), 0));
    let choice = if count { most_live(view, &hand, spare) } else { spare };
    tiles.of(Order::new(view, tiles).least(choice))
}

/// Those of them that leave the most live tiles that lower the shanten.
fn most_live<const N: usize, V: Variant>(view: &View<'_, N, V>, hand: &Hand, kinds: KindSet) -> KindSet {
    let live = Live::new(hand, view.seen());
    let draws = |kind| eval::ukeire::<N, V>(&hand.without(kind), 0);
    least(kinds, |kind| u32::MAX - live.count(draws(kind)))
}

/// The kinds of lowest cost.
pub(crate) fn least<C: Ord>(kinds: KindSet, cost: impl Fn(Kind) -> C) -> KindSet {
    let (mut best, mut found) = (None, KindSet::EMPTY);
    for kind in kinds {
        let cost = Some(cost(kind));
        if best.is_none() || cost < best {
            (best, found) = (cost, KindSet::of(kind));
        } else if cost == best {
            found.insert(kind);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyakuman_core::Rng;
    use hyakuman_core::eval::{Full, shanten, ukeire};

    /// The kernels are documented for `3n + 1` tiles; the results needed here are correct for any number.
    #[test]
    fn kernels_work_for_ten_to_twelve_tiles() {
        let mut rng = Rng::from_seed(4);
        for _ in 0..3_000 {
            let mut wall: Vec<u8> = (0..136).collect();
            let mut hand = Hand::EMPTY;
            for _ in 0..10 + rng.below(3) {
                let place = rng.below(wall.len() as u32) as usize;
                hand.add(Kind::of(wall.swap_remove(place) / 4));
            }
            let now = shanten::<Full>(&hand, 0);
            let nearer = |&kind: &Kind| hand.count(kind) < 4 && shanten::<Full>(&hand.with(kind), 0) < now;
            let expected: KindSet = Kind::all().filter(nearer).collect();
            assert_eq!(ukeire::<Full>(&hand, 0), expected, "{hand:?}");
        }
    }
}
