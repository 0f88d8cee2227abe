//! The model of final places fitted to matches.

use hyakuman_agents::Roster;
use hyakuman_agents::place::PlaceModel;
use hyakuman_arena::places::losses::{SetLosses, mean};
use hyakuman_arena::{Arena, Quiet, Rules};
use hyakuman_riichi::presets;

/// Every kyoku of the run is a row of its set, and what the text says is the model.
#[test]
fn every_kyoku_played_is_fitted_or_held_out() {
    let (rules, roster) = (Rules::preset("tenhou-east").unwrap(), Roster::built_in());
    let arena = Arena::new(&rules, &roster).agents("ukeire").unwrap().games(600);
    let (fit, played) = (arena.places(&Quiet).unwrap(), arena.play(&Quiet).unwrap());
    let kyoku = played.matches().get("kyoku").unwrap().value * 600.0;
    let rows = |of: fn(&SetLosses) -> usize| fit.losses.iter().map(of).sum::<usize>();
    let (fitted, held_out) = (rows(|set| set.fitted), rows(|set| set.held_out));
    assert_eq!((fitted + held_out) as f64, kyoku.round());
    assert!((0.08..0.12).contains(&(held_out as f64 / kyoku)), "{held_out} of {kyoku}");
    assert_eq!((fit.losses.len(), fit.matches, fit.decisions), (5, 600, played.decisions));
    let all = mean(&fit.losses).unwrap();
    assert!(all.fit.order < all.prior.order - 0.3, "{all:?}");
    assert!((all.prior.place - 4_f64.ln()).abs() < 0.05, "{all:?}");
    assert!(all.built_in.is_some_and(|program| program.order < all.fit.order), "{all:?}");
    assert!(PlaceModel::<4>::with_fit(&presets::tenhou_east(), &fit.text).unwrap().is_fitted());
}

/// With rotations all matches on a wall are fitted, or all are held out.
#[test]
fn walls_are_held_out_as_a_whole() {
    let (rules, roster) = (Rules::preset("tenhou-sanma-east").unwrap(), Roster::built_in());
    let arena = Arena::new(&rules, &roster).agents("ukeire,random,random").unwrap();
    let held_out = |games| arena.clone().games(games).places(&Quiet).map(|fit| fit.losses[0].held_out);
    assert!(held_out(29).unwrap_err().to_string().ends_with("so play at least 30"));
    assert!(held_out(30).unwrap() >= 3);
}
