//! Every log at hand is played through the engine without a disagreement, and a log that is changed is not.

use crate::logs::common;

use hyakuman_core::Tile;
use hyakuman_games::logs::model::{DrawKind, Format, Limit, LogEnd, LogWin};
use hyakuman_games::logs::referee::{LogSource, Verdict, judge_by_its_rules};
use hyakuman_games::logs::yaku::LogYaku;
use hyakuman_games::logs::{LogError, LogKyoku, LogMatch, mjai, tenhou6};
use hyakuman_games::show::Change;

/// Matches with their names.
type Matches = Vec<(String, LogMatch)>;

/// The real matches whose rules the engine has.
fn real() -> Matches {
    let mut matches = common::real();
    matches.retain(|(name, log)| match LogSource::of(log, false) {
        Ok(_) => true,
        Err(error) => {
            eprintln!("skipped: {name}: {error}");
            false
        }
    });
    matches
}

/// Our own matches in the format that has yaku and han.
fn own_with_yaku() -> Matches {
    let mut matches = common::own();
    matches.retain(|(_, log)| log.format == Format::Tenhou6);
    matches
}

fn verdict(name: &str, log: &LogMatch) -> Verdict {
    judge_by_its_rules(log, &[]).unwrap_or_else(|e| panic!("{name}: {e}")).1
}

/// Plays all matches without a disagreement; returns the numbers of kyoku, wins and partial matches.
fn all_agree(matches: &[(String, LogMatch)]) -> (usize, usize, usize) {
    let mut counts = (0, 0, 0);
    let mut disagreements = Vec::new();
    for (name, log) in matches {
        let verdict = verdict(name, log);
        counts.0 += verdict.kyoku;
        counts.1 += verdict.wins;
        counts.2 += verdict.partial as usize;
        disagreements.extend(verdict.disagreements.iter().map(|d| format!("{name}: {d}")));
    }
    assert!(disagreements.is_empty(), "{} disagreements\n{}", disagreements.len(), disagreements.join("\n"));
    counts
}

#[test]
fn logs_are_reproduced() {
    let matches = common::own();
    assert_eq!((matches.len(), all_agree(&matches).2), (3, 0));
}

/// Some programs include the sticks paid in a kyoku in the deltas at its end.
#[test]
fn sticks_among_the_deltas_are_left_out() {
    sticks_are_left_out(common::own());
}

fn sticks_are_left_out(matches: Matches) {
    for (name, log) in matches.iter().filter(|(_, log)| log.rules.seats == 4) {
        let with_sticks = sticks_into_deltas(&mjai::write(log));
        let read = mjai::read(&with_sticks).remove(0).unwrap_or_else(|e| panic!("{name}: {e}"));
        all_agree(&[(name.clone(), read)]);
    }
}

/// Some programs end a kyoku because a player failed. It is compared up to there, and the next kyoku from its start.
#[test]
fn a_kyoku_that_was_broken_off_is_no_error() {
    for reason in ["error", "Error: Illegal Action by Player 2"] {
        for (name, log) in common::own().into_iter().filter(|(_, log)| log.rules.seats == 4) {
            let text = broken_off(&mjai::write(&log), reason);
            let read = mjai::read(&text).remove(0).unwrap_or_else(|e| panic!("{name}: {e}"));
            assert_eq!(read.kyoku[1].end, LogEnd::Unfinished);
            all_agree(&[(name.clone(), read)]);
        }
    }
}

/// The mjai text with another end of its second kyoku.
fn broken_off(text: &str, reason: &str) -> String {
    let mut kyoku = 0;
    let mut out = String::new();
    for line in text.lines() {
        let event: serde_json::Value = serde_json::from_str(line).unwrap();
        kyoku += (event["type"] == "start_kyoku") as u32;
        let ends = kyoku == 2 && (event["type"] == "hora" || event["type"] == "ryukyoku");
        let end = serde_json::json!({"type": "ryukyoku", "reason": reason, "deltas": [0, 0, 0, 0]});
        out.push_str(&format!("{}\n", if ends { &end } else { &event }));
    }
    out
}

/// The mjai text with each paid stick added to the deltas of the first end of its kyoku.
fn sticks_into_deltas(text: &str) -> String {
    let mut paid = Vec::new();
    let mut out = String::new();
    for line in text.lines() {
        let mut event: serde_json::Value = serde_json::from_str(line).unwrap();
        match event["type"].as_str().unwrap() {
            "reach_accepted" => paid.push(event["actor"].as_u64().unwrap() as usize),
            "hora" | "ryukyoku" if event["deltas"].is_array() => {
                for seat in paid.drain(..) {
                    event["deltas"][seat] = (event["deltas"][seat].as_i64().unwrap() - 1_000).into();
                }
            }
            "start_kyoku" => paid.clear(),
            _ => {}
        }
        out.push_str(&format!("{event}\n"));
    }
    out
}

/// Writes a match and reads it again.
type Rewrite = fn(&LogMatch) -> Vec<Result<LogMatch, LogError>>;

/// The same matches in formats without seeds: walls are rebuilt from the tiles in the log.
#[test]
fn other_formats_are_reproduced() {
    reproduced_in_other_formats(own_with_yaku());
}

fn reproduced_in_other_formats(matches: Matches) {
    let rewrites: [Rewrite; 2] =
        [|log| mjai::read(&mjai::write(log)), |log| tenhou6::read(&tenhou6::write(log))];
    for rewrite in rewrites {
        let rewritten: Vec<(String, LogMatch)> =
            matches.iter().map(|(name, log)| (name.clone(), rewrite(log).remove(0).unwrap())).collect();
        all_agree(&rewritten);
    }
}

/// If the log does not have the length, an east game is recognised.
#[test]
fn length_is_found() {
    find_length(common::own());
}

fn find_length(matches: Matches) {
    for (name, mut log) in matches {
        let east_only = log.rules.east_only.take();
        let (source, verdict) = judge_by_its_rules(&log, &[]).unwrap();
        assert!(verdict.disagreements.is_empty(), "{name}");
        if log.ended && east_only == Some(true) {
            assert!(source.id.ends_with("-east"), "{name}: {source:?}");
        }
    }
}

/// A change to a match: the name of the expected difference, and the change; false if it does not apply.
type Damage = (&'static str, fn(&mut LogMatch) -> bool);

fn first_win(log: &mut LogMatch) -> Option<&mut LogWin> {
    log.kyoku.iter_mut().find_map(|kyoku| match &mut kyoku.end {
        LogEnd::Wins(wins) => wins.iter_mut().find(|win| win.han.is_some()),
        _ => None,
    })
}

fn change_win(log: &mut LogMatch, change: impl Fn(&mut LogWin)) -> bool {
    first_win(log).map(change).is_some()
}

fn take_back_riichi(event: &mut Change) {
    if let Change::Discard { riichi, .. } = event {
        *riichi = false;
    }
}

fn first_kyoku(log: &mut LogMatch, with: impl Fn(&Change) -> bool) -> Option<(&mut LogKyoku, usize)> {
    log.kyoku.iter_mut().filter(|kyoku| kyoku.end != LogEnd::Unfinished).find_map(|kyoku| {
        let at = kyoku.events.iter().position(&with)?;
        Some((kyoku, at))
    })
}

const CHANGES: &[Damage] = &[
    ("han", |log| change_win(log, |win| win.han = win.han.map(|han| han + 1))),
    ("fu", |log| first_win(log).and_then(|win| win.fu.as_mut()).map(|fu| *fu += 10).is_some()),
    ("yaku", |log| change_win(log, |win| win.yaku.push((LogYaku::from_number(26).unwrap(), 2)))),
    ("dora", |log| change_win(log, |win| win.yaku.push((LogYaku::DORA, 1)))),
    ("ura dora", |log| change_win(log, |win| win.yaku.push((LogYaku::URA, 1)))),
    ("red fives", |log| change_win(log, |win| win.yaku.push((LogYaku::AKA, 1)))),
    ("limit", |log| change_win(log, |win| win.limit = Some(Limit::Sanbaiman))),
    ("points", |log| {
        change_win(log, |win| win.points = Some(hyakuman_games::logs::model::LogPoints::Sum(100)))
    }),
    ("payments", |log| change_win(log, |win| win.deltas.as_mut().unwrap()[0] += 100)),
    ("scores after the kyoku", |log| change_win(log, |win| win.deltas.as_mut().unwrap()[1] += 100)),
    ("winners", |log| change_win(log, |win| std::mem::swap(&mut win.winner, &mut win.from))),
    ("end", |log| {
        let draw = log.kyoku.iter_mut().find_map(|kyoku| match &mut kyoku.end {
            LogEnd::Draw(draw) if draw.kind == Some(DrawKind::Exhaustive) => Some(draw),
            _ => None,
        });
        draw.map(|draw| draw.kind = Some(DrawKind::Nagashi)).is_some()
    }),
    ("tenpai", |log| {
        let shown = log.kyoku.iter_mut().find_map(|kyoku| match &mut kyoku.end {
            LogEnd::Draw(draw) if draw.kind == Some(DrawKind::Exhaustive) => draw.shown.as_mut(),
            _ => None,
        });
        shown.and_then(|shown| shown.pop()).is_some()
    }),
    ("indicators", |log| {
        let kyoku = log.kyoku.iter_mut().find(|kyoku| kyoku.end != LogEnd::Unfinished);
        kyoku.filter(|kyoku| kyoku.indicators.len() > 1).and_then(|kyoku| kyoku.indicators.pop()).is_some()
    }),
    ("tiles", |log| {
        let kyoku = &mut log.kyoku[0];
        kyoku.hands[0] = vec![Tile::of(30); 13];
        true
    }),
    ("scores before the next kyoku", |log| {
        log.kyoku.get_mut(1).map(|kyoku| kyoku.scores[2] += 100).is_some()
    }),
    ("next kyoku", |log| log.kyoku.get_mut(1).map(|kyoku| kyoku.name.honba += 1).is_some()),
    ("sticks on the table", |log| log.kyoku.get_mut(1).map(|kyoku| kyoku.kyotaku += 1).is_some()),
    ("final scores", |log| {
        log.result.as_mut().map(|result| *result.scores.last_mut().unwrap() += 100).is_some()
    }),
    ("final points in thousandths", |log| {
        let points = log.result.as_mut().and_then(|result| result.thousandths.as_mut());
        points.map(|points| points[0] += 1_000).is_some()
    }),
    ("what follows", |log| log.kyoku.len() > 1 && log.ended && log.kyoku.pop().is_some()),
    ("play", |log| {
        let kyoku = log.kyoku.iter_mut().find(|kyoku| kyoku.end != LogEnd::Unfinished);
        let pairs =
            kyoku.map(|kyoku| &mut kyoku.events).into_iter().flat_map(|events| events.chunks_exact_mut(2));
        let mut other_than_drawn = pairs.filter_map(|pair| match pair {
            [Change::Draw(_, drawn), Change::Discard { tile, tsumogiri, .. }] if drawn != tile => {
                Some(tsumogiri)
            }
            _ => None,
        });
        other_than_drawn.next().map(|tsumogiri| *tsumogiri = true).is_some()
    }),
    ("play", |log| {
        let found = first_kyoku(log, |event| matches!(event, Change::Discard { riichi: true, .. }));
        found.map(|(kyoku, at)| take_back_riichi(&mut kyoku.events[at])).is_some()
    }),
    ("play", |log| {
        let sure = log.format != Format::Tenhou6;
        let found = first_kyoku(log, |event| matches!(event, Change::Stick(_)));
        sure && found.map(|(kyoku, at)| kyoku.events.remove(at)).is_some()
    }),
    ("play", |log| {
        let found = first_kyoku(log, |event| matches!(event, Change::Call(..)));
        found.map(|(kyoku, at)| kyoku.events.remove(at)).is_some()
    }),
    ("play", |log| {
        let kyoku = log.kyoku.iter_mut().find(|kyoku| kyoku.end != LogEnd::Unfinished);
        kyoku.and_then(|kyoku| kyoku.events.pop()).is_some()
    }),
];

/// Each applicable change to each log is reported under its name.
#[test]
fn changes_are_noticed() {
    // This format does not show who is tenpai nor when a riichi is accepted, and no first kyoku has a kan.
    assert_eq!(notice_changes(&own_with_yaku()), ["tenpai", "indicators", "play"]);
}

/// Asserts that every change is noticed; those that found nothing to change.
fn notice_changes(matches: &Matches) -> Vec<&'static str> {
    let mut unapplied = Vec::new();
    for (i, (what, change)) in CHANGES.iter().enumerate() {
        let mut applied = 0;
        for (name, log) in matches {
            let mut changed = log.clone();
            if !change(&mut changed) {
                continue;
            }
            applied += 1;
            let found = verdict(name, &changed).disagreements;
            // A tsumo stays the same when winner and discarder are swapped.
            if *what == "winners" && changed == *log {
                continue;
            }
            assert!(!found.is_empty(), "{name}: change {i} ({what}) is not reported");
            let named =
                found.iter().any(|disagreement| disagreement.what == *what || disagreement.what == "play");
            assert!(named || *what == "play", "{name}: change {i} ({what}): {found:?}");
        }
        if applied == 0 {
            unapplied.push(*what);
        }
    }
    unapplied
}

/// The same with real logs.
mod shared {
    use super::*;

    #[test]
    #[ignore = "needs HYAKUMAN_SHARED: real logs"]
    fn real_logs_are_reproduced() {
        let matches = real();
        let (kyoku, wins, partial) = all_agree(&matches);
        eprintln!("{} matches, {kyoku} kyoku, {wins} wins, {partial} partial", matches.len());
        assert!(wins > 0, "nothing was compared");
    }

    /// Counts the rules stated in the logs: the preset and the differences from it.
    #[test]
    #[ignore = "needs HYAKUMAN_SHARED: real logs"]
    fn rules_are_those_of_the_log() {
        let mut counts = std::collections::BTreeMap::new();
        for (_, log) in real() {
            let source = LogSource::of(&log, false).unwrap();
            *counts.entry(format!("{} {}", source.id, source.sets.join(" "))).or_insert(0) += 1;
        }
        let expected = [
            ("tenhou ", 44),
            ("tenhou final_rounding=\"None\"", 5),
            ("tenhou start_points=30000", 2), // single kyoku, 120000 points on the table
            ("tenhou-east final_rounding=\"None\"", 1),
            ("tenhou-east tenpai_yame=\"Off\" uma=[10, 5, -5, -10]", 1), // of December 2008
            ("tenhou-sanma ", 1),
            ("tenhou-sanma final_rounding=\"None\"", 2),
        ];
        let expected = expected.map(|(rules, count)| (rules.to_owned(), count));
        assert!(counts.clone().into_iter().eq(expected), "{counts:?}");
    }

    #[test]
    #[ignore = "needs HYAKUMAN_SHARED: real logs"]
    fn sticks_among_the_deltas_are_left_out() {
        sticks_are_left_out(real());
    }

    #[test]
    #[ignore = "needs HYAKUMAN_SHARED: real logs"]
    fn other_formats_are_reproduced() {
        reproduced_in_other_formats(real());
    }

    #[test]
    #[ignore = "needs HYAKUMAN_SHARED: real logs"]
    fn length_is_found() {
        find_length(real());
    }

    #[test]
    #[ignore = "needs HYAKUMAN_SHARED: real logs"]
    fn changes_are_noticed() {
        assert!(notice_changes(&real()).is_empty());
    }
}
