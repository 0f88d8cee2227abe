//! The games: the contract between game, agent and record, the loop that plays, and the rulesets.
//!
//! Read in this order: [`game`] (what a game is), [`agent`], [`sink`], [`playout`] (the loop), [`rows`] (what is
//! recorded), [`registry`] (names
//! to games), then a family: [`riichi`], [`toutenkou`], [`yangzhou`], [`toppan`]. [`conformance`] and [`signature`] hold every registered game to account.

pub mod agent;
pub mod common;
pub mod conformance;
pub mod game;
pub mod illegal;
mod mask;
pub mod playout;
pub mod registry;
pub mod riichi;
pub mod rows;
pub mod ruleset;
pub mod signature;
pub mod sink;
pub mod toppan;
pub mod toutenkou;
pub mod yangzhou;

pub use agent::{Agent, AgentSeed, BatchAgent};
pub use game::{ActionMask, Answers, Game};
pub use illegal::{Illegal, IllegalReason};
pub use sink::Sink;
