//! `hyakuman tune`: fits the numeric options of an agent to a ruleset.
//!
//! `hyakuman-arena` searches; this writes the result, `choose` that of choices.

mod choose;

use crate::choice::RulesChoice;
use crate::figures::{deal_sets, grouped, shown};
use crate::run::args::{CommonArgs, changes};
use crate::run::report::{Timing, add_rules, write_rules};
use crate::watch::Watch;
use crate::{crash, number};
use anyhow::Result;
use clap::Args;
use hyakuman_analysis::{FEWEST_CLUSTERS, Unit};
use hyakuman_arena::contest::PairedEstimate;
use hyakuman_arena::tune::SearchRange;
use hyakuman_arena::{Arena, TuneOptions, Tuned};
use hyakuman_core::excerpt::escaped;
use hyakuman_game::ruleset::Described;
use hyakuman_report::json::estimate;
use serde_json::{Value, json};
use std::io::Write;
use std::path::PathBuf;

/// Largest number of walls or steps; below it no counter overflows.
const MOST: u64 = 100_000_000;

const EXAMPLES: &str = "\
Examples:
  hyakuman tune value --rules tenhou --state tenhou.json
  hyakuman tune placement --set 'uma=[90,0,0,-90]' --vary risk=0.5..2 --vary open=0.5..2
  hyakuman tune ukeire --choose calls --choose fold --budget 10k";

/// Fit the numeric options of an agent to a ruleset, by matches of the agent against itself
///
/// In each step the agent with all options moved up or down at random meets the one with the opposite moves on the same walls,
/// and the options go towards the better one (SPSA). At the end the fitted agent meets the agent as it was on other walls: that
/// says whether it gained. `hyakuman agents list` shows which options are numbers. With --choose the options are choices: every combination of the values meets the agent, and
/// in each round the better half stays.
#[derive(Args, Debug)]
#[command(after_long_help = EXAMPLES)]
pub struct TuneArgs {
    /// The agent with the options to start from: value, placement:risk=1.2
    #[arg(value_name = "AGENT")]
    agent: String,
    #[command(flatten)]
    choice: RulesChoice,
    /// An option to fit and the numbers to search: risk=0.5..2; may be repeated. Default: every numeric option of the agent
    #[arg(long, value_name = "OPTION=LOW..HIGH", value_parser = searched)]
    vary: Vec<SearchRange>,
    /// An option and the values to choose from: calls=true,false; without values all that it has; may be repeated
    #[arg(long, value_name = "OPTION[=VALUE,…]", value_parser = choose::read, conflicts_with_all = ["vary", "steps", "walls", "state"])]
    choose: Vec<(String, Vec<String>)>,
    /// Most deal sets (walls) of the search with --choose, those of all agents added
    #[arg(long, value_name = "N", requires = "choose", default_value_t = 20_000, allow_negative_numbers = true, value_parser = walls)]
    budget: u64,
    /// Number of steps
    #[arg(long, value_name = "N", default_value_t = 300, allow_negative_numbers = true, value_parser = count)]
    steps: u64,
    /// Deal sets (walls) played in each step, each with every seating of two against two: 100, 1k
    #[arg(long, value_name = "N", default_value_t = 100, allow_negative_numbers = true, value_parser = walls)]
    walls: u64,
    /// Walls of the match at the end, between the fitted agent and the agent as it was
    #[arg(long, value_name = "N", default_value_t = 5_000, allow_negative_numbers = true, value_parser = walls)]
    held_out: u64,
    #[command(flatten)]
    common: CommonArgs,
    /// Keep the progress in this file. The same command continues from it
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// Add the agent to this file of agents fitted to rulesets: the fitted one if it gained, otherwise AGENT. `--agents
    /// tuned:file=FILE` plays the one for the rules
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Runs `hyakuman tune`, writing to `out`.
///
/// # Errors
/// Bad rules, agent or ranges, or the state of another search (exit code 2), an agent that broke the protocol (3), an
/// interruption (130); otherwise writing to `out` failed.
pub fn run(args: &TuneArgs, out: &mut impl Write) -> Result<()> {
    let roster = hyakuman::roster();
    let rules = args.choice.load()?;
    let arena = args.common.of(Arena::new(&rules, &roster).agents(&args.agent)?);
    let watch = Watch::new()?;
    crash::set_run(args.command_line());
    let how = |done, _| args.interrupted(done);
    if !args.choose.is_empty() {
        let (chosen, seconds) = watch.over(&roster, how, || arena.choose(&args.choices(), &watch))?;
        let timing = Timing::new(seconds, chosen.tuned.threads, chosen.tuned.matches, chosen.tuned.decisions);
        return args.write_choice(&rules.describe(), &chosen, timing, out);
    }
    let (tuned, seconds) = watch.over(&roster, how, || arena.tune(&args.options(), &watch))?;
    let timing = Timing::new(seconds, tuned.threads, tuned.matches, tuned.decisions);
    let rules = rules.describe();
    if args.json {
        return Ok(writeln!(out, "{}", args.to_json(&rules, &tuned, timing)?)?);
    }
    args.write_text(&rules, &tuned, timing, out)
}

impl TuneArgs {
    fn options(&self) -> TuneOptions {
        let TuneArgs { steps, walls, held_out, .. } = *self;
        let (ranges, state, out) = (self.vary.clone(), self.state.clone(), self.out.clone());
        TuneOptions { ranges, steps, walls, held_out, state, out }
    }

    fn interrupted(&self, done: u64) -> String {
        let next = if self.state.is_some() { "; the same command continues" } else { "" };
        format!("interrupted after {done} matches{next}")
    }

    /// The arguments that determine the result, to repeat the search.
    fn command_line(&self) -> String {
        let TuneArgs { agent, choice: RulesChoice { rules, set }, steps, walls, held_out, common, .. } = self;
        let seed = common.seed;
        let range = |searched: &SearchRange| format!(" --vary {}", text(searched));
        let vary: String = self.vary.iter().map(range).collect();
        let set = changes(set);
        if !self.choose.is_empty() {
            let (choose, budget) = (choose::text(&self.choose), self.budget);
            return format!(
                "tune {agent} --rules {rules}{set}{choose} --budget {budget} --held-out {held_out} --seed {seed}"
            );
        }
        format!(
            "tune {agent} --rules {rules}{set}{vary} --steps {steps} --walls {walls} --held-out {held_out} --seed {seed}"
        )
    }

    fn write_text(
        &self,
        rules: &Described,
        tuned: &Tuned,
        timing: Timing,
        out: &mut impl Write,
    ) -> Result<()> {
        write_rules(rules, out)?;
        let TuneArgs { steps, walls, common: CommonArgs { seed, .. }, .. } = self;
        writeln!(out, "{steps} steps of {}, seed {seed}\n", deal_sets(*walls))?;
        let width = tuned.options.iter().map(|(searched, _)| searched.option.len()).max().unwrap_or(0).max(6);
        writeln!(out, "{:<width$}  {:>8}  {:>8}  searched", "option", "before", "after")?;
        for (SearchRange { option, low, high }, [before, after]) in &tuned.options {
            writeln!(out, "{option:<width$}  {before:>8}  {after:>8}  {low} to {high}")?;
        }
        self.write_gain(tuned, "step", out)?;
        timing.write(tuned.decisions, out)
    }

    /// Whether it gained on walls that no step played, and the agent.
    fn write_gain(&self, tuned: &Tuned, step: &str, out: &mut impl Write) -> Result<()> {
        writeln!(out, "\n{}", verdict(tuned, step))?;
        writeln!(out, "{}", tuned.after)?;
        if let Some(path) = &self.out {
            let path = escaped(&path.to_string_lossy());
            writeln!(out, "{path}: {} is the agent for these rules", tuned.to_play())?;
        }
        Ok(())
    }

    fn to_json(&self, rules: &Described, tuned: &Tuned, timing: Timing) -> Result<Value> {
        let option = |(searched, [before, after]): &(SearchRange, [f64; 2])| {
            let SearchRange { option, low, high } = searched;
            json!({ "option": option, "low": low, "high": high, "before": before, "after": after })
        };
        let gain = tuned.gain.map(paired);
        let mut object = json!({
            "seed": self.common.seed,
            "steps": self.steps,
            "walls": self.walls,
            "before": tuned.before.to_string(),
            "after": tuned.after.to_string(),
            "options": tuned.options.iter().map(option).collect::<Vec<_>>(),
            "held_out": tuned.held_out,
            "gain": gain,
            "gained": tuned.gained(),
            "games": tuned.matches,
            "decisions": tuned.decisions,
            "timing": serde_json::to_value(timing)?,
        });
        add_rules(&mut object, rules);
        Ok(object)
    }
}

fn paired(found: PairedEstimate) -> Value {
    let mut object = estimate(Some(found.estimate));
    object["walls_changed"] = json!(found.walls_changed);
    object
}

/// Whether it gained, in words; `step`: what the search is made of.
fn verdict(tuned: &Tuned, step: &str) -> String {
    let Some(gain) = tuned.gain else { return "the options are as they were".to_owned() };
    let points = shown(Unit::Thousandths, Some(gain.estimate)).concat();
    let walls = format!("on {} walls that no {step} played", grouped(tuned.held_out as f64, 0));
    match tuned.gained() {
        Some(true) => format!("better by {points} rank points per match, {walls}:"),
        Some(false) => {
            format!("worse by {points} rank points per match, {walls}:\nkeep {}. Fitted:", tuned.before)
        }
        None => format!(
            "{points} rank points per match, {walls}:\nno gain is shown, keep {}. Fitted:",
            tuned.before
        ),
    }
}

fn text(SearchRange { option, low, high }: &SearchRange) -> String {
    format!("{option}={low}..{high}")
}

fn count(text: &str) -> Result<u64, String> {
    number::whole(text, 1, MOST)
}

fn walls(text: &str) -> Result<u64, String> {
    number::whole(text, FEWEST_CLUSTERS, MOST)
}

fn searched(text: &str) -> Result<SearchRange, String> {
    let parse = || {
        let (option, range) = text.split_once('=')?;
        let (low, high) = range.split_once("..")?;
        let number = |text: &str| text.trim().parse().ok().filter(|number: &f64| number.is_finite());
        Some(SearchRange { option: option.trim().into(), low: number(low)?, high: number(high)? })
    };
    parse().ok_or_else(|| "expected an option and a range of numbers, such as risk=0.5..2".to_owned())
}
