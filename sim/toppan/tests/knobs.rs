//! Every rule is in a case, and refused outside of what it demands.

use crate::hand::rules_of;
use hyakuman_core::game::ruleset::AsTable;
use hyakuman_core::testing::flow::{check_fields, parse};
use hyakuman_core::testing::knobs::check_refusals;
use hyakuman_toppan::ToppanRules;

const KNOBS: &str = include_str!("knobs.txt");

#[test]
fn what_a_rule_demands_is_refused_otherwise() {
    check_refusals::<ToppanRules>(KNOBS);
}

/// Each rule has cases in which any two of its values differ, or changes the value of a hand.
#[test]
fn no_field_is_missing() {
    check_fields(&parse::<ToppanRules>(KNOBS), include_str!("cases.txt"));
}

#[test]
fn rules_are_a_table_and_back() {
    let rules = rules_of("bets=[1,2.5,7] max_honba=9");
    assert_eq!((rules.bets, rules.max_honba), ([1.0, 2.5, 7.0], Some(9)));
    let again = ToppanRules::from_table(rules.to_table()).expect("rules");
    assert_eq!(again, rules);
}
