//! The minimum of a smooth function of many numbers: L-BFGS (Nocedal 1980), with steps halved until they descend enough.

use std::collections::VecDeque;

/// Steps whose changes of the gradient are remembered.
const MEMORY: usize = 10;
const STEPS: usize = 100;
/// A step that gains less is the last.
const LEAST_GAIN: f64 = 1e-8;
/// The part of the descent that its slope promises with which a step is content.
const ENOUGH: f64 = 1e-4;
/// The shortest step, as a part of the first one tried.
const SHORTEST: f64 = 1e-6;

/// The value of a function, and its gradient.
pub(super) type Valued = (f64, Vec<f64>);

/// A step, and how the gradient changed by it.
struct Step {
    moved: Vec<f64>,
    change: Vec<f64>,
}

/// Where a function is least, from this place on; after at most [`STEPS`] steps.
pub(super) fn minimum(function: impl Fn(&[f64]) -> Valued, start: Vec<f64>) -> Vec<f64> {
    let (mut place, mut steps) = (start, VecDeque::new());
    let (mut value, mut gradient) = function(&place);
    for _ in 0..STEPS {
        let direction = direction(&gradient, &steps);
        let slope = dot(&direction, &gradient);
        let mut length = 1.0;
        let (next, (next_value, next_gradient)) = loop {
            let next = plus(&place, length, &direction);
            let valued = function(&next);
            if valued.0 <= value + ENOUGH * length * slope || length < SHORTEST {
                break (next, valued);
            }
            length /= 2.0;
        };
        let (moved, change) = (plus(&next, -1.0, &place), plus(&next_gradient, -1.0, &gradient));
        if dot(&moved, &change) > 1e-12 {
            steps.truncate(MEMORY - 1);
            steps.push_front(Step { moved, change });
        }
        let gain = value - next_value;
        if gain >= 0.0 {
            (place, value, gradient) = (next, next_value, next_gradient);
        }
        if gain < LEAST_GAIN {
            break;
        }
    }
    place
}

/// Where to go: against the gradient, as the last steps, the newest first, have bent it.
fn direction(gradient: &[f64], steps: &VecDeque<Step>) -> Vec<f64> {
    let mut direction = gradient.to_vec();
    let factor = |step: &Step, of: &[f64], at: &[f64]| dot(of, at) / dot(&step.moved, &step.change);
    let mut factors = Vec::with_capacity(steps.len());
    for step in steps {
        factors.push(factor(step, &step.moved, &direction));
        direction = plus(&direction, -factors[factors.len() - 1], &step.change);
    }
    let scale = match steps.front() {
        Some(Step { moved, change }) => dot(moved, change) / dot(change, change),
        None => 1.0 / dot(gradient, gradient).sqrt().max(1.0),
    };
    direction.iter_mut().for_each(|part| *part *= scale);
    for (step, first) in steps.iter().zip(factors).rev() {
        let rest = first - factor(step, &step.change, &direction);
        direction = plus(&direction, rest, &step.moved);
    }
    direction.iter().map(|part| -part).collect()
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// `a + times * b`.
fn plus(a: &[f64], times: f64, b: &[f64]) -> Vec<f64> {
    a.iter().zip(b).map(|(a, b)| a + times * b).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rosenbrock's function in four dimensions: a bent valley with its floor at (1, 1, 1, 1).
    #[test]
    fn the_end_of_a_bent_valley_is_found() {
        let function = |x: &[f64]| {
            let (mut value, mut gradient) = (0.0, vec![0.0; x.len()]);
            for i in 0..x.len() - 1 {
                let (bend, rest) = (x[i + 1] - x[i] * x[i], 1.0 - x[i]);
                value += 100.0 * bend * bend + rest * rest;
                gradient[i] -= 400.0 * bend * x[i] + 2.0 * rest;
                gradient[i + 1] += 200.0 * bend;
            }
            (value, gradient)
        };
        let found = minimum(function, vec![-1.2, 1.0, -0.5, 0.8]);
        assert!(found.iter().all(|x| (x - 1.0).abs() < 1e-3), "{found:?}");
    }
}
