//! `hyakuman show`: one recorded match of a data set, to read or to open in a viewer.
//!
//! `find` reads the match from the files, `page` knows what each family can show of it, `json` tells of any game.

mod json;
mod page;

use crate::dataset::replays::{self, Replay};
use crate::dataset::{self, Recipe};
use crate::failure::Failure;
use crate::number;
use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use hyakuman_games::Game;
use hyakuman_games::registry::{AnyRules, Visitor};
use hyakuman_logs::Caption;
use page::Recorded;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

/// Show one recorded match, to read or to open in a viewer
///
/// The match is played again from the table `replays` of the data set.
#[derive(Args, Debug)]
pub struct ShowArgs {
    /// Folder of the data set
    #[arg(value_name = "DIR")]
    dir: PathBuf,
    /// Number of the match, from 0
    #[arg(long = "match", value_name = "N", allow_negative_numbers = true, value_parser = match_number)]
    number: u64,
    /// How to write it
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Write JSON: one object, for any game
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

/// How a match is written.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// A page to read
    Text,
    /// JSON lines of the mjai protocol, as reviewers read them
    Mjai,
    /// The JSON of tenhou.net/6, which most viewers open
    Tenhou6,
}

/// Runs `hyakuman show`, writing to `out`.
///
/// # Errors
/// There is no such match, or its family has no such format (exit code 2); the data set cannot be read, or the match
/// is not one; or `out` failed.
pub fn run(args: &ShowArgs, out: &mut impl Write) -> Result<()> {
    let dir = args.dir.display();
    let set = dataset::open(&args.dir)?;
    let recipe = Recipe::of(&set.manifest().run).with_context(|| format!("{dir}"))?;
    let rules = recipe.load_rules().with_context(|| format!("{dir}"))?;
    let found = replays::find(&set, args.number)?;
    let caption = caption(&recipe, &rules, &found).with_context(|| format!("{dir}"))?;
    let show = Show { recipe: &recipe, found: &found, caption, format: (!args.json).then_some(args.format) };
    let page = rules.visit(show).with_context(|| format!("match {} of {dir}", args.number))?;
    Ok(out.write_all(page.as_bytes())?)
}

/// What stands above the match: which it is, and who sits where.
fn caption(recipe: &Recipe, rules: &AnyRules, found: &Replay) -> Result<Caption> {
    let lineup = recipe.load_lineup(rules)?;
    let shift = (found.number % recipe.shifts.max(1)) as usize;
    let name = |seat| lineup.agents()[lineup.agent_at(seat, shift)].to_string();
    let (number, seed) = (found.number, found.seed);
    let title = format!("Match {number} of {}, seed {}, wall {}", recipe.ruleset, seed.seed, seed.number);
    Ok(Caption { title, names: (0..recipe.seats.len()).map(name).collect() })
}

/// A match of whatever game the rules belong to.
struct Show<'a> {
    recipe: &'a Recipe,
    found: &'a Replay,
    caption: Caption,
    /// None for JSON.
    format: Option<Format>,
}

impl Visitor for Show<'_> {
    type Output = Result<String>;

    fn visit<G: Game>(self, rules: &Arc<G::Rules>) -> Result<String> {
        let Some(format) = self.format else {
            return Ok(json::text::<G>(self.recipe, rules, self.found, &self.caption.names)?);
        };
        let page = page::of::<G>().filter(|page| page.formats.contains(&format));
        let page = page.ok_or_else(|| Failure::Usage(no_page::<G>(format)))?;
        if let Some(untold) = (page.untold)(rules, format) {
            let (asked, text) = (name(format), name(Format::Text));
            let sentence = format!("{untold} cannot be told in the format {asked}: use --format {text}");
            return Err(Failure::Usage(sentence).into());
        }
        let Replay { seed, ref actions, .. } = *self.found;
        Ok((page.write)(&Recorded { rules, seed, actions, caption: &self.caption }, format)?)
    }
}

/// One sentence for a game that has no such format.
fn no_page<G: Game>(format: Format) -> String {
    let (family, asked) = (G::FAMILY, name(format));
    match page::of::<G>().map(|page| page.formats.iter().copied().map(name).collect::<Vec<_>>()) {
        Some(formats) => format!("{family} has no format {asked}: use --format {}", formats.join(" or ")),
        None => format!("matches of {family} have no format {asked}: use --json"),
    }
}

/// What a format is called on the command line.
fn name(format: Format) -> String {
    format.to_possible_value().expect("every format has a name").get_name().to_owned()
}

fn match_number(text: &str) -> Result<u64, String> {
    number::whole(text, 0, i64::MAX as u64)
}
