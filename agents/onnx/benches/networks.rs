//! Decisions a second of networks in all four seats, one thread, with one, 64 and 512 matches in play. Batches must not
//! change a match: every width gives the same statistics.
//!
//! `cargo bench -p hyakuman-onnx`; under `cargo test`, or with `--test`, the small network plays one match, and nothing is timed.

#[path = "../tests/support/mod.rs"]
mod support;

use hyakuman_arena::{Arena, Quiet, Rules};
use std::path::Path;
use std::time::Instant;
use support::{ANY, Net, agent};

/// Matches in play.
const WIDTHS: [usize; 3] = [1, 64, 512];
/// Channels of `planes-v1`.
const CHANNELS: i64 = 214;

fn main() {
    let asked = |option| std::env::args().any(|arg| arg == option);
    let timed = asked("--bench") && !asked("--test");
    let folder = tempfile::tempdir().expect("a temporary folder");
    bench(&agent(folder.path(), "small", &small()), if timed { [2, 64, 512] } else { [1; 3] });
    if timed {
        for (name, bytes) in [("dense", dense()), ("convolutional", convolutional())] {
            bench(&agent(folder.path(), name, &bytes), [2, 64, 512]);
        }
    }
}

/// Plays a number of matches at each width, and compares those that all play.
#[allow(clippy::print_stdout, reason = "the result of the bench")]
fn bench(agent: &str, matches: [u64; 3]) {
    let expected = played(agent, 1, 1).0;
    for (width, matches) in WIDTHS.into_iter().zip(matches) {
        assert!(
            played(agent, width, 1).0 == expected,
            "{agent} plays otherwise with {width} matches in play"
        );
        let (_, decisions, seconds) = played(agent, width, matches);
        let name = Path::new(agent).file_name().expect("a file").display();
        println!("{name:<14} {width:>3} in play {:>9.0} decisions/s", decisions as f64 / seconds);
    }
}

/// The statistics of some matches, their decisions, and seconds.
fn played(agent: &str, in_play: usize, matches: u64) -> (String, i64, f64) {
    let (rules, roster) = (Rules::preset("tenhou").expect("a preset"), hyakuman_onnx::roster());
    let arena = Arena::new(&rules, &roster).agents(agent).expect("a network");
    let start = Instant::now();
    let played = arena.games(matches).threads(1).matches_in_play(in_play).play(&Quiet).expect("legal play");
    (played.stats.to_text(), played.decisions, start.elapsed().as_secs_f64())
}

/// 52 channels to 16 units to the actions: 0.1 MB.
fn small() -> Vec<u8> {
    support::dense(124)
}

/// 214 channels, two layers of 512 units: 16 MB.
fn dense() -> Vec<u8> {
    let mut net = Net::new(&[ANY, CHANNELS, 34]);
    let mut last = net.node("Flatten", &["planes"], Vec::new());
    for (from, to) in [(CHANNELS * 34, 512), (512, 512)] {
        let layer = net.dense(&last, from, to);
        last = net.node("Relu", &[&layer], Vec::new());
    }
    let logits = net.dense(&last, 512, 124);
    net.bytes(&logits, &[ANY, 124])
}

/// 214 channels to 64, eight residual blocks of two convolutions: 2 MB.
fn convolutional() -> Vec<u8> {
    let mut net = Net::new(&[ANY, CHANNELS, 34]);
    let first = net.convolution("planes", CHANNELS, 64);
    let mut last = net.node("Relu", &[&first], Vec::new());
    for _ in 0..8 {
        let inner = net.convolution(&last, 64, 64);
        let inner = net.node("Relu", &[&inner], Vec::new());
        let inner = net.convolution(&inner, 64, 64);
        let sum = net.node("Add", &[&last, &inner], Vec::new());
        last = net.node("Relu", &[&sum], Vec::new());
    }
    let flat = net.node("Flatten", &[&last], Vec::new());
    let logits = net.dense(&flat, 64 * 34, 124);
    net.bytes(&logits, &[ANY, 124])
}
