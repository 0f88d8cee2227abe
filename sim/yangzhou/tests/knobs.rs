//! Every rule is in a case, and refused outside of what it demands.

use hyakuman_core::game::ruleset::Ruleset;
use hyakuman_core::game::testing::knobs::check_refusals;
use hyakuman_yangzhou::YangzhouRules;

#[test]
fn what_a_rule_demands_is_refused_otherwise() {
    check_refusals::<YangzhouRules>(include_str!("knobs.txt"));
}

/// Each rule is changed in a case.
#[test]
fn no_field_is_missing() {
    let cases = concat!(include_str!("cases.txt"), include_str!("procedure.rs"));
    for field in YangzhouRules::FIELDS {
        assert!(cases.contains(&format!("{}=", field.name)), "no case for `{}`", field.name);
    }
}
