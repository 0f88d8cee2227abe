//! What a completed hand is worth, and who pays whom for it, and the result of a match: pure functions.
//!
//! In reading order: [`yaku`] (which yaku a hand has, what each is worth, which exclude which), [`fu`], [`score`] (the
//! best reading of a hand and its base points), [`settle`] (payments), [`final_points`] (the result of a match).

pub(super) mod final_points;
pub mod fu;
pub mod score;
pub mod settle;
pub mod yaku;
