//! The state of a match: what lies where, and whose turn it is.
//!
//! Everything here is private to the family. Agents see a [`super::view::View`]; nobody sees the wall.

use super::held::Held;
use super::indicators::Indicators;
use super::rules::ToppanRules;
use super::terms::Terms;
use crate::common::match_state::MatchState;
use crate::common::walls::Walls;
use crate::game::ActionMask;
use arrayvec::ArrayVec;
use hyakuman_core::{Seat, SeatSet, Tile, Wall};
use std::sync::Arc;

/// Players.
pub(super) const SEATS: usize = 4;

/// Most tiles a hand can take: 42 points lie in no more than 48 tiles, and each seat may draw one that is too many.
pub(super) const MOST_DRAWS: usize = 52;

/// Most events of a hand: the deal, the draws, three bets, and for each seat its end and its hidden tile shown, three
/// tiles turned up, a redraw, who deals next.
pub(super) const MAX_EVENTS: usize = 1 + MOST_DRAWS + 3 + 2 * SEATS + 3 + 2;

/// The events of a hand.
pub(super) type History = ArrayVec<Event, MAX_EVENTS>;

/// One match of competitive Toppan (競技十半).
#[derive(Clone)]
pub struct Toppan {
    pub(super) rules: Arc<ToppanRules>,
    pub(super) terms: Arc<Terms>,
    pub(super) walls: Walls,
    /// All tiles in order: what every wall is shuffled from.
    pub(super) ordered: Wall,
    pub(super) match_state: MatchState<SEATS>,
    pub(super) deal: KyokuState,
    /// What happened in this hand so far.
    pub(super) history: History,
    pub(super) phase: Phase,
    pub(super) deciders: SeatSet,
    pub(super) legal: ActionMask,
}

/// What lies on the table in one hand.
#[derive(Clone, Debug)]
pub(super) struct KyokuState {
    pub(super) wall: Wall,
    /// What the indicators shown make of the tiles, those turned up for everybody among them. Public.
    pub(super) indicators: Indicators,
    pub(super) players: [SeatState; SEATS],
    /// Scores when it began.
    pub(super) before: [i32; SEATS],
    /// Place in the wall of the dealer's first tile.
    pub(super) start: u8,
    /// Place in the wall of the next tile.
    pub(super) front: u8,
    /// Tiles turned up for toppan hands. Public.
    pub(super) turned_up: u8,
    /// Whose turn it is.
    pub(super) turn: Seat,
}

/// What one seat has before it.
#[derive(Clone, Debug)]
pub(super) struct SeatState {
    /// The tiles. The first one is seen by its owner only until it is `shown`, the others by all.
    pub(super) held: Held,
    /// Public.
    pub(super) shown: bool,
    /// Which of the bets a child made. Public.
    pub(super) bet: Option<u8>,
    /// Public.
    pub(super) course: Course,
    /// The tile turned up for its toppan hand. Public.
    pub(super) extra: Option<Tile>,
}

/// How far a seat has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Course {
    /// It may still draw.
    Open,
    /// It draws no more.
    Stayed,
    /// It declared a winning yaku.
    Won,
    /// It drew too much.
    Bust,
}

/// What the game waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Phase {
    /// The seat on turn, a child: its bet.
    Bet,
    /// The seat on turn: hit, stay, win.
    Turn,
    /// The dealer: go on or pass.
    Choice,
    /// Nothing: the match is over.
    Over,
}

/// Something that happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A hand begins: the indicators are shown. Public.
    Deal {
        /// Absolute index of the dealer's term.
        kyoku: u8,
        /// How many hands it had before.
        repeat: u16,
        /// Honba on the table.
        honba: u16,
    },
    /// A draw. Of a first tile only its owner sees which.
    Draw {
        /// Who drew.
        seat: Seat,
        /// The tile; hidden from the others if it is the first.
        tile: Option<Tile>,
        /// Is it the seat's first one?
        first: bool,
    },
    /// A child bets. Public.
    Bet {
        /// Who bets.
        seat: Seat,
        /// How much, in half points.
        amount: u16,
    },
    /// No more draws. Public.
    Stay {
        /// Whose.
        seat: Seat,
    },
    /// A winning yaku is declared. Public.
    Win {
        /// Who declares.
        seat: Seat,
    },
    /// Too much. Public.
    Bust {
        /// Who drew it.
        seat: Seat,
    },
    /// A tile was turned up for a toppan hand. Public.
    TurnUp {
        /// Whose hand.
        seat: Seat,
        /// The tile.
        tile: Tile,
    },
    /// A hidden tile was shown. Public.
    Show {
        /// Whose.
        seat: Seat,
        /// The tile.
        tile: Tile,
    },
    /// Nobody pays, the hand is dealt again. Public.
    Redraw,
    /// The dealer goes on. Public.
    Continue,
    /// The next seat deals. Public.
    Pass,
}

impl std::fmt::Debug for Toppan {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Toppan")
            .field("match_state", &self.match_state)
            .field("phase", &self.phase)
            .finish_non_exhaustive()
    }
}

impl Toppan {
    /// The children in order of turn.
    #[inline]
    pub(super) fn children(&self) -> [Seat; SEATS - 1] {
        [1, 2, 3].map(|steps| self.match_state.dealer().after(steps, SEATS))
    }
}

impl SeatState {
    /// A place with nothing on it.
    pub(super) const EMPTY: SeatState =
        SeatState { held: Held::EMPTY, shown: false, bet: None, course: Course::Open, extra: None };
}
