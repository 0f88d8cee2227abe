//! Counts the copies of a kind that can still be drawn.

use hyakuman_core::{Hand, KindSet};

/// The copies of each kind that are in neither of two hands, as binary digits: the copies of a set of kinds are counted
/// with three popcounts.
///
/// ```
/// use hyakuman_agents::Live;
/// use hyakuman_core::{Hand, Kind, KindSet};
///
/// let own = Hand::EMPTY.with(Kind::EAST).with(Kind::EAST);
/// let table = Hand::EMPTY.with(Kind::EAST).with(Kind::SOUTH);
/// let live = Live::new(&own, &table);
/// let waits = KindSet::of(Kind::EAST) | KindSet::of(Kind::SOUTH);
/// assert_eq!(live.count(waits), 1 + 3);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Live {
    digits: [u64; 3],
    /// At index `n`, the kinds with fewer than `n` copies left.
    fewer: [KindSet; 6],
}

impl Live {
    /// The copies neither in the viewer's hand nor visible on the table; of no kind more than four are in both together. Kinds
    /// that are not in play count four copies.
    #[inline]
    pub fn new(hand: &Hand, seen: &Hand) -> Live {
        let ([a0, a1, a2], [b0, b1, b2]) = (digits(hand), digits(seen));
        let carry = a0 & b0;
        let [s0, s1, s2] = [a0 ^ b0, a1 ^ b1 ^ carry, a2 | b2 | a1 & b1 | carry & (a1 ^ b1)];
        // 4 - s, for s up to 4
        let [one, two, four] = [s0, s1 ^ s0, !(s0 | s1 | s2)];
        let at_least = [u64::MAX, one | two | four, two | four, one & two | four, four, 0];
        Live { digits: [one, two, four], fewer: at_least.map(|bits| KindSet::from_bits(!bits)) }
    }

    /// The kinds with fewer than `n` copies left.
    #[inline]
    pub(crate) fn fewer_than(&self, n: u32) -> KindSet {
        self.fewer[n.min(5) as usize]
    }

    /// Copies of these kinds.
    #[inline]
    pub fn count(&self, kinds: KindSet) -> u32 {
        let bits = kinds.bits();
        let [one, two, four] = self.digits.map(|digit| (digit & bits).count_ones());
        one + 2 * two + 4 * four
    }
}

/// The counts of a hand, 0 to 4, as binary numbers.
#[inline]
fn digits(hand: &Hand) -> [u64; 3] {
    let [a, b, c, d] = [1, 2, 3, 4].map(|n| hand.at_least(n).bits());
    [a ^ b ^ c ^ d, b & !d, d]
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyakuman_core::Kind;

    #[test]
    fn every_pair_of_counts() {
        for (a, b) in (0..=4).flat_map(|a| (0..=4 - a).map(move |b| (a, b))) {
            let mut hands = [Hand::EMPTY; 2];
            for (hand, copies) in hands.iter_mut().zip([a, b]) {
                (0..copies).for_each(|_| hand.add(Kind::HAKU));
            }
            let live = Live::new(&hands[0], &hands[1]);
            assert_eq!(live.count(KindSet::of(Kind::HAKU)), 4 - a - b, "{a} in hand, {b} visible");
            assert_eq!(live.count(KindSet::DRAGONS), 12 - a - b);
            (0..6).for_each(|n| assert_eq!(live.fewer_than(n).has(Kind::HAKU), 4 - a - b < n, "{a} {b} {n}"));
        }
    }
}
