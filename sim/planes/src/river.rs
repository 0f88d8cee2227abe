//! The discards of a row, seat by seat.

use crate::row::DecisionRow;
use hyakuman_core::Tile;

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
    /// Its place among all discards, from 0.
    pub number: usize,
    /// Whether another seat called it.
    pub called: bool,
}

/// The discards in order.
#[inline]
pub(crate) fn discards<'a>(row: &'a DecisionRow<'a>) -> impl Iterator<Item = Discard> + 'a {
    let made = made(row);
    let counts = counts(row, made);
    let mut orders = [0; 4];
    row.discards[..made].iter().enumerate().map(move |(number, &cell)| {
        let by = row.relative(discarder(row, number));
        let order = orders[by];
        orders[by] += 1;
        let (from_hand, called) = (cell & 64 == 0, cell & 128 != 0);
        let age = counts[by] - 1 - order;
        Discard { by, tile: Tile::of(cell & 63), order, age, from_hand, number, called }
    })
}

/// Number of discards.
#[inline]
pub(crate) fn made(row: &DecisionRow<'_>) -> usize {
    row.discards.iter().position(|&cell| cell == 255).unwrap_or(row.discards.len())
}

/// Number of discards by relative seat.
#[inline]
fn counts(row: &DecisionRow<'_>, made: usize) -> [usize; 4] {
    let mut counts = [0; 4];
    (0..made).for_each(|number| counts[row.relative(discarder(row, number))] += 1);
    counts
}

/// The seat of a discard, absolute.
#[inline]
fn discarder(row: &DecisionRow<'_>, number: usize) -> u8 {
    row.discarders[number / 4] >> (2 * (number % 4)) & 3
}
