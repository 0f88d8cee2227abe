//! Tiles in a row: the hand, and what the deciding seat can see of each kind.

use crate::planes::channels::KINDS;
use crate::planes::row::{DecisionRow, tiles};
use crate::planes::tensor::EncodeCache;
use crate::variant::StandardKinds;
use hyakuman_core::eval::TileSet;
use hyakuman_core::hand::digits;
use hyakuman_core::{Kind, KindSet};

/// The tiles of a decision.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sight {
    /// The concealed tiles, the one drawn among them: copies of each kind.
    pub held: [u8; KINDS],
    /// Red fives among them, by suit.
    pub reds: [u8; 3],
    /// Copies of each kind on the table.
    seen: [u8; KINDS],
    /// Whether the seat sees a red five, by suit.
    pub red_seen: [bool; 3],
}

impl Sight {
    /// Those of the discards and sets; [`Sight::add`] adds the others of the row.
    #[inline]
    pub(crate) fn of(kept: &EncodeCache) -> Sight {
        let EncodeCache { river, melds } = kept;
        let red_seen = std::array::from_fn(|suit| melds.has_red[suit] || river.has_red(suit as u8));
        let seen = std::array::from_fn(|kind| river.count[kind] + melds.uncalled[kind]);
        Sight { held: [0; KINDS], reds: [0; 3], seen, red_seen }
    }

    /// Adds the hand, and what else lies on the table. In place: a copy would have to wait until the single cells are written.
    pub(crate) fn add(&mut self, row: &DecisionRow<'_>) {
        for tile in tiles(row.cells.hand).chain(tiles(&[row.cells.drawn])) {
            self.held[tile.kind().index()] += 1;
            if tile.is_red() {
                self.reds[tile.kind().suit() as usize] += 1;
                self.red_seen[tile.kind().suit() as usize] = true;
            }
        }
        for tile in tiles(&row.cells.indicators).chain(tiles(&row.cells.won_tiles)) {
            self.seen[tile.kind().index()] += 1;
            if tile.is_red() {
                self.red_seen[tile.kind().suit() as usize] = true;
            }
        }
        let norths = &mut self.seen[Kind::NORTH.index()];
        *norths = row.nuki.iter().fold(*norths, |sum, norths| sum.saturating_add(*norths));
    }

    /// Copies of each kind in play among this many players that the seat cannot see. Best some time after [`Sight::add`].
    #[inline]
    pub(crate) fn unseen(&self, seats: usize) -> [u8; KINDS] {
        let in_play = in_play(seats);
        std::array::from_fn(|kind| {
            in_play[kind].saturating_sub(self.held[kind]).saturating_sub(self.seen[kind])
        })
    }
}

/// Copies of each kind, at most seven, to count those of many kinds at once.
pub(crate) struct Copies([KindSet; 3]);

impl Copies {
    pub(crate) fn of(copies: &[u8; KINDS]) -> Copies {
        Copies([0, 1, 2].map(|digit| digits(copies, digit)))
    }

    /// The copies of these kinds.
    #[inline]
    pub(crate) fn of_kinds(&self, kinds: KindSet) -> u32 {
        let [ones, twos, fours] = self.0.map(|digit| (digit & kinds).len());
        ones + 2 * twos + 4 * fours
    }
}

/// Four copies of each kind in play among this many players.
fn in_play(seats: usize) -> [u8; KINDS] {
    const THREE: [u8; KINDS] = four_of(StandardKinds::<3>::KINDS);
    const FOUR: [u8; KINDS] = four_of(StandardKinds::<4>::KINDS);
    if seats == 3 { THREE } else { FOUR }
}

const fn four_of(kinds: KindSet) -> [u8; KINDS] {
    let (mut copies, mut kind) = ([0; KINDS], 0);
    while kind < KINDS {
        copies[kind] = 4 * (kinds.bits() >> kind & 1) as u8;
        kind += 1;
    }
    copies
}
