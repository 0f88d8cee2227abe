//! The match as a state machine: it plays from one decision to the next.
//!
//! All of it is one type, [`Match`]; each file has the methods of one step. The files in the order of a kyoku:
//! `state` (what lies where), `apply` (the loop), `deal` (wall, draw, indicators), `exchange` (tiles passed on before
//! the first draw, in some rulesets), `legal` (legal actions) with `waits` and `win`, `nuki` (tiles set aside),
//! `resolve` (claims of the others) with `pao`, `end` (payments), `winners` (a kyoku that goes on after a win, in some
//! rulesets), `progress` (next kyoku, end of the match), `house` (what counts besides the scores). `start` begins at a given state. `illegal` says why an action is refused, `redeal` deals
//! hidden tiles again for tests and search, `streams` gives each seat draws of its own, `wareme` throws
//! dice.

mod apply;
mod deal;
mod end;
mod event;
mod exchange;
mod house;
mod illegal;
mod legal;
mod nuki;
mod pao;
mod progress;
mod redeal;
mod resolve;
mod seat;
mod start;
mod state;
mod streams;
mod waits;
mod wareme;
mod win;
mod winners;

pub use event::{Event, Offer};
pub use house::house_rules;
pub(super) use progress::{Ending, advance};
pub use seat::RiichiState;
pub(super) use seat::SeatState;
pub(super) use state::Phase;
pub use state::{Match, Riichi};

use super::variant::Variant;
use hyakuman_core::common::match_state::MatchState;
use hyakuman_core::common::walls::Walls;
use hyakuman_core::game::WinRecord;
use hyakuman_core::game::sink::Reporter;
use hyakuman_core::game::{Answers, Game, Sink};
use hyakuman_core::{Hand, KindSet, Seat, Tile};
use std::sync::Arc;

/// For referees, records and tests: the whole table. Agents get a [`View`](super::View).
impl<const N: usize, V: Variant> Match<N, V> {
    /// A match that starts, or continues, at this state with these walls.
    pub fn start_at(
        rules: &Arc<V::Rules>,
        walls: Walls,
        match_state: MatchState<N>,
        sink: &mut dyn Sink<Self>,
    ) -> Self {
        assert_eq!(V::riichi(rules).players as usize, N, "rules for another number of players");
        let mut game = Match::seated(rules, walls, match_state);
        game.apply(Answers::NONE, &mut Reporter::of(sink));
        game
    }

    /// The rules at the table.
    pub fn rules(&self) -> &Arc<V::Rules> {
        &self.rules.0
    }

    /// Scores, kyoku, honba and sticks.
    pub fn match_state(&self) -> &MatchState<N> {
        &self.match_state
    }

    /// The same when the kyoku under way was dealt; between two kyoku, as it is.
    pub fn state_at_deal(&self) -> MatchState<N> {
        let (scores, kyotaku) = self.kyoku.before;
        match self.phase {
            Phase::Turn | Phase::Claim(_) | Phase::Exchange => {
                MatchState { scores, kyotaku, ..self.match_state }
            }
            Phase::Start | Phase::Yame | Phase::Over => self.match_state,
        }
    }

    /// The concealed tiles of a seat, without the one just drawn.
    pub fn hand(&self, seat: Seat) -> &Hand {
        &self.player(seat).hand
    }

    /// The concealed tiles of a seat with their colours, without the one just drawn.
    pub fn tiles(&self, seat: Seat) -> impl Iterator<Item = Tile> + '_ {
        self.player(seat).tiles()
    }

    /// The kinds that complete the hand of a seat by shape; none while it has a tile too many, after a call.
    pub fn waits(&self, seat: Seat) -> KindSet {
        let player = self.player(seat);
        if player.hand.len() % 3 == 1 { player.waits } else { KindSet::EMPTY }
    }

    /// The seat on turn and the tile it has just drawn.
    pub fn turn(&self) -> (Seat, Option<Tile>) {
        (self.kyoku.turn, self.kyoku.drawn)
    }

    /// The wins of the kyoku so far, in order of time.
    pub fn wins(&self) -> &[WinRecord] {
        &self.kyoku.wins
    }

    /// The ura dora indicators under those turned up.
    pub fn ura_indicators(&self) -> impl Iterator<Item = Tile> + '_ {
        (0..self.kyoku.indicators as usize).map(|i| self.ura_indicator(i))
    }
}
