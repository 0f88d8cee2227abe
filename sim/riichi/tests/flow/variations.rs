//! Rules drawn at random that do not contradict each other: conformance, and comparison with the oracle.

use super::drawn::{Variation, load, values};
use super::oracle::Oracle;
use super::oracle_end::{End, Then};
use hyakuman_core::eval::{self, Full, Sanma};
use hyakuman_core::game::ruleset::Ruleset;
use hyakuman_core::game::sink::Reporter;
use hyakuman_core::game::{Answers, Game, KyokuEnd, MatchEnd, Sink};
use hyakuman_core::testing::conformance::check_match;
use hyakuman_core::{MatchSeed, RelSeat, Rng, Seat, SeatSet};
use hyakuman_riichi::{Action, Event, Riichi, RiichiRules};
use std::sync::{Arc, LazyLock};

/// Number of rulesets drawn; HYAKUMAN_RULE_VARIATIONS sets another number.
const VARIATIONS: u64 = 300;

/// Matches played with each.
const MATCHES: u64 = 3;

/// The variations that these tests use; the first ones are always the same.
fn drawn<const N: usize>() -> &'static [Variation] {
    static OF_FOUR: LazyLock<Vec<Variation>> = LazyLock::new(draw_all::<4>);
    static OF_THREE: LazyLock<Vec<Variation>> = LazyLock::new(draw_all::<3>);
    if N == 3 { &OF_THREE } else { &OF_FOUR }
}

fn draw_all<const N: usize>() -> Vec<Variation> {
    (0..variations()).map(Variation::draw::<N>).collect()
}

fn variations() -> u64 {
    let variations = std::env::var("HYAKUMAN_RULE_VARIATIONS").ok().and_then(|n| n.parse().ok());
    variations.unwrap_or(VARIATIONS)
}

#[test]
fn any_rules_that_fit_together_can_be_played() {
    check_variations::<4>();
}

#[test]
fn any_rules_of_three_players_can_be_played() {
    check_variations::<3>();
}

fn check_variations<const N: usize>() {
    for (number, Variation { rules, source }) in (0..).zip(drawn::<N>()) {
        for of_match in 0..MATCHES {
            let seed = MatchSeed { seed: number, number: of_match };
            if let Err(what) = check_match::<Riichi<N>>(rules, seed) {
                panic!("variation {number}: {what}\n{source}");
            }
        }
    }
}

/// Every value to draw from is drawn at least once.
#[test]
fn every_value_is_drawn() {
    all_drawn::<4>();
    all_drawn::<3>();
}

/// A rule that is never drawn is played only as the presets have it.
#[test]
fn every_rule_is_drawn() {
    for field in RiichiRules::FIELDS.iter().filter(|field| field.name != "players") {
        let is_drawn =
            |words: &Vec<String>| words[0] == field.name && (words.len() > 2 || field.players.is_some());
        let mut all = values::<4>().iter().chain(values::<3>());
        assert!(all.any(is_drawn), "flow/knobs.txt has no values to draw for `{}`", field.name);
    }
}

fn all_drawn<const N: usize>() {
    let drawn: Vec<String> = drawn::<N>().iter().map(|variation| format!("{} ", variation.source)).collect();
    let mut missing = Vec::new();
    for words in values::<N>() {
        let field = &words[0];
        for value in &words[1..] {
            let set = format!(" {field}={} ", value.replace('+', " "));
            if !drawn.iter().any(|source| source.contains(&set)) {
                missing.push(set);
            }
        }
    }
    assert!(missing.is_empty(), "in none of the variations: {missing:?}");
}

/// What one step of a match reports.
enum Report<const N: usize> {
    Event(Event),
    End(End<N>, SeatSet),
    Over(MatchEnd),
}

/// The reports of a step, in order.
struct Step<const N: usize>(Vec<Report<N>>);

impl<const N: usize> Sink<Riichi<N>> for Step<N> {
    fn event(&mut self, event: &Event) {
        self.0.push(Report::Event(*event));
    }

    fn kyoku_end(&mut self, end: &KyokuEnd<'_>) {
        let deltas = std::array::from_fn(|seat| end.deltas[seat]);
        let own = End { result: end.result, deltas, wins: end.wins.to_vec() };
        self.0.push(Report::End(own, end.tenpai));
    }

    fn match_end(&mut self, end: &MatchEnd) {
        self.0.push(Report::Over(*end));
    }
}

/// Plays a random match and follows it with the oracle. The error says where they differ.
fn follow<const N: usize>(rules: &Arc<RiichiRules>, seed: MatchSeed) -> Result<(), String> {
    let mut rng = Rng::from_seed(seed.number);
    let mut step = Step(vec![]);
    let mut game = Riichi::<N>::start(rules, seed, &mut step);
    let mut oracle = Oracle::new(rules, &game);
    let mut then = None;
    loop {
        let reports = std::mem::take(&mut step.0);
        for i in 0..reports.len() {
            then = follow_step(&mut oracle, &game, then, &reports[i..])?;
        }
        if game.deciders().is_empty() {
            return Ok(());
        }
        oracle.expect_picks();
        let mut answers = Answers::NONE;
        let asks = then.is_some_and(|then| matches!(then, Then::Ask(..)));
        for seat in Seat::all(N) {
            if asks != game.legal(seat).has(Action::Stop.code()) && game.deciders().has(seat) {
                return Err("the dealer may stop at the wrong time".into());
            }
            if !asks {
                oracle.agrees(seat, game.legal(seat))?;
            }
            if game.deciders().has(seat) {
                answers.set(seat, random_answer(&game, seat, &mut rng));
            }
        }
        oracle.offers = std::array::from_fn(|_| vec![]);
        oracle.picked(answers);
        game.apply(answers, &mut Reporter::of(&mut step));
    }
}

/// Follows the first report with the oracle; an error if it is not what the oracle expects.
fn follow_step<const N: usize>(
    oracle: &mut Oracle<N>,
    game: &Riichi<N>,
    then: Option<Then>,
    reports: &[Report<N>],
) -> Result<Option<Then>, String> {
    if oracle.offers.iter().any(|codes| codes.len() > 1) {
        return Err(format!("nobody was a decider: {:?}", oracle.offers));
    }
    match &reports[0] {
        Report::End(end, tenpai) => return oracle.after(end, *tenpai).map(Some),
        Report::Over(end) => match then {
            Some(Then::Over | Then::Ask(..)) => oracle.check_result(end)?,
            other => return Err(format!("the match is over, expected {other:?}")),
        },
        Report::Event(event) => {
            if let Event::Deal { kyoku, honba, kyotaku } = *event
                && let Some(then) = then
            {
                let dealt = (kyoku as u32, honba as u32, kyotaku as u32);
                if then != Then::Deal(dealt.0, dealt.1, dealt.2)
                    && then != Then::Ask(dealt.0, dealt.1, dealt.2)
                {
                    return Err(format!("dealt {dealt:?}, expected {then:?}"));
                }
            }
            // If the kyoku has ended in this step, its end is among the reports.
            let end = reports
                .iter()
                .find_map(|report| if let Report::End(end, _) = report { Some(end) } else { None });
            oracle.follow(event, game, end.map_or(game.wins(), |end| &end.wins))?;
        }
    }
    Ok(None)
}

/// A random action, mostly one that brings the hand nearer to a win: riichi, a discard that keeps the shanten, no call.
fn random_answer<const N: usize>(game: &Riichi<N>, seat: Seat, rng: &mut Rng) -> u8 {
    let legal = game.legal(seat);
    if legal.has(Action::Tsumo.code()) && rng.below(2) == 0 {
        return Action::Tsumo.code();
    }
    if rng.below(12) == 0 {
        return legal.nth(rng.below(legal.len()));
    }
    if legal.has(Action::Pass.code()) {
        let wins = legal.has(Action::Ron.code()) && rng.below(2) == 0;
        return if wins { Action::Ron.code() } else { Action::Pass.code() };
    }
    let view = game.view(seat);
    let (hand, melds) = (view.full_hand(), view.melds(RelSeat::SELF).len() as u8);
    let keep = match N {
        3 => eval::keep::<Sanma>(&hand, melds),
        _ => eval::keep::<Full>(&hand, melds),
    };
    if legal.has(Action::NUKI_NORTH.code()) && rng.below(2) == 0 {
        return Action::NUKI_NORTH.code();
    }
    let keeps = |code: &u8| match Action::from_code(*code) {
        Some(Action::Discard(tile)) => keep.has(tile.kind()),
        Some(Action::Tsumogiri) => view.drawn().is_none_or(|tile| keep.has(tile.kind())),
        _ => false,
    };
    let riichi = legal.iter().filter(|&code| matches!(Action::from_code(code), Some(Action::Riichi(_))));
    let good: Vec<u8> = riichi.chain(legal.iter().filter(keeps)).collect();
    match good.len() as u32 {
        0 => legal.nth(rng.below(legal.len())),
        n => good[rng.below(n) as usize],
    }
}

/// Deciders and legal actions are those of the oracle, a second reading of the rules.
#[test]
fn the_oracle_agrees() {
    follow_variations::<4>();
}

#[test]
fn the_oracle_agrees_on_three_players() {
    follow_variations::<3>();
}

fn follow_variations<const N: usize>() {
    let mut followed = 0;
    for (number, Variation { rules, source }) in (0..).zip(drawn::<N>()) {
        if !Oracle::<N>::covers(rules) {
            continue;
        }
        followed += 1;
        for of_match in 0..MATCHES {
            let seed = MatchSeed { seed: number, number: of_match };
            if let Err(what) = follow::<N>(rules, seed) {
                panic!("variation {number}, match {of_match}: {what}\n{source}");
            }
        }
    }
    assert!(followed > variations() / 5, "only {followed} rulesets were followed");
}

/// Matches of each kind of Shura: many, because rare situations there need several wins.
const SHURA_MATCHES: u64 = 150;

/// Deciders and legal actions in kyoku that continue after a win, with many wins.
#[test]
fn the_oracle_agrees_on_shura() {
    let kinds = [
        "",
        "exchange_tiles=0 chankan_keeps_kan=false riichi_on_ronned_tile=Fails start_points=8000 reference_points=8000",
        "exchange_pool=14 exchange_dir=RandomDerangement shura_suukan_abort=AfterDiscard noten={Pool=3000}",
        "wins_per_hand=2 multi_ron=HeadBump tobi=Off riichi_min_score=0 start_points=1000 reference_points=1000",
    ];
    for kind in kinds {
        let sets: Vec<String> = kind.split_whitespace().map(String::from).collect();
        let rules = Arc::new(load("shura", &sets).expect(kind));
        for number in 0..SHURA_MATCHES {
            if let Err(what) = follow::<4>(&rules, MatchSeed { seed: 9, number }) {
                panic!("shura {kind}, match {number}: {what}");
            }
        }
    }
}
