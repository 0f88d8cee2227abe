//! A match with walls laid out by hand, for the tests of procedure.

use crate::hand::{rules_of, tiles};
use hyakuman_core::common::match_state::MatchState;
use hyakuman_core::common::walls::Walls;
use hyakuman_core::game::{Answers, Game, KyokuEnd, KyokuResult, MatchEnd, Sink, WinRecord};
use hyakuman_core::wall::Faces;
use hyakuman_core::{Seat, Tile, Wall};
use hyakuman_toppan::{Action, Toppan, ToppanRules};
use std::sync::Arc;

pub(crate) const E: Seat = Seat::new(0);
pub(crate) const S: Seat = Seat::new(1);
pub(crate) const W: Seat = Seat::new(2);
pub(crate) const N: Seat = Seat::new(3);

/// What a sink receives of a kyoku.
#[derive(Clone, Debug)]
pub(crate) struct Hand {
    pub(crate) repeat: u32,
    pub(crate) honba: u32,
    pub(crate) result: KyokuResult,
    /// In half points.
    pub(crate) deltas: [i32; 4],
    pub(crate) wins: Vec<WinRecord>,
    pub(crate) draws: u32,
}

/// What a sink receives.
#[derive(Default)]
pub(crate) struct Report {
    pub(crate) hands: Vec<Hand>,
    pub(crate) end: Option<MatchEnd>,
}

impl Sink<Toppan> for Report {
    fn kyoku_end(&mut self, end: &KyokuEnd<'_>) {
        let KyokuEnd { repeat, honba, result, deltas, draws, .. } = *end;
        self.hands.push(Hand { repeat, honba, result, deltas, wins: end.wins.to_vec(), draws });
    }

    fn match_end(&mut self, end: &MatchEnd) {
        self.end = Some(*end);
    }
}

/// A match in play.
pub(crate) struct Play {
    pub(crate) game: Toppan,
    pub(crate) report: Report,
}

impl Play {
    /// Each kyoku has its tiles in the order in which they are drawn: the dealer's first tile, those of the children, then
    /// all others; after a `/` those kept back, after another one the indicators. A red five is a plain one if the rules
    /// have none. The other tiles are in any order. There are no dora unless the rules say so.
    pub(crate) fn new(rules: &str, hands: &[&str]) -> Play {
        let rules = plain(rules);
        Play::from(&rules, MatchState::first(rules.start * Toppan::UNITS_PER_POINT), hands)
    }

    /// [`Play::new`] from another state of the match.
    pub(crate) fn from(rules: &ToppanRules, match_state: MatchState<4>, hands: &[&str]) -> Play {
        let walls: Vec<Wall> = hands.iter().map(|hand| wall(rules, hand)).collect();
        let mut report = Report::default();
        let walls = Walls::Scripted(walls.into());
        let game = Toppan::start_at(&Arc::new(rules.clone()), walls, match_state, &mut report);
        Play { game, report }
    }

    /// The next deciders do these, one after another.
    pub(crate) fn go(&mut self, actions: &[(Seat, Action)]) -> &mut Play {
        for &(seat, action) in actions {
            assert!(self.may(seat, action), "{seat:?} may not {action}: {:?}", self.game.events());
            let answer = Answers::one(seat, action.code());
            self.game.try_apply(answer, &mut self.report).expect("legal");
            self.game.audit().expect("all there");
        }
        self
    }

    /// All children bet one point.
    pub(crate) fn bets(&mut self) -> &mut Play {
        let dealer = self.game.match_state().dealer();
        let bets = [1, 2, 3].map(|steps| (dealer.after(steps, 4), Action::Bet(1)));
        self.go(&bets)
    }

    pub(crate) fn may(&self, seat: Seat, action: Action) -> bool {
        self.game.legal(seat).has(action.code())
    }

    /// The kyoku that was settled last.
    pub(crate) fn last(&self) -> &Hand {
        self.report.hands.last().expect("a hand that is over")
    }

    /// Payments of the last kyoku, in points.
    pub(crate) fn points(&self) -> [f64; 4] {
        self.last().deltas.map(|delta| f64::from(delta) / 2.0)
    }
}

/// Rules without dora, and with these changes.
pub(crate) fn plain(changes: &str) -> ToppanRules {
    rules_of(&format!("dora_indicators=0 toppan_extra=\"Off\" {changes}"))
}

/// A match state, with scores in points.
pub(crate) fn match_state(scores: [i32; 4], kyoku: u32, honba: u32) -> MatchState<4> {
    MatchState { scores: scores.map(|score| 2 * score), kyoku, repeat: 0, honba, kyotaku: 0, deals: 0 }
}

/// The wall of a kyoku.
fn wall(rules: &ToppanRules, text: &str) -> Wall {
    let faces = Faces::new(rules.red_fives);
    let mut left: Vec<u8> = (0..136).collect();
    let mut parts = text.split('/').map(|part| tiles(if part.trim().is_empty() { "-" } else { part.trim() }));
    let shown_at = 136 - rules.dora_indicators as usize;
    let kept_at = shown_at - rules.wangpai_reserve as usize;
    let mut part = |room: usize| -> Vec<u8> {
        let named = parts.next().unwrap_or_default().into_iter().take(room);
        let place = |tile: Tile| {
            let same = left.iter().position(|&id| faces.tile(id) == tile);
            left.remove(
                same.or_else(|| left.iter().position(|&id| id / 4 == tile.kind().code())).expect("left"),
            )
        };
        named.map(place).collect()
    };
    let (draws, kept, shown) = (part(kept_at), part(shown_at - kept_at), part(136 - shown_at));
    let place = |place: usize| {
        let of = |first: usize, ids: &[u8]| place.checked_sub(first).and_then(|i| ids.get(i)).copied();
        of(0, &draws).or(of(kept_at, &kept)).or(of(shown_at, &shown))
    };
    let mut named: Vec<Option<u8>> = (0..136).map(place).collect();
    named.iter_mut().rev().filter(|place| place.is_none()).for_each(|place| *place = left.pop());
    Wall::from_ids(&named.into_iter().map(|id| id.expect("a tile")).collect::<Vec<u8>>())
        .expect("every tile once")
}
