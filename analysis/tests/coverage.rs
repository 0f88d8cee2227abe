//! Coverage of the confidence interval of a difference, on simulated walls where the true difference is known.
//!
//! A wall has 8 to 13 kyoku. The change affects a share of the walls: it removes the last kyoku ("cut") or replays them
//! ("replay"). An event happens in a kyoku with a small chance; in removed or replayed kyoku the chance is multiplied
//! by a factor.

use hyakuman_analysis::Cluster;
use hyakuman_analysis::paired::{Counted, Difference, ENOUGH_CHANGED, Pair, Paired};

const RUNS: usize = 2_000;

/// What the change does to an affected wall.
#[derive(Clone, Copy)]
enum Change {
    /// Removes one to four kyoku.
    Cut,
    /// Replays the last one to four kyoku.
    Replay,
}

struct Study {
    change: Change,
    walls: usize,
    /// Share of affected walls.
    touched: f64,
    /// Chance of the event in a kyoku.
    chance: f64,
    /// Factor of the chance in kyoku that are removed or replayed.
    factor: f64,
}

struct Coverage {
    /// Share of the intervals that contain the true difference.
    covered: f64,
    /// Share of the runs marked "few" or "the same".
    few: f64,
}

impl Study {
    fn coverage(&self, seed: u64) -> Coverage {
        let (mut random, truth) = (SplitMix(seed), self.truth());
        let found: Vec<Difference> = (0..RUNS).map(|_| self.run(&mut random)).collect();
        let share = |of: &dyn Fn(&Difference) -> bool| {
            found.iter().filter(|difference| of(difference)).count() as f64 / RUNS as f64
        };
        let covers = |difference: &Difference| {
            difference.interval.is_none_or(|[low, high]| low <= truth && truth <= high)
        };
        Coverage { covered: share(&covers), few: share(&|found| found.few() || found.same()) }
    }

    fn run(&self, random: &mut SplitMix) -> Difference {
        let mut paired = Paired::default();
        for _ in 0..self.walls {
            let kyoku = 8 + random.below(6) as i64;
            let tail = if random.unit() < self.touched { 1 + random.below(4) as i64 } else { 0 };
            let common = random.events(kyoku - tail, self.chance);
            let old = random.events(tail, self.chance * self.factor);
            let (trials, new) = match self.change {
                Change::Cut => (kyoku - tail, 0),
                Change::Replay => (kyoku, random.events(tail, self.chance)),
            };
            let base = Cluster { trials: kyoku, total: common + old };
            paired.add(Pair { base, variant: Cluster { trials, total: common + new } });
        }
        paired.difference(Counted::Successes).unwrap()
    }

    /// The difference of the expected rates: a wall has 10.5 kyoku on average, of which 2.5 are affected if any.
    fn truth(&self) -> f64 {
        let tail = self.touched * 2.5;
        let base = ((10.5 - tail) + tail * self.factor) / 10.5 * self.chance;
        self.chance - base
    }
}

fn study(change: Change, walls: usize, touched: f64, chance: f64, factor: f64) -> Study {
    Study { change, walls, touched, chance, factor }
}

/// Most walls do not change, and only the number of kyoku does: the variance by linearisation is far too small.
#[test]
fn a_handful_of_events_is_covered() {
    for (seed, study) in [
        study(Change::Cut, 500, 0.07, 0.005, 1.0),
        study(Change::Cut, 2_000, 0.07, 0.005, 1.0),
        study(Change::Cut, 2_000, 0.07, 0.005, 3.0),
        study(Change::Cut, 2_000, 0.04, 0.0003, 1.0),
        study(Change::Replay, 500, 0.04, 0.005, 2.0),
    ]
    .iter()
    .enumerate()
    {
        let Coverage { covered, few } = study.coverage(seed as u64);
        assert!(few > 0.95, "{seed}: {few}");
        assert!(covered >= 0.94, "{seed}: {covered}");
    }
}

/// About as many clusters changed as the threshold between the two intervals.
#[test]
fn the_difference_is_covered_at_the_threshold() {
    for (seed, factor) in [1.0, 3.0].into_iter().enumerate() {
        let Coverage { covered, few } =
            study(Change::Cut, 2_000, 0.07, 0.06 / factor, factor).coverage(seed as u64);
        assert!((0.1..0.9).contains(&few), "{factor}: {few}");
        assert!((0.935..=0.985).contains(&covered), "{factor}: {covered}");
    }
}

/// With many changed events the usual interval is used, and rare failures are counted as events.
#[test]
fn many_events_are_covered() {
    for (seed, study) in [
        study(Change::Replay, 2_000, 0.4, 0.005, 2.0),
        study(Change::Replay, 1_000, 0.4, 0.2, 1.1),
        study(Change::Cut, 2_000, 0.3, 0.1, 1.0),
    ]
    .iter()
    .enumerate()
    {
        let Coverage { covered, few } = study.coverage(seed as u64);
        assert!(few < 0.05, "{seed}: {few}, {ENOUGH_CHANGED} are enough");
        assert!((0.935..=0.965).contains(&covered), "{seed}: {covered}");
    }
}

/// SplitMix64.
struct SplitMix(u64);

impl SplitMix {
    /// A random number in [0, 1).
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let x = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let x = (x ^ x >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((x ^ x >> 31) >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn below(&mut self, n: u64) -> u64 {
        (self.unit() * n as f64) as u64
    }

    /// How many of `kyoku` kyoku have the event.
    fn events(&mut self, kyoku: i64, chance: f64) -> i64 {
        (0..kyoku).filter(|_| self.unit() < chance).count() as i64
    }
}
