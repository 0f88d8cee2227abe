//! A tournament of an agent of its own, with intervals and a data set, from outside the workspace.

use hyakuman::prelude::*;
use hyakuman::riichi::View;

/// Throws away the lowest tile.
struct Lowest;

impl Agent<Riichi> for Lowest {
    fn act(&mut self, _view: &View<'_>, legal: &ActionMask) -> u8 {
        legal.nth(0)
    }
}

fn main() -> Result<()> {
    let folder = std::env::args().nth(1).expect("a folder for the data set");
    let rules = Rules::preset("tenhou")?;
    let mut roster = Roster::built_in();
    roster.add("lowest", |_options| Lowest);
    let arena = Arena::new(&rules, &roster).agents("lowest,ukeire,ukeire,ukeire")?.games(80);
    let played = arena.record(RecordOptions::new(&folder)).play(&Quiet)?;
    let rank_points = played.agent("lowest").and_then(|rates| rates.rank_points()).expect("it played");
    assert!(rank_points.bounds().is_some_and(|[_, high]| high < 0.0), "{rank_points}");
    let verdict = verify(folder.as_ref(), &VerifyOptions { all: true, ..VerifyOptions::default() }, &roster, &Quiet)?;
    assert!(verdict.findings.is_empty(), "{:?}", verdict.findings);
    println!("lowest: {rank_points} rank points a match");
    Ok(())
}
