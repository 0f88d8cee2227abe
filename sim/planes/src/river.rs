//! The discards of a row, in order.

use crate::row::DecisionRow;
use hyakuman_core::{KindSet, Tile};
use hyakuman_games::common::public_cells::DISCARDERS;

/// A discard, as the deciding seat sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Discard {
    /// Who made it: 0 the deciding seat, 1 the next.
    pub by: usize,
    /// The tile.
    pub tile: Tile,
    /// Its place among the discards of its seat, from 0.
    pub order: usize,
    /// How many discards its seat has made since.
    pub age: usize,
    /// From the hand, not the tile just drawn.
    pub from_hand: bool,
    /// Whether another seat called it.
    pub called: bool,
}

/// The discards of a row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct River<'a> {
    row: &'a DecisionRow<'a>,
    made: usize,
    /// The absolute seats of the discards, 32 in a word, two bits each.
    seats: [u64; 4],
    /// The relative seat of each absolute one.
    relative: [u8; 4],
}

impl<'a> River<'a> {
    /// Those of this row.
    #[inline]
    pub(crate) fn of(row: &'a DecisionRow<'a>) -> River<'a> {
        let relative = std::array::from_fn(|seat| row.relative(seat as u8) as u8 & 3);
        let mut bytes = [0; 32];
        bytes[..DISCARDERS].copy_from_slice(row.discarders);
        let (words, _) = bytes.as_chunks();
        let seats = std::array::from_fn(|word| u64::from_le_bytes(words[word]));
        River { row, made: made(row), seats, relative }
    }

    /// All of them in order.
    #[inline]
    pub(crate) fn all(self) -> impl Iterator<Item = Discard> + 'a {
        let (mut orders, numbers) = ([0; 4], self.numbers());
        self.row.discards[..self.made].iter().enumerate().map(move |(number, &cell)| {
            let by = self.by(number);
            let order = orders[by];
            orders[by] += 1;
            let (from_hand, called) = (cell & 64 == 0, cell & 128 != 0);
            let age = usize::from(numbers[by] - 1 - order);
            Discard { by, tile: Tile::of(cell & 63), order: order.into(), age, from_hand, called }
        })
    }

    /// The tile of the discard with this number among all, from 0, if the seat made it.
    pub(crate) fn tile_of(self, seat: usize, number: usize) -> Option<Tile> {
        let is_own = number < self.made && self.by(number) == seat;
        is_own.then(|| Tile::of(self.row.discards[number] & 63))
    }

    /// By relative seat the kinds on which it cannot win by ron, its own discards apart: the discards since its riichi.
    pub(crate) fn passed(self) -> [KindSet; 4] {
        let mut passed = [KindSet::EMPTY; 4];
        for seat in (0..self.row.seats).filter(|&seat| self.row.riichi[seat] & 3 == 2) {
            let first = (self.row.riichi_at[seat] as usize + 1).min(self.made);
            let later = self.row.discards[first..self.made].iter();
            let kinds = &mut passed[self.row.relative(seat as u8)];
            later.for_each(|cell| kinds.insert(Tile::of(cell & 63).kind()));
        }
        passed
    }

    /// By relative seat how many it has made.
    #[inline]
    fn numbers(self) -> [u8; 4] {
        const FIRST_BITS: u64 = 0x5555_5555_5555_5555;
        let mut by_seat = [0; 4];
        for (i, word) in self.seats.into_iter().enumerate() {
            let unmade = 2 * self.made.saturating_sub(32 * i).min(32) as u32;
            let made = FIRST_BITS & !u64::MAX.checked_shl(unmade).unwrap_or(0);
            let (low, high) = (word & made, word >> 1 & made);
            let seats = [made & !low & !high, low & !high, high & !low, low & high];
            by_seat.iter_mut().zip(seats).for_each(|(count, seats)| *count += seats.count_ones() as u8);
        }
        let mut numbers = [0; 4];
        (0..4).for_each(|seat| numbers[self.relative[seat] as usize & 3] += by_seat[seat]);
        numbers
    }

    /// The relative seat of a discard.
    #[inline]
    fn by(self, number: usize) -> usize {
        let seat = self.seats[number / 32 % 4] >> (2 * (number % 32)) & 3;
        self.relative[seat as usize] as usize & 3
    }
}

/// Number of discards.
#[inline]
pub(crate) fn made(row: &DecisionRow<'_>) -> usize {
    row.discards.iter().position(|&cell| cell == 255).unwrap_or(row.discards.len())
}
