//! Classes: configurations with equal distances to all splits give equal answers to every question about shanten.
//!
//! The 405,350 configurations of a suit have 126 different rows of distances, the 43,130 of the honors 55. Two suits
//! together also have a row, by min-plus addition: the best way to distribute the sets and the pair. Closed under this
//! addition there are 180 classes in all. So a class is a byte, and any number of suits, in any order, are added by
//! look-ups in one table of 180 x 180.
//!
//! A suit with fewer kinds needs no classes of its own (three-player mahjong has only 1m and 9m, which form no
//! sequences). It is treated as honors whose other kinds are never held. The missing kinds cannot improve an answer: a
//! complete hand has at most five blocks, so a block on a missing kind could be replaced by one on an unused true
//! honor, which costs no more.

use super::distance::{Row, SPLITS};
use super::few::{Fields, spread};
use std::collections::HashMap;

/// Classes of the suits.
pub const SUIT_CLASSES: usize = 126;
/// Classes of the honors.
pub const HONOR_CLASSES: usize = 55;
/// All classes, closed under addition.
pub const CLASSES: usize = 180;

/// Index of a pair of classes in a [`PairTable`].
#[inline]
pub fn pair(a: u8, b: u8) -> usize {
    (a as usize) << 8 | b as usize
}

/// A table over all pairs of classes, indexed by [`pair`].
pub type PairTable<T> = Box<[T; 1 << 16]>;

/// Results of combining classes.
pub struct Classes {
    /// Class of two parts combined.
    pub sum: PairTable<u8>,
    /// By exposed sets (0 to 4): shanten of the standard form of a hand of two parts.
    pub shanten: [PairTable<i8>; 8],
    /// By exposed sets, indexed by (rest of the hand, one suit): the splits of the suit that are part of an optimal
    /// completion, as an index into `fields`.
    pub best: [PairTable<u8>; 8],
    /// The sets of splits that occur in `best`, spread over the fields of a change row.
    pub fields: Box<[Fields; 256]>,
}

/// Numbers distinct rows in order of first appearance.
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
        let mut fields: Box<[Fields; 256]> = super::boxed([0; 2]);
        fields[..sets.fields.len()].copy_from_slice(&sets.fields);
        Classes { sum, shanten, best, fields }
    }

    fn sums(&mut self) -> PairTable<u8> {
        let mut sum: PairTable<u8> = super::boxed(0);
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
        let mut table = super::boxed(0);
        for (a, b) in pairs(melds) {
            table[a << 8 | b] = self.rows[sum[a << 8 | b] as usize][whole(melds)] as i8 - 1;
        }
        table
    }

    fn best(&self, sum: &[u8; 1 << 16], melds: usize, sets: &mut Sets) -> PairTable<u8> {
        let mut table = super::boxed(0);
        for (rest, this) in pairs(melds) {
            let least = self.rows[sum[rest << 8 | this] as usize][whole(melds)];
            let set = best_splits(&self.rows[rest], &self.rows[this], melds, least);
            table[rest << 8 | this] = sets.number(set);
        }
        table
    }
}

/// All pairs of classes, if a hand can have `melds` exposed sets.
fn pairs(melds: usize) -> impl Iterator<Item = (usize, usize)> {
    let classes = if melds <= 4 { CLASSES } else { 0 };
    (0..classes).flat_map(move |a| (0..classes).map(move |b| (a, b)))
}

/// The split that completes a hand with `melds` exposed sets: the remaining sets and the pair.
fn whole(melds: usize) -> usize {
    5 + 4 - melds
}

/// The row of two parts combined.
fn add(a: &Row, b: &Row) -> Row {
    let mut row = [0; 16];
    for k in 0..5 {
        row[k] = (0..=k).map(|i| a[i] + b[k - i]).min().expect("not empty");
        row[5 + k] =
            (0..=k).map(|i| (a[i] + b[5 + k - i]).min(a[5 + i] + b[k - i])).min().expect("not empty");
    }
    row
}

/// The splits of `this` that reach the distance `least` together with `rest`, as bits.
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

/// Sets of splits, numbered in order of first appearance.
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
