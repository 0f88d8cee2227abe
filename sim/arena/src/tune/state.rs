//! The progress of a search as the state of work that can be continued.

use super::search::{Progress, Search};
use crate::state::{self, Sums};
use serde::{Deserialize, Serialize};

/// What determines the steps: searches that differ in any of it have different files.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub(super) struct Identity {
    /// Version of the format of the file.
    pub tune_state: u32,
    /// Version of the program.
    pub version: String,
    /// Name of the rules, and the hash of their values.
    pub rules: String,
    pub rules_hash: String,
    pub agent: String,
    /// The options with their ranges.
    pub options: Vec<String>,
    pub steps: u64,
    /// Walls of a step.
    pub step_walls: u64,
    pub seed: u64,
}

impl Identity {
    /// The version of the format that this program writes.
    pub(super) const FORMAT: u32 = 1;
}

impl state::Identity for Identity {
    const WORK: &'static str = "search";

    fn format(&self) -> u32 {
        self.tune_state
    }

    fn difference(&self, wanted: &Identity) -> Option<String> {
        let both = [self, wanted];
        state::first_difference(&[
            ("of version", both.map(|it| it.version.clone())),
            ("under", state::rules_in_words(both.map(|it| (&it.rules[..], &it.rules_hash[..])))),
            ("of the agent", both.map(|it| it.agent.clone())),
            ("of the options", both.map(|it| it.options.join(","))),
            ("with steps", both.map(|it| it.steps.to_string())),
            ("with walls in a step", both.map(|it| it.step_walls.to_string())),
            ("with seed", both.map(|it| it.seed.to_string())),
        ])
    }
}

/// The steps done, then the numbers. Every number is read as it was, to the last bit.
impl Sums for Search {
    fn walls(&self) -> u64 {
        self.progress.done * self.walls
    }

    fn to_text(&self) -> String {
        let Progress { done, at, sums } = &self.progress;
        let numbers = at.iter().chain(sums).map(ToString::to_string);
        [done.to_string()].into_iter().chain(numbers).collect::<Vec<_>>().join(" ")
    }

    fn take_text(mut self, text: &str) -> Option<Search> {
        let (done, numbers) = text.split_once(' ')?;
        let numbers: Vec<f64> = numbers.split(' ').map(str::parse).collect::<Result<_, _>>().ok()?;
        let progress = &mut self.progress;
        progress.done = done.parse().ok().filter(|done| *done <= self.steps)?;
        let options = progress.at.len();
        if numbers.len() != 2 * options || !numbers.iter().all(|number| number.is_finite()) {
            return None;
        }
        progress.at.copy_from_slice(&numbers[..options]);
        progress.sums.copy_from_slice(&numbers[options..]);
        Some(self)
    }
}
