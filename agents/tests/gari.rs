//! `gari` against two `ukeire`, on the same walls at every seat.

use hyakuman_agents::{Gari, Ukeire};
use hyakuman_core::MatchSeed;
use hyakuman_core::game::{Agent, MatchEnd, Sink, playout};
use hyakuman_riichi::toutenkou::{Toutenkou, presets};
use std::sync::Arc;

/// The result of the `gari` player per match: points, and final points in thousandths.
#[derive(Default)]
struct GariPoints {
    seat: usize,
    points: Vec<[i32; 2]>,
}

impl Sink<Toutenkou> for GariPoints {
    fn match_end(&mut self, end: &MatchEnd) {
        self.points.push([end.scores[self.seat] - presets::toutenkou().start, end.rank_points[self.seat]]);
    }
}

/// One `gari` against two others, at every seat in turn.
fn paired(matches: u64) -> Vec<[i32; 2]> {
    let rules = Arc::new(presets::toutenkou());
    let mut tally = GariPoints::default();
    for number in 0..matches {
        for seat in 0..3 {
            tally.seat = seat;
            let ukeire = || -> Box<dyn Agent<Toutenkou>> { Box::new(Ukeire::default()) };
            let mut agents: Vec<Box<dyn Agent<Toutenkou>>> = (0..3).map(|_| ukeire()).collect();
            agents[seat] = Box::new(Gari::default());
            playout::play(&rules, MatchSeed { seed: 4, number }, &mut agents, &mut tally).expect("legal");
        }
    }
    tally.points
}

/// Mean of the matches over all seats, and three times its standard error.
fn mean(points: &[[i32; 2]], what: usize) -> (f64, f64) {
    let of_wall = |seats: &[[i32; 2]]| seats.iter().map(|points| points[what] as f64).sum::<f64>() / 3.0;
    let walls: Vec<f64> = points.chunks(3).map(of_wall).collect();
    let n = walls.len() as f64;
    let mean = walls.iter().sum::<f64>() / n;
    let variance = walls.iter().map(|points| (points - mean).powi(2)).sum::<f64>() / (n - 1.0);
    (mean, 3.0 * (variance / n).sqrt())
}

#[test]
fn gari_beats_ukeire() {
    let points = paired(2_000);
    let (score, score_error) = mean(&points, 0);
    let (result, result_error) = mean(&points, 1);
    let message = format!(
        "{score:.2} +- {score_error:.2} points a match, {result:.0} +- {result_error:.0} thousandths of a result"
    );
    assert!(score > score_error && result > result_error, "{message}");
}
