//! The state of a match: what lies where, and whose turn it is.
//!
//! Everything here is private to the family. An agent gets a [`super::view::View`].

use super::held::Held;
use super::indicators::Indicators;
use super::rules::ToppanRules;
use super::terms::Terms;
use arrayvec::ArrayVec;
use hyakuman_core::common::match_state::MatchState;
use hyakuman_core::common::walls::Walls;
use hyakuman_core::game::ActionMask;
use hyakuman_core::{Seat, SeatSet, Tile, Wall};
use std::sync::Arc;

/// Players.
pub(super) const SEATS: usize = 4;

/// Most tiles drawn in a kyoku: 42 points are at most 48 tiles, and each seat may draw one that takes it over the limit.
pub(super) const MOST_DRAWS: usize = 52;

/// Most events of a kyoku: the deal, the draws, three bets, for each seat the end of its turn and its hidden tile, three
/// tiles turned up, a redraw, the choice of the dealer.
pub(super) const MAX_EVENTS: usize = 1 + MOST_DRAWS + 3 + 2 * SEATS + 3 + 2;

/// The events of a kyoku.
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
    pub(super) kyoku: KyokuState,
    /// What happened in this kyoku so far.
    pub(super) history: History,
    pub(super) phase: Phase,
    pub(super) deciders: SeatSet,
    pub(super) legal: ActionMask,
}

#[derive(Clone, Debug)]
pub(super) struct KyokuState {
    pub(super) wall: Wall,
    /// The indicators that count for every seat, those turned up included. Public.
    pub(super) indicators: Indicators,
    pub(super) players: [SeatState; SEATS],
    /// Scores when it began.
    pub(super) before: [i32; SEATS],
    /// Index in the wall of the dealer's first tile.
    pub(super) start: u8,
    /// Index in the wall of the next tile.
    pub(super) front: u8,
    /// Number of tiles turned up for toppan hands. Public.
    pub(super) turned_up: u8,
    /// Whose turn it is.
    pub(super) turn: Seat,
}

/// The state of one seat in a kyoku.
#[derive(Clone, Debug)]
pub(super) struct SeatState {
    /// Its tiles. Only the owner sees the first one until it is `shown`; the others are public.
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

/// The state of a seat's turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Course {
    /// It may still draw.
    Open,
    /// It draws no more.
    Stayed,
    /// It declared a winning yaku.
    Won,
    /// It is over ten and a half.
    Bust,
}

/// What the game waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Phase {
    /// Before the first deal.
    Start,
    /// The seat on turn, a child, bets.
    Bet,
    /// The seat on turn hits, stays or wins.
    Turn,
    /// The dealer deals again or passes the deal on.
    Choice,
    /// The match is over.
    Over,
}

/// Something that happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A kyoku begins: the indicators are shown. Public.
    Deal {
        /// Index of the dealer's term in the match.
        kyoku: u8,
        /// How many kyoku it had before.
        repeat: u16,
        /// Honba on the table.
        honba: u16,
    },
    /// A draw. Only its owner sees a first tile.
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
        /// The bet, in half points.
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
    /// A seat is over ten and a half. Public.
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
    /// Nobody pays; the kyoku is dealt again. Public.
    Redraw,
    /// The dealer deals again. Public.
    Continue,
    /// The next seat deals. Public.
    Pass,
}

impl Event {
    /// The event as this seat may see it: first tiles that others drew are hidden, even where the rules show those of the
    /// children.
    #[inline]
    pub(super) fn seen_by(self, viewer: Seat) -> Event {
        match self {
            Event::Draw { seat, first: true, .. } if seat != viewer => {
                Event::Draw { seat, tile: None, first: true }
            }
            public => public,
        }
    }
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
    /// The state before the deal.
    pub(super) const EMPTY: SeatState =
        SeatState { held: Held::EMPTY, shown: false, bet: None, course: Course::Open, extra: None };
}
