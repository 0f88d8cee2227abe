//! The wall (山): the only place that deals with physical tiles.
//!
//! A physical tile is a number below 136; four consecutive numbers are one kind. The rules decide which fives are red
//! when a tile is read, so the number of red fives does not change the wall.
//!
//! ```text
//! w[0] ...  deal  ... live draws ->            <- dead wall ... w[N-1]
//! ```

use crate::seed::{BATCH, DealKey, MatchSeed, Rng};
use crate::set::KindSet;
use crate::tile::{Kind, Tile};

/// Maximum number of tiles in a wall.
pub const MAX_TILES: usize = 136;

/// A shuffled wall. **Visible to nobody**; agents cannot read it.
#[derive(Clone, PartialEq, Eq)]
pub struct Wall {
    ids: [u8; MAX_TILES],
    len: u8,
}

/// The face of every physical tile, for a number of red fives in each suit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Faces([Tile; 256]); // one entry per byte value avoids a bounds check

impl Wall {
    /// No tiles.
    pub const EMPTY: Wall = Wall { ids: [0; MAX_TILES], len: 0 };

    /// All four copies of the given kinds in order, unshuffled.
    pub fn ordered(kinds: KindSet) -> Wall {
        let mut wall = Wall::EMPTY;
        for kind in kinds {
            for copy in 0..4 {
                wall.ids[wall.len as usize] = kind.code() * 4 + copy;
                wall.len += 1;
            }
        }
        wall
    }

    /// The wall of one deal of one match.
    pub fn keyed(ordered: &Wall, seed: MatchSeed, deal: DealKey) -> Wall {
        let mut wall = ordered.clone();
        wall.shuffle_from(0, &mut seed.wall(deal));
        wall
    }

    /// Shuffles the tiles from position `first` on among themselves (Fisher-Yates from the front).
    pub fn shuffle_from(&mut self, first: usize, rng: &mut Rng) {
        let ids = &mut self.ids[first..self.len as usize];
        let (n, mut i) = (ids.len(), 0);
        while n - i >= BATCH {
            for die in rng.below_falling((n - i) as u32) {
                ids.swap(i, i + die as usize);
                i += 1;
            }
        }
        for i in i..n.saturating_sub(1) {
            ids.swap(i, i + rng.below((n - i) as u32) as usize);
        }
    }

    /// Shuffles the tiles at these places among themselves.
    pub fn shuffle_places(&mut self, places: impl Iterator<Item = usize> + Clone, rng: &mut Rng) {
        let (mut ids, mut count) = ([0; MAX_TILES], 0);
        for place in places.clone() {
            ids[count] = self.ids[place];
            count += 1;
        }
        rng.shuffle(&mut ids[..count]);
        places.zip(ids).for_each(|(place, id)| self.ids[place] = id);
    }

    /// Puts physical tiles at places.
    pub fn put(&mut self, tiles: impl Iterator<Item = (usize, u8)>) {
        tiles.for_each(|(place, id)| self.ids[place] = id);
    }

    /// The wall with these physical tiles in this order; `None` if one is repeated or out of range.
    pub fn from_ids(ids: &[u8]) -> Option<Wall> {
        let mut wall = Wall { len: ids.len() as u8, ..Wall::EMPTY };
        let mut seen = [false; MAX_TILES];
        for (place, &id) in wall.ids.iter_mut().zip(ids) {
            if std::mem::replace(seen.get_mut(id as usize)?, true) {
                return None;
            }
            *place = id;
        }
        (ids.len() <= MAX_TILES).then_some(wall)
    }

    /// The wall with these physical tiles; positions already drawn may have any value.
    pub fn with_places(ids: &[u8]) -> Wall {
        let mut wall = Wall { len: ids.len() as u8, ..Wall::EMPTY };
        wall.ids[..ids.len()].copy_from_slice(ids);
        wall
    }

    /// The physical tiles in order.
    pub fn ids(&self) -> &[u8] {
        &self.ids[..self.len as usize]
    }

    /// The number of tiles.
    #[inline]
    pub fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether there are no tiles.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The face at a position.
    #[inline]
    pub fn tile(&self, place: usize, faces: &Faces) -> Tile {
        faces.0[self.ids[place] as usize]
    }
}

impl Faces {
    /// The faces with this many red fives in each suit (m, p, s), 0 to 4. The first copies are the red ones.
    pub fn new(red_fives: [u8; 3]) -> Faces {
        Faces(std::array::from_fn(|id| {
            let kind = Kind::of((id as u8 / 4).min(Kind::COUNT as u8 - 1));
            let red = kind.is_five() && (id as u8 % 4) < red_fives[kind.suit() as usize];
            if red { Tile::red_five(kind.suit()) } else { kind.tile() }
        }))
    }

    /// The face of a physical tile.
    #[inline]
    pub fn tile(&self, id: u8) -> Tile {
        self.0[id as usize]
    }
}

impl std::fmt::Debug for Wall {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Wall(hidden)")
    }
}
