//! `ukeire` against itself has rates near those of strong human players (Tenhou's Phoenix room, 2016: win 21.1 %,
//! deal-in 12.5 %, riichi 17.0 %, call 34.4 %, draw 16.2 %, tsumo 40.2 % of wins, mean win 5,647, 10.71 kyoku per
//! hanchan). The example `rates` prints many more.

use hyakuman_agents::Ukeire;
use hyakuman_core::MatchSeed;
use hyakuman_core::game::{KyokuEnd, KyokuResult, MatchEnd, Sink, playout};
use hyakuman_riichi::{Riichi, presets};
use std::ops::RangeInclusive;
use std::sync::Arc;

#[derive(Default)]
struct RateSums {
    matches: f64,
    kyoku: f64,
    wins: f64,
    tsumo: f64,
    riichi: f64,
    open: f64,
    draws: f64,
    points: f64,
}

impl Sink<Riichi<4>> for RateSums {
    fn kyoku_end(&mut self, end: &KyokuEnd<'_>) {
        self.kyoku += 1.0;
        self.wins += end.wins.len() as f64;
        self.tsumo += end.wins.iter().filter(|win| win.from.is_none()).count() as f64;
        self.riichi += end.riichi.len() as f64;
        self.open += end.open.len() as f64;
        self.draws += (end.result != KyokuResult::Win) as u8 as f64;
        self.points += end.wins.iter().map(|win| win.points as f64).sum::<f64>();
    }

    fn match_end(&mut self, _: &MatchEnd) {
        self.matches += 1.0;
    }
}

#[test]
fn ukeire_has_human_rates() {
    let rules = Arc::new(presets::tenhou());
    let (mut agents, mut sums) = ([Ukeire::default(); 4], RateSums::default());
    for number in 0..800 {
        playout::play(&rules, MatchSeed { seed: 2, number }, &mut agents, &mut sums).unwrap();
    }
    let hands = 4.0 * sums.kyoku;
    let rows: [(&str, f64, RangeInclusive<f64>); 8] = [
        ("kyoku a hanchan", sums.kyoku / sums.matches, 10.3..=11.2),
        ("win", sums.wins / hands, 0.195..=0.22),
        ("deal-in", (1.0 - sums.draws / sums.kyoku - sums.tsumo / sums.kyoku) / 4.0, 0.11..=0.135),
        ("riichi", sums.riichi / hands, 0.15..=0.26),
        ("call", sums.open / hands, 0.29..=0.38),
        ("draw", sums.draws / sums.kyoku, 0.15..=0.21),
        ("tsumo of wins", sums.tsumo / sums.wins, 0.37..=0.44),
        ("mean win", sums.points / sums.wins, 5_000.0..=6_000.0),
    ];
    for (name, found, range) in rows {
        assert!(range.contains(&found), "{name}: {found:.4} is not in {range:?}");
    }
}
