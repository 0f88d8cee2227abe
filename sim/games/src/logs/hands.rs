//! The concealed tiles of every seat while a log is read.

use crate::logs::error::LogError;
use hyakuman_core::{Kind, Seat, Tile};

/// Most events of a kyoku: more than twice what there can be.
const MOST_EVENTS: usize = 1_000;

pub(crate) fn check_length(events: usize) -> Result<(), LogError> {
    let problem = || LogError::new("", format!("more than {MOST_EVENTS} events, the limit for a kyoku"));
    if events < MOST_EVENTS { Ok(()) } else { Err(problem()) }
}

/// The concealed tiles of each seat, and the tile drawn last.
#[derive(Clone, Default, Debug)]
pub(crate) struct Hands {
    /// By seat, in the order in which they were drawn.
    pub(crate) tiles: Vec<Vec<Tile>>,
    drawn: Option<(Seat, Tile)>,
}

impl Hands {
    pub(crate) fn new(tiles: Vec<Vec<Tile>>) -> Hands {
        Hands { tiles, drawn: None }
    }

    pub(crate) fn draw(&mut self, seat: Seat, tile: Tile) {
        self.tiles[seat.index()].push(tile);
        self.drawn = Some((seat, tile));
    }

    /// Takes tiles out of a hand; of equal ones, the one drawn last. Those that it does not have are left out.
    pub(crate) fn take(&mut self, seat: Seat, tiles: &[Tile]) {
        let hand = &mut self.tiles[seat.index()];
        for tile in tiles {
            if let Some(at) = hand.iter().rposition(|held| held == tile) {
                hand.remove(at);
            }
        }
        self.drawn = None;
    }

    /// Whether a discard is the tile just drawn: `said` is what the log says of it. Some programs do not mark it where the dealer has
    /// fourteen tiles at the start, or never; but a tile of which the hand has no other is the one drawn.
    pub(crate) fn is_drawn(&self, seat: Seat, tile: Tile, said: Option<bool>) -> bool {
        let is_only = || self.tiles[seat.index()].iter().filter(|&&held| held == tile).count() == 1;
        let may_be = self.drawn == Some((seat, tile));
        said.unwrap_or(may_be) || may_be && is_only()
    }

    pub(crate) fn of_kind(&self, seat: Seat, kind: Kind) -> Vec<Tile> {
        self.tiles[seat.index()].iter().copied().filter(|tile| tile.kind() == kind).collect()
    }
}
