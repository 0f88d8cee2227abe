//! The flow of a kyoku and of a match: the cases of the rule text, played through the engine.

use crate::engine::check_house;
use crate::toutenkou::hand::rules_of;
use hyakuman_core::MatchSeed;
use hyakuman_core::game::Game;
use hyakuman_riichi::toutenkou::{Gari, Toutenkou};
use std::sync::Arc;

#[test]
fn play() {
    check_house::<Gari>("play.txt", include_str!("play.txt"));
}

#[test]
fn whole_match() {
    check_house::<Gari>("match.txt", include_str!("match.txt"));
}

#[test]
fn an_unknown_action_is_none_of_toutenkou() {
    let game = Toutenkou::start(&Arc::new(rules_of("-")), MatchSeed { seed: 1, number: 0 }, &mut ());
    let seat = game.deciders().into_iter().next().expect("a decider");
    assert_eq!(game.why_illegal(seat, 250).to_string(), "toutenkou has no action with this code");
}
