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
//! Read in this order; each uses only those before it, which a test checks:
//!
//! 1. What is played: [`rules`], [`lineup`] (the seating), [`table`] (a match and the agents at its table), `settings`.
//! 2. What is counted: [`measures`] (what there is to measure), [`own_measures`] (measures of one's own), [`counter`] and [`stats`], [`metrics`] (what
//!    differs from game to game), [`stats`] (sums over walls), [`rates`] (computed from the counts).
//! 3. The matches: `batch` (many in play, for batched agents), [`queue`] (the decisions of such an agent), [`single`] (asked one at a time),
//!    `play` (divided among threads), `reorder` (results in order).
//! 4. [`datasets`]: recorded runs.
//! 5. [`arena`] (what to play, as its user says it), `grid` (tables of agents under rulesets that play the same walls until it is enough),
//!    [`run`] (one ruleset, one table, and its result), [`summary`] (of a data set), [`tally`] (a user's own counts).
//! 6. On a grid: [`compare`](mod@compare) and [`effects`] (rulesets), [`mod@contest`] (agents), [`estimand`] and [`experiment`] (any rates and
//!    differences), [`study`] (questions from a file).
//! 7. Of agents: [`review`] (what one thinks of a match), [`mod@calibrate`] (forecasts and what happened), [`danger`], [`places`] (a model of final
//!    places), [`rollouts`] (what actions are worth), [`mod@adapt`] (labels by rollouts, and an agent that learns from them).
//!
//! [`observer`] reports progress and stops a run, [`error`] lists the errors.
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
pub mod counts;
pub mod danger;
pub mod datasets;
pub mod effects;
pub mod error;
pub mod estimand;
pub mod experiment;
mod grid;
pub mod lineup;
pub mod measures;
pub mod metrics;
pub mod observer;
pub mod own_measures;
pub mod places;
mod play;
pub mod queue;
pub mod rates;
mod reorder;
pub mod review;
pub mod rollouts;
pub mod rules;
pub mod run;
mod settings;
pub mod single;
pub mod stats;
pub mod study;
pub mod summary;
pub mod table;
pub mod tally;
pub mod threads;

pub use arena::Arena;
pub use calibrate::{CalibrateOptions, Calibrated};
pub use compare::{Arm, CompareOptions, Compared};
pub use contest::{Contest, ContestOptions, ContestSets};
pub use danger::Dangers;
pub use datasets::{
    DataSets, Expansion, Players, RecordOptions, SetOptions, Verdict, VerifyOptions, data_sets, expand,
    verify,
};
pub use effects::Effects;
pub use error::{Error, ErrorKind};
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
pub use run::Played;
pub use stats::Stats;
pub use summary::{Summary, summarize};
pub use tally::Tally;
