//! The concealed tiles of one seat, stored so that every question about them is a table look-up.
//!
//! ```text
//! ix: base-5 number per suit   123m -> 1*5^0 + 1*5^1 + 1*5^2   index into the tables (crate::tables::order)
//! ge: four 34-bit planes       ge[n-1] has the kinds held at least n times
//! ```
//! Adding a tile is one addition and three bit operations; nothing is recounted. Red fives count as plain fives here:
//! callers that need their colour store it separately.

use crate::notation::format_tiles;
use crate::set::KindSet;
use crate::tables::HONORS;
use crate::tile::Kind;
use std::fmt;

/// Copies of each kind, 0 to 4.
pub type KindCounts = [u8; Kind::COUNT];

/// What one tile of a kind adds to the four indices. All four are updated together: loading all four right after a
/// store to one of them would stall on store forwarding.
const WEIGHT: [[u32; 4]; 64] = {
    let mut weight = [[0; 4]; 64];
    let mut k = 0;
    while k < Kind::COUNT {
        weight[k][k / 9] = crate::tables::WEIGHT[k % 9];
        k += 1;
    }
    weight
};

/// The row of [`WEIGHT`] for a kind; the mask avoids a bounds check.
#[inline]
fn weight(kind: Kind) -> &'static [u32; 4] {
    &WEIGHT[kind.index() & 63]
}

/// The concealed tiles of a seat: at most four of a kind, colours ignored. **Visible to its owner only.**
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Hand {
    ix: [u32; 4],
    ge: [KindSet; 4],
}

impl Hand {
    /// No tiles.
    pub const EMPTY: Hand = Hand { ix: [0, 0, 0, HONORS], ge: [KindSet::EMPTY; 4] };

    /// The hand with these counts. Panics if a count is above four.
    pub fn from_counts(counts: &KindCounts) -> Hand {
        assert!(counts.iter().all(|&copies| copies <= 4), "five copies of a kind");
        let mut ix = Hand::EMPTY.ix;
        for (ix, copies) in ix.iter_mut().zip(counts.chunks(9)) {
            *ix +=
                copies.iter().zip(&crate::tables::WEIGHT).map(|(&n, weight)| n as u32 * weight).sum::<u32>();
        }
        // Binary digits of the counts: a kind is held at least three times if digits one and two are set, or digit
        // four.
        let [one, two, four] = [0, 1, 2].map(|digit| digits(counts, digit));
        Hand { ix, ge: [one | two | four, two | four, (one & two) | four, four] }
    }

    /// Adds one tile. There must be fewer than four copies.
    #[inline]
    pub fn add(&mut self, kind: Kind) {
        debug_assert!(!self.ge[3].has(kind), "a fifth {kind}");
        let bit = KindSet::of(kind);
        self.ge[3] |= self.ge[2] & bit;
        self.ge[2] |= self.ge[1] & bit;
        self.ge[1] |= self.ge[0] & bit;
        self.ge[0] |= bit;
        self.ix.iter_mut().zip(weight(kind)).for_each(|(ix, weight)| *ix += weight);
    }

    /// Removes one tile, which must be present.
    #[inline]
    pub fn remove(&mut self, kind: Kind) {
        debug_assert!(self.ge[0].has(kind), "no {kind} to remove");
        let bit = KindSet::of(kind);
        self.ge[0] = self.ge[0] - (bit - self.ge[1]);
        self.ge[1] = self.ge[1] - (bit - self.ge[2]);
        self.ge[2] = self.ge[2] - (bit - self.ge[3]);
        self.ge[3] = self.ge[3] - bit;
        self.ix.iter_mut().zip(weight(kind)).for_each(|(ix, weight)| *ix -= weight);
    }

    /// The hand with one more tile.
    #[inline]
    #[must_use]
    pub fn with(mut self, kind: Kind) -> Hand {
        self.add(kind);
        self
    }

    /// The hand with one tile fewer.
    #[inline]
    #[must_use]
    pub fn without(mut self, kind: Kind) -> Hand {
        self.remove(kind);
        self
    }

    /// The tiles of these kinds only. Shanten counts missing tiles, so it is correct for the smaller hand too.
    #[must_use]
    pub fn only(&self, kinds: KindSet) -> Hand {
        let mut ix = self.ix;
        for plane in self.ge {
            for kind in plane - kinds {
                ix[kind.suit() as usize] -= crate::tables::WEIGHT[kind.rank() as usize];
            }
        }
        Hand { ix, ge: self.ge.map(|plane| plane & kinds) }
    }

    /// Copies of a kind, 0 to 4.
    #[inline]
    pub fn count(&self, kind: Kind) -> u8 {
        self.ge.iter().map(|plane| plane.has(kind) as u8).sum()
    }

    /// The kinds held at least `n` times, 1 to 4.
    #[inline]
    pub fn at_least(&self, n: usize) -> KindSet {
        self.ge[n - 1]
    }

    /// The kinds held at least once.
    #[inline]
    pub fn kinds(&self) -> KindSet {
        self.ge[0]
    }

    /// The number of tiles.
    #[inline]
    pub fn len(&self) -> u32 {
        self.ge.iter().map(|plane| plane.len()).sum()
    }

    /// Whether there are no tiles.
    pub fn is_empty(&self) -> bool {
        self.ge[0].is_empty()
    }

    /// Index of a suit (0-2) or of the honors (3) into the class tables: base 5, ranks 1-5 and 6-9 apart.
    #[inline]
    pub fn index(&self, suit: usize) -> u32 {
        self.ix[suit]
    }

    /// Copies of each kind.
    pub fn counts(&self) -> KindCounts {
        std::array::from_fn(|k| self.count(Kind::of(k as u8)))
    }

    /// The number of tiles of these kinds, copies included.
    #[inline]
    pub fn count_in(&self, kinds: KindSet) -> u32 {
        self.ge.iter().map(|plane| (*plane & kinds).len()).sum()
    }
}

/// The kinds whose count has this binary digit set, computed eight kinds at a time.
#[inline]
pub fn digits(counts: &KindCounts, digit: u32) -> KindSet {
    const LOWEST: u64 = 0x0101_0101_0101_0101;
    // Multiplying by this moves the lowest bits of eight bytes into the highest byte.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let mut bits = 0;
    for (i, bytes) in counts.chunks(8).enumerate() {
        let mut word = [0; 8];
        word[..bytes.len()].copy_from_slice(bytes);
        let lowest = u64::from_le_bytes(word) >> digit & LOWEST;
        bits |= (lowest.wrapping_mul(GATHER) >> 56) << (8 * i);
    }
    KindSet::from_bits(bits)
}

impl Default for Hand {
    fn default() -> Hand {
        Hand::EMPTY
    }
}

/// The tiles as text, red fives as plain fives, in order of code.
impl fmt::Debug for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = self.counts();
        let copies = |kind: Kind| std::iter::repeat_n(kind.tile(), counts[kind.index()] as usize);
        f.write_str(&format_tiles(&Kind::all().flat_map(copies).collect::<Vec<_>>()))
    }
}
