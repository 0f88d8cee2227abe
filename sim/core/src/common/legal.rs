//! What a mask offers, by the kind of action, for all games of draws and discards: they share these codes (`codes.rs`).

use super::calls::ChiSide;
use super::codes::{CHI, DAIMINKAN, KAN, LAST_KAN, PASS, PON, RIICHI, RON, TSUMO, TSUMOGIRI};
use crate::game::ActionMask;
use crate::{Kind, KindSet, Tile};

/// Questions to the legal actions of a decision. An answer that is one action is its code, ready to be returned by an agent.
pub trait LegalActions {
    /// The win, by one's own draw or with the tile of another seat.
    fn win(&self) -> Option<u8>;

    /// To claim nothing.
    fn pass(&self) -> Option<u8>;

    /// The discards. `drawn` is the tile that the view shows as just drawn.
    fn discards(&self, drawn: Option<Tile>) -> Discards;

    /// The discards that declare riichi.
    fn riichi(&self, drawn: Option<Tile>) -> Discards;

    /// The kinds of which a kan may be made on one's own turn.
    fn kans(&self) -> KindSet;

    /// The chi and pon of a discard of this kind.
    fn calls(&self, kind: Kind) -> Calls;

    /// The kan with a discard.
    fn open_kan(&self) -> Option<u8>;
}

impl LegalActions for ActionMask {
    #[inline]
    fn win(&self) -> Option<u8> {
        let wins = self.words()[0] & (1 << TSUMO | 1 << RON);
        (wins != 0).then_some(wins.trailing_zeros() as u8)
    }

    #[inline]
    fn pass(&self) -> Option<u8> {
        self.has(PASS).then_some(PASS)
    }

    #[inline]
    fn discards(&self, drawn: Option<Tile>) -> Discards {
        Discards { tiles: self.words()[0] & DISCARDS, first: 0, drawn }
    }

    #[inline]
    fn riichi(&self, drawn: Option<Tile>) -> Discards {
        Discards { tiles: self.words()[1] & DISCARDS, first: RIICHI, drawn }
    }

    #[inline]
    fn kans(&self) -> KindSet {
        KindSet::from_bits(self.words()[2])
    }

    #[inline]
    fn calls(&self, kind: Kind) -> Calls {
        Calls { left: self.words()[0] & CALLS, kind }
    }

    #[inline]
    fn open_kan(&self) -> Option<u8> {
        self.has(DAIMINKAN).then_some(DAIMINKAN)
    }
}

/// The codes of plain discards, and of all of one group, in their word of a mask.
const DISCARDS: u64 = (2 << TSUMOGIRI) - 1;
/// The codes of chi and pon in the first word of a mask.
const CALLS: u64 = (1 << DAIMINKAN) - (1 << CHI);

// The groups that are read as words begin with one.
const _: () = assert!(RIICHI == 64 && KAN == 128 && LAST_KAN < 192 && PON > CHI && PON < DAIMINKAN);

/// Discards of one sort that are legal: plain ones, or those that declare riichi.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Discards {
    /// The tiles by code, and the bit [`TSUMOGIRI`] for the tile just drawn.
    tiles: u64,
    /// The code of tile 0.
    first: u8,
    drawn: Option<Tile>,
}

impl Discards {
    /// None.
    pub const NONE: Discards = Discards { tiles: 0, first: 0, drawn: None };

    /// Those of a group of a mask that has no code for the tile just drawn.
    #[inline]
    pub fn of_tiles(tiles: u64, first: u8) -> Discards {
        Discards { tiles, first, drawn: None }
    }

    /// Whether there are none.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.tiles == 0
    }

    /// How many there are.
    #[inline]
    pub fn len(self) -> u32 {
        self.tiles.count_ones()
    }

    /// The kinds of the tiles.
    #[inline]
    pub fn kinds(self) -> KindSet {
        let reds = (self.tiles >> 34 & 1) << 4 | (self.tiles >> 35 & 1) << 13 | (self.tiles >> 36 & 1) << 22;
        let drawn = match self.drawn {
            Some(tile) if self.tiles >> TSUMOGIRI & 1 != 0 => KindSet::of(tile.kind()),
            _ => KindSet::EMPTY,
        };
        KindSet::from_bits(self.tiles | reds) | drawn
    }

    /// The kinds of the tiles that are no red fives. The tile just drawn is one of them.
    #[inline]
    pub fn plain(self) -> KindSet {
        let drawn = self.drawn.filter(|tile| !tile.is_red());
        KindSet::from_bits(self.tiles) | drawn.map_or(KindSet::EMPTY, |tile| KindSet::of(tile.kind()))
    }

    /// The action that discards this tile, rather the one just drawn than an equal one from the hand.
    #[inline]
    pub fn of_tile(self, tile: Tile) -> Option<u8> {
        let drawn = self.drawn == Some(tile) && self.tiles >> TSUMOGIRI & 1 != 0;
        let code = if drawn { TSUMOGIRI } else { tile.code() };
        (self.tiles >> code & 1 != 0).then_some(self.first + code)
    }

    /// The action that discards a tile of this kind, one of [`Discards::kinds`]: rather the tile just drawn than an equal one from the
    /// hand, rather a plain five than a red one.
    #[inline]
    pub fn of(self, kind: Kind) -> u8 {
        let red = 34 + kind.suit();
        let code = if self.drawn == Some(kind.tile()) {
            TSUMOGIRI
        } else if self.tiles >> kind.code() & 1 != 0 {
            kind.code()
        } else if kind.is_five() && self.tiles >> red & 1 != 0 {
            red
        } else {
            TSUMOGIRI
        };
        self.first + code
    }
}

/// One way to call a discard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Call {
    /// Of the action.
    pub code: u8,
    /// The tiles it takes from the hand.
    pub own: [Kind; 2],
    /// The kinds of the set.
    pub kinds: KindSet,
}

/// The calls of a discard, in rising order of codes.
#[derive(Clone, Debug)]
pub struct Calls {
    /// The codes that are left, as bits of the first word of a mask.
    left: u64,
    kind: Kind,
}

impl Calls {
    /// Whether none is left.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.left == 0
    }
}

impl Iterator for Calls {
    type Item = Call;

    #[inline]
    fn next(&mut self) -> Option<Call> {
        let code = (self.left != 0).then_some(self.left.trailing_zeros() as u8)?;
        self.left &= self.left - 1;
        if code >= PON {
            return Some(Call { code, own: [self.kind; 2], kinds: KindSet::of(self.kind) });
        }
        let side = ChiSide::ALL[(code - CHI) as usize % 3];
        let low = side.low(self.kind)?;
        Some(Call { code, own: side.own(self.kind)?, kinds: KindSet::from_bits(7 << low.code()) })
    }
}
