//! Matches as programs tell them: a bot plays as if everything were said, and answers whatever is said.

use super::{PLAY, Seating, serve};
use crate::{Random, Ukeire};
use hyakuman_core::game::{Agent, playout};
use hyakuman_core::{MatchSeed, Rng, Seat};
use hyakuman_games::logs::Recorder;
use hyakuman_games::logs::mjai;
use hyakuman_riichi::{Riichi, RiichiRules, presets};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::io::Cursor;
use std::sync::Arc;

/// Seats `ukeire`, and writes down which ruleset is named.
#[derive(Default)]
struct Seats(RefCell<Vec<Option<&'static str>>>);

impl Seating for Seats {
    fn rules(&self, seats: usize, ruleset: Option<&'static str>) -> Result<Arc<RiichiRules>, String> {
        self.0.borrow_mut().push(ruleset);
        Ok(Arc::new(if seats == 3 { presets::tenhou_sanma() } else { presets::tenhou() }))
    }

    fn agent<const N: usize>(&self, _: &Arc<RiichiRules>) -> Result<Box<dyn Agent<Riichi<N>>>, String> {
        Ok(Box::new(Ukeire::default()))
    }
}

/// The answers to some lines, and the remarks on them.
fn served(lines: &[String]) -> (Vec<String>, Vec<String>) {
    let (mut out, mut remarks) = (Vec::new(), Vec::new());
    let mut input = Cursor::new(lines.join("\n"));
    let mut remark = |sentence: &str| remarks.push(sentence.to_owned());
    serve(&Seats::default(), None, &mut input, &mut out, &mut remark).expect("a vector can be written");
    (String::from_utf8(out).expect("text").lines().map(str::to_owned).collect(), remarks)
}

/// The first kyoku of a match of `ukeire` and `random` as a seat is told them.
fn told<const N: usize>(rules: RiichiRules, seed: u64, seat: u8) -> Vec<Value> {
    let rules = Arc::new(rules);
    let mut recorder = Recorder::<N>::new(&rules);
    let random = |other: usize| other == 1 && seat != 1;
    let agent = |other| -> Box<dyn Agent<Riichi<N>>> {
        if random(other) { Box::<Random>::default() } else { Box::<Ukeire>::default() }
    };
    let mut agents: Vec<_> = (0..N).map(agent).collect();
    let seed = MatchSeed { seed, number: 0 };
    playout::play::<Riichi<N>, _>(&rules, seed, &mut agents, &mut recorder).expect("legal");
    let text = mjai::seen_by(&mjai::write(&recorder.log()), Seat::new(seat));
    let mut events: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    events[0]["id"] = json!(seat);
    let (mut ends, last) = (0, events.pop());
    events.retain(|event| {
        ends += usize::from(is(event, "end_kyoku"));
        ends < 4 || is(event, "end_kyoku") && ends == 4
    });
    events.extend(last);
    events
}

/// A byte order mark before the first line costs nothing.
#[test]
fn a_byte_order_mark_is_skipped() {
    let mut lines: Vec<String> = told::<4>(presets::tenhou(), 3, 2).iter().map(Value::to_string).collect();
    let plain = served(&lines);
    lines[0].insert(0, '\u{feff}');
    assert_eq!(served(&lines), plain);
}

/// The answers to the events that may be answered, and how many there are of all.
fn answers(events: &[Value]) -> Vec<String> {
    let (answers, remarks) = served(&events.iter().map(Value::to_string).collect::<Vec<_>>());
    assert_eq!(remarks, [""; 0]);
    assert_eq!(answers.len(), events.len());
    let asked = |event: &Value| PLAY.contains(&event["type"].as_str().unwrap());
    events.iter().zip(answers).filter(|(event, _)| asked(event)).map(|(_, answer)| answer).collect()
}

fn is(event: &Value, kind: &str) -> bool {
    event["type"] == kind
}

/// Puts events of a type after the next `by` events.
fn late(events: &[Value], kind: &str, by: usize) -> Vec<Value> {
    let mut places: Vec<(usize, &Value)> = events.iter().enumerate().collect();
    places
        .iter_mut()
        .for_each(|(place, event)| *place = 2 * *place + if is(event, kind) { 2 * by + 1 } else { 0 });
    places.sort_by_key(|(place, _)| *place);
    places.into_iter().map(|(_, event)| event.clone()).collect()
}

fn without(events: &[Value], kinds: &[&str]) -> Vec<Value> {
    events.iter().filter(|event| !kinds.iter().any(|kind| is(event, kind))).cloned().collect()
}

fn changed(events: &[Value], mut change: impl FnMut(&mut Value)) -> Vec<Value> {
    let mut events = events.to_vec();
    events.iter_mut().for_each(&mut change);
    events
}

fn forget(event: &mut Value, key: &str) {
    event.as_object_mut().unwrap().remove(key);
}

/// The same match in the words of other programs.
fn variants(events: &[Value]) -> Vec<(&'static str, Vec<Value>)> {
    let more = |list: &mut Value| {
        for score in list.as_array_mut().into_iter().flatten() {
            *score = json!(score.as_i64().unwrap() + 5_000);
        }
    };
    let end_of_match = |event: &Value| is(event, "end_game");
    let own = events[0]["id"].clone();
    vec![
        ("no reach_accepted", without(events, &["reach_accepted"])),
        ("late reach_accepted", late(events, "reach_accepted", 1)),
        ("later reach_accepted", late(events, "reach_accepted", 3)),
        ("no tsumogiri", changed(events, |event| forget(event, "tsumogiri"))),
        (
            "false tsumogiri of others",
            changed(events, |event| {
                if is(event, "dahai") && event["actor"] != own {
                    event["tsumogiri"] = json!(false);
                }
            }),
        ),
        ("no end of a kyoku", without(events, &["hora", "ryukyoku"])),
        ("no end_kyoku", without(events, &["end_kyoku"])),
        ("no scores", changed(events, |event| forget(event, "scores"))),
        ("other scores", changed(events, |event| more(&mut event["scores"]))),
        (
            "no names of the calls",
            changed(events, |event| {
                if is(event, "chi") || is(event, "pon") {
                    forget(event, "target");
                    forget(event, "pai");
                }
            }),
        ),
        (
            "empty hands of others",
            changed(events, |event| {
                for hand in event["tehais"].as_array_mut().into_iter().flatten().filter(|hand| hand[0] == "?")
                {
                    *hand = json!([]);
                }
            }),
        ),
        (
            "nothing that can be left out",
            changed(events, |event| {
                for key in ["honba", "kyotaku"] {
                    if event[key] == json!(0) {
                        forget(event, key);
                    }
                }
                forget(event, "oya");
            }),
        ),
        ("no start", events[1..].to_vec()),
        (
            "other events",
            events
                .iter()
                .flat_map(|event| {
                    let other =
                        if end_of_match(event) { None } else { Some(json!({"type": "log", "text": "x"})) };
                    [Some(event.clone()), other].into_iter().flatten()
                })
                .collect(),
        ),
    ]
}

#[test]
fn a_match_in_the_words_of_other_programs_is_played_the_same() {
    for seed in 0..3 {
        let events = told::<4>(presets::tenhou(), seed, seed as u8);
        let right = answers(&events);
        assert!(right.iter().filter(|answer| answer.contains("dahai")).count() > 25);
        for (name, events) in variants(&events) {
            assert_eq!(answers(&events), right, "{name}, seed {seed}");
        }
    }
}

/// The dora of a kan may come before the discard, after it or never: each draw is answered.
#[test]
fn the_dora_of_a_kan_comes_whenever_it_comes() {
    let mut doras = 0;
    for seed in 0..3 {
        let events = told::<4>(presets::tenhou(), seed, 0);
        doras += events.iter().filter(|event| is(event, "dora")).count();
        for events in [late(&events, "dora", 1), late(&events, "dora", 2), without(&events, &["dora"])] {
            let asked = events.iter().filter(|event| PLAY.contains(&event["type"].as_str().unwrap()));
            for (event, answer) in asked.zip(answers(&events)) {
                let own_draw = is(event, "tsumo") && event["actor"] == 0;
                assert!(!own_draw || !answer.contains("none"), "{event}");
            }
        }
    }
    assert!(doras > 1);
}

/// `kita` is answered with `kita`, once it was read.
#[test]
fn both_words_for_a_north_are_read() {
    let events = told::<3>(presets::tenhou_sanma(), 1, 0);
    let kita = changed(&events, |event| {
        if is(event, "nukidora") {
            *event = json!({"type": "kita", "actor": event["actor"], "pai": "N"});
        }
    });
    let [nukidora, kita] = [&events, &kita].map(|events| answers(events));
    let words =
        |answers: &[String], word: &str| answers.iter().filter(|answer| answer.contains(word)).count();
    assert!(words(&nukidora, "nukidora") > 2 && words(&kita, "kita") > 1 && words(&nukidora, "kita") == 0);
    let plain: Vec<String> = kita.iter().map(|answer| answer.replace("kita", "nukidora")).collect();
    assert_eq!(plain, nukidora);
}

/// Lines that are damaged at random: every line gets one answer, and a match after it is played.
#[test]
fn whatever_is_read_is_answered() {
    let events = told::<4>(presets::tenhou(), 4, 0);
    let right = answers(&events);
    let lines: Vec<String> = events.iter().map(Value::to_string).collect();
    let mut rng = Rng::from_seed(9);
    for _ in 0..10 {
        let mut damaged = lines.clone();
        for _ in 0..20 {
            damage(&mut damaged, &mut rng);
        }
        let count = damaged.len();
        damaged.extend(lines.iter().cloned());
        let (answers, _) = served(&damaged);
        assert_eq!(answers.len(), damaged.len());
        let asked = |event: &Value| PLAY.contains(&event["type"].as_str().unwrap());
        let after = events.iter().zip(&answers[count..]).filter(|(event, _)| asked(event));
        assert!(after.map(|(_, answer)| answer).eq(&right), "the match after it is played otherwise");
    }
}

/// Leaves out, repeats or moves a line, cuts it, or puts a word of another one in place of one of its own.
fn damage(lines: &mut Vec<String>, rng: &mut Rng) {
    let [one, other] = [(); 2].map(|()| rng.below(lines.len() as u32) as usize);
    let word = |line: &str, number: u32| -> String {
        let words: Vec<&str> = line.split_inclusive([',', ':', '"']).collect();
        words[number as usize % words.len()].to_owned()
    };
    match rng.below(5) {
        0 => drop(lines.remove(one)),
        1 => lines.insert(one, lines[other].clone()),
        2 => lines.swap(one, other),
        3 => {
            let half = lines[one].len() / 2;
            lines[one].truncate(half);
        }
        _ => {
            let (old, new) = (word(&lines[one], rng.below(99)), word(&lines[other], rng.below(99)));
            lines[one] = lines[one].replacen(&old, &new, 1);
        }
    }
}

const HAND: &str = r#"["1m","3m","4m","1p","2p","3p","8p","1s","2s","4s","5s","8s","N"]"#;

/// A kyoku that starts for seat 0, the dealer.
fn start() -> Vec<String> {
    let hidden = json!(vec!["?"; 13]);
    let hands = format!("[{HAND},{hidden},{hidden},{hidden}]");
    let kyoku = r#"{"type":"start_kyoku","bakaze":"E","kyoku":1,"honba":0,"kyotaku":0,"oya":0,"dora_marker":"2p","scores":[25000,25000,25000,25000],"tehais":"#;
    vec![r#"{"type":"start_game","id":0}"#.into(), format!("{kyoku}{hands}}}")]
}

fn lines(text: &str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}

/// The first discard of the dealer is not marked, although it is the tile drawn.
#[test]
fn a_drawn_tile_need_not_be_marked() {
    let rest = r#"{"type":"tsumo","actor":0,"pai":"C"}
{"type":"dahai","actor":0,"pai":"C","tsumogiri":false}
{"type":"tsumo","actor":1,"pai":"?"}
{"type":"dahai","actor":1,"pai":"N","tsumogiri":false}
{"type":"tsumo","actor":2,"pai":"?"}
{"type":"dahai","actor":2,"pai":"W"}
{"type":"tsumo","actor":3,"pai":"?"}
{"type":"dahai","actor":3,"pai":"5m","tsumogiri":false}
{"type":"tsumo","actor":0,"pai":"F"}"#;
    let (answers, remarks) = served(&[start(), lines(rest)].concat());
    assert!(remarks == ["the input ends in the middle of a match"] && answers.len() == 11, "{remarks:?}");
    assert!(answers[10].starts_with("{\"type\":\"dahai\",\"actor\":0,"), "{answers:?}");
    assert!(answers[9].contains("chi") || answers[9].contains("none"), "{answers:?}");
}

/// A drawn tile that is answered although something comes after it in its line.
#[test]
fn what_nobody_answers_may_follow_in_the_line() {
    let (draw, dora) = (r#"{"type":"tsumo","actor":0,"pai":"C"}"#, r#"{"type":"dora","dora_marker":"9m"}"#);
    let last = |line: String| served(&[start(), vec![line]].concat()).0.pop().unwrap();
    let answer = last(draw.into());
    assert!(answer.contains("dahai"), "{answer}");
    assert_eq!(last(format!("[{draw},{dora}]")), answer);
    assert_eq!(last(format!("[{draw},{{\"type\":\"timer\"}}]")), answer);
    assert_eq!(last(dora.into()), r#"{"type":"none"}"#);
    assert_eq!(last("[]".into()), r#"{"type":"none"}"#);
    let silent = format!(r#"[{draw},{{"type":"dora","dora_marker":"9m","can_act":false}}]"#);
    assert_eq!(served(&[start(), vec![silent]].concat()).0.len(), 2);
}

/// What cannot be followed is a sentence, and the answer a move that is legal in any case; the next kyoku is played.
#[test]
fn what_cannot_be_followed_gets_a_safe_move() {
    let drawn = |tile: &str| format!(r#"{{"type":"dahai","actor":0,"pai":"{tile}","tsumogiri":true}}"#);
    let none = || r#"{"type":"none"}"#.to_owned();
    for (events, sentence, answer) in [
        (r#"{"type":"tsumo","actor":0,"pai":"XX"}"#, "\"XX\" is not a tile", drawn("XX")),
        (r#"{"type":"dahai","actor":3,"pai":"9s"}"#, "the kyoku cannot be followed", none()),
        (
            "{\"type\":\"dahai\",\"actor\":3,\"pai\":\"9s\"}\n{\"type\":\"tsumo\",\"actor\":0,\"pai\":\"2m\"}",
            "the kyoku cannot be followed",
            drawn("2m"),
        ),
        (r#"{"type":"tsumo","actor":7,"pai":"2m"}"#, "", none()),
        (r#"{"type":"jump"}"#, "line 3: unknown event `jump`: {", none()),
        ("{", "line 3: it is not JSON: EOF while parsing an object", none()),
        ("3", "line 3: `type` is missing or not text: 3", none()),
        (
            r#"{"type":"pon","actor":0,"target":1,"pai":"4s","consumed":["4s","4s"]}"#,
            "the kyoku cannot be followed",
            r#"{"type":"dahai","actor":0,"pai":"N","tsumogiri":false}"#.into(),
        ),
        (r#"{"type":"reach","actor":0}"#, "the kyoku cannot be followed", none()),
        (
            "{\"type\":\"end_game\"}\n{\"type\":\"tsumo\",\"actor\":0,\"pai\":\"2m\"}",
            "`tsumo` outside a kyoku",
            drawn("2m"),
        ),
    ] {
        let again = [
            r#"{"type":"end_kyoku"}"#.to_owned(),
            start()[0].clone(),
            start()[1].clone(),
            r#"{"type":"tsumo","actor":0,"pai":"C"}"#.to_owned(),
        ];
        let (answers, remarks) = served(&[start(), lines(events)].concat());
        assert_eq!(answers.last(), Some(&answer), "{events}: {remarks:?}");
        assert!(remarks[0].contains(sentence), "{events}: {remarks:?}");
        let (answers, _) = served(&[start(), lines(events), again.to_vec()].concat());
        assert!(answers.last().unwrap().contains("\"pai\":\"N\""), "{events}: {answers:?}");
    }
}

/// No seat, a kyoku in the middle of nothing, lines and events that are too long or too many.
#[test]
fn matches_without_a_frame() {
    let draw = r#"{"type":"tsumo","actor":0,"pai":"C"}"#.to_owned();
    assert_eq!(
        served(std::slice::from_ref(&draw)).0,
        [r#"{"type":"dahai","actor":0,"pai":"C","tsumogiri":true}"#]
    );
    let (answers, remarks) = served(&[start()[1].clone(), draw.clone()]);
    assert!(answers[1].contains("\"pai\":\"N\"") && remarks.len() == 1, "{remarks:?}");
    let without_id =
        [vec![r#"{"type":"start_game"}"#.to_owned()], vec![start()[1].clone(), draw.clone()]].concat();
    assert!(served(&without_id).0[2].contains("\"pai\":\"N\""));
    let long = format!("\"{}\"", "x".repeat(2 << 20));
    let (answers, remarks) = served(&[start(), vec![long, draw.clone()]].concat());
    assert!(answers.len() == 4 && answers[3].contains("\"pai\":\"N\""), "{remarks:?}");
    assert_eq!(remarks[0], "line 3: it is longer than 1 MiB");
    let (answers, remarks) = served(&[start(), vec![draw; 3_000]].concat());
    assert!(answers.len() == 3_002 && remarks.len() <= 8, "{remarks:?}");
    assert!(answers[3_001].contains("\"pai\":\"C\",\"tsumogiri\":true"));
}

/// A ruleset in `start_game` is a built-in one or none: no file is opened.
#[test]
fn only_built_in_rulesets_are_named() {
    for (name, named) in
        [("mleague", Some("mleague")), ("x.toml", None), ("/dev/stdin", None), ("toppan", None)]
    {
        let game = format!(r#"{{"type":"start_game","id":0,"rules":{{"name":"{name}"}}}}"#);
        let (seats, mut remarks) = (Seats::default(), Vec::new());
        let mut input = Cursor::new([game, start()[1].clone()].join("\n"));
        serve(&seats, None, &mut input, &mut Vec::new(), &mut |sentence| remarks.push(sentence.to_owned()))
            .unwrap();
        assert_eq!(*seats.0.borrow(), [named]);
        let sentence = format!("line 1: no ruleset `{name}` is built in: the usual one is played: {{");
        assert_eq!(remarks[0].starts_with(&sentence), named.is_none(), "{remarks:?}");
    }
}
