//! Many matches at once: the library under the command line.
//!
//! Read in this order: [`lineup`] (who sits where), [`play`] (the matches of a run, divided among threads), [`stats`] (what is
//! counted), [`run`](mod@run) (a whole run), [`compare`](mod@compare) and [`effects`] (two sets of rules on the same walls),
//! [`dataset`] (what determines a data set), [`recording`] (a run that is kept), [`expand`](mod@expand) and
//! [`verify`](mod@verify) (its matches played again). [`observer`] is who watches, [`error`] what can go wrong.
//!
//! Results do not depend on the number of threads: work is divided into pieces of whole walls, and what they add up to is
//! whole numbers.

mod again;
pub mod compare;
pub mod dataset;
pub mod effects;
pub mod error;
pub mod expand;
pub mod lineup;
pub mod observer;
pub mod play;
pub mod recording;
pub mod run;
pub mod stats;
pub mod threads;
pub mod verify;

pub use compare::{Compared, compare};
pub use effects::Effects;
pub use error::{Error, Kind};
pub use expand::{Expansion, expand};
pub use lineup::{BuiltIn, Lineup, Maker};
pub use observer::{Observer, Quiet};
pub use recording::RecordOptions;
pub use run::{Plan, Played, run, run_with};
pub use stats::Stats;
pub use verify::{Verdict, verify};
