//! Counts the copies of a kind that can still be drawn.

use hyakuman_core::{Hand, Kind, KindSet};

/// The copies of each kind that are in neither of two hands, as binary digits: the copies of a set of kinds are counted
/// with three popcounts.
///
/// ```
/// use hyakuman_agents::{Live, Weights};
/// use hyakuman_core::{Hand, Kind, KindSet};
///
/// let own = Hand::EMPTY.with(Kind::EAST).with(Kind::EAST);
/// let table = Hand::EMPTY.with(Kind::EAST).with(Kind::SOUTH);
/// let live = Live::new(&own, &table);
/// let waits = KindSet::of(Kind::EAST) | KindSet::of(Kind::SOUTH);
/// assert_eq!(live.count(waits), 1 + 3);
/// assert_eq!(live.fewer_than(2), KindSet::of(Kind::EAST));
///
/// // An east counts 7, any other honor 5, any other kind 3.
/// const WEIGHTS: Weights =
///     Weights::new(&[(KindSet::ALL, 3), (KindSet::HONORS, 5), (KindSet::of(Kind::EAST), 7)]);
/// assert_eq!(live.weighted(waits, &WEIGHTS), 7 + 3 * 5);
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
    pub fn fewer_than(&self, n: u32) -> KindSet {
        self.fewer[n.min(5) as usize]
    }

    /// Copies of these kinds.
    #[inline]
    pub fn count(&self, kinds: KindSet) -> u32 {
        let bits = kinds.bits();
        let [one, two, four] = self.digits.map(|digit| (digit & bits).count_ones());
        one + 2 * two + 4 * four
    }

    /// Copies of these kinds, each counted with the weight of its kind.
    #[inline]
    pub fn weighted(&self, kinds: KindSet, weights: &Weights) -> u32 {
        let [one, two, four, eight] = weights.planes.map(|plane| self.count(kinds & plane));
        one + 2 * two + 4 * four + 8 * eight
    }
}

/// A weight of each kind, 0 to 15, in binary digits: at index `i` the kinds whose weight has the digit `2^i`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weights {
    /// The digits. One that no kind has costs a weighted count nothing where the weights are a constant.
    pub planes: [KindSet; 4],
}

impl Weights {
    /// The most that a kind can weigh.
    pub const MOST: u8 = 15;

    /// These weights; where several rows name a kind, the last one holds, and a kind in none weighs 0.
    ///
    /// # Panics
    /// A weight is above [`Weights::MOST`].
    pub const fn new(rows: &[(KindSet, u8)]) -> Weights {
        let mut planes = [0; 4];
        let mut row = 0;
        while row < rows.len() {
            let (kinds, weight) = rows[row];
            assert!(weight <= Weights::MOST, "a weight above 15");
            let mut i = 0;
            while i < 4 {
                let digit = (weight as u64 >> i & 1).wrapping_neg();
                planes[i] = planes[i] & !kinds.bits() | kinds.bits() & digit;
                i += 1;
            }
            row += 1;
        }
        let [a, b, c, d] = planes;
        Weights {
            planes: [
                KindSet::from_bits(a),
                KindSet::from_bits(b),
                KindSet::from_bits(c),
                KindSet::from_bits(d),
            ],
        }
    }

    /// The weight of a kind.
    #[inline]
    pub fn of(&self, kind: Kind) -> u8 {
        self.planes.iter().enumerate().map(|(i, plane)| (plane.has(kind) as u8) << i).sum()
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

    #[test]
    fn a_weighted_count_adds_up_kind_by_kind() {
        let mut rng = hyakuman_core::Rng::from_seed(3);
        for _ in 0..200 {
            let rows: Vec<_> = Kind::all().map(|kind| (KindSet::of(kind), rng.below(16) as u8)).collect();
            let mut hands = [Hand::EMPTY; 2];
            for i in 0..40 {
                let kind = Kind::of(rng.below(34) as u8);
                if hands[0].count(kind) + hands[1].count(kind) < 4 {
                    hands[i % 2].add(kind);
                }
            }
            let (live, weights) = (Live::new(&hands[0], &hands[1]), Weights::new(&rows));
            let kinds: KindSet = Kind::all().filter(|_| rng.below(2) == 0).collect();
            let slow =
                kinds.into_iter().map(|kind| rows[kind.index()].1 as u32 * live.count(KindSet::of(kind)));
            assert_eq!(live.weighted(kinds, &weights), slow.sum::<u32>());
            assert!(Kind::all().all(|kind| weights.of(kind) == rows[kind.index()].1));
        }
    }

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
