//! `hyakuman bot`: an agent behind a pipe plays the very same matches, and thinks the same; what it cannot follow is a
//! warning, and it goes on.

#![cfg(unix)]

use assert_cmd::Command;
use hyakuman_agents::{Roster, Spec};
use hyakuman_core::game::{ActionMask, Agent, AgentSeed, AnyAgent, Evaluation, Game, Seen, playout};
use hyakuman_core::testing::conformance::MatchTrace;
use hyakuman_core::{MatchSeed, Seat};
use hyakuman_games::registry::{Listed, Visitor};
use predicates::str::{contains, ends_with};
use std::sync::Arc;

const PROGRAM: &str = env!("CARGO_BIN_EXE_hyakuman");

/// Plays as `ukeire`. An agent and the same behind a pipe are asked at each decision, and must think and do the same.
struct Pair<G: Game> {
    plays: Box<dyn Agent<G>>,
    plain: Box<dyn Agent<G>>,
    bot: Box<dyn Agent<G>>,
    /// Decisions with an evaluation.
    compared: u32,
}

impl<G: Game> Agent<G> for Pair<G> {
    fn begin(&mut self, rules: &Arc<G::Rules>, seat: Seat, seed: AgentSeed) {
        self.plays.begin(rules, seat, seed);
        self.plain.begin(rules, seat, seed);
        self.bot.begin(rules, seat, seed);
    }

    fn act(&mut self, view: &G::View<'_>, legal: &ActionMask) -> u8 {
        let mut found = self.plain.evaluate(view, legal);
        for candidate in found.iter_mut().flat_map(|found: &mut Evaluation| &mut found.candidates) {
            candidate.group = None; // A bot has none.
        }
        assert_eq!(self.bot.evaluate(view, legal), found);
        self.compared += found.is_some() as u32;
        assert_eq!(self.bot.act(view, legal), self.plain.act(view, legal));
        self.plays.act(view, legal)
    }

    fn watches(&self) -> bool {
        self.bot.watches()
    }

    fn watch(&mut self, seen: &Seen<'_, G>) {
        self.bot.watch(seen);
    }
}

/// Plays an agent against itself, and the same with it behind a pipe in one seat; returns how many evaluations were compared.
struct Play<'a> {
    agent: &'a str,
    options: &'a str,
}

impl Visitor for Play<'_> {
    type Output = u32;

    fn visit<G: Listed>(self, rules: &Arc<G::Rules>) -> u32 {
        let roster = Roster::built_in();
        let make = |text: &str| {
            let spec: Spec = roster.spec(text).expect("a spec");
            roster.agent::<G>(&spec).ok().and_then(AnyAgent::scalar).expect("an agent")
        };
        let bot = format!("mjai:cmd=\"{PROGRAM} bot {}\",time=600{}", self.agent, self.options);
        let mut plain: Vec<_> = (0..G::SEATS).map(|_| make(self.agent)).collect();
        let mut asked: Vec<Box<dyn Agent<G>>> = (1..G::SEATS).map(|_| make(self.agent)).collect();
        let mut compared = 0;
        for number in 0..4 {
            let seed = MatchSeed { seed: 12, number };
            let mut traces = [MatchTrace::default(), MatchTrace::default()];
            playout::play::<G, _>(rules, seed, &mut plain, &mut traces[0]).expect("legal");
            asked.insert(number as usize % G::SEATS, make(&bot));
            playout::play::<G, _>(rules, seed, &mut asked, &mut traces[1]).expect("legal");
            assert!(traces[0] == traces[1], "{bot}: another match {number}");
            asked.remove(number as usize % G::SEATS);
            let mut pair =
                |_| Pair { plays: make("ukeire"), plain: make(self.agent), bot: make(&bot), compared: 0 };
            let mut pairs: Vec<Pair<G>> = (0..G::SEATS).map(&mut pair).collect();
            playout::play::<G, _>(rules, seed, &mut pairs, &mut ()).expect("legal");
            compared += pairs.iter().map(|pair| pair.compared).sum::<u32>();
        }
        compared
    }
}

#[test]
fn an_agent_behind_a_pipe_plays_and_thinks_the_same() {
    for (rules, agent, options) in [
        ("tenhou", "value", ""),
        ("tenhou", "ukeire", ",transport=line"),
        ("tenhou-sanma", "value", ",transport=each,three=kita"),
        ("tenhou-sanma", "ukeire", ",three=four"),
        ("mleague", "placement", ""),
    ] {
        let rules = hyakuman_games::registry::load_preset(rules).unwrap();
        let compared = rules.visit(Play { agent, options });
        assert_eq!(compared > 500, agent != "ukeire", "{agent}: {compared}");
    }
}

#[test]
fn an_agent_is_a_compliant_bot() {
    for rules in ["tenhou", "tenhou-sanma"] {
        let bot = format!("mjai:cmd=\"{PROGRAM} bot value\",time=600");
        let args = ["agents", "check", &bot, "--rules", rules, "--games", "2"];
        let checked = Command::new(PROGRAM).args(args).assert().code(0).stderr("");
        checked.stdout(ends_with("\ncompliant\n")).stdout(contains("\nvalues "));
    }
}

const GAME: &str = r#"{"type":"start_game","id":1,"names":["a","b","c","d"]}"#;
const KYOKU: &str = r#"{"type":"start_kyoku","bakaze":"E","kyoku":1,"honba":0,"kyotaku":0,"oya":0,"dora_marker":"6m",
"scores":[25000,25000,25000,25000],"tehais":[["?","?","?","?","?","?","?","?","?","?","?","?","?"],
["1m","8m","9m","1p","2p","3p","8p","1s","2s","4s","5s","8s","9s"],["?","?","?","?","?","?","?","?","?","?","?","?","?"],
["?","?","?","?","?","?","?","?","?","?","?","?","?"]]}"#;
const DISCARD: &str = r#"{"type":"tsumo","actor":0,"pai":"?"}
{"type":"dahai","actor":0,"pai":"E","tsumogiri":false}"#;

/// The lines of a match.
fn lines(parts: &[&str]) -> String {
    let kyoku = KYOKU.replace('\n', "");
    let parts: Vec<&str> =
        parts.iter().map(|part| if *part == KYOKU { kyoku.as_str() } else { *part }).collect();
    parts.join("\n") + "\n"
}

/// What has no meaning or cannot be followed is a warning; each line is answered, and the program ends with the input.
#[test]
fn what_cannot_be_followed_is_a_warning() {
    let none = r#"{"type":"none"}"#;
    let draw = r#"{"type":"tsumo","actor":1,"pai":"N"}"#;
    let drawn = r#"{"type":"dahai","actor":1,"pai":"N","tsumogiri":true}"#;
    let ended = "warning: the input ends in the middle of a match";
    for (parts, sentence, last) in [
        (&[GAME, KYOKU, DISCARD][..], ended, none),
        (&[GAME, DISCARD], "warning: line 2: `tsumo` outside a kyoku: {", none),
        (&[draw], "warning: line 1: `tsumo` outside a kyoku: {", drawn),
        (&[GAME, KYOKU, r#"{"type":"jump"}"#], "warning: line 3: unknown event `jump`: {", none),
        (&[GAME, KYOKU, draw], "warning: line 3: the kyoku cannot be followed: ", drawn),
        (&[GAME, KYOKU, DISCARD, "{"], "warning: line 5: it is not JSON: EOF while parsing an object", none),
        (
            &[r#"{"type":"start_game","rules":{"name":"/dev/zero.toml"}}"#],
            "warning: line 1: no ruleset `/dev/zero.toml` is built in",
            none,
        ),
    ] {
        let input = lines(parts);
        let went_on =
            Command::new(PROGRAM).args(["bot", "value"]).write_stdin(input.clone()).assert().code(0);
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let (out, errors) = (text(&went_on.get_output().stdout), text(&went_on.get_output().stderr));
        assert!(errors.starts_with(sentence), "{errors}");
        assert_eq!((out.lines().count(), out.lines().last()), (input.lines().count(), Some(last)), "{out}");
    }
}

/// A bad agent or bad rules end the program before it reads anything.
#[test]
fn what_cannot_start_is_refused() {
    for (line, sentence) in [
        ("gari", "plays toutenkou only"),
        ("no", "unknown agent"),
        ("mjai:cmd=cat", "has to watch a match from its start"),
        ("value --rules toppan", "mjai is for riichi mahjong, not for toppan"),
        ("value --rules nothing", "nothing"),
        ("value --set kuitan=maybe", "kuitan"),
    ] {
        let refused =
            Command::new(PROGRAM).arg("bot").args(line.split(' ')).write_stdin("{").assert().code(2);
        refused.stdout("").stderr(contains(sentence));
    }
}

/// A program that gives the first dealer another number than 0 is answered with its own numbers.
#[test]
fn seats_have_the_numbers_of_the_events() {
    let kyoku = KYOKU.replace("\"oya\":0", "\"oya\":1");
    let input = lines(&[
        GAME,
        &kyoku.replace('\n', ""),
        r#"{"type":"tsumo","actor":1,"pai":"N"}"#,
        r#"{"type":"end_game"}"#,
    ]);
    let answered =
        Command::new(PROGRAM).args(["bot", "value"]).write_stdin(input).assert().code(0).stderr("");
    let text = String::from_utf8_lossy(&answered.get_output().stdout).into_owned();
    let answers: Vec<&str> = text.lines().collect();
    assert_eq!((answers.len(), answers[0]), (4, "{\"type\":\"none\"}"), "{text}");
    assert!(
        answers[2].starts_with(
            "{\"type\":\"dahai\",\"actor\":1,\"meta\":{\"candidates\":[{\"action\":{\"actor\":1,"
        ),
        "{text}"
    );
}
