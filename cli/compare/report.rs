//! What a comparison tells: a page for people, or JSON (docs/output.md) for programs.

mod json;
mod page;

use crate::run::args::PlayArgs;
use crate::run::report::Timing;
use anyhow::Result;
use hyakuman_arena::{Effects, Lineup};
use hyakuman_games::ruleset::Described;
use std::io::Write;

/// Everything there is to tell.
pub struct Report<'a> {
    /// The rules without the change.
    pub base: &'a Described,
    /// The rules with it.
    pub variant: &'a Described,
    /// Who played.
    pub lineup: &'a Lineup,
    /// How much was played.
    pub play: &'a PlayArgs,
    /// What was counted.
    pub effects: &'a Effects,
    /// Names of the rates that mean nothing in this game.
    pub inapplicable: &'static [&'static str],
    /// How long it took.
    pub timing: Timing,
}

impl Report<'_> {
    /// Writes the page. All but its last line is the same for every run.
    pub fn write_text(&self, out: &mut impl Write) -> Result<()> {
        page::write(self, out)
    }

    /// Writes one JSON object on one line.
    pub fn write_json(&self, out: &mut impl Write) -> Result<()> {
        Ok(writeln!(out, "{}", json::object(self)?)?)
    }

    /// The agent of each seat in the first rotation.
    fn names(&self) -> Vec<String> {
        self.lineup.named().iter().map(ToString::to_string).collect()
    }
}
