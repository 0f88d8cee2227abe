//! The rulesets of Toutenkou by name.

use super::rules::*;
use hyakuman_core::game::presets;

presets! { ToutenkouRules {
    /// Toutenkou as Tenhou plays it.
    toutenkou "toutenkou", "Toutenkou (東天紅), three players, gari tiles and points instead of fu" = Fields::FIRST.into();
} }
