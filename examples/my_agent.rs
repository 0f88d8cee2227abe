//! An agent of your own against three `ukeire`: `cargo run --release --example my_agent -- [MATCHES] [FOLDER]`.
//! With a folder, every decision is recorded there as a data set (docs/records.md).
#![allow(clippy::print_stdout, reason = "a program")]

use hyakuman::prelude::*;
use hyakuman::riichi::{Action, View};

/// Wins when it can, never calls, and discards a tile that keeps its shanten.
struct Mine;

impl Agent<Riichi> for Mine {
    fn act(&mut self, view: &View<'_>, legal: &ActionMask) -> u8 {
        let wishes = [Action::Tsumo, Action::Ron, Action::Pass].map(Action::code);
        if let Some(code) = wishes.into_iter().find(|&code| legal.has(code)) {
            return code;
        }
        let keep = view.full_hand().keep(0); // kinds whose discard does not raise the shanten, without exposed sets
        let keeps = |code: &u8| matches!(Action::from_code(*code), Some(Action::Discard(tile)) if keep.has(tile.kind()));
        legal.iter().find(keeps).unwrap_or_else(|| legal.nth(0))
    }
}

fn main() -> Result<()> {
    let mut args = std::env::args().skip(1);
    let games = args.next().map_or(10_000, |text| text.parse().expect("a number of matches"));
    let folder = args.next();

    let rules = Rules::preset("tenhou")?;
    let mut roster = Roster::built_in();
    roster.add("mine", |_options| Mine);
    let arena = Arena::new(&rules, &roster).agents("mine,ukeire,ukeire,ukeire")?.games(games);
    let played = arena.record(folder.map(RecordOptions::new)).play(&Quiet)?;

    for (agent, rates) in played.agents() {
        println!("{agent}, {games} matches, each rate with its 95% confidence interval:\n{rates}\n");
    }
    Ok(())
}
