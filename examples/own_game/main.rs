//! A game of one's own, and a tournament of an agent of one's own with intervals and a data set: `cargo run --release --example own_game -- FOLDER`.
#![allow(clippy::print_stdout, reason = "a program")]

mod toy;

use hyakuman::game::playout;
use hyakuman::game::ruleset::Source;
use hyakuman::prelude::*;
use hyakuman::riichi::View;
use hyakuman::testing::conformance::{check_match, check_tables};
use std::sync::Arc;
use toy::{Toy, ToyRules};

/// Throws away the lowest tile.
struct Lowest;

impl Agent<Riichi> for Lowest {
    fn act(&mut self, _view: &View<'_>, legal: &ActionMask) -> u8 {
        legal.nth(0)
    }
}

/// Shows its highest tile, or its lowest.
struct Shows {
    highest: bool,
}

impl Agent<Toy> for Shows {
    fn act(&mut self, view: &toy::View<'_>, _: &ActionMask) -> u8 {
        let codes = view.hand().map(Kind::code);
        if self.highest { codes[0].max(codes[1]) } else { codes[0].min(codes[1]) }
    }
}

/// Final points of seat 0.
struct Points(i32);

impl Sink<Toy> for Points {
    fn match_end(&mut self, end: &MatchEnd) {
        self.0 += end.rank_points[0];
    }
}

/// The contract holds for a family that the program does not know, and agents play it.
fn plays_a_family_of_its_own() {
    check_tables::<Toy>().expect("sound columns");
    let loaded = Source::preset("toy").load::<ToyRules>().expect("a preset");
    let (rules, mut points) = (Arc::new(loaded.rules), Points(0));
    let mut agents = [true, false, false].map(|highest| Shows { highest });
    for number in 0..200 {
        let seed = MatchSeed { seed: 1, number };
        check_match::<Toy>(&rules, seed).expect("the contract holds");
        playout::play(&rules, seed, &mut agents, &mut points).expect("legal actions");
    }
    assert!(points.0 > 0, "the highest tile wins: {}", points.0);
    println!("toy: {} points a match for the highest tile", points.0 / 200_000);
}

fn main() -> Result<()> {
    plays_a_family_of_its_own();
    let folder = std::env::args().nth(1).expect("a folder for the data set");
    let rules = Rules::preset("tenhou")?;
    let mut roster = hyakuman::roster();
    roster.add("lowest", |_options| Lowest);
    let arena = Arena::new(&rules, &roster).agents("lowest,ukeire,ukeire,ukeire")?.games(80);
    let played = arena.record(RecordOptions::new(&folder)).play(&Quiet)?;
    let rank_points = played.agent("lowest").and_then(|rates| rates.rank_points()).expect("it played");
    assert!(rank_points.bounds().is_some_and(|[_, high]| high < 0.0), "{rank_points}");
    let verdict =
        verify(folder.as_ref(), &VerifyOptions { all: true, ..VerifyOptions::default() }, &roster, &Quiet)?;
    assert!(verdict.findings.is_empty(), "{:?}", verdict.findings);
    println!("lowest: {rank_points} rank points a match");
    Ok(())
}
