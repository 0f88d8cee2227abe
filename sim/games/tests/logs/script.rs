//! Logs as records of this program: the answers play the same kyoku again.

use crate::logs::common;
use hyakuman_core::game::Deals;
use hyakuman_games::logs::model::{LogEnd, LogMatch};
use hyakuman_games::logs::referee::{LogSource, judge_by_its_rules};
use hyakuman_games::logs::{Script, log_of, script};
use hyakuman_riichi::RiichiRules;
use std::sync::Arc;

fn rules_of(log: &LogMatch) -> Arc<RiichiRules> {
    let (source, _): (LogSource, _) = judge_by_its_rules(log, &[]).expect("a log of a known site");
    Arc::new(source.source(&[]).and_then(|source| source.load::<RiichiRules>()).expect("its rules").rules)
}

/// Hands, draws, discards, calls and results of the kyoku that reach their end are those of the log.
fn plays_again(name: &str, log: &LogMatch) {
    let rules = rules_of(log);
    let Some(Script { deals, actions, .. }) = script(log, &rules).expect("judged").1 else {
        let first = log.kyoku.first().map(|kyoku| &kyoku.end);
        assert_eq!(first, Some(&LogEnd::Unfinished), "{name}");
        return;
    };
    let whole = deals.walls.len();
    let deals = Deals::Known(Arc::new(deals));
    let again = match log.rules.seats {
        3 => log_of::<3>(&rules, deals, &actions),
        _ => log_of::<4>(&rules, deals, &actions),
    };
    let again = again.unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(again.kyoku.len(), whole, "{name}");
    // The engine may know that the match is over where the log does not say.
    assert!(again.ended || !log.ended, "{name}");
    for (kyoku, again) in log.kyoku.iter().zip(&again.kyoku) {
        let place = format!("{name} {}", kyoku.name);
        assert_eq!((kyoku.name, &kyoku.scores), (again.name, &again.scores), "{place}");
        let drawn = |kyoku: &hyakuman_games::logs::LogKyoku| -> Vec<String> {
            let is_tile = |event: &&hyakuman_games::show::Change| {
                matches!(
                    event,
                    hyakuman_games::show::Change::Draw(..) | hyakuman_games::show::Change::Discard { .. }
                )
            };
            kyoku.events.iter().filter(is_tile).map(ToString::to_string).collect()
        };
        assert_eq!(drawn(kyoku), drawn(again), "{place}");
    }
}

#[test]
fn logs_of_our_own_are_played_again() {
    for (name, log) in common::own() {
        plays_again(&name, &log);
    }
}

mod shared {
    use super::*;

    #[test]
    #[ignore = "needs HYAKUMAN_SHARED: real logs"]
    fn real_logs_are_played_again() {
        for (name, log) in common::real() {
            plays_again(&name, &log);
        }
    }
}
