//! Parts shared by the games that draw and discard; none of them knows a ruleset.

pub mod calls;
pub mod columns;
pub mod dora;
pub mod furiten;
pub mod river;
pub mod standing;
pub mod told;
pub mod walls;
