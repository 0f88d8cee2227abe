//! The state of one seat in a kyoku: hand, melds, river, riichi.

use crate::action::red_faces;
use crate::nuki_tiles::NukiTiles;
use crate::scoring::settle::Pao;
use arrayvec::ArrayVec;
use hyakuman_core::common::furiten::Furiten;
use hyakuman_core::common::river::River;
use hyakuman_core::{Hand, Kind, KindSet, Meld, Tile};

#[derive(Clone, Debug)]
#[repr(align(64))]
pub(crate) struct SeatState {
    /// Concealed tiles without the one just drawn. Own view only.
    pub hand: Hand,
    /// Number of red fives among them, by suit. Own view only.
    pub reds: [u8; 3],
    /// The kinds of these red fives. Own view only.
    pub red_kinds: KindSet,
    /// Shanten of the hand, at most 0 where it may be tenpai. Valid while it has 3n+1 tiles. It says when the waits
    /// need not be computed. Own view only.
    pub shanten: i8,
    /// The kinds that complete the hand by shape. They change only when the hand does, so they are kept, and a win is a bit test. Valid while
    /// it has 3n+1 tiles. Own view only.
    pub waits: KindSet,
    /// Own view only.
    pub furiten: Furiten,
    /// Public.
    pub melds: ArrayVec<Meld, 4>,
    /// Tiles set aside. Public.
    pub nuki: NukiTiles,
    /// The kinds of the pons among them, which a fourth tile makes a kan. Public.
    pub pons: KindSet,
    /// Public.
    pub river: River,
    /// Public.
    pub riichi: RiichiState,
    /// Whether riichi was declared with the first discard, before any call. Public.
    pub double_riichi: bool,
    /// Whether a win now is within one uninterrupted turn of the riichi. Public.
    pub ippatsu: bool,
    /// Whether the seat has called a tile. Public.
    pub open: bool,
    /// How many discards it had made when it last called a tile, 0 without a call. Public.
    pub called_at: u8,
    /// Whether it has discarded only terminals and honors, none of which was called. Public.
    pub nagashi: bool,
    /// The seat that is liable for a yakuman of this one (包). Public.
    pub pao: Option<Pao>,
}

/// The state of a riichi.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RiichiState {
    /// Not declared.
    No,
    /// Declared with the discard on offer, the stick not yet paid.
    Declared,
    /// The stick is on the table.
    Accepted,
}

impl SeatState {
    /// The state before the deal.
    pub(super) const NOTHING: SeatState = SeatState {
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
        called_at: 0,
        nagashi: true,
        pao: None,
    };

    /// Adds a tile to the hand.
    #[inline]
    pub(super) fn put(&mut self, tile: Tile) {
        self.hand.add(tile.kind());
        if tile.is_red() {
            self.reds[tile.kind().suit() as usize] += 1;
            self.red_kinds.insert(tile.kind());
        }
    }

    /// Removes a tile from the hand.
    #[inline]
    pub(super) fn take(&mut self, tile: Tile) {
        self.hand.remove(tile.kind());
        if tile.is_red() {
            let reds = &mut self.reds[tile.kind().suit() as usize];
            *reds -= 1;
            if *reds == 0 {
                self.red_kinds.remove(tile.kind());
            }
        }
    }

    /// Removes a tile of a kind from the hand and returns it; a red five if `red`.
    pub(super) fn take_kind(&mut self, kind: Kind, red: bool) -> Tile {
        let tile = if red { Tile::red_five(kind.suit()) } else { kind.tile() };
        self.take(tile);
        tile
    }

    /// Number of red tiles of a kind in the hand.
    #[inline]
    pub(super) fn reds_of(&self, kind: Kind) -> u8 {
        if kind.is_five() { self.reds[kind.suit() as usize] } else { 0 }
    }

    /// The faces in the hand as the low 37 bits: kinds with a plain copy, then the red fives.
    #[inline]
    pub(super) fn faces(&self) -> u64 {
        (self.hand.kinds() - self.only_red()).bits() | red_faces(self.red_kinds)
    }

    /// The fives without a plain copy.
    #[inline]
    pub(super) fn only_red(&self) -> KindSet {
        let [m, p, s] = self.reds;
        if m | p | s <= 1 { self.red_kinds - self.hand.at_least(2) } else { self.only_red_of_many() }
    }

    #[cold]
    fn only_red_of_many(&self) -> KindSet {
        self.red_kinds.into_iter().filter(|&five| self.hand.count(five) == self.reds_of(five)).collect()
    }

    /// Every concealed tile in order of kind, red fives after plain ones.
    pub(crate) fn tiles(&self) -> impl Iterator<Item = Tile> + '_ {
        self.hand.kinds().into_iter().flat_map(|kind| {
            let reds = self.reds_of(kind);
            let plain = std::iter::repeat_n(kind.tile(), (self.hand.count(kind) - reds) as usize);
            plain.chain((0..reds).map(move |_| Tile::red_five(kind.suit())))
        })
    }
}
