//! Riichi mahjong: one engine for every riichi ruleset; the rules are data ([`rules`]), a preset is a difference.

pub mod fu;
pub mod presets;
pub mod rules;
pub mod score;
pub mod settle;
pub mod yaku;
