//! The rulesets of Yangzhou mahjong by name. `yangzhou` is written in full; every other one is a difference.

use super::rules::*;
use hyakuman_game::presets;

presets! { YangzhouRules {
    /// Everybody is dealer four times; 18 fan to win.
    yangzhou "yangzhou", "Yangzhou mahjong, 18 fan to win" = YangzhouRules {
        level: Level::L18,
        implied: Implied::Strict,
        pinghu_honor_pair: true,
        two_seq: TwoSeq::DistinctInstances,
        wait: WaitFan::ByDecomposition,
        ron_triplet_concealed: false,
        combos: Combos::Only18,
        l3_tier_c: 8,
        draw_keeps_dealer: false,
        rotations: 4,
        multi_win_dealer_stays: true,
        miss_own_draw: true,
        naked_wait_exempt: true,
        last_discard_calls: false,
        kuikae: Kuikae::Allowed,
        rob_concealed_kong: false,
        start: 0,
        min_tsumo: None,
        min_ron: None,
        min_robbed_kan: None,
    };
    /// Everybody is dealer four times; 13 fan to win.
    yangzhou_13 "yangzhou-13" of "yangzhou", "Yangzhou mahjong, 13 fan to win" = YangzhouRules { level: Level::L13, ..yangzhou() };
    /// Everybody is dealer four times; 7 fan to win.
    yangzhou_7 "yangzhou-7" of "yangzhou", "Yangzhou mahjong, 7 fan to win" = YangzhouRules { level: Level::L7, ..yangzhou() };
} }
