//! The rulesets of Toutenkou by name.

use super::rules::*;
use hyakuman_core::game::presets;

presets! { ToutenkouRules {
    /// Toutenkou (東天紅) as Tenhou plays it: three players, gari tiles that are set aside, points instead of fu.
    toutenkou "toutenkou", "Toutenkou (東天紅), three players, gari tiles and points instead of fu" = Fields::FIRST.into();
} }
