//! Exposed sets (副露), concealed kans among them.

use crate::seat::RelSeat;
use crate::set::KindSet;
use crate::tile::{Kind, Tile};

/// What sort of set a [`Meld`] is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum MeldKind {
    /// Sequence with a discard of the left neighbour (吃).
    Chi,
    /// Triplet with a discard (碰).
    Pon,
    /// Kan with a discard on a concealed triplet (大明槓).
    Daiminkan,
    /// Pon made into a kan with a fourth tile of one's own (加槓).
    Kakan,
    /// Kan of four concealed tiles (暗槓); keeps the hand closed.
    Ankan,
}

/// One exposed set. Public to everybody.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Meld {
    kind: MeldKind,
    from: RelSeat,
    low: Kind,
    tiles: [Tile; 4],
}

impl Meld {
    /// A sequence: the tile called and the two of the caller. Panics where they are no sequence.
    pub fn chi(called: Tile, own: [Tile; 2], from: RelSeat) -> Meld {
        let mut ranks = [called.kind(), own[0].kind(), own[1].kind()];
        ranks.sort();
        let low = ranks[0];
        assert!(!low.is_honor() && low.rank() <= 6 && ranks[2].code() == low.code() + 2);
        assert!(ranks[1].code() == low.code() + 1);
        Meld { kind: MeldKind::Chi, from, low, tiles: [called, own[0], own[1], called] }
    }

    /// A triplet: the tile called and the two of the caller.
    pub fn pon(called: Tile, own: [Tile; 2], from: RelSeat) -> Meld {
        debug_assert!(own.iter().all(|tile| tile.kind() == called.kind()));
        Meld { kind: MeldKind::Pon, from, low: called.kind(), tiles: [called, own[0], own[1], called] }
    }

    /// A kan on a discard: the tile called and the three of the caller.
    pub fn daiminkan(called: Tile, own: [Tile; 3], from: RelSeat) -> Meld {
        let [a, b, c] = own;
        Meld { kind: MeldKind::Daiminkan, from, low: called.kind(), tiles: [called, a, b, c] }
    }

    /// A concealed kan.
    pub fn ankan(tiles: [Tile; 4]) -> Meld {
        Meld { kind: MeldKind::Ankan, from: RelSeat::SELF, low: tiles[0].kind(), tiles }
    }

    /// This pon with a fourth tile added.
    #[must_use]
    pub fn with_added(self, tile: Tile) -> Meld {
        debug_assert!(self.kind == MeldKind::Pon && tile.kind() == self.low);
        let [called, a, b, _] = self.tiles;
        Meld { kind: MeldKind::Kakan, tiles: [called, a, b, tile], ..self }
    }

    /// Sort of set.
    #[inline]
    pub fn kind(&self) -> MeldKind {
        self.kind
    }

    /// Whose discard was called, seen from the owner; oneself for a concealed kan.
    #[inline]
    pub fn from(&self) -> RelSeat {
        self.from
    }

    /// Lowest kind of a sequence, the kind of any other set.
    #[inline]
    pub fn low(&self) -> Kind {
        self.low
    }

    /// Three or four tiles: the called one first (of a concealed kan any), an added one last.
    #[inline]
    pub fn tiles(&self) -> &[Tile] {
        if self.is_kan() { &self.tiles } else { &self.tiles[..3] }
    }

    /// The tile taken from another seat; none for a concealed kan.
    pub fn called(&self) -> Option<Tile> {
        (self.kind != MeldKind::Ankan).then_some(self.tiles[0])
    }

    /// Four tiles?
    #[inline]
    pub fn is_kan(&self) -> bool {
        !matches!(self.kind, MeldKind::Chi | MeldKind::Pon)
    }

    /// Does it open the hand? Everything does but a concealed kan.
    #[inline]
    pub fn is_open(&self) -> bool {
        self.kind != MeldKind::Ankan
    }

    /// How many copies of `kind` it holds.
    #[inline]
    pub fn count(&self, kind: Kind) -> u8 {
        match self.kind {
            MeldKind::Chi => (kind.code().wrapping_sub(self.low.code()) < 3) as u8,
            MeldKind::Pon => 3 * (kind == self.low) as u8,
            _ => 4 * (kind == self.low) as u8,
        }
    }

    /// The kinds in it: three of a sequence, one of any other set.
    #[inline]
    pub fn kinds(&self) -> KindSet {
        KindSet::from_bits(if self.kind == MeldKind::Chi { 7 } else { 1 } << self.low.code())
    }

    /// How many of its tiles are red.
    #[inline]
    pub fn reds(&self) -> u8 {
        self.tiles().iter().map(|tile| tile.is_red() as u8).sum()
    }
}
