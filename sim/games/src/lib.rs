//! The list of games, and what each has besides its engine. Knows every family; prints nothing, reads and writes no files.
//!
//! Read in this order: [`show`] (what happened in a kyoku, in a form that all games share), [`logs`] (matches as text and as logs of other programs,
//! and the referee that plays them through the engine), [`hands`] (what single hands are worth), [`registry`] (from the name of a ruleset to its
//! game: the only list of families), [`viewer`] (a match as a page for a browser, and in every other format).

pub mod hands;
pub mod logs;
pub mod registry;
pub mod show;
pub mod viewer;
