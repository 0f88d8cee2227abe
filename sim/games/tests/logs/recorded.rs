//! A match of this program, written as a log, is the match that was played: the referee finds no difference.

use crate::logs::common;

use common::players::{Habit, Player, play};
use hyakuman_core::common::match_state::MatchState;
use hyakuman_core::common::walls::Walls;
use hyakuman_core::game::ruleset::Ruleset;
use hyakuman_core::game::{Agent, AgentSeed, Game, playout};
use hyakuman_core::notation::parse_tiles;
use hyakuman_core::{MatchSeed, Seat};
use hyakuman_games::logs::model::LogEnd;
use hyakuman_games::logs::referee::judge;
use hyakuman_games::logs::{Caption, LogMatch, Recorder, log_of, mjai, tenhou6, text};
use hyakuman_games::show::Change;
use hyakuman_riichi::{Riichi, RiichiRules};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A match in which every kyoku has this wall: given hands, then given live draws, then random tiles. It ends
/// with the match or after some kyoku. `stream` is the random stream of the players.
pub(crate) fn scripted(rules: &Arc<RiichiRules>, case: &Case, stream: u64) -> LogMatch {
    let tiles = |text: &str| parse_tiles(text).unwrap();
    let drawn = tiles(case.draws).into_iter().map(|tile| Change::Draw(Seat::new(0), tile)).collect();
    let mut known = play::<4>(rules, 0).2;
    known.kyoku.truncate(1);
    let kyoku = &mut known.kyoku[0];
    (kyoku.hands, kyoku.events) = (case.hands.map(tiles).to_vec(), drawn);
    (kyoku.indicators, kyoku.ura) = (Vec::new(), Vec::new());
    let walls = Walls::Scripted([known.wall(0).unwrap()].into());
    let mut recorder = Recorder::<4>::new(rules);
    let game = Riichi::<4>::start_at(rules, walls, MatchState::first(rules.start_points), &mut recorder);
    let mut table = playout::MatchInProgress::of(game);
    let mut players = case.habits.map(Player::new);
    let begin = |(seat, player): (Seat, &mut Player)| {
        let of_match = MatchSeed { seed: 8, number: stream };
        Agent::<Riichi<4>>::begin(player, rules, seat, AgentSeed { of_match, seat });
    };
    Seat::all(4).zip(&mut players).for_each(begin);
    while let Some(seat) = table.pending().next().filter(|_| table.game().match_state().deals < 5) {
        let action = players[seat.index()].act(&table.game().view(seat), table.game().legal(seat));
        table.answer(seat, action, &mut recorder).unwrap();
    }
    recorder.log()
}

/// A wall, and the habits of the players.
pub(crate) struct Case {
    hands: [&'static str; 4],
    draws: &'static str,
    habits: [Habit; 4],
}

/// Three closed hands that wait for the first tile drawn.
const THREE_RONS: Case = Case {
    hands: ["1122334455667z", "78m123456789p11s", "78m22p123456789s", "78m123p33p456789s"],
    draws: "9m",
    habits: [Habit::Tsumogiri, Habit::Riichi, Habit::Riichi, Habit::Riichi],
};

/// Two kans each for the dealer and the next seat.
const FOUR_KANS: Case = Case {
    hands: ["11119999m12345z", "11119999p12345z", "2468m2468p2468s6z", "2468m2468p2468s6z"],
    draws: "7m7p",
    habits: [Habit::Riichi, Habit::Riichi, Habit::Tsumogiri, Habit::Tsumogiri],
};

/// The dragons for seat 1, the last of them from seat 2; seat 3 draws what seat 1 may wait for.
const DRAGONS: Case = Case {
    hands: ["2468m2468p2468s1z", "556677z123m9p159s", "2468m2468p2468s1z", "2468m2468p2468s2z"],
    draws: "5z6z7z7p9p",
    habits: [Habit::Tsumogiri, Habit::Caller, Habit::Tsumogiri, Habit::Tsumogiri],
};

/// The same, except that seat 1 draws it.
const OWN_DRAGON: Case = Case { draws: "5z6z7z7p7s7p9p", ..DRAGONS };

/// A complete hand for the dealer.
const HEAVENLY: Case = Case {
    hands: ["123m456p789s2266z", "2468m2468p2468s1z", "2468m2468p2468s1z", "2468m2468p1357s3z"],
    draws: "2z",
    habits: [Habit::Riichi, Habit::Tsumogiri, Habit::Tsumogiri, Habit::Tsumogiri],
};

/// What almost never happens.
pub(crate) const RARE: [(&str, Case); 5] = [
    ("rons", THREE_RONS),
    ("kans", FOUR_KANS),
    ("dragons", DRAGONS),
    ("own", OWN_DRAGON),
    ("heavenly", HEAVENLY),
];

/// The presets with four players and one win per kyoku: no log format has exchanges or several wins.
fn presets() -> impl Iterator<Item = (&'static str, Arc<RiichiRules>)> {
    presets_of(4)
}

fn presets_of(players: u8) -> impl Iterator<Item = (&'static str, Arc<RiichiRules>)> {
    let all = RiichiRules::PRESETS.iter().map(|preset| (preset.id, Arc::new((preset.rules)())));
    all.filter(move |(_, rules)| rules.players == players && rules.wins_per_hand == 1)
}

/// Counts rare events of a match.
pub(crate) fn count(log: &LogMatch, counts: &mut BTreeMap<String, usize>) {
    let mut add = |what: &str| *counts.entry(what.to_owned()).or_default() += 1;
    for kyoku in &log.kyoku {
        for event in &kyoku.events {
            match event {
                Change::Call(_, meld) => add(&format!("{:?}", meld.kind())),
                Change::Kakan(..) => add("Kakan"),
                Change::Stick(_) => add("Riichi"),
                _ => {}
            }
        }
        match &kyoku.end {
            LogEnd::Wins(wins) => {
                add(["", "one win", "two wins", "three wins"][wins.len()]);
                for (yaku, _) in wins.iter().flat_map(|win| &win.yaku) {
                    add(yaku.words());
                }
                let yakuman = wins.iter().filter(|win| win.han.is_none());
                yakuman.for_each(|_| add("yakuman"));
            }
            LogEnd::Draw(draw) => add(&format!("{:?}", draw.kind.unwrap())),
            LogEnd::Unfinished => add("unfinished"),
        }
    }
}

/// Checks that the referee finds no difference in the log, as recorded and in both formats.
fn agrees(name: &str, log: &LogMatch, rules: &Arc<RiichiRules>) {
    let from_mjai = mjai::read(&mjai::write(log)).remove(0).unwrap();
    let from_tenhou6 = tenhou6::read(&tenhou6::write(log)).remove(0).unwrap();
    for (format, read) in [("as seen", log), ("mjai", &from_mjai), ("tenhou6", &from_tenhou6)] {
        let verdict = judge(read, rules).unwrap();
        let found: Vec<String> = verdict.disagreements.iter().map(ToString::to_string).collect();
        assert!(found.is_empty(), "{name} {format}: {found:#?}");
        assert!(verdict.partial != log.ended && verdict.kyoku == log.kyoku.len(), "{name} {format}");
    }
}

/// With three players, who set norths aside.
#[test]
fn the_referee_agrees_on_three_players() {
    let (mut norths, mut rons) = (0, 0);
    for (id, rules) in presets_of(3) {
        for number in 0..200 {
            let (seed, actions, log) = play::<3>(&rules, number);
            assert_eq!(log_of::<3>(&rules, seed, &actions).unwrap(), log, "{id} {number}");
            agrees(&format!("{id} match {number}"), &log, &rules);
            for kyoku in &log.kyoku {
                norths += kyoku.events.iter().filter(|event| matches!(event, Change::Nuki(..))).count();
                let ronned = matches!(kyoku.events.last(), Some(Change::Nuki(..)));
                rons += (ronned && matches!(kyoku.end, LogEnd::Wins(_))) as usize;
            }
        }
    }
    assert!(norths > 1_000 && rons > 0, "{norths} norths, {rons} ronned");
}

/// The referee finds no difference, as recorded and after writing and reading.
#[test]
fn the_referee_agrees() {
    let mut counts = BTreeMap::new();
    for (id, rules) in presets() {
        for number in 0..400 {
            let (seed, actions, log) = play::<4>(&rules, number);
            let again = log_of::<4>(&rules, seed, &actions).unwrap();
            assert_eq!(again, log, "{id} {number}");
            agrees(&format!("{id} match {number}"), &log, &rules);
            count(&log, &mut counts);
        }
    }
    let often = [
        "Ankan",
        "Kakan",
        "Daiminkan",
        "Chi",
        "Nagashi",
        "Kyuushu",
        "Suucha",
        "Suufon",
        "two wins",
        "yakuman",
    ];
    for what in often.iter().chain(&[
        "裏ドラ",
        "赤ドラ",
        "一発",
        "槍槓",
        "嶺上開花",
        "海底摸月",
        "河底撈魚",
        "両立直",
    ]) {
        assert!(counts.contains_key(*what), "no {what} among {counts:#?}");
    }
}

/// Events that almost never happen.
#[test]
fn the_referee_agrees_on_rare_ends() {
    let mut counts = BTreeMap::new();
    let (mut pao_tsumo, mut pao_ron) = (0, 0);
    for (id, rules) in presets() {
        for (name, case) in RARE {
            for stream in 0..20 {
                let log = scripted(&rules, &case, stream);
                agrees(&format!("{id} {name} {stream}"), &log, &rules);
                count(&log, &mut counts);
                let ends = log.kyoku.iter().filter_map(|kyoku| match &kyoku.end {
                    LogEnd::Wins(wins) => wins.iter().find(|win| win.pao.is_some()),
                    _ => None,
                });
                for win in ends {
                    *(if win.from == win.winner { &mut pao_tsumo } else { &mut pao_ron }) += 1;
                    assert!(win.han.is_none() && win.pao != Some(win.winner), "{id} {stream}: {win:?}");
                }
            }
        }
    }
    for what in ["Sanchahou", "three wins", "Suukan", "大三元"] {
        assert!(counts.contains_key(what), "no {what} among {counts:#?}");
    }
    assert!(pao_tsumo > 0 && pao_ron > 0, "{pao_tsumo} {pao_ron} {counts:#?}");
}

/// In games that continue after a robbed kan, the log has with the win whether the kan stands.
#[test]
fn a_robbed_kan_is_recorded() {
    let shura = RiichiRules::PRESETS.iter().find(|preset| preset.id == "shura").expect("a preset");
    for keeps in [false, true] {
        let rules = RiichiRules { exchange_tiles: 0, chankan_keeps_kan: keeps, ..(shura.rules)() };
        let rules = Arc::new(rules);
        let mut robbed = 0;
        for number in (1..1_600).step_by(4) {
            let kyoku = play::<4>(&rules, number).2.kyoku;
            for events in kyoku.iter().flat_map(|kyoku| kyoku.events.windows(2)) {
                let (Change::Kakan(of, _), Change::Win { from, kan_stands, .. }) = (events[0], events[1])
                else {
                    continue;
                };
                assert_eq!((from, kan_stands), (Some(of), keeps));
                robbed += 1;
            }
        }
        assert!(robbed > 0, "{keeps}: {robbed}");
    }
}

/// No line of a transcript is wider than a hundred columns; the same match gives the same text.
#[test]
fn transcripts_are_narrow() {
    let names = ["ukeire:calls=false,fold=false,riichi=false", "a", "b", "c"].map(String::from).to_vec();
    let caption = Caption { title: "Match 1".into(), names };
    for (id, rules) in presets() {
        for number in 0..100 {
            let log = play::<4>(&rules, number).2;
            let page = text::write(&log, &caption);
            let wide: Vec<&str> = page.lines().filter(|line| line.chars().count() > 100).collect();
            assert!(wide.is_empty(), "{id} {number}: {wide:#?}");
            assert!(page.lines().all(|line| line.trim_end() == line), "{id} {number}: spaces at the end");
        }
    }
}
