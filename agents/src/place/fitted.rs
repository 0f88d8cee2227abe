//! Chances of pairs that were fitted to matches (`fit.rs`).
//!
//! There is a set of numbers for each kyoku of the match, and one for the extension, whose seats are counted from its dealer.
//! The log odds that a seat ends above another are a table by the difference of their scores, linear between its knots, plus
//! `d / (8 + |d|)` (d the difference in thousands) times the sum of slopes times: nearness of a bust, the leader beside the
//! target, riichi sticks, honba. Besides, each seat has a factor that counts in the orders in which it is first, and one for
//! those in which it is last: the logarithms are tables by the difference of its score and the mean of the others.

use super::file::{EXTRAS, FitFile, KNOTS, KyokuNumbers, MatchKind, knot_below};
use super::orders::Factors;
use super::terms::Terms;
use super::{Situation, chance};
use hyakuman_core::Seat;

const FILES: [&str; 6] = [
    include_str!("four_hanchan.txt"),
    include_str!("four_east.txt"),
    include_str!("three_hanchan.txt"),
    include_str!("three_east.txt"),
    include_str!("shura.txt"),
    include_str!("toutenkou.txt"),
];

/// Pairs of four seats; of three there are fewer.
const PAIRS: usize = 6;
/// The greatest difference in a table, in thousands.
const MOST: usize = KNOTS[KNOTS.len() - 1] as usize;

/// Numbers at each thousand of difference from minus to plus [`MOST`].
type Table = [f32; 2 * MOST + 1];

/// The fitted chances of one kind of match.
#[derive(Clone, Debug)]
pub(super) struct Fitted<const N: usize> {
    /// By kyoku; the last is that of the extension.
    sets: Vec<Set<N>>,
    terms: Terms,
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

/// The text of the fit for this kind of match that comes with the program, and the kind it is for: the same one, or, where
/// the match has no target, one of any start score and target.
pub(super) fn built_in(kind: &MatchKind) -> Option<(&'static str, MatchKind)> {
    let like = |found: &MatchKind| MatchKind { start: found.start, target: found.target, ..*kind } == *found;
    let find = |serves: &dyn Fn(&MatchKind) -> bool| {
        let files = FILES.into_iter().filter_map(|text| Some((text, MatchKind::read(text).ok()?)));
        files.into_iter().find(|(_, found)| serves(found))
    };
    find(&|found| found == kind).or_else(|| find(&|found| kind.target == 0 && like(found)))
}

impl<const N: usize> Fitted<N> {
    pub(super) fn new(file: &FitFile, terms: Terms) -> Self {
        Fitted { sets: file.kyoku.iter().map(Set::new).collect(), terms }
    }

    /// The chances of the pairs, and the factors of first and last.
    #[inline]
    pub(super) fn factors(&self, state: &Situation<N>) -> Factors<N> {
        let inputs = self.terms.inputs(state);
        let (set, seats, scores) = (&self.sets[inputs.set], inputs.seats, &inputs.scores);
        let (mut factors, mut pair) = (Factors::NONE, 0);
        for i in 0..N {
            for j in i + 1..N {
                let odds = set.odds(pair, scores[i] - scores[j], &inputs.extras);
                [factors.above[seats[i]][seats[j]], factors.above[seats[j]][seats[i]]] = chance(odds);
                pair += 1;
            }
            let lead = inputs.lead(i);
            factors.first[seats[i]] = between(&set.first[i], lead).exp();
            factors.last[seats[i]] = between(&set.last[i], lead).exp();
        }
        factors
    }

    /// Points that the seat is expected to win in the rest of the match.
    #[inline]
    pub(super) fn drift(&self, kyoku: u32, seat: Seat) -> f32 {
        let (set, turn) = self.terms.set::<N>(kyoku);
        self.sets[set].drift[(seat.index() + N - turn) % N]
    }
}

impl<const N: usize> Set<N> {
    fn new(numbers: &KyokuNumbers) -> Self {
        let pair = |pair: usize| pair.min(numbers.odds.len() - 1);
        Set {
            odds: std::array::from_fn(|at| every_thousand(&numbers.odds[pair(at)])),
            slopes: std::array::from_fn(|at| numbers.slopes[pair(at)]),
            first: std::array::from_fn(|seat| every_thousand(&numbers.first[seat])),
            last: std::array::from_fn(|seat| every_thousand(&numbers.last[seat])),
            drift: std::array::from_fn(|seat| numbers.drift[seat]),
        }
    }

    #[inline]
    fn odds(&self, pair: usize, difference: f32, extras: &[f32; EXTRAS]) -> f32 {
        let slope: f32 = self.slopes[pair].iter().zip(extras).map(|(slope, extra)| slope * extra).sum();
        let [bend, by] = bend(difference);
        between(&self.odds[pair], difference) + slope * bend / by
    }
}

/// What the slopes of a pair are multiplied and divided by.
#[inline]
pub(super) fn bend(difference: f32) -> [f32; 2] {
    let bend = difference.clamp(-(MOST as f32), MOST as f32);
    [bend, 8.0 + bend.abs()]
}

/// The number of a table at a difference.
#[inline]
fn between(table: &Table, difference: f32) -> f32 {
    let most = MOST as f32;
    let place = difference.clamp(-most, most) + most;
    let at = (place as usize).min(2 * MOST - 1);
    table[at] + (table[at + 1] - table[at]) * (place - at as f32)
}

fn every_thousand(numbers: &[f32; KNOTS.len()]) -> Table {
    std::array::from_fn(|at| {
        let difference = at as f32 - MOST as f32;
        let (from, part) = knot_below(difference);
        numbers[from] + (numbers[from + 1] - numbers[from]) * part
    })
}
