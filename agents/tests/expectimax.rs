//! `expectimax` against `threshold`, on the same walls at every seat.

use hyakuman_agents::{Expectimax, Threshold};
use hyakuman_core::MatchSeed;
use hyakuman_core::game::{Agent, MatchEnd, Sink, playout};
use hyakuman_toppan::Toppan;
use hyakuman_toppan::presets::toppan;
use std::sync::Arc;

/// The total result of the `expectimax` player, in points.
struct Result {
    seat: usize,
    points: f64,
}

impl Sink<Toppan> for Result {
    fn match_end(&mut self, end: &MatchEnd) {
        self.points += f64::from(end.rank_points[self.seat]) / 1_000.0;
    }
}

/// One `expectimax` among three `threshold`, at every seat in turn: its mean result on a wall. Equal play would give 0.
fn on_wall(number: u64, stay: u8) -> f64 {
    let rules = Arc::new(toppan());
    let mut result = Result { seat: 0, points: 0.0 };
    for seat in 0..4 {
        result.seat = seat;
        let agent = |other: usize| -> Box<dyn Agent<Toppan>> {
            if other == seat { Box::new(Expectimax) } else { Box::new(Threshold::new(stay)) }
        };
        let mut agents: Vec<_> = (0..4).map(agent).collect();
        playout::play(&rules, MatchSeed { seed: 6, number }, &mut agents, &mut result).expect("legal");
    }
    result.points / 4.0
}

/// What takes long: `./scripts/check.sh long` runs it.
mod long {
    use super::*;

    #[test]
    #[ignore = "long: thousands of matches"]
    fn expectimax_beats_every_threshold() {
        for stay in [15, 16, 17, 18] {
            let results: Vec<f64> = (0..80).map(|number| on_wall(number, stay)).collect();
            let n = results.len() as f64;
            let mean = results.iter().sum::<f64>() / n;
            let variance = results.iter().map(|points| (points - mean).powi(2)).sum::<f64>() / (n - 1.0);
            let error = 3.0 * (variance / n).sqrt();
            assert!(mean > error, "stay {stay}: {mean:.1} +- {error:.1} a match");
        }
    }
}
