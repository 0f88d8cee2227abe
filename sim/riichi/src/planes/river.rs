//! The discards of a kyoku as channels. A row that continues the last one adds only its new discards.

use crate::planes::channels::KINDS;
use crate::planes::row::DecisionRow;
use hyakuman_core::common::public_cells::{DISCARDERS, DISCARDS};
use hyakuman_core::{Kind, Tile};

/// One cell for each kind.
pub(crate) type Plane = [u8; KINDS];

/// Where a cell of `discards` has its tile.
const TILE: u8 = 63;
/// The mark of a tile that was just drawn.
const DRAWN: u8 = 64;
/// The mark of a discard that was called, which comes later than the discard.
const CALLED: u8 = 128;

/// The discards of the last row, and their channels.
#[derive(Clone, Debug)]
pub(crate) struct River {
    /// Discards read.
    pub(crate) made: usize,
    /// Their cells, and for each the bits that must not change. 0 behind the last one.
    cells: [[u8; DISCARDS]; 2],
    /// The same for `discarders`.
    discarders: [[u8; DISCARDERS]; 2],
    /// Discards of each kind by all seats.
    pub(crate) count: Plane,
    /// By absolute seat.
    seats: [SeatRiver; 4],
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct SeatRiver {
    /// Number of discards, and their cells.
    made: usize,
    cells: [u8; DISCARDS],
    /// 1 for their kinds.
    kinds: Plane,
    /// The last one from the hand.
    pub(crate) last_from_hand: Option<Kind>,
    /// Discards of each kind.
    pub(crate) count: Plane,
    /// 1 for the kinds of the first six, the next six, and the others.
    pub(crate) thirds: [Plane; 3],
    /// The same for those from the hand.
    pub(crate) thirds_from_hand: [Plane; 3],
    /// The decay of the last one of each kind.
    pub(crate) age: Plane,
    /// The same for those from the hand.
    pub(crate) age_from_hand: Plane,
    /// 1 for red fives.
    pub(crate) red: Plane,
}

impl River {
    /// No discards.
    pub(crate) const EMPTY: River = River {
        made: 0,
        cells: [[0; DISCARDS]; 2],
        discarders: [[0; DISCARDERS]; 2],
        count: [0; KINDS],
        seats: [SeatRiver::EMPTY; 4],
    };

    /// Reads the discards of a row that continues those read ([`River::is_continued_by`]).
    #[inline]
    pub(crate) fn catch_up(&mut self, row: &DecisionRow<'_>) {
        let mut changed = 0;
        while let Some(&cell) = row.cells.discards.get(self.made).filter(|cell| **cell != 255) {
            let by = row.cells.discarders[self.made / 4] >> (2 * (self.made % 4)) & 3;
            self.add(cell, by);
            changed |= 1 << by;
        }
        (0..4).filter(|seat| changed >> seat & 1 != 0).for_each(|seat: usize| self.seats[seat].set_ages());
    }

    /// Whether the discards read are the first of this row.
    #[inline]
    pub(crate) fn is_continued_by(&self, row: &DecisionRow<'_>) -> bool {
        differences(&self.cells, row.cells.discards) | differences(&self.discarders, row.cells.discarders)
            == 0
    }

    /// Adds the next discard.
    fn add(&mut self, cell: u8, by: u8) {
        let number = self.made;
        (self.cells[0][number], self.cells[1][number]) = (cell & !CALLED, !CALLED);
        self.discarders[0][number / 4] |= by << (2 * (number % 4));
        self.discarders[1][number / 4] |= 3 << (2 * (number % 4));
        self.count[Tile::of(cell & TILE).kind().index()] += 1;
        self.seats[by as usize & 3].add(cell);
        self.made += 1;
    }

    /// Those of a seat, relative to that of the row.
    #[inline]
    pub(crate) fn of(&self, row: &DecisionRow<'_>, relative: usize) -> &SeatRiver {
        &self.seats[row.absolute(relative) & 3]
    }

    /// Whether a red five is among them, by suit.
    pub(crate) fn has_red(&self, suit: u8) -> bool {
        let five = Tile::red_five(suit).kind().index();
        self.seats.iter().any(|seat| seat.red[five] != 0)
    }

    /// The tile of the discard with this number among all, from 0, if this absolute seat made it.
    pub(crate) fn tile_of(&self, row: &DecisionRow<'_>, seat: usize, number: usize) -> Option<Tile> {
        let by = |number: usize| row.cells.discarders[number / 4] >> (2 * (number % 4)) & 3;
        let is_own = number < self.made && by(number) as usize == seat;
        is_own.then(|| Tile::of(row.cells.discards[number] & TILE))
    }

    /// The tile with which this absolute seat declared riichi.
    pub(crate) fn riichi_tile(&self, row: &DecisionRow<'_>, seat: usize) -> Option<Tile> {
        self.tile_of(row, seat, row.cells.riichi_at[seat] as usize)
    }

    /// 1 for the kinds on which a seat, relative to that of the row, cannot win by ron: its own discards, and all since its riichi.
    #[inline]
    pub(crate) fn safe(&self, row: &DecisionRow<'_>, relative: usize) -> Plane {
        let seat = row.absolute(relative);
        let mut safe = self.of(row, relative).kinds;
        if row.cells.riichi[seat] & 3 == 2 {
            let first = (row.cells.riichi_at[seat] as usize + 1).min(self.made);
            let later = row.cells.discards[first..self.made].iter();
            later.for_each(|cell| safe[Tile::of(cell & TILE).kind().index()] = 1);
        }
        safe
    }
}

/// The bits in which cells differ from those read.
#[inline]
fn differences<const N: usize>([read, fixed]: &[[u8; N]; 2], cells: &[u8; N]) -> u8 {
    (0..N).fold(0, |differences, i| differences | (read[i] ^ cells[i]) & fixed[i])
}

impl SeatRiver {
    const EMPTY: SeatRiver = SeatRiver {
        made: 0,
        cells: [0; DISCARDS],
        kinds: [0; KINDS],
        last_from_hand: None,
        count: [0; KINDS],
        thirds: [[0; KINDS]; 3],
        thirds_from_hand: [[0; KINDS]; 3],
        age: [0; KINDS],
        age_from_hand: [0; KINDS],
        red: [0; KINDS],
    };

    fn add(&mut self, cell: u8) {
        let (tile, third) = (Tile::of(cell & TILE), (self.made / 6).min(2));
        let kind = tile.kind();
        self.cells[self.made] = cell;
        self.made += 1;
        self.kinds[kind.index()] = 1;
        self.count[kind.index()] += 1;
        self.thirds[third][kind.index()] = 1;
        if cell & DRAWN == 0 {
            self.thirds_from_hand[third][kind.index()] = 1;
            self.last_from_hand = Some(kind);
        }
        if tile.is_red() {
            self.red[kind.index()] = 1;
        }
    }

    /// Every discard has become older.
    fn set_ages(&mut self) {
        for (i, &cell) in self.cells[..self.made].iter().enumerate() {
            let (kind, age) = (Tile::of(cell & TILE).kind().index(), decay(self.made - 1 - i));
            self.age[kind] = age;
            if cell & DRAWN == 0 {
                self.age_from_hand[kind] = age;
            }
        }
    }
}

/// 255 times exp(-0.2 n), rounded.
pub(crate) const DECAY: [u8; 32] = [
    255, 209, 171, 140, 115, 94, 77, 63, 51, 42, 35, 28, 23, 19, 16, 13, 10, 9, 7, 6, 5, 4, 3, 3, 2, 2, 1, 1,
    1, 1, 1, 1,
];

/// The value of a discard or indicator of this age.
#[inline]
pub(crate) fn decay(age: usize) -> u8 {
    DECAY.get(age).copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_decay_is_that_of_the_table() {
        for (age, value) in DECAY.into_iter().enumerate() {
            let exact = 255.0 * (-0.2 * age as f64).exp();
            assert_eq!(value, exact.round() as u8, "{age}");
        }
        assert_eq!(decay(40), 0);
    }
}
