//! Statistics of play. Links no engine: what is counted comes in as whole numbers.
//!
//! Read in this order: [`interval`] (a rate and how far it can be trusted), [`measure`] (tables of rates over the same
//! counts), [`paired`] (the difference that a change makes to them), [`play`] (what is counted in a run, and which rates
//! are made of it), [`figures`] (how it is printed).
//!
//! All sums are whole numbers. Merging them is exact, so no result depends on how the work was split or in which order
//! the pieces came together.

pub mod few;
pub mod figures;
pub mod interval;
pub mod measure;
pub mod paired;
pub mod play;

pub use interval::{Cluster, Estimate, FEWEST_CLUSTERS, Ratio};
pub use measure::{Measure, Measures, Unit};
pub use paired::{Difference, Effect, PairedMeasures};
