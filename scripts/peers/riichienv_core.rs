//! Plays four-player hanchan with uniformly random legal actions on riichienv-core and prints the counts as JSON.
//! Built by ../compare_peers.py in a temporary project; not part of the workspace.

use riichienv_core::rule::GameRule;
use riichienv_core::state::GameState;
use std::collections::HashMap;
use std::time::Instant;

/// Game mode of a four-player hanchan.
const HANCHAN: u8 = 2;

/// SplitMix64 random numbers.
struct SplitMix(u64);

#[derive(Default)]
struct Tally {
    hanchan: u64,
    kyoku: u64,
    decisions: u64,
}

fn main() {
    let seconds: f64 = std::env::args().nth(1).and_then(|arg| arg.parse().ok()).expect("seconds to play");
    let mut tally = Tally::default();
    let start = Instant::now();
    while start.elapsed().as_secs_f64() < seconds {
        play(tally.hanchan, &mut tally);
    }
    let Tally { hanchan, kyoku, decisions } = tally;
    println!(r#"{{"hanchan":{hanchan},"kyoku":{kyoku},"decisions":{decisions}}}"#);
}

/// One hanchan; no event log is kept. A decision is a choice between at least two actions.
fn play(seed: u64, tally: &mut Tally) {
    let mut rng = SplitMix(seed);
    let mut state = GameState::new(HANCHAN, true, Some(seed), 0, GameRule::default_tenhou());
    let mut deal = None;
    while !state.is_done {
        let now = (state.kyoku_idx, state.oya, state.round_wind, state.honba);
        tally.kyoku += (deal.replace(now) != Some(now)) as u64;
        let mut actions = HashMap::new();
        for player in state.active_players.clone() {
            let mut legal = state.get_observation(player).legal_actions_method();
            if legal.is_empty() {
                continue;
            }
            tally.decisions += (legal.len() > 1) as u64;
            let chosen = rng.below(legal.len());
            actions.insert(player, legal.swap_remove(chosen));
        }
        state.step(&actions);
    }
    let points: i32 = state.players.iter().map(|player| player.score).sum();
    assert_eq!(points + 1000 * state.riichi_sticks as i32, 100_000, "points were lost");
    tally.hanchan += 1;
}

impl SplitMix {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let x = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let x = (x ^ x >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        (((x ^ x >> 31) >> 32) * n as u64 >> 32) as usize
    }
}
