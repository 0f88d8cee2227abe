//! `hyakuman review`: what an agent thinks of every decision of a match, and what the choices made cost.
//!
//! `one` finds a single match, `page` makes its page for the browser; `json` is the JSON of one match and of several.

mod json;
mod one;
mod page;

use crate::failure::{self, Failure};
use crate::figures;
use crate::folder;
use crate::number::{self, counted};
use crate::output::OutputArgs;
use crate::replay::Rules;
use crate::show::log::rules_of;
use crate::watch::Watch;
use anyhow::Result;
use clap::{Args, ValueEnum};
use hyakuman_arena::review::{Judge, Problem};
use hyakuman_arena::rollouts::{MOST_WORLDS, Rollouts};
use hyakuman_arena::threads;
use hyakuman_core::excerpt::escaped;
use hyakuman_games::logs::LogMatch;
use hyakuman_report::review::{of_many, of_match};
use one::Subject;
use std::io::Write;
use std::path::PathBuf;

const HTML: &str = "Also write the result to this file as one HTML page, of one match as a page that plays it in a browser; a file that exists is \
                    replaced";

const JSON: &str = "Print JSON: every decision with all its candidates; of several matches the table";

/// Show what an agent thinks of every decision of a match, and what each choice cost
///
/// Reads a log (Tenhou mjlog, tenhou.net/6, mjai, Mahjong Soul) or a match of a data set of riichi mahjong. Every decision is
/// there: discards, riichi, calls and passes, kans, wins. What was lost is the value of the agent's choice less that of the action
/// taken, by the agent's own numbers: final rank points for placement, points for value. Of several logs, a folder of logs, or a data set
/// without --match: a table of the players.
#[derive(Args, Debug)]
#[command(mut_arg("html", |arg| arg.help(HTML)), mut_arg("json", |arg| arg.help(JSON)))]
pub struct ReviewArgs {
    /// Logs, `-` for standard input; folders and archives (zip, tar, tar.gz) of logs; folders of data sets
    #[arg(value_name = "LOG|DIR", required = true)]
    paths: Vec<PathBuf>,
    /// Number of the match, from 0
    #[arg(long = "match", value_name = "N")]
    number: Option<u64>,
    /// The agent that judges: placement, value, or another that values its actions
    #[arg(long, value_name = "AGENT", default_value = "placement")]
    agent: String,
    /// Only the decisions of this seat, 0 to 3; `all` for those of every seat
    #[arg(long, value_name = "SEAT", default_value = "all", value_parser = seat)]
    seat: std::option::Option<u8>, // spelled so that clap takes the option from the parser
    /// Of one match: decisions shown in the text
    #[arg(long, value_name = "N", default_value_t = 10)]
    top: usize,
    /// Of one match: which decisions are shown in the text, and their order
    #[arg(long, value_name = "ORDER", default_value = "loss")]
    order: Order,
    /// Of one match: play what was done and what the agent would have done, where they differ, to the end of the kyoku in so many worlds
    /// that fit what the player saw (docs/search.md)
    #[arg(long, value_name = "N", value_parser = number::within::<1, MOST_WORLDS>)]
    worlds: Option<u64>,
    /// The agent that plays on in these worlds, in all seats
    #[arg(long, value_name = "AGENT", default_value = "value:depth=0", requires = "worlds")]
    policy: String,
    /// Of logs: play by this ruleset (a name, or the path of a rules file) instead of the rules in the log
    #[arg(long, value_name = "ID")]
    rules: Option<String>,
    /// Of logs: change a rule, for example --set kuitan=false; may be repeated
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    #[command(flatten)]
    output: OutputArgs,
}

/// The order of the decisions in the text.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Order {
    /// The greatest losses first
    Loss,
    /// As they were made, those with another choice of the agent
    Time,
}

/// Runs `hyakuman review`, writing to `out`.
pub fn run(args: &ReviewArgs, out: &mut impl Write) -> Result<()> {
    let roster = hyakuman::roster();
    let agent = roster.spec(&args.agent).map_err(|error| Failure::Usage(error.to_string()))?;
    let rules = Rules::new(args.rules.as_deref(), &args.set)?;
    let of_log = |log: &LogMatch| rules_of(log, &rules).map(|(_, rules, _)| rules);
    let judge = Judge { roster: &roster, agent: &agent, seat: args.seat, rollouts: None, rules: &of_log };
    let done = match one::subject(args, &rules)? {
        Some(subject) => rolled_out(args, &judge, |judge| one_match(args, judge, &subject, out)),
        None => many(args, &judge, out),
    };
    roster.remarks().iter().for_each(|remark| failure::warn(remark));
    done
}

/// Reviews with a judge that plays rollouts, if they are asked for.
fn rolled_out(
    args: &ReviewArgs,
    judge: &Judge<'_>,
    review: impl FnOnce(&Judge<'_>) -> Result<()>,
) -> Result<()> {
    let Some(worlds) = args.worlds else { return review(judge) };
    let policy = judge.roster.spec(&args.policy).map_err(|error| Failure::Usage(error.to_string()))?;
    let (pool, watch) = (threads::pool(None)?, Watch::new()?);
    let rollouts = Rollouts {
        roster: judge.roster,
        policy: &policy,
        worlds,
        true_hands: false,
        seed: 0,
        pool: &pool,
        observer: &watch,
    };
    review(&Judge { rollouts: Some(&rollouts), ..*judge })
}

fn one_match(args: &ReviewArgs, judge: &Judge<'_>, subject: &Subject, out: &mut impl Write) -> Result<()> {
    let mut pages = args.output.prepare(&args.paths)?;
    let (found, name) = (subject.review(judge)?, subject.name());
    if let Some(page) = pages.html.take() {
        page.write_and_say(&page::html(subject, &found)?)?;
    }
    let document = of_match(&found, subject.title(), args.top, args.order == Order::Loss);
    let text = format!("{}, {}", escaped(&name), document.text(false));
    args.output.write(pages, &document, [&text, &json::of_match(&found, &name).to_string()], out)
}

/// Writes the table of several matches. What is wrong with a log is a line on standard error.
fn many(args: &ReviewArgs, judge: &Judge<'_>, out: &mut impl Write) -> Result<()> {
    if args.worlds.is_some() {
        let sentence = "--worlds is for one match: give one log, or a data set with --match N";
        return Err(Failure::Usage(sentence.into()).into());
    }
    args.paths.iter().try_for_each(|path| folder::there(path))?;
    let pages = args.output.prepare(&args.paths)?;
    let watch = Watch::new()?;
    let mut say = |problem: &Problem| match problem {
        Problem::Unreadable(what) => drop(failure::report(what, 2)),
        Problem::Disagreement(what) => failure::warn(what),
        Problem::Twice(what) => failure::warn(&format!("skipped: {what}")),
    };
    let found = judge.review(&args.paths, &watch, &mut say);
    watch.finish();
    let interrupted = |done, _| format!("interrupted after {}", figures::matches(done));
    let found = found.map_err(|error| watch.failure(error, interrupted))?;
    let missing =
        format!("{} of {} cannot be read, or not as a whole", found.unreadable, counted(found.logs, "log"));
    let missing = (found.unreadable > 0).then_some(missing);
    let Some(unit) = found.unit else {
        let nothing = missing.unwrap_or_else(|| "there is no decision to review".into());
        return Err(Failure::Usage(nothing).into());
    };
    let document = of_many(&found, judge.agent, unit);
    let json = json::of_many(&found, judge.agent, unit, &args.paths).to_string();
    args.output.write(pages, &document, [&document.text(false), &json], out)?;
    missing.map_or(Ok(()), |missing| Err(Failure::Usage(missing).into()))
}

/// The value of `--seat`; `None` for all.
fn seat(text: &str) -> Result<Option<u8>, String> {
    match text {
        "all" => Ok(None),
        _ => text.parse().map(Some).map_err(|_| "expected 0, 1, 2, 3 or all".to_owned()),
    }
}
