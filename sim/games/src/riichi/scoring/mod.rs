//! What a completed hand is worth, and who pays whom for it: pure functions that know no match.
//!
//! In reading order: [`yaku`] (which yaku a hand has, what each is worth, which exclude which), [`fu`], [`score`] (the
//! best reading of a hand and its base points), [`settle`] (payments).

pub mod fu;
pub mod score;
pub mod settle;
pub mod yaku;
