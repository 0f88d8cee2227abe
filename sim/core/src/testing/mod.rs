//! Support for tests and benches, not for programs: what must hold for every game, and what pins its behaviour.
//!
//! [`conformance`] plays random matches of a game and checks the contract of [`crate::game::Game`] at every decision;
//! [`flow`] plays cases of the flow of play, [`knobs`] reads cases of single rules; [`signature`] hashes how a ruleset plays; [`written`] writes what is pinned, and parts of pages.

pub mod conformance;
pub mod flow;
pub mod knobs;
pub mod signature;
pub mod written;
