//! The flow of a kyoku and of a match: the cases of the rule text and of every rule, played through the engine.

use crate::engine::{Played, after};
use hyakuman_core::game::Game;
use hyakuman_core::testing::flow;
use hyakuman_core::{Rng, Seat};
use hyakuman_toppan::ToppanRules;

#[test]
fn every_case_goes_as_it_says() {
    let play = |case: &_, variant: &_| flow::play::<4, Played>(case, variant).map(drop);
    flow::check::<ToppanRules>("flow.txt", include_str!("flow.txt"), play);
    flow::check::<ToppanRules>("knobs.txt", include_str!("knobs.txt"), play);
}

/// Hidden tiles dealt again agree with what was seen, and every such tile occurs.
#[test]
fn hidden_tiles_are_dealt_anew_among_all_that_fit() {
    let game = after("case - 7p9m\nrules A toppan dora_indicators=0\ndraws 1p 8m 8p 9s 9m 7p\n0 hit\n0 stay");
    let [dealer, viewer, other] = [0, 2, 3].map(Seat::new);
    let mut rng = Rng::from_seed(1);
    let mut seen = [const { std::collections::BTreeSet::new() }; 2];
    for _ in 0..3_000 {
        let mut again = game.clone();
        again.redeal_hidden(viewer, &mut rng);
        again.audit().expect("every tile once");
        assert_eq!(again.held(viewer), game.held(viewer));
        assert_eq!(again.held(dealer).tiles()[1..], game.held(dealer).tiles()[1..]);
        seen.iter_mut().zip([dealer, other]).for_each(|(seen, seat)| {
            seen.insert(again.held(seat).tiles()[0].to_string());
        });
    }
    assert_eq!(seen[0].len(), 10, "beside 9: ones and honors {:?}", seen[0]);
    assert_eq!(seen[1].len(), 37, "anything");
}
