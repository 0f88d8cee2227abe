//! The rulesets of Yangzhou mahjong by name. `yangzhou` is written in full; every other one is a difference.

use super::rules::*;
use hyakuman_game::ruleset::Preset;

/// Every ruleset of the family that comes with the program.
pub const PRESETS: &[Preset<YangzhouRules>] = &[
    Preset { id: "yangzhou", title: "Yangzhou mahjong, 18 fan to win", base: None, rules: yangzhou },
    Preset {
        id: "yangzhou-13",
        title: "Yangzhou mahjong, 13 fan to win",
        base: Some("yangzhou"),
        rules: yangzhou_13,
    },
    Preset {
        id: "yangzhou-7",
        title: "Yangzhou mahjong, 7 fan to win",
        base: Some("yangzhou"),
        rules: yangzhou_7,
    },
];

/// Everybody is dealer four times; 18 fan to win.
pub const fn yangzhou() -> YangzhouRules {
    YangzhouRules {
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
    }
}

/// Everybody is dealer four times; 13 fan to win.
pub fn yangzhou_13() -> YangzhouRules {
    YangzhouRules { level: Level::L13, ..yangzhou() }
}

/// Everybody is dealer four times; 7 fan to win.
pub fn yangzhou_7() -> YangzhouRules {
    YangzhouRules { level: Level::L7, ..yangzhou() }
}
