//! Whole Tenhou hanchan of the built-in agents, and a bare skeleton of the game, timed in the same run.
//!
//! Their ratio is the cost of the rules, independent of machine and load. The skeleton plays 10.5 rounds per hanchan.
//! The other rulesets are in `rulesets.rs`.

mod play;
#[allow(dead_code, reason = "shared with the other benches")]
mod report;
mod skeleton;

use hyakuman_agents::{Random, Shanten, Ukeire};
use hyakuman_core::game::Agent;
use hyakuman_riichi::{Riichi, presets};
use play::{Results, Tally, matches};
use report::Report;
use skeleton::{AnyTile, Chooser, LeastShanten, MostLive};
use std::sync::Arc;

/// Hanchan per pass: few enough that some passes are undisturbed on a busy machine, too many for the branch predictor
/// to learn.
const MATCHES: usize = 40;
/// Rounds of the skeleton per pass: 10.5 per hanchan.
const ROUNDS: usize = MATCHES * 21 / 2;

fn main() {
    let mut report = Report::new();
    let lines = [
        bench(&mut report, "random", Random::default, AnyTile),
        bench(&mut report, "shanten", Shanten::default, LeastShanten),
        bench(&mut report, "ukeire", Ukeire::default, MostLive::default()),
    ];
    summary(&report, &lines);
    report.finish();
}

/// Times an agent's hanchan, counts their events, and times the skeleton with the corresponding choice of discards.
fn bench<A: Agent<Riichi<4>>, C: Chooser + Clone>(
    report: &mut Report,
    name: &'static str,
    agent: fn() -> A,
    chooser: C,
) -> (&'static str, Tally) {
    let rules = Arc::new(presets::tenhou());
    let mut agents = [agent(), agent(), agent(), agent()];
    let tally: Tally = matches(&rules, &mut agents, MATCHES);
    for (what, number) in [("decisions", tally.decisions), ("kyoku", tally.kyoku), ("wins", tally.wins)] {
        report.expect(&format!("{name}/{what}"), number);
    }
    report.time(name, MATCHES, || matches::<_, _, Results>(&rules, &mut agents, MATCHES).0);
    report.time(&format!("skeleton-{name}"), MATCHES, || skeleton::play(ROUNDS, &chooser).sum());
    (name, tally)
}

#[allow(clippy::print_stdout, reason = "the result of the bench")]
fn summary(report: &Report, lines: &[(&'static str, Tally)]) {
    if report.all().next().is_none() {
        return;
    }
    println!("agent     hanchan/s   us/hanchan   decisions   ns/decision   skeleton/s   engine/skeleton");
    for (name, tally) in lines {
        let skeleton = report.seconds(&format!("skeleton-{name}"));
        let (Some(engine), Some(skeleton)) = (report.seconds(name), skeleton) else { continue };
        let decisions = tally.decisions as f64 / MATCHES as f64;
        println!(
            "{name:<8} {:>10.0} {:>12.1} {decisions:>11.1} {:>13.1} {:>12.0} {:>17.3}",
            1.0 / engine,
            engine * 1e6,
            engine * 1e9 / decisions,
            1.0 / skeleton,
            skeleton / engine,
        );
    }
}
