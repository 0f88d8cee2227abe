//! Tiles set aside instead of being discarded (抜き): norths of three players, gari tiles.

use hyakuman_core::{Kind, Tile};

/// The tiles that some game lets set aside, in the order in which [`NukiTiles`] counts them: 1m 5m 9m, the red 5m, north.
pub const SORTS: [Tile; 5] = [Tile::of(0), Tile::of(4), Tile::of(8), Tile::red_five(0), Kind::NORTH.tile()];

/// How many of each sort a seat has set aside. Public.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct NukiTiles([u8; SORTS.len()]);

impl NukiTiles {
    /// No tile.
    pub const NONE: NukiTiles = NukiTiles([0; SORTS.len()]);

    /// One tile more; it must be one of [`SORTS`].
    #[inline]
    pub fn add(&mut self, tile: Tile) {
        self.0[place(tile)] += 1;
    }

    /// How many tiles.
    #[inline]
    pub fn len(&self) -> u8 {
        self.0.iter().sum()
    }

    /// Is there none?
    #[inline]
    pub fn is_empty(&self) -> bool {
        *self == NukiTiles::NONE
    }

    /// How many of a kind, red ones among them.
    pub fn of(&self, kind: Kind) -> u8 {
        self.tiles().filter(|tile| tile.kind() == kind).count() as u8
    }

    /// How many red fives.
    #[inline]
    pub fn reds(&self) -> u8 {
        self.0[place(Tile::red_five(0))]
    }

    /// Every tile, sort by sort.
    pub fn tiles(&self) -> impl Iterator<Item = Tile> + '_ {
        SORTS.iter().zip(self.0).flat_map(|(&tile, count)| std::iter::repeat_n(tile, count as usize))
    }

    /// How many of each of [`SORTS`].
    #[inline]
    pub fn counts(&self) -> [u8; SORTS.len()] {
        self.0
    }
}

impl FromIterator<Tile> for NukiTiles {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> NukiTiles {
        let mut aside = NukiTiles::NONE;
        tiles.into_iter().for_each(|tile| aside.add(tile));
        aside
    }
}

/// Where a tile stands in [`SORTS`].
#[inline]
pub(super) const fn place(tile: Tile) -> usize {
    let mut place = 0;
    while place + 1 < SORTS.len() && SORTS[place].code() != tile.code() {
        place += 1;
    }
    place
}
