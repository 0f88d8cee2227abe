//! The conformance suite on some rules that differ from the preset.

use crate::hand::rules_of;
use hyakuman_core::MatchSeed;
use hyakuman_core::game::ruleset::Ruleset;
use hyakuman_core::testing::conformance::check_match;
use hyakuman_toppan::Toppan;
use std::sync::Arc;

const RULES: [&str; 8] = [
    "continuous_wall=true",
    "continuous_wall=true extra_scope=\"Declarer\" toppan_extra=\"Tile\"",
    "first_tile_child_hidden=false visible_own_wind=\"Ten\"",
    "dora_indicators=80 wangpai_reserve=4 redraw_adds_honba=true",
    "dora_indicators=0 wangpai_reserve=0 red_fives=[4,4,4]",
    "suit_sensitive_sets=false score_child_on_dealer_bust=\"BaseOnly\" max_honba=2",
    "bust_at=-100000 upper_at=1000000 honba_for=\"Dealer\" tie_break=\"Split\"",
    "redraw_four_equal=false redraw_three_wins=false start=20 upper_at=60 bets=[0.5,20,100]",
];

#[test]
fn any_rules_that_fit_together_can_be_played() {
    for text in RULES {
        let rules = rules_of(text);
        assert!(rules.validate().is_empty(), "{text}: {:?}", rules.validate());
        let rules = Arc::new(rules);
        for number in 0..12 {
            if let Err(what) = check_match::<Toppan>(&rules, MatchSeed { seed: 17, number }) {
                panic!("{text}: {what}");
            }
        }
    }
}
