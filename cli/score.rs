//! `hyakuman score`: values of winning hands, one JSON object per input line, one per output line, in order.

mod page;

use crate::choice::RulesChoice;
use crate::failure::Failure;
use crate::input::{self, Line, Lines, TOO_LONG};
use crate::interrupt;
use anyhow::{Context, Result};
use clap::Args;
use hyakuman_games::hands::Scorer;
use hyakuman_games::registry::AnyRules;
use serde::Serialize;
use std::fs::File;
use std::io::{self, Write};
use std::process::ExitCode;

/// The input format in short; docs/output.md describes it in full.
const FORMAT: &str = r#"A hand is a JSON object on one line:
  {"hand":"234m067p33s55z","win":"5z","melds":[{"type":"pon","tiles":"777z"}],
   "by":"ron","from":"W","seat":"S","round":"E","dora":"1m","honba":1,"kyotaku":1}

Required:
  hand         concealed tiles without the winning one: 1m-9m 1p-9p 1s-9s,
               1z-7z (E S W N haku hatsu chun), red fives 0m 0p 0s. Tiles are a
               text as for `hyakuman hand`, or a list: ["2m","3m","4m"]
  win          the winning tile
  by           "ron" or "tsumo"; a ron needs `from`, the seat of the discarder
  seat, round  winds, "E" "S" "W" "N"; E is the dealer
Optional (default empty, 0 or false):
  melds        {"type","tiles"}; types chi pon minkan kakan ankan
  riichi       0, 1, or 2 for double riichi
  ippatsu, rinshan, chankan, last_tile, first_turn   true or false
  riichi_tile, after_kan, after_nuki   true or false, for local yaku: ron on the
               tile of a riichi, or on the discard after a kan or a north
  dora, ura    indicators; ura count with riichi only
  nuki         number of norths set aside; Toutenkou: tiles
  received_gari   Toutenkou: whether the winner ever received a gari tile;
               by default whether there is one now
  honba, kyotaku   counters; riichi sticks on the table

The answer has yaku, dora, han, fu, yakuman, limit, points (without honba and
sticks) and deltas (changes of score by seat E S W N), or agari false and a
reason. A bad line of a list gives error and line, its number. With --rules
toppan a hand has other keys: tiles in the order drawn, seat, round, honba, bet,
indicators, declared. Exit codes: 0 ok (also no win), 1 a line of a list was
bad, 2 HAND was bad. docs/output.md has the details."#;

/// Value winning hands: yaku, fu, points
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
pub fn run(args: &ScoreArgs, out: &mut impl Write) -> Result<ExitCode> {
    let rules = args.choice.load()?;
    if let Some(hand) = &args.hand {
        return one(&rules, hand, args.json, out);
    }
    let stop = interrupt::watch().context(interrupt::REFUSED)?;
    let lines = match args.jsonl.as_str() {
        "-" => Lines::new(input::stdin("hands, one JSON object per line (see score --help)"), &stop)?,
        path => Lines::new(File::open(path).with_context(|| format!("{path} cannot be read"))?, &stop)?,
    };
    let bad_lines = stream(&rules.scorer(), lines, out)?;
    Ok(ExitCode::from((bad_lines > 0) as u8))
}

/// A line that could not be answered.
#[derive(Serialize)]
struct Failed<'a> {
    error: &'a str,
    /// Its number in a list, from 1; blank lines count.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
}

fn one(rules: &AnyRules, hand: &str, json: bool, out: &mut impl Write) -> Result<ExitCode> {
    match rules.scorer().score(hand) {
        Ok(score) if json => write_json(out, &score)?,
        Ok(score) => page::write(out, rules, &score)?,
        Err(error) => {
            let error = error.to_string();
            if json {
                write_json(out, &Failed { error: &error, line: None })?;
            }
            return Err(Failure::Usage(error).into());
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Answers every line that is not blank and returns the number of bad lines. Answers are flushed when no input is waiting,
/// so that a program that waits for them gets them.
fn stream(scorer: &Scorer, mut lines: Lines, out: &mut impl Write) -> Result<u64> {
    let mut bad_lines = 0;
    while let Some(line) = lines.next(out)? {
        let score = match line {
            Line::Whole(line) if line.trim_ascii().is_empty() => continue,
            Line::Whole(line) => str::from_utf8(line)
                .map_err(|_| "the line is not UTF-8 text".to_owned())
                .and_then(|text| scorer.score(text).map_err(|error| error.to_string())),
            Line::TooLong(_) => Err(TOO_LONG.to_owned()),
        };
        match score {
            Ok(score) => write_json(out, &score)?,
            Err(error) => {
                bad_lines += 1;
                write_json(out, &Failed { error: &error, line: Some(lines.number) })?;
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
    use std::sync::Arc;

    #[test]
    fn a_bad_line_does_not_stop_the_others() {
        let input = b"{\"hand\":1}\n\n  \r\n{\"hand\":[],\"win\":\"1z\"}\n\xFF\n";
        let mut out = Vec::new();
        let lines = Lines::new(&input[..], &Arc::default()).expect("a thread");
        let scorer = hyakuman_games::registry::load_preset("tenhou").expect("tenhou").scorer();
        let bad = stream(&scorer, lines, &mut out).expect("a buffer can be written");
        let out = String::from_utf8(out).expect("UTF-8");
        assert_eq!((bad, out.lines().count()), (3, 3), "{out}");
        for (line, number) in out.lines().zip([1, 4, 5]) {
            assert!(line.starts_with("{\"error\":\""), "{line}");
            assert!(line.ends_with(&format!("\",\"line\":{number}}}")), "{line}");
        }
    }
}
