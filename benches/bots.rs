//! Decisions a second of agents of each kind, in whole matches with statistics: inline, batched, and a bot that is a program
//! and answers at once. On two threads.

#[allow(dead_code, reason = "shared with the other benches")]
mod report;

use hyakuman::prelude::*;
use report::Report;
use std::io::{self, BufRead, Write};

/// Hanchan a pass.
const MATCHES: u64 = 40;
/// What makes this program the bot.
const ECHO: &str = "echo-bot";

fn main() {
    if std::env::args().nth(1).as_deref() == Some(ECHO) {
        echo(io::stdin().lock(), io::stdout().lock()).expect("lines to read and write");
        return;
    }
    let mut report = Report::new();
    let (rules, roster) = (Rules::preset("tenhou").expect("a preset"), Roster::built_in());
    let program = std::env::current_exe().expect("this program");
    let bot = format!("mjai:cmd=\"'{}' {ECHO}\"", program.display());
    let mut decisions = Vec::new();
    for (name, agents) in [("tsumogiri", "tsumogiri"), ("ukeire", "ukeire"), ("mjai", bot.as_str())] {
        let pass = || {
            let arena = Arena::new(&rules, &roster).agents(agents).expect("an agent of the roster");
            arena.games(MATCHES).threads(2).play(&Quiet).expect("legal play").decisions as u64
        };
        decisions.push((name, pass()));
        report.time(&format!("bots/{name}"), MATCHES as usize, pass);
    }
    summary(&report, &decisions);
    report.finish();
}

#[allow(clippy::print_stdout, reason = "the result of the bench")]
fn summary(report: &Report, decisions: &[(&str, u64)]) {
    for (name, decisions) in decisions {
        if let Some(seconds) = report.seconds(&format!("bots/{name}")) {
            println!("{name:<12} {:>12.0} decisions/s", *decisions as f64 / MATCHES as f64 / seconds);
        }
    }
}

/// A bot that discards what it draws and never calls: it looks at the last event of a line only.
fn echo(input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut id = None;
    for line in input.lines() {
        let line = line?;
        id = value(&line, "\"id\":").or(id);
        let last = &line[line.rfind("{\"type\"").expect("an event")..];
        let own_draw = last.contains("\"tsumo\"") && value(last, "\"actor\":") == id;
        let actor = id.expect("start_game comes first");
        match last.split("\"pai\":\"").nth(1).and_then(|rest| rest.split('"').next()) {
            Some(tile) if own_draw => writeln!(
                output,
                "{{\"type\":\"dahai\",\"actor\":{actor},\"pai\":\"{tile}\",\"tsumogiri\":true}}"
            )?,
            _ => writeln!(output, "{{\"type\":\"none\"}}")?,
        }
        output.flush()?;
    }
    Ok(())
}

/// The digit behind a key.
fn value(text: &str, key: &str) -> Option<u8> {
    let digit = text.split(key).nth(1)?.bytes().next()?;
    digit.is_ascii_digit().then_some(digit - b'0')
}
