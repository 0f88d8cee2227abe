//! `hyakuman compare`: the effect of a change of rules.
//!
//! The same agents play the same walls under both rules, in the same seats; `report` writes the differences
//! of the rates with their confidence intervals. Everything else is as in `run`.

mod report;

use crate::failure::{self, Failure};
use crate::run::args::{self, PlayArgs};
use crate::run::interrupted;
use crate::run::report::Timing;
use crate::watch::Watch;
use crate::{crash, rules};
use anyhow::Result;
use clap::Args;
use hyakuman_arena::Compared;
use hyakuman_games::registry::{self, AnyRules};
use report::Report;
use std::io::Write;

/// Play the same walls under two rulesets and show the differences of the rates
#[derive(Args, Debug)]
pub struct CompareArgs {
    /// Name of a ruleset, or path of a rules file (.toml)
    #[arg(long, value_name = "ID", default_value = "tenhou")]
    base: String,
    /// The ruleset or rules file to compare with; the base if not given
    #[arg(long, value_name = "ID")]
    variant: Option<String>,
    /// Change a rule of the variant, for example --set kuitan=false; may be repeated
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    #[command(flatten)]
    play: PlayArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Runs `hyakuman compare`, writing to `out`.
///
/// # Errors
/// Bad rules or agents, rules of different games or without a difference (exit code 2), an agent that broke the
/// protocol (3), an interruption (130); otherwise writing to `out` failed.
pub fn run(args: &CompareArgs, out: &mut impl Write) -> Result<()> {
    let variant = args.variant.as_ref().unwrap_or(&args.base);
    let base = registry::load(&rules::source(&args.base, &[])?)?;
    let variant = registry::load(&rules::source(variant, &args.set)?)?;
    let [of_base, of_variant] = [&base, &variant].map(AnyRules::describe);
    if of_base.hash == of_variant.hash {
        let message = format!(
            "the variant has the same rules as {}: name another --variant, or --set a rule",
            of_base.id
        );
        return Err(Failure::Usage(message).into());
    }
    let roster = hyakuman::roster();
    let (arena, agents) = args.play.arena(&base, &roster)?;
    let watch = Watch::new()?;
    crash::set_run(command_line(args, agents));
    let compared = arena.compare(&variant, &watch);
    let seconds = watch.finish().as_secs_f64();
    roster.remarks().iter().for_each(|remark| failure::warn(remark));
    let compared = compared.map_err(|error| watch.failure(error, |done, of| interrupted(done, of, "")))?;
    let Compared { lineup, effects, threads, inapplicable } = compared;
    let timing = Timing::new(seconds, threads, watch.done_so_far(), effects.decisions);
    let (base, variant, lineup, play, effects) = (&of_base, &of_variant, &lineup, &args.play, &effects);
    let report = Report { base, variant, lineup, play, effects, inapplicable, timing };
    if args.json { report.write_json(out) } else { report.write_text(out) }
}

/// The arguments that determine the result, to play the comparison again.
fn command_line(args: &CompareArgs, agents: &str) -> String {
    let CompareArgs { base, variant, set, play, .. } = args;
    let variant = variant.as_ref().map_or(String::new(), |variant| format!(" --variant {variant}"));
    format!("compare --base {base}{variant}{} {}", args::changes(set), play.command_line(agents))
}
