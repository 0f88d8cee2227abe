//! What each family can show of a match.
//!
//! A family that can be told as a page ([`text::Transcribe`]) is one line in [`of`]. One with formats of its own brings a
//! function like [`riichi`], which names them and writes them. All it is given is a [`Recorded`] match, which
//! `rows::replay` plays again with any sink.

use super::Format;
use hyakuman_core::MatchSeed;
use hyakuman_games::Game;
use hyakuman_games::riichi::{Riichi, RiichiRules};
use hyakuman_games::rows::ReplayError;
use hyakuman_games::ruleset::{Ruleset, value_text};
use hyakuman_games::toppan::Toppan;
use hyakuman_games::toutenkou::Toutenkou;
use hyakuman_games::yangzhou::Yangzhou;
use hyakuman_logs::{Caption, log_of, mjai, model, tenhou6, text, untold_field};
use std::any::Any;
use std::sync::Arc;

/// A recorded match of a game.
pub struct Recorded<'a, G: Game> {
    /// Its rules.
    pub rules: &'a Arc<G::Rules>,
    /// Where its chance comes from.
    pub seed: MatchSeed,
    /// What was chosen.
    pub actions: &'a [u8],
    /// What stands above it.
    pub caption: &'a Caption,
}

/// How matches of a game are written.
pub struct Page<G: Game> {
    /// The formats there are.
    pub formats: &'static [Format],
    /// The rule that keeps matches from being written in a format, with its value.
    pub untold: fn(&G::Rules, Format) -> Option<String>,
    /// Writes a match in one of them.
    pub write: fn(&Recorded<'_, G>, Format) -> Result<String, ReplayError>,
}

/// How matches of a game are written, if they can be.
pub fn of<G: Game>() -> Option<Page<G>> {
    recast(riichi::<4>())
        .or_else(|| recast(riichi::<3>()))
        .or_else(|| recast(told::<Toutenkou>()))
        .or_else(|| recast(told::<Yangzhou>()))
        .or_else(|| recast(toppan()))
}

/// A game that is told as a page, and in no other way.
fn told<G: text::Transcribe>() -> Page<G> {
    let write = |of: &Recorded<'_, G>, _| {
        Ok(text::page(&text::transcribe::<G>(of.rules, of.seed, of.actions)?, of.caption))
    };
    Page { formats: &[Format::Text], untold: |_, _| None, write }
}

/// Toppan: as a page of its own.
fn toppan() -> Page<Toppan> {
    let write = |of: &Recorded<'_, Toppan>, _| text::toppan_page(of.rules, of.seed, of.actions, of.caption);
    Page { formats: &[Format::Text], untold: |_, _| None, write }
}

/// Riichi: as a page, and as two formats of logs.
fn riichi<const N: usize>() -> Page<Riichi<N>> {
    let write = |of: &Recorded<'_, Riichi<N>>, format| {
        let log = log_of::<N>(of.rules, of.seed, of.actions)?;
        Ok(match format {
            Format::Text => text::write(&log, of.caption),
            Format::Mjai => mjai::write_with(&log, of.caption),
            Format::Tenhou6 => tenhou6::write_with(&log, of.caption) + "\n",
        })
    };
    let untold = |rules: &RiichiRules, format: Format| {
        let field = untold_field(
            rules,
            match format {
                Format::Text => return None,
                Format::Mjai => model::Format::Mjai,
                Format::Tenhou6 => model::Format::Tenhou6,
            },
        )?;
        Some(format!("`{field}` = {}", value_text(&rules.to_table()[field])))
    };
    Page { formats: &[Format::Text, Format::Mjai, Format::Tenhou6], untold, write }
}

/// A page of one game as a page of the game `G`, if that is the same game: what is in a box of unknown type (`Any`) can
/// be asked for by type.
fn recast<G: Game, H: Game>(page: Page<H>) -> Option<Page<G>> {
    let unknown: Box<dyn Any> = Box::new(page);
    unknown.downcast().ok().map(|page| *page)
}
