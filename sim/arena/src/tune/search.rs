//! The steps of the search: where the options are, where they go next.

use super::SearchRange;
use hyakuman_core::seed::Rng;

/// How far options move in the first step, in parts of their range: for the two agents of the step.
const SPREAD: f64 = 0.1;
/// How far they then go, in parts of their range, for each standard deviation of a wall by which one was better and each part of the
/// range by which they were spread.
const PACE: f64 = 0.07;
/// Longest way of a step, in parts of the range.
const LONGEST: f64 = 0.05;
/// How spread and pace shrink with the steps (Spall 1998).
const SPREAD_SHRINKS: f64 = 0.101;
const PACE_SHRINKS: f64 = 0.602;
/// The part of the steps after which the pace begins to shrink.
const STABLE: f64 = 0.1;
/// Numbers of a range that are told apart.
const FINENESS: f64 = 1_000.0;

/// A search in progress.
#[derive(Clone, Debug)]
pub(super) struct Search {
    ranges: Vec<SearchRange>,
    pub(super) steps: u64,
    /// Walls of a step.
    pub(super) walls: u64,
    pub(super) progress: Progress,
}

/// What changes from step to step.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Progress {
    /// Steps done.
    pub done: u64,
    /// The numbers of the options.
    pub at: Vec<f64>,
    /// The sum of those after each step of the second half.
    pub sums: Vec<f64>,
}

/// The two agents of a step.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub number: u64,
    pub ranges: Vec<SearchRange>,
    /// The numbers of one agent, and those of the other.
    pub up: Vec<f64>,
    pub down: Vec<f64>,
    /// The seed of its walls.
    pub seed: u64,
    /// Whether each option is greater in `up`.
    signs: Vec<bool>,
}

impl Search {
    /// From these numbers on.
    pub(super) fn new(ranges: Vec<SearchRange>, at: Vec<f64>, steps: u64, walls: u64) -> Search {
        let sums = vec![0.0; at.len()];
        let within = at.iter().zip(&ranges).map(|(at, range)| at.clamp(range.low, range.high)).collect();
        Search { ranges, steps, walls, progress: Progress { done: 0, at: within, sums } }
    }

    pub(super) fn ranges(&self) -> &[SearchRange] {
        &self.ranges
    }

    /// Walls of the steps that are left.
    pub(super) fn walls_left(&self) -> u64 {
        (self.steps - self.progress.done) * self.walls
    }

    /// The next step; `None` after the last one. `seed`: that of the whole search.
    pub(super) fn next(&self, seed: u64) -> Option<Step> {
        let number = self.progress.done;
        if number == self.steps {
            return None;
        }
        let mut rng = random(seed, number);
        let signs: Vec<bool> = self.ranges.iter().map(|_| rng.below(2) == 1).collect();
        let moved = |side: f64| {
            let all = self.ranges.iter().zip(&self.progress.at).zip(&signs);
            all.map(|((range, at), &up)| {
                let sign = if up { side } else { -side };
                round(range, at + sign * self.spread(number) * (range.high - range.low))
            })
            .collect()
        };
        let (up, down) = (moved(1.0), moved(-1.0));
        Some(Step { number, ranges: self.ranges.clone(), up, down, seed: rng.next_u64(), signs })
    }

    /// Goes on with the difference of the two agents, in standard deviations of a wall.
    pub(super) fn take(&mut self, step: &Step, effect: f64) {
        let shrinks = STABLE * self.steps as f64;
        let pace = PACE * ((shrinks + 1.0) / (shrinks + step.number as f64 + 1.0)).powf(PACE_SHRINKS);
        let way = (pace * effect / (2.0 * self.spread(step.number))).clamp(-LONGEST, LONGEST);
        for ((at, range), &up) in self.progress.at.iter_mut().zip(&self.ranges).zip(&step.signs) {
            let sign = if up { 1.0 } else { -1.0 };
            *at = (*at + sign * way * (range.high - range.low)).clamp(range.low, range.high);
        }
        self.progress.done += 1;
        if self.progress.done > self.steps / 2 {
            self.progress.sums.iter_mut().zip(&self.progress.at).for_each(|(sum, at)| *sum += at);
        }
    }

    /// The mean over the second half of the steps.
    pub(super) fn result(&self) -> Vec<f64> {
        let counted = (self.steps - self.steps / 2).max(1) as f64;
        let mean = |(range, sum): (&SearchRange, &f64)| round(range, sum / counted);
        self.ranges.iter().zip(&self.progress.sums).map(mean).collect()
    }

    /// The seed of the walls that no step plays.
    pub(super) fn held_out_seed(&self, seed: u64) -> u64 {
        random(seed, u64::MAX).next_u64()
    }

    fn spread(&self, number: u64) -> f64 {
        SPREAD * ((number + 1) as f64).powf(-SPREAD_SHRINKS)
    }
}

/// The random numbers of a step or a round.
pub(super) fn random(seed: u64, step: u64) -> Rng {
    let mut rng = Rng::from_seed(seed);
    Rng::from_seed(rng.next_u64() ^ step)
}

/// The nearest number of a range that is written with few digits.
fn round(range: &SearchRange, number: f64) -> f64 {
    let digits = (FINENESS / (range.high - range.low)).log10().ceil().max(0.0);
    let unit = 10_f64.powf(digits);
    ((number * unit).round() / unit).clamp(range.low, range.high)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranges() -> Vec<SearchRange> {
        [("risk", 0.0, 5.0), ("bonus", 0.0, 4_000.0)]
            .map(|(option, low, high)| SearchRange { option: option.into(), low, high })
            .into()
    }

    /// The difference of two agents of known strength: best at risk 1.5 and bonus 1,000.
    fn effect(step: &Step, rng: &mut Rng, noise: f64) -> f64 {
        let strength = |at: &[f64]| -0.2 * (at[0] - 1.5).powi(2) - 0.2 * ((at[1] - 1_000.0) / 800.0).powi(2);
        let uniform = (0..12).map(|_| f64::from(rng.below(1_000)) / 1_000.0).sum::<f64>() - 6.0;
        strength(&step.up) - strength(&step.down) + noise * uniform
    }

    #[test]
    fn the_search_finds_the_best_numbers_through_noise() {
        for seed in 0..5 {
            let mut search = Search::new(ranges(), vec![3.0, 3_000.0], 400, 10);
            let mut rng = Rng::from_seed(seed);
            while let Some(step) = search.next(seed) {
                search.take(&step, effect(&step, &mut rng, 0.1));
            }
            let [risk, bonus] = search.result()[..] else { panic!("two options") };
            assert!((risk - 1.5).abs() < 0.4 && (bonus - 1_000.0).abs() < 320.0, "{seed}: {risk} {bonus}");
        }
    }

    #[test]
    fn a_search_without_differences_stays_where_it_is() {
        let mut search = Search::new(ranges(), vec![1.0, 1_800.0], 10, 10);
        while let Some(step) = search.next(1) {
            assert!(step.up.iter().zip(&step.down).all(|(up, down)| up != down));
            search.take(&step, 0.0);
        }
        assert_eq!(search.result(), [1.0, 1_800.0]);
    }

    #[test]
    fn no_number_leaves_its_range() {
        let mut search = Search::new(ranges(), vec![0.0, 4_000.0], 50, 10);
        while let Some(step) = search.next(7) {
            for numbers in [&step.up, &step.down] {
                assert!((0.0..=5.0).contains(&numbers[0]) && (0.0..=4_000.0).contains(&numbers[1]));
            }
            search.take(&step, if step.signs[0] { -100.0 } else { 100.0 });
        }
        assert_eq!(search.result()[0], 0.0);
    }
}
