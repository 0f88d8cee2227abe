//! Simulated walls with known truths, for the coverage of intervals.

#![allow(dead_code, reason = "the tests and the example use different parts")]

use hyakuman_analysis::calibration::{Calibration, ClusterForecasts, Quantity};
use hyakuman_analysis::difference::Difference;
use hyakuman_analysis::paired::{Counted, Pair, Paired};
use hyakuman_analysis::{
    Cluster, Contrast, Estimate, Group, Measure, Measures, Ratio, Resolution, Results, Unit, Validity,
    anytime,
};

/// Trials of a wall.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Sizes {
    /// Always this many.
    Fixed(u64),
    /// All numbers from the first to the second alike.
    Even(u64, u64),
    /// A geometric distribution with this mean, 1 at least.
    Geometric(f64),
    /// A Poisson distribution with this mean: some walls have none.
    Poisson(f64),
}

/// How the trials of a wall depend on each other.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Trials {
    /// Not at all.
    Independent,
    /// Each wall has a chance of its own, from a beta distribution with this correlation of its trials.
    Correlated(f64),
    /// All trials of a wall succeed, or none.
    Alike,
}

/// What a trial is worth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Payoff {
    Normal,
    Exponential,
    /// With this standard deviation of the logarithm.
    LogNormal(f64),
    /// With this exponent: heavy tails.
    Pareto(f64),
    /// As an exponential loss up to a limit: a tail below.
    Loss,
    /// Nothing but for this share of the trials, which have exponential ones.
    Rare(f64),
    /// Points of wins.
    Wins,
}

/// What the players differ by on a wall.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Differ {
    Normal,
    /// Student's t with so many degrees of freedom.
    Student(u32),
    /// One wall in ten differs five times as much.
    Contaminated,
    Exponential,
    /// On this share of the walls only.
    Sometimes(f64),
}

/// How a change affects a wall.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Moved {
    /// By single events.
    Single,
    /// By clumps of one to ten events, small ones more often.
    Clumps,
    /// By all ten trials.
    Whole,
}

/// The intervals of many runs.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Coverage {
    /// Runs with an interval.
    pub(crate) said: u32,
    /// Of these, those whose interval contains the truth.
    pub(crate) held: u32,
    /// Runs marked `few`.
    pub(crate) few: u32,
    /// Runs.
    pub(crate) runs: u32,
}

impl Coverage {
    /// Counts the interval of a run.
    pub(crate) fn add(&mut self, interval: Option<[f64; 2]>, few: bool, truth: f64) {
        self.runs += 1;
        self.few += u32::from(few);
        self.said += u32::from(interval.is_some());
        self.held += u32::from(interval.is_some_and(|[low, high]| low <= truth && truth <= high));
    }

    /// The share of the intervals that contain the truth; 1 without an interval.
    pub(crate) fn share(&self) -> f64 {
        if self.said == 0 { 1.0 } else { f64::from(self.held) / f64::from(self.said) }
    }

    /// The lowest share that runs with a true coverage of .94 have in all but one of a thousand cells (3.1 standard errors).
    pub(crate) fn lowest(&self) -> f64 {
        0.94 - 3.1 * (0.94 * 0.06 / f64::from(self.said.max(1))).sqrt()
    }
}

/// The share of a run: so many walls with this chance.
pub(crate) fn share(random: &mut Random, walls: u64, sizes: Sizes, trials: Trials, chance: f64) -> Ratio {
    let mut ratio = Ratio::default();
    for _ in 0..walls {
        let size = random.size(sizes);
        ratio.add(Cluster { trials: size as i64, total: random.successes(size, trials, chance) as i64 });
    }
    ratio
}

/// The share of the kyoku of a run that have an event, on walls with so many matches of so many kyoku; of `alike` matches all have it or none.
pub(crate) fn share_of_kyoku(
    random: &mut Random,
    walls: u64,
    [matches, kyoku]: [u64; 2],
    alike: bool,
    chance: f64,
) -> Estimate {
    const EVENT: &[Measure] = &[Measure { apart: true, ..Measure::new("event", [1, 0], Unit::Share) }];
    let mut share = Measures::new(EVENT, 2).has_matches(matches as usize);
    for _ in 0..walls {
        let [dealt, each] = if alike { [kyoku, matches] } else { [matches * kyoku, 1] };
        let events = each * random.binomial(dealt, chance);
        share.add(&[(matches * kyoku) as i64, events as i64]);
    }
    share.get("event").expect("trials")
}

/// The count of events in a match of a run, of which each wall has four; their number has this mean, and on walls the mean has a gamma
/// distribution of this shape.
pub(crate) fn count(random: &mut Random, walls: u64, mean: f64, shape: f64) -> Estimate {
    const COUNT: &[Measure] = &[Measure::new("count", [1, 0], Unit::Events)];
    let mut count = Measures::new(COUNT, 2);
    for _ in 0..walls {
        let own = mean * random.ln_gamma(shape).exp() / shape;
        count.add(&[4, random.poisson(4.0 * own) as i64]);
    }
    count.get("count").expect("trials")
}

/// The luck shares of two players under two rules of a run, the second less the first, and what is true: the leads of one over the other are
/// normal, those under the second rule are so many times as large, and have noise of their own.
pub(crate) fn luck_difference(
    random: &mut Random,
    walls: u64,
    strength: f64,
    [times, noise]: [f64; 2],
) -> (Estimate, f64) {
    let (mut results, unit) = (Results::new(2, 2), 1_000.0);
    for _ in 0..walls {
        let lead = strength + 13.0 * random.normal();
        let leads = [lead, times * lead + noise * random.normal()].map(|lead| (unit * lead).round() as i64);
        let group = |lead: i64| Group { matches: 1, total: lead, squares: lead * lead };
        results.add(leads.into_iter().flat_map(|lead| [group(lead), group(-lead)]));
    }
    let luck = |strength: f64, variance: f64| variance / (strength * strength + variance);
    let variant = luck(times * strength, (13.0 * times).powi(2) + noise * noise);
    (results.luck_difference(1, 0).expect("two players"), variant - luck(strength, 169.0))
}

/// The difference of two players of a run that ends, at a multiple of 64 walls, when half of the interval is so much; as `hyakuman match --until`.
pub(crate) fn stopped(random: &mut Random, differ: Differ, mean: f64, half: f64) -> Estimate {
    let mut contrast = Contrast::default();
    loop {
        for _ in 0..64 {
            let differs = !matches!(differ, Differ::Sometimes(share) if random.unit() >= share);
            let y = if differs { mean / differ.share() + 13.0 * random.differ(differ) } else { 0.0 };
            contrast.add((1_000.0 * y).round() as i64);
        }
        let found = contrast.estimate(1_000.0, Validity::Fixed).expect("walls");
        let known = found.interval.filter(|_| contrast.changed() >= anytime::FEWEST);
        if known.is_some_and(|[low, high]| high - low <= 2.0 * half) {
            return found;
        }
    }
}

/// The mean payoff of a run. Payoffs are counted in thousandths.
pub(crate) fn mean(random: &mut Random, walls: u64, sizes: Sizes, payoff: Payoff) -> Ratio {
    let mut ratio = Ratio::default();
    while ratio.clusters() < walls {
        let size = random.size(sizes);
        let total: f64 = (0..size).map(|_| random.payoff(payoff)).sum();
        ratio.add(Cluster { trials: size as i64, total: (total * 1_000.0).round() as i64 });
    }
    ratio
}

/// The difference of a run: of so many walls with ten trials some gain and some lose events; these are the expected numbers.
pub(crate) fn difference(
    random: &mut Random,
    walls: u64,
    moved: Moved,
    [gain, lose]: [f64; 2],
    common: f64,
) -> Difference {
    let mut paired = Paired::default();
    for _ in 0..walls {
        let place = random.unit() * walls as f64;
        let size = if place < gain + lose { random.moved(moved) } else { 0 };
        let both = random.successes(10 - size, Trials::Independent, common) as i64;
        let [base, variant] = if place < gain { [0, size as i64] } else { [size as i64, 0] };
        paired.add(Pair {
            base: Cluster { trials: 10, total: both + base },
            variant: Cluster { trials: 10, total: both + variant },
        });
    }
    paired.difference(Counted::Successes).expect("trials")
}

/// The difference of the amounts of a run: this share of the walls changes, each by a payoff, half of them downwards if `both`.
pub(crate) fn amounts(
    random: &mut Random,
    walls: u64,
    changed: f64,
    payoff: Payoff,
    both: bool,
) -> Difference {
    let mut paired = Paired::default();
    for _ in 0..walls {
        let total = (random.normal() * 2_000.0) as i64;
        let down = both && random.unit() < 0.5;
        let more = if random.unit() < changed { (random.payoff(payoff) * 1_000.0).ceil() as i64 } else { 0 };
        let variant = Cluster { trials: 1, total: total + if down { -more } else { more } };
        paired.add(Pair { base: Cluster { trials: 1, total }, variant });
    }
    paired.difference(Counted::Amount).expect("trials")
}

/// The difference of what happened from the forecasts of a run that are right on average. On each wall the chance is another, around this one.
pub(crate) fn forecasts(
    random: &mut Random,
    walls: u64,
    sizes: Sizes,
    trials: Trials,
    chance: f64,
) -> Estimate {
    let (mut calibration, mut wall) = (Calibration::new(1), ClusterForecasts::new(1));
    for _ in 0..walls {
        // Two chances of the same mean, as f32: what is forecast is what is drawn.
        let own = if random.unit() < 0.5 { 0.5 * chance } else { 1.5 * chance } as f32;
        let size = random.size(sizes);
        let happened = random.successes(size, trials, own.into());
        (0..size).for_each(|number| wall.add(Quantity::Win, 0, own, number < happened));
        calibration.add(&mut wall);
    }
    calibration.row(Quantity::Win, Some(0), None).expect("forecasts").difference
}

/// What players differ by over a run, in thousandths, and the standard deviation and effect that are true.
pub(crate) fn resolution(
    random: &mut Random,
    walls: u64,
    differ: Differ,
    effect: f64,
) -> (Resolution, [f64; 2]) {
    let deviation = 10_000.0 * differ.deviation();
    let shift = effect * deviation;
    let mut found = Resolution::new(1, 1);
    for _ in 0..walls {
        let differs = !matches!(differ, Differ::Sometimes(share) if random.unit() >= share);
        let y = if differs { shift / differ.share() + 10_000.0 * random.differ(differ) } else { 0.0 };
        found.add(&[y.round() as i64]);
    }
    // Where few walls differ, the shift of these adds to the variance.
    let share = differ.share();
    let deviation = (deviation * deviation + shift * shift * (1.0 / share - 1.0)).sqrt();
    (found, [deviation, shift / deviation])
}

impl Payoff {
    /// Its mean.
    pub(crate) fn mean(self) -> f64 {
        match self {
            Payoff::Normal => 5.0,
            Payoff::Exponential => 1.0,
            Payoff::LogNormal(deviation) => (deviation * deviation / 2.0).exp(),
            Payoff::Pareto(exponent) => exponent / (exponent - 1.0),
            Payoff::Loss => 2.0 + (-3.0_f64).exp(),
            Payoff::Rare(share) => share,
            Payoff::Wins => WINS.iter().map(|(share, points)| share * points).sum(),
        }
    }
}

/// Shares and thousands of points of wins.
const WINS: [(f64, f64); 9] = [
    (0.2, 1.0),
    (0.22, 2.0),
    (0.18, 3.9),
    (0.12, 5.2),
    (0.18, 8.0),
    (0.06, 12.0),
    (0.025, 16.0),
    (0.008, 24.0),
    (0.007, 32.0),
];

impl Differ {
    fn deviation(self) -> f64 {
        match self {
            Differ::Normal | Differ::Exponential => 1.0,
            Differ::Student(freedom) => (f64::from(freedom) / (f64::from(freedom) - 2.0)).sqrt(),
            Differ::Contaminated => (0.9_f64 + 0.1 * 25.0).sqrt(),
            Differ::Sometimes(share) => share.sqrt(),
        }
    }

    pub(crate) fn share(self) -> f64 {
        if let Differ::Sometimes(share) = self { share } else { 1.0 }
    }
}

/// SplitMix64.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0xd1b5_4a32_d192_ed03))
    }

    /// Between 0 and 1.
    pub(crate) fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (((bits ^ (bits >> 31)) >> 11) as f64 + 0.5) / (1_u64 << 53) as f64
    }

    /// Box and Muller.
    pub(crate) fn normal(&mut self) -> f64 {
        (-2.0 * self.unit().ln()).sqrt() * (std::f64::consts::TAU * self.unit()).cos()
    }

    fn exponential(&mut self) -> f64 {
        -self.unit().ln()
    }

    fn poisson(&mut self, mean: f64) -> u64 {
        let (end, mut product, mut count) = ((-mean).exp(), self.unit(), 0);
        while product > end {
            product *= self.unit();
            count += 1;
        }
        count
    }

    fn size(&mut self, sizes: Sizes) -> u64 {
        match sizes {
            Sizes::Fixed(size) => size,
            Sizes::Even(from, to) => from + (self.unit() * (to - from + 1) as f64) as u64,
            Sizes::Geometric(mean) => 1 + (self.unit().ln() / (-1.0 / mean).ln_1p()) as u64,
            Sizes::Poisson(mean) => self.poisson(mean),
        }
    }

    fn successes(&mut self, size: u64, trials: Trials, chance: f64) -> u64 {
        match trials {
            Trials::Independent => self.binomial(size, chance),
            Trials::Correlated(correlation) => {
                let sum = 1.0 / correlation - 1.0;
                let own = self.beta(chance * sum, (1.0 - chance) * sum);
                self.binomial(size, own)
            }
            Trials::Alike => u64::from(self.unit() < chance) * size,
        }
    }

    /// Successes of so many trials, from one to the next if they are rare.
    fn binomial(&mut self, size: u64, chance: f64) -> u64 {
        if chance >= 0.1 {
            return (0..size).filter(|_| self.unit() < chance).count() as u64;
        }
        let (failure, mut at, mut count) = ((-chance).ln_1p(), 0.0, 0);
        loop {
            at += (self.unit().ln() / failure).floor() + 1.0;
            if chance == 0.0 || at > size as f64 {
                return count;
            }
            count += 1;
        }
    }

    fn beta(&mut self, a: f64, b: f64) -> f64 {
        let [x, y] = [a, b].map(|shape| self.ln_gamma(shape));
        1.0 / (1.0 + (y - x).exp())
    }

    /// The logarithm of a gamma variable (Marsaglia, Tsang).
    fn ln_gamma(&mut self, shape: f64) -> f64 {
        if shape < 1.0 {
            return self.ln_gamma(shape + 1.0) + self.unit().ln() / shape;
        }
        let d = shape - 1.0 / 3.0;
        loop {
            let x = self.normal();
            let v = (1.0 + x / (9.0 * d).sqrt()).powi(3);
            if v > 0.0 && self.unit().ln() < 0.5 * x * x + d - d * v + d * v.ln() {
                return (d * v).ln();
            }
        }
    }

    fn payoff(&mut self, payoff: Payoff) -> f64 {
        match payoff {
            Payoff::Normal => 5.0 + self.normal(),
            Payoff::Exponential => self.exponential(),
            Payoff::LogNormal(deviation) => (deviation * self.normal()).exp(),
            Payoff::Pareto(exponent) => self.unit().powf(-1.0 / exponent),
            Payoff::Loss => 3.0 - self.exponential().min(3.0),
            Payoff::Rare(share) => {
                if self.unit() < share {
                    self.exponential()
                } else {
                    0.0
                }
            }
            Payoff::Wins => {
                let mut left = self.unit();
                let win = WINS.iter().find(|(share, _)| {
                    left -= share;
                    left < 0.0
                });
                win.unwrap_or(&WINS[0]).1
            }
        }
    }

    fn differ(&mut self, differ: Differ) -> f64 {
        match differ {
            Differ::Normal | Differ::Sometimes(_) => self.normal(),
            Differ::Exponential => self.exponential() - 1.0,
            Differ::Contaminated => self.normal() * if self.unit() < 0.1 { 5.0 } else { 1.0 },
            Differ::Student(freedom) => {
                let squares: f64 = (0..freedom).map(|_| self.normal().powi(2)).sum();
                self.normal() / (squares / f64::from(freedom)).sqrt()
            }
        }
    }

    fn moved(&mut self, moved: Moved) -> u64 {
        match moved {
            Moved::Single => 1,
            Moved::Whole => 10,
            // The chance of a size k is in proportion to 1/k.
            Moved::Clumps => {
                let mut left = self.unit() * MOVED;
                (1..10)
                    .find(|&size| {
                        left -= 1.0 / size as f64;
                        left < 0.0
                    })
                    .unwrap_or(10)
            }
        }
    }
}

/// The sum of 1/k up to ten.
const MOVED: f64 = 2.928_968_253_968_254;

impl Moved {
    /// Its mean.
    pub(crate) fn mean(self) -> f64 {
        match self {
            Moved::Single => 1.0,
            Moved::Clumps => 10.0 / MOVED,
            Moved::Whole => 10.0,
        }
    }
}
