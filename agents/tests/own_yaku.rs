//! Agents that build towards yaku of a rules file, whatever words it is written with.

use hyakuman_agents::Value;
use hyakuman_core::MatchSeed;
use hyakuman_game::ruleset::Source;
use hyakuman_game::{ActionMask, Agent, playout};
use hyakuman_riichi::{Action, Riichi, RiichiRules, View};
use std::sync::Arc;

const MATCHES: u64 = 16;

/// Counts calls.
struct Caller {
    agent: Value,
    calls: u32,
}

impl Agent<Riichi<4>> for Caller {
    fn act(&mut self, view: &View<'_, 4>, legal: &ActionMask) -> u8 {
        let code = Agent::<Riichi<4>>::act(&mut self.agent, view, legal);
        let is_call = matches!(
            Action::from_code(code),
            Some(Action::Chi { .. } | Action::Pon { .. } | Action::Daiminkan)
        );
        self.calls += u32::from(is_call);
        code
    }
}

/// The calls of four `value` under Tenhou's rules with these lines.
fn calls(lines: &str) -> u32 {
    let file = format!("base = \"tenhou\"\n{lines}");
    let rules = Arc::new(Source::file("test.toml", &file).load::<RiichiRules>().expect(lines).rules);
    let mut agents: Vec<_> = (0..4).map(|_| Caller { agent: Value::new(4, 1), calls: 0 }).collect();
    for number in 0..MATCHES {
        playout::play(&rules, MatchSeed { seed: 5, number }, &mut agents, &mut ()).unwrap();
    }
    agents.iter().map(|agent| agent.calls).sum()
}

fn of_yaku(han: u8, words: &str) -> u32 {
    calls(&format!("[[yaku]]\nname = \"Five sorts\"\nhan = {han}\n{words}"))
}

#[test]
fn the_wording_of_a_yaku_does_not_decide_how_often_one_calls() {
    let sorts = "has = \"m p s wind dragon\"";
    assert_eq!(
        of_yaku(2, sorts),
        calls("local_yaku = [\"Uumensai\"]"),
        "the local yaku is written like this"
    );
    let groups = of_yaku(
        13,
        "groups = [\"group of m\", \"group of p\", \"group of s\", \"group of wind\", \"group of dragon\"]",
    );
    let (has, none) = (of_yaku(13, sorts), calls(""));
    // Seven pairs have it as well, if it is not written with groups.
    assert!(has.abs_diff(groups) * 20 <= groups, "with has {has} calls, with groups {groups}");
    assert!(has.abs_diff(none) * 10 > none, "with it {has} calls, without {none}");
}

#[test]
fn one_builds_towards_counts_and_forms() {
    let none = calls("");
    let with = [
        "when = \"called >= 2\"",
        "every = [\"triplet\", \"pair\"]",
        "when = \"honors >= 6\"",
        "when = \"sum <= 40\"",
        "form = \"seven-pairs\"\nopen = 0",
    ]
    .map(|words| (of_yaku(12, words), words));
    assert!(
        with.iter().all(|(calls, _)| calls.abs_diff(none) * 10 > none),
        "without {none} calls, with {with:?}"
    );
}
