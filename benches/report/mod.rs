//! Times passes of known answer and remembers the fastest of each.
//!
//! A pass is a piece of work with one number as its answer. `answers.txt` has the answers; a pass that gives another
//! one is not timed at all, and the bench fails at its end with the lines it found. The fastest pass, not the mean, goes into the
//! summary: on a machine with other work to do it is the least disturbed one.

use criterion::{Criterion, SamplingMode, Throughput};
use std::collections::HashMap;
use std::hint::black_box;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// One `name number` a line. Read when a bench starts, so that a new answer needs no new build.
const ANSWERS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/answers.txt");

/// One bench target while it runs.
pub(crate) struct Report {
    criterion: Criterion,
    /// Is this for the times, not only for the answers?
    timed: bool,
    answers: HashMap<String, u64>,
    fastest: Vec<(String, f64)>,
    wrong: Vec<String>,
}

impl Report {
    /// Takes the arguments of the command line: those of criterion, of which `--test` asks for the answers alone.
    pub(crate) fn new() -> Report {
        let criterion = Criterion::default()
            .warm_up_time(Duration::from_millis(200))
            .measurement_time(Duration::from_millis(1200))
            .sample_size(20)
            .nresamples(2000)
            .configure_from_args();
        let asked = |flag: &str| std::env::args().any(|arg| arg == flag);
        let timed = asked("--bench") && !asked("--test") && !asked("--list");
        Report { criterion, timed, answers: answers(), fastest: Vec::new(), wrong: Vec::new() }
    }

    /// Times `pass`, which does `items` things of a kind and gives its answer.
    pub(crate) fn time(&mut self, name: &str, items: usize, pass: impl FnMut() -> u64) {
        self.time_as(name, name, items, pass);
    }

    /// As [`Report::time`], where the answer is the one of another name: two ways to do the same work.
    pub(crate) fn time_as(&mut self, name: &str, answer: &str, items: usize, mut pass: impl FnMut() -> u64) {
        let right = pass();
        if self.expect(answer, right) {
            self.time_pass(name, right, items, pass);
        }
    }

    /// As [`Report::time`], where the caller knows the answer.
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

    /// Is this the answer? If not, it is noted.
    pub(crate) fn expect(&mut self, name: &str, found: u64) -> bool {
        let right = self.answers.get(name) == Some(&found);
        let line = format!("{name} {found}");
        if !right && !self.wrong.contains(&line) {
            self.wrong.push(line);
        }
        right
    }

    /// Seconds a thing in the fastest pass; none if it was not timed.
    pub(crate) fn seconds(&self, name: &str) -> Option<f64> {
        self.fastest.iter().find(|(timed, _)| timed == name).map(|&(_, seconds)| seconds)
    }

    /// Every pass timed so far, with seconds a thing.
    pub(crate) fn all(&self) -> impl Iterator<Item = (&str, f64)> {
        self.fastest.iter().map(|(name, seconds)| (name.as_str(), *seconds))
    }

    /// Fails if any answer was wrong.
    pub(crate) fn finish(self) -> ExitCode {
        self.criterion.final_summary();
        if self.wrong.is_empty() {
            return ExitCode::SUCCESS;
        }
        eprintln!("wrong answers; benches/answers.txt does not have these lines:\n{}", self.wrong.join("\n"));
        ExitCode::FAILURE
    }
}

/// One pass, which must give the same answer every time.
fn timed(right: u64, pass: &mut impl FnMut() -> u64) -> Duration {
    let start = Instant::now();
    let found = black_box(pass());
    let time = start.elapsed();
    assert_eq!(found, right, "another answer than before");
    time
}

/// The answers on record, by name.
fn answers() -> HashMap<String, u64> {
    let text = std::fs::read_to_string(ANSWERS).expect("benches/answers.txt can be read");
    let lines = text.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(' '));
    lines.map(|(name, number)| (name.to_owned(), number.parse().expect(name))).collect()
}
