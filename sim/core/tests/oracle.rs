//! Agreement with the `xiangting` crate on shanten, ukeire and best discards, for hands of every size, with the tiles
//! of four-player and three-player mahjong.

use hyakuman_core::eval::{self, Full, Sanma, TileSet};
use hyakuman_core::{Hand, Kind, KindCounts, KindSet, Rng};
use xiangting::PlayerCount;

/// Sizes of a concealed hand: all but multiples of three.
const SIZES: [usize; 10] = [1, 2, 4, 5, 7, 8, 10, 11, 13, 14];

#[test]
fn agrees_with_xiangting() {
    run(2_500, 1);
}

#[test]
#[ignore = "a million hands: run with --ignored"]
fn agrees_with_xiangting_at_length() {
    run(60_000, 2);
}

/// For each size and tile set, `hands` random hands, and as many improved by a few draws.
#[allow(clippy::print_stdout, reason = "reports how much was checked")]
fn run(hands: usize, seed: u64) {
    let mut rng = Rng::from_seed(seed);
    let mut checked = 0;
    for size in SIZES {
        for _ in 0..hands {
            checked += check::<Full>(size, &PlayerCount::Four, &mut rng);
            checked += check::<Sanma>(size, &PlayerCount::Three, &mut rng);
        }
    }
    println!("{checked} hands checked");
}

/// Deals a hand and improves it for a few turns; compares at the start and at the end.
fn check<S: TileSet>(size: usize, players: &PlayerCount, rng: &mut Rng) -> usize {
    let mut wall: Vec<Kind> = S::KINDS.into_iter().flat_map(|kind| [kind; 4]).collect();
    let mut draw = || wall.swap_remove(rng.below(wall.len() as u32) as usize);
    let mut hand = Hand::EMPTY;
    (0..size).for_each(|_| hand.add(draw()));
    let melds = 4 - (size / 3) as u8;
    compare::<S>(&hand, melds, players);
    for _ in 0..8 + size {
        let drawn = if size % 3 == 2 { hand } else { hand.with(draw()) };
        let keep = eval::keep::<S>(&drawn, melds);
        let Some(discard) = keep.first() else { break };
        hand = drawn.without(discard);
        if size % 3 == 2 {
            hand.add(draw());
        }
    }
    compare::<S>(&hand, melds, players);
    2
}

fn compare<S: TileSet>(hand: &Hand, melds: u8, players: &PlayerCount) {
    let counts: KindCounts = hand.counts();
    let (number, necessary) = xiangting::calculate_necessary_tiles(&counts, *players).expect("a hand");
    assert_eq!(eval::shanten::<S>(hand, melds), number as i8 - 1, "{hand:?}");
    if hand.len() % 3 == 1 {
        let ukeire = eval::ukeire::<S>(hand, melds);
        assert_eq!(ukeire, KindSet::from_bits(necessary), "{hand:?}");
        let waits = if number == 1 { ukeire } else { KindSet::EMPTY };
        assert_eq!(eval::waits::<S>(hand, melds), waits, "{hand:?}");
    } else {
        let (_, unnecessary) = xiangting::calculate_unnecessary_tiles(&counts, *players).expect("a hand");
        assert_eq!(eval::keep::<S>(hand, melds), KindSet::from_bits(unnecessary), "{hand:?}");
    }
}
