//! All randomness of the program: streams of random numbers, each with its own key.
//!
//! | stream | key |
//! | --- | --- |
//! | the wall of a deal | seed, match, kyoku, repeat |
//! | other random events in a deal (Shura's direction, the dice of wareme) | seed, match, kyoku, repeat, tag |
//! | an agent's own randomness | seed, match, seat |
//! | rollouts of a recorded decision | seed, match, decision |
//!
//! A wall does not depend on what was played before it, so different agents, or different rules, get the same walls.
//! The four words of the generator's state hold the key injectively: different keys never share a state.

use crate::seat::Seat;
use rand_core::{Rng as _, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A match of a run: the root of all random streams.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct MatchSeed {
    /// The seed of the run.
    pub seed: u64,
    /// The number of the match in the run, from 0.
    pub number: u64,
}

/// A deal of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct DealKey {
    /// Absolute index of the kyoku: winds passed times seats, plus the dealer.
    pub kyoku: u32,
    /// How many times this kyoku has been dealt before in the match.
    pub repeat: u32,
}

/// A stream of random numbers (xoshiro256++).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rng(Xoshiro256PlusPlus);

impl MatchSeed {
    /// The stream for the wall of a deal.
    pub fn wall(self, deal: DealKey) -> Rng {
        self.chance(deal, 0)
    }

    /// The stream for another random event in a deal; `tag` 0 is the wall's.
    pub fn chance(self, deal: DealKey, tag: u32) -> Rng {
        self.stream((deal.kyoku as u64) << 32 | deal.repeat as u64, tag as u64)
    }

    /// The stream for the agent at a seat.
    pub fn agent(self, seat: Seat) -> Rng {
        self.stream(u64::MAX, seat.index() as u64)
    }

    /// The stream for the labels of a decision, by its index in the match.
    pub fn labels(self, decision: u32) -> Rng {
        self.stream(u64::MAX - 1, decision.into())
    }

    fn stream(self, deal: u64, tag: u64) -> Rng {
        let mut state = [0; 32];
        let mut word = 0;
        for (key, bytes) in [self.seed, self.number, deal, tag].into_iter().zip(state.chunks_exact_mut(8)) {
            word = mix((word ^ key).wrapping_add(0x9E37_79B9_7F4A_7C15));
            bytes.copy_from_slice(&word.to_le_bytes());
        }
        Rng(Xoshiro256PlusPlus::from_seed(state))
    }
}

impl Rng {
    /// A stream for tests and tools that do not play a match.
    pub fn from_seed(seed: u64) -> Rng {
        MatchSeed { seed, number: u64::MAX }.stream(0, 0)
    }

    /// Sixty-four random bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `n`, each equally likely (Lemire's multiplication with rejection). `n` must not be 0.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        let mut product = (self.next_u64() >> 32) * n as u64;
        if (product as u32) < n {
            let threshold = n.wrapping_neg() % n;
            while (product as u32) < threshold {
                product = (self.next_u64() >> 32) * n as u64;
            }
        }
        (product >> 32) as u32
    }

    /// Permutes the items, every order equally likely.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in 0..items.len().saturating_sub(1) {
            items.swap(i, i + self.below((items.len() - i) as u32) as usize);
        }
    }
}

/// How many numbers [`Rng::below_falling`] draws from one word.
pub const BATCH: usize = 8;

impl Rng {
    /// Eight independent numbers from one random word, the `j`-th below `bound - j`, each equally likely: the random
    /// choices of a shuffle (Brackett-Rozinsky and Lemire 2024, batched ranged random integers). `bound` from 8 to 200.
    #[inline]
    pub fn below_falling(&mut self, bound: u32) -> [u8; BATCH] {
        debug_assert!((BATCH as u32..=200).contains(&bound));
        let mut dice = [0; BATCH];
        let product = (0..BATCH as u64).map(|j| bound as u64 - j).product::<u64>();
        loop {
            let mut fraction = self.next_u64();
            for (j, die) in dice.iter_mut().enumerate() {
                let scaled = fraction as u128 * (bound as u64 - j as u64) as u128;
                *die = (scaled >> 64) as u8;
                fraction = scaled as u64;
            }
            if fraction >= product || fraction >= product.wrapping_neg() % product {
                return dice;
            }
        }
    }
}

/// The finaliser of SplitMix64 (Steele, Lea, Flood 2014), a bijection of 64 bits: every bit of the input changes every bit of the output.
#[inline]
pub const fn mix(x: u64) -> u64 {
    let x = (x ^ x >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let x = (x ^ x >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ x >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn below_is_uniform() {
        let mut rng = Rng::from_seed(1);
        let mut seen = [0; 7];
        (0..70_000).for_each(|_| seen[rng.below(7) as usize] += 1);
        assert!(seen.iter().all(|&n| (9_600..10_400).contains(&n)), "{seen:?}");
    }

    #[test]
    fn below_falling_is_uniform() {
        let mut rng = Rng::from_seed(2);
        let mut seen = [[0u32; 12]; BATCH];
        for _ in 0..120_000 {
            let dice = rng.below_falling(12);
            dice.iter().enumerate().for_each(|(j, &die)| seen[j][die as usize] += 1);
        }
        for (j, seen) in seen.iter().enumerate() {
            let expected = 120_000.0 / (12 - j) as f64;
            let fits = |&n: &u32| (n as f64 - expected).abs() < 5.0 * expected.sqrt();
            assert!(seen[..12 - j].iter().all(fits) && seen[12 - j..] == vec![0; j], "die {j}: {seen:?}");
        }
    }

    #[test]
    fn every_part_of_the_key_matters() {
        let seed = MatchSeed { seed: 1, number: 2 };
        let deal = DealKey { kyoku: 3, repeat: 0 };
        let mut first: Vec<u64> = [
            seed.wall(deal),
            MatchSeed { seed: 2, ..seed }.wall(deal),
            MatchSeed { number: 3, ..seed }.wall(deal),
            seed.wall(DealKey { kyoku: 4, ..deal }),
            seed.wall(DealKey { repeat: 1, ..deal }),
            seed.chance(deal, 1),
            seed.agent(Seat::new(0)),
            seed.agent(Seat::new(1)),
        ]
        .map(|mut rng| rng.next_u64())
        .to_vec();
        first.sort();
        first.dedup();
        assert_eq!(first.len(), 8);
    }
}
