//! The state of a riichi match: what lies where, and whose turn it is.
//!
//! Everything here is private to the family. An agent gets a [`crate::view::View`].

use super::event::{Event, History, Offer};
use super::house::House;
use super::seat::SeatState;
use super::streams::Streams;
use crate::rules::{MAX_EXCHANGE_TILES, RiichiRules};
use crate::variant::{Standard, Variant};
use arrayvec::ArrayVec;
use hyakuman_core::common::match_state::MatchState;
use hyakuman_core::common::walls::Walls;
use hyakuman_core::eval::TileSet;
use hyakuman_core::game::{ActionMask, KyokuResult, WinRecord};
use hyakuman_core::wall::Faces;
use hyakuman_core::{Hand, KindSet, Seat, SeatSet, Tile, Wall};
use std::ops::Deref;
use std::sync::Arc;

/// A match of riichi mahjong with `N` players.
pub type Riichi<const N: usize = 4> = Match<N, Standard>;

/// A match of the variant `V` with `N` players.
#[derive(Clone)]
pub struct Match<const N: usize, V: Variant> {
    pub(crate) rules: RulesOf<V>,
    pub(crate) walls: Walls,
    pub(crate) faces: Faces,
    /// All tiles in order: what every wall is shuffled from.
    pub(crate) ordered: Wall,
    pub(crate) match_state: MatchState<N>,
    /// Whether the match is over after this kyoku, whatever the rules say.
    pub(crate) only_kyoku: bool,
    /// What counts besides the scores.
    pub(crate) house: House<N>,
    pub(crate) kyoku: KyokuState<N>,
    /// What happened in this kyoku so far.
    pub(crate) history: History,
    pub(crate) phase: Phase,
    pub(crate) deciders: SeatSet,
    pub(crate) legal: [ActionMask; N],
}

/// The rules of a match. It dereferences to those that every variant shares.
#[derive(Clone)]
pub(crate) struct RulesOf<V: Variant>(pub(crate) Arc<V::Rules>);

impl<V: Variant> Deref for RulesOf<V> {
    type Target = RiichiRules;

    #[inline(always)]
    fn deref(&self) -> &RiichiRules {
        V::riichi(&self.0)
    }
}

/// The wins of a kyoku, in order of time; of one tile the nearest after the discarder first.
pub(crate) type Wins = ArrayVec<WinRecord, 3>;

#[derive(Clone, Debug)]
pub(crate) struct KyokuState<const N: usize> {
    pub wall: Wall,
    pub players: [SeatState; N],
    /// Scores and sticks when it began.
    pub before: ([i32; N], u32),
    /// Number of live tiles dealt or drawn, see [`Variant::live_place`].
    pub live: u8,
    /// Replacement tiles drawn so far.
    pub rinshan: u8,
    /// Draws left, live or replacement (R-1: every draw takes one away).
    pub remaining: u8,
    /// Dora indicators turned up.
    pub indicators: u8,
    /// Indicators of open kans that are turned up later.
    pub pending_dora: u8,
    /// Kans of all seats.
    pub kans: u8,
    /// The seats that have declared riichi, whether or not it was established. Public.
    pub declared: SeatSet,
    /// Whether the seat on turn has announced an open riichi and not discarded yet. Public.
    pub opening: bool,
    /// The seats whose hands lie open, after an open riichi. Public, and so are these hands.
    pub face_up: SeatSet,
    /// Whether any seat has called, made a kan or set a tile aside.
    pub called: bool,
    /// The seat on turn; while others may claim a tile, the seat that shows it.
    pub turn: Seat,
    /// The tile just drawn; none after a call.
    pub drawn: Option<Tile>,
    /// Whether the last draw was a replacement tile.
    pub drawn_rinshan: bool,
    /// Whether it was the replacement of a daiminkan.
    pub fed_kan: bool,
    /// Kinds that swap-calling forbids to discard now.
    pub forbidden: KindSet,
    /// By seat the kinds it could claim from any other seat: waits, and pairs unless in riichi.
    pub claims: [KindSet; N],
    /// By seat the kinds discarded by any seat since its riichi was accepted; without a riichi, since the deal. Public.
    pub since_riichi: [KindSet; N],
    /// Seats with a wait on the tile on offer.
    pub waiting: SeatSet,
    /// All public tiles: discards, melds, tiles set aside, indicators, drawn winning tiles.
    pub seen: Hand,
    /// The seats that have not won. Public.
    pub active: SeatSet,
    /// The wins so far, in order of time, of one tile the nearest after the discarder first.
    pub wins: Wins,
    /// Winning tiles that lie with their winner: drawn, or taken from a robbed kan. Public.
    pub won_tiles: ArrayVec<Tile, 3>,
    /// The seat that is paid and pays double. Public.
    pub wareme: Option<Seat>,
    /// What was passed on before the first draw.
    pub exchange: Exchange<N>,
    /// What each seat draws, after the wall was shuffled again.
    pub streams: Option<Streams<N>>,
}

#[derive(Clone, Debug)]
pub(crate) struct Exchange<const N: usize> {
    /// By seat the tiles it picked, in order. Seen by itself, and by the receiver once they have changed hands.
    pub given: [ArrayVec<Tile, MAX_EXCHANGE_TILES>; N],
    /// By seat the receiver of its tiles; known once every seat has picked. Public.
    pub to: Option<[Seat; N]>,
}

impl<const N: usize> Exchange<N> {
    /// Nothing picked.
    pub(super) const NOTHING: Self = Exchange { given: [const { ArrayVec::new_const() }; N], to: None };

    /// The tiles picked that have not changed hands yet.
    pub(crate) fn waiting(&self, seat: Seat) -> &[Tile] {
        if self.to.is_none() { &self.given[seat.index()] } else { &[] }
    }

    /// The seat whose tiles a seat received.
    pub(crate) fn giver(&self, seat: Seat) -> Option<Seat> {
        let to = self.to?;
        Seat::all(N).find(|giver| to[giver.index()] == seat)
    }
}

/// What the game waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Phase {
    /// Before the first deal.
    Start,
    /// The seat on turn acts.
    Turn,
    /// Other seats claim the tile on offer or pass.
    Claim(Offer),
    /// Every seat picks a tile to pass on.
    Exchange,
    /// The dealer stops the match or plays on.
    Yame,
    /// The match is over.
    Over,
}

/// The next step of the loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Next {
    /// Deal a kyoku.
    Deal,
    /// The seat draws from the live wall.
    Draw(Seat),
    /// The seat draws a replacement tile.
    DrawRinshan(Seat),
    /// The seat on turn makes this action.
    Act(u8),
    /// These seats win (own draw: the seat on turn).
    Win(SeatSet),
    /// The kyoku ends without a win.
    Draws(KyokuResult),
    /// Stop: a seat has to decide, or the match is over.
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
    pub(crate) fn kinds() -> KindSet {
        V::Kinds::<N>::KINDS
    }

    #[inline]
    pub(crate) fn player(&self, seat: Seat) -> &SeatState {
        &self.kyoku.players[seat.index()]
    }

    /// Records an event. The reporter passes it on.
    #[inline]
    pub(super) fn note(&mut self, event: Event) {
        self.history.push(event);
    }
}

impl<const N: usize> KyokuState<N> {
    /// The state before the deal. A constant, so that it is reset by one copy.
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
        declared: SeatSet::EMPTY,
        opening: false,
        face_up: SeatSet::EMPTY,
        called: false,
        turn: Seat::new(0),
        drawn: None,
        drawn_rinshan: false,
        fed_kan: false,
        forbidden: KindSet::EMPTY,
        claims: [KindSet::EMPTY; N],
        since_riichi: [KindSet::EMPTY; N],
        waiting: SeatSet::EMPTY,
        seen: Hand::EMPTY,
        active: SeatSet::all(N),
        wins: Wins::new_const(),
        won_tiles: ArrayVec::new_const(),
        wareme: None,
        exchange: Exchange::NOTHING,
        streams: None,
    };
}
