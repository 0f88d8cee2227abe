//! `hyakuman show`: recorded matches of a data set, to read or to open in a viewer.
//!
//! `range` selects matches, `json` writes a match of any game, `target` is where they are written. `log` shows a log of another program as a
//! page.

mod json;
pub mod log;
pub mod range;
mod target;

use crate::failure::Failure;
use crate::figures;
use crate::page_file::PageFile;
use crate::progress::Progress;
use crate::replay::LogRulesArgs;
use crate::{folder, interrupt};
use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use hyakuman_arena::datasets::expand::refuse_inside;
use hyakuman_arena::datasets::recipe::Recipe;
use hyakuman_arena::datasets::recipe::replays::{self, Replay};
use hyakuman_arena::datasets::several::{Numbered, Piece};
use hyakuman_arena::{Error, Lineup, threads};
use hyakuman_core::excerpt::escaped;
use hyakuman_core::game::ruleset::value_text;
use hyakuman_games::registry::AnyRules;
use hyakuman_games::viewer::{Extent, Format as MatchFormat, Heading, PlayedMatch, formats, unsupported};
use range::Matches;
use rayon::prelude::*;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use target::{Files, Target};

/// Matches replayed in parallel; they are written in order.
const CHUNK: usize = 64;

/// Show matches as text, in formats of viewers, or as pages that play in a browser
///
/// The matches are played again from the table `replays` of the data set. Several matches are written one after another
/// to standard output (tenhou6 and JSON: one line each; mjai: the lines from start_game to end_game), or to one file
/// each. With --format html a match is one page that needs no network; so is a log in a file (Tenhou mjlog,
/// tenhou.net/6 JSON, mjai, Mahjong Soul), which is played through the engine by the rules in the log, or by --rules and
/// --set.
#[derive(Args, Debug)]
pub struct ShowArgs {
    /// Folder of the data set, or of several: their matches are numbered one after another; with --format html also a log, `-` for standard input
    #[arg(value_name = "DIR|LOG")]
    dir: PathBuf,
    /// Number of the match, from 0; or a range: 0..1000 for 0 to 999, 500.. for 500 to the last
    #[arg(long = "match", value_name = "N|A..B", allow_negative_numbers = true, value_parser = Matches::read)]
    matches: Option<Matches>,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Print JSON: one object per match, for any game
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// Write each match to its own file in this folder, such as match-000007.tenhou6.json; with --format html and one match,
    /// the file
    #[arg(long, value_name = "FOLDER|FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    rules: LogRulesArgs,
}

/// Output formats of a match.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Text to read
    Text,
    /// JSON lines of the mjai protocol, for review tools
    Mjai,
    /// The JSON of tenhou.net/6, for most viewers
    Tenhou6,
    /// A page that plays the match in a browser
    Html,
}

/// Runs `hyakuman show`, writing to `out`.
pub fn run(args: &ShowArgs, out: &mut impl Write) -> Result<()> {
    if args.format == Format::Html && args.out.is_none() && io::stdout().is_terminal() {
        return Err(Failure::Usage("a page is not for the terminal: give --out FILE".into()).into());
    }
    if args.dir == Path::new("-") || args.dir.is_file() {
        return log::run(args, out);
    }
    folder::there(&args.dir)?;
    if args.rules.any() {
        return Err(Failure::Usage("--rules and --set are for logs: a data set has its rules".into()).into());
    }
    let missing = || Failure::Usage("which match? give --match N, the first is 0".into());
    let matches = args.matches.ok_or_else(missing)?;
    let several = matches!(matches, Matches::Range(..)) && args.format == Format::Html;
    if several && args.out.is_none() {
        return Err(Failure::Usage(
            "several pages are not written one after another: give --out FOLDER".into(),
        )
        .into());
    }
    let sets = Numbered::open(&args.dir)?;
    let numbers = matches.of(&args.dir, sets.matches())?;
    if let Some(folder) = &args.out {
        refuse_inside(&args.dir, folder)?;
    }
    show(args, matches, &sets.pieces(numbers), sets.matches(), out)
}

/// Shows matches of one or several data sets that have `all` together.
fn show(
    args: &ShowArgs,
    matches: Matches,
    pieces: &[Piece<'_>],
    all: u64,
    out: &mut dyn Write,
) -> Result<()> {
    let shown = pieces.iter().map(|piece| Shown::of(args, matches, piece)).collect::<Result<Vec<_>>>()?;
    let stop = interrupt::watch().context(interrupt::REFUSED)?;
    let count = pieces.iter().map(|piece| piece.numbers.end - piece.numbers.start).sum();
    let progress = if args.out.is_some() { Progress::new(count) } else { Progress::hidden(count) };
    let mut target = args.target(matches, all, &mut *out)?;
    let written = shown.iter().try_for_each(|shown| shown.write(&progress, &stop, &mut target));
    progress.finish();
    written?;
    if let (Some(folder), Target::Files(_)) = (&args.out, &target) {
        drop(target);
        let folder = escaped(&folder.to_string_lossy());
        writeln!(out, "{folder}: {}", figures::matches(count))?;
    }
    Ok(())
}

impl ShowArgs {
    /// Where matches are written, of a folder that has `all`.
    fn target<'a>(&self, matches: Matches, all: u64, out: &'a mut dyn Write) -> Result<Target<'a>> {
        let pages = !self.json && self.format == Format::Text;
        Ok(match &self.out {
            Some(file) if self.format == Format::Html && matches!(matches, Matches::One(_)) => {
                Target::Page(Some(PageFile::new(file)?))
            }
            Some(folder) => Target::Files(Files::new(folder, ending(self), all)?),
            None => Target::Stream { out, pages, begun: false },
        })
    }
}

/// Matches of a data set that are shown.
struct Shown<'a> {
    piece: &'a Piece<'a>,
    writer: Writer,
}

impl<'a> Shown<'a> {
    fn of(args: &'a ShowArgs, matches: Matches, piece: &'a Piece<'a>) -> Result<Shown<'a>> {
        let (recipe, rules, lineup) = Recipe::read(piece.set)?;
        replays::check(piece.set)?;
        let writer = Writer::new(args, piece.first, (recipe, lineup), rules);
        let about = || format!("{matches} of {}", piece.set.dir().display());
        Ok(Shown { piece, writer: writer.with_context(about)? })
    }

    fn write(&self, progress: &Progress, stop: &AtomicBool, target: &mut Target<'_>) -> Result<()> {
        let Piece { set, first, numbers } = self.piece;
        let found = replays::of_matches(set, numbers.clone());
        let text = |found: &Replay| {
            let text = self.writer.text(found);
            text.with_context(|| format!("match {} of {}", found.number, set.dir().display()))
        };
        each(found, *first, progress, stop, target, text)
    }
}

/// Writes matches in order, of a data set whose first one has the number `first`; several are replayed in parallel.
fn each(
    mut found: impl Iterator<Item = Result<Replay, Error>>,
    first: u64,
    progress: &Progress,
    stop: &AtomicBool,
    target: &mut Target,
    text: impl Fn(&Replay) -> Result<String> + Sync,
) -> Result<()> {
    let pool = threads::pool(None)?;
    loop {
        if stop.load(Ordering::Relaxed) {
            let (done, total) = (progress.done(), figures::matches(progress.total()));
            return Err(Failure::Interrupted(format!("interrupted after {done} of {total}")).into());
        }
        let chunk: Vec<Result<Replay, Error>> = found.by_ref().take(CHUNK).collect();
        if chunk.is_empty() {
            return Ok(());
        }
        let one = |found: Result<Replay, Error>| -> Result<(u64, String)> {
            let found = found?;
            Ok((found.number, text(&found)?))
        };
        let texts: Vec<_> = pool.install(|| chunk.into_par_iter().map(one).collect());
        for read in texts {
            let (number, text) = read?;
            target.write(first + number, &text)?;
            progress.add(1);
        }
    }
}

/// Writes a match in the chosen format.
struct Writer {
    /// The number of the first match of the data set.
    first: u64,
    recipe: Recipe,
    lineup: Lineup,
    rules: AnyRules,
    /// `None` for JSON.
    format: Option<MatchFormat>,
}

impl Writer {
    fn new(
        args: &ShowArgs,
        first: u64,
        (recipe, lineup): (Recipe, Lineup),
        rules: AnyRules,
    ) -> Result<Writer> {
        let format = (!args.json).then(|| MatchFormat::from(args.format));
        if let Some(sentence) = format.and_then(|format| refusal(&rules, format)) {
            return Err(Failure::Usage(sentence).into());
        }
        Ok(Writer { first, recipe, lineup, rules, format })
    }

    fn text(&self, found: &Replay) -> Result<String> {
        let (rules, heading) = (&self.rules, &self.heading(found));
        let (deals, actions) = (&found.deals(), &found.actions[..]);
        Ok(match self.format {
            Some(format) => {
                PlayedMatch { rules, extent: Extent::Whole(deals), actions }.written(format, heading)?
            }
            None => json::text(&self.recipe, rules, (self.first + found.number, found), &heading.names)?,
        })
    }

    /// The heading of a match: its number, rules and players.
    fn heading(&self, found: &Replay) -> Heading {
        let (title, seats) =
            (title(&self.recipe.ruleset, self.first + found.number, found), self.recipe.seats.len());
        let (rules, note) = (self.recipe.ruleset.clone(), String::new());
        if let Some(source) = found.logged.as_ref().and_then(|logged| logged.source.as_ref()) {
            let names = source.players[..seats].iter().map(|it| it.name.clone()).collect();
            return Heading { title, names, rules, note };
        }
        let rotation = self.lineup.rotation_of(found.number);
        let name = |seat| self.lineup.agents()[self.lineup.agent_at(seat, rotation)].to_string();
        Heading { title, names: (0..seats).map(name).collect(), rules, note }
    }
}

/// The title of a match by the rules of this name: its number in the folder, and where its tiles come from.
pub fn title(ruleset: &str, number: u64, found: &Replay) -> String {
    let (ruleset, seed) = (escaped(ruleset), found.seed);
    match found.logged.as_ref().and_then(|logged| logged.source.as_ref()) {
        Some(source) if source.file.is_empty() => format!("Match {number} of {ruleset}"),
        Some(source) => format!("Match {number} of {ruleset}, {}", escaped(&source.file)),
        None => format!("Match {number} of {ruleset}, seed {}, wall {}", seed.seed, seed.number),
    }
}

/// The ending of file names.
fn ending(args: &ShowArgs) -> &'static str {
    match args.format {
        _ if args.json => "json",
        Format::Text => "txt",
        Format::Mjai => "mjai.jsonl",
        Format::Tenhou6 => "tenhou6.json",
        Format::Html => "html",
    }
}

/// Why matches under these rules do not have the format.
fn refusal(rules: &AnyRules, format: MatchFormat) -> Option<String> {
    let (of_family, wanted) = (formats(rules), format.name());
    if !of_family.contains(&format) {
        let names: Vec<_> = of_family.iter().map(|format| format.name()).collect();
        let family = rules.facts().family;
        return Some(format!("{family} has no format {wanted}: use --format {}", names.join(" or ")));
    }
    let field = unsupported(rules, format)?;
    let described = rules.describe();
    let row = described.rows.iter().find(|row| row.field.name == field).expect("a rule");
    let (value, text) = (value_text(&row.value), MatchFormat::Text.name());
    Some(format!("`{field}` = {value} cannot be represented in the format {wanted}: use --format {text}"))
}

impl From<Format> for MatchFormat {
    fn from(format: Format) -> MatchFormat {
        match format {
            Format::Text => MatchFormat::Text,
            Format::Mjai => MatchFormat::Mjai,
            Format::Tenhou6 => MatchFormat::Tenhou6,
            Format::Html => MatchFormat::Html,
        }
    }
}
