//! Every rule is in a case, and refused outside of what it demands.

use hyakuman_core::game::ruleset::Ruleset;
use hyakuman_core::testing::knobs::check_refusals;
use hyakuman_riichi::toutenkou::ToutenkouRules;

#[test]
fn what_a_rule_demands_is_refused_otherwise() {
    check_refusals::<ToutenkouRules>(include_str!("knobs.txt"));
}

/// Each rule is changed in a case, but for one with a single value.
#[test]
fn no_field_is_missing() {
    let cases = concat!(
        include_str!("cases.txt"),
        include_str!("match.txt"),
        include_str!("play.txt"),
        include_str!("payments.rs"),
    );
    for field in ToutenkouRules::FIELDS.iter().filter(|field| field.meanings.len() != 1) {
        let is_changed =
            ["vary NAME ", "NAME="].iter().any(|text| cases.contains(&text.replace("NAME", field.name)));
        assert!(is_changed, "no case for `{}`", field.name);
    }
}
