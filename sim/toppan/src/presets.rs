//! The rulesets of competitive Toppan by name.

use super::rules::*;
use hyakuman_core::game::presets;

presets! { ToppanRules {
    /// Competitive Toppan (競技十半), ten-and-a-half with mahjong tiles and yaku: the competition rules for beginners, east and south.
    toppan "toppan", "competitive Toppan, ten-and-a-half with mahjong tiles" = ToppanRules::FIRST;
} }
