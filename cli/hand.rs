//! `hyakuman hand`: shanten, waits, ukeire and best discards of hands.

use crate::choice::RulesChoice;
use crate::failure::{self, Failure};
use crate::input::{self, Line, Lines, TOO_LONG};
use crate::interrupt;
use anyhow::{Context, Result};
use clap::Args;
use hyakuman_core::excerpt::excerpt;
use hyakuman_games::hands::{Answer, Discard, HandRules};
use hyakuman_report::document::{Table, plain};
use serde::Serialize;
use std::io::Write;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

/// Explanation of the answer, for the help.
const ABOUT_RULES: &str = "\
Of the rules only the number of players matters: with three, 2m to 8m are not in play. Yaku and \
tiles outside the hand are ignored. Ukeire is the number of tiles outside the hand that lower its shanten (at tenpai: \
that complete it). Exit codes: 0 ok, 1 one of several hands was bad, 2 the only hand was bad.";

/// Show shanten, waits, ukeire and best discards of hands
#[derive(Args, Debug)]
#[command(after_help = ABOUT_RULES)]
pub struct HandArgs {
    /// Hands such as 123m406p11z (0 is a red five): 3n+1 tiles, or 3n+2 to choose a discard; called sets are
    /// left out. If none is given, hands are read from standard input, one per line
    #[arg(value_name = "HAND")]
    hands: Vec<String>,
    #[command(flatten)]
    choice: RulesChoice,
    /// Print JSON, one object per line
    #[arg(long)]
    json: bool,
}

/// A hand that could not be read.
#[derive(Serialize)]
struct Failed<'a> {
    hand: &'a str,
    error: String,
}

/// Runs `hyakuman hand`, writing to `out`. The exit code is 1 if a hand of a list was bad, 2 if the only one was.
pub fn run(args: &HandArgs, out: &mut impl Write) -> Result<ExitCode> {
    let rules = args.choice.load()?;
    let rules = rules.hand_rules().map_err(|error| {
        Failure::Usage(format!("{error}: for its value use `hyakuman score --rules toppan`"))
    })?;
    let stop = interrupt::watch().context(interrupt::REFUSED)?;
    if args.hands.is_empty() {
        let bad = stream(&rules, Lines::new(input::stdin("hands, one per line"), &stop)?, args.json, out)?;
        return Ok(ExitCode::from((bad > 0) as u8));
    }
    let mut bad = 0;
    for (done, hand) in args.hands.iter().enumerate() {
        if stop.load(Ordering::Relaxed) {
            let sentence = format!("interrupted after {done} of {} hands", args.hands.len());
            return Err(Failure::Interrupted(sentence).into());
        }
        bad += one(&rules, hand, args.json, out)?;
    }
    Ok(ExitCode::from(if bad == 0 { 0 } else { 1 + (args.hands.len() == 1) as u8 }))
}

/// Answers every line that is not blank and returns the number of bad lines. Answers are flushed when no input is waiting.
fn stream(rules: &HandRules, mut lines: Lines, json: bool, out: &mut impl Write) -> Result<u64> {
    let mut bad = 0;
    while let Some(line) = lines.next(out)? {
        match line {
            Line::Whole(line) => {
                let hand = String::from_utf8_lossy(line);
                if !hand.trim().is_empty() {
                    bad += one(rules, hand.trim(), json, out)?;
                }
            }
            Line::TooLong(begin) => {
                bad += 1;
                refuse(&excerpt(&String::from_utf8_lossy(begin)), TOO_LONG.to_owned(), json, out)?;
            }
        }
    }
    Ok(bad)
}

/// Answers one hand; returns 1 if it was bad, otherwise 0.
fn one(rules: &HandRules, hand: &str, json: bool, out: &mut impl Write) -> Result<u64> {
    match rules.answer(hand) {
        Ok(answer) if json => write_json(out, &answer)?,
        Ok(answer) => write_text(out, &answer)?,
        Err(error) => {
            refuse(hand, error.to_string(), json, out)?;
            return Ok(1);
        }
    }
    Ok(0)
}

/// Reports the error of a hand.
fn refuse(hand: &str, error: String, json: bool, out: &mut impl Write) -> Result<()> {
    if json {
        return write_json(out, &Failed { hand, error });
    }
    out.flush()?; // So that the message appears in place of the answer.
    let name = if hand.trim().is_empty() { "empty hand" } else { hand };
    failure::report(&format!("{}: {error}", excerpt(name)), 1);
    Ok(())
}

fn write_json(out: &mut impl Write, value: &impl Serialize) -> Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    Ok(out.write_all(b"\n")?)
}

fn write_text(out: &mut impl Write, answer: &Answer<'_>) -> Result<()> {
    let Answer { hand, shanten, ukeire, discards } = answer;
    let far = |shanten: i8| match shanten {
        -1 => "complete".to_owned(),
        0 => "tenpai".to_owned(),
        _ => format!("{shanten}-shanten"),
    };
    writeln!(out, "{hand}: {}", far(*shanten))?;
    if let Some(ukeire) = ukeire {
        let name = if *shanten == 0 { "waits" } else { "ukeire" };
        writeln!(out, "  {name} {}: {}", ukeire.count, ukeire.kinds.join(" "))?;
    }
    if let Some(discards) = discards {
        let row = |Discard { tile, shanten, ukeire }: &Discard| {
            let cells = [far(*shanten), format!("{:>6}", ukeire.count), ukeire.kinds.join(" ")];
            (format!("  {tile}"), cells.map(plain).into())
        };
        let table = Table::new(["  discard", "leaves", "ukeire", "kinds"], discards.iter().map(row));
        writeln!(out, "{}", Table { words: true, ..table })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyakuman_games::registry::load_preset;

    #[test]
    fn columns_have_names() {
        let rules = load_preset("tenhou").expect("tenhou").hand_rules().expect("shanten");
        let mut out = Vec::new();
        let bad = one(&rules, "56s112z", false, &mut out).expect("a buffer can be written");
        let out = String::from_utf8(out).expect("UTF-8");
        let expected = concat!(
            "56s112z: tenpai\n",
            "  discard  leaves     ukeire  kinds\n",
            "  2z       tenpai          8  4s 7s\n",
            "  5s       1-shanten"
        );
        assert!(bad == 0 && out.starts_with(expected), "{out}");
    }
}
