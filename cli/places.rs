//! `hyakuman places`: the model of final places fitted to a ruleset.
//!
//! `hyakuman-arena` plays and fits; this writes the fit and its losses.

use crate::choice::RulesChoice;
use crate::crash;
use crate::figures::{grouped, listed, matches, paragraph};
use crate::page_file::PageFile;
use crate::run::args::{PlayArgs, changes};
use crate::run::interrupted;
use crate::run::report::{Timing, add_rules, write_rules};
use crate::watch::Watch;
use anyhow::Result;
use clap::Args;
use hyakuman_agents::spec::shell_word;
use hyakuman_arena::PlaceFit;
use hyakuman_arena::places::losses::{Loss, Losses, SetLosses, mean};
use hyakuman_arena::places::{BEGINNING, HELD_OUT};
use hyakuman_game::ruleset::Described;
use hyakuman_report::table::{Cell, Table, plain};
use serde_json::{Value, json};
use std::io::Write;
use std::path::PathBuf;

/// The help of `--agents`.
const AGENTS: &str = "The agents in seat order, separated by commas; a single agent plays every seat. Default: value, gari for Toutenkou";

/// Number of matches.
const GAMES: &str = "100k";

const EXAMPLES: &str = "\
Examples:
  hyakuman places --rules shura --out shura.txt
  hyakuman places --set start_points=30000 --set reference_points=30000 --out places.txt
  hyakuman match placement:places=places.txt value --set start_points=30000 --set reference_points=30000";

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
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Runs `hyakuman places`, writing to `out`.
///
/// # Errors
/// Bad rules or agents, rules without such a model, a file that cannot be written (exit code 2), an agent that broke the protocol
/// (3), an interruption (130); otherwise writing to `out` failed.
pub fn run(args: &PlacesArgs, out: &mut impl Write) -> Result<()> {
    let (rules, roster) = (args.choice.load()?, hyakuman::roster());
    let described = rules.describe();
    let (arena, agents) = args.play.arena_of_strong(&rules, &roster)?;
    let file = PageFile::of(&args.out, BEGINNING, "fit of final places")?;
    let watch = Watch::new()?;
    crash::set_run(args.command_line(agents));
    let how = |done, of| interrupted(done, of, "");
    let (fit, seconds) = watch.over(&roster, how, || arena.places(&watch))?;
    file.write_and_say(&fit.text)?;
    let timing = Timing::new(seconds, fit.threads, fit.matches, fit.decisions);
    match args.json {
        true => Ok(writeln!(out, "{}", args.to_json(&described, &fit, timing)?)?),
        false => args.write_text(&described, &fit, timing, out),
    }
}

impl PlacesArgs {
    /// The arguments that determine the result, to repeat it.
    fn command_line(&self, agents: &str) -> String {
        let RulesChoice { rules, set } = &self.choice;
        let path = self.out.to_string_lossy();
        let (set, play) = (changes(set), self.play.command_line(agents));
        format!("places --rules {rules}{set} {play} --out {}", shell_word(&path))
    }

    fn write_text(
        &self,
        rules: &Described,
        fit: &PlaceFit,
        timing: Timing,
        out: &mut impl Write,
    ) -> Result<()> {
        write_rules(rules, out)?;
        let (matches, seed) = (matches(fit.matches), self.play.common.seed);
        writeln!(out, "{matches}, seed {seed}, seating {}", fit.lineup.seating())?;
        writeln!(out, "agents: {}\n", listed(&fit.lineup.names()))?;
        writeln!(out, "{}", table(fit))?;
        let text = format!(
            "Log loss on the walls held out, one in {HELD_OUT}: of the place of a seat, / of the order of all. prior: how often each happened; \
             normal: the model for rulesets without a fit; built-in: the fit that comes with the program, if there is one"
        );
        writeln!(out, "\n{}", paragraph(&text))?;
        timing.write(fit.decisions, out)
    }

    fn to_json(&self, rules: &Described, fit: &PlaceFit, timing: Timing) -> Result<Value> {
        let last = fit.losses.len() - 1;
        let of_set = |(kyoku, set): (usize, &SetLosses)| {
            json!({
                "kyoku": (kyoku < last).then_some(kyoku),
                "fitted": set.fitted,
                "held_out": set.held_out,
                "losses": set.losses.map(of_losses),
            })
        };
        let mut object = json!({
            "seed": self.play.common.seed,
            "games": fit.matches,
            "agents": fit.lineup.names(),
            "seating": fit.lineup.seating(),
            "rotations": fit.lineup.rotations(),
            "decisions": fit.decisions,
            "kyoku": fit.losses.iter().enumerate().map(of_set).collect::<Vec<_>>(),
            "all": mean(&fit.losses).map(of_losses),
            "timing": serde_json::to_value(timing)?,
        });
        add_rules(&mut object, rules);
        Ok(object)
    }
}

fn of_losses(losses: Losses) -> Value {
    let Losses { prior, normal, built_in, fit } = losses;
    let of = |Loss { place, order }| json!({ "place": place, "order": order });
    json!({ "prior": of(prior), "normal": of(normal), "built_in": built_in.map(of), "fit": of(fit) })
}

/// The losses of each kyoku that has some, and of all.
fn table(fit: &PlaceFit) -> Table {
    let label = |kyoku: usize| match kyoku + 1 == fit.losses.len() {
        true => "extension".to_owned(),
        false => kyoku.to_string(),
    };
    let sets = fit.losses.iter().enumerate().map(|(kyoku, set)| (label(kyoku), *set));
    let sum = |of: fn(&SetLosses) -> usize| fit.losses.iter().map(of).sum();
    let (fitted, held_out) = (sum(|set| set.fitted), sum(|set| set.held_out));
    let all = SetLosses { fitted, held_out, losses: mean(&fit.losses) };
    let rows = sets.chain([("all".to_owned(), all)]);
    let rows = rows.filter_map(|(label, set)| Some((label, cells(&set, &set.losses?))));
    let built_in = all.losses.and_then(|losses| losses.built_in).map(|_| "built-in");
    let heads = ["kyoku", "fitted", "held out", "prior", "normal"].into_iter();
    Table::new(heads.chain(built_in).chain(["fit"]), rows)
}

fn cells(set: &SetLosses, losses: &Losses) -> Vec<Cell> {
    let shown = |Loss { place, order }: Loss| format!("{place:.4} / {order:.4}");
    let counts = [set.fitted, set.held_out].map(|rows| grouped(rows as f64, 0));
    let losses = [Some(losses.prior), Some(losses.normal), losses.built_in, Some(losses.fit)];
    counts.into_iter().chain(losses.into_iter().flatten().map(shown)).map(plain).collect()
}
