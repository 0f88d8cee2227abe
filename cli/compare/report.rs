//! The result of a comparison, as text for people or as JSON (docs/output.md) for programs.

mod json;
mod page;

use crate::run::args::PlayArgs;
use crate::run::report::Timing;
use anyhow::Result;
use hyakuman_arena::{Effects, Lineup};
use hyakuman_games::ruleset::Described;
use std::io::Write;

/// The complete result.
pub struct Report<'a> {
    /// The rules without the change.
    pub base: &'a Described,
    /// The rules with it.
    pub variant: &'a Described,
    /// Who played.
    pub lineup: &'a Lineup,
    /// How much was played.
    pub play: &'a PlayArgs,
    /// The paired statistics.
    pub effects: &'a Effects,
    /// Names of the rates that do not apply to this game.
    pub inapplicable: &'static [&'static str],
    /// How long the comparison took.
    pub timing: Timing,
}

impl Report<'_> {
    /// Writes the text. All but its last line is the same each time the comparison is repeated.
    pub fn write_text(&self, out: &mut impl Write) -> Result<()> {
        page::write(self, out)
    }

    /// Writes one JSON object on one line.
    pub fn write_json(&self, out: &mut impl Write) -> Result<()> {
        Ok(writeln!(out, "{}", json::object(self)?)?)
    }

    /// The agent of each seat in rotation 0.
    fn names(&self) -> Vec<String> {
        self.lineup.named().iter().map(ToString::to_string).collect()
    }
}
