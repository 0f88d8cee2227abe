//! Parts shared by the games that draw and discard; none of them knows a ruleset.

pub mod calls;
pub mod claims;
pub mod codes;
pub mod columns;
pub mod dora;
pub mod furiten;
pub mod river;
pub mod standing;
pub mod told;
pub mod walls;
pub(crate) mod why;
pub(crate) mod yaku_set;
