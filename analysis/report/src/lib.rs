//! Results as JSON ([`json`]), and as one HTML page: tables and SVG plots, without scripts and without anything from the network.
//!
//! ```
//! use hyakuman_agents::Roster;
//! use hyakuman_arena::{Arena, Quiet, Rules};
//! use hyakuman_report::RunPage;
//!
//! let (rules, roster) = (Rules::preset("tenhou-east")?, Roster::built_in());
//! let played = Arena::new(&rules, &roster).agents("random")?.games(10).seed(1).play(&Quiet)?;
//! let described = rules.describe();
//! let page = RunPage::new(&described, &played.lineup, &played.stats).seed(1).inapplicable(played.inapplicable);
//! assert!(page.html().starts_with("<!DOCTYPE html>"));
//! # Ok::<(), hyakuman_arena::Error>(())
//! ```
//!
//! Read in this order: [`run`], [`comparison`] and [`contest`] (the pages), [`apart`], [`arms`], [`effects`], [`rates`] (what both the page and the text show),
//! [`table`], `strips`, `stack` and `lines` (their parts), `axis`
//! (scales), `html` (escaping). A page depends on the result alone: no time, no path, no machine.

pub mod apart;
pub mod arms;
mod axis;
pub mod comparison;
pub mod contest;
pub mod effects;
mod html;
pub mod json;
mod lines;
pub mod rates;
pub mod run;
mod stack;
mod strips;
pub mod table;

pub use comparison::ComparisonPage;
pub use contest::ContestPage;
pub use run::RunPage;
pub use table::Table;
