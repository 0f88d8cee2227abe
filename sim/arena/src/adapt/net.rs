//! The net of a correction, fitted to what the linear part leaves: two hidden layers, by Adam on differences of two scores.

use super::examples::{Example, Examples, Use};
use hyakuman_agents::learned::{ACTION, FIRST, NetFile, SECOND, SITUATION};
use hyakuman_core::Rng;

const INPUTS: usize = SITUATION.len() + ACTION.len();
/// Step of the first batches; it falls to 0 along a cosine.
const RATE: f32 = 1e-3;
/// Part of the weights that a step takes away, times the rate.
const DECAY: f32 = 1e-2;
/// Examples of a batch.
const BATCH: usize = 256;
/// Largest error that counts, in rank points: a few kyoku decide a match.
const MOST_ERROR: f32 = 60.0;
/// Part of a step in the mean of the weights, which is what is kept.
const MEAN: f32 = 0.002;
/// Steps before that mean begins.
const BEFORE_MEAN: u32 = 200;
/// Adam's means of gradients and of their squares.
const BETAS: [f32; 2] = [0.9, 0.998];

/// Weights of a net, or gradients, or means of them.
#[derive(Clone, Debug)]
struct Weights {
    inputs: Vec<[f32; FIRST]>,
    first: [f32; FIRST],
    second: [[f32; SECOND]; FIRST],
    second_bias: [f32; SECOND],
    out: [f32; SECOND],
}

/// A net that is being fitted.
#[derive(Clone, Debug)]
pub(crate) struct Net {
    /// Mean and spread of each input.
    scale: Vec<[f32; 2]>,
    weights: Weights,
    mean: Weights,
    means: Weights,
    squares: Weights,
    gradient: Weights,
    in_batch: usize,
    step: u32,
    steps: u32,
}

/// What a forward pass keeps.
struct Pass {
    first: [f32; FIRST],
    second: [f32; SECOND],
    score: f32,
}

impl Weights {
    fn zero() -> Weights {
        Weights {
            inputs: vec![[0.0; FIRST]; INPUTS],
            first: [0.0; FIRST],
            second: [[0.0; SECOND]; FIRST],
            second_bias: [0.0; SECOND],
            out: [0.0; SECOND],
        }
    }

    fn random(rng: &mut Rng) -> Weights {
        let mut weights = Weights::zero();
        let [wide, narrow] = [INPUTS, FIRST].map(|inputs| (2.0 / inputs as f32).sqrt());
        weights.inputs.as_flattened_mut().iter_mut().for_each(|weight| *weight = wide * normal(rng));
        weights.second.as_flattened_mut().iter_mut().for_each(|weight| *weight = narrow * normal(rng));
        weights.out.iter_mut().for_each(|weight| *weight = 0.1 * (2.0 / SECOND as f32).sqrt() * normal(rng));
        weights
    }

    /// All numbers, in the parts that decay and those that do not.
    fn parts(&mut self) -> [(&mut [f32], bool); 5] {
        [
            (self.inputs.as_flattened_mut(), true),
            (&mut self.first, false),
            (self.second.as_flattened_mut(), true),
            (&mut self.second_bias, false),
            (&mut self.out, true),
        ]
    }

    fn pass(&self, of_situation: &[f32; FIRST], action: &[f32]) -> Pass {
        let mut first = *of_situation;
        add(&mut first, &self.inputs[SITUATION.len()..], action);
        let mut second = self.second_bias;
        for (row, unit) in self.second.iter().zip(first) {
            add_row(&mut second, row, unit.max(0.0));
        }
        let score = second.iter().zip(&self.out).map(|(unit, weight)| unit.max(0.0) * weight).sum();
        Pass { first, second, score }
    }

    fn of_situation(&self, situation: &[f32]) -> [f32; FIRST] {
        let mut first = self.first;
        add(&mut first, &self.inputs[..SITUATION.len()], situation);
        first
    }

    /// Adds the gradient of the score of a pass, times a number. Returns that of the first layer.
    fn add_gradient(&mut self, weights: &Weights, pass: &Pass, action: &[f32], times: f32) -> [f32; FIRST] {
        add_row(&mut self.out, &pass.second.map(|unit| unit.max(0.0)), times);
        let slope = |k: usize| if pass.second[k] > 0.0 { times * weights.out[k] } else { 0.0 };
        let of_second: [f32; SECOND] = std::array::from_fn(slope);
        add_row(&mut self.second_bias, &of_second, 1.0);
        let mut of_first = [0.0; FIRST];
        for (i, unit) in pass.first.iter().enumerate().filter(|(_, unit)| **unit > 0.0) {
            add_row(&mut self.second[i], &of_second, *unit);
            of_first[i] =
                weights.second[i].iter().zip(&of_second).map(|(weight, slope)| weight * slope).sum();
        }
        for (row, &number) in self.inputs[SITUATION.len()..].iter_mut().zip(action) {
            add_row(row, &of_first, number);
        }
        of_first
    }
}

impl Net {
    /// A net for inputs with these means and spreads, which is fitted in this number of examples.
    pub(crate) fn new(scale: Vec<[f32; 2]>, examples: u64, rng: &mut Rng) -> Net {
        let weights = Weights::random(rng);
        let steps = (examples / BATCH as u64).max(1) as u32;
        let zero = Weights::zero();
        Net {
            scale,
            mean: weights.clone(),
            weights,
            means: zero.clone(),
            squares: zero.clone(),
            gradient: zero,
            in_batch: 0,
            step: 0,
            steps,
        }
    }

    /// Fits examples in a random order; `rest`: what is left of the advantage.
    pub(crate) fn fit(&mut self, examples: &Examples, rest: impl Fn(&Example<'_>) -> f32, rng: &mut Rng) {
        let mut order: Vec<usize> =
            (0..examples.len()).filter(|&at| Use::of(examples.get(at).number) == Use::Fit).collect();
        rng.shuffle(&mut order);
        for at in order {
            let example = examples.get(at);
            self.add(&example, rest(&example));
        }
    }

    fn add(&mut self, example: &Example<'_>, target: f32) {
        let (situation, choice, other) = self.scaled(example);
        let of_situation = self.weights.of_situation(&situation);
        let [choice_pass, other_pass] =
            [&choice, &other].map(|action| self.weights.pass(&of_situation, action));
        let error = (other_pass.score - choice_pass.score - target).clamp(-MOST_ERROR, MOST_ERROR);
        let times = error / BATCH as f32;
        let of_other = self.gradient.add_gradient(&self.weights, &other_pass, &other, times);
        let of_choice = self.gradient.add_gradient(&self.weights, &choice_pass, &choice, -times);
        let both: [f32; FIRST] = std::array::from_fn(|i| of_other[i] + of_choice[i]);
        add_row(&mut self.gradient.first, &both, 1.0);
        for (row, &number) in self.gradient.inputs[..SITUATION.len()].iter_mut().zip(&situation) {
            add_row(row, &both, number);
        }
        self.in_batch += 1;
        if self.in_batch == BATCH {
            self.step();
        }
    }

    fn step(&mut self) {
        (self.in_batch, self.step) = (0, self.step + 1);
        let part = (self.step as f32 / self.steps as f32).min(1.0);
        let rate = RATE * 0.5 * (1.0 + (std::f32::consts::PI * part).cos());
        let [one, two] = BETAS.map(|beta| 1.0 - beta.powi(self.step as i32));
        let mean = if self.step > BEFORE_MEAN { MEAN } else { 1.0 };
        let weights = self.weights.parts().into_iter().zip(self.mean.parts());
        let moments = self.means.parts().into_iter().zip(self.squares.parts());
        for (((weights, decays), (kept, _)), (((means, _), (squares, _)), (gradient, _))) in
            weights.zip(moments.zip(self.gradient.parts()))
        {
            let decay = if decays { 1.0 - rate * DECAY } else { 1.0 };
            for i in 0..weights.len() {
                means[i] += (1.0 - BETAS[0]) * (gradient[i] - means[i]);
                squares[i] += (1.0 - BETAS[1]) * (gradient[i] * gradient[i] - squares[i]);
                weights[i] =
                    decay * (weights[i] - rate * means[i] / one / ((squares[i] / two).sqrt() + 1e-7));
                kept[i] += mean * (weights[i] - kept[i]);
                gradient[i] = 0.0;
            }
        }
    }

    fn scaled(&self, example: &Example<'_>) -> (Vec<f32>, Vec<f32>, Vec<f32>) {
        let (situation, action) = self.scale.split_at(SITUATION.len());
        let of = |numbers: &[f32], scale: &[[f32; 2]]| {
            numbers.iter().zip(scale).map(|(number, [mean, over])| (number - mean) * over).collect::<Vec<_>>()
        };
        (of(example.situation, situation), of(example.choice, action), of(example.other, action))
    }

    /// What the net expects the other action to gain.
    pub(crate) fn gain(&self, example: &Example<'_>) -> f32 {
        let (situation, choice, other) = self.scaled(example);
        let of_situation = self.mean.of_situation(&situation);
        let [choice, other] = [choice, other].map(|action| self.mean.pass(&of_situation, &action).score);
        other - choice
    }

    /// The net for numbers as they are, with its gains times `times`; it seldom gains more than `reach`.
    pub(crate) fn file(&self, times: f32, reach: f32) -> NetFile {
        let Weights { inputs, first, second, second_bias, out } = &self.mean;
        let mut bias = *first;
        for (row, [mean, over]) in inputs.iter().zip(&self.scale) {
            add_row(&mut bias, row, -mean * over);
        }
        let scaled = |(row, scale): (&[f32; FIRST], &[f32; 2])| row.map(|weight| weight * scale[1]).to_vec();
        NetFile {
            inputs: inputs.iter().zip(&self.scale).map(scaled).collect(),
            first: bias.to_vec(),
            second: second.iter().map(|row| row.to_vec()).collect(),
            second_bias: second_bias.to_vec(),
            out: out.map(|weight| weight * times).to_vec(),
            reach,
        }
    }
}

/// Adds each row times its number.
fn add(sum: &mut [f32; FIRST], rows: &[[f32; FIRST]], numbers: &[f32]) {
    rows.iter().zip(numbers).for_each(|(row, &number)| add_row(sum, row, number));
}

#[inline]
fn add_row<const W: usize>(sum: &mut [f32; W], row: &[f32; W], number: f32) {
    sum.iter_mut().zip(row).for_each(|(sum, weight)| *sum += number * weight);
}

/// A normal number, nearly: the sum of twelve uniform ones.
fn normal(rng: &mut Rng) -> f32 {
    let uniform = |rng: &mut Rng| rng.below(1 << 24) as f32 / (1 << 24) as f32;
    (0..12).map(|_| uniform(rng)).sum::<f32>() - 6.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What no linear part has, a product of two numbers of the action, is learned.
    #[test]
    fn a_product_of_two_numbers_is_learned() {
        let mut rng = Rng::from_seed(4);
        let uniform = |rng: &mut Rng| rng.below(1 << 20) as f32 / (1 << 19) as f32 - 1.0;
        let mut net = Net::new(vec![[0.0, 1.0]; INPUTS], 400_000, &mut rng);
        let worth = |action: &[f32]| 4.0 * action[0] * action[1];
        let [mut with, mut square, mut all] = [0.0; 3];
        for number in 0..404_000 {
            let mut row = |count: usize| (0..count).map(|_| uniform(&mut rng)).collect::<Vec<_>>();
            let (situation, choice, other) = (row(SITUATION.len()), row(ACTION.len()), row(ACTION.len()));
            let gain = worth(&other) - worth(&choice);
            let example =
                Example { situation: &situation, choice: &choice, other: &other, advantage: gain, number };
            if number < 400_000 {
                net.add(&example, gain);
            } else {
                let expected = net.gain(&example);
                with += expected * gain;
                square += expected * expected;
                all += gain * gain;
            }
        }
        let explained = (2.0 * with - square) / all;
        assert!(explained > 0.8, "{explained}");
    }
}
