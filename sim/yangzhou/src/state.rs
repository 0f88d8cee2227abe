//! The state of a match: what lies where, and whose turn it is.
//!
//! Everything here is private to the family. An agent gets a [`super::view::View`].

use super::rules::YangzhouRules;
use super::score::Scorer;
use arrayvec::ArrayVec;
use hyakuman_core::common::match_state::MatchState;
use hyakuman_core::common::river::River;
use hyakuman_core::common::walls::Walls;
use hyakuman_core::game::ActionMask;
use hyakuman_core::{Hand, Kind, KindSet, Meld, Seat, SeatSet, Wall};
use std::sync::Arc;

/// Players.
pub(super) const SEATS: usize = 4;

/// Most events a kyoku can have: a draw and a discard for each of 84 tiles, a meld and a discard for each of 16 calls,
/// up to 16 kans, the deal and three wins.
pub(super) const MAX_EVENTS: usize = 224;

/// The events of a kyoku.
pub(super) type History = ArrayVec<Event, MAX_EVENTS>;

/// One match of Yangzhou mahjong.
#[derive(Clone)]
pub struct Yangzhou {
    pub(super) rules: Arc<YangzhouRules>,
    pub(super) scorer: Arc<Scorer>,
    pub(super) walls: Walls,
    /// All tiles in order: what every wall is shuffled from.
    pub(super) ordered: Wall,
    pub(super) match_state: MatchState<SEATS>,
    pub(super) kyoku: KyokuState,
    /// What happened in this kyoku so far.
    pub(super) history: History,
    pub(super) phase: Phase,
    pub(super) deciders: SeatSet,
    pub(super) legal: [ActionMask; SEATS],
}

#[derive(Clone, Debug)]
pub(super) struct KyokuState {
    pub(super) wall: Wall,
    pub(super) players: [SeatState; SEATS],
    /// Scores when it began.
    pub(super) before: [i32; SEATS],
    /// Index in the wall of the next tile from the front.
    pub(super) front: u8,
    /// Replacement tiles drawn so far, from the tail.
    pub(super) replaced: u8,
    /// The seat on turn; while others may claim a tile, the seat that shows it.
    pub(super) turn: Seat,
    /// The tile just drawn; none after a call.
    pub(super) drawn: Option<Kind>,
    /// Whether the last draw was a replacement tile.
    pub(super) drawn_replacement: bool,
    /// Kinds that swap-calling forbids to discard now.
    pub(super) forbidden: KindSet,
    /// By seat the kinds it could claim from any other seat: waits and pairs.
    pub(super) claims: [KindSet; SEATS],
    /// All public tiles: discards and melds.
    pub(super) seen: Hand,
}

/// The state of one seat in a kyoku.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(super) struct SeatState {
    /// Concealed tiles without the one just drawn. Own view only.
    pub(super) hand: Hand,
    /// A lower bound of the shanten of the hand after a discard. A draw or call with its discard lowers shanten by one at
    /// most, so that most hands need no evaluation after most discards. Own view only.
    pub(super) far: i8,
    /// The kinds that complete the hand by shape. Valid while it has 3n+1 tiles. Own view only.
    pub(super) waits: KindSet,
    /// Whether it has missed a chance to win since its last turn. Own view only.
    pub(super) missed: bool,
    /// Public.
    pub(super) melds: ArrayVec<Meld, 4>,
    /// The kinds of the pons among them, which a fourth tile makes a kan. Public.
    pub(super) pons: KindSet,
    /// Public.
    pub(super) river: River,
    /// Whether the seat has called a tile. Public.
    pub(super) open: bool,
}

/// What the game waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Phase {
    /// Before the first deal.
    Start,
    /// The seat on turn acts.
    Turn,
    /// Other seats claim the tile on offer or pass.
    Claim(Offer),
    /// The match is over.
    Over,
}

/// A tile the others may claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Offer {
    /// A discard.
    Discard(Kind),
    /// The tile added to a pon; only to win.
    Kakan(Kind),
    /// A concealed kan; only to win, where the rules allow it.
    Ankan(Kind),
}

/// Something that happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// The tiles were dealt. Public.
    Deal {
        /// Index of the kyoku in the match.
        kyoku: u8,
        /// How often this kyoku was played before.
        repeat: u16,
    },
    /// A draw. Only its owner sees the tile.
    Draw {
        /// Who drew.
        seat: Seat,
        /// The tile; hidden from the others.
        tile: Option<Kind>,
        /// From the tail of the wall, after a kan?
        replacement: bool,
    },
    /// A discard. Public.
    Discard {
        /// Who discarded.
        seat: Seat,
        /// The tile.
        tile: Kind,
        /// The one just drawn?
        tsumogiri: bool,
    },
    /// A call or a kan was declared. Public.
    Meld {
        /// Who made it.
        seat: Seat,
        /// The set.
        meld: Meld,
    },
    /// A win. Public.
    Win {
        /// Who won.
        seat: Seat,
        /// Who dealt in; none by own draw.
        from: Option<Seat>,
        /// The winning tile.
        tile: Kind,
    },
    /// The wall ran out. Public.
    Ryuukyoku,
}

impl Event {
    /// The event as this seat may see it: tiles that others drew are hidden.
    #[inline]
    pub(super) fn seen_by(self, viewer: Seat) -> Event {
        match self {
            Event::Draw { seat, replacement, .. } if seat != viewer => {
                Event::Draw { seat, tile: None, replacement }
            }
            public => public,
        }
    }
}

impl std::fmt::Debug for Yangzhou {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Yangzhou")
            .field("match_state", &self.match_state)
            .field("phase", &self.phase)
            .finish_non_exhaustive()
    }
}

impl Offer {
    /// The kind on offer.
    #[inline]
    pub fn kind(self) -> Kind {
        match self {
            Offer::Discard(kind) | Offer::Kakan(kind) | Offer::Ankan(kind) => kind,
        }
    }
}

impl KyokuState {
    /// Tiles left in the wall: each draw, from the front or the tail, takes one.
    #[inline]
    pub(super) fn remaining(&self) -> u8 {
        self.wall.len() as u8 - self.front - self.replaced
    }
}

impl SeatState {
    /// The state before the deal.
    pub(super) fn new() -> SeatState {
        SeatState {
            hand: Hand::EMPTY,
            far: 0,
            waits: KindSet::EMPTY,
            missed: false,
            melds: ArrayVec::new(),
            pons: KindSet::EMPTY,
            river: River::new(),
            open: false,
        }
    }

    /// A single concealed tile beside four sets (裸単騎).
    #[inline]
    pub(super) fn is_naked(&self) -> bool {
        self.melds.len() == 4
    }
}
