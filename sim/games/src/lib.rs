//! The games: the contract between game, agent and record, the loop that plays, and the rulesets.
//!
//! Read in this order: [`game`] (what a game is), [`agent`], [`sink`], [`playout`] (the loop), [`rows`] (what is
//! recorded), [`registry`] (names
//! to games), then a family: [`riichi`], [`toutenkou`], [`yangzhou`], [`toppan`]. [`testing`] is support for tests.

pub mod agent;
pub mod common;
pub mod game;
pub mod illegal;
mod mask;
mod outcome;
pub mod playout;
pub mod registry;
pub mod riichi;
pub mod rows;
pub mod ruleset;
pub mod sink;
pub mod testing;
pub mod toppan;
pub mod toutenkou;
pub mod yangzhou;

pub use agent::{Agent, AgentSeed, BatchAgent};
pub use game::{ActionMask, Answers, Game};
pub use illegal::{Illegal, IllegalReason};
pub use sink::Sink;
