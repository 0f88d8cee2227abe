//! `hyakuman score`: values of winning hands, one JSON object per input line, one per output line, in order.

mod checks;
mod json;
mod request;
mod riichi;
mod toppan;
mod toutenkou;
mod win_value;
mod yangzhou;

use crate::failure::Failure;
use crate::input::{self, Line, Lines, TOO_LONG};
use crate::interrupt;
use crate::rules::RulesChoice;
use anyhow::{Context, Result};
use clap::Args;
use hyakuman_games::registry::{self, AnyRules};
use hyakuman_games::ruleset::{RulesError, Source};
use serde::Serialize;
use std::fs::File;
use std::io::{self, Write};
use std::process::ExitCode;

/// The input format in short; docs/output.md describes it in full.
const FORMAT: &str = r#"A hand is a JSON object on one line:
  {"hand":["2m","3m","4m","0p","6p","7p","3s","3s","5z","5z"],"win":"5z",
   "melds":[{"type":"pon","tiles":["7z","7z","7z"]}],"by":"ron","from":"W",
   "seat":"S","round":"E","dora":["1m"],"honba":1,"kyotaku":1}

Required:
  hand         concealed tiles without the winning one: 1m-9m 1p-9p 1s-9s,
               1z-7z (E S W N haku hatsu chun), red fives 0m 0p 0s
  win          the winning tile
  by           "ron" or "tsumo"; a ron needs `from`, the seat of the discarder
  seat, round  winds, "E" "S" "W" "N"; E is the dealer
Optional (default empty, 0 or false):
  melds        {"type","tiles"}; types chi pon minkan kakan ankan
  riichi       0, 1, or 2 for a double one
  ippatsu, rinshan, chankan, last_tile, first_turn   true or false
  riichi_tile, after_kan, after_nuki   true or false, for local yaku: ron on the
               tile of a riichi, or on the discard after a kan or a north
  dora, ura    lists of indicators; ura count with riichi only
  nuki         number of norths set aside; Toutenkou: a list of tiles
  received_gari   Toutenkou: whether the winner ever received a gari tile;
               by default whether there is one now
  honba, kyotaku   counters; riichi sticks on the table

The answer has yaku, dora, han, fu, yakuman, limit, points (without honba and
sticks) and deltas (changes of score by seat E S W N), or agari false and a
reason. With --rules toppan a hand has other keys: tiles in the order drawn,
seat, round, honba, bet, indicators, declared. Exit codes: 0 ok (also no win),
1 a line of a list was bad, 2 HAND was bad. docs/output.md has the details."#;

/// Arguments of `hyakuman score`.
#[derive(Args, Debug)]
#[command(after_long_help = FORMAT, after_help = "See --help for the format of a hand.")]
pub struct ScoreArgs {
    /// A hand as a JSON object; if not given, hands are read from --jsonl, one per line
    #[arg(value_name = "HAND", conflicts_with = "jsonl")]
    hand: Option<String>,
    /// Read hands from this file, `-` for standard input (the default)
    #[arg(long, value_name = "FILE", default_value = "-")]
    jsonl: String,
    #[command(flatten)]
    choice: RulesChoice,
    /// Print JSON for HAND; for a list the output is always JSON
    #[arg(long)]
    json: bool,
}

/// Runs `hyakuman score`, writing to `out`, which should be buffered. The exit code is 1 if a line of a list was bad.
///
/// # Errors
/// A [`RulesError`] if the ruleset is unknown or unsuitable, [`Failure::Usage`] if HAND is bad; otherwise a
/// file could not be read or `out` could not be written.
pub fn run(args: &ScoreArgs, out: &mut impl Write) -> Result<ExitCode> {
    let scorer = scorer(&args.choice.source()?)?;
    if let Some(hand) = &args.hand {
        return one(&*scorer, hand, args.json, out);
    }
    let stop = interrupt::watch().context(interrupt::REFUSED)?;
    let lines = match args.jsonl.as_str() {
        "-" => Lines::new(input::stdin("hands, one JSON object per line (see score --help)"), &stop)?,
        path => Lines::new(File::open(path).with_context(|| format!("{path} cannot be read"))?, &stop)?,
    };
    let bad_lines = stream(&*scorer, lines, out)?;
    Ok(ExitCode::from((bad_lines > 0) as u8))
}

/// Values hands of one family under loaded rules.
trait Scorer {
    /// The answer to one hand, or an error message.
    fn score(&self, text: &str) -> Result<Answer, String>;
}

/// The answer to one hand, in the form of the JSON.
#[derive(Serialize, Debug)]
#[serde(untagged)]
enum Answer {
    /// The hand does not win.
    None { agari: bool, reason: String },
    /// A win of a game of draws and discards.
    Win(win_value::WinValue),
    /// A hand of competitive Toppan that wins.
    Toppan(toppan::WinValue),
}

impl Answer {
    /// The hand does not win, for this reason.
    fn none(reason: impl Into<String>) -> Answer {
        Answer::None { agari: false, reason: reason.into() }
    }
}

/// A line that could not be answered.
#[derive(Serialize)]
struct Failed<'a> {
    error: &'a str,
}

/// The scorer for the family that the ruleset belongs to.
fn scorer(source: &Source) -> Result<Box<dyn Scorer>, RulesError> {
    Ok(match registry::load(source)? {
        AnyRules::Riichi(loaded) => Box::new(riichi::RiichiScorer::new(loaded.rules)),
        AnyRules::Toutenkou(loaded) => Box::new(toutenkou::ToutenkouScorer::new(loaded.rules)),
        AnyRules::Yangzhou(loaded) => Box::new(yangzhou::YangzhouScorer::new(&loaded.rules)),
        AnyRules::Toppan(loaded) => Box::new(toppan::ToppanScorer::new(loaded.rules)),
    })
}

fn one(scorer: &dyn Scorer, hand: &str, json: bool, out: &mut impl Write) -> Result<ExitCode> {
    match scorer.score(hand) {
        Ok(answer) if json => write_json(out, &answer)?,
        Ok(Answer::None { reason, .. }) => writeln!(out, "no win: {reason}")?,
        Ok(Answer::Win(win_value)) => write!(out, "{win_value}")?,
        Ok(Answer::Toppan(win_value)) => write!(out, "{win_value}")?,
        Err(error) => {
            if json {
                write_json(out, &Failed { error: &error })?;
            }
            return Err(Failure::Usage(error).into());
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Answers every line that is not blank; returns the number of bad ones. Output is flushed before waiting for input,
/// because another program may be waiting for the answers.
fn stream(scorer: &dyn Scorer, mut lines: Lines, out: &mut impl Write) -> Result<u64> {
    let mut bad_lines = 0;
    while let Some(line) = lines.next(out)? {
        let answer = match line {
            Line::Whole(line) if line.trim_ascii().is_empty() => continue,
            Line::Whole(line) => str::from_utf8(line)
                .map_err(|_| "the line is not UTF-8 text".to_owned())
                .and_then(|text| scorer.score(text)),
            Line::TooLong(_) => Err(TOO_LONG.to_owned()),
        };
        match answer {
            Ok(answer) => write_json(out, &answer)?,
            Err(error) => {
                bad_lines += 1;
                write_json(out, &Failed { error: &error })?;
            }
        }
    }
    Ok(bad_lines)
}

fn write_json(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    out.write_all(b"\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::source;
    use std::sync::Arc;

    /// A scorer under a preset.
    pub(super) fn under(rules: &str, set: &[&str]) -> Box<dyn Scorer> {
        let set: Vec<String> = set.iter().map(|&text| text.to_owned()).collect();
        scorer(&source(rules, &set).expect(rules)).expect(rules)
    }

    /// The answer to a hand as JSON, or the error.
    pub(super) fn answered(rules: &str, set: &[&str], hand: &str) -> String {
        match under(rules, set).score(hand) {
            Ok(answer) => serde_json::to_string(&answer).expect("JSON"),
            Err(error) => error,
        }
    }

    #[test]
    fn a_bad_line_does_not_stop_the_others() {
        let input = b"{\"hand\":1}\n\n  \r\n{\"hand\":[],\"win\":\"1z\"}\n\xFF\n";
        let mut out = Vec::new();
        let lines = Lines::new(&input[..], &Arc::default()).expect("a thread");
        let bad = stream(&*under("tenhou", &[]), lines, &mut out).expect("a buffer can be written");
        let out = String::from_utf8(out).expect("UTF-8");
        assert_eq!((bad, out.lines().count()), (3, 3), "{out}");
        assert!(out.lines().all(|line| line.starts_with("{\"error\":\"") && line.ends_with("\"}")), "{out}");
    }

    #[test]
    fn an_unknown_ruleset_is_an_error() {
        let error = scorer(&source("tenhuo", &[]).expect("a name")).err().expect("no such ruleset");
        assert!(error.to_string().contains("did you mean \"tenhou\"?"), "{error}");
    }
}
