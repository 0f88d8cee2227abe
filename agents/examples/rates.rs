//! Plays matches of an agent against itself and prints its rates beside those of strong human players (four players:
//! Tenhou's Phoenix room, 2016, 159,798 hanchan; three players: figures published for Tenhou and, for the yaku, for
//! another site), and its speed.
//!
//! `cargo run --release -p hyakuman-agents --example rates -- [AGENTS] [MATCHES] [SEED] [RULESET]`; AGENTS is one agent
//! for all seats, or one per seat, separated by commas.
#![allow(clippy::print_stdout)] // a command-line program

use hyakuman_agents::{Spec, build};
use hyakuman_core::eval::LookupTables;
use hyakuman_core::{MatchSeed, Seat};
use hyakuman_games::game::{KyokuEnd, KyokuResult, MatchEnd};
use hyakuman_games::riichi::yaku::{Yaku, YakuSet};
use hyakuman_games::riichi::{Riichi, RiichiRules};
use hyakuman_games::ruleset::Source;
use hyakuman_games::{ActionMask, Agent, Sink, playout};
use std::sync::Arc;
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let specs = Spec::list(&args.next().unwrap_or("ukeire".into()))?;
    let matches: u64 = args.next().unwrap_or("2000".into()).parse()?;
    let seed: u64 = args.next().unwrap_or("1".into()).parse()?;
    let id = args.next().unwrap_or("tenhou".into());
    let rules = Arc::new(Source::preset(&id).load::<RiichiRules>().map_err(|error| error.to_string())?.rules);
    match rules.players {
        3 => rates_of::<3>(&specs, &rules, matches, seed),
        _ => rates_of::<4>(&specs, &rules, matches, seed),
    }
}

fn rates_of<const N: usize>(
    specs: &[Spec],
    rules: &Arc<RiichiRules>,
    matches: u64,
    seed: u64,
) -> Result<(), Box<dyn std::error::Error>> {
    let seats = specs.iter().cycle().take(N);
    let mut agents = seats.map(build::<Riichi<N>>).collect::<Result<Vec<Box<dyn Agent<_>>>, _>>()?;
    let mut tally = Tally { yaku: vec![0; 64], ..Tally::default() };
    LookupTables::get(); // generated at first use, which must not be timed
    let start = Instant::now();
    for number in 0..matches {
        playout::play(rules, MatchSeed { seed, number }, &mut agents, &mut tally)?;
    }
    let seconds = start.elapsed().as_secs_f64();
    print::<N>(&tally, matches);
    println!("{:.0} matches/s in one thread", matches as f64 / seconds);
    println!("{:.0} ns a decision", 1e9 * seconds / tally.decisions as f64);
    Ok(())
}

/// The counts.
#[derive(Default)]
struct Tally {
    kyoku: u64,
    wins: u64,
    tsumo: u64,
    deal_ins: u64,
    riichi: u64,
    open: u64,
    draws: u64,
    aborts: u64,
    points: i64,
    tiles: u64,
    yaku: Vec<u64>,
    dora: [u64; 4],
    decisions: u64,
    seats: [SeatTally; 4],
}

/// The counts per seat.
#[derive(Default)]
struct SeatTally {
    wins: u64,
    deal_ins: u64,
    placements: u64,
    rank_points: i64,
}

impl<const N: usize> Sink<Riichi<N>> for Tally {
    const DECISIONS: bool = true;

    fn decision(&mut self, _: &Riichi<N>, _: Seat, _: &ActionMask, _: u8) {
        self.decisions += 1;
    }

    fn kyoku_end(&mut self, end: &KyokuEnd<'_>) {
        self.kyoku += 1;
        self.tiles += end.draws as u64;
        self.riichi += end.riichi.len() as u64;
        self.open += end.open.len() as u64;
        self.draws += (end.result != KyokuResult::Win) as u64;
        self.aborts +=
            !matches!(end.result, KyokuResult::Win | KyokuResult::Exhaustive | KyokuResult::Nagashi) as u64;
        for win in end.wins {
            self.wins += 1;
            self.tsumo += win.from.is_none() as u64;
            self.points += win.points as i64;
            YakuSet::from_bits(win.yaku).iter().for_each(|yaku| self.yaku[yaku as usize] += 1);
            for (sum, dora) in self.dora.iter_mut().zip(win.dora) {
                *sum += dora as u64;
            }
            self.seats[win.winner.index()].wins += 1;
        }
        // A discard that two seats win on is one deal-in.
        if let Some(from) = end.wins.first().and_then(|win| win.from) {
            self.deal_ins += 1;
            self.seats[from.index()].deal_ins += 1;
        }
    }

    fn match_end(&mut self, end: &MatchEnd) {
        for seat in Seat::all(N) {
            self.seats[seat.index()].placements += end.placement[seat.index()] as u64 + 1;
            self.seats[seat.index()].rank_points += end.rank_points[seat.index()] as i64;
        }
    }
}

fn ratio(a: u64, b: u64) -> f64 {
    a as f64 / b as f64
}

/// Prints names and figures, beside those of the Phoenix room if known.
fn print<const N: usize>(tally: &Tally, matches: u64) {
    println!("{:<22} {:>9} {:>9}", "", "here", "people");
    let of_three = |&(name, here, _): &(&'static str, f64, f64)| {
        (name, here, THREE.iter().find(|row| row.0 == name).map_or(f64::NAN, |row| row.1))
    };
    let known = |row: &(&'static str, f64, f64)| if N == 3 { of_three(row) } else { *row };
    rates::<N>(tally, matches).iter().map(known).for_each(|row| line(&row));
    println!("per 100 wins");
    of_wins(tally).iter().map(known).for_each(|row| line(&row));
    for (seat, sums) in tally.seats.iter().enumerate().take(N) {
        println!(
            "seat {seat}: win {:.2} % deal-in {:.2} % placement {:.3} points {:+.2}",
            100.0 * ratio(sums.wins, tally.kyoku),
            100.0 * ratio(sums.deal_ins, tally.kyoku),
            ratio(sums.placements, matches),
            sums.rank_points as f64 / 1000.0 / matches as f64
        );
    }
}

fn line(&(name, here, phoenix): &(&str, f64, f64)) {
    println!("{name:<22} {here:>9.2} {phoenix:>9.2}");
}

/// Figures of three players: draws on Tenhou, yaku of another site.
const THREE: [(&str, f64); 6] = [
    ("draw %", 15.0),
    ("riichi", 47.7),
    ("menzen tsumo", 28.4),
    ("pinfu", 15.1),
    ("tanyao", 7.3),
    ("rinshan", 2.15),
];

fn rates<const N: usize>(tally: &Tally, matches: u64) -> [(&'static str, f64, f64); 10] {
    let hands = N as u64 * tally.kyoku;
    [
        ("kyoku per match", ratio(tally.kyoku, matches), 10.71),
        ("win %", 100.0 * ratio(tally.wins, hands), 21.1),
        ("deal-in %", 100.0 * ratio(tally.deal_ins, hands), 12.5),
        ("riichi %", 100.0 * ratio(tally.riichi, hands), 17.0),
        ("call %", 100.0 * ratio(tally.open, hands), 34.4),
        ("draw %", 100.0 * ratio(tally.draws, tally.kyoku), 16.2),
        ("abort %", 100.0 * ratio(tally.aborts, tally.kyoku), f64::NAN),
        ("tsumo % of wins", 100.0 * ratio(tally.tsumo, tally.wins), 40.2),
        ("mean win", tally.points as f64 / tally.wins as f64, 5647.0),
        ("tiles drawn per kyoku", ratio(tally.tiles, tally.kyoku), f64::NAN),
    ]
}

fn of_wins(tally: &Tally) -> [(&'static str, f64, f64); 15] {
    let value = [Yaku::Haku, Yaku::Hatsu, Yaku::Chun, Yaku::SeatWind, Yaku::RoundWind];
    let of =
        |yaku: &[Yaku]| 100.0 * ratio(yaku.iter().map(|&yaku| tally.yaku[yaku as usize]).sum(), tally.wins);
    [
        ("riichi", of(&[Yaku::Riichi]), 38.89),
        ("ippatsu", of(&[Yaku::Ippatsu]), 7.32),
        ("menzen tsumo", of(&[Yaku::MenzenTsumo]), 24.18),
        ("pinfu", of(&[Yaku::Pinfu]), 19.74),
        ("tanyao", of(&[Yaku::Tanyao]), 22.73),
        ("yakuhai, sum", of(&value), 39.61),
        ("chiitoitsu", of(&[Yaku::Chiitoitsu]), 2.66),
        ("toitoi", of(&[Yaku::Toitoi]), 1.61),
        ("honitsu", of(&[Yaku::Honitsu]), 4.34),
        ("chinitsu", of(&[Yaku::Chinitsu]), 0.53),
        ("dora", 100.0 * ratio(tally.dora[0], tally.wins), 56.35),
        ("ura", 100.0 * ratio(tally.dora[1], tally.wins), 16.20),
        ("red fives", 100.0 * ratio(tally.dora[2], tally.wins), 50.61),
        ("norths set aside", 100.0 * ratio(tally.dora[3], tally.wins), f64::NAN),
        ("rinshan", of(&[Yaku::Rinshan]), 0.25),
    ]
}
