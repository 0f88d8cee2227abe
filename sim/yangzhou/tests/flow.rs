//! The flow of a kyoku and of a match: the cases of the rule text, played through the engine.

use crate::engine::Played;
use hyakuman_core::testing::flow;
use hyakuman_yangzhou::YangzhouRules;

#[test]
fn every_case_goes_as_it_says() {
    let play = |case: &_, variant: &_| flow::play::<4, Played>(case, variant).map(drop);
    flow::check::<YangzhouRules>("flow.txt", include_str!("flow.txt"), play);
}
