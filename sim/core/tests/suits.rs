//! Facts about hands of a single suit, and small regression cases.

use hyakuman_core::eval::{self, Full};
use hyakuman_core::notation::parse_tiles;
use hyakuman_core::{Hand, Kind};

/// Every hand of `tiles` tiles of one suit.
fn single_suit(tiles: u32) -> Vec<Hand> {
    let mut hands = vec![Hand::EMPTY];
    for kind in Kind::all().take(9) {
        let more = |hand: &Hand| {
            let copies = (0..4).scan(*hand, |hand, _| {
                hand.add(kind);
                Some(*hand)
            });
            std::iter::once(*hand).chain(copies).collect::<Vec<_>>()
        };
        hands = hands.iter().flat_map(more).filter(|hand| hand.len() <= tiles).collect();
    }
    hands.retain(|hand| hand.len() == tiles);
    hands
}

fn hand(text: &str) -> Hand {
    let mut hand = Hand::EMPTY;
    parse_tiles(text).expect("tiles").iter().for_each(|tile| hand.add(tile.kind()));
    hand
}

#[test]
fn single_suit_hands_by_shanten() {
    for (tiles, expected) in [(13, [0, 40_196, 52_791, 613]), (14, [13_277, 91_437, 14_086, 0])] {
        let mut counted = [0; 4];
        for hand in single_suit(tiles) {
            counted[(eval::shanten::<Full>(&hand, 0) + 1) as usize] += 1;
        }
        assert_eq!(counted, expected, "{tiles} tiles");
    }
}

#[test]
fn single_suit_tenpai_by_number_of_waits() {
    let mut counted = [0; 10];
    for hand in single_suit(13) {
        counted[eval::waits::<Full>(&hand, 0).len() as usize] += 1;
    }
    assert_eq!(counted[1..], [14_193, 14_493, 6739, 2948, 1335, 392, 79, 16, 1]);
}

#[test]
fn notable_hands() {
    // hand, exposed sets, shanten, ukeire (of 3n + 1 tiles) or best discards
    let cases = [
        ("1112345678999m", 0, 0, "{1m, 2m, 3m, 4m, 5m, 6m, 7m, 8m, 9m}"),
        ("19m19p19s1234567z", 0, 0, "{1m, 9m, 1p, 9p, 1s, 9s, 1z, 2z, 3z, 4z, 5z, 6z, 7z}"),
        ("111m123p456s789s1z", 0, 0, "{1z}"),
        ("1111m123p", 2, 1, "all but {1m}"),
        ("1z", 4, 0, "{1z}"),
        ("1111z", 3, 1, "all but {1z}"),
        ("1122335577m99p1z", 0, 0, "{1z}"),
        ("1133557799m111p1s", 0, 0, "{1p}"),
        ("12z", 4, 0, "{1z, 2z}"),
        ("11z", 4, -1, "{}"),
    ];
    for (text, melds, shanten, kinds) in cases {
        let hand = hand(text);
        assert_eq!(eval::shanten::<Full>(&hand, melds), shanten, "{text}");
        let found = if hand.len() % 3 == 1 {
            eval::ukeire::<Full>(&hand, melds)
        } else {
            eval::keep::<Full>(&hand, melds)
        };
        let found = if found.len() > 30 { format!("all but {:?}", !found) } else { format!("{found:?}") };
        assert_eq!(found, kinds, "{text}");
    }
}

#[test]
fn pairs_and_orphans() {
    assert!(eval::is_chiitoi(&hand("1122335577m99p11z")));
    assert!(!eval::is_chiitoi(&hand("1111335577m99p11z")), "four of a kind are not two pairs");
    assert!(eval::is_kokushi(&hand("19m19p19s12345677z")));
    assert!(!eval::is_kokushi(&hand("19m19p19s1234567z5s")));
    assert_eq!(eval::shapes(&hand("112233m112233p11z")).len(), 1);
    assert_eq!(eval::shapes(&hand("111222333m11z")).len(), 2);
    assert_eq!(eval::shapes(&hand("11m22p33s44z")).len(), 0, "four pairs");
}
