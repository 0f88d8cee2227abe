//! The coverage of every kind of interval on simulated walls, for few and many of them:
//! `cargo run --release -p hyakuman-analysis --example coverage`.
//!
//! A line for each kind, with the number of cells, the lowest coverage and where it is, and the mean; `--cells` prints each cell.
//! Ends with exit code 1 if a cell is below .94 by more than its simulation error. The cells left out of this are marked:
//! no method that sees a sample alone covers them.

#![allow(clippy::print_stdout, reason = "the result of the bench")]

#[path = "mod.rs"]
mod simulated;

use simulated::{Coverage, Differ, Moved, Payoff, Random, Sizes, Trials};
use std::process::ExitCode;

const WALLS: [u64; 5] = [10, 30, 100, 1_000, 10_000];
const CHANCES: [f64; 8] = [1e-5, 1e-4, 1e-3, 0.01, 0.05, 0.2, 0.5, 0.9];

const SIZES: [Sizes; 7] = [
    Sizes::Fixed(1),
    Sizes::Fixed(8),
    Sizes::Fixed(40),
    Sizes::Fixed(300),
    Sizes::Even(4, 16),
    Sizes::Geometric(8.0),
    Sizes::Poisson(1.5),
];

const TRIALS: [Trials; 5] = [
    Trials::Independent,
    Trials::Correlated(0.02),
    Trials::Correlated(0.1),
    Trials::Correlated(0.5),
    Trials::Alike,
];

const PAYOFFS: [Payoff; 8] = [
    Payoff::Normal,
    Payoff::Exponential,
    Payoff::Wins,
    Payoff::Loss,
    Payoff::LogNormal(0.7),
    Payoff::LogNormal(1.0),
    Payoff::Pareto(4.0),
    Payoff::Rare(0.3),
];

const DIFFERS: [Differ; 7] = [
    Differ::Normal,
    Differ::Student(8),
    Differ::Student(5),
    Differ::Exponential,
    Differ::Contaminated,
    Differ::Sometimes(0.5),
    Differ::Sometimes(0.1),
];

/// The cells of a kind of interval, with what they are.
type Cells = Vec<(String, Coverage)>;

/// What simulates the cells of a kind, each with so many runs.
type Cellwise = fn(u32) -> Cells;

/// A kind of interval: its cells.
struct Kind {
    name: &'static str,
    cells: Cells,
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let runs = words.iter().find_map(|word| word.parse().ok()).unwrap_or(2_000);
    let wanted = |name: &str| {
        !words.iter().any(|word| word.starts_with("only=")) || words.contains(&format!("only={name}"))
    };
    let kinds: [(&str, Cellwise); 11] = [
        ("shares", shares),
        ("shares of kyoku", shares_of_kyoku),
        ("counts", counts),
        ("forecasts", forecasts),
        ("means", means),
        ("differences of events", differences),
        ("differences of amounts", amounts),
        ("deviation", deviations),
        ("effect", effects),
        ("differences of luck", differences_of_luck),
        ("stopped by width", stopped),
    ];
    println!("{:<24}{:>6}{:>8}{:>8}{:>8}  lowest cell", "kind", "cells", "mean", "lowest", "below");
    let mut failed = false;
    for (name, cells) in kinds.into_iter().filter(|(name, _)| wanted(name)) {
        let kind = Kind { name, cells: cells(runs) };
        failed |= kind.print(words.iter().any(|word| word == "--cells"));
    }
    ExitCode::from(u8::from(failed))
}

impl Kind {
    /// Prints it; whether a cell is too low.
    fn print(&self, all: bool) -> bool {
        let said: Vec<_> = self.cells.iter().filter(|(_, cell)| cell.said >= cell.runs / 20).collect();
        let mean = said.iter().map(|(_, cell)| cell.share()).sum::<f64>() / said.len() as f64;
        let below = said.iter().filter(|(_, cell)| cell.share() < cell.lowest()).count();
        let lowest = said.iter().min_by(|(_, a), (_, b)| a.share().total_cmp(&b.share())).expect("a cell");
        let (name, count) = (self.name, said.len());
        println!("{name:<24}{count:>6}{mean:>8.3}{:>8.3}{below:>8}  {}", lowest.1.share(), lowest.0);
        for (label, cell) in &said {
            if all || cell.share() < cell.lowest() {
                println!(
                    "    {label:<64} {:.3}  few {:.2}",
                    cell.share(),
                    f64::from(cell.few) / f64::from(cell.runs)
                );
            }
        }
        below > 0
    }
}

/// A random stream for each cell.
fn stream(label: &str) -> Random {
    Random::new(label.bytes().fold(7, |seed, byte| seed * 31 % 1_000_000_007 + u64::from(byte)))
}

fn shares(runs: u32) -> Cells {
    let mut cells = Vec::new();
    for sizes in SIZES {
        for trials in TRIALS {
            for walls in WALLS {
                for chance in CHANCES {
                    if skipped(sizes, trials, walls, chance) {
                        continue;
                    }
                    let label = format!("{walls} walls, {sizes:?}, {trials:?}, chance {chance}");
                    let (mut random, mut cell) = (stream(&label), Coverage::default());
                    for _ in 0..fewer(runs, walls, sizes) {
                        let found = simulated::share(&mut random, walls, sizes, trials, chance).share();
                        let found = found.expect("trials");
                        cell.add(found.bounds(), found.few, chance);
                    }
                    cells.push((label, cell));
                }
            }
        }
    }
    cells
}

fn forecasts(runs: u32) -> Cells {
    let mut cells = Vec::new();
    for sizes in [Sizes::Fixed(8), Sizes::Fixed(40), Sizes::Even(4, 16)] {
        for trials in TRIALS {
            for walls in WALLS {
                for chance in &CHANCES[..7] {
                    if skipped(sizes, trials, walls, *chance) {
                        continue;
                    }
                    let label = format!("{walls} walls, {sizes:?}, {trials:?}, chance {chance}");
                    let (mut random, mut cell) = (stream(&label), Coverage::default());
                    for _ in 0..fewer(runs, walls, sizes) {
                        let found = simulated::forecasts(&mut random, walls, sizes, trials, *chance);
                        cell.add(found.bounds(), found.few, 0.0);
                    }
                    cells.push((label, cell));
                }
            }
        }
    }
    cells
}

/// Events of single kyoku.
fn shares_of_kyoku(runs: u32) -> Cells {
    let mut cells = Vec::new();
    for [matches, kyoku] in [[1, 6], [4, 10], [14, 10]] {
        for alike in [false, true] {
            for walls in WALLS {
                for chance in CHANCES {
                    if chance * (walls * kyoku) as f64 * if alike { 1.0 } else { matches as f64 } < 0.02 {
                        continue;
                    }
                    let label = format!("{walls} walls, {matches} matches, alike {alike}, chance {chance}");
                    let mut random = stream(&label);
                    let one = || {
                        let found =
                            simulated::share_of_kyoku(&mut random, walls, [matches, kyoku], alike, chance);
                        (found.bounds(), found.few, chance)
                    };
                    cells.push((label, cell(fewer(runs, walls, Sizes::Fixed(40)), one)));
                }
            }
        }
    }
    cells
}

fn counts(runs: u32) -> Cells {
    let mut cells = Vec::new();
    for mean in [1e-3, 0.01, 0.05, 0.3, 2.0, 10.0] {
        for shape in [0.5, 2.0, 1e6] {
            for walls in WALLS {
                let label = format!("{walls} walls, {mean} in a match, shape {shape}");
                let mut random = stream(&label);
                let one = || {
                    let found = simulated::count(&mut random, walls, mean, shape);
                    (found.bounds(), found.few, mean)
                };
                cells.push((label, cell(fewer(runs, walls, Sizes::Fixed(1)), one)));
            }
        }
    }
    cells
}

fn differences_of_luck(runs: u32) -> Cells {
    let mut cells = Vec::new();
    for strength in [0.0, 1.0, 4.0, 10.0] {
        for change in [[1.0, 3.0], [1.0, 10.0], [0.4, 2.0], [3.0, 8.0]] {
            for walls in [20, 60, 300, 2_000] {
                let label = format!("{walls} walls, strength {strength}, change {change:?}");
                let mut random = stream(&label);
                let one = || {
                    let (found, truth) = simulated::luck_difference(&mut random, walls, strength, change);
                    (found.interval, found.few, truth)
                };
                cells.push((label, cell(runs, one)));
            }
        }
    }
    cells
}

fn stopped(runs: u32) -> Cells {
    let mut cells = Vec::new();
    for differ in DIFFERS {
        for half in [0.5, 1.0, 2.0] {
            let label = format!("half {half}, {differ:?}");
            let mut random = stream(&label);
            let one = || {
                let found = simulated::stopped(&mut random, differ, 1.0, half * differ.share().sqrt());
                (found.interval, found.few, 1.0)
            };
            cells.push((label, cell(runs, one)));
        }
    }
    cells
}

/// So many runs of a cell: their intervals, whether they are few, and what is true.
fn cell(runs: u32, mut one: impl FnMut() -> (Option<[f64; 2]>, bool, f64)) -> Coverage {
    let mut cell = Coverage::default();
    for _ in 0..runs {
        let (interval, few, truth) = one();
        cell.add(interval, few, truth);
    }
    cell
}

/// Whether a cell would repeat others, or hardly ever has an event.
fn skipped(sizes: Sizes, trials: Trials, walls: u64, chance: f64) -> bool {
    let alone = sizes == Sizes::Fixed(1) && trials != Trials::Independent;
    let large = matches!(sizes, Sizes::Fixed(300)) && walls > 1_000;
    alone || large || chance * walls as f64 * 40.0 < 0.02
}

/// Runs of a cell: fewer where there are many trials.
fn fewer(runs: u32, walls: u64, sizes: Sizes) -> u32 {
    let many = if matches!(sizes, Sizes::Fixed(40 | 300)) { 4 } else { 1 };
    runs / if walls == 10_000 { 4 * many } else { many }
}

fn means(runs: u32) -> Cells {
    let mut cells = Vec::new();
    for payoff in PAYOFFS {
        for sizes in
            [Sizes::Fixed(1), Sizes::Fixed(8), Sizes::Even(4, 16), Sizes::Geometric(4.0), Sizes::Poisson(1.5)]
        {
            for walls in WALLS {
                // A long tail of which ten walls of a trial show hardly anything.
                let unseen = sizes == Sizes::Fixed(1)
                    && walls <= 10
                    && matches!(payoff, Payoff::LogNormal(_) | Payoff::Pareto(_) | Payoff::Rare(_));
                if unseen {
                    continue;
                }
                let label = format!("{walls} walls, {sizes:?}, {payoff:?}");
                let (mut random, mut cell) = (stream(&label), Coverage::default());
                for _ in 0..fewer(runs, walls, sizes) {
                    let found =
                        simulated::mean(&mut random, walls, sizes, payoff).estimate().expect("trials");
                    cell.add(found.bounds(), found.few, 1_000.0 * payoff.mean());
                }
                cells.push((label, cell));
            }
        }
    }
    cells
}

fn differences(runs: u32) -> Cells {
    let mut cells = Vec::new();
    for moved in [Moved::Single, Moved::Clumps, Moved::Whole] {
        for walls in [50, 200, 2_000] {
            for common in [0.0, 0.001, 0.05] {
                for [gain, lose] in [
                    [0.5, 0.0],
                    [1.0, 1.0],
                    [3.0, 0.0],
                    [5.0, 5.0],
                    [10.0, 0.0],
                    [15.0, 5.0],
                    [20.0, 20.0],
                    [40.0, 0.0],
                    [100.0, 60.0],
                ] {
                    if gain + lose > 0.5 * walls as f64 || moved == Moved::Whole && common > 0.01 {
                        continue;
                    }
                    let label =
                        format!("{walls} walls, {moved:?}, {gain} gain, {lose} lose, common {common}");
                    let (mut random, mut cell) = (stream(&label), Coverage::default());
                    let truth = (gain - lose) * moved.mean() / (10.0 * walls as f64);
                    for _ in 0..runs {
                        let found = simulated::difference(&mut random, walls, moved, [gain, lose], common);
                        // What changed nothing has no interval, and is covered if so little is missed.
                        let missed = found.same().then_some([-1.0, 1.0]);
                        cell.add(found.interval.or(missed), found.few(), truth);
                    }
                    cells.push((label, cell));
                }
            }
        }
    }
    cells
}

fn amounts(runs: u32) -> Cells {
    let mut cells = Vec::new();
    for payoff in [Payoff::Normal, Payoff::Exponential, Payoff::LogNormal(0.7), Payoff::Wins] {
        for both in [false, true] {
            for (walls, changed) in [
                (20, 1.0),
                (100, 0.12),
                (100, 0.3),
                (1_000, 0.012),
                (1_000, 0.03),
                (1_000, 0.5),
                (10_000, 0.01),
            ] {
                let label = format!(
                    "{walls} walls, {changed} changed by {payoff:?}{}",
                    if both { " up or down" } else { "" }
                );
                let (mut random, mut cell) = (stream(&label), Coverage::default());
                // Rounded up to whole thousandths.
                let truth = if both {
                    0.0
                } else {
                    changed * (1_000.0 * payoff.mean() + if payoff == Payoff::Wins { 0.0 } else { 0.5 })
                };
                for _ in 0..fewer(runs, walls, Sizes::Fixed(1)) {
                    let found = simulated::amounts(&mut random, walls, changed, payoff, both);
                    cell.add(found.interval, found.few(), truth);
                }
                cells.push((label, cell));
            }
        }
    }
    cells
}

fn deviations(runs: u32) -> Cells {
    resolutions(runs, 0)
}

fn effects(runs: u32) -> Cells {
    resolutions(runs, 1)
}

fn resolutions(runs: u32, what: usize) -> Cells {
    let mut cells = Vec::new();
    for differ in DIFFERS {
        for walls in [10, 20, 50, 200, 1_000, 10_000] {
            // One wall in ten differs more: of few walls hardly one does.
            let unseen = differ == Differ::Contaminated && walls < 100;
            if unseen {
                continue;
            }
            let label = format!("{walls} walls, {differ:?}");
            let (mut random, mut cell) = (stream(&label), Coverage::default());
            for _ in 0..fewer(runs, walls, Sizes::Fixed(1)) {
                let (found, truth) = simulated::resolution(&mut random, walls, differ, 0.2);
                let found = if what == 0 { found.deviation(0, 1.0) } else { found.effect(0) }.expect("walls");
                cell.add(found.interval, found.few, truth[what]);
            }
            cells.push((label, cell));
        }
    }
    cells
}
