//! Exposed sets (副露), including concealed kans.

use crate::seat::RelSeat;
use crate::set::KindSet;
use crate::tile::{Kind, Tile};

crate::named! {
    /// The type of a [`Meld`].
    pub enum MeldKind {
        /// A sequence with a discard of the left neighbour (吃).
        Chi = "chi",
        /// A triplet with a discard (碰).
        Pon = "pon",
        /// A kan of a discard and a concealed triplet (大明槓).
        Daiminkan = "daiminkan",
        /// A pon extended with a fourth tile of the owner's (加槓).
        Kakan = "kakan",
        /// A kan of four concealed tiles (暗槓); the hand stays closed.
        Ankan = "ankan",
    }
}

/// One exposed set. Public.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Meld {
    kind: MeldKind,
    from: RelSeat,
    low: Kind,
    tiles: [Tile; 4],
}

impl Meld {
    /// A sequence: the tile called and two of the caller's. Panics if they are not a sequence.
    pub fn chi(called: Tile, own: [Tile; 2], from: RelSeat) -> Meld {
        let mut ranks = [called.kind(), own[0].kind(), own[1].kind()];
        ranks.sort();
        let low = ranks[0];
        assert!(!low.is_honor() && low.rank() <= 6 && ranks[2].code() == low.code() + 2);
        assert!(ranks[1].code() == low.code() + 1);
        Meld { kind: MeldKind::Chi, from, low, tiles: [called, own[0], own[1], called] }
    }

    /// A triplet: the tile called and two of the caller's.
    pub fn pon(called: Tile, own: [Tile; 2], from: RelSeat) -> Meld {
        debug_assert!(own.iter().all(|tile| tile.kind() == called.kind()));
        Meld { kind: MeldKind::Pon, from, low: called.kind(), tiles: [called, own[0], own[1], called] }
    }

    /// A kan on a discard: the tile called and three of the caller's.
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

    /// The type of the set.
    #[inline]
    pub fn kind(&self) -> MeldKind {
        self.kind
    }

    /// The seat whose discard was called, relative to the owner; the owner for a concealed kan.
    #[inline]
    pub fn from(&self) -> RelSeat {
        self.from
    }

    /// The lowest kind of a sequence, the kind of any other set.
    #[inline]
    pub fn low(&self) -> Kind {
        self.low
    }

    /// Three or four tiles: the called one first (for a concealed kan, any), an added one last.
    #[inline]
    pub fn tiles(&self) -> &[Tile] {
        if self.is_kan() { &self.tiles } else { &self.tiles[..3] }
    }

    /// The tile taken from another seat; none for a concealed kan.
    pub fn called(&self) -> Option<Tile> {
        (self.kind != MeldKind::Ankan).then_some(self.tiles[0])
    }

    /// Whether it has four tiles.
    #[inline]
    pub fn is_kan(&self) -> bool {
        !matches!(self.kind, MeldKind::Chi | MeldKind::Pon)
    }

    /// Whether it opens the hand: every set does except a concealed kan.
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

    /// Its kinds: three for a sequence, one for any other set.
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
