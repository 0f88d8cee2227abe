//! What rules of your own do to the game: `cargo run --release --example own_rules -- [MATCHES]`.
//! Both sets of rules are played on the same walls by the same agents.
#![allow(clippy::print_stdout, reason = "a program")]

use hyakuman::analysis::figures::{label, shown_effect};
use hyakuman::prelude::*;

fn main() -> Result<()> {
    let games = std::env::args().nth(1).map_or(2_000, |text| text.parse().expect("a number of matches"));
    let base = Rules::preset("tenhou")?;
    let mine = Rules::preset("tenhou")?.set_all(&["kuitan=false", "red_fives=[0,0,0]"])?;

    let roster = hyakuman::roster();
    let arena = Arena::new(&base, &roster).agents("ukeire")?.games(games);
    let compared = arena.compare(&CompareOptions::of(&mine), &Quiet)?;
    let effects = &compared.arms[0].effects;

    println!("{:20}{:>9}{:>9}{:>12}  ({games} matches of ukeire)", "", "tenhou", "mine", "difference");
    for (measure, effect) in effects.matches.effects().chain(effects.agents[0].effects()) {
        let [base, variant, difference, interval] = shown_effect(measure.unit, &effect);
        println!("{:20}{base:>9}{variant:>9}{difference:>12}{interval}", label(measure));
    }
    Ok(())
}
