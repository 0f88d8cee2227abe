//! The state of a riichi match: what lies where, and whose turn it is.
//!
//! Everything here is private to the family. Agents see a [`crate::riichi::view::View`]; nobody sees the wall.

use super::event::{Event, History, Offer};
use super::seat::SeatState;
use crate::common::match_state::MatchState;
use crate::common::walls::Walls;
use crate::game::{ActionMask, KyokuResult, WinRecord};
use crate::riichi::rules::{MAX_EXCHANGE_TILES, RiichiRules};
use crate::riichi::variant::{Standard, Variant};
use crate::sink::Sink;
use arrayvec::ArrayVec;
use hyakuman_core::eval::{LookupTables, TileSet};
use hyakuman_core::wall::Faces;
use hyakuman_core::{Hand, KindSet, Seat, SeatSet, Tile, Wall};
use std::ops::Deref;
use std::sync::Arc;

/// A match of riichi mahjong with `N` players.
pub type Riichi<const N: usize> = Match<N, Standard>;

/// One match of the game `V` with `N` players.
#[derive(Clone)]
pub struct Match<const N: usize, V: Variant> {
    pub(in crate::riichi) rules: RulesOf<V>,
    pub(in crate::riichi) tables: &'static LookupTables,
    pub(in crate::riichi) walls: Walls,
    pub(in crate::riichi) faces: Faces,
    /// All tiles in order: what every wall is shuffled from.
    pub(in crate::riichi) ordered: Wall,
    pub(in crate::riichi) match_state: MatchState<N>,
    pub(in crate::riichi) kyoku: KyokuState<N>,
    /// What happened in this kyoku so far.
    pub(in crate::riichi) history: History,
    pub(in crate::riichi) phase: Phase,
    pub(in crate::riichi) deciders: SeatSet,
    pub(in crate::riichi) legal: [ActionMask; N],
}

/// The rules at a table; the engine reads of them what the game shares with riichi mahjong.
#[derive(Clone)]
pub(in crate::riichi) struct RulesOf<V: Variant>(pub(in crate::riichi) Arc<V::Rules>);

impl<V: Variant> Deref for RulesOf<V> {
    type Target = RiichiRules;

    #[inline(always)]
    fn deref(&self) -> &RiichiRules {
        V::riichi(&self.0)
    }
}

/// The wins of a kyoku, in order of time; of one tile the nearest after the discarder first.
pub(in crate::riichi) type Wins = ArrayVec<WinRecord, 3>;

/// What lies on the table in one kyoku.
#[derive(Clone, Debug)]
pub(in crate::riichi) struct KyokuState<const N: usize> {
    pub wall: Wall,
    pub players: [SeatState; N],
    /// Scores and sticks when it began.
    pub before: ([i32; N], u32),
    /// Place in the wall of the next live tile.
    pub live: u8,
    /// Replacement tiles drawn so far.
    pub rinshan: u8,
    /// Draws left, live or replacement (R-1: every draw takes one away).
    pub remaining: u8,
    /// Dora indicators turned up.
    pub indicators: u8,
    /// Indicators owed for open kans, turned up later.
    pub pending_dora: u8,
    /// Kans of all seats.
    pub kans: u8,
    /// Has anybody called or made a kan?
    pub called: bool,
    /// Whose turn it is, or who showed the tile the others may claim.
    pub turn: Seat,
    /// The tile just drawn; none after a call.
    pub drawn: Option<Tile>,
    /// Is it a replacement tile?
    pub drawn_rinshan: bool,
    /// Is it the replacement of a kan that another seat fed?
    pub fed_kan: bool,
    /// Kinds that swap-calling forbids to discard now.
    pub forbidden: KindSet,
    /// By seat, the kinds it could claim from anybody: waits, and pairs unless in riichi.
    pub claims: [KindSet; N],
    /// For each seat the kinds that anybody has discarded since its riichi was accepted; without a riichi, since the
    /// deal. Public.
    pub since_riichi: [KindSet; N],
    /// Seats with a wait on the tile on offer.
    pub woken: SeatSet,
    /// All tiles everybody can see: discards, melds, indicators, winning tiles drawn.
    pub seen: Hand,
    /// Who plays: all who have not won. Public.
    pub active: SeatSet,
    /// The wins so far, in order of time, of one tile the nearest after the discarder first.
    pub wins: Wins,
    /// Winning tiles that lie with their winner: drawn, or taken from a kan that did not come about. Public.
    pub won_tiles: ArrayVec<Tile, 3>,
    /// What was passed on before the first draw.
    pub exchange: Exchange<N>,
}

/// The exchange of one kyoku.
#[derive(Clone, Debug)]
pub(in crate::riichi) struct Exchange<const N: usize> {
    /// By seat the tiles it picked, in order. Own view only, later the receiver's too.
    pub given: [ArrayVec<Tile, MAX_EXCHANGE_TILES>; N],
    /// By seat who gets its tiles; known once all have picked. Public.
    pub to: Option<[Seat; N]>,
}

impl<const N: usize> Exchange<N> {
    /// Nothing picked.
    pub(super) const NOTHING: Self = Exchange { given: [const { ArrayVec::new_const() }; N], to: None };

    /// The tiles picked that have not changed hands yet.
    pub(super) fn waiting(&self, seat: Seat) -> &[Tile] {
        if self.to.is_none() { &self.given[seat.index()] } else { &[] }
    }

    /// Whose tiles a seat got.
    pub(in crate::riichi) fn giver(&self, seat: Seat) -> Option<Seat> {
        let to = self.to?;
        Seat::all(N).find(|giver| to[giver.index()] == seat)
    }
}

/// What the game waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::riichi) enum Phase {
    /// The seat on turn: discard, riichi, kan, win.
    Turn,
    /// The others: claims on the tile on offer.
    Claim(Offer),
    /// Everybody: a tile to pass on.
    Exchange,
    /// The dealer: stop the match or play on?
    Yame,
    /// Nothing: the match is over.
    Over,
}

/// What comes next when nobody has to be asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Next {
    /// Deal a kyoku.
    Deal,
    /// The seat draws from the live wall.
    Draw(Seat),
    /// The seat draws a replacement tile.
    DrawRinshan(Seat),
    /// The seat on turn does this, having no choice.
    Act(u8),
    /// These seats win (own draw: the seat on turn).
    Win(SeatSet),
    /// The kyoku ends without a win.
    Draws(KyokuResult),
    /// Somebody has to choose, or the match is over.
    Wait,
}

impl<const N: usize, V: Variant> std::fmt::Debug for Match<N, V> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct(V::FAMILY)
            .field("match_state", &self.match_state)
            .field("phase", &self.phase)
            .finish_non_exhaustive()
    }
}

impl<const N: usize, V: Variant> Match<N, V> {
    /// The kinds in play.
    pub(in crate::riichi) fn kinds() -> KindSet {
        V::Kinds::<N>::KINDS
    }

    #[inline]
    pub(super) fn player(&self, seat: Seat) -> &SeatState {
        &self.kyoku.players[seat.index()]
    }

    /// Writes an event down and tells the sink.
    #[inline]
    pub(super) fn note(&mut self, event: Event, sink: &mut impl Sink<Self>) {
        self.history.push(event);
        sink.event(&event);
    }
}

impl<const N: usize> KyokuState<N> {
    /// A table with nothing on it. A constant, so that a table is cleared by one copy.
    pub(super) const EMPTY: Self = KyokuState {
        wall: Wall::EMPTY,
        players: [const { SeatState::NOTHING }; N],
        before: ([0; N], 0),
        live: 0,
        rinshan: 0,
        remaining: 0,
        indicators: 0,
        pending_dora: 0,
        kans: 0,
        called: false,
        turn: Seat::new(0),
        drawn: None,
        drawn_rinshan: false,
        fed_kan: false,
        forbidden: KindSet::EMPTY,
        claims: [KindSet::EMPTY; N],
        since_riichi: [KindSet::EMPTY; N],
        woken: SeatSet::EMPTY,
        seen: Hand::EMPTY,
        active: SeatSet::all(N),
        wins: Wins::new_const(),
        won_tiles: ArrayVec::new_const(),
        exchange: Exchange::NOTHING,
    };
}
