//! Hyakuman (百万, "a million"): a high-throughput self-play simulator for mahjong AI research.
//!
//! This is the library under the `hyakuman` command: what the command line can do, a program can do with agents, rules and
//! statistics of its own.
//!
//! ```
//! use hyakuman::prelude::*;
//! use hyakuman::riichi::{Action, View};
//!
//! /// Wins when it can, and otherwise discards the tile it drew.
//! struct Mine;
//!
//! impl Agent<Riichi> for Mine {
//!     fn act(&mut self, _view: &View<'_>, legal: &ActionMask) -> u8 {
//!         let tsumogiri = || legal.has(Action::Tsumogiri.code()).then_some(Action::Tsumogiri.code());
//!         legal.win().or(legal.pass()).or_else(tsumogiri).unwrap_or_else(|| legal.nth(0))
//!     }
//! }
//!
//! fn main() -> Result<()> {
//!     let rules = Rules::preset("tenhou")?.set("kuitan=false")?;
//!     let mut roster = hyakuman::roster();
//!     roster.add("mine", |_options| Mine);
//!     let arena = Arena::new(&rules, &roster).agents("mine,ukeire,ukeire,ukeire")?.games(200);
//!     let played = arena.play(&Quiet)?;
//!     let mine = played.agent("mine").expect("it played");
//!     println!("{}", mine.rank_points().expect("it played matches")); // -47.7 ± 1.2
//!     # assert!(mine.rank_points().unwrap().value < -20.0);
//!     Ok(())
//! }
//! ```
//!
//! The folder `examples/` has whole programs: an agent in a tournament, rules of one's own, statistics of one's own, and how
//! to read a data set. [`prelude`] has the names that most programs need; the crates behind it are re-exported in full:
//!
//! | what | crate |
//! | --- | --- |
//! | tiles, hands, shanten, seeds | [`core`] |
//! | what a game and an agent are, the loop, rows of a data set | [`game`] |
//! | the families: rules, engine, view | [`riichi`], [`toutenkou`], [`yangzhou`], [`toppan`]; what they share: [`common`] |
//! | from the name of a ruleset to its game | [`registry`] |
//! | agents that come with the program, the roster | [`agents`] |
//! | many matches: threads, statistics, data sets, comparisons | [`arena`] |
//! | intervals and tests | [`analysis`] |
//! | results as text, HTML and Markdown | [`report`] |
//! | files of a data set | [`record`] |
//! | decisions as tensors, compact actions | [`planes`] |
//! | what happened in a kyoku, for text and pages | [`show`] |
//! | logs of other programs | [`logs`] |
//! | single hands | [`hands`] |
//! | matches as pages; matches that people play in a browser | [`viewer`], [`play`] |

pub mod play;
pub mod prelude;

pub use hyakuman_agents as agents;
pub use hyakuman_analysis as analysis;
pub use hyakuman_arena as arena;
pub use hyakuman_core::{self as core, common, game, testing};
pub use hyakuman_games::{hands, logs, registry, show, viewer};
/// To play with `onnx` and `net` takes the feature `onnx` of this crate; without it their error says so.
pub use hyakuman_onnx::roster;
pub use hyakuman_record as record;
pub use hyakuman_report as report;
pub use hyakuman_riichi::{self as riichi, planes, toutenkou};
pub use hyakuman_toppan as toppan;
pub use hyakuman_yangzhou as yangzhou;
