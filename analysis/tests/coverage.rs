//! Coverage of the confidence intervals on simulated walls where the truth is known. The example `coverage` simulates many more.

mod simulated;

use hyakuman_analysis::Cluster;
use hyakuman_analysis::difference::Difference;
use hyakuman_analysis::few::ENOUGH_CHANGED;
use hyakuman_analysis::paired::{Counted, Pair, Paired};
use simulated::{Coverage, Differ, Moved, Payoff, Random, Sizes, Trials};

/// Covers .94 or more within the error of the simulation.
fn check(what: &str, cell: Coverage) {
    assert!(cell.said > 0 && cell.share() >= cell.lowest(), "{what}: {}", cell.share());
}

/// Chances from 1e-5 to 0.5, walls from 10 to 10,000; trials that are independent, correlated, or alike on a wall.
#[test]
fn shares_are_covered() {
    for (seed, (walls, sizes, trials, chance, runs)) in [
        (10, Sizes::Fixed(8), Trials::Independent, 0.5, 1_000),
        (10, Sizes::Geometric(8.0), Trials::Correlated(0.5), 0.05, 1_000),
        (30, Sizes::Fixed(40), Trials::Correlated(0.5), 0.01, 1_000),
        (40, Sizes::Even(4, 16), Trials::Independent, 0.005, 1_000),
        (100, Sizes::Poisson(1.5), Trials::Alike, 0.05, 1_000),
        (100, Sizes::Fixed(300), Trials::Correlated(0.1), 0.001, 400),
        (1_000, Sizes::Fixed(8), Trials::Independent, 1e-4, 400),
        (1_000, Sizes::Even(4, 16), Trials::Correlated(0.5), 0.001, 400),
        (10_000, Sizes::Fixed(8), Trials::Alike, 1e-4, 60),
        (10_000, Sizes::Fixed(8), Trials::Independent, 1e-5, 60),
    ]
    .into_iter()
    .enumerate()
    {
        let (mut random, mut share, mut forecast) =
            (Random::new(seed as u64), Coverage::default(), Coverage::default());
        for _ in 0..runs {
            let found = simulated::share(&mut random, walls, sizes, trials, chance).share().expect("trials");
            share.add(found.bounds(), found.few, chance);
            let found = simulated::forecasts(&mut random, walls, sizes, trials, chance);
            forecast.add(found.bounds(), found.few, 0.0);
        }
        let what = format!("{walls} {sizes:?} {trials:?} {chance}");
        check(&what, share);
        check(&format!("forecasts, {what}"), forecast);
    }
}

/// Skewed payoffs, unequal numbers of them.
#[test]
fn means_are_covered() {
    for (seed, (walls, sizes, payoff)) in [
        (10, Sizes::Fixed(1), Payoff::Normal),
        (10, Sizes::Fixed(1), Payoff::Exponential),
        (10, Sizes::Geometric(4.0), Payoff::Wins),
        (10, Sizes::Fixed(1), Payoff::Loss),
        (20, Sizes::Poisson(1.5), Payoff::Wins),
        (30, Sizes::Fixed(1), Payoff::LogNormal(1.0)),
        (50, Sizes::Fixed(8), Payoff::Pareto(2.5)),
        (200, Sizes::Even(1, 5), Payoff::Rare(0.1)),
    ]
    .into_iter()
    .enumerate()
    {
        let (mut random, mut cell) = (Random::new(100 + seed as u64), Coverage::default());
        for _ in 0..1_000 {
            let found = simulated::mean(&mut random, walls, sizes, payoff).estimate().expect("trials");
            cell.add(found.bounds(), found.few, 1_000.0 * payoff.mean());
        }
        check(&format!("{walls} {sizes:?} {payoff:?}"), cell);
    }
}

/// Without long tails an interval is no wider than it must be.
#[test]
fn usual_intervals_are_not_too_wide() {
    let (mut random, mut share, mut mean) = (Random::new(7), Coverage::default(), Coverage::default());
    for _ in 0..2_000 {
        let found =
            simulated::share(&mut random, 200, Sizes::Even(4, 16), Trials::Correlated(0.1), 0.3).share();
        let found = found.expect("trials");
        share.add(found.bounds(), found.few, 0.3);
        let found =
            simulated::mean(&mut random, 100, Sizes::Fixed(8), Payoff::Normal).estimate().expect("trials");
        mean.add(found.bounds(), found.few, 5_000.0);
    }
    // Standard error: 0.005.
    for cell in [share, mean] {
        assert!((0.935..=0.967).contains(&cell.share()) && cell.few == 0, "{}", cell.share());
    }
}

/// What few walls gained or lost, also in clumps, and amounts of which few changed.
#[test]
fn differences_of_few_walls_are_covered() {
    for (seed, moved) in [Moved::Single, Moved::Clumps, Moved::Whole].into_iter().enumerate() {
        for expected in [[0.5, 0.0], [3.0, 0.0], [5.0, 5.0], [15.0, 5.0], [40.0, 0.0]] {
            let (mut random, mut cell) = (Random::new(200 + seed as u64), Coverage::default());
            for _ in 0..500 {
                let found = simulated::difference(&mut random, 200, moved, expected, 0.01);
                // If no wall changed, only so much is said: nothing of the size.
                let missed = found.same().then_some([-1.0, 1.0]);
                let truth = (expected[0] - expected[1]) * moved.mean() / 2_000.0;
                cell.add(found.interval.or(missed), found.few(), truth);
                assert!(
                    !(found.few() && found.excludes_zero())
                        && found.excludes_zero() == found.p.is_some_and(|p| p < 0.05)
                );
            }
            check(&format!("{moved:?} {expected:?}"), cell);
        }
    }
    for (seed, payoff) in
        [Payoff::Normal, Payoff::Exponential, Payoff::LogNormal(0.7)].into_iter().enumerate()
    {
        let (mut random, mut cell) = (Random::new(300 + seed as u64), Coverage::default());
        for _ in 0..1_000 {
            let found = simulated::amounts(&mut random, 300, 0.06, payoff, false);
            cell.add(found.interval, found.few(), 0.06 * (1_000.0 * payoff.mean() + 0.5));
        }
        check(&format!("{payoff:?}"), cell);
    }
}

/// Events of single kyoku, also of all matches of a wall in the same kyoku, and none at all; the limits are far narrower than those of whole walls.
#[test]
fn events_of_kyoku_are_covered() {
    for (seed, (walls, matches, alike, chance)) in [
        (15, 1, false, 0.003),
        (60, 4, true, 0.002),
        (60, 4, false, 0.01),
        (400, 1, true, 3e-4),
        (400, 14, true, 2e-5),
        (900, 2, true, 0.02),
    ]
    .into_iter()
    .enumerate()
    {
        let (mut random, mut cell) = (Random::new(500 + seed as u64), Coverage::default());
        for _ in 0..400 {
            let found = simulated::share_of_kyoku(&mut random, walls, [matches, 9], alike, chance);
            cell.add(found.bounds(), found.few, chance);
        }
        check(&format!("{walls} walls of {matches}, {alike}, {chance}"), cell);
    }
    let never = simulated::share_of_kyoku(&mut Random::new(1), 700, [1, 9], false, 0.0);
    let [low, high] = never.bounds().expect("an interval");
    assert!(low == 0.0 && (high - (1.0 - 0.025_f64.powf(1.0 / 6_300.0))).abs() < 1e-9, "{high}");
}

/// Of events that happen any number of times, rare and common ones.
#[test]
fn counts_are_covered() {
    for (seed, (walls, mean, shape)) in
        [(12, 0.05, 1e6), (25, 8.0, 1e6), (60, 0.02, 0.7), (300, 0.001, 1e6), (300, 0.4, 0.7)]
            .into_iter()
            .enumerate()
    {
        let (mut random, mut cell) = (Random::new(600 + seed as u64), Coverage::default());
        for _ in 0..400 {
            let found = simulated::count(&mut random, walls, mean, shape);
            assert!(found.interval.is_none_or(|[low, _]| low >= 0.0) && found.value >= 0.0);
            cell.add(found.bounds(), found.few, mean);
        }
        check(&format!("{walls} {mean} {shape}"), cell);
    }
}

/// Under a rule that multiplies all leads, or changes them on top of it.
#[test]
fn differences_of_luck_are_covered() {
    for (seed, (walls, strength, change)) in
        [(25, 6.0, [2.0, 3.0]), (150, 0.0, [0.5, 6.0]), (150, 9.0, [1.0, 5.0]), (600, 2.0, [1.5, 2.0])]
            .into_iter()
            .enumerate()
    {
        let (mut random, mut cell) = (Random::new(700 + seed as u64), Coverage::default());
        for _ in 0..400 {
            let (found, truth) = simulated::luck_difference(&mut random, walls, strength, change);
            cell.add(found.interval, found.few, truth);
        }
        check(&format!("{walls} {strength} {change:?}"), cell);
    }
}

/// Where the width decides when one stops, also of players that differ on some walls only.
#[test]
fn intervals_that_are_narrow_enough_cover() {
    for (seed, (differ, mean, half)) in
        [(Differ::Normal, 1.0, 1.6), (Differ::Normal, 0.0, 0.9), (Differ::Sometimes(0.15), 0.7, 0.6)]
            .into_iter()
            .enumerate()
    {
        let (mut random, mut cell) = (Random::new(800 + seed as u64), Coverage::default());
        for _ in 0..400 {
            let found = simulated::stopped(&mut random, differ, mean, half);
            cell.add(found.interval, found.few, mean);
        }
        check(&format!("{differ:?} {mean} {half}"), cell);
    }
}

/// Twenty walls of ten hands, of which a rule takes a win on two of three: such an effect is seen in most runs.
#[test]
fn a_large_effect_on_few_walls_is_seen() {
    let (mut random, mut seen) = (Random::new(900), 0);
    for _ in 0..200 {
        let found = simulated::difference(&mut random, 20, Moved::Single, [1.0, 14.0], 0.2);
        seen += u32::from(found.excludes_zero());
    }
    assert!(seen > 140, "{seen}");
}

/// Standard deviations and effects from ten walls on, also of long tails.
#[test]
fn deviations_are_covered() {
    for (seed, (walls, differ)) in [
        (10, Differ::Normal),
        (10, Differ::Exponential),
        (20, Differ::Student(5)),
        (30, Differ::Sometimes(0.5)),
        (200, Differ::Contaminated),
        (300, Differ::Sometimes(0.1)),
    ]
    .into_iter()
    .enumerate()
    {
        let (mut random, mut cells) = (Random::new(400 + seed as u64), [Coverage::default(); 2]);
        for _ in 0..1_000 {
            let (found, truth) = simulated::resolution(&mut random, walls, differ, 0.2);
            let found = [found.deviation(0, 1.0), found.effect(0)].map(|found| found.expect("walls"));
            cells
                .iter_mut()
                .zip(found)
                .zip(truth)
                .for_each(|((cell, found), truth)| cell.add(found.interval, found.few, truth));
        }
        for (cell, what) in cells.into_iter().zip(["deviation", "effect"]) {
            check(&format!("{what} of {walls} {differ:?}"), cell);
        }
    }
}

const RUNS: usize = 500;

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

struct Covered {
    /// Share of the intervals that contain the true difference.
    covered: f64,
    /// Share of the runs of which few walls gained or lost events.
    few: f64,
}

impl Study {
    fn coverage(&self, seed: u64) -> Covered {
        let (mut random, truth) = (SplitMix(seed), self.truth());
        let found: Vec<Difference> = (0..RUNS).map(|_| self.run(&mut random)).collect();
        let share = |of: &dyn Fn(&Difference) -> bool| {
            found.iter().filter(|difference| of(difference)).count() as f64 / RUNS as f64
        };
        let covers = |difference: &Difference| {
            difference.interval.is_none_or(|[low, high]| low <= truth && truth <= high)
        };
        Covered { covered: share(&covers), few: share(&|found| found.events_changed < Some(ENOUGH_CHANGED)) }
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
        let Covered { covered, few } = study.coverage(seed as u64);
        assert!(few > 0.95, "{seed}: {few}");
        assert!(covered >= 0.94, "{seed}: {covered}");
    }
}

/// About as many clusters changed as the threshold between the two intervals.
#[test]
fn the_difference_is_covered_at_the_threshold() {
    for (seed, factor) in [1.0, 3.0].into_iter().enumerate() {
        let Covered { covered, few } =
            study(Change::Cut, 2_000, 0.07, 0.06 / factor, factor).coverage(seed as u64);
        assert!((0.1..0.9).contains(&few), "{factor}: {few}");
        assert!((0.92..=0.995).contains(&covered), "{factor}: {covered}");
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
        let Covered { covered, few } = study.coverage(seed as u64);
        assert!(few < 0.05, "{seed}: {few}");
        assert!((0.92..=0.985).contains(&covered), "{seed}: {covered}");
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
