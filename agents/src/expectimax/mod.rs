//! `expectimax`: plays competitive Toppan by the expected value of its choices.
//!
//! It counts the unseen tiles exactly. On its own turn it examines every tile it may draw, and every one after that,
//! with the yaku they make and their payments (`tree`). Beyond that, and for the turns of others, hands are valued
//! by their sums (`sums`). A child estimates the dealer's hidden tile from the dealer's choices. It bets the maximum
//! if the first tile has a positive expected value, otherwise the minimum, and keeps the deal while that has a
//! positive value. Values are points; the match score, its limits and the end of the match are ignored.

mod dealer;
mod pool;
mod sums;
mod tree;

use arrayvec::ArrayVec;
use dealer::Hidden;
use hyakuman_core::game::{ActionMask, Agent, Candidate, Evaluation, ValueUnit};
use hyakuman_core::{Kind, RelSeat};
use hyakuman_toppan::held::{Held, half_points};
use hyakuman_toppan::score::Case;
use hyakuman_toppan::{Action, Question, Toppan, View};
use pool::Pool;
use sums::{DealerEnds, Ends, SUMS, Worths};
use tree::Tree;

/// Average han of pairs, suits and similar in a hand that stays.
const SHAPE: f64 = 0.7;
/// Average number of tiles of a hand that stays.
const USUAL_TILES: f64 = 2.3;
/// Average additional han of a declared yaku over a hand that stays.
const USUAL_YAKU: f64 = 2.5;
/// Minimum value of the hidden tile, in half points.
const HIDDEN: usize = 1;

/// Chooses by expected value over the possible draws.
#[derive(Clone, Copy, Debug, Default)]
pub struct Expectimax;

impl Agent<Toppan> for Expectimax {
    fn act(&mut self, view: &View<'_>, legal: &ActionMask) -> u8 {
        let best = worths(view).into_iter().reduce(|best, next| if next.1 > best.1 { next } else { best });
        best.map(|(action, _)| action.code()).filter(|&code| legal.has(code)).unwrap_or(Action::Hit.code())
    }

    fn evaluate(&mut self, view: &View<'_>, legal: &ActionMask) -> Option<Evaluation> {
        let points = points(view);
        let worths = worths(view).into_iter().map(|(action, worth)| (action.code(), worth * points));
        let legal = worths.filter(|&(code, _)| legal.has(code));
        let candidates = legal.map(|(code, worth)| Candidate::new(code, worth as f32)).collect();
        Some(Evaluation::new(ValueUnit::Points, candidates))
    }
}

/// Actions with their values.
type Worth = ArrayVec<(Action, f64), 3>;

/// What each action is worth, times [`points`]. Of equal ones the first is chosen.
fn worths(view: &View<'_>) -> Worth {
    match view.question() {
        Question::Choice => {
            let deal = dealer::next_hand(view.rules(), view.match_state().honba);
            [(Action::Pass, 0.0), (Action::Continue, deal)].into_iter().collect()
        }
        Question::Bet => {
            let worth = first_tile(view);
            (0..).zip(view.rules().bets).map(|(amount, bet)| (Action::Bet(amount), worth * bet)).collect()
        }
        _ if view.dealer() == RelSeat::SELF => dealers_turn(view),
        _ => childs_turn(view),
    }
}

/// The points of one [`worths`]. If it is to deal again, each child is taken to bet the middle amount.
fn points(view: &View<'_>) -> f64 {
    match view.question() {
        Question::Choice => 3.0 * view.rules().bets[1],
        Question::Bet => 1.0,
        _ => f64::from(view.bet(RelSeat::SELF).unwrap_or(1)) / 2.0,
    }
}

/// Average han of the hands of other players.
struct Usual {
    /// A hand of only its first tile.
    first: f64,
    stayed: f64,
    declared: f64,
}

impl Usual {
    /// With this many bonus han per tile.
    fn new(bonus: f64, honba: u32) -> Usual {
        let stayed = 1.0 + f64::from(honba) + bonus * USUAL_TILES + SHAPE;
        Usual { first: 1.0 + f64::from(honba) + bonus, stayed, declared: stayed + USUAL_YAKU }
    }

    fn at(view: &View<'_>, pool: &Pool) -> Usual {
        Usual::new(pool.bonus(view.indicators(), view.match_state().round_wind()), view.match_state().honba)
    }
}

/// The actions of a child, by half points of its bet.
fn childs_turn(view: &View<'_>) -> Worth {
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

/// The actions of the dealer, in half points.
fn dealers_turn(view: &View<'_>) -> Worth {
    let pool = Pool::of(view);
    let (usual, values) = (Usual::at(view, &pool), pool.values());
    let own_wind = pool.chance_of(|kind| (28..31).contains(&kind.code())) / 3.0;
    let children: [Ends; SUMS] =
        std::array::from_fn(|shows| Ends::of_child(&values, own_wind, shows + HIDDEN));
    let bets: f64 = [1, 2, 3].iter().filter_map(|&steps| view.bet(RelSeat::new(steps))).sum::<i32>().into();
    let first = view.held().tiles().first().map_or(0, |tile| usize::from(half_points(tile.kind())));
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

/// Searches the draws.
fn grow(
    view: &View<'_>,
    pool: &Pool,
    worths: &Worths,
    paid: f64,
    bust: f64,
    stay: impl Fn(&Held, u8, f64) -> Option<f64>,
) -> Worth {
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
    tree.worths(view.held())
}

/// The value of a child's first tile per half point of the bet.
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
