//! Exact numbers of hands at each shanten, against `counts.txt`.
//!
//! Exhaustive: all 326,520,504,500 hands of 14 tiles are counted. A suit matters only by its class, its number of tiles
//! and a few facts for seven pairs and thirteen orphans. Suits equal in all of this are counted together; two suits are
//! joined to half a hand, and two halves to a hand.

use hyakuman_core::tables::{CLASS, HONORS, SHANTEN, SUM, WEIGHT, at_index, pair};

/// What one part of a hand contributes to its shanten.
#[derive(Clone, Copy)]
struct State {
    class: u8,
    tiles: usize,
    /// Number of kinds, capped at seven.
    kinds: usize,
    /// Kinds held twice or more.
    pairs: usize,
    /// Number of different terminals and honors.
    orphans: usize,
    /// Whether one of them is held twice.
    orphan_pair: bool,
}

/// A number of configurations, and the number of ways to pick them from the wall.
#[derive(Clone, Copy, Default)]
struct Number {
    hands: u64,
    deals: u64,
}

/// The states of one part of a hand, and how often each occurs.
type Parts = Vec<(State, Number)>;

/// Counts by shanten, from -1 up, for the forms all, standard, chiitoi, kokushi.
type Distribution = [[Number; 16]; 4];

const FORMS: [&str; 4] = ["all", "standard", "chiitoi", "kokushi"];

#[test]
fn shanten_of_every_hand() {
    let suit = parts(9);
    let front = join(&suit, &suit);
    let back = join(&suit, &parts(7));
    let counted: Vec<Distribution> = (0..=14).map(|tiles| distribution(&front, &back, tiles)).collect();
    let mut lines = 0;
    for line in include_str!("counts.txt").lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<&str> = line.split(' ').collect();
        let form = FORMS.iter().position(|form| *form == words[1]).expect("a form");
        let row = &counted[words[0].parse::<usize>().expect("tiles")][form];
        let unit = |number: &Number| if words[2] == "hands" { number.hands } else { number.deals };
        let expected: Vec<u64> = words[3..].iter().map(|count| count.parse().expect("a count")).collect();
        let found: Vec<u64> = row[..expected.len()].iter().map(unit).collect();
        assert_eq!(found, expected, "{}", words[..3].join(" "));
        lines += 1;
    }
    assert_eq!(lines, 21);
    totals(&counted);
}

/// Checks the totals: all distinct hands, and all C(136, 13) and C(136, 14) deals.
fn totals(counted: &[Distribution]) {
    for (tiles, hands, deals) in
        [(13, 98_521_596_000, 483_774_556_165_488_000), (14, 326_520_504_500, 4_250_305_029_168_216_000)]
    {
        for form in &counted[tiles] {
            assert_eq!(form.iter().map(|number| number.hands).sum::<u64>(), hands);
            assert_eq!(form.iter().map(|number| number.deals).sum::<u64>(), deals);
        }
    }
}

/// All configurations of a suit (nine ranks) or of the honors (seven), at most 14 tiles.
fn parts(ranks: u32) -> Parts {
    let mut found = vec![Number::default(); State::PLACES];
    for code in 0..5usize.pow(ranks) {
        let copies: Vec<u32> = (0..ranks).map(|rank| (code / 5usize.pow(rank) % 5) as u32).collect();
        if copies.iter().sum::<u32>() > 14 {
            continue;
        }
        let number = &mut found[state(&copies).place()];
        number.hands += 1;
        number.deals += copies.iter().map(|&copies| [1, 4, 6, 4, 1][copies as usize]).product::<u64>();
    }
    State::listed(&found)
}

fn state(copies: &[u32]) -> State {
    let index: u32 = copies.iter().zip(WEIGHT).map(|(copies, weight)| copies * weight).sum();
    let honors = copies.len() == 7;
    let orphan = |rank: usize| honors || rank == 0 || rank == 8;
    let at_least = |n: u32| (0..copies.len()).filter(move |&rank| copies[rank] >= n);
    State {
        class: CLASS[at_index(if honors { HONORS + index } else { index })],
        tiles: copies.iter().sum::<u32>() as usize,
        kinds: at_least(1).count().min(7),
        pairs: at_least(2).count(),
        orphans: at_least(1).filter(|&rank| orphan(rank)).count(),
        orphan_pair: at_least(2).any(orphan),
    }
}

/// Joins two parts.
fn join(a: &Parts, b: &Parts) -> Parts {
    let mut found = vec![Number::default(); State::PLACES];
    for (one, n) in a {
        for (other, m) in b.iter().filter(|(other, _)| one.tiles + other.tiles <= 14) {
            let both = State {
                class: SUM[pair(one.class, other.class)],
                tiles: one.tiles + other.tiles,
                kinds: (one.kinds + other.kinds).min(7),
                pairs: one.pairs + other.pairs,
                orphans: one.orphans + other.orphans,
                orphan_pair: one.orphan_pair | other.orphan_pair,
            };
            let number = &mut found[both.place()];
            number.hands += n.hands * m.hands;
            number.deals += n.deals * m.deals;
        }
    }
    State::listed(&found)
}

/// The hands of `tiles` tiles made of two halves, by shanten.
fn distribution(front: &Parts, back: &Parts, tiles: usize) -> Distribution {
    let mut counted = Distribution::default();
    if tiles.is_multiple_of(3) {
        return counted;
    }
    let shanten = &SHANTEN[4 - tiles / 3];
    let mut by_tiles: [Parts; 15] = Default::default();
    back.iter().for_each(|&(state, number)| by_tiles[state.tiles].push((state, number)));
    for (one, n) in front.iter().filter(|(one, _)| one.tiles <= tiles) {
        for (other, m) in &by_tiles[tiles - one.tiles] {
            let standard = shanten[pair(one.class, other.class)] as i32;
            let pairs = (one.pairs + other.pairs) as i32;
            let chiitoi = 6 - pairs + (7 - (one.kinds + other.kinds) as i32).max(0);
            let orphan_pair = one.orphan_pair | other.orphan_pair;
            let kokushi = 13 - (one.orphans + other.orphans) as i32 - orphan_pair as i32;
            let all = if tiles < 13 { standard } else { standard.min(chiitoi).min(kokushi) };
            for (form, shanten) in [all, standard, chiitoi, kokushi].into_iter().enumerate() {
                let number = &mut counted[form][(shanten + 1) as usize];
                number.hands += n.hands * m.hands;
                number.deals += n.deals * m.deals;
            }
        }
    }
    counted
}

impl State {
    /// Entries in a table of all states.
    const PLACES: usize = 180 * 15 * 8 * 8 * 16 * 2;

    fn place(self) -> usize {
        let State { class, tiles, kinds, pairs, orphans, orphan_pair } = self;
        ((((class as usize * 15 + tiles) * 8 + kinds) * 8 + pairs) * 16 + orphans) * 2 + orphan_pair as usize
    }

    fn at(place: usize) -> State {
        State {
            class: (place / (15 * 8 * 8 * 16 * 2)) as u8,
            tiles: place / (8 * 8 * 16 * 2) % 15,
            kinds: place / (8 * 16 * 2) % 8,
            pairs: place / (16 * 2) % 8,
            orphans: place / 2 % 16,
            orphan_pair: place % 2 == 1,
        }
    }

    fn listed(found: &[Number]) -> Parts {
        let there = found.iter().enumerate().filter(|(_, number)| number.hands > 0);
        there.map(|(place, number)| (State::at(place), *number)).collect()
    }
}
