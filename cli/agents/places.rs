//! `hyakuman agents places`: the model of final places fitted to a ruleset.
//!
//! `hyakuman-arena` plays and fits; this writes the fit and its losses.

use crate::choice::RulesChoice;
use crate::crash;
use crate::output::OutputArgs;
use crate::page_file::PageFile;
use crate::run::args::{PlayArgs, changes};
use crate::run::interrupted;
use crate::run::report::{Timing, add_played};
use crate::watch::Watch;
use anyhow::Result;
use clap::Args;
use hyakuman_agents::spec::shell_word;
use hyakuman_arena::PlaceFit;
use hyakuman_arena::places::BEGINNING;
use hyakuman_arena::places::losses::{SetLosses, mean};
use hyakuman_core::game::ruleset::Described;
use hyakuman_report::places::document;
use serde_json::{Value, json};
use std::io::Write;
use std::path::PathBuf;
use std::slice::from_ref;

/// The help of `--agents`.
const AGENTS: &str = "The agents in seat order, separated by commas; a single agent plays every seat. Default: value, gari for Toutenkou";

/// Number of matches.
const GAMES: &str = "100k";

const EXAMPLES: &str = "\
Examples:
  hyakuman agents places --rules shura --out shura.txt
  hyakuman agents places --set start_points=27000 --set reference_points=27000 --out places.txt
  hyakuman match placement:places=places.txt value --set start_points=27000 --set reference_points=27000";

/// Fit the model of final places that the agent placement uses to a ruleset
///
/// Plays the matches and fits how likely each final place is from the scores, kyoku, honba and riichi sticks before a kyoku. The
/// table shows the log loss on matches that were held out: less is better. docs/placement.md explains the model.
#[derive(Args, Debug)]
#[command(after_long_help = EXAMPLES)]
#[command(mut_arg("agents", |agents| agents.help(AGENTS).long_help(None::<&str>)))]
#[command(mut_arg("games", |games| games.default_value(GAMES)))]
pub struct PlacesArgs {
    #[command(flatten)]
    choice: RulesChoice,
    #[command(flatten)]
    play: PlayArgs,
    /// Write the fit to this file. `placement:places=FILE` plays by it under these rules
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    output: OutputArgs,
}

/// Runs `hyakuman agents places`, writing to `out`.
pub fn run(args: &PlacesArgs, out: &mut impl Write) -> Result<()> {
    let (rules, roster) = (args.choice.load()?, hyakuman::roster());
    let described = rules.describe();
    let (arena, agents) = args.play.arena_of_strong(&rules, &roster)?;
    let pages = args.output.prepare(from_ref(&args.out))?;
    let file = PageFile::of(&args.out, BEGINNING, "fit of final places")?;
    let watch = Watch::new()?;
    crash::set_run(args.command_line(agents));
    let how = |done, of| interrupted(done, of, "");
    let (fit, seconds) = watch.over(&roster, how, || arena.places(&watch))?;
    file.write_and_say(&fit.text)?;
    let timing = Timing::new(seconds, fit.threads, fit.matches, fit.decisions);
    let document = document(&fit, &described, args.play.common.seed);
    let text = document.text(false) + &timing.line(fit.decisions);
    args.output.write(pages, &document, [&text, &args.to_json(&described, &fit, timing).to_string()], out)
}

impl PlacesArgs {
    /// The arguments that determine the result, to repeat it.
    fn command_line(&self, agents: &str) -> String {
        let RulesChoice { rules, set } = &self.choice;
        let path = self.out.to_string_lossy();
        let (set, play) = (changes(set), self.play.command_line(agents));
        format!("agents places --rules {rules}{set} {play} --out {}", shell_word(&path))
    }

    fn to_json(&self, rules: &Described, fit: &PlaceFit, timing: Timing) -> Value {
        let last = fit.losses.len() - 1;
        let of_set = |(kyoku, set): (usize, &SetLosses)| {
            let mut object = json!(set);
            object["kyoku"] = json!((kyoku < last).then_some(kyoku));
            object
        };
        let seed = self.play.common.seed;
        let kyoku: Vec<Value> = fit.losses.iter().enumerate().map(of_set).collect();
        let all = mean(&fit.losses);
        let mut object = json!({ "kyoku": kyoku, "all": all, "decisions": fit.decisions, "timing": timing });
        add_played(&mut object, rules, seed, fit.matches, &fit.lineup);
        object
    }
}
