//! The conformance suite on some rules that differ from the preset.

use crate::toutenkou::hand::rules_of;
use hyakuman_core::MatchSeed;
use hyakuman_core::game::ruleset::Ruleset;
use hyakuman_core::testing::conformance::check_match;
use hyakuman_riichi::toutenkou::Toutenkou;
use std::sync::Arc;

const RULES: [&str; 8] = [
    "reds=[4,3,0] manzu_dora=\"Cycle159\" karasu=\"NoneInFinalHand\"",
    "dealer=\"WinnerIsDealer\" length=\"EastSouth\" bust=false",
    "gari_ron_chankan=true gari_counts_for_furiten=true ron_bonus_on_robbed_kan=false",
    "kan_min_live=12 riichi_min_live=0 riichi_bet=0",
    "double_ron=false pao=false abort=[] kuitan=false",
    "double_ron_honba=\"Both\" noten=\"TwentyEachNoten\" noten_total=8 riichi_bet=9",
    "length=\"SingleHand\" target=\"None\" start=20",
    "start=30 target=35 yakuman_points=1000 dealer=\"WinnerIsDealer\"",
];

#[test]
fn other_rules_conform() {
    for text in RULES {
        let rules = Arc::new(rules_of(text));
        assert!(rules.validate().is_empty(), "{text}: {:?}", rules.validate());
        for number in 0..40 {
            if let Err(what) = check_match::<Toutenkou>(&rules, MatchSeed { seed: 11, number }) {
                panic!("{text}: {what}");
            }
        }
    }
}
