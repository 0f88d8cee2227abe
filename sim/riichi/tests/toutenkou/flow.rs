//! The flow of a kyoku and of a match: the cases of the rule text, played through the engine.

use crate::harness;
use hyakuman_riichi::toutenkou::Gari;

#[test]
fn play() {
    harness::check_house::<Gari>("play.txt", include_str!("play.txt"));
}

#[test]
fn whole_match() {
    harness::check_house::<Gari>("match.txt", include_str!("match.txt"));
}
