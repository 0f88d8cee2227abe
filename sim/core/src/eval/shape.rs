//! Decompositions of a complete hand: which sets and which pair.

use crate::hand::Hand;
use crate::set::KindSet;
use crate::tables::{id, readings_of};

/// One decomposition of the concealed part of a complete hand into sequences, triplets and a pair.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Shape {
    /// The pair: one kind.
    pub pair: KindSet,
    /// Kinds of the triplets.
    pub triplets: KindSet,
    /// Lowest kinds of the sequences: `runs[n - 1]` has those that occur at least `n` times.
    pub runs: [KindSet; 4],
}

/// Iterates over the decompositions of a hand. Does not allocate.
#[derive(Clone, Debug)]
pub struct Shapes<'a> {
    suits: [&'a [u64]; 4],
    at: [usize; 4],
    left: usize,
}

/// All decompositions of the concealed tiles into sets and exactly one pair (standard form only), a handful at
/// most; none if the hand is not complete.
#[inline]
pub fn shapes(hand: &Hand) -> Shapes<'static> {
    let readings = |suit| readings_of(id(hand.index(suit)));
    let suits = [readings(0), readings(1), readings(2), readings(3)];
    let paired = suits.iter().filter(|words| words.first().is_some_and(|word| word & 0x1FF != 0)).count();
    let left = if paired == 1 { suits.iter().map(|words| words.len()).product() } else { 0 };
    Shapes { suits, at: [0; 4], left }
}

impl Iterator for Shapes<'_> {
    type Item = Shape;

    #[inline]
    fn next(&mut self) -> Option<Shape> {
        self.left = self.left.checked_sub(1)?;
        let mut planes = [0; 6];
        let mut carry = true;
        for suit in 0..4 {
            let words = self.suits[suit];
            let word = *words.get(self.at[suit])?;
            for (n, plane) in planes.iter_mut().enumerate() {
                *plane |= (word >> (9 * n) & 0x1FF) << (9 * suit);
            }
            self.at[suit] += carry as usize;
            carry = self.at[suit] == words.len();
            self.at[suit] *= !carry as usize;
        }
        let [pair, triplets, runs @ ..] = planes.map(KindSet::from_bits);
        Some(Shape { pair, triplets, runs })
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl ExactSizeIterator for Shapes<'_> {}
