//! A correction: what an action gains over the choice of the agent, from the numbers of both and of the situation.
//!
//! ```text
//! gain  = score(action) - score(choice)
//! score = sum over numbers a of the action: x_a (w_a + sum over numbers s of the situation: u_as y_s)  +  net(x, y)
//! ```
//!
//! The net takes the most time and changes gains the least: it is evaluated only where it may change the choice.

use super::numbers::{ACTION_NAMES, OfAction, SITUATION_NAMES, Situation};
use super::sort::Sort;

/// Units of the hidden layers of a net.
pub const FIRST: usize = 32;
/// The same of the second one.
pub const SECOND: usize = 16;

/// Products that are added at once.
const LANES: usize = 16;

/// What was learned for some rules: by sort of decision.
#[derive(Clone, Debug, Default)]
pub struct Correction {
    pub(super) parts: [Option<Part>; Sort::COUNT],
}

/// What was learned of one sort.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// The gain from which the choice of the agent is not taken.
    pub threshold: f32,
    /// The weights of the numbers of an action, and what the numbers of the situation add to them.
    pub weights: OfAction,
    pub products: Products,
    pub net: Option<Box<Net>>,
}

/// Weights of products of a number of the situation and one of an action: those rows and columns that are not all 0, a sixth of a matrix.
#[derive(Clone, Debug, Default)]
pub(super) struct Products {
    /// Numbers of the situation, each with a row.
    situation: Vec<u8>,
    /// Numbers of an action, each with a column.
    action: Vec<u8>,
    /// By columns, [`LANES`] at a time, then by row.
    weights: Vec<[f32; LANES]>,
}

/// A net of the numbers of the situation and of an action.
#[derive(Clone, Debug)]
pub(super) struct Net {
    pub of_situation: [[f32; FIRST]; SITUATION_NAMES.len()],
    pub of_action: [[f32; FIRST]; ACTION_NAMES.len()],
    pub first: [f32; FIRST],
    pub second: [[f32; SECOND]; FIRST],
    pub second_bias: [f32; SECOND],
    pub out: [f32; SECOND],
    /// Gain, in rank points, that it seldom exceeds.
    pub reach: f32,
}

/// What actions gain over the choice of the agent in a decision.
pub(super) struct Gains<'a> {
    part: &'a Part,
    situation: &'a Situation,
    choice: &'a OfAction,
    weights: OfAction,
    /// The score of the choice by the linear part.
    linear: f32,
    /// The first layer of the net for the situation and the net's score of the choice; computed when first needed.
    net: Option<([f32; FIRST], f32)>,
}

impl Correction {
    /// What was learned of a sort; `None` if it is not corrected.
    pub(super) fn part(&self, sort: Sort) -> Option<&Part> {
        self.parts[sort as usize].as_ref()
    }

    /// What the other action gains over the choice, in rank points, from the numbers of the situation and of both; `None` for a sort that
    /// is not corrected, or if they are not as many as [`SITUATION`](super::SITUATION) and [`ACTION`](super::ACTION) name.
    pub fn gain(&self, sort: Sort, situation: &[f32], choice: &[f32], other: &[f32]) -> Option<f32> {
        let (situation, choice) = (situation.try_into().ok()?, choice.try_into().ok()?);
        let part = self.part(sort)?;
        Some(part.gains(situation, choice).of(other.try_into().ok()?))
    }
}

impl Part {
    /// What actions gain over the choice.
    pub(super) fn gains<'a>(&'a self, situation: &'a Situation, choice: &'a OfAction) -> Gains<'a> {
        let mut weights = self.weights;
        self.products.add_to(&mut weights, situation);
        Gains { part: self, situation, choice, weights, linear: product(&weights, choice), net: None }
    }
}

impl Gains<'_> {
    /// What an action gains, in rank points.
    pub(super) fn of(&mut self, action: &OfAction) -> f32 {
        let linear = product(&self.weights, action) - self.linear;
        match &self.part.net {
            Some(net) if linear + net.reach > self.part.threshold => linear + self.by_net(net, action),
            _ => linear,
        }
    }

    fn by_net(&mut self, net: &Net, action: &OfAction) -> f32 {
        let (hidden, choice) = self.net.get_or_insert_with(|| {
            let hidden = net.hidden(self.situation);
            (hidden, net.score(&hidden, self.choice))
        });
        net.score(hidden, action) - *choice
    }
}

impl Products {
    /// Of a matrix: by number of the situation, then by number of an action.
    pub(super) fn new(matrix: &[OfAction; SITUATION_NAMES.len()]) -> Products {
        let some = |weight: f32| weight != 0.0;
        let rows = (0..matrix.len()).filter(|&row| matrix[row].iter().copied().any(some));
        let columns = (0..ACTION_NAMES.len()).filter(|&column| matrix.iter().any(|row| some(row[column])));
        let (rows, columns): (Vec<_>, Vec<_>) = (rows.collect(), columns.collect());
        let weight =
            |row: usize, chunk: &[usize], at: usize| chunk.get(at).map_or(0.0, |&column| matrix[row][column]);
        let block = |chunk| rows.iter().map(move |&row| std::array::from_fn(|at| weight(row, chunk, at)));
        let weights = columns.chunks(LANES).flat_map(block).collect();
        let small = |numbers: &[usize]| numbers.iter().map(|&number| number as u8).collect();
        Products { situation: small(&rows), action: small(&columns), weights }
    }

    /// Adds to the weights of the numbers of an action what those of the situation add.
    fn add_to(&self, weights: &mut OfAction, situation: &Situation) {
        let blocks = self.weights.chunks_exact(self.situation.len().max(1));
        for (block, columns) in blocks.zip(self.action.chunks(LANES)) {
            let mut sums = [0.0; LANES];
            for (row, &number) in block.iter().zip(&self.situation) {
                let number = situation[number as usize];
                sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += number * weight);
            }
            columns.iter().zip(sums).for_each(|(&column, sum)| weights[column as usize] += sum);
        }
    }
}

impl Net {
    fn hidden(&self, situation: &Situation) -> [f32; FIRST] {
        let mut hidden = self.first;
        add(&mut hidden, &self.of_situation, situation);
        hidden
    }

    fn score(&self, hidden: &[f32; FIRST], action: &OfAction) -> f32 {
        let mut first = *hidden;
        add(&mut first, &self.of_action, action);
        let mut second = self.second_bias;
        add(&mut second, &self.second, &first.map(|unit| unit.max(0.0)));
        product(&second.map(|unit| unit.max(0.0)), &self.out)
    }
}

/// The sum of products, in lanes: one after another would take as long as each addition does.
#[inline]
fn product<const W: usize>(a: &[f32; W], b: &[f32; W]) -> f32 {
    let mut lanes = [0.0; 8];
    for (a, b) in a.chunks(8).zip(b.chunks(8)) {
        lanes.iter_mut().zip(a.iter().zip(b)).for_each(|(lane, (a, b))| *lane += a * b);
    }
    lanes.iter().sum()
}

/// Adds to `sum` each row times its number. Half of the numbers are 0, but to find out which takes as long as to add them.
#[inline(never)]
fn add<const W: usize, const H: usize>(sum: &mut [f32; W], rows: &[[f32; W]; H], numbers: &[f32; H]) {
    let mut all = *sum;
    for (row, &number) in rows.iter().zip(numbers) {
        for (sum, weight) in all.iter_mut().zip(row) {
            *sum += number * weight;
        }
    }
    *sum = all;
}
