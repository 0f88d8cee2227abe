//! Bots that fail: nobody at the table reads what they hold, nor their command. Two tables that differ only in what the person does not see
//! give the same bytes.

use super::leaks::{deals, random_walls};
use super::{answer, codes, get, opened, request, rules, state};
use crate::play::people::{PeopleAtTable, PlayOptions};
use crate::play::refusal::Failure;
use crate::play::server::Server;
use hyakuman_agents::{Roster, Spec};
use hyakuman_arena::table::SingleTable;
use hyakuman_core::{Rng, Seat, SeatSet, Wall};
use hyakuman_games::registry::load_preset;
use hyakuman_riichi::Riichi;
use serde_json::Value;
use std::sync::Arc;

/// A word in every command.
const MARK: &str = "secret-mark";

/// What a bot does instead of answering, a part of what is said of it, and whether that shows its hand.
const BOTS: [(&str, &str, bool); 7] = [
    (r#"sh -c ': secret-mark; while read -r line; do echo "{\"type\":\"none\"}"; done'"#, "legal: ", true),
    (
        r#"sh -c ': secret-mark; while read -r line; do echo "${line##*tehais}"; done'"#,
        "cannot be read",
        true,
    ),
    (r#"sh -c ': secret-mark; read -r line; printf "{}\n{}\n"; exec sleep 9'"#, "more than once", false),
    (r#"sh -c ': secret-mark; read -r line; echo "$line" >&2; exit 3'"#, "exit status: 3", false),
    ("sh -c ': secret-mark; exec sleep 1000'", "did not answer within 1 s", false),
    ("sh -c ': secret-mark; read -r line; exec head -c 70000 /dev/zero'", "longer than 64 KiB", false),
    ("/nonexistent/secret-mark", "cannot be started", false),
];

/// A bot with this command; the one that sleeps has a second for its answer, the others have as long as they need.
fn bot(roster: &Roster, command: &str, on_failure: &str) -> Spec {
    let time = if command.contains("exec sleep 1000") { "1" } else { "60" };
    let spec = roster.spec("mjai:cmd=none").unwrap();
    spec.with("cmd", command).with("on_failure", on_failure).with("start_time", time)
}

/// A table with a person in seat 1 and bots in the others, of which the dealer decides first. `other`: the dealer was dealt and draws other
/// tiles, from the wall.
fn served(command: &str, on_failure: &str, other: bool) -> Server {
    let roster = Arc::new(Roster::built_in());
    let (seat, spec) = (Seat::new(1), bot(&roster, command, on_failure));
    let (ruleset, rules) = (load_preset("tenhou").unwrap(), Arc::new(rules("tenhou", &[])));
    let mut walls = random_walls::<Riichi<4>>(&rules, &mut Rng::from_seed(3));
    if other {
        let mut tiles = walls[0].ids().to_vec();
        [0, 1, 2, 3, 52].iter().for_each(|&place| tiles.swap(place, place + 60));
        walls[0] = Wall::from_ids(&tiles).unwrap();
    }
    let agent = |at| (at != seat).then(|| roster.agent::<Riichi<4>>(&spec).unwrap().scalar().unwrap());
    let (agents, people) = (Seat::all(4).map(agent).collect(), SeatSet::of(seat));
    let deals = deals::<Riichi<4>>(&rules, &walls);
    let table = SingleTable::start(Arc::new(ruleset), &rules, deals, agents, people).unwrap();
    let hints = roster.spec("ukeire").unwrap();
    opened(Box::new(table), &PlayOptions { people, agents: vec![spec], hints, seed: 7 })
}

/// All that the person gets when the match cannot go on, and what is said to the one who serves it.
fn told(command: &str, other: bool) -> (Vec<(u16, String)>, Failure) {
    let server = served(command, "abort", other);
    let address = &server.addresses()[0].1;
    let seen = loop {
        let seen = state(address, 0);
        if !seen["error"].is_null() {
            break seen;
        }
    };
    assert_eq!(seen["error"], "the agent in seat 0 has failed");
    assert!(seen["now"]["question"].is_null() && seen["now"]["result"].is_null());
    let paths =
        ["", "state?after=0", "state?after=9", "hint", "review", "file/html", "file/text", "file/x", "x"];
    let mut told: Vec<(u16, String)> = paths.map(|path| get(address, path)).into();
    told.extend([0, 1].map(|number| answer(address, number, 3)));
    told.push(request(address, "POST", "answer", "", "{}"));
    (told, server.failure().expect("it has failed").clone())
}

/// Neither the command of a bot nor, besides the words of the page itself, anything that it reads or writes.
fn says_nothing(body: &str) {
    assert!(!body.contains(MARK));
    let is_page = body.starts_with("<!DOCTYPE html>");
    assert!(is_page || !["legal: ", "tehais", "mjai"].iter().any(|word| body.contains(word)), "{body}");
}

#[test]
fn nobody_reads_why_a_bot_failed() {
    for (command, said, shows_hand) in BOTS {
        let ([one, other], failures) = {
            let [(one, failure), (other, of_other)] = [false, true].map(|other| told(command, other));
            ([one, other], [failure, of_other])
        };
        assert!(one == other, "{command}: the responses differ");
        one.iter().for_each(|(_, body)| says_nothing(body));
        says_nothing(&format!("{:?}", failures[0]));
        let [sentence, of_other] = failures.map(|failure| failure.with_hidden_tiles());
        let start = "the agent in seat 0 has failed: wall 0, seat 0, kyoku E1-0: ";
        assert!(sentence.starts_with(start) && sentence.contains(said), "{command}: {sentence}");
        assert_eq!(sentence != of_other, shows_hand, "{command}: {sentence}");
    }
}

/// Where the match goes on without the answers of a bot, nothing says so.
#[test]
fn nobody_reads_that_a_bot_fails() {
    for command in [BOTS[0].0, BOTS[1].0] {
        let server = served(command, "tsumogiri", false);
        let address = &server.addresses()[0].1;
        for _ in 0..6 {
            let seen = asked(address);
            let number = seen["now"]["number"].as_u64().unwrap();
            let told = ["", "state?after=0", "hint", "review", "file/text"].map(|path| get(address, path).1);
            told.iter().for_each(|body| says_nothing(body));
            let code = *codes(&seen["now"]["question"]).last().unwrap();
            assert_eq!(answer(address, number, code.into()).0, 200);
        }
        assert!(server.failure().is_none());
    }
}

/// The state where the person has a question.
fn asked(address: &str) -> Value {
    loop {
        let seen = state(address, u64::MAX);
        assert!(seen["error"].is_null(), "{seen}");
        if !seen["now"]["question"].is_null() {
            return seen;
        }
    }
}

/// Hints need an agent that can be asked in the middle of a match; one that fails then is a sentence.
#[test]
fn a_bot_gives_no_hints() {
    let roster = Arc::new(Roster::built_in());
    let people = [Seat::new(1)].into_iter().collect();
    let hints = bot(&roster, "sh -c ': secret-mark'", "abort");
    let options = PlayOptions { people, agents: vec![roster.spec("ukeire").unwrap()], hints, seed: 7 };
    let made = PeopleAtTable::new(&load_preset("tenhou").unwrap(), &roster, &options);
    let error = made.err().expect("a bot has to watch").to_string();
    assert_eq!(error, "the agent mjai gives no hints: it has to watch a match from its start");
}
