//! A match written in one format and read again is the same match; the order of play across seats is reconstructed.

use crate::logs::common;

use hyakuman_games::logs::model::{Format, LogEnd, SeedWall};
use hyakuman_games::logs::{LogMatch, mjai, tenhou6};
use hyakuman_games::show::Change;

#[test]
fn mjai() {
    through_mjai(common::own());
}

fn through_mjai(matches: Vec<(String, LogMatch)>) {
    for (name, log) in matches {
        let mut read = mjai::read(&mjai::write(&log));
        assert_eq!(read.len(), 1, "{name}");
        let read = read.remove(0).unwrap_or_else(|e| panic!("{name}: {e}"));
        same(&name, &read, &log, Format::Mjai, |_| true);
        for (a, b) in read.kyoku.iter().zip(&log.kyoku) {
            assert_eq!(a.indicators.first(), b.indicators.first(), "{name}");
        }
    }
}

#[test]
fn tenhou6() {
    through_tenhou6(common::own());
}

fn through_tenhou6(matches: Vec<(String, LogMatch)>) {
    for (name, log) in matches {
        let read = tenhou6::read(&tenhou6::write(&log)).remove(0).unwrap_or_else(|e| panic!("{name}: {e}"));
        same(&name, &read, &log, Format::Tenhou6, |_| true);
        for (a, b) in read.kyoku.iter().zip(&log.kyoku) {
            assert_eq!(a.indicators, b.indicators, "{name}");
        }
    }
}

fn same(name: &str, read: &LogMatch, log: &LogMatch, format: Format, keep: impl Fn(&Change) -> bool) {
    assert_eq!((read.format, read.rules.seats), (format, log.rules.seats), "{name}");
    assert_eq!(
        (read.rules.east_only, read.rules.red_fives),
        (log.rules.east_only, log.rules.red_fives),
        "{name}"
    );
    assert_eq!(read.ended, log.ended, "{name}");
    let scores = |log: &LogMatch| log.result.as_ref().map(|result| result.scores.clone());
    assert_eq!(scores(read), scores(log), "{name}");
    assert_eq!(read.kyoku.len(), log.kyoku.len(), "{name}");
    for (a, b) in read.kyoku.iter().zip(&log.kyoku) {
        let name = format!("{name} {}", b.name);
        assert_eq!((a.name, a.dealer, a.kyotaku), (b.name, b.dealer, b.kyotaku), "{name}");
        assert_eq!((&a.scores, &a.hands, &a.ura), (&b.scores, &b.hands, &b.ura), "{name}");
        let kept = |events: &[Change]| {
            let mut kept: Vec<Change> = events.iter().copied().filter(&keep).collect();
            // Lists of discards do not show what came after the last of them if the log stops there.
            let stops = format == Format::Tenhou6 && b.end == LogEnd::Unfinished;
            while kept.pop_if(|last| stops && is_between(last)).is_some() {}
            kept
        };
        for (i, (a, b)) in kept(&a.events).iter().zip(kept(&b.events)).enumerate() {
            assert_eq!(*a, b, "{name} event {i}");
        }
        assert_eq!(kept(&a.events).len(), kept(&b.events).len(), "{name}");
        assert_eq!(ends(&a.end), ends(&b.end), "{name}");
        assert_eq!(a.seed_wall, SeedWall::Absent, "{name}");
    }
}

fn is_between(event: &Change) -> bool {
    matches!(event, Change::Stick(_) | Change::Dora(_))
}

/// Winners, discarders and changes; the kind of a draw and its changes.
fn ends(end: &LogEnd) -> String {
    match end {
        LogEnd::Wins(wins) => {
            wins.iter().map(|win| format!("{:?} {:?} {:?};", win.winner, win.from, win.deltas)).collect()
        }
        LogEnd::Draw(draw) => format!("{:?} {:?}", draw.kind, draw.deltas),
        LogEnd::Unfinished => "unfinished".to_owned(),
    }
}

/// The same with real logs.
mod shared {
    use super::{common, through_mjai, through_tenhou6};

    #[test]
    #[ignore = "needs HYAKUMAN_SHARED: real logs"]
    fn mjai() {
        through_mjai(common::real());
    }

    #[test]
    #[ignore = "needs HYAKUMAN_SHARED: real logs"]
    fn tenhou6() {
        through_tenhou6(common::real());
    }
}
