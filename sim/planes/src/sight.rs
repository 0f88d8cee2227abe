//! Tiles in a row: the hand, and what the deciding seat can see of each kind.

use crate::channels::KINDS;
use crate::river::Discard;
use crate::row::DecisionRow;
use hyakuman_core::eval::TileSet;
use hyakuman_core::{KindSet, Tile};
use hyakuman_games::riichi::variant::StandardKinds;

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

/// A set of a seat, as its cells have it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Set<'a> {
    /// Who has it: 0 the deciding seat.
    pub by: usize,
    /// 1 chi, 2 pon, 3 daiminkan, 4 kakan, 5 ankan.
    pub sort: u8,
    /// Whose tile was called, relative to the deciding seat; its own for a concealed kan.
    pub from: usize,
    /// The tiles, the called one first.
    pub tiles: &'a [u8],
    /// Discards made before it was declared.
    pub at: usize,
}

/// All sets.
#[inline]
pub(crate) fn sets<'a>(row: &'a DecisionRow<'a>) -> impl Iterator<Item = Set<'a>> + 'a {
    let cells = row.melds.chunks_exact(5).enumerate().filter(|(_, cell)| cell[0] != 0);
    cells.map(|(i, cell)| {
        let len = if cell[4] == 255 { 3 } else { 4 };
        Set {
            by: row.relative((i / 4) as u8),
            sort: cell[0] & 15,
            from: row.relative(cell[0] >> 4),
            tiles: &cell[1..=len],
            at: row.melds_at[i] as usize,
        }
    })
}

/// The tiles of a cell, up to the first byte for no tile.
#[inline]
pub(crate) fn tiles(cell: &[u8]) -> impl Iterator<Item = Tile> {
    cell.iter().take_while(|&&code| code != 255).map(|&code| Tile::of(code))
}

impl Sight {
    /// The tiles of a row, the discards not yet among those seen.
    pub(crate) fn without_discards(row: &DecisionRow<'_>) -> Sight {
        let (mut held, mut reds) = ([0; KINDS], [0; 3]);
        for tile in tiles(row.hand).chain(tiles(&[row.drawn])) {
            held[tile.kind().index()] += 1;
            if tile.is_red() {
                reds[tile.kind().suit() as usize] += 1;
            }
        }
        let mut unseen = in_play(row.seats);
        unseen.iter_mut().zip(&held).for_each(|(unseen, held)| *unseen -= held);
        let red_seen = reds.map(|reds| reds > 0);
        let mut sight = Sight { held, reds, unseen, red_seen };
        sets(row).flat_map(|set| set.tiles).for_each(|&code| sight.see(Tile::of(code)));
        tiles(&row.indicators).chain(tiles(&row.won_tiles)).for_each(|tile| sight.see(tile));
        sight.unseen[30] = sight.unseen[30].saturating_sub(row.nuki.iter().sum());
        sight
    }

    /// Sees a discard. Those called away are in a set.
    #[inline]
    pub(crate) fn discard(&mut self, discard: &Discard) {
        let unseen = &mut self.unseen[discard.tile.kind().index()];
        *unseen = unseen.saturating_sub(!discard.called as u8);
        if discard.tile.is_red() && !discard.called {
            self.red_seen[discard.tile.kind().suit() as usize] = true;
        }
    }

    #[inline]
    fn see(&mut self, tile: Tile) {
        let unseen = &mut self.unseen[tile.kind().index()];
        *unseen = unseen.saturating_sub(1);
        if tile.is_red() {
            self.red_seen[tile.kind().suit() as usize] = true;
        }
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
