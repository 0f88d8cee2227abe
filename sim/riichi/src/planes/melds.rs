//! The sets of all seats as channels. They are read again only where they have changed.

use crate::planes::channels::KINDS;
use crate::planes::river::{Plane, River};
use crate::planes::row::DecisionRow;
use hyakuman_core::common::public_cells::{MELDS, MELDS_AT};
use hyakuman_core::{Kind, Tile};

/// The sorts of sets in a row.
const CHI: u8 = 1;
const PON: u8 = 2;
const ANKAN: u8 = 5;

/// The sets of the last row, and their channels.
#[derive(Clone, Debug)]
pub(crate) struct Melds {
    /// Their cells.
    melds: [u8; MELDS],
    melds_at: [u8; MELDS_AT],
    /// The channels `after` lack a discard not yet made: with this many discards they are read again. `usize::MAX` if they lack none.
    stale_from: usize,
    /// By absolute seat.
    seats: [SeatMelds; 4],
    /// Tiles of each kind that were not called, and so are not among the discards.
    pub(crate) uncalled: Plane,
    /// Red fives by suit.
    pub(crate) has_red: [bool; 3],
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct SeatMelds {
    /// Whether there is any.
    pub(crate) any: bool,
    /// Whether one was called.
    pub(crate) open: bool,
    /// Tiles of each kind.
    pub(crate) count: Plane,
    /// 1 where there are at least one, two, three and four.
    pub(crate) at_least: [Plane; 4],
    /// 1 for red fives.
    pub(crate) red: Plane,
    /// 1 for an open kan, 2 for a concealed one.
    pub(crate) kan: Plane,
    /// Chi with this lowest kind.
    pub(crate) chi: Plane,
    /// Sets with a tile of this kind called from the next seat, the one opposite, and the one before.
    pub(crate) from: [Plane; 3],
    /// 1 for the first discard after a chi or pon, and for that after a kan.
    pub(crate) after: [Plane; 2],
}

/// A set, as its cells have it.
struct Set<'a> {
    /// Its absolute seat.
    by: usize,
    sort: u8,
    /// The seat whose tile was called; its own for a concealed kan.
    from: usize,
    /// The tiles, the called one first, an added one last.
    tiles: &'a [u8],
    /// Discards made before it was declared.
    at: usize,
}

impl Melds {
    /// No sets.
    pub(crate) const EMPTY: Melds = Melds {
        melds: [0; MELDS],
        melds_at: [255; MELDS_AT],
        stale_from: usize::MAX,
        seats: [SeatMelds::EMPTY; 4],
        uncalled: [0; KINDS],
        has_red: [false; 3],
    };

    /// Reads the sets of a row whose discards are in `river`, if they are not those read last. The discards read then must be the first
    /// of these.
    #[inline]
    pub(crate) fn catch_up(&mut self, row: &DecisionRow<'_>, river: &River) {
        let is_same = self.melds == *row.cells.melds && self.melds_at == *row.cells.melds_at;
        if !(is_same && river.made < self.stale_from) {
            self.read(row, river);
        }
    }

    fn read(&mut self, row: &DecisionRow<'_>, river: &River) {
        *self = Melds { melds: *row.cells.melds, melds_at: *row.cells.melds_at, ..Melds::EMPTY };
        for set in sets(row) {
            let steps = (set.from + row.seats - set.by) % row.seats;
            let discard = river.tile_of(row, set.by, set.at).map(Tile::kind);
            if set.at >= river.made {
                self.stale_from = self.stale_from.min(set.at + 1);
            }
            self.seats[set.by].add(&set, steps, discard);
            for (i, tile) in set.tiles.iter().map(|&code| Tile::of(code)).enumerate() {
                let called = i == 0 && set.sort != ANKAN;
                self.uncalled[tile.kind().index()] += u8::from(!called);
                if tile.is_red() {
                    self.has_red[tile.kind().suit() as usize] = true;
                }
            }
        }
    }

    /// The sets of a seat, relative to that of the row.
    #[inline]
    pub(crate) fn of(&self, row: &DecisionRow<'_>, relative: usize) -> &SeatMelds {
        &self.seats[row.absolute(relative) & 3]
    }
}

fn sets<'a>(row: &'a DecisionRow<'_>) -> impl Iterator<Item = Set<'a>> {
    let cells = row.cells.melds.chunks_exact(5).enumerate().filter(|(_, cell)| cell[0] != 0);
    cells.map(|(i, cell)| {
        let len = if cell[4] == 255 { 3 } else { 4 };
        Set {
            by: i / 4,
            sort: cell[0] & 15,
            from: (cell[0] >> 4) as usize,
            tiles: &cell[1..=len],
            at: row.cells.melds_at[i] as usize,
        }
    })
}

impl SeatMelds {
    const EMPTY: SeatMelds = SeatMelds {
        any: false,
        open: false,
        count: [0; KINDS],
        at_least: [[0; KINDS]; 4],
        red: [0; KINDS],
        kan: [0; KINDS],
        chi: [0; KINDS],
        from: [[0; KINDS]; 3],
        after: [[0; KINDS]; 2],
    };

    /// Adds a set whose tile was called from the seat this many steps behind, with the discard after it.
    fn add(&mut self, set: &Set<'_>, steps: usize, discard: Option<Kind>) {
        (self.any, self.open) = (true, self.open || set.sort != ANKAN);
        for tile in set.tiles.iter().map(|&code| Tile::of(code)) {
            let kind = tile.kind().index();
            if let Some(plane) = self.at_least.get_mut(self.count[kind] as usize) {
                plane[kind] = 1;
            }
            self.count[kind] += 1;
            self.red[kind] |= u8::from(tile.is_red());
        }
        if let Some(kind) = discard {
            self.after[usize::from(set.sort > PON)][kind.index()] = 1;
        }
        let kinds = || set.tiles.iter().map(|&code| Tile::of(code).kind());
        let called = kinds().next().expect("a set has tiles").index();
        match set.sort {
            CHI => self.chi[kinds().min_by_key(|kind| kind.code()).expect("three tiles").index()] += 1,
            ANKAN => self.kan[called] = 2,
            sort if sort > PON => self.kan[called] = 1,
            _ => {}
        }
        if let Some(plane) = self.from.get_mut(steps.wrapping_sub(1)).filter(|_| set.sort != ANKAN) {
            plane[called] += 1;
        }
    }
}
