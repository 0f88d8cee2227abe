//! The state of a riichi match: what lies where, and whose turn it is.
//!
//! Everything here is private to the family. Agents see a [`crate::riichi::view::View`]; nobody sees the wall.

use super::end::Wins;
use super::exchange::Exchange;
use crate::common::furiten::Furiten;
use crate::common::match_state::MatchState;
use crate::common::river::River;
use crate::common::walls::Walls;
use crate::game::ActionMask;
use crate::riichi::action::red_faces;
use crate::riichi::nuki_tiles::NukiTiles;
use crate::riichi::rules::RiichiRules;
use crate::riichi::scoring::settle::Pao;
use crate::riichi::variant::{Standard, Variant};
use arrayvec::ArrayVec;
use hyakuman_core::eval::LookupTables;
use hyakuman_core::wall::Faces;
use hyakuman_core::{Hand, Kind, KindSet, Meld, Seat, SeatSet, Tile, Wall};
use std::ops::Deref;
use std::sync::Arc;

/// Most events a kyoku can have: a draw and a discard for each of 70 tiles, calls, riichi and dora, tiles handed over,
/// room to spare.
pub(in crate::riichi) const MAX_EVENTS: usize = 224;

/// The events of a kyoku.
pub(in crate::riichi) type History = ArrayVec<Event, MAX_EVENTS>;

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

/// What lies on the table in one kyoku.
#[derive(Clone, Debug)]
pub(in crate::riichi) struct KyokuState<const N: usize> {
    pub(in crate::riichi) wall: Wall,
    pub(in crate::riichi) players: [SeatState; N],
    /// Scores and sticks when it began.
    pub(in crate::riichi) before: ([i32; N], u32),
    /// Place in the wall of the next live tile.
    pub(in crate::riichi) live: u8,
    /// Replacement tiles drawn so far.
    pub(in crate::riichi) rinshan: u8,
    /// Draws left, live or replacement (R-1: every draw takes one away).
    pub(in crate::riichi) remaining: u8,
    /// Dora indicators turned up.
    pub(in crate::riichi) indicators: u8,
    /// Indicators owed for open kans, turned up later.
    pub(in crate::riichi) pending_dora: u8,
    /// Kans of all seats.
    pub(in crate::riichi) kans: u8,
    /// Has anybody called or made a kan?
    pub(in crate::riichi) called: bool,
    /// Whose turn it is, or who showed the tile the others may claim.
    pub(in crate::riichi) turn: Seat,
    /// The tile just drawn; none after a call.
    pub(in crate::riichi) drawn: Option<Tile>,
    /// Is it a replacement tile?
    pub(in crate::riichi) drawn_rinshan: bool,
    /// Is it the replacement of a kan that another seat fed?
    pub(in crate::riichi) fed_kan: bool,
    /// Kinds that swap-calling forbids to discard now.
    pub(in crate::riichi) forbidden: KindSet,
    /// By seat, the kinds it could claim from anybody: waits, and pairs unless in riichi.
    pub(in crate::riichi) claims: [KindSet; N],
    /// For each seat the kinds that anybody has discarded since its riichi was accepted; without a riichi, since the
    /// deal. Public.
    pub(in crate::riichi) since_riichi: [KindSet; N],
    /// Seats with a wait on the tile on offer.
    pub(in crate::riichi) woken: SeatSet,
    /// All tiles everybody can see: discards, melds, indicators, winning tiles drawn.
    pub(in crate::riichi) seen: Hand,
    /// Who plays: all who have not won. Public.
    pub(in crate::riichi) active: SeatSet,
    /// The wins so far, in order of time, of one tile the nearest after the discarder first.
    pub(in crate::riichi) wins: Wins,
    /// Winning tiles that lie with their winner: drawn, or taken from a kan that did not come about. Public.
    pub(in crate::riichi) won_tiles: ArrayVec<Tile, 3>,
    /// What was passed on before the first draw.
    pub(in crate::riichi) exchange: Exchange<N>,
}

/// What one seat has before it.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(in crate::riichi) struct SeatState {
    /// Concealed tiles without the one just drawn. Own view only.
    pub(in crate::riichi) hand: Hand,
    /// How many of them are red fives, by suit. Own view only.
    pub(in crate::riichi) reds: [u8; 3],
    /// The fives of which there are any.
    pub(in crate::riichi) red_kinds: KindSet,
    /// Shanten of the hand, valid while it has 3n+1 tiles; 0 or less where it may be tenpai. Own view only.
    pub(in crate::riichi) shanten: i8,
    /// What completes the hand, by shape alone; valid while it has 3n+1 tiles. Own view only.
    pub(in crate::riichi) waits: KindSet,
    /// Own view only.
    pub(in crate::riichi) furiten: Furiten,
    /// Public.
    pub(in crate::riichi) melds: ArrayVec<Meld, 4>,
    /// Tiles set aside. Public.
    pub(in crate::riichi) nuki: NukiTiles,
    /// The kinds of the pons among them, which a fourth tile makes a kan. Public.
    pub(in crate::riichi) pons: KindSet,
    /// Public.
    pub(in crate::riichi) river: River,
    /// Public.
    pub(in crate::riichi) riichi: RiichiState,
    /// Riichi on the first discard, no call before. Public.
    pub(in crate::riichi) double_riichi: bool,
    /// A win now is within one go-round of the riichi. Public.
    pub(in crate::riichi) ippatsu: bool,
    /// Called a tile. Public.
    pub(in crate::riichi) open: bool,
    /// Only terminals and honors discarded, none called away. Public.
    pub(in crate::riichi) nagashi: bool,
    /// Who fed the last set of a big yakuman. Public.
    pub(in crate::riichi) pao: Option<Pao>,
}

/// How far a riichi has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RiichiState {
    /// Not declared.
    No,
    /// Declared with the discard on offer, the stick not yet paid.
    Declared,
    /// The stick is on the table.
    Accepted,
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

/// A tile the others may claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Offer {
    /// A discard.
    Discard(Tile),
    /// The tile added to a pon; only ron.
    Kakan(Tile),
    /// A concealed kan; only ron by thirteen orphans, where the rules allow it.
    Ankan(Kind),
    /// A tile set aside; only ron, where the rules allow it.
    Nuki(Tile),
}

/// Something that happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// The tiles were dealt and the first indicators turned up. Public.
    Deal {
        /// Absolute index of the kyoku.
        kyoku: u8,
        /// Counter of repeats.
        honba: u16,
        /// Sticks on the table.
        kyotaku: u16,
    },
    /// A tile was passed on in the exchange. Who gave to whom is public; the tile is seen by these two.
    Handed {
        /// Who gave it.
        from: Seat,
        /// Who got it.
        to: Seat,
        /// The tile; hidden from the others.
        tile: Option<Tile>,
    },
    /// A draw. The tile is seen by its owner only.
    Draw {
        /// Who drew.
        seat: Seat,
        /// The tile; hidden from the others.
        tile: Option<Tile>,
        /// From the dead wall (嶺上)?
        rinshan: bool,
    },
    /// A discard. Public.
    Discard {
        /// Who discarded.
        seat: Seat,
        /// The tile.
        tile: Tile,
        /// The one just drawn?
        tsumogiri: bool,
        /// Riichi declared with it?
        riichi: bool,
    },
    /// A riichi stick was paid. Public.
    Riichi {
        /// Whose.
        seat: Seat,
    },
    /// A call or a kan was declared. Public.
    Meld {
        /// Who made it.
        seat: Seat,
        /// The set.
        meld: Meld,
    },
    /// A tile was set aside. Public.
    Nuki {
        /// Who did it.
        seat: Seat,
        /// The tile: a north in riichi mahjong.
        tile: Tile,
    },
    /// A dora indicator was turned up. Public.
    Dora {
        /// The indicator.
        tile: Tile,
    },
    /// A win. Public.
    Win {
        /// Who won.
        seat: Seat,
        /// Who dealt in; none by own draw.
        from: Option<Seat>,
        /// The winning tile.
        tile: Tile,
    },
    /// The kyoku ended without a win. Public.
    Ryuukyoku {
        /// How.
        result: crate::game::KyokuResult,
    },
}

impl<const N: usize, V: Variant> std::fmt::Debug for Match<N, V> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct(V::FAMILY)
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
            Offer::Discard(tile) | Offer::Kakan(tile) | Offer::Nuki(tile) => tile.kind(),
            Offer::Ankan(kind) => kind,
        }
    }

    /// The tile on offer; of a concealed kan a plain one.
    #[inline]
    pub fn tile(self) -> Tile {
        match self {
            Offer::Discard(tile) | Offer::Kakan(tile) | Offer::Nuki(tile) => tile,
            Offer::Ankan(kind) => kind.tile(),
        }
    }
}

impl SeatState {
    /// A place with nothing on it.
    pub(in crate::riichi) const NOTHING: SeatState = SeatState {
        hand: Hand::EMPTY,
        reds: [0; 3],
        red_kinds: KindSet::EMPTY,
        shanten: 0,
        waits: KindSet::EMPTY,
        furiten: Furiten::NONE,
        melds: ArrayVec::new_const(),
        nuki: NukiTiles::NONE,
        pons: KindSet::EMPTY,
        river: River::new_const(),
        riichi: RiichiState::No,
        double_riichi: false,
        ippatsu: false,
        open: false,
        nagashi: true,
        pao: None,
    };

    /// Takes a tile into the hand.
    #[inline]
    pub(in crate::riichi) fn put(&mut self, tile: Tile) {
        self.hand.add(tile.kind());
        if tile.is_red() {
            self.reds[tile.kind().suit() as usize] += 1;
            self.red_kinds.insert(tile.kind());
        }
    }

    /// Takes a tile out of the hand.
    #[inline]
    pub(in crate::riichi) fn take(&mut self, tile: Tile) {
        self.hand.remove(tile.kind());
        if tile.is_red() {
            let reds = &mut self.reds[tile.kind().suit() as usize];
            *reds -= 1;
            if *reds == 0 {
                self.red_kinds.remove(tile.kind());
            }
        }
    }

    /// Takes a tile of a kind out of the hand, a red one where `red` (fives only).
    pub(in crate::riichi) fn take_kind(&mut self, kind: Kind, red: bool) -> Tile {
        let tile = if red { Tile::red_five(kind.suit()) } else { kind.tile() };
        self.take(tile);
        tile
    }

    /// How many tiles of a kind are red.
    #[inline]
    pub(in crate::riichi) fn reds_of(&self, kind: Kind) -> u8 {
        if kind.is_five() { self.reds[kind.suit() as usize] } else { 0 }
    }

    /// The faces in the hand as the low 37 bits: kinds with a plain copy, then the red fives.
    #[inline]
    pub(in crate::riichi) fn faces(&self) -> u64 {
        (self.hand.kinds() - self.only_red()).bits() | red_faces(self.red_kinds)
    }

    /// The fives without a plain copy.
    #[inline]
    pub(in crate::riichi) fn only_red(&self) -> KindSet {
        let [m, p, s] = self.reds;
        if m | p | s <= 1 { self.red_kinds - self.hand.at_least(2) } else { self.only_red_of_many() }
    }

    #[cold]
    fn only_red_of_many(&self) -> KindSet {
        self.red_kinds.into_iter().filter(|&five| self.hand.count(five) == self.reds_of(five)).collect()
    }

    /// Every concealed tile, in order of kind, red ones behind.
    pub(in crate::riichi) fn tiles(&self) -> impl Iterator<Item = Tile> + '_ {
        self.hand.kinds().into_iter().flat_map(|kind| {
            let reds = self.reds_of(kind);
            let plain = std::iter::repeat_n(kind.tile(), (self.hand.count(kind) - reds) as usize);
            plain.chain((0..reds).map(move |_| Tile::red_five(kind.suit())))
        })
    }
}
