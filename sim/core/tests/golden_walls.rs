//! Golden walls: the shuffle is pinned, because a seed must give the same games in every version.
//!
//! `golden_walls.txt` has one wall per line: kinds (136 or 108 tiles), seed, match, kyoku, repeat, then the physical
//! tiles in order as two hexadecimal digits each. Other programs can use it to check their own shuffle.

use hyakuman_core::seed::DealKey;
use hyakuman_core::{KindSet, MatchSeed, Wall};

const KEYS: [(u64, u64, u32, u32); 5] =
    [(0, 0, 0, 0), (1, 0, 0, 0), (1, 1, 0, 0), (1, 0, 5, 0), (u64::MAX, 999_999, 11, 3)];

fn line(kinds: KindSet, (seed, number, kyoku, repeat): (u64, u64, u32, u32)) -> String {
    let ordered = Wall::ordered(kinds);
    let wall = Wall::keyed(&ordered, MatchSeed { seed, number }, DealKey { kyoku, repeat });
    let ids: String = wall.ids().iter().map(|id| format!("{id:02x}")).collect();
    format!("{} {seed} {number} {kyoku} {repeat} {ids}\n", wall.len())
}

#[test]
fn walls_are_as_pinned() {
    let found: String =
        [KindSet::ALL, KindSet::SANMA].iter().flat_map(|&kinds| KEYS.map(|key| line(kinds, key))).collect();
    assert_eq!(found, include_str!("golden_walls.txt"), "found:\n{found}");
}

#[test]
fn a_wall_has_every_tile_once() {
    for key in 0..200 {
        let ordered = Wall::ordered(KindSet::ALL);
        let wall = Wall::keyed(&ordered, MatchSeed { seed: 1, number: key }, DealKey { kyoku: 0, repeat: 0 });
        let mut ids = wall.ids().to_vec();
        ids.sort();
        assert_eq!(ids, ordered.ids());
    }
}

/// Every tile is equally likely at every position: a chi-squared test with 136 x 136 cells.
#[test]
fn the_shuffle_is_uniform() {
    const WALLS: u64 = 50_000;
    let ordered = Wall::ordered(KindSet::ALL);
    let mut cells = vec![0u32; 136 * 136];
    for number in 0..WALLS {
        let wall = Wall::keyed(&ordered, MatchSeed { seed: 2, number }, DealKey { kyoku: 0, repeat: 0 });
        wall.ids().iter().enumerate().for_each(|(place, &id)| cells[place * 136 + id as usize] += 1);
    }
    let expected = WALLS as f64 / 136.0;
    let chi2: f64 = cells.iter().map(|&n| (n as f64 - expected).powi(2) / expected).sum();
    let freedom = 135.0 * 135.0;
    let z = (chi2 - freedom) / (2.0 * freedom).sqrt();
    assert!(z.abs() < 4.5, "chi-squared {chi2} for {freedom} degrees of freedom");
}
