//! A match with a wall laid out by hand, for the tests of procedure.

use crate::hand::{kinds, rules_of};
use hyakuman_core::common::match_state::MatchState;
use hyakuman_core::common::walls::Walls;
use hyakuman_core::game::{Answers, Game, KyokuEnd, KyokuResult, MatchEnd, Sink, WinRecord};
use hyakuman_core::{Kind, Seat, Wall};
use hyakuman_yangzhou::{Action, Yangzhou};
use std::sync::Arc;

pub(crate) const E: Seat = Seat::new(0);
pub(crate) const S: Seat = Seat::new(1);
pub(crate) const W: Seat = Seat::new(2);
pub(crate) const N: Seat = Seat::new(3);

/// What a sink receives.
#[derive(Default)]
pub(crate) struct Report {
    pub(crate) kyoku: Vec<(u32, u32, KyokuResult, [i32; 4], u32)>,
    pub(crate) wins: Vec<WinRecord>,
    pub(crate) end: Option<MatchEnd>,
}

impl Sink<Yangzhou> for Report {
    fn kyoku_end(&mut self, end: &KyokuEnd<'_>) {
        self.kyoku.push((end.kyoku, end.repeat, end.result, end.deltas, end.draws));
        self.wins.extend(end.wins);
    }

    fn match_end(&mut self, end: &MatchEnd) {
        self.end = Some(*end);
    }
}

/// A match in play.
pub(crate) struct Play {
    pub(crate) game: Yangzhou,
    pub(crate) report: Report,
}

impl Play {
    /// East deals. The hands of E, S, W, N or a part of them, then the tiles drawn from the front, the dealer's first, then
    /// those drawn from the tail; the other tiles are in any order.
    pub(crate) fn new(rules: &str, hands: [&str; 4], front: &str, tail: &str) -> Play {
        let wall = wall(hands, front, tail);
        let rules = Arc::new(rules_of(rules));
        let mut report = Report::default();
        let walls = Walls::Scripted(Arc::new([wall]));
        let game = Yangzhou::start_at(&rules, walls, MatchState::first(rules.start), &mut report);
        Play { game, report }
    }

    /// Every seat passes until `seat` is on turn, which then does this.
    pub(crate) fn turn(&mut self, seat: Seat, action: Action) {
        for _ in 0..4 {
            let (turn, drawn) = self.game.turn();
            let is_turn = self.game.deciders().has(seat) && turn == seat;
            if is_turn {
                assert!(self.may(seat, action), "{seat:?} {action} with {drawn:?}");
                return self.answer(&[(seat, action)]);
            }
            self.claim(&[]);
        }
        panic!("the turn of {seat:?} does not come: {:?}", self.game.turn());
    }

    /// The seats on turn discard what they draw, this many times; nobody claims anything.
    pub(crate) fn draw_and_discard(&mut self, seats: &[Seat]) {
        seats.iter().for_each(|&seat| self.turn(seat, Action::Tsumogiri));
    }

    /// These seats claim the tile on offer; the other deciders pass.
    pub(crate) fn claim(&mut self, claims: &[(Seat, Action)]) {
        let mut answers: Vec<(Seat, Action)> =
            self.game.deciders().map(|seat| (seat, Action::Pass)).collect();
        for &(seat, action) in claims {
            assert!(self.may(seat, action), "{seat:?} {action}");
            answers.iter_mut().filter(|answer| answer.0 == seat).for_each(|answer| answer.1 = action);
        }
        self.answer(&answers);
    }

    pub(crate) fn may(&self, seat: Seat, action: Action) -> bool {
        self.game.legal(seat).has(action.code())
    }

    fn answer(&mut self, given: &[(Seat, Action)]) {
        let mut answers = Answers::NONE;
        given.iter().for_each(|(seat, action)| answers.set(*seat, action.code()));
        self.game.try_apply(answers, &mut self.report).expect("legal");
        self.game.audit().expect("all there");
    }
}

/// The tile of a discard.
pub(crate) fn drop(tile: &str) -> Action {
    Action::Discard(kinds(tile)[0])
}

fn wall(hands: [&str; 4], front: &str, tail: &str) -> Wall {
    let mut places: Vec<Option<Kind>> = vec![None; 136];
    for (turn, hand) in hands.into_iter().enumerate() {
        for (i, kind) in kinds(hand).into_iter().enumerate() {
            let place = if i == 12 { 48 + turn } else { 16 * (i / 4) + 4 * turn + i % 4 };
            places[place] = Some(kind);
        }
    }
    kinds(front).into_iter().enumerate().for_each(|(i, kind)| places[52 + i] = Some(kind));
    kinds(tail).into_iter().enumerate().for_each(|(i, kind)| places[135 - i] = Some(kind));
    let mut left = [4u8; 34];
    places.iter().flatten().for_each(|kind| left[kind.index()] -= 1);
    let mut copies = [0u8; 34];
    let ids: Vec<u8> = places
        .into_iter()
        .map(|place| {
            let kind = place.unwrap_or_else(|| {
                // Spread out, so that no seat draws a set by chance.
                let kind =
                    (0..34u32).map(|i| Kind::of((i * 11 % 34) as u8)).max_by_key(|kind| left[kind.index()]);
                kind.inspect(|kind| left[kind.index()] -= 1).expect("a kind")
            });
            copies[kind.index()] += 1;
            4 * kind.code() + copies[kind.index()] - 1
        })
        .collect();
    Wall::from_ids(&ids).expect("every tile once")
}
