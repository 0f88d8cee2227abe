//! `hyakuman agents labels`: matches whose decisions are played out both ways, as a data set.

use crate::choice::RulesChoice;
use crate::failure;
use crate::number;
use crate::output::OutputArgs;
use crate::run::args::PlayArgs;
use crate::run::interrupted;
use crate::run::record::{Tables, shard};
use crate::run::report::add_rules;
use crate::watch::Watch;
use anyhow::Result;
use clap::{Args, ValueEnum};
use hyakuman_agents::{Roster, Spec};
use hyakuman_arena::RecordOptions;
use hyakuman_arena::adapt::{LabelWorth, Labelling, summary};
use hyakuman_record::Shard;
use hyakuman_record::plan::MOST_MATCHES_OF_A_PART;
use hyakuman_report::{json, learning};
use std::io::Write;
use std::path::PathBuf;
use std::slice::from_ref;

/// Most walls on which a decision is played out.
const MOST_WORLDS: u64 = 1_024;

/// Label decisions by rollouts: what other actions gain over the choice of an agent
///
/// Plays matches and samples their decisions. Each is played out to the end of the kyoku with the choice of the agent and with other actions
/// that it considers, with the true hands and the same new wall. The differences are the table `labels` of a data set, which is recorded,
/// resumed, expanded and verified as that of `run`; one of them says nearly nothing, the mean of many does (docs/learned.md).
#[derive(Args, Debug)]
pub struct LabelsArgs {
    #[command(flatten)]
    choice: RulesChoice,
    #[command(flatten)]
    play: PlayArgs,
    /// Folder of the data set
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// The agent whose choices and other actions are compared. Default: the first one that plays
    #[arg(long, value_name = "AGENT")]
    label: Option<String>,
    /// The agent that plays on in every seat. Default: value:depth=0 for value, otherwise the agent compared
    #[arg(long, value_name = "AGENT")]
    policy: Option<String>,
    /// Chance that a decision is looked at, from 0 to 1
    #[arg(long, value_name = "P", default_value_t = 0.5, value_parser = chance)]
    rate: f64,
    /// Walls on which a sampled decision is played out
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::within::<1, MOST_WORLDS>)]
    worlds: u64,
    /// What the end of a kyoku is worth
    #[arg(long, value_enum, default_value_t = WorthArg::RankPoints)]
    worth: WorthArg,
    /// File of a model of final places fitted to these rules (hyakuman agents places), in place of the built-in one
    #[arg(long, value_name = "FILE", conflicts_with = "worth")]
    places: Option<PathBuf>,
    /// Further tables to record: matches, kyoku (includes wins), decisions, replays, oracle; separated by commas, or all
    #[arg(long, value_name = "TABLE,…", default_value = "replays", value_parser = Tables::read)]
    record: Tables,
    /// Continue the data set in that folder where it stopped, or extend it to more --games
    #[arg(long)]
    resume: bool,
    /// Play every N-th part, starting with the I-th; the shards of a data set may run one after another or at once
    #[arg(long, value_name = "I/N", default_value = "1/1", value_parser = shard)]
    shard: Shard,
    /// Matches per part. Default 1000, rounded up to whole walls
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number::within::<1, MOST_MATCHES_OF_A_PART>)]
    part_size: Option<u64>,
    #[command(flatten)]
    output: OutputArgs,
}

/// What the end of a kyoku is worth, as an argument.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum WorthArg {
    /// Points won and lost
    Points,
    /// Expected final rank points
    RankPoints,
}

/// Runs `hyakuman agents labels`, writing to `out`.
pub fn run(args: &LabelsArgs, out: &mut impl Write) -> Result<()> {
    let roster = hyakuman::roster();
    let rules = args.choice.load()?;
    let (arena, agents) = args.play.arena_of_strong(&rules, &roster)?;
    let record = RecordOptions {
        tables: args.record.0.clone(),
        resume: args.resume,
        shard: args.shard,
        part_size: args.part_size,
        label: Some(args.labelling(&roster, agents)?),
        ..RecordOptions::new(&args.out)
    };
    let pages = args.output.prepare(from_ref(&args.out))?;
    let watch = Watch::new()?;
    let how = |done, of| interrupted(done, of, "; go on with --resume");
    let (played, _) = watch.over(&roster, how, || arena.record(record).play(&watch))?;
    played.data_set.iter().for_each(|state| failure::say(state));
    let sorts = summary(&args.out)?;
    let (described, games, seed) = (rules.describe(), args.play.games, args.play.common.seed);
    let document = learning::labels(sorts.as_deref(), &described, games, seed, &played.lineup);
    let mut object = json::labels(sorts.as_deref());
    object["seed"] = seed.into();
    object["games"] = games.into();
    add_rules(&mut object, &described);
    args.output.write(pages, &document, [&document.text(false), &format!("{object:#}")], out)
}

impl LabelsArgs {
    fn labelling(&self, roster: &Roster, agents: &str) -> Result<Labelling> {
        let first = Spec::list(agents)?.first().map(ToString::to_string).unwrap_or_default();
        let how = Labelling::of(roster, self.label.as_ref().unwrap_or(&first))?;
        let policy = self.policy.clone().unwrap_or(how.policy);
        let worth = LabelWorth::of(self.places.as_deref(), self.worth == WorthArg::Points)?;
        Ok(Labelling { policy, worth, rate: self.rate, worlds: self.worlds as u32, ..how })
    }
}

fn chance(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (0.0..=1.0).contains(number) && *number > 0.0);
    number.ok_or_else(|| "expected a number above 0, at most 1, such as 0.3".into())
}
