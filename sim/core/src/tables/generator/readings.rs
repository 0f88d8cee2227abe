//! Complete configurations of one suit and their readings (decompositions): sets, with or without a pair.
//!
//! Enumerated, not copied: all multisets of at most four sets and at most one pair that use no tile five times.
//!
//! | sets | suit, no pair | readings | suit, pair | readings | honors | honors, pair |
//! | --- | --- | --- | --- | --- | --- | --- |
//! | 0 | 1 | 1 | 9 | 9 | 1 | 7 |
//! | 1 | 16 | 16 | 135 | 135 | 7 | 42 |
//! | 2 | 127 | 127 | 996 | 1008 | 21 | 105 |
//! | 3 | 627 | 634 | 4475 | 4676 | 35 | 140 |
//! | 4 | 2098 | 2189 | 13259 | 14738 | 35 | 105 |
//!
//! In total 21,743 configurations of a suit with 23,533 readings, at most four per configuration, and 498 of the
//! honors, which have one reading each.
//!
//! A reading is one word of six 9-bit fields, bit `r` of a field standing for rank `r`:
//!
//! ```text
//! 54       45       36       27       18        9        0
//! |  run4  |  run3  |  run2  |  run1  |triplets|  pair  |     run n: lowest ranks of runs present >= n times
//! ```

use super::order::{ById, HONORS, Order, WEIGHT, at_id};
use std::ops::Range;

/// Complete configurations of a suit, with or without a pair.
pub const COMPLETE_CONFIGS: usize = 21_743;
/// Their readings.
pub const READINGS: usize = 23_533;
/// Complete configurations of the honors, with or without a pair; each has one reading.
pub const HONOR_READINGS: usize = 498;

/// Readings of suits and honors together.
pub const WORDS: usize = READINGS + HONOR_READINGS;

/// The readings of suits and honors, looked up by configuration id.
pub struct Readings {
    /// By id: number of readings in the lowest three bits, position of the first one above them.
    pub place: ById<u32>,
    /// All readings, in order of id.
    pub words: Vec<u64>,
}

/// The positions of a configuration's readings among all, from its entry in [`Readings::place`].
#[inline]
pub fn range(place: u32) -> Range<usize> {
    let first = (place >> 3) as usize;
    first..first + (place & 7) as usize
}

impl Readings {
    /// The readings of a configuration; none if it is not complete.
    pub fn of(&self, id: usize) -> &[u64] {
        &self.words[range(self.place[at_id(id)])]
    }

    /// Built from all readings of suits and honors.
    pub(crate) fn new(order: &Order, all: &[&[Reading]]) -> Readings {
        let mut sorted: Vec<(usize, u64)> =
            all.iter().copied().flatten().map(|reading| (order.id(reading.index), reading.word)).collect();
        sorted.sort_unstable();
        let mut place: ById<u32> = super::boxed(0);
        let mut complete = 0;
        for (i, &(id, _)) in sorted.iter().enumerate() {
            if place[id] == 0 {
                complete += 1;
                place[id] = (i as u32) << 3;
            }
            place[id] += 1;
            assert!(place[id] & 7 <= 4, "five readings");
        }
        assert_eq!(complete, COMPLETE_CONFIGS + HONOR_READINGS);
        assert_eq!(sorted.len(), WORDS);
        Readings { place, words: sorted.into_iter().map(|(_, word)| word).collect() }
    }
}

/// One reading of one complete configuration, as used by the generators.
#[derive(Clone)]
pub(crate) struct Reading {
    /// Index of the configuration.
    pub(crate) index: u32,
    /// Number of sets.
    pub(crate) melds: usize,
    /// Whether it has a pair.
    pub(crate) pair: bool,
    word: u64,
    counts: [u8; 9],
}

/// A set or pair to add to a reading.
#[derive(Clone, Copy)]
enum Block {
    Pair(usize),
    Triplet(usize),
    Run(usize),
}

/// All readings of a suit of nine ranks, or of the seven honors.
pub(crate) fn all(honors: bool) -> Vec<Reading> {
    let ranks = if honors { 7 } else { 9 };
    let mut sets: Vec<Block> = (0..ranks).map(Block::Triplet).collect();
    if !honors {
        sets.extend((0..7).map(Block::Run));
    }
    let nothing =
        Reading { index: if honors { HONORS } else { 0 }, melds: 0, pair: false, word: 0, counts: [0; 9] };
    let mut found = Vec::new();
    grow(&nothing, &sets, &mut found);
    for rank in 0..ranks {
        grow(&nothing.with(Block::Pair(rank)).expect("two tiles"), &sets, &mut found);
    }
    found
}

/// `reading` and everything made from it by adding up to four sets, each multiset once.
fn grow(reading: &Reading, sets: &[Block], found: &mut Vec<Reading>) {
    found.push(reading.clone());
    if reading.melds == 4 {
        return;
    }
    for (i, &set) in sets.iter().enumerate() {
        if let Some(next) = reading.with(set) {
            grow(&next, &sets[i..], found);
        }
    }
}

impl Reading {
    /// The reading with one block more, unless that uses a fifth tile of a rank.
    fn with(&self, block: Block) -> Option<Reading> {
        let mut next = self.clone();
        let tiles: &[(usize, u8)] = match block {
            Block::Pair(rank) => &[(rank, 2)],
            Block::Triplet(rank) => &[(rank, 3)],
            Block::Run(rank) => &[(rank, 1), (rank + 1, 1), (rank + 2, 1)],
        };
        for &(rank, copies) in tiles {
            next.counts[rank] += copies;
            next.index += WEIGHT[rank] * copies as u32;
        }
        match block {
            Block::Pair(rank) => {
                next.pair = true;
                next.word |= 1 << rank;
            }
            Block::Triplet(rank) => next.word |= 1 << (9 + rank),
            Block::Run(rank) => {
                let same = (0..4).take_while(|n| next.word >> (18 + 9 * n + rank) & 1 != 0).count();
                next.word |= 1 << (18 + 9 * same + rank);
            }
        }
        next.melds += usize::from(!matches!(block, Block::Pair(_)));
        next.counts.iter().all(|&copies| copies <= 4).then_some(next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// The table in the module documentation, column by column.
    #[test]
    fn complete_configurations_by_sets() {
        let column = |honors: bool, pair: bool| {
            let found = all(honors);
            let of =
                |melds| found.iter().filter(move |r| (r.melds, r.pair) == (melds, pair)).map(|r| r.index);
            let readings = [0, 1, 2, 3, 4].map(|melds| of(melds).count());
            ([0, 1, 2, 3, 4].map(|melds| of(melds).collect::<HashSet<_>>().len()), readings)
        };
        assert_eq!(column(false, false), ([1, 16, 127, 627, 2098], [1, 16, 127, 634, 2189]));
        assert_eq!(column(false, true), ([9, 135, 996, 4475, 13_259], [9, 135, 1008, 4676, 14_738]));
        assert_eq!(column(true, false), ([1, 7, 21, 35, 35], [1, 7, 21, 35, 35]));
        assert_eq!(column(true, true), ([7, 42, 105, 140, 105], [7, 42, 105, 140, 105]));
    }

    #[test]
    fn readings_of_111222333_are_triplets_or_runs() {
        let readings = Readings::new(&super::super::order::Grid::new().order(), &[&all(false), &all(true)]);
        let order = super::super::order::Grid::new().order();
        let (triplets, runs) = (0b111 << 9, (1 << 18) | (1 << 27) | (1 << 36));
        assert_eq!(readings.of(order.id(3 * (1 + 5 + 25))), [triplets, runs]);
        assert!(readings.of(order.id(3 + 5)).is_empty());
    }
}
