//! mjai as servers and programs write it: what they leave out or write otherwise does not change what is read.

use crate::logs::common;

use common::players::play;
use hyakuman_core::game::ruleset::Ruleset;
use hyakuman_games::logs::model::{LogEnd, LogWin};
use hyakuman_games::logs::referee::judge;
use hyakuman_games::logs::{LogMatch, mjai, read, script};
use hyakuman_games::show::Change;
use hyakuman_riichi::RiichiRules;
use serde_json::{Value, json};
use std::sync::Arc;

/// Matches per preset.
const MATCHES: u64 = 40;

/// Matches with their rules, and the events that are written of them.
fn matches() -> Vec<(String, Arc<RiichiRules>, Vec<Value>)> {
    let rules = |id| Arc::new((RiichiRules::preset(id).expect("a preset").rules)());
    let (four, three) = (rules("tenhou-east"), rules("tenhou-sanma-east"));
    let events = |log: &LogMatch| {
        let text = mjai::write(log);
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    };
    let four = (0..MATCHES).map(|i| (format!("match {i}"), four.clone(), events(&play::<4>(&four, i).2)));
    let three =
        (0..MATCHES / 4).map(|i| (format!("sanma {i}"), three.clone(), events(&play::<3>(&three, i).2)));
    four.chain(three).collect()
}

fn text(events: &[Value]) -> String {
    events.iter().map(|event| format!("{event}\n")).collect()
}

fn only(text: &str) -> LogMatch {
    let mut matches = read(text.as_bytes());
    assert_eq!(matches.len(), 1, "{matches:?}");
    matches.remove(0).unwrap_or_else(|e| panic!("{e}"))
}

/// The events of a type.
fn of<'a>(events: &'a mut [Value], kinds: &'a [&str]) -> impl Iterator<Item = &'a mut Value> {
    events.iter_mut().filter(|event| kinds.contains(&event["type"].as_str().unwrap_or_default()))
}

fn without(events: &mut [Value], kinds: &[&str], keys: &[&str]) {
    for event in of(events, kinds) {
        keys.iter().for_each(|key| drop(event.as_object_mut().expect("an object").remove(*key)));
    }
}

/// Every match, changed, is read as the same match; `keep` is what is compared.
fn same(change: impl Fn(&mut Vec<Value>), keep: impl Fn(&mut LogMatch)) {
    for (name, rules, events) in matches() {
        let (mut changed, mut original) = (events.clone(), only(&text(&events)));
        change(&mut changed);
        let mut log = only(&text(&changed));
        let found: Vec<String> =
            judge(&log, &rules).expect("judged").disagreements.iter().map(ToString::to_string).collect();
        assert!(found.is_empty(), "{name}: {found:#?}");
        keep(&mut log);
        keep(&mut original);
        assert!(log.kyoku == original.kyoku && log.rules == original.rules, "{name}");
        assert!(log.damage.is_empty(), "{name}: {:?}", log.damage);
    }
}

fn wins(log: &mut LogMatch) -> impl Iterator<Item = &mut LogWin> {
    log.kyoku.iter_mut().flat_map(|kyoku| match &mut kyoku.end {
        LogEnd::Wins(wins) => wins.iter_mut(),
        _ => [].iter_mut(),
    })
}

fn without_deltas(log: &mut LogMatch) {
    wins(log).for_each(|win| win.deltas = None);
    for kyoku in &mut log.kyoku {
        if let LogEnd::Draw(draw) = &mut kyoku.end {
            draw.deltas = None;
        }
    }
}

const ENDS: &[&str] = &["hora", "ryukyoku"];

/// The original protocol has scores only where they change.
#[test]
fn scores_follow_from_the_changes() {
    same(|events| without(events, &["start_kyoku"], &["scores"]), |_| {});
    let changes_alone = |events: &mut Vec<Value>| {
        without(events, &["start_kyoku"], &["scores"]);
        without(events, &["hora", "ryukyoku", "reach_accepted"], &["scores"]);
    };
    same(changes_alone, |_| {});
    same(|events| without(events, ENDS, &["deltas"]), |_| {});
}

#[test]
fn what_is_not_there_is_not_compared() {
    same(|events| without(events, ENDS, &["deltas", "scores"]), without_deltas);
    let all =
        ["deltas", "scores", "reason", "hora_points", "fu", "fan", "pai", "ura_markers", "uradora_markers"];
    let bare = |events: &mut Vec<Value>| {
        without(events, ENDS, &all);
        without(events, &["hora"], &["target"]);
    };
    let bare_log = |log: &mut LogMatch| {
        without_deltas(log);
        wins(log).for_each(|win| (win.tile, win.fu, win.han, win.points) = (None, None, None, None));
        for kyoku in &mut log.kyoku {
            kyoku.ura.clear();
            if let LogEnd::Draw(draw) = &mut kyoku.end {
                draw.kind = None;
            }
        }
    };
    for (name, _, mut events) in matches() {
        let mut original = only(&text(&events));
        bare(&mut events);
        let log = only(&text(&events));
        bare_log(&mut original);
        assert_eq!(log.kyoku.len(), original.kyoku.len(), "{name}");
        for (a, b) in log.kyoku.iter().zip(&original.kyoku) {
            assert_eq!((a.name, &a.end), (b.name, &b.end), "{name}");
        }
    }
}

/// No `dora` after a kan: any indicator that explains the payments does.
#[test]
fn indicators_that_are_not_shown() {
    let mut kans = 0;
    for (name, rules, mut events) in matches() {
        kans += of(&mut events, &["dora"]).count();
        events.retain(|event| event["type"] != "dora");
        let log = only(&text(&events));
        let (verdict, script) = script(&log, &rules).expect("judged");
        assert!(verdict.disagreements.is_empty() && script.is_some(), "{name}: {:#?}", verdict.disagreements);
    }
    assert!(kans > 20, "{kans}");
}

#[test]
fn tiles_in_the_words_of_other_notations() {
    fn respell(value: &mut Value) {
        const WORDS: [(&str, &str); 10] = [
            ("E", "1z"),
            ("S", "2z"),
            ("W", "3z"),
            ("N", "4z"),
            ("P", "5z"),
            ("F", "6z"),
            ("C", "7z"),
            ("5mr", "0m"),
            ("5pr", "0p"),
            ("5sr", "0s"),
        ];
        match value {
            Value::Array(list) => list.iter_mut().for_each(respell),
            Value::Object(fields) => fields.values_mut().for_each(respell),
            Value::String(word) => {
                if let Some((_, other)) = WORDS.iter().find(|(known, _)| known == word) {
                    *word = (*other).into();
                }
            }
            _ => {}
        }
    }
    same(|events| events.iter_mut().for_each(respell), |_| {});
}

/// A discard of the tile just drawn is one, whatever the mark says, if it can be no other; without a mark, if it can be that one.
#[test]
fn the_mark_of_the_drawn_tile() {
    let unmarked = |log: &mut LogMatch| {
        for event in log.kyoku.iter_mut().flat_map(|kyoku| &mut kyoku.events) {
            if let Change::Discard { tsumogiri, .. } = event {
                *tsumogiri = false;
            }
        }
    };
    same(|events| without(events, &["dahai"], &["tsumogiri"]), unmarked);
    same(|events| of(events, &["dahai"]).for_each(|event| event["tsumogiri"] = json!(false)), unmarked);
    let drawn = "{\"type\":\"tsumo\",\"actor\":0,\"pai\":\"C\"}\n{\"type\":\"dahai\",\"actor\":0,\"pai\":\"C\",\"tsumogiri\":false}\n";
    let log = only(&format!("{}{drawn}", start(["1m 2m 3m 4m 5m 6m 7m 8m 9m 1p 2p 3p 4p"; 4])));
    assert!(matches!(log.kyoku[0].events[1], Change::Discard { tsumogiri: true, .. }));
}

/// The first kyoku of a match with these hands.
fn start(hands: [&str; 4]) -> String {
    let hands: Vec<Vec<&str>> = hands.iter().map(|hand| hand.split(' ').collect()).collect();
    let start = json!({
        "type": "start_kyoku", "bakaze": "E", "kyoku": 1, "honba": 0, "kyotaku": 0, "oya": 0, "dora_marker": "1s",
        "scores": [25000, 25000, 25000, 25000], "tehais": hands,
    });
    format!("{start}\n")
}

/// `reach_accepted` that is missing, or comes after the next draw.
#[test]
fn a_riichi_is_accepted_if_nobody_wins_on_it() {
    same(|events| events.retain(|event| event["type"] != "reach_accepted"), |_| {});
    let late = |events: &mut Vec<Value>| {
        for at in 0..events.len() - 1 {
            if events[at]["type"] == "reach_accepted" && events[at + 1]["type"] == "tsumo" {
                events.swap(at, at + 1);
            }
        }
    };
    same(late, |_| {});
}

/// Words of other servers, and what follows from the events before.
#[test]
fn other_events() {
    let others = |events: &mut Vec<Value>| {
        of(events, &["nukidora"]).for_each(|event| event["type"] = json!("kita"));
        without(events, &["kita"], &["pai"]);
        without(events, &["chi", "pon", "daiminkan"], &["pai", "target"]);
        let ask = json!({"type": "request_action", "possible_actions": [{"type": "none"}]});
        for at in (1..events.len() - 1).rev().step_by(7) {
            events.insert(at, ask.clone());
        }
        events.insert(0, json!({"type": "hello", "protocol": "mjsonp"}));
    };
    same(others, |_| {});
}

#[test]
fn origin_in_an_address() {
    let (_, _, mut events) = matches().remove(0);
    events[0]["uri"] = json!("http://tenhou.net/0/?log=2012080601gm-00a9-0000-e3595545&tw=1");
    let log = only(&text(&events));
    let origin = (log.reference.as_deref(), log.date.as_deref());
    assert_eq!(origin, (Some("2012080601gm-00a9-0000-e3595545"), Some("2012-08-06")));
}

/// Where the third kyoku of a match that has at least four ends, and where the fourth starts.
fn third_end(events: &[Value]) -> usize {
    events
        .iter()
        .enumerate()
        .filter(|(_, event)| ENDS.contains(&event["type"].as_str().unwrap_or_default()))
        .nth(2)
        .expect("an end")
        .0
}

/// A match whose third kyoku has an end that cannot be read, as `error` says, is read without that kyoku.
#[test]
fn one_bad_end_costs_one_kyoku() {
    let (_, rules, events) = matches()
        .into_iter()
        .find(|(_, _, events)| of(&mut events.clone(), &["start_kyoku"]).count() > 4)
        .expect("a long match");
    let whole = only(&text(&events)).kyoku.len();
    let end = third_end(&events);
    let kyoku = only(&text(&events)).kyoku[2].name;
    let cut = text(&events[end..=end]).trim_end().trim_end_matches('}').to_owned();
    for (line, problem) in [
        (cut, "not valid JSON: EOF".to_owned()),
        ("{\"type\":\"hora\"}".to_owned(), format!(", kyoku {kyoku}: `actor` is missing")),
        ("{\"type\":\"ryukyoku\",\"reason\":\"x\"}".to_owned(), "unknown reason `x` of a draw".to_owned()),
    ] {
        let text = [text(&events[..end]), line, "\n".into(), text(&events[end + 1..])].concat();
        let log = only(&text);
        assert!(log.kyoku.len() == whole && !log.kyoku[2].has_ended() && log.ended && log.stops_early());
        let warning = log.warning().expect("a warning");
        let place = format!("not read: line {}", end + 1);
        assert!(warning.starts_with(&place) && warning.contains(&problem), "{warning}");
        let (verdict, script) = script(&log, &rules).expect("judged");
        assert!(verdict.partial && verdict.disagreements.is_empty(), "{:?}", verdict.disagreements);
        assert_eq!(script.expect("a script").deals.walls.len(), (whole - 3).max(2));
    }
}

/// A kyoku whose start cannot be read is missing; a line that is of no kyoku costs none.
#[test]
fn one_bad_start_costs_one_kyoku() {
    let (_, _, events) = matches().remove(0);
    let whole = only(&text(&events)).kyoku.len();
    let starts = events.iter().enumerate().filter(|(_, event)| event["type"] == "start_kyoku");
    let second = starts.map(|(at, _)| at).nth(1).expect("a second kyoku");
    for (line, from, missing) in [
        ("{\"type\":\"start_kyoku\"\n", second + 1, 1),
        ("{\"type\":\"start_kyoku\",\"kyoku\":2}\n", second + 1, 1),
        ("no event\n", second, 0),
    ] {
        let log = only(&[&text(&events[..second]), line, &text(&events[from..])].concat());
        assert_eq!((log.kyoku.len(), log.gaps.len()), (whole - missing, missing), "{line}: {:?}", log.damage);
        assert!(log.gaps.iter().all(|gap| *gap == 1) && log.damage.len() == 1);
        assert_eq!(log.is_partial(), missing > 0, "{line}");
    }
}

/// A kyoku without a result, as programs write it that send no results to players.
#[test]
fn a_kyoku_without_a_result() {
    let (_, rules, mut events) = matches().remove(2);
    let whole = only(&text(&events)).kyoku.len();
    let last = events.len() - 1;
    events.retain(|event| !ENDS.contains(&event["type"].as_str().unwrap_or_default()));
    assert!(events.len() < last);
    let log = only(&text(&events));
    assert_eq!(log.kyoku.len(), whole);
    let verdict = judge(&log, &rules).expect("judged");
    assert!(verdict.partial && verdict.disagreements.is_empty());
}

/// What is refused names the line and the field.
#[test]
fn errors_name_line_and_field() {
    let first = start(["1m 2m 3m 4m 5m 6m 7m 8m 9m 1p 2p 3p 4p"; 4]);
    for (event, expected) in [
        (
            "{\"type\":\"tsumo\",\"actor\":0,\"pai\":\"8z\"}",
            "line 2, kyoku E1-0, `pai`: \"8z\" is not a tile",
        ),
        ("{\"type\":\"tsumo\",\"actor\":0,\"pai\":\"?\"}", "line 2, kyoku E1-0, `pai`: a hidden tile"),
        (
            "{\"type\":\"pon\",\"actor\":1,\"consumed\":[\"C\",\"C\"]}",
            "line 2, kyoku E1-0: seat 1 calls a tile that is not the last discard (none)",
        ),
        ("{\"type\":\"jump\",\"actor\":1}", "line 2, kyoku E1-0: unknown event `jump`"),
        ("{\"type\":3}", "line 2, kyoku E1-0: `type` is missing or not text"),
    ] {
        let error = read(format!("{first}{event}\n").as_bytes()).remove(0).expect_err("refused").to_string();
        assert!(error.starts_with(expected), "{error}\n{expected}");
    }
    let late = first
        .replace("\"kyoku\":1", "\"kyoku\":2")
        .replace("\"scores\"", "\"points\"")
        .replace("\"oya\":0", "\"oya\":1");
    let mut matches = read(late.as_bytes());
    assert!(matches.remove(0).is_ok(), "the first kyoku at hand has the points of a start");
}

/// The same with real logs.
mod shared {
    use super::*;
    use hyakuman_games::logs::referee::judge_by_its_rules;

    #[test]
    #[ignore = "needs HYAKUMAN_SHARED: real logs"]
    fn a_log_of_the_original_server() {
        let log =
            only(&String::from_utf8(common::shared_case("f6-mjai-without-scores.mjson")).expect("text"));
        let (_, verdict) = judge_by_its_rules(&log, &[]).expect("judged");
        assert_eq!((verdict.kyoku, verdict.wins, verdict.disagreements.len()), (10, 8, 0), "{verdict:?}");
    }
}
