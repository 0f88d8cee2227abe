//! Every real log at hand is played through the engine without a disagreement.

mod common;

use hyakuman_games::riichi::RiichiRules;
use hyakuman_logs::referee::{LogSource, Verdict, judge};
use hyakuman_logs::{LogMatch, mjai, tenhou6};
use std::sync::Arc;

fn verdict(log: &LogMatch) -> Verdict {
    let source = LogSource::of(log, false).and_then(|source| {
        source.source(&[]).map_err(|e| hyakuman_logs::LogError::new("", format!("{e}")))
    });
    let loaded = source.unwrap().load::<RiichiRules>().unwrap();
    judge(log, &Arc::new(loaded.rules)).unwrap()
}

#[test]
fn real_logs_are_reproduced() {
    let (mut kyoku, mut wins, mut partial) = (0, 0, 0);
    let mut disagreements = Vec::new();
    for (name, log) in common::matches() {
        if LogSource::of(&log, false).is_err() {
            eprintln!("skipped: no rules for {name}");
            continue;
        }
        let verdict = verdict(&log);
        kyoku += verdict.kyoku;
        wins += verdict.wins;
        partial += verdict.partial as usize;
        disagreements.extend(verdict.disagreements.iter().map(|d| format!("{name}: {d}")));
    }
    println!("{kyoku} kyoku, {wins} wins, {partial} partial");
    assert!(disagreements.is_empty(), "{} disagreements\n{}", disagreements.len(), disagreements.join("\n"));
}
