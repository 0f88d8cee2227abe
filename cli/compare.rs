//! `hyakuman compare`: the effects of rules.
//!
//! The same agents play the same walls under the base and under every arm, in the same seats. `arms` turns arguments into
//! arms, `hyakuman-arena` plays and judges them, `hyakuman-report` makes the result a document, `record` records the matches.

mod json;
mod record;

use crate::arms::{self, Arms};
use crate::output::OutputArgs;
use crate::run::args::{self, MeasureArgs, PlayArgs};
use crate::run::interrupted;
use crate::run::report::Timing;
use crate::state_args::StateArgs;
use crate::watch::Watch;
use crate::wrap::hanging;
use crate::{choice, crash, failure, number};
use anyhow::Result;
use clap::Args;
use hyakuman_agents::Roster;
use hyakuman_agents::spec::shell_word;
use hyakuman_analysis::Measure;
use hyakuman_arena::adapt::{AdaptOptions, Budget, adapt_to_each};
use hyakuman_arena::compare::{EqualWithin, not_built_towards};
use hyakuman_arena::measures::{EDGE, LUCK_SHARE, match_rates, player_rates};
use hyakuman_arena::{Arm, CompareOptions, Plan, Stop};
use hyakuman_games::registry::AnyRules;
use hyakuman_report::comparison;
use record::RecordArgs;
use std::io::Write;
use std::iter;
use std::path::PathBuf;
use std::time::Duration;

/// Most matches where the end is not fixed.
const MOST_GAMES: u64 = 1_000_000_000_000;

const EXAMPLES: &str = "\
Examples:
  Does a match get shorter without open tanyao?
    hyakuman compare --set kuitan=false --games 20000
  Three rulesets against Tenhou and each other: what does the first agent gain?
    hyakuman compare --variant mleague --variant wrc-2015 \\
        --variant 'kuitan=false uma=[30,10,-10,-30]' --pairs \\
        --agents placement,ukeire,ukeire,ukeire --primary rank_points --games 8000
  Two uma, each with two bust rules: four arms
    hyakuman compare --vary 'uma=[[15,5,-5,-15],[30,10,-10,-30]]' --vary 'tobi=[Below0,Off]'
  Two clubs under their own names
    hyakuman compare --variant 'North=kuitan=false' --variant 'South=tobi=Off uma=[30,10,-10,-30]'
  Play until the effect on the length is known to ± 0.02; a kill loses nothing
    hyakuman compare --set kuitan=false --until kyoku=0.02 --state kuitan.state
  Does uma for the first alone let the better player lead more clearly, and more so among weaker ones?
    hyakuman compare --set 'uma=[90,-30,-30,-30]' --primary edge \\
        --table value,ukeire,ukeire,ukeire --table value,shanten,shanten,shanten
  Does kiriage mangan change the length of a match by more than 0.05 kyoku?
    hyakuman compare --set kiriage=true --equal-within kyoku=0.05 --until verdict";

/// The examples, and the measures that there are.
fn help() -> String {
    let names = |measures: &[Measure]| {
        let names: Vec<&str> = measures.iter().map(|measure| measure.name).collect();
        hanging("    ", &names.join(" "), 4, 90)
    };
    let (table, player) = (names(match_rates(4)), names(player_rates(4)));
    let (edge, luck_share) = (EDGE.name, LUCK_SHARE.name);
    format!(
        "{EXAMPLES}\n\nMeasures of the table:\n{table}\nMeasures of a player:\n{player}\nOf several agents: {edge} (of a player: how \
         clearly it leads the others), {luck_share} (of the table)\n\ndocs/metrics.md defines them, docs/output.md explains the result \
         and --json."
    )
}

/// Play the same walls under a ruleset and others, and show what the changes do
///
/// Every ruleset to compare with the base is an arm: each --variant, changed by every --set, with every value of --vary.
/// Without --variant the arms are the base with the changes. The differences are paired by wall, with 95 % confidence
/// intervals. Name the measures that matter with --primary beforehand: only these are adjusted for looking at several of
/// them in several arms.
#[derive(Args, Debug)]
#[command(after_help = "See --help for examples.", after_long_help = help())]
pub struct CompareArgs {
    /// Name of a ruleset, or path of a rules file (.toml)
    #[arg(long, value_name = "ID", default_value = "tenhou")]
    base: String,
    /// A ruleset or rules file to compare with, or changes in quotes: mleague, 'mleague kuitan=false', 'kuitan=false
    /// red_fives=[0,0,0]' (of the base); with a name of your own in front 'Club=kuitan=false', Club=club.toml; may be repeated
    ///
    /// The name is what the arm is called in every output. It is not the name of a rule.
    #[arg(long, value_name = "ID")]
    variant: Vec<String>,
    /// Change a rule of every arm, for example --set kuitan=false; may be repeated
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// An arm for each value of a rule, for example --vary tobi=[Off,AtOrBelow0]; several are crossed
    #[arg(long, value_name = "KEY=[VALUE,…]")]
    vary: Vec<String>,
    /// Pair the values of several --vary in order instead of crossing them
    #[arg(long, requires = "vary")]
    zip: bool,
    /// The measures that matter, fixed before you look: kyoku, seat0.rank_points, ukeire.win. Default: the rank points of
    /// the first agent; kyoku if one agent plays every seat
    ///
    /// A name of `--json` (docs/output.md): of the table (kyoku, won, exhaustive, …) or of a player (rank_points,
    /// placement, win, deal_in, riichi, call, win_points, …). A measure of a player is that of the agent named first; of
    /// another with its name and a dot in front, of a seat with seat0. to seat3. in front.
    #[arg(long, value_name = "MEASURE,…", value_delimiter = ',')]
    primary: Vec<String>,
    /// Agents in seat order as in --agents; may be repeated. Every table plays the same walls, and the effects at each are compared with
    /// those at the first: does a rule help the stronger player?
    #[arg(long, value_name = "AGENT,…", conflicts_with_all = ["agents", "adapt"])]
    table: Vec<String>,
    /// Compare the arms with each other, too, in the primary measures
    #[arg(long)]
    pairs: bool,
    /// Equivalence margin of a measure: report for each arm whether its effect exceeds it: kyoku=0.05, win=0.5% (percentage points); may be
    /// repeated
    #[arg(long, value_name = "MEASURE=BOUND", value_parser = EqualWithin::read)]
    equal_within: Vec<EqualWithin>,
    /// Play until the half-width of a measure's ordinary confidence interval is at most this in every arm: kyoku=0.02, win=0.1%
    /// (percentage points); or, with `verdict`, until all verdicts of --equal-within are known
    #[arg(long, value_name = "MEASURE=HALF", group = "open", value_parser = Stop::until, conflicts_with_all = ["games", "time"])]
    until: Option<Stop>,
    /// Play for this time: 90s, 10m, 2h. How many matches that is depends on the machine
    #[arg(long = "for", id = "time", value_name = "TIME", group = "open", value_parser = number::time, conflicts_with = "games")]
    time: Option<Duration>,
    /// Most matches with --until or --for (instead of --games)
    #[arg(
        long,
        value_name = "N",
        default_value_t = 10_000_000,
        requires = "open",
        conflicts_with = "games",
        allow_negative_numbers = true,
        value_parser = number::within::<1, MOST_GAMES>
    )]
    max_games: u64,
    /// Use intervals that stay valid however often you look, for a --state that you continue after a look; implied by
    /// --until verdict and --for
    #[arg(long)]
    anytime: bool,
    /// Also play arms that could be re-scored from the matches of the base: those that differ in final points only
    #[arg(long)]
    no_rescoring: bool,
    #[command(flatten)]
    kept: StateArgs,
    /// Show every measure of every arm, also of several arms or tables
    #[arg(long)]
    details: bool,
    /// First adapt value (Toutenkou: gari) to every ruleset (`hyakuman agents adapt`), then play each with the agent adapted to it. Agents and labels
    /// are kept in this folder, where the same command finds them
    #[arg(long, value_name = "DIR", conflicts_with = "agents")]
    adapt: Option<PathBuf>,
    /// How long each adaptation may take
    #[arg(long, value_name = "TIME", requires = "adapt", default_value = "20m", value_parser = number::time)]
    adapt_budget: Duration,
    /// Matches with labels in each step of an adaptation, instead of a budget
    #[arg(long, value_name = "N", requires_all = ["adapt", "adapt_walls"], value_parser = number::count)]
    adapt_games: Option<u64>,
    /// Deal sets (walls) of the match that ends an adaptation, instead of a budget
    #[arg(long, value_name = "N", requires_all = ["adapt", "adapt_games"], value_parser = number::count)]
    adapt_walls: Option<u64>,
    #[command(flatten)]
    own: MeasureArgs,
    #[command(flatten)]
    play: PlayArgs,
    #[command(flatten)]
    keep: RecordArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// Runs `hyakuman compare`, writing to `out`.
pub fn run(args: &CompareArgs, out: &mut impl Write) -> Result<()> {
    let base = choice::load(&choice::source(&args.base, &[])?)?;
    let Arms { arms, left_out, warnings } = args.arms().load(&base)?;
    warnings.iter().for_each(|warning| failure::warn(warning));
    not_built_towards(&base, arms.iter().map(|arm| &arm.rules)).iter().for_each(|found| failure::warn(found));
    let roster = hyakuman::roster();
    let mut options = args.options(arms);
    left_out
        .iter()
        .for_each(|name| failure::warn(&format!("{name} is the base itself, so it is not an arm")));
    let pages = args.output.prepare(&args.kept.files())?;
    let default = roster.default_agent(base.describe().family);
    let default = args.table.first().map_or(default, String::as_str);
    let players = args.players(args.play.agents_or(default));
    let data_sets = args.keep.prepare(&base, &options, &players)?;
    let adapted = args.adapt_to_each(&base, &mut options, &roster)?;
    let (arena, _) = args.play.arena_or(&base, &roster, adapted.as_deref().unwrap_or(default))?;
    let arena = args.own.of(if args.is_open() { arena.games(args.max_games) } else { arena });
    let watch = Watch::new()?;
    crash::set_run(args.command_line(&players));
    let next = if args.kept.has_state() { "the same command continues" } else { "--state FILE keeps them" };
    let next = format!(" of all rulesets together; {next}");
    let how = |done, of| interrupted(done, of, &next);
    let (compared, seconds) = watch.over(&roster, how, || arena.compare(&options, &watch))?;
    let timing = Timing::new(seconds, compared.threads, watch.done_so_far(), compared.decisions_of_run);
    let (plan, seed) = (&options.plan, args.play.common.seed);
    let document = comparison::document(&compared, plan, seed);
    let text = document.text(args.details) + &timing.line(compared.decisions);
    let json = json::object(&compared, plan, seed, timing).to_string();
    args.output.write(pages, &document, [&text, &json], out)?;
    data_sets.map_or(Ok(()), |sets| record::record(&sets, &arena, &options, &compared, &watch))
}

impl CompareArgs {
    fn options(&self, arms: Vec<Arm>) -> CompareOptions {
        CompareOptions {
            primary: self.primary.iter().map(|name| name.trim().to_owned()).collect(),
            pairs: self.pairs,
            tables: self.table.iter().skip(1).cloned().collect(),
            equal_within: self.equal_within.clone(),
            rescore: !self.no_rescoring,
            plan: Plan { anytime: self.anytime, ..self.kept.plan(self.stop()) },
            ..CompareOptions::new(arms)
        }
    }

    /// Whether the number of matches is not fixed.
    fn is_open(&self) -> bool {
        self.until.is_some() || self.time.is_some()
    }

    /// Adapts the agent to every ruleset, if that is wanted and the comparison can be played: sets the agents of the arms, returns that of
    /// the base.
    fn adapt_to_each(
        &self,
        base: &AnyRules,
        options: &mut CompareOptions,
        roster: &Roster,
    ) -> Result<Option<String>> {
        let Some(folder) = &self.adapt else { return Ok(None) };
        let (arena, agent) = self.play.arena_of_strong(base, roster)?;
        self.own.of(arena).check_comparison(options)?;
        let rulesets: Vec<&AnyRules> =
            iter::once(base).chain(options.arms.iter().map(|arm| &arm.rules)).collect();
        let adapting = AdaptOptions {
            agent: agent.into(),
            policy: None,
            budget: Budget::of(self.adapt_plan(), self.adapt_budget.as_secs_f64(), 2),
            out: folder.clone(),
            seed: self.play.common.seed,
            threads: self.play.common.threads.threads,
        };
        let watch = Watch::new()?;
        let how = |_, _| "interrupted; the same command goes on".to_owned();
        let work = || adapt_to_each(&rulesets, roster, &adapting, &watch);
        let (found, _) = watch.over(roster, how, work)?;
        found.iter().filter_map(|of| of.remark.as_deref()).for_each(failure::say);
        let mut agents = found.into_iter().map(|of| of.agent);
        let of_base = agents.next();
        options.arms.iter_mut().zip(agents).for_each(|(arm, agent)| arm.agents = Some(agent));
        Ok(of_base)
    }

    /// Matches with labels and walls of each adaptation, if they are given.
    fn adapt_plan(&self) -> Option<[u64; 2]> {
        self.adapt_games.zip(self.adapt_walls).map(<[u64; 2]>::from)
    }

    fn stop(&self) -> Stop {
        match (&self.until, self.time) {
            (Some(until), _) => until.clone(),
            (None, Some(time)) => Stop::After(time),
            (None, None) => Stop::All,
        }
    }

    fn arms(&self) -> arms::Wanted<'_> {
        let CompareArgs { base, variant, set, vary, zip, .. } = self;
        arms::Wanted { base, option: "--variant", variants: variant, set, vary, zip: *zip }
    }

    /// The arguments of play as a command line, with these agents if none are adapted.
    fn players(&self, agents: &str) -> String {
        if let [_, _, ..] = &self.table[..] {
            let tables: String =
                self.table.iter().map(|table| format!("--table {} ", shell_word(table))).collect();
            return tables + &self.play.without_agents();
        }
        let Some(folder) = &self.adapt else { return self.play.command_line(agents) };
        let how = match self.adapt_plan() {
            Some([games, walls]) => format!("--adapt-games {games} --adapt-walls {walls}"),
            None => format!("--adapt-budget {}s", self.adapt_budget.as_secs()),
        };
        format!("--adapt {} {how} {}", shell_word(&folder.to_string_lossy()), self.play.without_agents())
    }

    /// The arguments that determine the result, to play the comparison again; `players` are those of [`CompareArgs::players`].
    fn command_line(&self, players: &str) -> String {
        let CompareArgs { base, variant, set, vary, zip, .. } = self;
        let each = |name: &str, texts: &[String]| -> String {
            texts.iter().map(|text| format!(" --{name} {}", shell_word(text))).collect()
        };
        let zip = if *zip { " --zip" } else { "" };
        let (variants, vary) = (each("variant", variant), each("vary", vary));
        let (changes, own) = (args::changes(set), self.own.command_line());
        format!("compare --base {base}{variants}{changes}{vary}{zip}{own} {players}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::{Cli, Command};
    use clap::Parser;

    /// The examples of the help are complete commands with rules that exist.
    #[test]
    fn the_examples_of_the_help_are_comparisons() {
        let joined = EXAMPLES.replace("\\\n", "");
        let lines: Vec<&str> =
            joined.lines().map(str::trim).filter(|line| line.starts_with("hyakuman ")).collect();
        assert_eq!(lines.len(), 7);
        for line in lines {
            // Quotes are around whole words only.
            let words = line.split('\'').enumerate().flat_map(|(at, part)| match at % 2 {
                0 => part.split_whitespace().collect(),
                _ => vec![part],
            });
            let Cli { command: Command::Compare(args) } = Cli::try_parse_from(words).expect(line) else {
                panic!("another command: {line}")
            };
            let base = hyakuman_games::registry::load_preset(&args.base).expect(line);
            assert!(args.arms().load(&base).is_ok_and(|found| !found.arms.is_empty()), "{line}");
            assert!(args.play.arena(&base, &hyakuman::roster()).is_ok(), "{line}");
        }
    }
}
