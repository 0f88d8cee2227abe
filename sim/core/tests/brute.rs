//! The kernels against slow reference implementations and their own definitions, with 34, 27 and 28 kinds.

use crate::slow;

use hyakuman_core::eval::{self, Full, Sanma, Shape, TileSet};
use hyakuman_core::{Hand, Kind, KindSet};
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

/// Three-player mahjong plus 5m: 28 kinds.
#[derive(Clone, Copy)]
struct WithFives;

impl TileSet for WithFives {
    const KINDS: KindSet = KindSet::from_bits(KindSet::SANMA.bits() | 1 << 4);
}

/// Sizes of a concealed hand: all but multiples of three.
const SIZES: [usize; 10] = [1, 2, 4, 5, 7, 8, 10, 11, 13, 14];

/// Any possible hand, of any size.
fn dealt<S: TileSet>() -> impl Strategy<Value = Hand> {
    let wall: Vec<Kind> = S::KINDS.into_iter().flat_map(|kind| [kind; 4]).collect();
    select(&SIZES).prop_flat_map(move |size| subsequence(wall.clone(), size)).prop_map(hand_of)
}

/// Hands near completion: up to five blocks, up to two tiles replaced.
fn built<S: TileSet>() -> impl Strategy<Value = Hand> {
    let tile =
        (0..S::KINDS.len() as usize).prop_map(|i| S::KINDS.into_iter().nth(i).expect("below the number"));
    let blocks = prop::collection::vec((tile.clone(), any::<bool>()), 0..=4);
    (blocks, tile.clone(), prop::collection::vec((tile, any::<usize>()), 0..=2), any::<bool>()).prop_map(
        |(blocks, pair, changes, whole)| {
            let mut tiles = vec![pair, pair];
            blocks.into_iter().for_each(|(kind, run)| tiles.extend(block(kind, run, S::KINDS)));
            for (kind, place) in changes {
                let place = place % tiles.len();
                tiles[place] = kind;
            }
            if !whole {
                tiles.pop();
            }
            hand_of(tiles)
        },
    )
}

/// A sequence or a triplet with `kind` in it.
fn block(kind: Kind, run: bool, kinds: KindSet) -> [Kind; 3] {
    let low = kind.code() - kind.rank().min(2);
    if run && !kind.is_honor() && (0..3).all(|i| kinds.has(Kind::of(low + i))) {
        [0, 1, 2].map(|i| Kind::of(low + i))
    } else {
        [kind; 3]
    }
}

/// The hand of these tiles, without fifth copies, cut to `3n + 1` or `3n + 2` tiles.
fn hand_of(tiles: Vec<Kind>) -> Hand {
    let mut hand = Hand::EMPTY;
    for kind in tiles {
        if hand.count(kind) < 4 {
            hand.add(kind);
        }
    }
    if hand.len().is_multiple_of(3) {
        hand.kinds().first().into_iter().for_each(|kind| hand.remove(kind));
    }
    hand
}

/// Checks all questions about one hand. The number of concealed tiles determines the number of exposed sets.
fn check<S: TileSet>(hand: &Hand) {
    let melds = 4 - (hand.len() / 3) as u8;
    let shanten = eval::shanten::<S>(hand, melds);
    assert_eq!(shanten, slow::shanten(hand, melds as usize, S::KINDS), "{hand:?}");
    let standard = eval::shanten_standard::<S>(hand, melds);
    assert_eq!(standard, slow::shanten_standard(hand, melds as usize, S::KINDS), "{hand:?}");
    let mut draws = S::KINDS.into_iter().filter(|&kind| hand.count(kind) < 4).collect::<KindSet>();
    let mut discards = hand.kinds();
    for kind in draws {
        if eval::shanten::<S>(&hand.with(kind), melds) >= shanten {
            draws.remove(kind);
        }
    }
    for kind in discards {
        if eval::shanten::<S>(&hand.without(kind), melds) != shanten {
            discards.remove(kind);
        }
    }
    if hand.len() % 3 == 1 {
        assert_eq!(eval::ukeire::<S>(hand, melds), draws, "{hand:?}");
        let waits = if shanten == 0 { draws } else { KindSet::EMPTY };
        assert_eq!(eval::waits::<S>(hand, melds), waits, "{hand:?}");
        return;
    }
    assert_eq!(eval::keep::<S>(hand, melds), discards, "{hand:?}");
    assert_eq!(eval::is_agari(hand, melds), shanten < 0, "{hand:?}");
    same_shapes(hand);
}

/// Checks that the decompositions are the same in any order, and exist only if the standard form is complete.
fn same_shapes(hand: &Hand) {
    let key = |shape: &Shape| (shape.pair.bits(), shape.triplets.bits(), shape.runs.map(KindSet::bits));
    let mut found: Vec<Shape> = eval::shapes(hand).collect();
    let mut expected = slow::shapes(hand);
    found.sort_by_key(key);
    expected.sort_by_key(key);
    assert_eq!(found, expected, "{hand:?}");
}

/// The hand with these bamboo tiles and this many red dragons.
fn bamboo(copies: &[u8; 9], chun: u8) -> Hand {
    let mut counts = [0; Kind::COUNT];
    counts[18..27].copy_from_slice(copies);
    counts[Kind::CHUN.index()] = chun;
    Hand::from_counts(&counts)
}

/// All decompositions of all hands of bamboo, alone or with a pair of dragons.
#[test]
fn shapes_of_every_suit() {
    for code in 0..5usize.pow(9) {
        let copies: [u8; 9] = std::array::from_fn(|rank| (code / 5usize.pow(rank as u32) % 5) as u8);
        let tiles: u8 = copies.iter().sum();
        if tiles <= 14 && tiles % 3 == 2 {
            same_shapes(&bamboo(&copies, 0));
        } else if tiles <= 12 && tiles.is_multiple_of(3) {
            same_shapes(&bamboo(&copies, 2));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_hand_of_34_kinds(hand in dealt::<Full>()) {
        check::<Full>(&hand);
    }

    #[test]
    fn any_hand_of_27_kinds(hand in dealt::<Sanma>()) {
        check::<Sanma>(&hand);
    }

    #[test]
    fn any_hand_of_28_kinds(hand in dealt::<WithFives>()) {
        check::<WithFives>(&hand);
    }

    #[test]
    fn good_hands_of_34_kinds(hand in built::<Full>()) {
        check::<Full>(&hand);
    }

    #[test]
    fn good_hands_of_27_kinds(hand in built::<Sanma>()) {
        check::<Sanma>(&hand);
    }

    #[test]
    fn good_hands_of_28_kinds(hand in built::<WithFives>()) {
        check::<WithFives>(&hand);
    }

    #[test]
    fn counts_and_hand_are_the_same(hand in dealt::<Full>()) {
        prop_assert_eq!(Hand::from_counts(&hand.counts()), hand);
    }
}
