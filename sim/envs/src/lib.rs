//! Vectorised environments: many matches in play, which stop where a learner decides.
//!
//! The learner holds some seats of each table, agents of the roster the others. A round has two calls: [`VecEnv::play`] plays
//! every table to the next decision of the learner, [`VecEnv::take`] takes its answers. Between them [`VecEnv::read`] writes
//! the decisions to slices of the caller. A match that ends is followed by another at the same table.
//!
//! ```
//! use hyakuman_agents::Roster;
//! use hyakuman_arena::Rules;
//! use hyakuman_envs::{Batch, EnvOptions, vec_env};
//! use std::sync::Arc;
//!
//! let agents = [None, Some("ukeire"), Some("ukeire"), Some("shanten")].map(|agent| agent.map(Into::into)).to_vec();
//! let options = EnvOptions { tables: 8, agents, ..EnvOptions::default() };
//! let mut env = vec_env(&Rules::preset("tenhou")?, &Arc::new(Roster::built_in()), &options)?;
//! let rows = env.play(&mut || false)?;
//! let mut seats = vec![0; rows];
//! env.read(&mut Batch { seat: &mut seats, ..Batch::default() });
//! let mut actions = vec![0; rows];
//! env.sample(&mut actions)?;
//! env.take(&actions)?;
//! # Ok::<(), hyakuman_arena::Error>(())
//! ```
//!
//! Nothing depends on the number of threads: table `e` of `n` plays the matches `e`, `e + n`, `e + 2n`, ... of a run with the
//! same seed and agents, and decisions come in order of table and seat. Read in this order: [`options`], [`batch`], [`mod@env`]. A single match
//! that the caller steps is a [`Table`](hyakuman_arena::table::Table).

pub mod batch;
mod choose;
mod encode;
pub mod env;
mod group;
pub mod options;
pub mod player;
mod table;

pub use batch::{ArrayAbout, Batch, Finished, Layout, Width};
pub use env::{VecEnv, row_columns, vec_env};
pub use hyakuman_riichi::planes::Actions;
pub use options::{EnvOptions, Observation, Reward};
pub use player::{Answer, Questions, player};
