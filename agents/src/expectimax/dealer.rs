//! The dealer as the children see it, and what dealing is worth.

use super::pool::Pool;
use super::sums::{Ends, SUMS, Worths};
use super::{HIDDEN, Usual};
use arrayvec::ArrayVec;
use hyakuman_core::Tile;
use hyakuman_games::toppan::held::{Held, LIMIT};
use hyakuman_games::toppan::rules::ToppanExtra;
use hyakuman_games::toppan::score::Case;
use hyakuman_games::toppan::{ToppanRules, View};

/// The sum, in half points, from which a dealer rather stays than hits, and how sharp that line is.
const TURNING: f64 = 15.0;
const SHARPNESS: f64 = 2.0;
/// Nobody is as sure as that.
const DOUBT: f64 = 0.03;
/// How likely a dealer lets a yaku pass.
const LETS_PASS: f64 = 0.1;

/// What a child knows of the hidden tile of a dealer that stayed.
pub(super) struct Hidden {
    /// The chance of each face.
    pub(super) chances: [f64; Tile::COUNT],
    /// The chance that the dealer has less than a sum.
    pub(super) below: [f64; SUMS + 1],
    /// What the dealer's win costs where it has a sum or more, times the chance of that.
    pub(super) cost_from: [f64; SUMS + 1],
}

impl Hidden {
    /// Each tile out of sight, weighed by how likely the dealer would have done with it what it did.
    pub(super) fn of(view: &View<'_>, pool: &Pool) -> Hidden {
        let mut found =
            Hidden { chances: [0.0; Tile::COUNT], below: [0.0; SUMS + 1], cost_from: [0.0; SUMS + 1] };
        let mut hands = ArrayVec::<_, { Tile::COUNT }>::new();
        let mut sum = 0.0;
        for (tile, chance) in pool.draws() {
            let (likely, best, han) = judge(view, tile);
            hands.push((tile, chance * likely, best as usize, han));
            sum += chance * likely;
        }
        for (tile, weight, best, han) in hands {
            let chance = weight / f64::max(sum, f64::MIN_POSITIVE);
            found.chances[tile.index()] = chance;
            found.below[best + 1..].iter_mut().for_each(|below| *below += chance);
            found.cost_from[..=best].iter_mut().for_each(|cost| *cost += chance * han);
        }
        found
    }
}

/// With this hidden tile: how likely the dealer did what it did, its sum, its han.
fn judge(view: &View<'_>, hidden: Tile) -> (f64, u8, f64) {
    let dealer = view.dealer();
    let (seat_wind, round_wind, honba) =
        (view.seat_wind(dealer), view.match_state().round_wind(), view.match_state().honba);
    let scorer = &view.terms().scorer;
    let mut held = Held::EMPTY;
    let mut likely = 1.0;
    held.draw(hidden);
    for &tile in view.open(dealer) {
        likely *= 1.0 - stays(held.best(seat_wind));
        if held.hand().count(tile.kind()) == 4 {
            return (0.0, 0, 0.0);
        }
        held.draw(tile);
        let case = Case { held: &held, seat_wind, round_wind, indicators: view.indicators(), honba };
        likely *= if scorer.winning(&case).is_empty() { 1.0 } else { LETS_PASS };
    }
    if held.least() > LIMIT {
        return (0.0, 0, 0.0);
    }
    let case = Case { held: &held, seat_wind, round_wind, indicators: view.indicators(), honba };
    let best = held.best(seat_wind);
    (likely * stays(best), best, scorer.compared(&case).han.into())
}

/// The chance that a dealer stays with a sum.
fn stays(sum: u8) -> f64 {
    let beyond = (f64::from(sum) - TURNING) / SHARPNESS;
    // The same bits on every machine, which an exponential would not give.
    let chance = 0.5 + 0.5 * beyond / (1.0 + beyond * beyond).sqrt();
    chance.clamp(DOUBT, 1.0 - DOUBT)
}

/// Han that a tile turned up brings, for each tile of the hand: it makes some three in 34 kinds dora.
pub(super) fn turned_up(rules: &ToppanRules) -> f64 {
    if rules.toppan_extra == ToppanExtra::Off || rules.wangpai_reserve == 0 { 0.0 } else { 3.1 / 34.0 }
}

/// What the next hand is worth to its dealer, by sums, for each half point that a child bets.
pub(super) fn next_hand(rules: &ToppanRules, honba: u32) -> f64 {
    let pool = Pool::full(rules);
    let indicators = f64::from(rules.dora_indicators);
    let dora = indicators * 3.1 / 34.0;
    let usual = Usual::new(if rules.dora_stacking { dora } else { dora.min(1.0) }, honba);
    let values = pool.values();
    let own_wind = 4.0 / 136.0;
    let bust = -usual.first;
    let mut worth = 0.0;
    for (hidden, chance) in values.iter().enumerate().filter(|(_, chance)| **chance > 0.0) {
        let stay = |sum: usize| {
            let ends = Ends::of_child(&values, own_wind, sum.saturating_sub(hidden) + HIDDEN);
            let won = ends.bust + ends.up_to(sum);
            Some(won * usual.stayed - ends.yaku * usual.declared - (1.0 - won - ends.yaku) * usual.stayed)
        };
        worth += chance * Worths::new(&pool, stay, usual.declared, bust).best[hidden];
    }
    worth
}
