//! The names that most programs need: `use hyakuman::prelude::*;`.

pub use crate::agents::{AgentEntry, OptionDoc, Options, Roster, Spec};
pub use crate::analysis::{Estimate, SequentialTest};
pub use crate::arena::{
    Arena, Arm, CalibrateOptions, Calibrated, CompareOptions, Compared, Contest, ContestOptions, Dangers,
    Error, Observer, Played, Players, Quiet, Rates, RecordOptions, Rules, Stop, Tally, VerifyOptions, expand,
    verify,
};
pub use crate::common::LegalActions;
pub use crate::core::{Kind, KindSet, MatchSeed, RelSeat, Seat, SeatSet, Tile};
pub use crate::game::rows::{MatchId, Table};
pub use crate::game::{
    ActionMask, Agent, AgentFailure, AgentSeed, AnyAgent, BatchAgent, Decision, Game, KyokuEnd, KyokuResult,
    MatchEnd, Sink, Wants, WinRecord,
};
pub use crate::riichi::Riichi;
pub use crate::toppan::Toppan;
pub use crate::toutenkou::Toutenkou;
pub use crate::yangzhou::Yangzhou;

/// The result of what may fail with an [`Error`] of the library.
pub type Result<T, E = Error> = std::result::Result<T, E>;
