//! An agent of your own against three `ukeire`: `cargo run --release --example my_agent -- [MATCHES] [FOLDER]`.
//! With a folder, every decision is recorded there as a data set (docs/records.md).
#![allow(clippy::print_stdout, reason = "a program")]

use hyakuman::prelude::*;
use hyakuman::riichi::View;

/// Wins when it can, never calls, and discards a tile that keeps its shanten.
struct Mine;

impl Agent<Riichi> for Mine {
    fn act(&mut self, view: &View<'_>, legal: &ActionMask) -> u8 {
        if let Some(code) = legal.win().or(legal.pass()) {
            return code;
        }
        let keep = view.full_hand().keep(0); // kinds whose discard does not raise the shanten, without exposed sets
        let discards = legal.discards(view.drawn());
        let best = (discards.kinds() & keep).first();
        best.map_or_else(|| legal.nth(0), |kind| discards.of(kind))
    }
}

fn main() -> Result<()> {
    let mut args = std::env::args().skip(1);
    let games = args.next().map_or(10_000, |text| text.parse().expect("a number of matches"));
    let folder = args.next();

    let rules = Rules::preset("tenhou")?;
    let mut roster = hyakuman::roster();
    roster.add("mine", |_options| Mine);
    let arena = Arena::new(&rules, &roster).agents("mine,ukeire,ukeire,ukeire")?.games(games);
    let played = arena.record(folder.map(RecordOptions::new)).play(&Quiet)?;

    for (agent, rates) in played.agents() {
        println!("{agent}, {games} matches, each rate with its 95% confidence interval:\n{rates}\n");
    }
    Ok(())
}
