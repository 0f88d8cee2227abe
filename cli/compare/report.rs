//! The result of a comparison, as text for people or as JSON (docs/output.md) for programs.

mod equal;
mod grid;
mod json;
mod page;

use crate::run::args::PlayArgs;
use crate::run::report::Timing;
use anyhow::Result;
use hyakuman_arena::compare::{CompareOptions, Compared};
use hyakuman_record::Shard;
use hyakuman_report::ComparisonPage;
use std::io::Write;

/// The complete result.
pub struct Report<'a> {
    /// What was found.
    pub compared: &'a Compared,
    /// What was asked.
    pub options: &'a CompareOptions,
    /// Who played, and how much.
    pub play: &'a PlayArgs,
    /// Whether the text has every measure of every arm.
    pub details: bool,
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

    /// The page in HTML.
    pub fn html(&self) -> String {
        let Report { compared, options, play, .. } = self;
        let shard = (options.plan.shard != Shard::WHOLE).then(|| options.plan.shard.to_string());
        let (stopped, reading) = (page::stopped(self), page::explanation(self));
        ComparisonPage {
            compared,
            seed: play.common.seed,
            seating: play.seating.name(),
            shard,
            stopped,
            reading,
        }
        .html()
    }
}
