//! The tiles of one seat in the order drawn, and their sums (RULES.md T-1.2). Sums are in half points.

use arrayvec::ArrayVec;
use hyakuman_core::{Hand, Kind, Tile};

/// Ten and a half.
pub const LIMIT: u8 = 21;
/// Most tiles a seat can have: 21 honors of half a point each, and one with which it is over the limit.
pub(crate) const MOST_TILES: usize = 22;
/// The half points by which the own wind counts more as ten than as half a point.
const AS_TEN: u8 = 19;

/// The tiles of a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Held {
    tiles: ArrayVec<Tile, MOST_TILES>,
    hand: Hand,
    pub(super) reds: u8,
    least: u8,
}

/// The least value of a tile: its number, or half a point for an honor.
#[inline]
pub const fn half_points(kind: Kind) -> u8 {
    if kind.is_honor() { 1 } else { 2 * (kind.rank() + 1) }
}

/// The largest sum up to `limit` of tiles whose smallest sum is `least`. `own` is whether the own wind is among them. Only
/// one own wind can count as ten: two would be over the limit.
#[inline]
pub(crate) const fn best_of(least: u8, own: bool, limit: u8) -> u8 {
    if own && least + AS_TEN <= limit { least + AS_TEN } else { least }
}

impl Held {
    /// No tiles.
    pub const EMPTY: Held = Held { tiles: ArrayVec::new_const(), hand: Hand::EMPTY, reds: 0, least: 0 };

    /// Adds a tile; there must be room.
    #[inline]
    pub fn draw(&mut self, tile: Tile) {
        self.tiles.push(tile);
        self.hand.add(tile.kind());
        self.reds += tile.is_red() as u8;
        self.least += half_points(tile.kind());
    }

    /// The same tiles with another first tile. There must be a first tile.
    #[must_use]
    pub(crate) fn with_first(&self, tile: Tile) -> Held {
        let mut held = Held::EMPTY;
        [tile].iter().chain(&self.tiles[1..]).for_each(|&tile| held.draw(tile));
        held
    }

    /// The tiles in the order drawn.
    #[inline]
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    /// The tiles as counts by kind.
    #[inline]
    pub fn hand(&self) -> &Hand {
        &self.hand
    }

    /// The smallest sum, with every wind worth half a point.
    #[inline]
    pub fn least(&self) -> u8 {
        self.least
    }

    /// The largest sum up to ten and a half for a seat with the wind `own`; the smallest sum if even that is over it.
    #[inline]
    pub fn best(&self, own: Kind) -> u8 {
        best_of(self.least, self.hand.kinds().has(own), LIMIT)
    }

    /// Whether even the smallest sum is over ten and a half.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.least > LIMIT
    }
}

impl FromIterator<Tile> for Held {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Held {
        let mut held = Held::EMPTY;
        tiles.into_iter().for_each(|tile| held.draw(tile));
        held
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyakuman_core::notation::parse_tiles;

    fn held(text: &str) -> Held {
        parse_tiles(text).expect("tiles").into_iter().collect()
    }

    #[test]
    fn an_own_wind_is_ten_where_that_helps() {
        for (tiles, own, best) in [
            ("2z", Kind::SOUTH, 20),
            ("2z5z", Kind::SOUTH, 21),
            ("22z", Kind::SOUTH, 21),
            ("2z3m", Kind::SOUTH, 7),
            ("222z", Kind::SOUTH, 3),
            ("2z5z", Kind::EAST, 2),
            ("19m5z", Kind::EAST, 21),
            ("88m", Kind::EAST, 32),
        ] {
            assert_eq!(held(tiles).best(own), best, "{tiles}");
        }
        assert!(held("88m").is_over() && !held("19m5z").is_over());
    }

    #[test]
    fn the_most_tiles_are_enough() {
        let honors = "1112223334445556667777z";
        assert_eq!(held(honors).tiles().len(), MOST_TILES);
        assert!(held(honors).is_over() && !held(&honors[1..]).is_over());
    }

    #[test]
    fn another_first_tile_changes_all_sums() {
        assert_eq!(held("0m3z").with_first(Tile::of(7)), held("8m3z"));
    }
}
