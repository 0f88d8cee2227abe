//! `hyakuman rules try`: what the yaku of a rules file mean. Hands that have each, hands that just miss it, and how often it is won.

use super::load;
use crate::crash;
use crate::failure::Failure;
use crate::figures::matches;
use crate::run::args::PlayArgs;
use crate::run::interrupted;
use crate::watch::Watch;
use anyhow::Result;
use clap::Args;
use hyakuman_analysis::figures::shown;
use hyakuman_analysis::{Estimate, Unit};
use hyakuman_arena::Observer;
use hyakuman_core::game::ruleset::{RulesError, Source};
use hyakuman_games::registry::AnyRules;
use hyakuman_riichi::RiichiRules;
use hyakuman_riichi::written_yaku::{Example, Examples, Worth, WrittenYaku, examples, not_built_towards};
use serde_json::{Value, json};
use std::io::Write;

/// Number of matches.
const GAMES: &str = "10k";

// No doc comment: it would become the help of the command that has these arguments.
#[allow(missing_docs)]
#[derive(Args, Debug)]
#[command(mut_arg("games", |games| games.default_value(GAMES)))]
pub struct TryArgs {
    /// Path of the rules file (.toml)
    pub file: String,
    /// Hands to draw of each sort
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=50))]
    examples: u8,
    #[command(flatten)]
    play: PlayArgs,
}

/// What was found out about one yaku.
struct Tried {
    yaku: &'static WrittenYaku,
    share: Option<Estimate>,
    examples: Examples,
}

/// Tries the yaku of a rules file, writing to `out`.
pub fn run(args: &TryArgs, source: &Source, json: bool, out: &mut impl Write) -> Result<()> {
    let rules = load(source)?;
    let own = with_own_yaku(&rules).ok_or_else(|| {
        let message = "its rules define no yaku: write one with [[yaku]] (docs/own-rules.md)";
        RulesError::one(args.file.clone(), message.into())
    })?;
    let roster = hyakuman::roster();
    let (arena, agents) = args.play.arena(&rules, &roster)?;
    let watch = Watch::new()?;
    crash::set_run(format!("rules try {} {}", args.file, args.play.command_line(agents)));
    let (played, _) = watch.over(&roster, |done, of| interrupted(done, of, ""), || arena.play(&watch))?;
    let (games, seed) = (played.stats.games() as u64, args.play.common.seed);
    let all = own.yaku.all();
    let try_one = |(number, yaku): (usize, &'static WrittenYaku)| -> Result<Tried> {
        if watch.stopped() {
            let message = format!("interrupted when the hands of {number} of {} yaku were drawn", all.len());
            return Err(Failure::Interrupted(message).into());
        }
        let examples = examples(own, number, args.examples.into(), seed);
        Ok(Tried { yaku, share: played.stats.metrics.yaku.get(yaku.slug), examples })
    };
    let mut tried = all.iter().enumerate().map(try_one);
    if json {
        let yaku = tried.map(|tried| Ok(tried?.to_json(own))).collect::<Result<Vec<Value>>>()?;
        let names = played.lineup.names();
        let object =
            json!({ "file": args.file, "games": games, "seed": seed, "agents": names, "yaku": yaku });
        return Ok(writeln!(out, "{object}")?);
    }
    writeln!(out, "{}: {} of {agents}, seed {seed}", args.file, matches(games))?;
    tried.try_for_each(|tried| tried?.write_text(own, out))
}

/// The rules, if they define yaku.
fn with_own_yaku(rules: &AnyRules) -> Option<&RiichiRules> {
    match rules {
        AnyRules::Riichi(loaded) if !loaded.rules.yaku.is_empty() => Some(&loaded.rules),
        _ => None,
    }
}

impl Tried {
    fn write_text(&self, rules: &RiichiRules, out: &mut impl Write) -> Result<()> {
        let Tried { yaku, share, examples } = self;
        let [value, interval] = shown(Unit::Share, *share);
        writeln!(out, "\n{} ({}): {value}{interval} % of wins", yaku.name, worth(yaku))?;
        if let Some(sentence) = not_built_towards([*yaku]) {
            writeln!(out, "  {sentence}")?;
        }
        for hand in &examples.with {
            writeln!(out, "  has it     {}", line(rules, hand))?;
        }
        if examples.with.is_empty() {
            writeln!(out, "  no hand with it was drawn: it is rare, or no hand can have it")?;
        }
        for (hand, change) in &examples.without {
            writeln!(out, "  misses it  {}", line(rules, hand))?;
            writeln!(out, "             {change}")?;
        }
        Ok(())
    }

    fn to_json(&self, rules: &RiichiRules) -> Value {
        let Tried { yaku, share, examples } = self;
        let hand =
            |hand: &Example| json!({ "tiles": hand.tiles(), "how": hand.how(), "worth": value(rules, hand) });
        let without = |(example, change): &(Example, String)| {
            let mut object = hand(example);
            object["change"] = json!(change);
            object
        };
        json!({
            "name": yaku.name,
            "slug": yaku.slug,
            "worth": worth(yaku),
            "share": share,
            "built_towards": yaku.is_built_towards(),
            "with": examples.with.iter().map(hand).collect::<Vec<_>>(),
            "without": examples.without.iter().map(without).collect::<Vec<_>>(),
        })
    }
}

fn worth(yaku: &WrittenYaku) -> String {
    match yaku.worth {
        Worth::Han { closed, open } if closed == open => format!("{closed} han"),
        Worth::Han { closed, open: 0 } => format!("{closed} han, closed only"),
        Worth::Han { closed: 0, open } => format!("{open} han, open only"),
        Worth::Han { closed, open } => format!("{closed} han, open {open}"),
        Worth::Limit(han) => format!("at least {han} han"),
        Worth::Yakuman(1) => "yakuman".to_owned(),
        Worth::Yakuman(times) => format!("{times} yakuman"),
    }
}

fn line(rules: &RiichiRules, hand: &Example) -> String {
    format!("{:32} {} = {}", hand.tiles(), hand.how(), value(rules, hand))
}

/// What a hand is worth: its yaku, and han or yakuman.
fn value(rules: &RiichiRules, hand: &Example) -> String {
    let Some(value) = hand.value(rules) else { return "no yaku".to_owned() };
    let own = rules.yaku.of_set(value.own_yaku).map(|yaku| yaku.slug);
    let names: Vec<&str> = value.yaku.iter().map(|yaku| yaku.slug()).chain(own).collect();
    let sum = match value.yakuman {
        0 => format!("{} han {} fu", value.han, value.fu),
        1 => "yakuman".to_owned(),
        times => format!("{times} yakuman"),
    };
    format!("{sum}: {}", names.join(", "))
}
