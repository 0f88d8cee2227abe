//! A set of action codes.

use bitvec::prelude::{BitArray, Lsb0};
use std::fmt;

/// Up to 256 action codes of a family, as a bit set.
///
/// Single codes go through `bitvec`; whole words and iteration over the raw words, which is six times faster.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct ActionMask(BitArray<[u64; 4], Lsb0>);

impl ActionMask {
    /// No action.
    pub const EMPTY: ActionMask = ActionMask(BitArray::ZERO);

    /// No action, to refer to.
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

    /// Adds a code.
    #[inline]
    pub fn insert(&mut self, code: u8) {
        self.0.set(code as usize, true);
    }

    /// Is the code in it?
    #[inline]
    pub fn has(&self, code: u8) -> bool {
        self.0[code as usize]
    }

    /// How many codes are in it.
    #[inline]
    pub fn len(&self) -> u32 {
        self.words().iter().map(|word| word.count_ones()).sum()
    }

    /// Is it empty?
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.words() == [0; 4]
    }

    /// The lowest code, if any.
    #[inline]
    pub fn first(&self) -> Option<u8> {
        self.iter().next()
    }

    /// The `n`-th code from below, counted from 0; `n` must be less than [`ActionMask::len`].
    #[inline]
    pub fn nth(&self, mut n: u32) -> u8 {
        for (i, mut word) in self.words().into_iter().enumerate() {
            let ones = word.count_ones();
            if n < ones {
                for _ in 0..n {
                    word &= word - 1;
                }
                return (i * 64) as u8 + word.trailing_zeros() as u8;
            }
            n -= ones;
        }
        unreachable!("fewer actions than asked for")
    }

    /// The codes in rising order.
    #[inline]
    pub fn iter(&self) -> Codes {
        Codes { words: self.words(), at: 0 }
    }
}

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
    fn nth_and_iter_agree() {
        let mut mask = ActionMask::EMPTY;
        let codes = [0, 1, 37, 63, 64, 127, 128, 200, 255];
        codes.iter().for_each(|&code| mask.insert(code));
        assert_eq!(mask.iter().collect::<Vec<_>>(), codes);
        assert_eq!((0..mask.len()).map(|n| mask.nth(n)).collect::<Vec<_>>(), codes);
        assert!(mask.has(200) && !mask.has(201) && ActionMask::EMPTY.is_empty());
    }
}
