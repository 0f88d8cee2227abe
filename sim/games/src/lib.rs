//! The games: the contract between game, agent and record, the loop that plays, and the rulesets.
//!
//! Read in this order: [`game`] (what a game is), [`agent`], [`sink`], [`playout`] (the loop), [`registry`] (names
//! to games), then a family: [`riichi`].

pub mod riichi;
pub mod ruleset;
