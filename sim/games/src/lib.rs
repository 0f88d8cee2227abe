//! The games: the contract between game, agent and data set, the loop that plays a match, and the rulesets.
//!
//! Read in this order: [`game`] (what a game is), [`agent`], [`sink`] (receivers of events), [`playout`] (the loop),
//! [`rows`] (what is recorded), [`registry`] (from the name of a ruleset to its game), then a family: [`riichi`],
//! [`toutenkou`], [`yangzhou`] or [`toppan`]. [`common`] has what several families share, [`ruleset`] the reading and
//! describing of rules. [`testing`] is support for tests.
//!
//! A match, played by an agent that discards what it has just drawn:
//!
//! ```
//! use hyakuman_core::{MatchSeed, Seat};
//! use hyakuman_games::game::MatchEnd;
//! use hyakuman_games::riichi::{Action, Riichi, RiichiRules, View, presets};
//! use hyakuman_games::{ActionMask, Agent, AgentSeed, Sink, playout};
//! use std::sync::Arc;
//!
//! struct Tsumogiri;
//!
//! impl Agent<Riichi<4>> for Tsumogiri {
//!     fn begin(&mut self, _: &Arc<RiichiRules>, _: Seat, _: AgentSeed) {}
//!
//!     fn act(&mut self, _: &View<'_, 4>, legal: &ActionMask) -> u8 {
//!         let passive = [Action::Tsumogiri, Action::Pass].map(Action::code);
//!         passive.into_iter().find(|&code| legal.has(code)).or(legal.first()).expect("at least two actions")
//!     }
//! }
//!
//! /// Keeps the result of the match.
//! #[derive(Default)]
//! struct Result(Option<MatchEnd>);
//!
//! impl Sink<Riichi<4>> for Result {
//!     fn match_end(&mut self, end: &MatchEnd) {
//!         self.0 = Some(*end);
//!     }
//! }
//!
//! let mut agents = [Tsumogiri, Tsumogiri, Tsumogiri, Tsumogiri];
//! let mut result = Result::default();
//! let seed = MatchSeed { seed: 1, number: 0 };
//! playout::play(&Arc::new(presets::tenhou()), seed, &mut agents, &mut result)?;
//! let end = result.0.expect("the match is over");
//! assert_eq!(end.scores.iter().sum::<i32>(), 100_000);
//! # Ok::<(), hyakuman_games::Illegal>(())
//! ```

pub mod agent;
pub mod common;
pub mod game;
mod illegal;
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

pub use agent::{Agent, AgentFailure, AgentSeed, AnyAgent, BatchAgent, Decision, Forecast, Seen};
pub use common::legal::LegalActions;
pub use game::{ActionMask, Answers, Game};
pub use illegal::Illegal;
pub use sink::Sink;
