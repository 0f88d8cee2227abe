//! The flow of a kyoku and of a match: the cases of the rule text, played through the engine.

use crate::engine::check;
use hyakuman_core::testing::flow::parse;
use hyakuman_riichi::RiichiRules;

const LEGALITY: &str = include_str!("flow/legality.txt");
const FLOW: &str = include_str!("flow/flow.txt");
const SANMA: &str = include_str!("flow/sanma.txt");
const SETTLEMENT: &str = include_str!("flow/settlement.txt");
const PRESETS: &str = include_str!("flow/presets.txt");
const LOCAL: &str = include_str!("flow/local.txt");
const SHURA: &str = include_str!("flow/shura.txt");

#[test]
fn legality() {
    check("legality.txt", LEGALITY);
}

#[test]
fn further_cases() {
    check("flow.txt", FLOW);
}

#[test]
fn three_players() {
    check("sanma.txt", SANMA);
}

#[test]
fn settlement() {
    check("settlement.txt", SETTLEMENT);
}

#[test]
fn local_yaku() {
    check("local.txt", LOCAL);
}

#[test]
fn presets_of_other_tables() {
    check("presets.txt", PRESETS);
}

#[test]
fn shura() {
    check("shura.txt", SHURA);
}

/// The cases of the rule text without local yaku; those that only score a hand are tested with the scorer.
#[test]
fn no_case_is_missing() {
    let ids: Vec<String> = [LEGALITY, FLOW, SANMA, SETTLEMENT, SHURA]
        .iter()
        .flat_map(|text| parse::<RiichiRules>(text))
        .flat_map(|case| case.id.split(',').map(String::from).collect::<Vec<_>>())
        .collect();
    let legality = (1..=32).map(|n| format!("LF{n:02}"));
    let further = (1..=29).map(|n| format!("FC{n:02}"));
    let settlement = (2..=9).chain(14..=17).map(|n| format!("ST{n:02}"));
    let missing: Vec<String> =
        legality.chain(further).chain(settlement).filter(|id| !ids.contains(id)).collect();
    assert!(missing.is_empty(), "no case for {missing:?}");
}
