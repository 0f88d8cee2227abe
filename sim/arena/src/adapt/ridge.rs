//! The linear part of a correction: weights of the numbers of an action, and of products with numbers of the situation, by least squares
//! with a penalty.

use super::examples::{Example, Use};
use hyakuman_agents::learned::{ACTION, SITUATION};

/// Numbers of an action that are multiplied with numbers of the situation.
const OF_ACTION: [&str; 20] = [
    "value",
    "chance to win",
    "loss",
    "riichi",
    "pass",
    "chi",
    "pon",
    "live tiles",
    "dora discarded",
    "honor discarded",
    "danger of riichi",
    "danger of silent seats",
    "dora kept",
    "flush",
    "safe in riichi",
    "points of a win",
    "shanten",
    "value honor discarded",
    "value triplets",
    "two-sided shapes",
];
/// Those numbers of the situation.
const OF_SITUATION: [&str; 24] = [
    "draws left",
    "own melds",
    "closed",
    "dealer",
    "last kyoku",
    "first",
    "first in the last kyoku",
    "lead to the seat above",
    "lead over the seat below",
    "riichi",
    "riichi of the dealer",
    "most melds",
    "seats with a meld",
    "silent tenpai",
    "own dora",
    "own shanten",
    "honor offered",
    "value honor offered",
    "best value",
    "worth of a gain",
    "worth of a loss",
    "own pairs",
    "offered by the seat before",
    "offered copies unseen",
];
/// Penalties that are tried: of products, and of the numbers themselves against that. The best on labels that choose is taken.
const PENALTIES: [(f64, f64); 8] =
    [(1e3, 0.1), (1e4, 0.1), (1e5, 0.02), (1e5, 0.1), (1e6, 0.003), (1e6, 0.02), (1e7, 0.003), (1e7, 0.02)];
/// The penalty of the value that the agent itself gives, against that of other numbers.
const VALUE: f64 = 0.1;
/// Examples that are added to the sums at once.
const BLOCK: usize = 256;
/// A number that spreads less than this is left out.
const LEAST: f64 = 1e-3;

/// Sums of products of terms, over examples.
#[derive(Clone, Debug)]
struct ProductSums {
    count: f64,
    /// Of each two terms, and of each term with the advantage.
    products: Vec<f64>,
    with_advantage: Vec<f64>,
}

/// Collects what a fit needs of the examples of one sort.
#[derive(Clone, Debug)]
pub(crate) struct Ridge {
    /// Terms that are products: a number of the action and one of the situation.
    pairs: Vec<(usize, usize)>,
    fitted: ProductSums,
    choosing: ProductSums,
    /// Of each number of the situation, and of its square; the same of the numbers of actions, of both of an example.
    situation: Vec<[f64; 2]>,
    action: Vec<[f64; 2]>,
    /// Terms of examples that are not added yet, term by term.
    block: [Block; 2],
}

#[derive(Clone, Debug, Default)]
struct Block {
    terms: Vec<f32>,
    advantages: Vec<f32>,
}

impl Ridge {
    pub(crate) fn new() -> Ridge {
        let place =
            |names: &[&str], name: &str| names.iter().position(|known| *known == name).expect("a number");
        let pairs: Vec<(usize, usize)> = OF_ACTION
            .iter()
            .flat_map(|action| {
                OF_SITUATION.iter().map(move |at| (place(ACTION, action), place(SITUATION, at)))
            })
            .collect();
        let terms = ACTION.len() + pairs.len();
        let sums =
            ProductSums { count: 0.0, products: vec![0.0; terms * terms], with_advantage: vec![0.0; terms] };
        let block = || Block { terms: vec![0.0; terms * BLOCK], advantages: Vec::with_capacity(BLOCK) };
        Ridge {
            pairs,
            fitted: sums.clone(),
            choosing: sums,
            situation: vec![[0.0; 2]; SITUATION.len()],
            action: vec![[0.0; 2]; ACTION.len()],
            block: [block(), block()],
        }
    }

    fn terms(&self) -> usize {
        ACTION.len() + self.pairs.len()
    }

    /// Adds an example that is fitted, or one that chooses.
    pub(crate) fn add(&mut self, example: &Example<'_>) {
        let chooses = usize::from(Use::of(example.number) != Use::Fit);
        let block = &mut self.block[chooses];
        let at = block.advantages.len();
        block.advantages.push(example.advantage);
        for (a, (other, choice)) in example.other.iter().zip(example.choice).enumerate() {
            block.terms[a * BLOCK + at] = other - choice;
        }
        for (term, &(a, s)) in self.pairs.iter().enumerate() {
            block.terms[(ACTION.len() + term) * BLOCK + at] =
                block.terms[a * BLOCK + at] * example.situation[s];
        }
        if chooses == 0 {
            add_moments(&mut self.situation, example.situation);
            add_moments(&mut self.action, example.choice);
            add_moments(&mut self.action, example.other);
        }
        if at + 1 == BLOCK {
            self.add_block(chooses);
        }
    }

    fn add_block(&mut self, chooses: usize) {
        let terms = self.terms();
        let block = &mut self.block[chooses];
        let sums = if chooses == 1 { &mut self.choosing } else { &mut self.fitted };
        let count = block.advantages.len();
        let row = |term: usize| &block.terms[term * BLOCK..][..count];
        for i in 0..terms {
            sums.with_advantage[i] += f64::from(product(row(i), &block.advantages));
            for j in i..terms {
                sums.products[i * terms + j] += f64::from(product(row(i), row(j)));
            }
        }
        sums.count += count as f64;
        block.advantages.clear();
    }

    /// Adds the examples that are left; comes after the last one.
    pub(crate) fn finish(&mut self) {
        [0, 1].into_iter().for_each(|chooses| self.add_block(chooses));
    }

    /// Number of fitted examples.
    pub(crate) fn fitted(&self) -> u64 {
        self.fitted.count as u64
    }

    /// Mean and spread of each number of the situation.
    fn situation(&self) -> Vec<[f64; 2]> {
        self.situation.iter().map(|sums| mean_and_spread(sums, self.fitted.count)).collect()
    }

    /// Mean of each input of a net, and 1 over its spread, or 0 if it does not spread.
    pub(crate) fn scale(&self) -> Vec<[f32; 2]> {
        let of_actions = self.action.iter().map(|sums| mean_and_spread(sums, 2.0 * self.fitted.count));
        let over = |spread: f64| if spread > LEAST { 1.0 / spread } else { 0.0 };
        self.situation()
            .into_iter()
            .chain(of_actions)
            .map(|[mean, spread]| [mean as f32, over(spread) as f32])
            .collect()
    }

    /// Spread of the difference of each number of an action.
    fn spreads(&self) -> Vec<f64> {
        let terms = self.terms();
        (0..ACTION.len())
            .map(|a| (self.fitted.products[a * terms + a] / self.fitted.count.max(1.0)).sqrt())
            .collect()
    }

    /// The weights: by number of the action its own, then what each number of the situation adds to it.
    pub(crate) fn solve(&self) -> Vec<Vec<f32>> {
        let scaling = Scaling { spread: self.spreads(), situation: self.situation() };
        let [fitted, choosing] = [&self.fitted, &self.choosing].map(|sums| scaling.apply(sums, &self.pairs));
        let mut best: Option<(f64, Vec<f64>)> = None;
        for (penalty, of_numbers) in PENALTIES {
            let penalties = (0..self.terms()).map(|term| match term {
                0 => penalty * of_numbers * VALUE,
                term if term < ACTION.len() => penalty * of_numbers,
                _ => penalty,
            });
            let Some(weights) = solve(&fitted, &penalties.collect::<Vec<_>>()) else { continue };
            let explained = choosing.explained(&weights);
            if best.as_ref().is_none_or(|(most, _)| explained > *most) {
                best = Some((explained, weights));
            }
        }
        scaling.weights(&best.map_or_else(|| vec![0.0; self.terms()], |(_, weights)| weights), &self.pairs)
    }
}

/// Terms as they are compared: differences over their spread, products with the situation less its mean, over its spread.
struct Scaling {
    spread: Vec<f64>,
    situation: Vec<[f64; 2]>,
}

impl Scaling {
    /// What a term is of the sums' terms: itself times the first number, less the action's number times the second.
    fn of_term(&self, term: usize, pairs: &[(usize, usize)]) -> (usize, f64, f64) {
        let over = |spread: f64| if spread > LEAST { 1.0 / spread } else { 0.0 };
        if term < ACTION.len() {
            return (term, over(self.spread[term]), 0.0);
        }
        let (a, s) = pairs[term - ACTION.len()];
        let [mean, spread] = self.situation[s];
        let scale = over(self.spread[a]) * over(spread);
        (a, scale, scale * mean)
    }

    /// The sums of the scaled terms.
    fn apply(&self, sums: &ProductSums, pairs: &[(usize, usize)]) -> ProductSums {
        let terms = sums.with_advantage.len();
        let scaled: Vec<_> = (0..terms).map(|term| self.of_term(term, pairs)).collect();
        let raw = |i: usize, j: usize| sums.products[i.min(j) * terms + i.max(j)];
        let mut products = vec![0.0; terms * terms];
        for (i, &(a, x, y)) in scaled.iter().enumerate() {
            for (j, &(b, u, v)) in scaled.iter().enumerate() {
                products[i * terms + j] =
                    x * u * raw(i, j) - y * u * raw(a, j) - x * v * raw(i, b) + y * v * raw(a, b);
            }
        }
        let with = |(i, &(a, x, y)): (usize, &(usize, f64, f64))| {
            x * sums.with_advantage[i] - y * sums.with_advantage[a]
        };
        let with_advantage = scaled.iter().enumerate().map(with).collect();
        ProductSums { count: sums.count, products, with_advantage }
    }

    /// The weights of the numbers themselves from those of the scaled terms.
    fn weights(&self, scaled: &[f64], pairs: &[(usize, usize)]) -> Vec<Vec<f32>> {
        let mut weights = vec![vec![0.0; 1 + SITUATION.len()]; ACTION.len()];
        for (term, weight) in scaled.iter().enumerate() {
            let (a, scale, of_mean) = self.of_term(term, pairs);
            if term < ACTION.len() {
                weights[a][0] += weight * scale;
            } else {
                weights[a][1 + pairs[term - ACTION.len()].1] += weight * scale;
                weights[a][0] -= weight * of_mean;
            }
        }
        weights.into_iter().map(|row| row.into_iter().map(|weight| weight as f32).collect()).collect()
    }
}

impl ProductSums {
    /// Twice the mean of prediction times advantage, less the mean square of the prediction: what it explains of the advantage.
    fn explained(&self, weights: &[f64]) -> f64 {
        let terms = weights.len();
        let with: f64 = weights.iter().zip(&self.with_advantage).map(|(weight, with)| weight * with).sum();
        let square = |i: usize| -> f64 {
            let row = &self.products[i * terms..][..terms];
            weights[i] * row.iter().zip(weights).map(|(product, weight)| product * weight).sum::<f64>()
        };
        (2.0 * with - (0..terms).map(square).sum::<f64>()) / self.count.max(1.0)
    }
}

fn add_moments(sums: &mut [[f64; 2]], numbers: &[f32]) {
    for (sums, &number) in sums.iter_mut().zip(numbers) {
        sums[0] += f64::from(number);
        sums[1] += f64::from(number) * f64::from(number);
    }
}

fn mean_and_spread(&[sum, squares]: &[f64; 2], count: f64) -> [f64; 2] {
    let count = count.max(1.0);
    let mean = sum / count;
    [mean, (squares / count - mean * mean).max(0.0).sqrt()]
}

fn product(a: &[f32], b: &[f32]) -> f32 {
    const LANES: usize = 16;
    let mut sums = [0.0; LANES];
    let (a_rows, a_rest) = a.as_chunks::<LANES>();
    let (b_rows, b_rest) = b.as_chunks::<LANES>();
    for (a, b) in a_rows.iter().zip(b_rows) {
        for lane in 0..LANES {
            sums[lane] += a[lane] * b[lane];
        }
    }
    sums.iter().sum::<f32>() + a_rest.iter().zip(b_rest).map(|(a, b)| a * b).sum::<f32>()
}

/// The solution of (products + penalties) x = with_advantage by Cholesky's method; none if a pivot is not positive.
fn solve(sums: &ProductSums, penalties: &[f64]) -> Option<Vec<f64>> {
    let n = penalties.len();
    let mut lower = vec![0.0; n * n];
    for i in 0..n {
        for j in 0..=i {
            let known: f64 = (0..j).map(|k| lower[i * n + k] * lower[j * n + k]).sum();
            let here = sums.products[i * n + j] - known;
            if i == j {
                let pivot = here + penalties[i];
                lower[i * n + i] = (pivot > 0.0).then(|| pivot.sqrt())?;
            } else {
                lower[i * n + j] = here / lower[j * n + j];
            }
        }
    }
    let mut x = sums.with_advantage.clone();
    for i in 0..n {
        let known: f64 = (0..i).map(|k| lower[i * n + k] * x[k]).sum();
        x[i] = (x[i] - known) / lower[i * n + i];
    }
    for i in (0..n).rev() {
        let known: f64 = (i + 1..n).map(|k| lower[k * n + i] * x[k]).sum();
        x[i] = (x[i] - known) / lower[i * n + i];
    }
    Some(x)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyakuman_core::Rng;

    fn uniform(rng: &mut Rng) -> f32 {
        rng.below(1 << 20) as f32 / (1 << 19) as f32 - 1.0
    }

    /// Weights of numbers and of a product, with noise on the labels, are found again.
    #[test]
    fn known_weights_are_found() {
        let mut rng = Rng::from_seed(3);
        let mut ridge = Ridge::new();
        let place = |names: &[&str], name: &str| names.iter().position(|known| *known == name).unwrap();
        let (win, pon) = (place(ACTION, "chance to win"), place(ACTION, "pon"));
        let dealer = place(SITUATION, "dealer");
        for number in 0..40_000 {
            let mut row = |count: usize| (0..count).map(|_| uniform(&mut rng)).collect::<Vec<_>>();
            let (situation, choice, other) = (row(SITUATION.len()), row(ACTION.len()), row(ACTION.len()));
            let difference = |a: usize| other[a] - choice[a];
            let gain = 2.0 * difference(win) + difference(pon) * (0.5 + 1.5 * situation[dealer]);
            let advantage = gain + 3.0 * uniform(&mut rng);
            ridge.add(&Example { situation: &situation, choice: &choice, other: &other, advantage, number });
        }
        ridge.finish();
        let weights = ridge.solve();
        let found = [weights[win][0], weights[pon][0], weights[pon][1 + dealer]];
        let near = found.iter().zip([2.0, 0.5, 1.5]).all(|(found, wanted)| (found - wanted).abs() < 0.15);
        assert!(near && weights[win][1 + dealer].abs() < 0.1, "{found:?}");
    }
}
