//! How well numbers explain the orders in which matches ended: the log loss of one kyoku with its gradient.
//!
//! The chance of an order is proportional to a product of *terms*: the chance of each pair, a factor of the seat that is first,
//! and one of the seat that is last. The logarithm of a term is linear between two knots, and that of a pair has slopes besides;
//! the order sums them.

use super::file::{EXTRAS, KNOTS, KyokuNumbers, knot_below};
use super::fitted::bend;
use super::orders::Orders;
use super::terms::Inputs;

/// Weight of the squared second differences of a table.
const SMOOTH: f64 = 60.0;
/// Weight of the squares of all numbers.
const RIDGE: f64 = 0.05;
/// What a thousand more is worth to a pair before anything is known.
const START: f64 = 0.1;
const PAIRS: usize = 6;

/// Situations of one kyoku with the orders in which their matches ended. `N` seats have `T` terms (pairs, firsts, lasts) and `O`
/// orders.
pub(super) struct Likelihood<const N: usize, const T: usize, const O: usize> {
    rows: Vec<Row<T>>,
    /// By order and term how often it counts: a half if the first of a pair is placed before the second, else minus a half.
    signs: [[f32; T]; O],
    /// The same by term and order.
    by_term: [[f32; O]; T],
}

/// A situation, as the terms see it, and how it ended.
struct Row<const T: usize> {
    /// By term the knot below it, and how far it is to the next, from 0 to 1.
    at: [u8; T],
    part: [f32; T],
    /// By pair what its slopes are multiplied by, before the extras.
    bend: [f32; PAIRS],
    extras: [f32; EXTRAS],
    order: u8,
}

/// The numbers while they are fitted: a table for each term, then the slopes of each pair.
type Weights = Vec<f64>;

impl<const N: usize, const T: usize, const O: usize> Likelihood<N, T, O> {
    const PAIRS: usize = T - 2 * N;
    const TABLES: usize = T * KNOTS.len();

    /// `ended`: each situation with the order of its seats, counted as in the situation, from the first to the last.
    pub(super) fn new(ended: impl Iterator<Item = (Inputs<N>, [u8; N])>) -> Self {
        let orders = Orders::<N>::new();
        let row = |(inputs, order)| Row::new(&inputs, orders.index(&order));
        let signs = signs(&orders);
        let by_term = std::array::from_fn(|term| signs.map(|signs: [f32; T]| signs[term]));
        Likelihood { rows: ended.map(row).collect(), signs, by_term }
    }

    /// Where to begin.
    pub(super) fn start() -> Weights {
        let pairs = (0..Self::PAIRS).flat_map(|_| KNOTS.map(|knot| START * f64::from(knot)));
        let mut weights: Weights = pairs.collect();
        weights.resize(Self::TABLES + Self::PAIRS * EXTRAS, 0.0);
        weights
    }

    /// The mean log loss of a situation, with the penalties, and its gradient.
    pub(super) fn loss(&self, weights: &[f64]) -> (f64, Weights) {
        let numbers: Vec<f32> = weights.iter().map(|&weight| weight as f32).collect();
        let mut gradient = vec![0.0; weights.len()];
        let mut loss: f64 = self.rows.iter().map(|row| self.add(row, &numbers, &mut gradient)).sum();
        for (table, gradient) in
            weights[..Self::TABLES].chunks_exact(KNOTS.len()).zip(gradient.chunks_exact_mut(KNOTS.len()))
        {
            loss += roughness(table, gradient);
        }
        for (weight, gradient) in weights.iter().zip(&mut gradient) {
            loss += RIDGE * weight * weight;
            *gradient += 2.0 * RIDGE * weight;
        }
        let rows = self.rows.len().max(1) as f64;
        gradient.iter_mut().for_each(|part| *part /= rows);
        (loss / rows, gradient)
    }

    /// The log loss of a situation; adds its gradient.
    #[inline]
    fn add(&self, row: &Row<T>, weights: &[f32], gradient: &mut [f64]) -> f64 {
        let terms = row.terms(weights);
        let mut chances = [0.0; O];
        for (signs, term) in self.by_term.iter().zip(terms) {
            chances.iter_mut().zip(signs).for_each(|(logit, sign)| *logit += sign * term);
        }
        let happened = chances[row.order as usize];
        let top = chances.iter().fold(f32::MIN, |top, &logit| top.max(logit));
        chances.iter_mut().for_each(|logit| *logit = (*logit - top).exp());
        let total: f32 = chances.iter().sum();
        let mut excess = [0.0; T];
        for (signs, chance) in self.signs.iter().zip(&chances) {
            excess.iter_mut().zip(signs).for_each(|(excess, sign)| *excess += sign * chance);
        }
        for (excess, sign) in excess.iter_mut().zip(&self.signs[row.order as usize]) {
            *excess = *excess / total - sign;
        }
        row.add_gradient(&excess, gradient);
        f64::from(total.ln() + top - happened)
    }

    pub(super) fn numbers(weights: &[f64], drift: Vec<f32>) -> KyokuNumbers {
        let (tables, slopes) = weights.split_at(Self::TABLES);
        let tables: Vec<[f32; KNOTS.len()]> = tables.chunks_exact(KNOTS.len()).map(row).collect();
        let (odds, places) = tables.split_at(Self::PAIRS);
        let (first, last) = places.split_at(N);
        KyokuNumbers {
            drift,
            odds: odds.to_vec(),
            first: first.to_vec(),
            last: last.to_vec(),
            slopes: slopes.chunks_exact(EXTRAS).map(row).collect(),
        }
    }
}

impl<const T: usize> Row<T> {
    fn new<const N: usize>(inputs: &Inputs<N>, order: usize) -> Row<T> {
        let (mut terms, mut pairs) = ([0.0; T], 0);
        for i in 0..N {
            for j in i + 1..N {
                terms[pairs] = inputs.scores[i] - inputs.scores[j];
                pairs += 1;
            }
        }
        for seat in 0..N {
            terms[pairs + seat] = inputs.lead(seat);
            terms[pairs + N + seat] = inputs.lead(seat);
        }
        let knots = terms.map(knot_below);
        let bend = |pair: usize| bend(terms[pair]);
        Row {
            at: knots.map(|(at, _)| at as u8),
            part: knots.map(|(_, part)| part),
            bend: std::array::from_fn(|pair| if pair < pairs { bend(pair)[0] / bend(pair)[1] } else { 0.0 }),
            extras: inputs.extras,
            order: order as u8,
        }
    }

    /// The logarithm of each term.
    #[inline]
    fn terms(&self, weights: &[f32]) -> [f32; T] {
        let (tables, slopes) = weights.split_at(T * KNOTS.len());
        let mut terms = std::array::from_fn(|term| {
            let at = term * KNOTS.len() + self.at[term] as usize;
            tables[at] + (tables[at + 1] - tables[at]) * self.part[term]
        });
        for ((term, bend), slopes) in terms.iter_mut().zip(self.bend).zip(slopes.chunks_exact(EXTRAS)) {
            *term += bend * self.extras.iter().zip(slopes).map(|(extra, slope)| extra * slope).sum::<f32>();
        }
        terms
    }

    #[inline]
    fn add_gradient(&self, excess: &[f32; T], gradient: &mut [f64]) {
        let (tables, slopes) = gradient.split_at_mut(T * KNOTS.len());
        for ((table, &excess), (&at, part)) in
            tables.chunks_exact_mut(KNOTS.len()).zip(excess).zip(self.at.iter().zip(self.part))
        {
            let (at, high) = (usize::from(at), excess * part);
            table[at] += f64::from(excess - high);
            table[at + 1] += f64::from(high);
        }
        for ((excess, bend), slopes) in excess.iter().zip(self.bend).zip(slopes.chunks_exact_mut(EXTRAS)) {
            for (slope, extra) in slopes.iter_mut().zip(self.extras) {
                *slope += f64::from(excess * bend * extra);
            }
        }
    }
}

/// How often each term counts in an order.
fn signs<const N: usize, const T: usize, const O: usize>(orders: &Orders<N>) -> [[f32; T]; O] {
    let mut signs = [[0.0; T]; O];
    for (signs, order) in signs.iter_mut().zip(orders.all()) {
        let place = |seat: usize| order.iter().position(|&placed| usize::from(placed) == seat);
        let mut pairs = 0;
        for i in 0..N {
            for j in i + 1..N {
                signs[pairs] = if place(i) < place(j) { 0.5 } else { -0.5 };
                pairs += 1;
            }
        }
        signs[pairs + order[0] as usize] = 1.0;
        signs[pairs + N + order[N - 1] as usize] = 1.0;
    }
    signs
}

/// The penalty on the bends of a table; adds its gradient.
fn roughness(table: &[f64], gradient: &mut [f64]) -> f64 {
    let width = |at: usize| f64::from(KNOTS[at + 1] - KNOTS[at]);
    let slope = |at: usize| (table[at + 1] - table[at]) / width(at);
    let mut loss = 0.0;
    for at in 0..KNOTS.len() - 2 {
        let bend = slope(at + 1) - slope(at);
        loss += SMOOTH * bend * bend;
        let [low, high] = [at, at + 1].map(|at| 2.0 * SMOOTH * bend / width(at));
        gradient[at] += low;
        gradient[at + 1] -= low + high;
        gradient[at + 2] += high;
    }
    loss
}

fn row<const K: usize>(numbers: &[f64]) -> [f32; K] {
    std::array::from_fn(|at| numbers[at] as f32)
}
