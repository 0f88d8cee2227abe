//! How far hands are from tenpai, by what the others see of a seat: makes the tables of `sim/riichi/src/engine/redeal`.
//!
//! ```text
//! cargo run --release -p hyakuman-agents --example hands -- 4 4000 > sim/riichi/src/engine/redeal/four.txt
//! cargo run --release -p hyakuman-agents --example hands -- 3 4000 > sim/riichi/src/engine/redeal/three.txt
//! ```
//!
//! Arguments: players, matches. `value` plays all seats. At every decision, each other seat that is not in riichi is counted by
//! its shanten, whether another seat is in riichi, its melds and its discards.

#![allow(clippy::print_stdout, reason = "it prints a table")]

use hyakuman_agents::Value;
use hyakuman_core::game::playout::play;
use hyakuman_core::game::{ActionMask, Sink};
use hyakuman_core::{MatchSeed, Seat};
use hyakuman_riichi::{Riichi, RiichiRules, RiichiState, View, kernels, presets};
use std::sync::Arc;

const MOST_MELDS: usize = 4;
const MOST_DISCARDS: usize = 18;
const MOST_SHANTEN: usize = 6;
/// Rows with fewer hands are those of one discard less; before there is such a row, that of all discards.
const FEW: u32 = 200;

type Row = [u32; MOST_SHANTEN + 1];

/// Hands by riichi of others, melds, discards and shanten.
struct Hands([[[Row; MOST_DISCARDS + 1]; MOST_MELDS + 1]; 2]);

fn main() {
    let [players, matches] = [1, 2].map(|at| std::env::args().nth(at).and_then(|text| text.parse().ok()));
    match (players, matches) {
        (Some(4), Some(matches)) => count::<4>(presets::tenhou(), "tenhou", matches),
        (Some(3), Some(matches)) => count::<3>(presets::tenhou_sanma(), "tenhou-sanma", matches),
        _ => println!("usage: hands 4|3 MATCHES"),
    }
}

fn count<const N: usize>(rules: RiichiRules, name: &str, matches: u64) {
    let mut hands = Hands([[[[0; MOST_SHANTEN + 1]; MOST_DISCARDS + 1]; MOST_MELDS + 1]; 2]);
    let (rules, mut agents) = (Arc::new(rules), vec![Value::new(N, 2); N]);
    for number in 0..matches {
        let seed = MatchSeed { seed: 2026, number };
        play::<Riichi<N>, _>(&rules, seed, &mut agents, &mut hands).expect("legal actions");
    }
    println!(
        "# Shanten of hands that are not in riichi, by `agents/examples/hands.rs {N} {matches}`: `value`, rules {name}."
    );
    println!(
        "# Whether another seat is in riichi, melds, discards: in thousandths, shanten at most 0, 1, 2, 3, 4, 5."
    );
    for (threat, by_melds) in ["calm", "riichi"].into_iter().zip(&hands.0) {
        by_melds.iter().enumerate().for_each(|(melds, rows)| print(threat, melds, rows));
    }
}

fn print(threat: &str, melds: usize, rows: &[Row]) {
    let is_known = |row: &&Row| row.iter().sum::<u32>() >= FEW;
    let all: Row = std::array::from_fn(|shanten| rows.iter().map(|row| row[shanten]).sum());
    let mut known = rows.iter().find(is_known).unwrap_or(&all);
    for (discards, row) in rows.iter().enumerate() {
        known = Some(row).filter(is_known).unwrap_or(known);
        let total: u32 = known.iter().sum();
        let at_most = |shanten: usize| 1_000 * known[..=shanten].iter().sum::<u32>() / total;
        let shares: Vec<String> = (0..MOST_SHANTEN).map(|shanten| at_most(shanten).to_string()).collect();
        println!("{threat} {melds} {discards}: {}", shares.join(" "));
    }
}

impl<const N: usize> Sink<Riichi<N>> for Hands {
    fn decision(&mut self, game: &Riichi<N>, seat: Seat, _legal: &ActionMask, _action: u8) {
        let view: View<'_, N> = hyakuman_core::game::Game::view(game, seat);
        for of in view.others().filter(|&of| view.riichi(of) == RiichiState::No) {
            let (hand, melds) = (game.hand(of.seat(seat, N)), view.melds(of).len());
            let in_riichi = |other: &Seat| view.riichi(other.seen_from(seat, N)) != RiichiState::No;
            let threat = Seat::all(N).any(|other| in_riichi(&other)) as usize;
            let discards = view.river(of).len().min(MOST_DISCARDS);
            if hand.len() % 3 == 1 {
                let shanten = kernels::shanten::<N>(hand, melds as u8).clamp(0, MOST_SHANTEN as i8);
                self.0[threat][melds][discards][shanten as usize] += 1;
            }
        }
    }
}
