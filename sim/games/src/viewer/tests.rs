//! The data of pages: every board is the engine's, and the scores are those of the record.

use crate::logs::{LogMatch, log_of};
use crate::show::board::mark;
use crate::show::{Board, Change, SeatBoard, Shown};
use crate::viewer::encode::letters_of_kinds;
use crate::viewer::watcher::{Watcher, nagashi};
use crate::viewer::{Extent, Heading, Opinion, Opinions, SeatTotals, of_log, of_played, page};
use hyakuman_agents::Roster;
use hyakuman_core::game::ruleset::Source;
use hyakuman_core::game::sink::Both;
use hyakuman_core::game::{Agent, AnyAgent, Candidate, Deals, Game, MatchEnd, Sink, ValueUnit, playout};
use hyakuman_core::{KindSet, MatchSeed, Meld, RelSeat, Seat, Tile};
use hyakuman_riichi::toutenkou::Toutenkou;
use hyakuman_riichi::{Riichi, RiichiRules};
use hyakuman_toppan::Toppan;
use hyakuman_yangzhou::Yangzhou;
use serde_json::{Map, Value};
use std::sync::Arc;

/// Keeps the end of a match, and its actions.
#[derive(Default)]
struct Kept {
    end: Option<MatchEnd>,
    actions: Vec<u8>,
}

impl<G: Game> Sink<G> for Kept {
    fn decision(&mut self, _: &G, _: hyakuman_core::Seat, _: &hyakuman_core::game::ActionMask, action: u8) {
        self.actions.push(action);
    }

    fn match_end(&mut self, end: &MatchEnd) {
        self.end = Some(*end);
    }
}

fn rules<G: Game>(preset: &str) -> Arc<G::Rules> {
    Arc::new(Source::preset(preset).load::<G::Rules>().unwrap().rules)
}

/// Chips, who has won nothing yet and who is paid double are at the seats, where the rules have them.
#[test]
fn seats_have_what_is_counted_besides_the_scores() {
    let mut source = Source::preset("tenhou-east");
    for set in ["chips=[RedFives,Ippatsu,Ura]", "yakitori=10", "wareme=true"] {
        source.set(set).unwrap();
    }
    let rules = Arc::new(source.load::<RiichiRules>().unwrap().rules);
    let (data, ..) = played_under::<Riichi<4>>(&rules, 3);
    let of = |board: &Value| -> Vec<String> {
        (0..4).map(|seat| board[format!("t{seat}")].as_str().unwrap_or_default().to_owned()).collect()
    };
    let first = of(&data["kyoku"][0]["s"][0][2]);
    assert_eq!(first.iter().filter(|words| *words == "w n c0").count(), 1, "{first:?}");
    assert_eq!(first.iter().filter(|words| *words == "n c0").count(), 3, "{first:?}");
    let steps = data["kyoku"].as_array().unwrap().iter().flat_map(|kyoku| kyoku["s"].as_array().unwrap());
    let mut last = first;
    for step in steps {
        last.iter_mut()
            .zip(of(&step[2]))
            .filter(|(_, new)| !new.is_empty())
            .for_each(|(old, new)| *old = new);
    }
    let chips = last.iter().map(|words| words.rsplit_once('c').unwrap().1.parse::<i32>().unwrap());
    let chips: Vec<i32> = chips.collect();
    assert!(chips.iter().sum::<i32>() == 0 && chips.iter().any(|&chips| chips > 0), "{last:?}");
    assert!(played::<Riichi<4>>("tenhou", 3).0["kyoku"][0]["s"][0][2].get("t0").is_none());
}

fn scalar<G: Game>(agent: AnyAgent<G>) -> Box<dyn Agent<G>> {
    match agent {
        AnyAgent::Scalar(agent) => agent,
        AnyAgent::Batched(_) => panic!("the default agents are scalar"),
    }
}

/// A match of the built-in agents: its page data, its end, its actions, and the boards that had to be corrected.
fn played<G: Shown>(preset: &str, number: u64) -> (Value, Kept, u32) {
    played_under::<G>(&rules::<G>(preset), number)
}

fn played_under<G: Shown>(rules: &Arc<G::Rules>, number: u64) -> (Value, Kept, u32) {
    let roster = Roster::built_in();
    let spec = roster.spec(roster.default_agent(G::FAMILY)).unwrap();
    let mut agents: Vec<_> = (0..G::SEATS).map(|_| scalar(roster.agent::<G>(&spec).unwrap())).collect();
    let (mut watcher, mut kept) = (Watcher::<G>::new(rules), Kept::default());
    let mut sinks = Both::new(&mut watcher, &mut kept);
    playout::play(rules, MatchSeed { seed: 7, number }, &mut agents, &mut sinks).unwrap();
    (watcher.data(&Heading::default()), kept, watcher.corrections)
}

/// The last board of a kyoku, made from its steps as the page does it.
fn last_board(kyoku: &Value) -> Map<String, Value> {
    let mut board = Map::new();
    for step in kyoku["s"].as_array().unwrap() {
        for (name, value) in step[2].as_object().unwrap() {
            let value = match value.as_array() {
                Some(parts) => {
                    let kept = parts[0].as_u64().unwrap() as usize;
                    let before = board[name].as_str().unwrap();
                    Value::from(format!("{}{}", &before[..kept], parts[1].as_str().unwrap()))
                }
                None => value.clone(),
            };
            board.insert(name.clone(), value);
        }
    }
    board
}

/// The scores that the page shows are those of the engine: before each kyoku, after it, and at the end.
fn scores_agree<G: Shown>(preset: &str) {
    for number in 0..3 {
        let (data, kept, corrections) = played::<G>(preset, number);
        let end = kept.end.expect("a match ends");
        assert_eq!(data["result"]["s"], serde_json::json!(end.scores[..G::SEATS]), "{preset} {number}");
        assert_eq!(corrections, 0, "{preset} {number}: events and engine lead to different boards");
        let kyoku = data["kyoku"].as_array().unwrap();
        assert_eq!(kyoku.len() as u32, end.kyoku, "{preset} {number}");
        for (now, next) in kyoku.iter().zip(kyoku.iter().skip(1)) {
            let board = last_board(now);
            let after: Vec<_> = (0..G::SEATS).map(|seat| board[&format!("p{seat}")].clone()).collect();
            assert_eq!(Value::from(after), next["b"], "{preset} {number}");
        }
        assert!(page(&data).len() < 300_000, "{preset} {number}: the page is too long");
    }
}

#[test]
fn scores_are_those_of_the_record() {
    scores_agree::<Riichi<4>>("tenhou");
    scores_agree::<Riichi<3>>("tenhou-sanma");
    scores_agree::<Riichi<4>>("shura");
    scores_agree::<Toutenkou>("toutenkou");
    scores_agree::<Yangzhou>("yangzhou");
    scores_agree::<Toppan>("toppan");
}

/// Every decision of a match.
fn decisions(data: &Value) -> impl Iterator<Item = &Value> {
    let steps = data["kyoku"].as_array().unwrap().iter().flat_map(|kyoku| kyoku["s"].as_array().unwrap());
    steps.flat_map(|step| step[3].as_array().into_iter().flatten())
}

/// Every win of a match, with its kyoku.
fn wins(data: &Value) -> impl Iterator<Item = (&Value, &Value)> {
    let kyoku = data["kyoku"].as_array().unwrap().iter();
    kyoku.flat_map(|kyoku| kyoku["e"]["w"].as_array().unwrap().iter().map(move |win| (kyoku, win)))
}

fn sum(values: &Value) -> i64 {
    values.as_array().unwrap().iter().map(|value| value.as_i64().unwrap()).sum()
}

/// Where a seat discards, there is a hand for every kind that it may discard.
#[test]
fn every_discard_has_its_ukeire() {
    let (data, _, _) = played::<Riichi<4>>("tenhou", 0);
    let mut checked = 0;
    for decision in decisions(&data) {
        let codes = decision[1].as_str().unwrap().as_bytes().chunks(2);
        let codes = codes.map(|code| u8::from_str_radix(str::from_utf8(code).unwrap(), 16).unwrap());
        let from_hand = codes.filter(|&code| code < 37);
        let kinds: KindSet = from_hand.map(|code| Tile::of(code).kind()).collect();
        let hands = decision[3].as_str().unwrap().split(' ');
        let hands: std::collections::BTreeSet<char> = hands.filter_map(|word| word.chars().next()).collect();
        if kinds.len() > 1 {
            assert!(letters_of_kinds(kinds).chars().all(|kind| hands.contains(&kind)), "{decision}");
            checked += 1;
        }
    }
    assert!(checked > 100);
}

/// Each seat passes on three tiles, all in one step.
#[test]
fn an_exchange_is_one_step() {
    let (data, _, _) = played::<Riichi<4>>("shura", 0);
    for kyoku in data["kyoku"].as_array().unwrap() {
        let steps = kyoku["s"].as_array().unwrap();
        assert_eq!(steps.iter().filter(|step| step[0] == "H").count(), 1);
        assert_eq!(steps[1][0], "H", "it follows the deal");
        let given = kyoku["x"].as_array().unwrap();
        let three = given.iter().all(|one| one[0] != one[1] && one[2].as_str().unwrap().len() == 3);
        assert!(given.len() == 4 && three, "{given:?}");
    }
}

/// A payment is the value of the hand, honba and sticks, in their units.
#[test]
fn payments_have_their_parts() {
    let mut with_honba = 0;
    for number in 0..3 {
        let (data, _, _) = played::<Riichi<4>>("tenhou", number);
        for (kyoku, win) in wins(&data) {
            let of = |name: &str| win[name].as_i64().unwrap();
            let winner = &win["d"][of("w") as usize];
            assert_eq!(of("p") + of("b") + of("k"), winner.as_i64().unwrap(), "{win}");
            let honba = 300 * kyoku["h"].as_i64().unwrap();
            assert!(
                [0, honba].contains(&of("b")) && of("k") % 1000 == 0 && of("k") == sum(&win["d"]),
                "{win}"
            );
            with_honba += i64::from(of("b") > 0);
        }
    }
    assert!(with_honba > 0);
}

/// The items of a win in Toutenkou are its points, yaku, dora and specials.
#[test]
fn items_of_toutenkou_add_up() {
    for number in 0..6 {
        let (data, _, _) = played::<Toutenkou>("toutenkou", number);
        for (kyoku, win) in wins(&data) {
            let items = win["y"].as_array().unwrap();
            let values = items.iter().map(|item| item[2].as_str().unwrap().parse::<i64>().expect("a value"));
            assert_eq!(values.sum::<i64>(), win["p"].as_i64().unwrap(), "{win}");
            let payers = if win["f"].is_null() { 2 } else { 1 };
            assert!(
                [0, payers * kyoku["h"].as_i64().unwrap()].contains(&win["b"].as_i64().unwrap()),
                "{win}"
            );
        }
    }
}

/// Nagashi: only terminals and honors discarded, none of them called.
#[test]
fn seats_with_nagashi() {
    let [terminal, honor, five] = [Tile::of(8), Tile::of(30), Tile::of(4)];
    let rivers =
        [vec![(terminal, 0), (honor, 1)], vec![(terminal, mark::CALLED)], vec![(honor, 0), (five, 0)]];
    let seats = rivers.into_iter().map(|river| SeatBoard { river, ..SeatBoard::default() });
    assert_eq!(nagashi(&Board { seats: seats.collect(), ..Board::default() }), [0]);
}

/// A tile of a kan that is won on is marked, and no discard is; a kan that does not stand is a pon again when play goes on.
#[test]
fn a_robbed_kan() {
    let (robbed, winner) = (Seat::new(0), Seat::new(1));
    let [tile, other] = [Tile::of(4), Tile::of(9)];
    for kan_stands in [true, false] {
        let mut board = Board { seats: vec![SeatBoard::default(); 4], ..Board::default() };
        board.seats[0].hand = vec![other, tile];
        board.seats[0].melds.push(Meld::pon(tile, [tile, tile], RelSeat::new(1)));
        board.apply(&Change::Discard { seat: robbed, tile: other, tsumogiri: false, riichi: false });
        board.apply(&Change::Kakan(robbed, tile));
        board.apply(&Change::Win { seat: winner, from: Some(robbed), kan_stands });
        let [seat, ..] = &board.seats[..] else { panic!("four seats") };
        assert_eq!((seat.robbed, seat.river[0].1, seat.melds[0].is_kan()), (Some(tile), 0, true));
        board.apply(&Change::Draw(Seat::new(2), other));
        assert_eq!(board.seats[0].melds[0].is_kan(), kan_stands);
        assert_eq!(board.seats[0].robbed.is_some(), kan_stands);
    }
}

/// A recorded match, its log, and the same match read from the log show the same boards.
#[test]
fn a_log_shows_the_recorded_match() {
    let (data, kept, _) = played::<Riichi<4>>("tenhou", 1);
    let rules = rules::<Riichi<4>>("tenhou");
    let seed = MatchSeed { seed: 7, number: 1 };
    let log: LogMatch = log_of::<4>(&rules, seed, &kept.actions).unwrap();
    let (of_log, verdict) = of_log(&log, &rules, &Heading::default(), None).unwrap();
    assert!(verdict.disagreements.is_empty());
    assert_eq!(of_log["result"], data["result"]);
    let (theirs, ours) = (of_log["kyoku"].as_array().unwrap(), data["kyoku"].as_array().unwrap());
    assert_eq!(theirs.len(), ours.len());
    for (theirs, ours) in theirs.iter().zip(ours) {
        assert_eq!((&theirs["s"], &theirs["e"]), (&ours["s"], &ours["e"]));
    }
}

/// A log that the engine contradicts is shown up to there.
#[test]
fn a_kyoku_stops_where_log_and_engine_disagree() {
    let (_, kept, _) = played::<Riichi<4>>("tenhou", 1);
    let rules = rules::<Riichi<4>>("tenhou");
    let mut log = log_of::<4>(&rules, MatchSeed { seed: 7, number: 1 }, &kept.actions).unwrap();
    log.kyoku[0].events.truncate(20);
    let (data, verdict) = of_log(&log, &rules, &Heading::default(), None).unwrap();
    assert!(!verdict.disagreements.is_empty());
    assert_eq!(data["kyoku"][0]["e"], Value::Null);
    assert!(data["kyoku"][0]["s"].as_array().unwrap().len() >= 20);
    assert_ne!(data["kyoku"][1]["e"], Value::Null);
}

/// A match can be shown after every answer: the present decision has no answer yet, the whole is that of the record.
fn beginnings_are_shown<G: Shown>(preset: &str) {
    let (rules, seed, heading) = (rules::<G>(preset), MatchSeed { seed: 7, number: 0 }, Heading::default());
    let (_, Kept { actions, .. }, _) = played::<G>(preset, 0);
    let shown = |actions: &[u8]| of_played::<G>(&rules, Extent::SoFar(seed), actions, &heading, None);
    for length in (0..actions.len()).step_by(actions.len() / 9) {
        let Ok(data) = shown(&actions[..length]) else { panic!("{preset}, {length} actions") };
        let kyoku = data["kyoku"].as_array().unwrap().last().unwrap();
        let decisions = kyoku["s"].as_array().unwrap().last().unwrap()[3].as_array().unwrap();
        assert_eq!(
            (&data["last"], &decisions.last().unwrap()[2]),
            (&true.into(), &Value::Null),
            "{preset} {length}"
        );
    }
    let whole = shown(&actions).unwrap();
    let deals = Deals::Keyed(seed);
    let of_whole = of_played::<G>(&rules, Extent::Whole(&deals), &actions, &heading, None);
    assert_eq!(whole, of_whole.unwrap());
    assert!(shown(&[actions, vec![0]].concat()).is_err());
}

#[test]
fn matches_that_have_not_ended_are_shown() {
    beginnings_are_shown::<Riichi<4>>("tenhou");
    beginnings_are_shown::<Riichi<3>>("tenhou-sanma");
    beginnings_are_shown::<Toutenkou>("toutenkou");
    beginnings_are_shown::<Yangzhou>("yangzhou");
    beginnings_are_shown::<Toppan>("toppan");
}

/// Opinions of every third decision: the action taken is best, and worth the number of the decision.
fn opinions(actions: &[u8]) -> Opinions {
    let opinion = |(number, &action): (usize, &u8)| {
        let candidates =
            vec![Candidate { win: Some(0.1234), ..Candidate::new(action, number as f32 + 0.126) }];
        (
            number,
            Opinion {
                choice: action,
                agrees: number % 2 == 0,
                loss: Some(0.126),
                candidates,
                rollouts: (number % 2 == 1).then_some([1.234, 0.5]),
            },
        )
    };
    let seats = vec![SeatTotals { seat: Seat::new(1), decisions: 7, same: 3, mean_loss: Some(0.5) }];
    let decisions = actions.iter().enumerate().step_by(3).map(opinion).collect();
    Opinions { agent: "</script>\u{202e}".into(), unit: ValueUnit::RankPoints, seats, decisions }
}

/// An opinion is beside its decision, also where several seats decide in a step; decisions without one are as in any page.
fn opinions_are_beside_their_decisions<G: Shown>(preset: &str) {
    let (plain, Kept { actions, .. }, _) = played::<G>(preset, 0);
    let (rules, seed, heading) = (rules::<G>(preset), MatchSeed { seed: 7, number: 0 }, Heading::default());
    let (deals, opinions) = (Deals::Keyed(seed), opinions(&actions));
    let data = of_played::<G>(&rules, Extent::Whole(&deals), &actions, &heading, Some(&opinions)).unwrap();
    let found: Vec<&Value> = decisions(&data).collect();
    assert_eq!(found.len(), actions.len(), "{preset}");
    for (number, (found, plain)) in found.into_iter().zip(decisions(&plain)).enumerate() {
        let mut expected = plain.clone();
        if number % 3 == 0 {
            let (action, value) = (plain[2].clone(), number as f64 + 0.13);
            let row = serde_json::json!([action, value, 123, null, ""]);
            let mut opinion = vec![action, u8::from(number % 2 == 0).into(), 0.13.into(), vec![row].into()];
            opinion.extend((number % 2 == 1).then(|| serde_json::json!([1.23, 0.5])));
            expected.as_array_mut().unwrap().push(opinion.into());
        }
        assert_eq!(*found, expected, "{preset} {number}");
    }
    let review = &data["review"];
    assert_eq!((&review["unit"], &review["places"]), (&"rank_points".into(), &2.into()));
    assert_eq!(review["seats"], serde_json::json!([[1, 7, 3, 0.5]]));
    assert_eq!(plain["review"], Value::Null);
    let html = page(&data);
    assert!(
        html.matches("</script").count() == 2 && !html.contains('\u{202e}'),
        "the agent's name is escaped"
    );
    assert!(html.len() < 300_000);
}

#[test]
fn opinions_of_an_agent() {
    opinions_are_beside_their_decisions::<Riichi<4>>("tenhou");
    opinions_are_beside_their_decisions::<Riichi<3>>("tenhou-sanma");
    opinions_are_beside_their_decisions::<Riichi<4>>("shura");
}

/// A log has the opinions of its match.
#[test]
fn opinions_about_a_log() {
    let (_, Kept { actions, .. }, _) = played::<Riichi<4>>("tenhou", 1);
    let (rules, seed) = (rules::<Riichi<4>>("tenhou"), MatchSeed { seed: 7, number: 1 });
    let (heading, opinions) = (Heading::default(), opinions(&actions));
    let log = log_of::<4>(&rules, seed, &actions).unwrap();
    let (of_log, _) = of_log(&log, &rules, &heading, Some(&opinions)).unwrap();
    let deals = Deals::Keyed(seed);
    let whole = Extent::Whole(&deals);
    let of_match = of_played::<Riichi<4>>(&rules, whole, &actions, &heading, Some(&opinions)).unwrap();
    assert!(decisions(&of_log).eq(decisions(&of_match)));
    assert_eq!(of_log["review"], of_match["review"]);
}

/// What a seat sees leads to the engine's boards, too, and what its end shows is what was there.
fn seats_agree<G: Shown>(preset: &str) {
    for number in 0..2 {
        let (roster, rules) = (Roster::built_in(), rules::<G>(preset));
        let spec = roster.spec(roster.default_agent(G::FAMILY)).unwrap();
        let mut agents: Vec<_> = (0..G::SEATS).map(|_| scalar(roster.agent::<G>(&spec).unwrap())).collect();
        let (mut whole, [mut a, mut b]) =
            (Watcher::<G>::new(&rules), [0, 1].map(|seat| Watcher::<G>::of_seat(&rules, Seat::new(seat))));
        let mut seats = Both::new(&mut a, &mut b);
        let mut sinks = Both::new(&mut whole, &mut seats);
        playout::play(&rules, MatchSeed { seed: 7, number }, &mut agents, &mut sinks).unwrap();
        let whole = whole.kyoku_from(0);
        for (seat, watcher) in [(0, a), (1, b)] {
            assert_eq!(watcher.corrections, 0, "{preset} {number} {seat}");
            let seen = watcher.kyoku_from(0);
            assert_eq!(seen.len(), whole.len(), "{preset} {number} {seat}");
            for ((_, seen), (_, whole)) in seen.iter().zip(&whole) {
                let mut end = whole["e"].clone();
                if preset == "yangzhou" {
                    let tenpai = end["t"].as_array_mut().unwrap();
                    tenpai.retain(|of| *of == seat); // nobody has to show a hand that is not paid
                }
                assert_eq!(seen["e"], end, "{preset} {number} {seat}");
                ends_alike(&last_board(seen), &last_board(whole), seat, &end, preset);
            }
        }
    }
}

/// The last board of a kyoku as a seat sees it, beside the whole one: open hands are the same, others are as large.
fn ends_alike(seen: &Map<String, Value>, whole: &Map<String, Value>, seat: usize, end: &Value, preset: &str) {
    for (name, value) in whole {
        let of: usize = name[1..].parse().unwrap_or(seat);
        let won = end["w"].as_array().unwrap().iter().any(|win| win["w"] == of);
        let open =
            of == seat || preset == "toppan" || won || end["t"].as_array().unwrap().contains(&of.into());
        match (&name[..1], open) {
            (_, true) if !"fsw".contains(&name[..1]) || of == seat => {
                assert_eq!(seen[name], *value, "{preset} {name}")
            }
            ("h" | "d", false) => {
                assert_eq!(seen[name], "-".repeat(value.as_str().unwrap().len()), "{preset} {name}")
            }
            ("s" | "w" | "f", _) => {}
            _ => assert_eq!(seen[name], *value, "{preset} {name}"),
        }
    }
}

#[test]
fn a_seat_sees_its_match() {
    seats_agree::<Riichi<4>>("tenhou");
    seats_agree::<Riichi<3>>("tenhou-sanma");
    seats_agree::<Riichi<4>>("shura");
    seats_agree::<Toutenkou>("toutenkou");
    seats_agree::<Yangzhou>("yangzhou");
    seats_agree::<Toppan>("toppan");
}
