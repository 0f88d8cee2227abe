//! Agents that build towards yaku of a rules file, whatever words it is written with.

use hyakuman_agents::{Ukeire, Value};
use hyakuman_core::MatchSeed;
use hyakuman_core::game::ruleset::Source;
use hyakuman_core::game::ruleset::toml::Table;
use hyakuman_core::game::{ActionMask, Agent, KyokuEnd, Sink, playout};
use hyakuman_riichi::written_yaku::WrittenYakuList;
use hyakuman_riichi::{Action, Riichi, RiichiRules, View};
use std::collections::BTreeSet;
use std::sync::Arc;

const MATCHES: u64 = 100;

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

/// Counts kyoku, of which a match has fewer if hands are worth more, and wins with a yaku of the file.
#[derive(Default)]
struct Kyoku {
    all: u32,
    with_it: u32,
}

impl Sink<Riichi<4>> for Kyoku {
    fn kyoku_end(&mut self, end: &KyokuEnd<'_>) {
        self.all += 1;
        self.with_it += end.wins.iter().filter(|win| win.own_yaku != 0).count() as u32;
    }
}

/// Of a thousand kyoku of four `value` under Tenhou's rules with these lines: the calls, and the wins with a yaku of the file.
fn calls_and_wins(lines: &str) -> [u32; 2] {
    let file = format!("base = \"tenhou\"\n{lines}");
    let rules = Arc::new(Source::file("test.toml", &file).load::<RiichiRules>().expect(lines).rules);
    let mut agents: Vec<_> = (0..4).map(|_| Caller { agent: Value::new(4, 1), calls: 0 }).collect();
    let mut kyoku = Kyoku::default();
    for number in 0..MATCHES {
        playout::play(&rules, MatchSeed { seed: 5, number }, &mut agents, &mut kyoku).unwrap();
    }
    let calls: u32 = agents.iter().map(|agent| agent.calls).sum();
    [calls, kyoku.with_it].map(|count| 1_000 * count / kyoku.all)
}

fn of_yaku(han: u8, words: &str) -> [u32; 2] {
    calls_and_wins(&format!("[[yaku]]\nname = \"Five sorts\"\nhan = {han}\n{words}"))
}

#[test]
fn the_wording_of_a_yaku_does_not_decide_how_often_one_calls() {
    let sorts = "has = \"m p s wind dragon\"";
    let local = calls_and_wins("local_yaku = [\"Uumensai\"]");
    assert_eq!(of_yaku(2, sorts)[0], local[0], "the local yaku is written like this");
    let [groups, _] = of_yaku(
        13,
        "groups = [\"group of m\", \"group of p\", \"group of s\", \"group of wind\", \"group of dragon\"]",
    );
    let [has, _] = of_yaku(13, sorts);
    // Seven pairs have it as well, if it is not written with groups.
    assert!(has.abs_diff(groups) * 10 <= groups, "with has {has} calls, with groups {groups}");
}

#[test]
fn one_builds_towards_what_is_worth_more() {
    assert_eq!(of_yaku(12, "when = \"suits = 3\""), of_yaku(12, "has = \"m p s\""));
    for words in [
        "has = \"m p s wind dragon\"",
        "when = \"called >= 2\"",
        "when = \"honors >= 6\"",
        "form = \"seven-pairs\"\nopen = 0",
    ] {
        let [[_, cheap], [_, dear]] = [1, 12].map(|han| of_yaku(han, words));
        assert!(10 * dear > 11 * cheap, "{words}: in {cheap} of 1,000 kyoku for 1 han, in {dear} for 12");
    }
}

/// Notes what it does.
struct Noting {
    agent: Value,
    actions: Vec<u8>,
}

impl Agent<Riichi<4>> for Noting {
    fn act(&mut self, view: &View<'_, 4>, legal: &ActionMask) -> u8 {
        let code = Agent::<Riichi<4>>::act(&mut self.agent, view, legal);
        self.actions.push(code);
        code
    }
}

/// What four `value` do in some matches with a yaku of eight han that is written like this.
fn play_of(words: &str) -> Vec<Vec<u8>> {
    let worth = if words.contains("open = ") { "han = 8" } else { "han = 8\nopen = 7" };
    play_with(3, &format!("[[yaku]]\nname = \"A\"\n{worth}\n{words}"))
}

/// What they do in so many matches with the yaku of these lines.
fn play_with(matches: u64, lines: &str) -> Vec<Vec<u8>> {
    let file = format!("base = \"tenhou\"\n{lines}");
    let rules = Arc::new(Source::file("test.toml", &file).load::<RiichiRules>().expect(lines).rules);
    let mut agents: Vec<_> =
        (0..4).map(|_| Noting { agent: Value::new(4, 1), actions: Vec::new() }).collect();
    for number in 0..matches {
        playout::play(&rules, MatchSeed { seed: 9, number }, &mut agents, &mut ()).unwrap();
    }
    agents.into_iter().map(|agent| agent.actions).collect()
}

/// The same yaku in several words each.
const SPELLINGS: &[&[&str]] = &[
    &[
        "form = 'standard'\nhas = 'm p s wind dragon'",
        "groups = ['group of m', 'group of p', 'group of s', 'group of wind', 'group of dragon']",
        "form = 'standard'\nhas = 'wind dragon'\nwhen = 'suits = 3'",
    ],
    &["every = ['triplet', 'pair']", "groups = ['4 triplet', 'pair']", "groups = ['4 triplet']"],
    &[
        "tiles = 'simple'",
        "none = 'outside'",
        "when = ['honors = 0', 'terminals < 1']",
        "form = ['standard', 'seven-pairs']\nevery = 'group of simple'",
    ],
    &[
        "tiles = 'a honor'",
        "when = 'suits <= 1'",
        "form = ['standard', 'seven-pairs']\nevery = 'group of a honor'",
    ],
    &["groups = ['2 triplet of wind']", "groups = ['triplet of wind', 'triplet of wind']"],
    &[
        "groups = ['3 triplet of dragon']",
        "groups = ['PPP', 'FFF', 'CCC']",
        "form = 'standard'\nhas = 'PPPFFFCCC'",
    ],
    &["groups = ['a123 | a789']", "groups = ['run of a with terminal']"],
    &[
        "groups = ['a123', 'a456', 'a789']\nopen = 0",
        "groups = ['a123', 'a456', 'a789']\nopen = 0\nwhen = 'closed'",
    ],
    &["groups = ['2 exposed set']", "when = 'called >= 2'", "when = 'called > 1'"],
    &["groups = ['kan']", "when = 'kans >= 1'"],
    &["groups = ['EEEE']", "has = 'EEEE'"],
    &["when = 'honors >= 6'", "when = 'honors > 5'"],
    &[
        "open = 0\nform = 'seven-pairs'",
        "open = 0\nform = 'seven-pairs'\ngroups = ['7 pair']",
        "open = 0\nform = 'seven-pairs'\nevery = 'pair'",
    ],
    &[
        "groups = ['triplet']\nwhen = ['tsumo', 'open']",
        "groups = ['triplet']\nwhen = ['not ron', 'not closed']",
    ],
];

#[test]
fn the_same_yaku_in_other_words_is_played_in_the_same_way() {
    let (none, mut unbuilt) = (play_of("when = 'honba >= 900'"), Vec::new());
    for words in SPELLINGS {
        let first = play_of(words[0]);
        for other in &words[1..] {
            assert!(play_of(other) == first, "{} is not played like {other}", words[0]);
        }
        unbuilt.extend((first == none).then_some(words[0]));
    }
    assert!(unbuilt.len() <= 2, "nobody builds {unbuilt:?}");
}

#[test]
fn the_order_of_yaku_in_a_file_is_not_played() {
    let mut yaku: Vec<String> = (SPELLINGS.iter().flat_map(|words| words.iter()).enumerate())
        .map(|(at, words)| format!("[[yaku]]\nname = \"A{at}\"\nhan = {}\n{words}\n", 1 + at % 3))
        .collect();
    let first = play_with(40, &yaku.concat());
    yaku.reverse();
    assert!(play_with(40, &yaku.concat()) == first);
}

/// Conditions of which two that came together in a win are accepted together.
const CONDITIONS: [&str; 31] = [
    "tsumo",
    "ron",
    "closed",
    "open",
    "riichi",
    "double-riichi",
    "ippatsu",
    "last-tile",
    "after-kan",
    "robbed-kan",
    "first-go-round",
    "riichi-tile",
    "discard-after-kan",
    "dealer",
    "east-round",
    "south-round",
    "from-left",
    "from-right",
    "outside-discards",
    "not ron",
    "not open",
    "not riichi",
    "discards >= 1",
    "discards = 0",
    "called >= 1",
    "melds >= 1",
    "melds = 0",
    "kans >= 1",
    "norths >= 1",
    "left > 0",
    "ura >= 1",
];

/// Pairs of conditions that came together in a win.
#[derive(Default)]
struct Together(BTreeSet<[usize; 2]>);

impl<const N: usize> Sink<Riichi<N>> for Together {
    fn kyoku_end(&mut self, end: &KyokuEnd<'_>) {
        for win in end.wins {
            let held = (0..CONDITIONS.len()).filter(|at| win.own_yaku >> at & 1 != 0);
            let held: Vec<usize> = held.collect();
            self.0.extend(held.iter().flat_map(|&a| held.iter().map(move |&b| [a, b])));
        }
    }
}

/// A yaku of a bonus for these conditions.
fn bonus(conditions: &[&str]) -> String {
    let name = conditions.join(" ").replace(['>', '='], "");
    format!("[[yaku]]\nname = \"If {name}\"\nhan = 1\ncounts_as_yaku = false\nwhen = {conditions:?}\n")
}

/// Adds what came together under these rules.
fn play<const N: usize>(base: &str, together: &mut Together) {
    let is_played = |condition: &str| N == 3 || !condition.starts_with("norths"); // no win has the other one
    let yaku = CONDITIONS.map(|one| bonus(&[if is_played(one) { one } else { "honba >= 1000" }])).concat();
    let file = format!("base = \"{base}\"\nkokushi_robs_ankan = true\nriichi_min_remaining = 0\n{yaku}");
    let rules = Arc::new(Source::file("test.toml", &file).load::<RiichiRules>().expect(&file).rules);
    let mut agents: Vec<_> = (0..N).map(|_| Ukeire::default()).collect();
    for number in 0..MATCHES {
        playout::play::<Riichi<N>, _>(&rules, MatchSeed { seed: 7, number }, &mut agents, together).unwrap();
    }
}

/// Conditions are refused as a contradiction only if they never come together.
#[test]
fn what_comes_together_is_accepted_together() {
    let mut together = Together::default();
    play::<3>("tenhou-sanma", &mut together);
    play::<4>("tenhou", &mut together);
    assert!(together.0.len() > 500, "{} pairs", together.0.len());
    for [a, b] in together.0 {
        let text = bonus(&[CONDITIONS[a], CONDITIONS[b]]);
        let list = &text.parse::<Table>().expect(&text)["yaku"];
        assert!(WrittenYakuList::compile(list).is_ok(), "{text}");
    }
}
