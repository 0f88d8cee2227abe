//! `fan` against `ukeire`, which plays for any four sets and a pair, on the same walls at every seat.

use hyakuman_agents::{Fan, Ukeire};
use hyakuman_core::MatchSeed;
use hyakuman_game::{Agent, KyokuEnd, MatchEnd, Sink, playout};
use hyakuman_yangzhou::Yangzhou;
use hyakuman_yangzhou::presets::PRESETS;
use std::sync::Arc;

/// The points of the `fan` player, and how often it and the others won and dealt in.
#[derive(Default, Debug)]
struct Tally {
    seat: usize,
    points: Vec<i32>,
    deals: u32,
    wins: [u32; 2],
    dealt_in: [u32; 2],
}

impl Sink<Yangzhou> for Tally {
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
fn paired(ruleset: &str, matches: u64) -> Tally {
    let preset = PRESETS.iter().find(|preset| preset.id == ruleset).expect("a preset");
    let rules = Arc::new((preset.rules)());
    let mut tally = Tally::default();
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
fn mean(tally: &Tally) -> (f64, f64) {
    let matches: Vec<f64> =
        tally.points.chunks(4).map(|seats| seats.iter().sum::<i32>() as f64 / 4.0).collect();
    let n = matches.len() as f64;
    let mean = matches.iter().sum::<f64>() / n;
    let variance = matches.iter().map(|points| (points - mean).powi(2)).sum::<f64>() / (n - 1.0);
    (mean, 3.0 * (variance / n).sqrt())
}

#[test]
fn fan_beats_ukeire() {
    for ruleset in ["yangzhou", "yangzhou-13", "yangzhou-7"] {
        let tally = paired(ruleset, 20);
        let (mean, error) = mean(&tally);
        let Tally { deals, wins, dealt_in, .. } = tally;
        let message = format!(
            "{ruleset}: {mean:.1} +- {error:.1} a match; {wins:?} wins, {dealt_in:?} dealt in, {deals}"
        );
        assert!(mean > error, "{message}");
    }
}
