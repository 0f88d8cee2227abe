//! `hyakuman match`: agents against each other on the same walls, in every seating.
//!
//! `hyakuman-arena` plays and rates.

mod record;

use crate::arms::{Arms, Wanted};
use crate::failure::{self, Failure};
use crate::output::OutputArgs;
use crate::run::args::{CommonArgs, MeasureArgs, changes};
use crate::run::report::{Timing, add_rules};
use crate::state_args::StateArgs;
use crate::watch::Watch;
use crate::{choice, crash, data_sets, number};
use anyhow::Result;
use clap::Args;
use hyakuman_agents::spec::shell_word;
use hyakuman_analysis::SequentialTest;
use hyakuman_arena::contest::rank_points;
use hyakuman_arena::{Arena, ContestOptions, ContestSets, Stop};
use hyakuman_games::registry::AnyRules;
use hyakuman_report::contest::document;
use hyakuman_report::json;
use record::RecordArgs;
use serde_json::json;
use std::io::Write;
use std::time::Duration;

/// Largest number of walls; below it no counter overflows.
const MOST_WALLS: u64 = 1_000_000_000;

/// Play agents against each other on the same walls, in every seating, and rate them
///
/// Two agents meet at tables of one against three, two against two and three against one; as many agents as seats at one
/// table; any other number in pairs, or with --gauntlet the first against each of the others. Every seating that differs is played on every wall. docs/match.md says how to read the
/// result.
#[derive(Args, Debug)]
pub struct MatchArgs {
    /// The agents, two to eight: ukeire ukeire:fold=false (`hyakuman agents list`)
    #[arg(value_name = "AGENT", required = true, num_args = 1..)]
    agents: Vec<String>,
    /// A ruleset, or path of a rules file (.toml); may be repeated, also with changes in quotes: 'tenhou kuitan=false', 'Club=club.toml'. All play
    /// the same walls, and the differences of the agents are compared with those under the first: does a rule help the stronger player?
    #[arg(long, value_name = "ID", default_value = "tenhou")]
    rules: Vec<String>,
    /// Change a rule, of every ruleset, for example --set kuitan=false; may be repeated
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Tables to play, separated by commas: of two agents 1v3, 2v2, 3v1 (with three seats 1v2, 2v1), of as many agents
    /// as seats all. Default: all, otherwise every table of two; for a test 2v2
    #[arg(long, value_name = "TABLE,…")]
    tables: Option<String>,
    /// Play the first agent against each of the others, at tables of two, instead of every pair
    #[arg(long)]
    gauntlet: bool,
    /// Number of deal sets (walls) to play, each with every seating: 2000, 20k
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1_000,
        conflicts_with_all = ["sprt", "until", "time"],
        allow_negative_numbers = true,
        value_parser = number::within::<1, MOST_WALLS>
    )]
    walls: u64,
    /// Play until a sequential test decides if the first agent is better than the second by H0 (or less) or by H1 (or
    /// more) rank points per match: 0,0.5
    #[arg(long, value_name = "H0,H1", group = "open", allow_hyphen_values = true, value_parser = hypotheses)]
    sprt: Option<[f64; 2]>,
    /// Largest probability that the test accepts H1 although H0 is true
    #[arg(long, value_name = "P", requires = "sprt", conflicts_with = "walls", default_value_t = 0.05)]
    alpha: f64,
    /// Largest probability that the test accepts H0 although H1 is true
    #[arg(long, value_name = "P", requires = "sprt", conflicts_with = "walls", default_value_t = 0.05)]
    beta: f64,
    /// Equivalence margin in rank points per match: report for each pair of agents whether their difference exceeds it: 0.5
    #[arg(long, value_name = "BOUND", value_parser = rank_points)]
    equal_within: Option<f64>,
    /// Play until half of the confidence interval of every difference is at most this many rank points per match: 0.5; or, with
    /// `verdict`, until all verdicts of --equal-within are known
    #[arg(long, value_name = "HALF", group = "open", conflicts_with_all = ["sprt", "time"], value_parser = ContestOptions::read_until)]
    until: Option<Stop>,
    /// Play for this time: 90s, 10m, 2h. How many walls that is depends on the machine
    #[arg(long = "for", id = "time", value_name = "TIME", group = "open", conflicts_with = "sprt", value_parser = number::time)]
    time: Option<Duration>,
    /// Most walls with --sprt, --until or --for
    #[arg(
        long,
        value_name = "N",
        requires = "open",
        conflicts_with = "walls",
        default_value_t = 100_000,
        allow_negative_numbers = true,
        value_parser = number::within::<1, MOST_WALLS>
    )]
    max_walls: u64,
    #[command(flatten)]
    keep: RecordArgs,
    #[command(flatten)]
    own: MeasureArgs,
    #[command(flatten)]
    common: CommonArgs,
    #[command(flatten)]
    kept: StateArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// Runs `hyakuman match`, writing to `out`.
pub fn run(args: &MatchArgs, out: &mut impl Write) -> Result<()> {
    let roster = hyakuman::roster();
    let rules = choice::load(&choice::source(&args.rules[0], &args.set)?)?;
    let options = args.options(&rules)?;
    let arena = args.own.of(args.common.of(Arena::new(&rules, &roster)));
    args.agents.iter().try_for_each(|agent| roster.spec(agent).map(drop))?;
    let arena = arena.agents(&args.agents.join(","))?;
    let pages = args.output.prepare(&args.kept.files())?;
    arena.contest_tables(&options)?;
    let sets = args.keep.sets().map(|sets| ContestSets::prepare(&arena, &options, sets)).transpose()?;
    let watch = Watch::new()?;
    crash::set_run(args.command_line());
    let how = |done, _| args.interrupted(done);
    let (contest, seconds) = watch.over(&roster, how, || arena.contest(&options, &watch))?;
    let (described, seed) = (rules.describe(), args.common.seed);
    let timing = Timing::new(seconds, contest.threads, watch.done_so_far(), contest.decisions_of_run);
    let document = document(&contest, &described, seed);
    let mut object = json::contest(&contest);
    add_rules(&mut object, &described);
    (object["seed"], object["timing"]) = (json!(seed), json!(timing));
    let text = document.text(false) + &timing.line(contest.decisions);
    args.output.write(pages, &document, [&text, &object.to_string()], out)?;
    sets.map_or(Ok(()), |sets| data_sets::record(sets.arenas(&arena, &options, contest.walls), &watch))
}

impl MatchArgs {
    fn options(&self, base: &AnyRules) -> Result<ContestOptions> {
        let stop = match (self.sprt, &self.until, self.time) {
            (Some(hypotheses), ..) => {
                let test = SequentialTest::new(hypotheses, [self.alpha, self.beta]);
                Stop::Test(test.map_err(Failure::Usage)?)
            }
            (None, Some(until), _) => until.clone(),
            (None, None, Some(time)) => Stop::After(time),
            (None, None, None) => Stop::All,
        };
        let walls = if stop == Stop::All { self.walls } else { self.max_walls };
        Ok(ContestOptions {
            tables: self.tables.clone(),
            gauntlet: self.gauntlet,
            rulesets: self.other_rulesets(base)?,
            equal_within: self.equal_within,
            plan: self.kept.plan(stop),
            ..ContestOptions::walls(walls)
        })
    }

    /// All rulesets but the first, with their names.
    fn other_rulesets(&self, base: &AnyRules) -> Result<Vec<(String, AnyRules)>> {
        let MatchArgs { rules, set, .. } = self;
        let [first, others @ ..] = &rules[..] else { unreachable!("there is a default") };
        if others.is_empty() {
            return Ok(Vec::new());
        }
        let wanted = Wanted { base: first, option: "--rules", variants: others, set, vary: &[], zip: false };
        let Arms { arms, warnings, .. } = wanted.load(base)?;
        warnings.iter().for_each(|warning| failure::warn(warning));
        Ok(arms.into_iter().map(|arm| (arm.name, arm.rules)).collect())
    }

    fn interrupted(&self, done: u64) -> String {
        let next = if self.kept.has_state() { "; the same command continues" } else { "" };
        format!("interrupted after {done} matches{next}")
    }

    /// The arguments that determine the matches but their number.
    fn play(&self) -> String {
        let MatchArgs { agents, rules, set, common: CommonArgs { seed, .. }, .. } = self;
        let rules: String = rules.iter().map(|rules| format!(" --rules {}", shell_word(rules))).collect();
        let tables = self.tables.as_ref().map_or(String::new(), |tables| format!(" --tables {tables}"));
        let tables = if self.gauntlet { " --gauntlet".to_owned() + &tables } else { tables };
        let (agents, changes) = (agents.join(" "), changes(set) + &self.own.command_line());
        format!("match {agents}{rules}{changes}{tables} --seed {seed}")
    }

    /// The arguments that determine the result, to play the match again.
    fn command_line(&self) -> String {
        let MatchArgs { walls, alpha, beta, max_walls, .. } = self;
        let plan = match (self.sprt, &self.until, self.time) {
            (Some([h0, h1]), ..) => {
                format!("--sprt {h0},{h1} --alpha {alpha} --beta {beta} --max-walls {max_walls}")
            }
            (None, Some(Stop::Until { half, .. }), _) => {
                format!("--until {} --max-walls {max_walls}", half.value())
            }
            (None, Some(_), _) => format!("--until verdict --max-walls {max_walls}"),
            (None, None, Some(time)) => format!("--for {}s --max-walls {max_walls}", time.as_secs()),
            (None, None, None) => format!("--walls {walls}"),
        };
        let plan = self.equal_within.map_or(plan.clone(), |bound| format!("{plan} --equal-within {bound}"));
        format!("{} {plan}", self.play())
    }
}

fn hypotheses(text: &str) -> Result<[f64; 2], String> {
    let numbers: Option<Vec<f64>> = text.split(',').map(|number| number.trim().parse().ok()).collect();
    let numbers = numbers.and_then(|numbers| <[f64; 2]>::try_from(numbers).ok());
    numbers.ok_or_else(|| "expected two numbers of rank points per match, such as 0,0.5".to_owned())
}
