//! `fan` against `ukeire`, which plays for any four sets and a pair, on the same walls at every seat.

use hyakuman_agents::{Fan, Ukeire};
use hyakuman_core::common::LegalActions;
use hyakuman_core::game::{ActionMask, Agent, AgentSeed, KyokuEnd, MatchEnd, Sink, playout};
use hyakuman_core::{MatchSeed, Seat};
use hyakuman_yangzhou::presets::PRESETS;
use hyakuman_yangzhou::{View, Yangzhou, YangzhouRules};
use std::sync::Arc;

/// The points of the `fan` player, and how often it and the others won and dealt in.
#[derive(Default, Debug)]
struct FanCounts {
    seat: usize,
    points: Vec<i32>,
    deals: u32,
    wins: [u32; 2],
    dealt_in: [u32; 2],
}

impl Sink<Yangzhou> for FanCounts {
    fn kyoku_end(&mut self, end: &KyokuEnd<'_>) {
        self.deals += 1;
        for win in end.wins {
            self.wins[(win.winner.index() != self.seat) as usize] += 1;
            if let Some(from) = win.from {
                self.dealt_in[(from.index() != self.seat) as usize] += 1;
            }
        }
    }

    fn match_end(&mut self, end: &MatchEnd) {
        self.points.push(end.scores[self.seat]);
    }
}

fn ukeire() -> Box<dyn Agent<Yangzhou>> {
    Box::new(Ukeire::default())
}

/// One `fan` among three others, at every seat in turn.
fn paired(ruleset: &str, matches: u64) -> FanCounts {
    let preset = PRESETS.iter().find(|preset| preset.id == ruleset).expect("a preset");
    let rules = Arc::new((preset.rules)());
    let mut tally = FanCounts::default();
    for number in 0..matches {
        for seat in 0..4 {
            tally.seat = seat;
            let mut agents: Vec<Box<dyn Agent<Yangzhou>>> = (0..4).map(|_| ukeire()).collect();
            agents[seat] = Box::new(Fan::default());
            playout::play(&rules, MatchSeed { seed: 4, number }, &mut agents, &mut tally).expect("legal");
        }
    }
    tally
}

/// Mean of the matches over all seats, and three times its standard error.
fn mean(tally: &FanCounts) -> (f64, f64) {
    let matches: Vec<f64> =
        tally.points.chunks(4).map(|seats| seats.iter().sum::<i32>() as f64 / 4.0).collect();
    let n = matches.len() as f64;
    let mean = matches.iter().sum::<f64>() / n;
    let variance = matches.iter().map(|points| (points - mean).powi(2)).sum::<f64>() / (n - 1.0);
    (mean, 3.0 * (variance / n).sqrt())
}

/// Compares the values of all actions with what is played.
#[derive(Default)]
struct Weighed {
    fan: Fan,
    calls: u32,
}

impl Agent<Yangzhou> for Weighed {
    fn begin(&mut self, rules: &Arc<YangzhouRules>, seat: Seat, seed: AgentSeed) {
        self.fan.begin(rules, seat, seed);
    }

    fn act(&mut self, view: &View<'_>, legal: &ActionMask) -> u8 {
        let (found, action) = (self.fan.evaluate(view, legal).unwrap(), self.fan.act(view, legal));
        if legal.win().is_none() && legal.open_kan().is_none() {
            assert_eq!(found.of(action).unwrap().value, found.candidates[0].value);
        }
        self.calls += found.of(action).unwrap().then.is_some() as u32;
        action
    }
}

/// It plays what it values most; wins it always takes, kans with a discard never.
#[test]
fn what_is_played_is_worth_most() {
    for preset in PRESETS {
        let (rules, mut agents) = (Arc::new((preset.rules)()), [(); 4].map(|()| Weighed::default()));
        for number in 0..4 {
            let seed = MatchSeed { seed: 8, number };
            playout::play::<Yangzhou, _>(&rules, seed, &mut agents, &mut ()).expect("legal");
        }
        assert!(agents.iter().any(|agent| agent.calls > 0), "{}", preset.id);
    }
}

/// What takes long: `./scripts/check.sh long` runs it.
mod long {
    use super::*;

    #[test]
    #[ignore = "long: thousands of matches"]
    fn fan_beats_ukeire() {
        for ruleset in ["yangzhou", "yangzhou-13", "yangzhou-7"] {
            let tally = paired(ruleset, 20);
            let (mean, error) = mean(&tally);
            let FanCounts { deals, wins, dealt_in, .. } = tally;
            let message = format!(
                "{ruleset}: {mean:.1} +- {error:.1} a match; {wins:?} wins, {dealt_in:?} dealt in, {deals}"
            );
            assert!(mean > error, "{message}");
        }
    }
}
