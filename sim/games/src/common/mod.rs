//! Parts shared by the games that draw and discard; none of them knows a ruleset.

pub mod calls;
pub mod claims;
pub mod codes;
pub mod columns;
pub mod dora;
pub mod furiten;
pub mod match_state;
pub mod places;
pub mod public_cells;
pub mod river;
pub(crate) mod rule_words;
pub mod walls;
pub(crate) mod yaku_set;
