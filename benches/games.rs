//! Whole Tenhou hanchan by the built-in agents, and beside them, in the same run, the bare skeleton of a game.
//!
//! The ratio of the two says how much the rules cost, on any machine and under any load. The skeleton plays 10.5
//! rounds for a hanchan. The other games follow, by one of the same agents, held against Tenhou decision for decision, and
//! Toppan by agents of its own.

#[allow(dead_code, reason = "shared with the other benches")]
mod report;
mod skeleton;

use hyakuman_agents::{Expectimax, Gari, Random, Shanten, Threshold, Ukeire};
use hyakuman_core::{MatchSeed, Seat};
use hyakuman_games::game::{KyokuEnd, MatchEnd};
use hyakuman_games::playout::play;
use hyakuman_games::riichi::{Riichi, presets};
use hyakuman_games::toppan::{self, Toppan};
use hyakuman_games::toutenkou::{self, Toutenkou};
use hyakuman_games::yangzhou::{self, Yangzhou};
use hyakuman_games::{ActionMask, Agent, Game, Sink};
use report::Report;
use skeleton::{AnyTile, Chooser, LeastShanten, MostLive};
use std::process::ExitCode;
use std::sync::Arc;

/// Hanchan a pass: few enough that some passes are left alone on a busy machine, too many for the processor to learn
/// its branches by heart.
const MATCHES: usize = 40;
/// Rounds of the skeleton a pass: 10.5 a hanchan.
const ROUNDS: usize = MATCHES * 21 / 2;

type Tenhou = Riichi<4>;

fn main() -> ExitCode {
    let mut report = Report::new();
    let lines = [
        bench(&mut report, "random", Random::default, AnyTile),
        bench(&mut report, "shanten", Shanten::default, LeastShanten),
        bench(&mut report, "ukeire", Ukeire::default, MostLive::default()),
    ];
    let by_lots = [
        game::<Riichi<3>, _>(&mut report, "sanma", presets::tenhou_sanma(), Random::default),
        game::<Riichi<4>, _>(&mut report, "shura", presets::shura(), Random::default),
        game::<Toutenkou, _>(&mut report, "toutenkou", toutenkou::presets::toutenkou(), Random::default),
        game::<Yangzhou, _>(&mut report, "yangzhou", yangzhou::presets::yangzhou(), Random::default),
        game::<Toppan, _>(&mut report, "toppan", toppan::presets::toppan(), Random::default),
    ];
    let by_ukeire = [
        game::<Riichi<3>, _>(&mut report, "sanma-ukeire", presets::tenhou_sanma(), Ukeire::default),
        game::<Riichi<4>, _>(&mut report, "shura-ukeire", presets::shura(), Ukeire::default),
        game::<Toutenkou, _>(&mut report, "gari", toutenkou::presets::toutenkou(), Gari::default),
    ];
    let toppan = toppan::presets::toppan;
    let by_sums = [
        game::<Toppan, _>(&mut report, "threshold", toppan(), || Threshold::new(16)),
        game::<Toppan, _>(&mut report, "expectimax", toppan(), || Expectimax),
    ];
    summary(&report, &lines);
    summary_of_games(&report, &lines[0], &by_lots);
    summary_of_games(&report, &lines[2], &by_ukeire);
    summary_of_games(&report, &by_lots[4], &by_sums);
    report.finish()
}

/// An agent's hanchan, what happens in them, and the skeleton with the like choice of discards.
fn bench<A: Agent<Tenhou>, C: Chooser + Clone>(
    report: &mut Report,
    name: &'static str,
    agent: fn() -> A,
    chooser: C,
) -> (&'static str, Tally) {
    let tally = engine::<Tenhou, A>(report, name, presets::tenhou(), agent);
    report.time(&format!("skeleton-{name}"), MATCHES, || skeleton::play(ROUNDS, &chooser).sum());
    (name, tally)
}

/// Matches of another game by one agent.
fn game<G: Game, A: Agent<G>>(
    report: &mut Report,
    name: &'static str,
    rules: G::Rules,
    agent: fn() -> A,
) -> (&'static str, Tally) {
    (name, engine::<G, A>(report, name, rules, agent))
}

/// The matches of one agent, and what happens in them.
fn engine<G: Game, A: Agent<G>>(report: &mut Report, name: &str, rules: G::Rules, agent: fn() -> A) -> Tally {
    let rules = Arc::new(rules);
    let mut agents: Vec<A> = (0..G::SEATS).map(|_| agent()).collect();
    let tally = matches::<G, A, Tally>(&rules, &mut agents);
    for (what, number) in [("decisions", tally.decisions), ("kyoku", tally.kyoku), ("wins", tally.wins)] {
        report.expect(&format!("{name}/{what}"), number);
    }
    report.time(name, MATCHES, || matches::<G, A, Results>(&rules, &mut agents).0);
    tally
}

/// Plays the same matches every time.
fn matches<G: Game, A: Agent<G>, S: Sink<G> + Default>(rules: &Arc<G::Rules>, agents: &mut [A]) -> S {
    let mut sink = S::default();
    for number in 0..MATCHES as u64 {
        play(rules, MatchSeed { seed: 1, number }, agents, &mut sink).expect("legal actions only");
    }
    sink
}

/// The rank points of all seats, in one number.
#[derive(Default)]
struct Results(u64);

impl<G: Game> Sink<G> for Results {
    #[inline]
    fn match_end(&mut self, end: &MatchEnd) {
        self.0 = end
            .rank_points
            .into_iter()
            .fold(self.0, |sum, points| sum * 31 % (1 << 40) + (points + 1_000_000) as u64);
    }
}

/// What is counted beside the clock.
#[derive(Default)]
struct Tally {
    decisions: u64,
    kyoku: u64,
    wins: u64,
}

impl<G: Game> Sink<G> for Tally {
    const DECISIONS: bool = true;

    fn decision(&mut self, _game: &G, _seat: Seat, _legal: &ActionMask, _action: u8) {
        self.decisions += 1;
    }

    fn kyoku_end(&mut self, end: &KyokuEnd<'_>) {
        self.kyoku += 1;
        self.wins += end.wins.len() as u64;
    }
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

/// What a decision takes in each game, against one in Tenhou by the same agent.
#[allow(clippy::print_stdout, reason = "the result of the bench")]
fn summary_of_games(report: &Report, tenhou: &(&'static str, Tally), games: &[(&'static str, Tally)]) {
    let each =
        |(name, tally): &(&str, Tally)| Some(report.seconds(name)? * MATCHES as f64 / tally.decisions as f64);
    let Some(base) = each(tenhou) else { return };
    println!("game          matches/s   us/match   decisions   ns/decision   to {}", tenhou.0);
    for line in games {
        let (Some(seconds), Some(decision)) = (report.seconds(line.0), each(line)) else { continue };
        println!(
            "{:<12} {:>10.0} {:>10.1} {:>11.1} {:>13.1} {:>11.3}",
            line.0,
            1.0 / seconds,
            seconds * 1e6,
            line.1.decisions as f64 / MATCHES as f64,
            decision * 1e9,
            decision / base,
        );
    }
}
