//! Running many matches: the library behind the command line.
//!
//! ```
//! use hyakuman_agents::Roster;
//! use hyakuman_arena::{Arena, Quiet, Rules};
//!
//! let rules = Rules::preset("tenhou")?.set("kuitan=false")?;
//! let roster = Roster::built_in(); // add your own agents here
//! let arena = Arena::new(&rules, &roster).agents("ukeire,shanten,shanten,shanten")?.games(200);
//! println!("{}", arena.play(&Quiet)?.agent("ukeire").unwrap());
//! # Ok::<(), hyakuman_arena::Error>(())
//! ```
//!
//! Read in this order: [`rules`], [`arena`] (a run and its result), [`lineup`] (the seating), `play` (the matches of a run,
//! divided among threads), [`table`] (a match and the agents at its table), `batch` (many matches in play, for batched agents), [`queue`] (the decisions of such an agent), [`single`] (such an agent asked one decision at a time), `reorder` (pieces of work on all threads, with results in order), `grid` (tables of agents under rulesets that play the same walls until it is enough), [`estimand`] (what is estimated of them), [`experiment`] (any of it), [`study`] (questions from a file), [`measures`] (what there is to measure), [`own`] (measures of one's own), [`counter`] and [`stats`] (what is counted), [`metrics`] (what differs from game to game), [`rates`] (the
//! rates computed from the counts), [`tally`] (a user's own counts), [`compare`](mod@compare) and [`effects`] (two rulesets
//! on the same walls), [`mod@contest`] (agents against each other on the same walls), [`mod@calibrate`] (an agent's forecasts and what happened), [`danger`] (how dangerous discards are), [`places`] (a model of final places fitted to a ruleset), [`datasets`] (recorded runs), [`review`] (what an agent thinks of a match), [`rollouts`] (what actions are worth), [`mod@adapt`] (labels by rollouts, and an agent that learns from them). [`observer`] reports progress and stops a run, [`error`] lists
//! the errors.
//!
//! Results do not depend on the number of threads or on the size of batches: work is divided into pieces of whole walls, and
//! their totals are integers.

pub mod adapt;
pub mod arena;
mod batch;
pub mod calibrate;
pub mod compare;
pub mod contest;
pub mod counter;
pub mod danger;
pub mod datasets;
pub mod effects;
pub mod error;
pub mod estimand;
pub mod experiment;
mod grid;
mod job;
pub mod lineup;
pub mod measures;
pub mod metrics;
pub mod observer;
pub mod own;
pub mod places;
mod play;
pub mod queue;
pub mod rates;
mod reorder;
pub mod review;
pub mod rollouts;
pub mod rules;
pub mod single;
pub mod stats;
pub mod study;
pub mod table;
pub mod tally;
pub mod threads;

pub use arena::{Arena, Played};
pub use calibrate::{CalibrateOptions, Calibrated};
pub use compare::{Arm, CompareOptions, Compared};
pub use contest::{Contest, ContestOptions, ContestSets};
pub use danger::Dangers;
pub use datasets::{
    DataSets, Expansion, Players, RecordOptions, SetOptions, Summary, Verdict, VerifyOptions, data_sets,
    expand, summarize, verify,
};
pub use effects::Effects;
pub use error::{Error, Kind};
pub use estimand::{Estimand, Rate};
pub use experiment::Experiment;
pub use grid::{Ending, Plan, Stop};
pub use lineup::Lineup;
pub use metrics::{Metrics, PairedMetrics};
pub use observer::{Observer, Quiet};
pub use places::PlaceFit;
pub use rates::Rates;
pub use rollouts::{Rolled, RolledOut, Rollouts};
pub use rules::Rules;
pub use stats::Stats;
pub use tally::Tally;
