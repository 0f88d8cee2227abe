//! `expectimax`: plays competitive Toppan by what its choices are worth on average.
//!
//! It counts the tiles out of sight, one by one. On its own turn it looks at every tile it may draw, and every one after
//! that, with the yaku they make and what those pay (`tree`); beyond, and for the turns of others, hands are judged by
//! their sums (`sums`). A child judges the hidden tile of the dealer by what the dealer did with it. Bets are the highest
//! where the first tile is worth something on average, else the lowest; the deal is kept while it is worth something. All of
//! it is counted in points: the standing of the match, its limits and its end play no part.

mod dealer;
mod pool;
mod sums;
mod tree;

use dealer::Hidden;
use hyakuman_core::{Kind, RelSeat, Seat};
use hyakuman_games::toppan::held::Held;
use hyakuman_games::toppan::score::Case;
use hyakuman_games::toppan::{Action, Question, Toppan, ToppanRules, View};
use hyakuman_games::{ActionMask, Agent, AgentSeed};
use pool::Pool;
use std::sync::Arc;
use sums::{DealerEnds, Ends, SUMS, Worths};
use tree::Tree;

/// Han of pairs, suits and the like in a hand that stays, on average.
const SHAPE: f64 = 0.7;
/// Tiles of a hand that stays, on average.
const USUAL_TILES: f64 = 2.3;
/// Han of a declared yaku over those of a hand that stays, on average.
const USUAL_YAKU: f64 = 2.5;
/// What the hidden tile is worth at least, in half points.
const HIDDEN: usize = 1;

/// Weighs every draw.
#[derive(Clone, Copy, Debug, Default)]
pub struct Expectimax;

impl Agent<Toppan> for Expectimax {
    fn begin(&mut self, _rules: &Arc<ToppanRules>, _seat: Seat, _seed: AgentSeed) {}

    fn act(&mut self, view: &View<'_>, legal: &ActionMask) -> u8 {
        let action = match view.question() {
            Question::Choice if keeps_deal(view) => Action::Continue,
            Question::Choice => Action::Pass,
            Question::Bet if first_tile(view) > 0.0 => Action::Bet(2),
            Question::Bet => Action::Bet(0),
            _ if view.dealer() == RelSeat::SELF => dealers_turn(view),
            _ => childs_turn(view),
        };
        let code = action.code();
        if legal.has(code) { code } else { Action::Hit.code() }
    }
}

/// What the hands of others are worth on average, in han.
struct Usual {
    /// One that consists of its first tile.
    first: f64,
    /// One that stays.
    stayed: f64,
    /// One that is declared.
    declared: f64,
}

impl Usual {
    /// With so many han a tile.
    fn new(bonus: f64, honba: u32) -> Usual {
        let stayed = 1.0 + f64::from(honba) + bonus * USUAL_TILES + SHAPE;
        Usual { first: 1.0 + f64::from(honba) + bonus, stayed, declared: stayed + USUAL_YAKU }
    }

    fn at(view: &View<'_>, pool: &Pool) -> Usual {
        Usual::new(pool.bonus(view.indicators(), view.match_state().round_wind()), view.match_state().honba)
    }
}

/// The best action of a child.
fn childs_turn(view: &View<'_>) -> Action {
    let mut pool = Pool::of(view);
    let hidden = Hidden::of(view, &pool);
    pool.take_likely(&hidden.chances);
    let usual = Usual::at(view, &pool);
    let bound = view.dealer_shows() as usize + HIDDEN;
    let compare =
        |sum: usize, han: f64| (sum > bound).then(|| hidden.below[sum] * han - hidden.cost_from[sum]);
    let worths = Worths::new(&pool, |sum| compare(sum, usual.stayed), usual.declared, -hidden.cost_from[0]);
    let stay = |_: &Held, best: u8, han: f64| compare(best as usize, han);
    grow(view, &pool, &worths, 1.0, -hidden.cost_from[0], stay)
}

/// The best action of the dealer.
fn dealers_turn(view: &View<'_>) -> Action {
    let pool = Pool::of(view);
    let (usual, values) = (Usual::at(view, &pool), pool.values());
    let own_wind = pool.chance_of(|kind| (28..31).contains(&kind.code())) / 3.0;
    let children: [Ends; SUMS] =
        std::array::from_fn(|shows| Ends::of_child(&values, own_wind, shows + HIDDEN));
    let bets: f64 = [1, 2, 3].iter().filter_map(|&steps| view.bet(RelSeat::new(steps))).sum::<i32>().into();
    let first = view.held().tiles().first().map_or(0, |tile| half_points(tile.kind()));
    let compare = |least: usize, sum: usize, han: f64| {
        let ends = &children[least.saturating_sub(first).min(SUMS - 1)];
        let won = ends.bust + ends.up_to(sum);
        bets * (won * han - ends.yaku * usual.declared - (1.0 - won - ends.yaku) * usual.stayed)
    };
    let by_sum = |sum: usize| Some(compare(sum, sum, usual.stayed));
    let bust = -bets * usual.first;
    let worths = Worths::new(&pool, by_sum, bets * usual.declared, bust);
    let stay = |held: &Held, best: u8, han: f64| Some(compare(held.least() as usize, best as usize, han));
    grow(view, &pool, &worths, bets, bust, stay)
}

/// Looks at the draws.
fn grow(
    view: &View<'_>,
    pool: &Pool,
    worths: &Worths,
    paid: f64,
    bust: f64,
    stay: impl Fn(&Held, u8, f64) -> Option<f64>,
) -> Action {
    let tree = Tree {
        scorer: &view.terms().scorer,
        indicators: view.indicators(),
        seat_wind: view.seat_wind(RelSeat::SELF),
        round_wind: view.match_state().round_wind(),
        honba: view.match_state().honba,
        pool,
        worths,
        turned_up: dealer::turned_up(view.rules()),
        paid,
        bust,
        stay,
    };
    tree.choose(view.held()).0
}

/// What the first tile of a child is worth for each half point of the bet.
fn first_tile(view: &View<'_>) -> f64 {
    let pool = Pool::of(view);
    let (usual, held) = (Usual::at(view, &pool), view.held());
    let (seat_wind, round_wind, honba) =
        (view.seat_wind(RelSeat::SELF), view.match_state().round_wind(), view.match_state().honba);
    let case = Case { held, seat_wind, round_wind, indicators: view.indicators(), honba };
    let own = f64::from(view.terms().scorer.compared(&case).han);
    let more = own - usual.first;
    let dealer = DealerEnds::new(&pool.values(), pool.chance_of(|kind| kind == Kind::EAST));
    let mut worth = dealer.bust * own - dealer.yaku * usual.declared;
    for (shows, sums) in dealer.shows.iter().enumerate() {
        let chance: f64 = sums.iter().sum();
        if chance > 0.0 {
            let below = |sum: usize| sums[..sum].iter().sum::<f64>() / chance;
            let stay = |sum: usize| {
                let won = below(sum);
                let worth = won * (usual.stayed + more) - (1.0 - won) * usual.stayed;
                (sum > shows + HIDDEN).then_some(worth)
            };
            let worths = Worths::new(&pool, stay, usual.declared + more, -usual.stayed);
            worth += chance * worths.best[held.best(seat_wind) as usize];
        }
    }
    worth
}

/// Is the next hand worth something to its dealer?
fn keeps_deal(view: &View<'_>) -> bool {
    dealer::next_hand(view.rules(), view.match_state().honba) > 0.0
}

/// The least a tile counts, in half points.
fn half_points(kind: Kind) -> usize {
    hyakuman_games::toppan::held::half_points(kind).into()
}
