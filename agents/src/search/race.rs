//! Worlds are played in batches; after each, alternatives that are clearly worse drop out.

use super::choices::{Choices, MOST};
use arrayvec::ArrayVec;

/// Worlds between two looks.
const BATCH: u32 = 8;
/// Worlds before the first look.
const FIRST: u32 = 16;
/// An alternative drops out if its mean is below zero by so many standard errors.
const CLEARLY: f32 = 1.5;
/// Least variance of a world, for a look and for the final gain.
const LEAST: [f32; 2] = [0.01, 0.25];

/// The worlds of a decision so far.
pub(super) struct Race<'a> {
    choices: &'a Choices,
    worlds: u32,
    runners: ArrayVec<Runner, MOST>,
}

/// An alternative: differences to the choice of the base, in rank points.
#[derive(Clone, Copy, Default)]
struct Runner {
    is_out: bool,
    worlds: u32,
    sum: f32,
    squares: f32,
}

impl<'a> Race<'a> {
    pub(super) fn new(choices: &'a Choices) -> Race<'a> {
        let runners = choices.others.iter().map(|_| Runner::default()).collect();
        Race { choices, worlds: 0, runners }
    }

    /// Whether another world is to be played, of this number at most.
    pub(super) fn goes_on(&mut self, most: u32) -> bool {
        if self.worlds >= FIRST && self.worlds.is_multiple_of(BATCH) {
            self.runners.iter_mut().for_each(Runner::look);
        }
        self.worlds < most && self.runners.iter().any(|runner| !runner.is_out)
    }

    /// Adds a world, in which `worth` says what an action is worth.
    pub(super) fn add_world(&mut self, mut worth: impl FnMut(u8) -> f32) {
        let own = worth(self.choices.own);
        for (runner, &(action, _)) in self.runners.iter_mut().zip(&self.choices.others) {
            if !runner.is_out {
                runner.add(worth(action) - own);
            }
        }
        self.worlds += 1;
    }

    /// Each alternative with what it is worth more than the choice of the base; below zero for those that dropped out.
    pub(super) fn gains(&self) -> Vec<(u8, f32)> {
        let gain = |(runner, &(action, value)): (&Runner, &(u8, f32))| {
            let worlds = runner.worlds.max(1) as f32;
            let variance = runner.variance().max(LEAST[1]);
            let gain = self.choices.category.gain(value, runner.sum / worlds, variance, worlds);
            (action, if runner.is_out { gain.min(-f32::EPSILON) } else { gain })
        };
        self.runners.iter().zip(&self.choices.others).map(gain).collect()
    }
}

impl Runner {
    fn add(&mut self, difference: f32) {
        self.worlds += 1;
        self.sum += difference;
        self.squares += difference * difference;
    }

    fn variance(&self) -> f32 {
        let worlds = self.worlds.max(1) as f32;
        self.squares / worlds - (self.sum / worlds).powi(2)
    }

    fn look(&mut self) {
        let worlds = self.worlds as f32;
        let error = (self.variance().max(LEAST[0]) / worlds).sqrt();
        self.is_out |= self.sum / worlds + CLEARLY * error < 0.0;
    }
}
