//! The kinds in play.

use crate::set::KindSet;

/// The kinds that a game is played with: all characters, or only some of 1m, 5m and 9m.
pub trait TileSet: Copy + Send + Sync + 'static {
    /// The kinds in play.
    const KINDS: KindSet;
    /// Whether the characters are only some of 1m, 5m, 9m, which form no sequences.
    const FEW_CHARACTERS: bool = Self::KINDS.bits() & 0b0_1110_1110 == 0;

    /// The intersection with the kinds in play.
    #[doc(hidden)]
    #[inline]
    fn in_play(kinds: KindSet) -> KindSet {
        if Self::KINDS.bits() == KindSet::ALL.bits() { kinds } else { kinds & Self::KINDS }
    }
}

/// All 34 kinds.
#[derive(Clone, Copy, Debug)]
pub struct Full;

/// Three-player mahjong (三人麻雀): 27 kinds, without 2m to 8m.
#[derive(Clone, Copy, Debug)]
pub struct Sanma;

impl TileSet for Full {
    const KINDS: KindSet = KindSet::ALL;
}

impl TileSet for Sanma {
    const KINDS: KindSet = KindSet::SANMA;
}
