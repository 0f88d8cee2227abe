//! Results as JSON ([`json`]), as a [`Document`] that prints itself as text, HTML and Markdown, and as one HTML page: tables and SVG plots,
//! without scripts and without anything from the network.
//!
//! ```
//! use hyakuman_agents::Roster;
//! use hyakuman_arena::{Arena, Quiet, Rules};
//!
//! let (rules, roster) = (Rules::preset("tenhou-east")?, Roster::built_in());
//! let played = Arena::new(&rules, &roster).agents("random")?.games(10).seed(1).play(&Quiet)?;
//! let document = hyakuman_report::run::document(&played);
//! assert!(document.html().starts_with("<!DOCTYPE html>"));
//! # Ok::<(), hyakuman_arena::Error>(())
//! ```
//!
//! Read in this order: [`document`], [`run`], [`comparison`] (with `arms`, `effects` and `apart`), [`contest`], [`review`], [`places`], [`calibration`],
//! [`danger`] and [`learning`] (documents), [`head`] (their first lines); `strips`, `stack` and `lines` (plots), `axis` (scales), `html` (escaping). A
//! page depends on the result alone: no time, no path, no machine.
//!
//! Plots are SVG that is written here. A library such as `plotters` draws letters and lines of a fixed size and colour, which shrink on a phone and
//! stay light on a dark page; here places are percentages and colours are CSS variables.

mod apart;
mod arms;
pub mod calibration;
pub mod comparison;
pub mod contest;
pub mod danger;
pub mod document;
mod effects;
pub mod head;
mod html;
pub mod json;
pub mod learning;
pub mod places;
mod rates;
pub mod review;
pub mod run;
pub mod study;

pub use document::{Document, Table};
