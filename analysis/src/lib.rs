//! Statistics of play. Does not depend on the engine: its input is counts.
//!
//! ```
//! use hyakuman_analysis::{Cluster, Ratio};
//!
//! let mut wins = Ratio::default();
//! for wall in 0..100 {
//!     wins.add(Cluster { trials: 10, total: 2 + wall % 3 }); // ten hands on a wall, two to four of them won
//! }
//! println!("{}", wins.share().unwrap()); // 0.299 ± 0.017
//! ```
//!
//! Read in this order: [`interval`] (a rate and its confidence interval), [`few`] (what few events decide), [`measure`] (tables of rates over shared
//! counts), [`paired`] (the difference that a change makes to them), [`interaction`] (whether it makes more of one somewhere else), [`multiple`] (many differences at once), [`equivalence`] (whether a difference matters),
//! [`contrast`], [`ratings`] and [`elo`] (players on the same walls), [`resolution`] (walls to tell two players apart), [`results`] (variance and luck, by [`joint`] sums), [`edge`] (how clearly a player leads), [`calibration`] (predicted chances and what happened), [`sequential`] and [`anytime`] (stopping when the data suffice),
//! [`figures`] (how they are printed).
//!
//! All sums are whole numbers ([`additive`]). Merging them is exact, so no result depends on how the work was split or in which order
//! it was merged.

pub mod additive;
pub mod anytime;
pub mod calibration;
mod changes;
pub mod contrast;
pub mod difference;
pub mod edge;
pub mod elo;
pub mod equivalence;
pub mod few;
pub mod figures;
pub mod interaction;
pub mod interval;
pub mod joint;
mod linear;
pub mod measure;
pub mod multiple;
pub mod paired;
mod quantile;
pub mod ratings;
pub mod resolution;
pub mod results;
mod scores;
pub mod sequential;
#[cfg(test)]
mod simulation;
mod skew;

pub use additive::{Additive, Number, add_counts, clear_counts, numbers_as_text};
pub use calibration::{Calibration, ClusterForecasts, Quantity};
pub use contrast::Contrast;
pub use difference::{Difference, Effect, Level};
pub use edge::Edge;
pub use elo::{Comparisons, Elo};
pub use equivalence::{Equivalence, Verdict};
pub use interaction::Interaction;
pub use interval::{Cluster, Estimate, FEWEST_CLUSTERS, Ratio, Validity};
pub use joint::Joint;
pub use measure::{Measure, MeasureKind, Measures, Range, Unit};
pub use multiple::{Adjustment, Mark};
pub use paired::{Paired, PairedMeasures};
pub use ratings::{Design, Ratings};
pub use resolution::Resolution;
pub use results::{Group, Results};
pub use sequential::SequentialTest;
