//! Does the play of an agent look like mahjong? Plays an agent against itself and prints its rates beside those of strong
//! people: Tenhou's Phoenix room, 2016, 159,798 hanchan of four.
//!
//! `cargo run --release --example rates -- [AGENTS] [MATCHES] [RULESET]`, for rulesets of riichi with four players.
#![allow(clippy::print_stdout, reason = "a program")]

use hyakuman::prelude::*;
use hyakuman::riichi::yaku::{Yaku, YakuSet};

/// What wins are made of.
#[derive(Default)]
struct Wins {
    wins: u64,
    yaku: Vec<u64>,
    /// Dora, ura, red fives, norths: in han.
    dora: [u64; 4],
}

impl Sink<Riichi> for Wins {
    fn kyoku_end(&mut self, end: &KyokuEnd<'_>) {
        self.yaku.resize(64, 0);
        for win in end.wins {
            self.wins += 1;
            YakuSet::from_bits(win.yaku).iter().for_each(|yaku| self.yaku[yaku as usize] += 1);
            self.dora.iter_mut().zip(win.dora).for_each(|(sum, dora)| *sum += u64::from(dora));
        }
    }
}

impl Tally<Riichi> for Wins {
    fn merge(&mut self, later: Wins) {
        self.wins += later.wins;
        self.yaku.resize(64, 0);
        self.yaku.iter_mut().zip(later.yaku).for_each(|(sum, count)| *sum += count);
        self.dora.iter_mut().zip(later.dora).for_each(|(sum, count)| *sum += count);
    }
}

/// Rates by their names in `hyakuman run --json`, and those of people, in percent or points.
const PEOPLE: [(&str, f64); 5] =
    [("win", 21.1), ("deal_in", 12.5), ("riichi", 17.0), ("call", 34.4), ("win_points", 5_647.0)];
/// Wins in a hundred with one of these yaku, and those of people.
const YAKU: [(&[Yaku], f64); 10] = [
    (&[Yaku::Riichi], 38.89),
    (&[Yaku::Ippatsu], 7.32),
    (&[Yaku::MenzenTsumo], 24.18),
    (&[Yaku::Pinfu], 19.74),
    (&[Yaku::Tanyao], 22.73),
    (&[Yaku::Haku, Yaku::Hatsu, Yaku::Chun, Yaku::SeatWind, Yaku::RoundWind], 39.61),
    (&[Yaku::Chiitoitsu], 2.66),
    (&[Yaku::Toitoi], 1.61),
    (&[Yaku::Honitsu], 4.34),
    (&[Yaku::Chinitsu], 0.53),
];
/// Han in a hundred wins, and those of people.
const DORA: [(&str, f64); 3] = [("dora", 56.35), ("ura", 16.20), ("red fives", 50.61)];

fn main() -> Result<()> {
    let mut args = std::env::args().skip(1);
    let agents = args.next().unwrap_or("ukeire".into());
    let games = args.next().map_or(2_000, |text| text.parse().expect("a number of matches"));
    let rules = Rules::preset(&args.next().unwrap_or("tenhou".into()))?;
    let roster = Roster::built_in();
    let arena = Arena::new(&rules, &roster).agents(&agents)?.games(games);

    let played = arena.play(&Quiet)?;
    println!("{:16}{:>9} {:>9}", "", "here", "people");
    for (name, people) in PEOPLE {
        let found =
            played.agents().next().and_then(|(_, rates)| rates.get(name)).map_or(f64::NAN, |rate| rate.value);
        line(name, if people < 100.0 { 100.0 * found } else { found }, people);
    }
    let Wins { wins, yaku, dora } = arena.tally(&Quiet)?;
    let per_hundred = |count: u64| 100.0 * count as f64 / wins as f64;
    for (names, people) in YAKU {
        let count = names.iter().map(|&name| yaku[name as usize]).sum();
        line(if names.len() > 1 { "yakuhai" } else { names[0].slug() }, per_hundred(count), people);
    }
    DORA.iter().zip(dora).for_each(|(&(name, people), han)| line(name, per_hundred(han), people));
    Ok(())
}

fn line(name: &str, here: f64, people: f64) {
    println!("{name:16}{here:>9.2} {people:>9.2}");
}
