//! Tiles in a row: the hand, and what the deciding seat can see of each kind.

use crate::channels::KINDS;
use crate::row::{DecisionRow, tiles};
use crate::tensor::EncodeCache;
use hyakuman_core::eval::TileSet;
use hyakuman_core::{Kind, KindSet};
use hyakuman_riichi::variant::StandardKinds;

/// The tiles of a decision.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sight {
    /// The concealed tiles, the one drawn among them: copies of each kind.
    pub held: [u8; KINDS],
    /// Red fives among them, by suit.
    pub reds: [u8; 3],
    /// Copies of each kind in play that the seat cannot see.
    pub unseen: [u8; KINDS],
    /// Whether the seat sees a red five, by suit.
    pub red_seen: [bool; 3],
}

impl Sight {
    /// The tiles of a row whose discards and sets are in `kept`.
    pub(crate) fn of(row: &DecisionRow<'_>, kept: &EncodeCache) -> Sight {
        let (mut held, mut reds) = ([0; KINDS], [0; 3]);
        for tile in tiles(row.cells.hand).chain(tiles(&[row.cells.drawn])) {
            held[tile.kind().index()] += 1;
            if tile.is_red() {
                reds[tile.kind().suit() as usize] += 1;
            }
        }
        let EncodeCache { river, melds } = kept;
        let mut red_seen =
            std::array::from_fn(|suit| reds[suit] > 0 || melds.has_red[suit] || river.has_red(suit as u8));
        let mut seen = river.count();
        seen.iter_mut().zip(&melds.uncalled).for_each(|(seen, uncalled)| *seen += uncalled);
        for tile in tiles(&row.cells.indicators).chain(tiles(&row.cells.won_tiles)) {
            seen[tile.kind().index()] += 1;
            if tile.is_red() {
                red_seen[tile.kind().suit() as usize] = true;
            }
        }
        let norths = &mut seen[Kind::NORTH.index()];
        *norths = row.nuki.iter().fold(*norths, |sum, norths| sum.saturating_add(*norths));
        let in_play = in_play(row.seats);
        let unseen = |kind: usize| in_play[kind].saturating_sub(held[kind]).saturating_sub(seen[kind]);
        Sight { held, reds, unseen: std::array::from_fn(unseen), red_seen }
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
