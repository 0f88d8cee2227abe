//! The scorer against the second implementation, on many hands.

use crate::hand::{Given, rules_of};
use crate::slow::{self, Value};
use hyakuman_core::{Kind, KindSet, Rng, Tile, Wall, wall::Faces};
use hyakuman_toppan::{Held, ToppanRules};

/// Rules that value hands differently.
const RULES: [&str; 8] = [
    "-",
    "-",
    "dora_stacking=false doukoku_downgrade=\"AtLeast\"",
    "suit_sensitive_sets=false",
    "honitsu_needs_both=false four_alike_two_pairs=false",
    "toppan_extra=\"Tile\" roundwind_per_tile=false",
    "honba_for=\"Dealer\" red_fives=[4,4,4]",
    "suit_sensitive_sets=false four_alike_two_pairs=false toppan_extra=\"Off\"",
];

/// Tiles in the order drawn, biased to those that make yaku; none after the sum is over the limit.
fn draw(pool: &mut Vec<Tile>, rng: &mut Rng) -> Vec<Tile> {
    let mut held = Held::EMPTY;
    let most = 1 + rng.below(8) as usize;
    let (low, loose) = (rng.below(3) > 0, rng.below(4) == 0);
    while held.tiles().len() < most && !held.is_over() {
        let near = |tile: &Tile| {
            let last = held.tiles().last().map(|last| last.kind());
            let fits = |last: Kind| {
                last.code().abs_diff(tile.kind().code()) <= 1 || last.rank() == tile.kind().rank()
            };
            let small = tile.kind().is_honor() || tile.kind().rank() < 4;
            (!low || small) && (loose || last.is_none_or(fits))
        };
        let wanted: Vec<usize> = (0..pool.len()).filter(|&i| rng.below(2) > 0 && near(&pool[i])).collect();
        let at = if wanted.is_empty() {
            rng.below(pool.len() as u32)
        } else {
            wanted[rng.below(wanted.len() as u32) as usize] as u32
        };
        held.draw(pool.swap_remove(at as usize));
    }
    held.tiles().to_vec()
}

/// A hand, and indicators from the remaining tiles.
fn random(rules: &ToppanRules, rng: &mut Rng) -> Given {
    let faces = Faces::new(rules.red_fives);
    let mut pool: Vec<Tile> = Wall::ordered(KindSet::ALL).ids().iter().map(|&id| faces.tile(id)).collect();
    let tiles = draw(&mut pool, rng);
    // Copies of tiles in the hand first: last copies would be rare otherwise.
    let likely = rng.below(3) == 0;
    let mut order: Vec<(bool, u64, Tile)> = pool
        .into_iter()
        .map(|tile| (!(likely && tiles.iter().any(|held| held.kind() == tile.kind())), rng.next_u64(), tile))
        .collect();
    order.sort();
    let shown = rng.below(rules.dora_indicators as u32 + 2) as usize;
    Given {
        tiles,
        seat: Kind::wind(rng.below(4) as u8),
        round: Kind::wind(rng.below(2) as u8),
        honba: rng.below(4),
        bet: 1 << rng.below(3),
        indicators: order.into_iter().take(shown).map(|(_, _, tile)| tile).collect(),
        declared: rng.below(4) > 0,
    }
}

#[test]
fn two_readings_agree_on_random_hands() {
    let mut rng = Rng::from_seed(31);
    let mut seen = [0_u32; 5];
    let mut yaku = 0;
    for number in 0..72_000 {
        let rules = rules_of(RULES[number % RULES.len()]);
        let given = random(&rules, &mut rng);
        let found = given.value(&rules);
        let kind = match &found {
            None => Value::Nothing,
            Some(value) if value.mangan => Value::Mangan,
            Some(value) => Value::Han(value.han),
        };
        assert_eq!(
            kind,
            slow::worth(&rules, &given),
            "{given:?} {found:?} {:?}",
            RULES[number % RULES.len()]
        );
        if let Some(value) = found {
            yaku |= value.yaku.bits();
            assert_eq!(value.pay(given.bet), if value.mangan { 40 } else { value.han as i32 } * given.bet);
        }
        seen[match kind {
            Value::Nothing => 0,
            Value::Mangan => 1,
            Value::Han(1..=5) => 2,
            Value::Han(6..=10) => 3,
            Value::Han(_) => 4,
        }] += 1;
    }
    assert!(seen.iter().all(|&times| times > 500), "{seen:?}");
    assert_eq!(yaku.count_ones(), 33, "every yaku has occurred: {yaku:b}");
}
