//! The discards of a row, seat by seat.

use crate::row::DecisionRow;
use hyakuman_core::{KindSet, Tile};

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
    let relative: [u8; 4] = std::array::from_fn(|seat| row.relative(seat as u8) as u8 & 3);
    let mut left = [0; 4];
    (0..made).for_each(|number| left[relative[discarder(row, number)] as usize] += 1);
    let mut orders = [0; 4];
    row.discards[..made].iter().enumerate().map(move |(number, &cell)| {
        let by = relative[discarder(row, number)] as usize;
        let order = orders[by];
        orders[by] += 1;
        left[by] -= 1;
        let (from_hand, called) = (cell & 64 == 0, cell & 128 != 0);
        Discard { by, tile: Tile::of(cell & 63), order, age: left[by], from_hand, number, called }
    })
}

/// Number of discards.
#[inline]
pub(crate) fn made(row: &DecisionRow<'_>) -> usize {
    row.discards.iter().position(|&cell| cell == 255).unwrap_or(row.discards.len())
}

/// The seat of a discard, absolute.
#[inline]
fn discarder(row: &DecisionRow<'_>, number: usize) -> usize {
    (row.discarders[number / 4] >> (2 * (number % 4)) & 3) as usize
}

/// By relative seat the kinds on which it cannot win by ron: its own discards, and all discards since its riichi.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Safe {
    pub kinds: [KindSet; 4],
    /// Seats in riichi, and which discard declared it.
    riichi: [Option<usize>; 4],
    any: bool,
}

impl Safe {
    /// Before any discard.
    pub(crate) fn of(row: &DecisionRow<'_>) -> Safe {
        let mut riichi = [None; 4];
        for seat in (0..row.seats as u8).filter(|&seat| row.riichi[seat as usize] & 3 == 2) {
            riichi[row.relative(seat)] = Some(row.riichi_at[seat as usize] as usize);
        }
        Safe { kinds: [KindSet::EMPTY; 4], riichi, any: riichi != [None; 4] }
    }

    /// Adds a discard.
    #[inline]
    pub(crate) fn discard(&mut self, discard: &Discard) {
        let kind = discard.tile.kind();
        self.kinds[discard.by].insert(kind);
        if self.any {
            let later = |riichi: &Option<usize>| riichi.is_some_and(|at| discard.number > at);
            let seats = self.kinds.iter_mut().zip(&self.riichi);
            seats.filter(|(_, riichi)| later(riichi)).for_each(|(kinds, _)| kinds.insert(kind));
        }
    }
}
