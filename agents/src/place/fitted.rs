//! Chances of pairs that were fitted to recorded matches, by `scripts/fit_places.py`.
//!
//! There is a set of numbers for each kyoku of the match, and one for the extension, whose seats are counted from its dealer.
//! The log odds that a seat ends above another are a table by the difference of their scores, linear between its knots, plus
//! `d / (8 + |d|)` (d the difference in thousands) times the sum of slopes times: nearness of a bust, the leader beside the
//! target, riichi sticks, honba. Besides, each seat has a factor that counts in the orders in which it is first, and one for
//! those in which it is last: the logarithms are tables by the difference of its score and the mean of the others.

use super::orders::Factors;
use super::{Situation, chance};
use hyakuman_core::Seat;
use hyakuman_riichi::RiichiRules;
use hyakuman_riichi::rules::Tobi;
use std::collections::HashMap;

/// Files of the fits.
const FILES: [&str; 4] = [
    include_str!("four_hanchan.txt"),
    include_str!("four_east.txt"),
    include_str!("three_hanchan.txt"),
    include_str!("three_east.txt"),
];

/// Pairs of four seats; of three there are fewer.
const PAIRS: usize = 6;
/// The greatest difference in a table, in thousands.
const MOST: usize = 50;
/// Slopes of a pair.
const EXTRAS: usize = 4;

/// Numbers at each thousand of difference from minus to plus [`MOST`].
type Table = [f32; 2 * MOST + 1];

/// The fitted chances of one kind of match.
#[derive(Clone, Debug)]
pub(super) struct Fitted<const N: usize> {
    /// By kyoku; the last is that of the extension.
    sets: Vec<Set<N>>,
    /// The target in thousands; where the rules have none, that of the matches fitted, as far above the start score.
    target: f32,
    /// Whether the last regular kyoku ends the match, because the rules have no target.
    ends: bool,
    /// Whether a low score ends the match.
    bust: bool,
}

/// The numbers of one kyoku. Pairs are in the order (0, 1), (0, 2) ... (1, 2) ...
#[derive(Clone, Debug)]
struct Set<const N: usize> {
    /// By pair the log odds.
    odds: [Table; PAIRS],
    slopes: [[f32; EXTRAS]; PAIRS],
    /// By seat the logarithm of its factor as the first, and as the last.
    first: [Table; N],
    last: [Table; N],
    /// By seat the points it is expected to win in the rest of the match.
    drift: [f32; N],
}

impl<const N: usize> Fitted<N> {
    /// The fit for these rules, if there is one: of the same players and length, and of the same start score and target; or
    /// any, where the rules have no target. A kyoku that continues after a win is another game.
    pub(super) fn of(rules: &RiichiRules) -> Option<Self> {
        if rules.wins_per_hand > 1 {
            return None;
        }
        FILES.iter().map(|text| Numbers::parse(text)).find_map(|numbers| {
            let length =
                numbers.one("players") == N as f32 && numbers.one("winds") == rules.length_winds as f32;
            let scores = numbers.one("start") == rules.start_points as f32
                && numbers.one("target") == rules.target_points as f32;
            let start = rules.start_points as f32;
            (length && (scores || rules.target_points == 0)).then(|| Fitted {
                sets: (0..=rules.length_winds as usize * N).map(|kyoku| Set::new(&numbers, kyoku)).collect(),
                target: (start + numbers.one("target") - numbers.one("start")) / 1_000.0,
                ends: rules.target_points == 0,
                bust: rules.tobi != Tobi::Off,
            })
        })
    }

    /// The chances of the pairs, and the factors of first and last.
    #[inline]
    pub(super) fn factors(&self, state: &Situation<N>) -> Factors<N> {
        let (set, turn) = self.set(state.kyoku);
        let seats: [usize; N] = std::array::from_fn(|at| (at + turn) % N);
        let scores = seats.map(|seat| state.scores[seat] as f32 / 1_000.0);
        let extras = self.extras(&scores, state);
        let (mut factors, mut pair) = (Factors::NONE, 0);
        let sum: f32 = scores.iter().sum();
        for i in 0..N {
            for j in i + 1..N {
                let odds = set.odds(pair, scores[i] - scores[j], &extras);
                [factors.above[seats[i]][seats[j]], factors.above[seats[j]][seats[i]]] = chance(odds);
                pair += 1;
            }
            let lead = scores[i] - (sum - scores[i]) / (N - 1) as f32;
            factors.first[seats[i]] = between(&set.first[i], lead).exp();
            factors.last[seats[i]] = between(&set.last[i], lead).exp();
        }
        factors
    }

    /// Points that the seat is expected to win in the rest of the match.
    #[inline]
    pub(super) fn drift(&self, kyoku: u32, seat: Seat) -> f32 {
        let (set, turn) = self.set(kyoku);
        set.drift[(seat.index() + N - turn) % N]
    }

    /// The numbers of a kyoku, and the seat from which seats are counted in them.
    #[inline]
    fn set(&self, kyoku: u32) -> (&Set<N>, usize) {
        let regular = self.sets.len() - 1;
        match (kyoku as usize) < regular {
            true => (&self.sets[kyoku as usize], 0),
            false => (&self.sets[regular], kyoku as usize % N),
        }
    }

    #[inline]
    fn extras(&self, scores: &[f32; N], state: &Situation<N>) -> [f32; EXTRAS] {
        let (mut low, mut high) = (scores[0], scores[0]);
        for &score in scores {
            (low, high) = (low.min(score), high.max(score));
        }
        let bust = if self.bust { (1.0 - low / 8.0).clamp(0.0, 1.2) } else { 0.0 };
        let last = self.ends && state.kyoku as usize + 2 >= self.sets.len();
        let leader = if last { 1.0 } else { ((high - self.target) / 5.0).clamp(-1.0, 1.0) };
        [bust, leader, state.sticks.min(4) as f32, state.honba.min(5) as f32]
    }
}

impl<const N: usize> Set<N> {
    fn new(numbers: &Numbers, kyoku: usize) -> Self {
        let (knots, pairs) = (numbers.rows("knots")[0], N * (N - 1) / 2);
        let row = |name, pair: usize| numbers.rows(name)[kyoku * pairs + pair.min(pairs - 1)];
        let by_seat = |name, seat: usize| every_thousand(knots, numbers.rows(name)[kyoku * N + seat]);
        Set {
            odds: std::array::from_fn(|pair| every_thousand(knots, row("odds", pair))),
            slopes: std::array::from_fn(|pair| std::array::from_fn(|at| row("slopes", pair)[at])),
            first: std::array::from_fn(|seat| by_seat("first", seat)),
            last: std::array::from_fn(|seat| by_seat("last", seat)),
            drift: std::array::from_fn(|seat| numbers.rows("drift")[kyoku][seat]),
        }
    }

    /// The log odds of a pair.
    #[inline]
    fn odds(&self, pair: usize, difference: f32, extras: &[f32; EXTRAS]) -> f32 {
        let slope: f32 = self.slopes[pair].iter().zip(extras).map(|(slope, extra)| slope * extra).sum();
        let bend = difference.clamp(-(MOST as f32), MOST as f32);
        between(&self.odds[pair], difference) + slope * bend / (8.0 + bend.abs())
    }
}

/// The number of a table at a difference.
#[inline]
fn between(table: &Table, difference: f32) -> f32 {
    let most = MOST as f32;
    let place = difference.clamp(-most, most) + most;
    let at = (place as usize).min(2 * MOST - 1);
    table[at] + (table[at + 1] - table[at]) * (place - at as f32)
}

/// A table from its numbers at the knots.
fn every_thousand(knots: &[f32], numbers: &[f32]) -> Table {
    std::array::from_fn(|at| {
        let difference = at as f32 - MOST as f32;
        let next = knots.iter().position(|&knot| knot >= difference).expect("the last knot is the greatest");
        let from = next.max(1) - 1;
        let part = (difference - knots[from]) / (knots[from + 1] - knots[from]);
        numbers[from] + (numbers[from + 1] - numbers[from]) * part
    })
}

/// A file of lines such as `name: 1 2 3`, by name in order. `#` begins a comment.
struct Numbers(HashMap<&'static str, Vec<Vec<f32>>>);

impl Numbers {
    fn parse(text: &'static str) -> Numbers {
        let mut rows: HashMap<_, Vec<_>> = HashMap::new();
        for line in text.lines() {
            let line = line.split('#').next().unwrap_or("");
            let Some((name, numbers)) = line.split_once(':') else { continue };
            let numbers = numbers.split_whitespace().map(|word| word.parse().expect("a number"));
            rows.entry(name.trim()).or_default().push(numbers.collect());
        }
        Numbers(rows)
    }

    fn rows(&self, name: &str) -> Vec<&[f32]> {
        self.0[name].iter().map(Vec::as_slice).collect()
    }

    fn one(&self, name: &str) -> f32 {
        self.rows(name)[0][0]
    }
}
