//! Every rule is in a case, and refused outside of what it demands.

use hyakuman_core::testing::flow::{check_fields, parse};
use hyakuman_core::testing::knobs::check_refusals;
use hyakuman_yangzhou::YangzhouRules;

#[test]
fn what_a_rule_demands_is_refused_otherwise() {
    check_refusals::<YangzhouRules>(include_str!("knobs.txt"));
}

/// Each rule has cases in which any two of its values differ, or changes the value of a hand.
#[test]
fn no_field_is_missing() {
    check_fields(&parse::<YangzhouRules>(include_str!("flow.txt")), include_str!("cases.txt"));
}
