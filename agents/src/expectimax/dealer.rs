//! The dealer from the point of view of the children, and the value of being the dealer.

use super::pool::Pool;
use super::sums::{Ends, SUMS, Worths};
use super::{HIDDEN, Usual};
use arrayvec::ArrayVec;
use hyakuman_core::Tile;
use hyakuman_toppan::held::{Held, LIMIT};
use hyakuman_toppan::rules::ToppanExtra;
use hyakuman_toppan::score::Case;
use hyakuman_toppan::{ToppanRules, View};

/// The sum, in half points, at which a dealer is as likely to stay as to hit; the transition around it is smooth.
const TURNING: f64 = 15.0;
const SHARPNESS: f64 = 2.0;
/// Lower bound of any probability of a choice.
const DOUBT: f64 = 0.03;
/// The probability that a dealer does not declare a yaku.
const LETS_PASS: f64 = 0.1;

/// A child's estimate of the hidden tile of a dealer who stayed.
pub(super) struct Hidden {
    /// The probability of each face.
    pub(super) chances: [f64; Tile::COUNT],
    /// The probability that the dealer has less than a sum.
    pub(super) below: [f64; SUMS + 1],
    /// The cost of the dealer's win with a sum or more, times the probability of that.
    pub(super) cost_from: [f64; SUMS + 1],
}

impl Hidden {
    /// Weighs each unseen tile by how likely the dealer would have made its choices with it.
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

/// For this hidden tile: the likelihood of the dealer's choices, its sum, its han.
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

/// The probability that a dealer stays with a sum.
fn stays(sum: u8) -> f64 {
    let beyond = (f64::from(sum) - TURNING) / SHARPNESS;
    // Gives the same bits on every machine, which an exponential would not.
    let chance = 0.5 + 0.5 * beyond / (1.0 + beyond * beyond).sqrt();
    chance.clamp(DOUBT, 1.0 - DOUBT)
}

/// Expected han per tile of a hand from turning up a tile: it makes about three in 34 kinds dora.
pub(super) fn turned_up(rules: &ToppanRules) -> f64 {
    if rules.toppan_extra == ToppanExtra::Off || rules.wangpai_reserve == 0 { 0.0 } else { 3.1 / 34.0 }
}

/// The value of the next hand to its dealer, by sums, per half point that a child bets.
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
