//! Times passes with known answers and keeps the fastest of each.
//!
//! A pass is a piece of work that returns a number. `answers.txt` has the correct answers; a pass with another
//! answer is not timed, and the bench fails at the end and prints the lines it found. The summary uses the fastest
//! pass, not the mean: on a busy machine it is the least disturbed one.

use criterion::{Criterion, SamplingMode, Throughput};
use hyakuman_core::testing::written;
use std::collections::HashMap;
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

/// Lines of `name number`. Read when a bench starts, so that a new answer does not require a build.
const ANSWERS: &str = "benches/answers.txt";

/// One bench target.
pub(crate) struct Report {
    criterion: Criterion,
    /// Whether to measure times, not only check answers.
    timed: bool,
    answers: HashMap<String, u64>,
    fastest: Vec<(String, f64)>,
    /// Every answer found, in order.
    found: Vec<(String, u64)>,
}

impl Report {
    /// Takes the command line arguments of criterion; `--test` only checks the answers.
    pub(crate) fn new() -> Report {
        let criterion = Criterion::default()
            .warm_up_time(Duration::from_millis(200))
            .measurement_time(Duration::from_millis(1200))
            .sample_size(20)
            .nresamples(2000)
            .configure_from_args();
        let asked = |flag: &str| std::env::args().any(|arg| arg == flag);
        let timed = asked("--bench") && !asked("--test") && !asked("--list");
        Report { criterion, timed, answers: answers(), fastest: Vec::new(), found: Vec::new() }
    }

    /// Times `pass`, which does `items` items of work and returns its answer.
    pub(crate) fn time(&mut self, name: &str, items: usize, pass: impl FnMut() -> u64) {
        self.time_as(name, name, items, pass);
    }

    /// Like [`Report::time`], with the answer of another name: two ways to do the same work.
    pub(crate) fn time_as(&mut self, name: &str, answer: &str, items: usize, mut pass: impl FnMut() -> u64) {
        let right = pass();
        if self.expect(answer, right) && self.timed {
            self.time_pass(name, right, items, pass);
        }
    }

    /// Like [`Report::time`], with the answer given by the caller.
    pub(crate) fn time_pass(&mut self, name: &str, right: u64, items: usize, mut pass: impl FnMut() -> u64) {
        let mut fastest = f64::INFINITY;
        let mut group = self.criterion.benchmark_group(name);
        group.throughput(Throughput::Elements(items as u64)).sampling_mode(SamplingMode::Flat);
        group.bench_function("pass", |bencher| {
            bencher.iter_custom(|passes| {
                let times = (0..passes).map(|_| timed(right, &mut pass));
                times.inspect(|time| fastest = fastest.min(time.as_secs_f64())).sum()
            });
        });
        group.finish();
        if self.timed && fastest.is_finite() {
            self.fastest.push((name.to_owned(), fastest / items as f64));
        }
    }

    /// Whether an answer is right.
    pub(crate) fn expect(&mut self, name: &str, found: u64) -> bool {
        match self.found.iter().find(|(known, _)| known == name) {
            Some((_, before)) => assert_eq!(found, *before, "{name}: the same work has two answers"),
            None => self.found.push((name.to_owned(), found)),
        }
        self.answers.get(name) == Some(&found)
    }

    /// Seconds per item in the fastest pass; `None` if it was not timed.
    pub(crate) fn seconds(&self, name: &str) -> Option<f64> {
        self.fastest.iter().find(|(timed, _)| timed == name).map(|&(_, seconds)| seconds)
    }

    /// All passes timed so far, with seconds per item.
    pub(crate) fn all(&self) -> impl Iterator<Item = (&str, f64)> {
        self.fastest.iter().map(|(name, seconds)| (name.as_str(), *seconds))
    }

    /// Fails if any answer was wrong, or writes the right ones: a new one follows that which was found before it.
    pub(crate) fn finish(self) {
        self.criterion.final_summary();
        written::file(ANSWERS, |text| {
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            let mut next = lines.len();
            for (name, found) in &self.found {
                let is_of = |line: &String| line.split_once(' ').is_some_and(|(of, _)| of == name);
                let right = format!("{name} {found}");
                match lines.iter().position(is_of) {
                    Some(at) => (lines[at], next) = (right, at + 1),
                    None => {
                        lines.insert(next, right);
                        next += 1;
                    }
                }
            }
            lines.into_iter().map(|line| line + "\n").collect()
        });
    }
}

/// One pass, which must return the same answer each time.
fn timed(right: u64, pass: &mut impl FnMut() -> u64) -> Duration {
    let start = Instant::now();
    let found = black_box(pass());
    let time = start.elapsed();
    assert_eq!(found, right, "the answer changed");
    time
}

/// The answers in the file, by name.
fn answers() -> HashMap<String, u64> {
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(ANSWERS))
        .expect("benches/answers.txt can be read");
    let lines = text.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(' '));
    lines.map(|(name, number)| (name.to_owned(), number.parse().expect(name))).collect()
}
