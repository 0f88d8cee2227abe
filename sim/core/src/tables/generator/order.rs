//! Numbering of the configurations of one suit: how many copies of each rank, at most 14 tiles in total.
//!
//! A hand has one *index* per suit, the sum of [`WEIGHT`] over its tiles. It is two base-5 numbers side by side:
//!
//! ```text
//! bits 12..22   four digits: ranks 6 7 8 9      0 to 624    the high half
//! bits  0..12   five digits: ranks 1 2 3 4 5    0 to 3124   the low half
//! ```
//!
//! Only 405,350 of the 5^9 = 1,953,125 indices have at most 14 tiles. Those get consecutive *ids*. Low halves are
//! ranked by their number of tiles, so the low halves that fit a high half with `h` tiles, those of at most `14 - h`
//! tiles, are exactly the lowest ranks:
//!
//! ```text
//! id = base[high] + rank[low]        base[high] = sum over smaller highs of |{low: tiles <= 14 - h}|
//! ```
//!
//! So an id takes two small loads and no hash, and tables by id have no gaps: by base-5 numbers they would have two million entries.
//!
//! Honors have seven ranks, hence only two digits in the high half. Their indices start at [`HONORS`], above those of
//! all suits, and their ids follow those of the suits, so that no code has to distinguish them. One tile more always
//! means a larger id.
//!
//! ```text
//! index   0x00_0000  suits     0x30_0000  honors            0x38_0000  1 5 9 alone (see `few`)
//! id              0  suits       405,350  honors              448,480  1 5 9 alone       448,736  end
//! ```

/// Tiles of the largest concealed hand.
pub const MAX_TILES: usize = 14;
/// What one tile adds to the index of its suit, by rank.
pub const WEIGHT: [u32; 9] = [1, 5, 25, 125, 625, 1 << 12, 5 << 12, 25 << 12, 125 << 12];
/// Index of the honors if none are held.
pub const HONORS: u32 = 3 << 20;
/// Configurations of at most 14 tiles in a suit of nine ranks.
pub const SUIT_CONFIGS: usize = 405_350;
/// Configurations of at most 14 tiles among the seven honors.
pub const HONOR_CONFIGS: usize = 43_130;

/// Low halves: 5^5.
pub(crate) const LOWS: usize = 3125;
/// High halves of a suit: 5^4.
pub(crate) const HIGHS: usize = 625;
/// High halves of the honors: 5^2.
pub(crate) const HONOR_HIGHS: usize = 25;
/// Entries of a table by index.
pub const INDICES: usize = 1 << 22;
/// Entries of a table by id.
pub const IDS: usize = 1 << 19;
/// Entries of the table of ranks.
pub const RANKS: usize = 1 << 12;
/// Entries of the table of bases.
pub const BASES: usize = 1 << 10;
/// A table with an entry for every index.
pub type ByIndex<T> = Box<[T; INDICES]>;
/// A table with an entry for every id.
pub type ById<T> = Box<[T; IDS]>;

/// Position of an index in a [`ByIndex`] table. The mask changes nothing and avoids a bounds check.
#[inline]
pub fn at_index(index: u32) -> usize {
    index as usize & (INDICES - 1)
}

/// Position of an id in a [`ById`] table. The mask changes nothing and avoids a bounds check.
#[inline]
pub fn at_id(id: usize) -> usize {
    id & (IDS - 1)
}

/// Position of the low half of an index in the table of ranks.
#[inline]
pub fn at_rank(index: u32) -> usize {
    index as usize & (RANKS - 1)
}

/// Position of the high half of an index in the table of bases.
#[inline]
pub fn at_base(index: u32) -> usize {
    (index >> 12) as usize & (BASES - 1)
}

/// The two small tables that convert an index to an id.
pub struct Order {
    /// Rank of each low half.
    pub rank: Box<[u16; RANKS]>,
    /// Id of the first configuration of each high half.
    pub base: Box<[u32; BASES]>,
}

impl Order {
    /// Id of a configuration of at most 14 tiles; meaningless for other indices.
    pub fn id(&self, index: u32) -> usize {
        self.base[at_base(index)] as usize + self.rank[at_rank(index)] as usize
    }
}

/// The numbering as the generators use it: each neighbour of a configuration is one addition away.
pub(crate) struct Grid {
    /// Low half of each rank.
    pub(crate) low: Vec<u16>,
    /// Rank after adding one to a low digit, `u16::MAX` if the digit is already four.
    pub(crate) up: [Vec<u16>; 5],
    /// Id of the first configuration of each high half, and the end of the last.
    pub(crate) base: Vec<u32>,
}

impl Grid {
    pub(crate) fn new() -> Grid {
        let mut low: Vec<u16> = (0..LOWS as u16).collect();
        low.sort_by_key(|&low| tiles(low as usize));
        let mut rank = vec![0; LOWS];
        (0..).zip(&low).for_each(|(r, &low)| rank[low as usize] = r);
        let up = std::array::from_fn(|digit| {
            let more = |&low: &u16| step(low as usize, digit).map_or(u16::MAX, |next| rank[next]);
            low.iter().map(more).collect()
        });
        let mut base = vec![0];
        for high in 0..HIGHS {
            let room = MAX_TILES.checked_sub(tiles(high));
            let partners = low.partition_point(|&low| room.is_some_and(|room| tiles(low as usize) <= room));
            base.push(base[high] + partners as u32);
        }
        assert_eq!(base[HIGHS], SUIT_CONFIGS as u32);
        assert_eq!(base[HONOR_HIGHS], HONOR_CONFIGS as u32);
        Grid { low, up, base }
    }

    /// The ids of one high half.
    pub(crate) fn block(&self, high: usize) -> std::ops::Range<usize> {
        self.base[high] as usize..self.base[high + 1] as usize
    }

    pub(crate) fn order(&self) -> Order {
        let mut order = Order { rank: super::boxed(0), base: super::boxed(0) };
        (0..).zip(&self.low).for_each(|(r, &low)| order.rank[low as usize] = r);
        order.base[..HIGHS].copy_from_slice(&self.base[..HIGHS]);
        for high in 0..HONOR_HIGHS {
            order.base[(HONORS >> 12) as usize + high] = SUIT_CONFIGS as u32 + self.base[high];
        }
        order
    }
}

/// Sum of the base-5 digits.
pub(crate) fn tiles(mut half: usize) -> usize {
    let mut sum = 0;
    while half > 0 {
        sum += half % 5;
        half /= 5;
    }
    sum
}

/// The half with one added to a digit, if that digit is below four.
pub(crate) fn step(half: usize, digit: usize) -> Option<usize> {
    let weight = 5usize.pow(digit as u32);
    (half / weight % 5 < 4).then_some(half + weight)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every configuration of at most 14 tiles with this many ranks: its index, counted from `none`, and its tiles.
    fn configs(ranks: u32, none: u32) -> impl Iterator<Item = (u32, Vec<usize>)> {
        (0..5usize.pow(ranks)).filter(|&code| tiles(code) <= MAX_TILES).map(move |code| {
            let copies: Vec<usize> = (0..ranks).map(|rank| code / 5usize.pow(rank) % 5).collect();
            let index =
                copies.iter().zip(WEIGHT).map(|(&copies, weight)| copies as u32 * weight).sum::<u32>();
            (none + index, copies)
        })
    }

    #[test]
    fn ids_have_no_gaps_and_grow_with_every_tile() {
        let order = Grid::new().order();
        for (ranks, none, first, count) in [(9, 0, 0, SUIT_CONFIGS), (7, HONORS, SUIT_CONFIGS, HONOR_CONFIGS)]
        {
            let mut seen = vec![false; count];
            for (index, copies) in configs(ranks, none) {
                let id = order.id(index) - first;
                assert!(!std::mem::replace(&mut seen[id], true), "{id} twice");
                if copies.iter().sum::<usize>() < MAX_TILES {
                    let more = (0..copies.len()).filter(|&rank| copies[rank] < 4);
                    more.for_each(|rank| assert!(order.id(index + WEIGHT[rank]) - first > id));
                }
            }
            assert!(seen.iter().all(|&seen| seen));
        }
    }
}
