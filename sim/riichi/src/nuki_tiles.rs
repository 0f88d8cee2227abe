//! Tiles set aside instead of being discarded (抜き): norths of three players, gari tiles of Toutenkou.
//!
//! Which tiles may be set aside is the variant's: [`super::Variant::NUKI_TILES`].

use hyakuman_core::{Kind, Tile};

/// Most tiles one seat can set aside: every copy of four kinds.
const MOST: usize = 16;

/// The tiles that one seat has set aside, in order of time. Public.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NukiTiles {
    tiles: [Tile; MOST],
    len: u8,
}

impl NukiTiles {
    /// No tile.
    pub const NONE: NukiTiles = NukiTiles { tiles: [Tile::of(0); MOST], len: 0 };

    /// Adds a tile. There must be room for it; a seat has no more than 16.
    #[inline]
    pub fn add(&mut self, tile: Tile) {
        self.tiles[self.len as usize] = tile;
        self.len += 1;
    }

    /// The number of tiles.
    #[inline]
    pub fn len(&self) -> u8 {
        self.len
    }

    /// Is there none?
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The number of tiles of a kind, red fives counted as fives.
    pub fn of(&self, kind: Kind) -> u8 {
        self.tiles().filter(|tile| tile.kind() == kind).count() as u8
    }

    /// The number of copies of a tile; a red five is another tile than a plain five.
    pub fn copies(&self, tile: Tile) -> u8 {
        self.tiles().filter(|&other| other == tile).count() as u8
    }

    /// The number of red fives.
    #[inline]
    pub fn reds(&self) -> u8 {
        self.tiles().filter(|tile| tile.is_red()).count() as u8
    }

    /// Every tile, in the order in which they were set aside.
    pub fn tiles(&self) -> impl Iterator<Item = Tile> + '_ {
        self.tiles[..self.len as usize].iter().copied()
    }
}

/// # Panics
/// There are more than 16 tiles.
impl FromIterator<Tile> for NukiTiles {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> NukiTiles {
        let mut nuki_tiles = NukiTiles::NONE;
        tiles.into_iter().for_each(|tile| nuki_tiles.add(tile));
        nuki_tiles
    }
}
