//! Shapes of the tiles of a hand: pairs of neighbours, single tiles, tiles of one suit.

use hyakuman_core::{Hand, Kind, KindSet};

/// Kinds with a neighbour one step higher, and a place for a third tile on both sides: 23, 34, … 78, by the lower one.
pub(crate) fn two_sided(hand: &Hand) -> KindSet {
    with_higher(hand.kinds(), 1) & ranks(1, 6)
}

/// Kinds with another two steps higher and none between: 13, 24, …
pub(crate) fn closed(hand: &Hand) -> KindSet {
    with_higher(hand.kinds(), 2) - with_higher(hand.kinds(), 1)
}

/// Single tiles of suits without another tile within two steps.
pub(crate) fn isolated(hand: &Hand) -> KindSet {
    let kinds = hand.kinds();
    let higher = |steps: u8| (kinds & ranks(0, 8 - steps)).bits() << steps;
    let lower = with_higher(kinds, 1) | with_higher(kinds, 2);
    kinds - lower - KindSet::from_bits(higher(1) | higher(2)) - hand.at_least(2) - KindSet::HONORS
}

/// Tiles of the hand next to a kind of a suit, and half of those two steps away; 0 for honors.
pub(crate) fn near(hand: &Hand, kind: Kind) -> f32 {
    let one = KindSet::of(kind) - KindSet::HONORS;
    let at = |steps: u8| {
        let up = (one & ranks(0, 8 - steps)).bits() << steps;
        let down = (one & ranks(steps, 8)).bits() >> steps;
        hand.count_in(KindSet::from_bits(up | down)) as f32
    };
    at(1) + 0.5 * at(2)
}

/// Tiles, melds included, of the suit that the hand has most of and all its melds are of, with the honors; 0 if the melds are of two
/// suits. `exposed`: the kinds of the melds.
pub(crate) fn of_one_suit(hand: &Hand, exposed: KindSet, melds: u8) -> u32 {
    let suits = (0..3).map(KindSet::suit).filter(|&suit| (exposed - KindSet::HONORS).is_subset_of(suit));
    let tiles = suits.map(|suit| hand.count_in(suit | KindSet::HONORS)).max();
    tiles.map_or(0, |tiles| tiles + 3 * u32::from(melds))
}

/// Those of some kinds that have another so many steps higher in their suit.
fn with_higher(kinds: KindSet, steps: u8) -> KindSet {
    kinds & KindSet::from_bits(kinds.bits() >> steps) & ranks(0, 8 - steps)
}

/// The kinds of all suits with ranks between these, from 0.
fn ranks(low: u8, high: u8) -> KindSet {
    let suit = (1_u64 << (high + 1)) - (1 << low);
    KindSet::from_bits(suit | suit << 9 | suit << 18)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyakuman_core::notation::parse_tiles;

    #[test]
    fn shapes_stay_within_their_suit() {
        let hand = |text: &str| {
            parse_tiles(text).unwrap().iter().fold(Hand::EMPTY, |hand, tile| hand.with(tile.kind()))
        };
        let counted = |text: &str| {
            let hand = hand(text);
            [two_sided(&hand), closed(&hand), isolated(&hand)].map(|kinds| kinds.len())
        };
        assert_eq!(counted("12m89m1p9s"), [0, 0, 2]);
        assert_eq!(counted("23m78m24p5s"), [2, 1, 1]);
        assert_eq!(counted("234567m11p123z"), [5, 0, 0]);
        assert_eq!(counted("9m1p9p1s7z"), [0, 0, 4]);
        assert_eq!(counted("135m"), [0, 2, 0]);
        let near = |text: &str, kind: &str| near(&hand(text), hand(kind).kinds().first().unwrap());
        assert_eq!(near("9m1p2p3p", "1p"), 1.5);
        assert_eq!(near("3344667m", "5m"), 4.0 + 1.5);
        assert_eq!(near("11z22z", "1z"), 0.0);
    }
}
