//! Matches to play on from a view: what they have in common, and what they know.

use super::support::{Check, choose, in_every_ruleset};
use hyakuman_core::column::Rows;
use hyakuman_core::game::playout::MatchInProgress;
use hyakuman_core::game::rollout::PlayedOut;
use hyakuman_core::game::sink::Reporter;
use hyakuman_core::game::{Answers, Game};
use hyakuman_core::testing::conformance::MatchTrace;
use hyakuman_core::{MatchSeed, RelSeat, Rng, Seat, Tile};
use hyakuman_riichi::{Action, Event, Match, Question, Riichi, RiichiState, Variant, kernels, presets};
use std::sync::Arc;

const MATCHES: u64 = 2;
/// One of so many decisions is looked at.
const EVERY: u32 = 12;

/// Plays on to the end of the match with random actions.
fn played<const N: usize, V: Variant>(mut game: Match<N, V>) -> MatchTrace {
    let (mut trace, mut rng) = (MatchTrace::default(), Rng::from_seed(4));
    while !game.deciders().is_empty() {
        let mut answers = Answers::NONE;
        game.deciders().for_each(|seat| answers.set(seat, choose(&game, seat, &mut rng)));
        game.apply(answers, &mut Reporter::of(&mut trace));
    }
    trace
}

/// The hidden tiles of a match.
fn hidden<const N: usize, V: Variant>(game: &Match<N, V>, seat: Seat) -> Rows {
    let mut rows = Rows::new(Match::<N, V>::HIDDEN_COLUMNS.len());
    game.write_hidden(seat, &mut rows);
    rows
}

struct EqualViews(Rng, u32);

impl Check for EqualViews {
    fn at<const N: usize, V: Variant>(&mut self, game: &Match<N, V>, seat: Seat) {
        if self.0.below(EVERY) > 0 {
            return;
        }
        let (view, rng) = (game.view(seat), Rng::from_seed(self.0.next_u64()));
        let other = view.redealt(&mut self.0);
        let [one, same] = [view, other.view(seat)].map(|view| view.redealt(&mut rng.clone()));
        one.audit().unwrap();
        assert_eq!(hidden(&one, seat), hidden(&same, seat));
        assert_ne!(hidden(&one, seat), hidden(&view.redealt(&mut self.0), seat), "another stream");
        assert_eq!(one.events(), same.events());
        self.1 += 1;
        if self.1.is_multiple_of(20) {
            assert_eq!(played(one), played(same), "as they are played on");
        }
    }
}

#[test]
fn equal_views_and_random_streams_give_equal_worlds() {
    let mut check = EqualViews(Rng::from_seed(1), 0);
    in_every_ruleset(MATCHES, &mut check);
    assert!(check.1 > 1_000, "{} decisions", check.1);
}

struct LaterWalls {
    rng: Rng,
    compared: u32,
}

/// The match at the first decision of the next kyoku; none if it ends before.
fn next_kyoku<const N: usize, V: Variant>(mut game: Match<N, V>) -> Option<Match<N, V>> {
    let (deals, mut rng) = (game.match_state().deals, Rng::from_seed(4));
    while game.match_state().deals == deals && !game.deciders().is_empty() {
        let mut answers = Answers::NONE;
        game.deciders().for_each(|seat| answers.set(seat, choose(&game, seat, &mut rng)));
        game.apply(answers, &mut Reporter::of(&mut ()));
    }
    (!game.deciders().is_empty()).then_some(game)
}

impl Check for LaterWalls {
    fn at<const N: usize, V: Variant>(&mut self, game: &Match<N, V>, seat: Seat) {
        if self.rng.below(8 * EVERY) > 0 {
            return;
        }
        let world = game.view(seat).redealt(&mut self.rng);
        if let [Some(next), Some(other)] = [game.clone(), world].map(next_kyoku)
            && next.match_state().deal_key() == other.match_state().deal_key()
        {
            let same = |seat: &Seat| next.tiles(*seat).eq(other.tiles(*seat));
            assert_eq!(Seat::all(N).filter(same).count(), 0, "the hands of the true match are dealt");
            self.compared += 1;
        }
    }
}

#[test]
fn the_walls_of_later_kyoku_are_not_the_true_ones() {
    let mut check = LaterWalls { rng: Rng::from_seed(2), compared: 0 };
    in_every_ruleset(MATCHES, &mut check);
    assert!(check.compared > 50, "{} compared", check.compared);
}

/// Plays a Tenhou kyoku to its end: first `action` of `seat`, then every seat discards what it draws and passes. Returns the tiles that each
/// seat drew while at least `left` draws were left.
fn draws(mut game: Riichi<4>, (seat, action): (Seat, u8), left: usize) -> [Vec<Tile>; 4] {
    let (mut end, first) = (PlayedOut::default(), game.events().len());
    let live = game.view(seat).remaining() as usize;
    let mut answers = Answers::NONE;
    answers.set(seat, action);
    while !end.is_settled() && !game.deciders().is_empty() {
        for decider in game.deciders().without(answers.given()) {
            let legal = game.legal(decider);
            let quiet =
                [Action::Pass.code(), Action::Tsumogiri.code()].into_iter().find(|&code| legal.has(code));
            answers.set(decider, quiet.unwrap_or_else(|| legal.nth(legal.len() - 1)));
        }
        game.apply(std::mem::take(&mut answers), &mut Reporter::of(&mut end));
    }
    let drawn = |event: &Event| match *event {
        Event::Draw { seat, tile, .. } => Some((seat, tile.unwrap())),
        _ => None,
    };
    let all = game.events()[first..].iter().filter_map(drawn).take(live.saturating_sub(left));
    let mut by_seat = [const { Vec::new() }; 4];
    all.for_each(|(seat, tile)| by_seat[seat.index()].push(tile));
    by_seat
}

#[test]
fn a_call_does_not_change_what_the_others_draw() {
    let (rules, mut rng, mut calls, mut tiles) = (Arc::new(presets::tenhou()), Rng::from_seed(5), 0, 0);
    for number in 0..30 {
        let mut table = MatchInProgress::<Riichi<4>>::start(&rules, MatchSeed { seed: 32, number }, &mut ());
        while let Some(seat) = table.pending().next() {
            let (view, legal) = (table.game().view(seat), table.game().legal(seat));
            let is_call =
                |&code: &u8| matches!(Action::from_code(code), Some(Action::Pon { .. } | Action::Chi { .. }));
            if let (Some(call), Question::Claim(..)) = (legal.iter().find(is_call), view.question()) {
                let world = view.redealt(&mut rng);
                // The last draws of a seat that draws more often are those of others.
                let [passed, called] =
                    [Action::Pass.code(), call].map(|code| draws(world.clone(), (seat, code), 20));
                for (passed, called) in passed.iter().zip(&called) {
                    let both = passed.len().min(called.len());
                    assert_eq!(passed[..both], called[..both], "match {number}");
                    tiles += both;
                }
                calls += 1;
            }
            let action = choose(table.game(), seat, &mut rng);
            table.answer(seat, action, &mut ()).unwrap();
        }
    }
    assert!(calls > 500 && tiles > 5_000, "{calls} calls, {tiles} tiles");
}

struct UsualHands {
    rng: Rng,
    /// The sum of shanten and the number of hands: early, late and late with two melds.
    sums: [[u32; 2]; 3],
}

impl Check for UsualHands {
    fn at<const N: usize, V: Variant>(&mut self, game: &Match<N, V>, seat: Seat) {
        if V::FAMILY != "riichi" || self.rng.below(EVERY) > 0 {
            return;
        }
        let (view, world) = (game.view(seat), game.view(seat).redealt(&mut self.rng));
        let calm = view.others().all(|of| view.riichi(of) == RiichiState::No && !view.has_won(of));
        if !calm || view.riichi(RelSeat::SELF) != RiichiState::No {
            return;
        }
        for of in view.others() {
            let (hand, melds) = (world.hand(of.seat(seat, N)), view.melds(of).len());
            let group = match (view.river(of).len(), melds) {
                (0..=1, 0) => 0,
                (10.., 0) => 1,
                (10.., 2) => 2,
                _ => continue,
            };
            self.sums[group][0] += kernels::shanten::<N>(hand, melds as u8) as u32;
            self.sums[group][1] += 1;
        }
    }
}

#[test]
fn hands_dealt_again_are_nearer_to_tenpai_the_later_it_is() {
    let mut check = UsualHands { rng: Rng::from_seed(6), sums: [[0; 2]; 3] };
    in_every_ruleset(MATCHES, &mut check);
    let [early, late, open] = check.sums.map(|[sum, hands]| f64::from(sum) / f64::from(hands));
    assert!(check.sums.iter().all(|[_, hands]| *hands > 40), "{:?}", check.sums);
    assert!(early > 2.5 && (1.0..1.7).contains(&late) && open < 0.8, "{early} {late} {open}");
}
