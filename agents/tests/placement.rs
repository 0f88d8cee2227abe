//! What `placement` does in positions that `value` would play by points.

use hyakuman_agents::{Placement, Roster, Value};
use hyakuman_core::common::match_state::MatchState;
use hyakuman_core::common::walls::{Walls, dealt};
use hyakuman_core::game::playout::MatchInProgress;
use hyakuman_core::game::{Agent, AgentSeed, AnyAgent, Candidate, Game};
use hyakuman_core::notation::parse_tiles;
use hyakuman_core::{Kind, MatchSeed, Seat, Wall};
use hyakuman_riichi::rules::Tobi;
use hyakuman_riichi::{Action, Question, Riichi, RiichiRules, presets};
use std::sync::Arc;

/// Who is asked.
const SEAT: Seat = Seat::new(0);
/// Its hand: the white dragon and no other han, 1,300 points; it waits for 6 and 9 of bamboo.
const CHEAP: &str = "123m456p78s99p555z";
/// The dealer, seat 3, with nothing, and the tile that it draws and discards.
const LOOSE: [&str; 2] = ["1479m1479p147s12z", "9s"];
/// The dealer in riichi with its first discard.
const RIICHI: [&str; 2] = ["123456m789p1123s", "7z"];

/// The fourth kyoku of a wind, when seat 0 has its first decision after the dealer's discard.
fn after_dealer(
    rules: &RiichiRules,
    kyoku: u32,
    scores: [i32; 4],
    dealer: [&str; 2],
) -> MatchInProgress<Riichi> {
    let state = MatchState { kyoku, scores, ..MatchState::first(0) };
    let walls = Walls::Scripted([wall([dealer[0], CHEAP], dealer[1])].into());
    let mut table = MatchInProgress::of(Riichi::start_at(&Arc::new(rules.clone()), walls, state, &mut ()));
    while let Some(seat) = table.pending().next().filter(|&seat| seat != SEAT) {
        let wishes = [Action::RiichiTsumogiri, Action::Tsumogiri, Action::Pass].map(Action::code);
        let legal = table.game().legal(seat);
        let action = wishes.into_iter().find(|&code| legal.has(code)).expect("a turn or a claim");
        table.answer(seat, action, &mut ()).expect("legal");
    }
    table
}

/// A wall that deals these hands by turn and these first draws; the other tiles are spread out.
fn wall(hands: [&str; 2], draws: &str) -> Wall {
    let kinds = |text| parse_tiles(text).expect("tiles").into_iter().map(|tile| tile.kind());
    let mut places = [None; 136];
    for (turn, hand) in hands.into_iter().enumerate() {
        dealt(4, turn).zip(kinds(hand)).for_each(|(place, kind)| places[place] = Some(kind));
    }
    kinds(draws).enumerate().for_each(|(at, kind)| places[52 + at] = Some(kind));
    let mut left = [4_u8; 34];
    places.iter().flatten().for_each(|kind: &Kind| left[kind.index()] -= 1);
    let mut copies = [4_u8; 34];
    let ids = places.map(|kind| {
        let kind = kind.unwrap_or_else(|| {
            let spread =
                (0..34_u32).map(|i| Kind::of((i * 11 % 34) as u8)).max_by_key(|kind| left[kind.index()]);
            spread.inspect(|kind| left[kind.index()] -= 1).expect("a kind")
        });
        // From the last copy on: the first of a five is red.
        copies[kind.index()] -= 1;
        4 * kind.code() + copies[kind.index()]
    });
    Wall::from_ids(&ids).expect("every tile once")
}

/// Under an uma that counts the first and the last place only.
fn steep(tobi: Tobi) -> RiichiRules {
    RiichiRules { uma: [90, 0, 0, -90], tobi, ..presets::tenhou() }
}

fn placement(rules: &RiichiRules) -> Placement<4> {
    let mut agent = Placement::new(Value::new(4, 2));
    let seed = AgentSeed { of_match: MatchSeed { seed: 1, number: 0 }, seat: SEAT };
    agent.begin(&Arc::new(rules.clone()), SEAT, seed);
    agent
}

/// Whether seat 0 takes the ron of 1,300 from the dealer in the last kyoku.
fn wins(mut agent: impl Agent<Riichi>, scores: [i32; 4]) -> bool {
    let table = after_dealer(&steep(Tobi::Below0), 7, scores, LOOSE);
    let (view, legal) = (table.game().view(SEAT), table.game().legal(SEAT));
    assert!(matches!(view.question(), Question::Claim(..)) && legal.has(Action::Ron.code()));
    agent.act(&view, legal) == Action::Ron.code()
}

/// What a deal-in costs seat 0, with a riichi of the dealer in the fourth kyoku.
fn cost_of_deal_in(scores: [i32; 4], tobi: Tobi) -> f32 {
    let rules = steep(tobi);
    let table = after_dealer(&rules, 3, scores, RIICHI);
    let found =
        placement(&rules).evaluate(&table.game().view(SEAT), table.game().legal(SEAT)).expect("it compares");
    let risk =
        |candidate: &Candidate| candidate.loss.zip(candidate.deal_in).filter(|(_, chance)| *chance > 0.0);
    let (loss, chance) = found.candidates.iter().find_map(risk).expect("a tile that may deal in");
    loss / chance
}

#[test]
fn fourth_does_not_win_too_small() {
    let scores = [15_000, 20_000, 31_000, 34_000];
    assert!(!wins(placement(&steep(Tobi::Below0)), scores), "1,300 leave it fourth, a riichi may not");
    assert!(wins(Value::new(4, 2), scores), "points alone are worth the win");
}

#[test]
fn fourth_wins_what_makes_it_third() {
    assert!(wins(placement(&steep(Tobi::Below0)), [19_000, 20_000, 28_000, 33_000]));
}

#[test]
fn first_wins_anything() {
    assert!(wins(placement(&steep(Tobi::Below0)), [36_000, 34_000, 18_000, 12_000]));
}

#[test]
fn a_place_is_defended_against_a_bust() {
    let scores = [6_000, 5_000, 40_000, 49_000];
    let [bust, none] = [Tobi::Below0, Tobi::Off].map(|tobi| cost_of_deal_in(scores, tobi));
    assert!(bust > 1.3 * none, "{bust} {none}");
}

/// The roster's agent says once for which rules its model of places is not fitted.
#[test]
fn unfitted_rules_are_a_remark() {
    let roster = Roster::built_in();
    let begin = |rules: RiichiRules| {
        let agent = roster.agent::<Riichi>(&roster.spec("placement").expect("built in")).expect("an agent");
        let AnyAgent::Scalar(mut agent) = agent else { panic!("it decides one by one") };
        let seed = AgentSeed { of_match: MatchSeed { seed: 1, number: 0 }, seat: SEAT };
        agent.begin(&Arc::new(rules), SEAT, seed);
        roster.remarks()
    };
    assert_eq!(begin(presets::tenhou()), [""; 0]);
    let short = || RiichiRules { start_points: 20_000, ..presets::tenhou() };
    assert!(begin(short())[0].contains("start_points = 20000"));
    assert_eq!(begin(short()).len(), 1);
}
