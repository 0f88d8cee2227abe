//! What a completed hand is worth, and who pays whom for it, and the result of a match: pure functions.
//!
//! In reading order: [`yaku`] (which yaku a hand has, what each is worth, which exclude which), [`fu`], [`score`] (the
//! best reading of a hand and its base points), [`written_yaku`] (yaku that are written in files), [`settle`] (payments), [`rank_points`] (the result of a match).

pub mod fu;
pub(super) mod rank_points;
pub mod score;
pub mod settle;
pub mod written_yaku;
pub mod yaku;
