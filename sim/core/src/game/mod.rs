//! The contract between a game, its agents and its records, and the loop that plays a match. Knows no family of games.
//!
//! Read in this order: [`Game`] (what a game is), [`agent`], [`sink`] (receivers of events), [`playout`] (the loop),
//! [`rows`] (what is recorded), [`ruleset`] (rules as data: files, overrides, messages).
//! What families share is in [`common`](crate::common), each family in a crate of its own, the list of them in
//! `hyakuman_games::registry`.

pub mod agent;
mod contract;
mod deals;
mod facts;
mod house;
mod illegal;
mod mask;
mod outcome;
pub mod playout;
pub mod rollout;
pub mod rows;
pub mod ruleset;
pub mod sink;
mod start;

pub use crate::{name_set, options, presets, reasons, rule_fields};
pub use agent::{
    Agent, AgentFailure, AgentSeed, AnyAgent, BatchAgent, Candidate, Considered, Decision, Evaluation,
    OtherAction, Seen, ValueUnit,
};
pub use contract::{ActionCodes, Answers, DealIn, Game, LEAD_BOUNDS, MAX_WIN_CLASSES};
pub use deals::{Deals, KnownDeals};
pub use facts::GameFacts;
pub use house::{HouseCounts, HouseRules};
pub use illegal::Illegal;
pub use mask::ActionMask;
pub use outcome::{
    EndReason, KyokuEnd, KyokuResult, MAX_SEATS, MatchEnd, Revealed, WinRecord, place_by_score,
};
pub use sink::{Sink, Wants};
pub use start::StartState;
