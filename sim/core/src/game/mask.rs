//! A set of action codes.

use bitvec::prelude::{BitArray, Lsb0};
use std::fmt;

/// Up to 256 action codes of a family, as a bit set.
///
/// Single codes are accessed with `bitvec`; iteration goes over the raw words, which is six times faster.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct ActionMask(BitArray<[u64; 4], Lsb0>);

impl ActionMask {
    /// No action.
    pub const EMPTY: ActionMask = ActionMask(BitArray::ZERO);

    /// A reference to [`ActionMask::EMPTY`].
    pub const NOTHING: &'static ActionMask = &ActionMask::EMPTY;

    /// The mask with these words: code `c` is bit `c % 64` of word `c / 64`.
    #[inline]
    pub fn from_words(words: [u64; 4]) -> ActionMask {
        ActionMask(BitArray::new(words))
    }

    /// The four words.
    #[inline]
    pub fn words(&self) -> [u64; 4] {
        self.0.into_inner()
    }

    /// The set whose [`ActionMask::bytes`] these are.
    #[inline]
    pub fn from_bytes(bytes: &[u8; 32]) -> ActionMask {
        let (words, _) = bytes.as_chunks();
        ActionMask::from_words(std::array::from_fn(|i| u64::from_le_bytes(words[i])))
    }

    /// The thirty-two bytes: code `c` is bit `c % 8` of byte `c / 8`.
    #[inline]
    pub fn bytes(&self) -> [u8; 32] {
        let mut bytes = [0; 32];
        let (chunks, _) = bytes.as_chunks_mut();
        chunks.iter_mut().zip(self.words()).for_each(|(chunk, word)| *chunk = word.to_le_bytes());
        bytes
    }

    /// Adds a code.
    #[inline]
    pub fn insert(&mut self, code: u8) {
        self.0.set(code as usize, true);
    }

    /// Whether the code is in the mask.
    #[inline]
    pub fn has(&self, code: u8) -> bool {
        self.0[code as usize]
    }

    /// Number of codes in the mask.
    #[inline]
    pub fn len(&self) -> u32 {
        self.words().iter().map(|word| word.count_ones()).sum()
    }

    /// Whether the mask is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.words() == [0; 4]
    }

    /// The lowest code, if any.
    #[inline]
    pub fn first(&self) -> Option<u8> {
        self.iter().next()
    }

    /// The `n`-th lowest code, counted from 0; `n` must be less than [`ActionMask::len`].
    #[inline]
    pub fn nth(&self, n: u32) -> u8 {
        let [word, ..] = self.words();
        if n < word.count_ones() { select(word, n) } else { self.nth_above(n) }
    }

    /// [`ActionMask::nth`] for a code that is not in the first word.
    #[inline(never)]
    fn nth_above(&self, mut n: u32) -> u8 {
        for (i, word) in self.words().into_iter().enumerate() {
            let ones = word.count_ones();
            if n < ones {
                return (i * 64) as u8 + select(word, n);
            }
            n -= ones;
        }
        unreachable!("the mask has fewer than n codes")
    }

    /// The codes in rising order.
    #[inline]
    pub fn iter(&self) -> Codes {
        Codes { words: self.words(), at: 0 }
    }
}

/// The position of the `n`-th set bit of a word that has more than `n`. Counting bits finds the half that contains it, down
/// to a byte, which is looked up in a table. There are no branches, because a random choice would mispredict them.
#[inline]
fn select(word: u64, n: u32) -> u8 {
    let (mut rest, mut n, mut place) = (word, n, 0);
    for half in [32, 16, 8] {
        let below = (rest & ((1 << half) - 1)).count_ones();
        let above = (n >= below) as u32;
        rest >>= half * above;
        n -= below * above;
        place += half * above;
    }
    place as u8 + IN_BYTE[rest as u8 as usize][n as usize & 7]
}

/// The position of the `n`-th set bit of each byte.
const IN_BYTE: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut n) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 != 0 {
                table[byte][n] = bit;
                n += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// The codes of a mask in rising order.
#[derive(Clone, Debug)]
pub struct Codes {
    words: [u64; 4],
    at: usize,
}

impl Iterator for Codes {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        while self.at < 4 {
            let word = self.words[self.at];
            if word != 0 {
                self.words[self.at] = word & (word - 1);
                return Some((self.at * 64) as u8 + word.trailing_zeros() as u8);
            }
            self.at += 1;
        }
        None
    }
}

impl fmt::Debug for ActionMask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn select_finds_every_bit() {
        let mut rng = crate::Rng::from_seed(3);
        for _ in 0..2_000 {
            let word = rng.next_u64() & rng.next_u64() | 1 << rng.below(64);
            let bits: Vec<u8> = (0..64).filter(|bit| word >> bit & 1 != 0).collect();
            let found: Vec<u8> = (0..word.count_ones()).map(|n| select(word, n)).collect();
            assert_eq!(found, bits, "{word:x}");
        }
        assert_eq!(select(u64::MAX, 63), 63);
    }

    #[test]
    fn nth_and_iter_agree() {
        let mut mask = ActionMask::EMPTY;
        let codes = [0, 1, 37, 63, 64, 127, 128, 200, 255];
        codes.iter().for_each(|&code| mask.insert(code));
        assert_eq!(mask.iter().collect::<Vec<_>>(), codes);
        assert_eq!((0..mask.len()).map(|n| mask.nth(n)).collect::<Vec<_>>(), codes);
        assert!(mask.has(200) && !mask.has(201) && ActionMask::EMPTY.is_empty());
    }
}
