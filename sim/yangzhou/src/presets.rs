//! The rulesets of Yangzhou mahjong by name. `yangzhou` is [`YangzhouRules::FIRST`]; every other one is a difference.

use super::rules::*;
use hyakuman_core::game::presets;

presets! { YangzhouRules {
    /// Yangzhou mahjong (揚州): fan are added, 18 are needed to win, and everybody is dealer four times.
    yangzhou "yangzhou", "Yangzhou mahjong, 18 fan to win" = YangzhouRules::FIRST;
    /// Yangzhou mahjong, 13 fan to win.
    yangzhou_13 "yangzhou-13" of "yangzhou", "Yangzhou mahjong, 13 fan to win" = YangzhouRules { level: Level::L13, ..yangzhou() };
    /// Yangzhou mahjong, 7 fan to win.
    yangzhou_7 "yangzhou-7" of "yangzhou", "Yangzhou mahjong, 7 fan to win" = YangzhouRules { level: Level::L7, ..yangzhou() };
} }
