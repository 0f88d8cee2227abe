//! Readings of a complete hand: which sets and which pair.

use super::Tables;
use crate::hand::Hand;
use crate::set::KindSet;

/// One reading of the concealed part of a complete hand as sequences, triplets and a pair.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Shape {
    /// The pair: one kind.
    pub pair: KindSet,
    /// Kinds that form a triplet.
    pub triplets: KindSet,
    /// Lowest kinds of sequences: `runs[n - 1]` has those present at least `n` times.
    pub runs: [KindSet; 4],
}

/// The readings of a hand, one after the other. Allocates nothing.
#[derive(Clone, Debug)]
pub struct Shapes<'a> {
    honors: Shape,
    suits: [&'a [u64]; 3],
    at: [usize; 3],
    left: usize,
}

impl Tables {
    /// Every way to read all concealed tiles as sets and exactly one pair (standard form only), at most a handful;
    /// none where the tiles do not come out even.
    #[inline]
    pub fn shapes(&self, hand: &Hand) -> Shapes<'_> {
        let suits = [0, 1, 2].map(|suit| self.0.readings.of(self.0.order.id(hand.index(suit))));
        let honors = Shape {
            pair: (hand.at_least(2) - hand.at_least(3)) & KindSet::HONORS,
            triplets: hand.at_least(3) & KindSet::HONORS,
            runs: [KindSet::EMPTY; 4],
        };
        let loose = ((hand.kinds() - hand.at_least(2)) | hand.at_least(4)) & KindSet::HONORS;
        let paired = suits.iter().filter(|words| words.first().is_some_and(|word| word & 0x1FF != 0)).count();
        let whole = loose.is_empty() && paired + honors.pair.len() as usize == 1;
        let left = if whole { suits.iter().map(|words| words.len()).product() } else { 0 };
        Shapes { honors, suits, at: [0; 3], left }
    }
}

impl Iterator for Shapes<'_> {
    type Item = Shape;

    #[inline]
    fn next(&mut self) -> Option<Shape> {
        self.left = self.left.checked_sub(1)?;
        let mut shape = self.honors;
        let mut carry = true;
        for suit in 0..3 {
            let words = self.suits[suit];
            shape.take_over(*words.get(self.at[suit])?, 9 * suit as u32);
            self.at[suit] += carry as usize;
            carry = self.at[suit] == words.len();
            self.at[suit] *= !carry as usize;
        }
        Some(shape)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl ExactSizeIterator for Shapes<'_> {}

impl Shape {
    /// Adds the reading of a suit (layout: `hyakuman_tables::readings`), `shift` being the code of its one.
    #[inline]
    fn take_over(&mut self, word: u64, shift: u32) {
        let field = |n: u32| KindSet::from_bits((word >> (9 * n) & 0x1FF) << shift);
        self.pair |= field(0);
        self.triplets |= field(1);
        for n in 0..4 {
            self.runs[n] |= field(2 + n as u32);
        }
    }
}
