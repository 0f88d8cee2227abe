//! Parts that several families share; none of them depends on the rules of a family.
//!
//! State: [`match_state`], [`walls`], [`river`], [`furiten`]. Actions: [`codes`], [`calls`], [`claims`]. Scoring: [`dora`],
//! [`places`], `yaku_set`. Decision rows: [`columns`], [`public_cells`].

pub mod calls;
pub mod claims;
pub mod codes;
pub mod columns;
pub mod dora;
pub mod furiten;
pub mod legal;
pub mod match_state;
pub mod places;
pub mod public_cells;
pub mod reason;
pub mod river;
pub mod walls;
mod yaku_set;

pub use crate::yaku_set;
pub use legal::LegalActions;
