//! Classes: configurations with the same distances are the same to every question about shanten.
//!
//! The 405,350 configurations of a suit have 126 different rows of distances, the 43,130 of the honors 55.
//! Two suits together have a row again, by min-plus: the best way to share out the sets and the pair. Closed under
//! this addition there are 180 classes in all, so a class is a byte, and any number of suits, in any order,
//! add up by look-ups in one table of 180 x 180.
//!
//! A suit with fewer kinds needs no classes of its own (three-player mahjong has only 1m and 9m, which form no
//! runs). It counts as honors whose other kinds are never held. The kinds it lacks cannot make any answer better: a whole hand
//! has five blocks at most, so for each block imagined on a missing kind one of the seven true honors is free, where
//! that block costs no more.

use crate::changes::{Fields, spread};
use crate::distance::{Row, SPLITS};
use std::collections::HashMap;

/// Classes of the suits.
pub const SUIT_CLASSES: usize = 126;
/// Classes of the honors.
pub const HONOR_CLASSES: usize = 55;
/// Classes in all, closed under addition.
pub const CLASSES: usize = 180;

/// Place of a pair of classes in a table of pairs.
#[inline]
pub fn pair(a: u8, b: u8) -> usize {
    (a as usize) << 8 | b as usize
}

/// A table over all pairs of classes, placed by [`pair`].
pub type PairTable<T> = Box<[T; 1 << 16]>;

/// What classes are worth together.
pub struct Classes {
    /// Class of two parts taken together.
    pub sum: PairTable<u8>,
    /// By exposed sets (0 to 4): shanten of the standard form of a hand made of two parts.
    pub shanten: [PairTable<i8>; 8],
    /// By exposed sets, at (rest of the hand, one suit): which splits of the suit are part of a best way,
    /// as a number of `fields`.
    pub best: [PairTable<u8>; 8],
    /// The sets of splits that occur in `best`, spread over the fields of a change row.
    pub fields: Box<[Fields; 256]>,
}

/// Rows get numbers in order of appearance.
#[derive(Default)]
pub(crate) struct Interner {
    number: HashMap<Row, u8>,
    pub(crate) rows: Vec<Row>,
}

impl Interner {
    pub(crate) fn number(&mut self, row: Row) -> u8 {
        *self.number.entry(row).or_insert_with(|| {
            self.rows.push(row);
            u8::try_from(self.rows.len() - 1).expect("a class is a byte")
        })
    }

    /// The class of every configuration.
    pub(crate) fn numbers(&mut self, rows: &[Row]) -> Vec<u8> {
        let mut last = (rows[0], self.number(rows[0]));
        rows.iter()
            .map(|&row| {
                if row != last.0 {
                    last = (row, self.number(row));
                }
                last.1
            })
            .collect()
    }

    /// Closes the classes under addition and derives the tables over pairs.
    pub(crate) fn close(&mut self) -> Classes {
        let sum = self.sums();
        assert_eq!(self.rows.len(), CLASSES);
        let shanten = std::array::from_fn(|melds| self.shanten(&sum, melds));
        let mut sets = Sets { number: [u8::MAX; 1 << SPLITS], fields: Vec::new() };
        let best = std::array::from_fn(|melds| self.best(&sum, melds, &mut sets));
        let mut fields: Box<[Fields; 256]> = crate::boxed([0; 2]);
        fields[..sets.fields.len()].copy_from_slice(&sets.fields);
        Classes { sum, shanten, best, fields }
    }

    fn sums(&mut self) -> PairTable<u8> {
        let mut sum: PairTable<u8> = crate::boxed(0);
        let mut a = 0;
        while a < self.rows.len() {
            for b in 0..=a {
                let class = self.number(add(&self.rows[a], &self.rows[b]));
                sum[a << 8 | b] = class;
                sum[b << 8 | a] = class;
            }
            a += 1;
        }
        sum
    }

    fn shanten(&self, sum: &[u8; 1 << 16], melds: usize) -> PairTable<i8> {
        let mut table = crate::boxed(0);
        for (a, b) in pairs(melds) {
            table[a << 8 | b] = self.rows[sum[a << 8 | b] as usize][whole(melds)] as i8 - 1;
        }
        table
    }

    fn best(&self, sum: &[u8; 1 << 16], melds: usize, sets: &mut Sets) -> PairTable<u8> {
        let mut table = crate::boxed(0);
        for (rest, this) in pairs(melds) {
            let least = self.rows[sum[rest << 8 | this] as usize][whole(melds)];
            let set = best_splits(&self.rows[rest], &self.rows[this], melds, least);
            table[rest << 8 | this] = sets.number(set);
        }
        table
    }
}

/// All pairs of classes, if a hand can have that many exposed sets.
fn pairs(melds: usize) -> impl Iterator<Item = (usize, usize)> {
    let classes = if melds <= 4 { CLASSES } else { 0 };
    (0..classes).flat_map(move |a| (0..classes).map(move |b| (a, b)))
}

/// The split of a whole hand with so many exposed sets: the other sets and the pair.
fn whole(melds: usize) -> usize {
    5 + 4 - melds
}

/// The row of two parts together.
fn add(a: &Row, b: &Row) -> Row {
    let mut row = [0; 16];
    for k in 0..5 {
        row[k] = (0..=k).map(|i| a[i] + b[k - i]).min().expect("not empty");
        row[5 + k] =
            (0..=k).map(|i| (a[i] + b[5 + k - i]).min(a[5 + i] + b[k - i])).min().expect("not empty");
    }
    row
}

/// The splits of `this` that reach the least distance together with `rest`, as bits.
fn best_splits(rest: &Row, this: &Row, melds: usize, least: u8) -> u16 {
    let mut set = 0;
    for sets in 0..=4 - melds {
        for paired in [0, 5] {
            let (here, there) = (sets + paired, 4 - melds - sets + 5 - paired);
            set |= u16::from(this[here] + rest[there] == least) << here;
        }
    }
    set
}

/// Sets of splits, numbered in order of appearance.
struct Sets {
    number: [u8; 1 << SPLITS],
    fields: Vec<Fields>,
}

impl Sets {
    fn number(&mut self, set: u16) -> u8 {
        let number = &mut self.number[set as usize];
        if *number == u8::MAX {
            *number = u8::try_from(self.fields.len()).expect("a set of splits is a byte");
            self.fields.push(spread(set, 0x1FF));
        }
        *number
    }
}
