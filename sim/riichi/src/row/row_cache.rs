//! What is kept from row to row of a match: the hand of each seat with its evaluation, and the public cells.

use super::SEATS;
use crate::engine::Event;
use crate::variant::Variant;
use crate::view::View;
use hyakuman_core::common::columns::{HAND_TILES, hand_cell};
use hyakuman_core::common::public_cells::{EventCursor, NONE, NewKan, PublicCells};
use hyakuman_core::eval::{self, TileSet};
use hyakuman_core::{Hand, KindSet, Meld, MeldKind, RelSeat, Seat, Tile};

/// What is kept from one row of a match to the next, to save computing it again.
#[derive(Clone, Debug)]
pub struct RowCache {
    pub(super) own: [Own; SEATS],
    pub(super) open: Open,
}

impl Default for RowCache {
    fn default() -> Self {
        RowCache { own: [Own::EMPTY; SEATS], open: Open::EMPTY }
    }
}

/// The hand of a seat in its last row, and its evaluation. This depends on the hand alone, so that it stays valid whatever
/// happens until the next row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Own {
    hand: Hand,
    reds: [u8; 3],
    pub(super) melds: u8,
    /// The cell of the hand, from [`hand_cell`].
    pub(super) cells: [u8; HAND_TILES + 4],
    shanten: i8,
    /// The kinds that lower the shanten; none where it has 3n+2 tiles.
    pub(super) ukeire: KindSet,
    /// Copies of these kinds outside the hand; none where it has 3n+2 tiles.
    outside: Option<u8>,
}

/// The cells of a row that are the same for every seat.
#[derive(Clone, Debug)]
pub(super) struct Open {
    /// The events that have been read.
    cursor: EventCursor,
    pub(super) public_cells: PublicCells,
    pub(super) riichi_at: [u8; SEATS],
    pub(super) indicators: [u8; 5],
    /// For each indicator the number of discards made before it was turned up.
    pub(super) indicators_at: [u8; 5],
    indicated: usize,
    pub(super) rinshan: bool,
    /// The kan just declared, which may be robbed.
    kan: Option<NewKan>,
}

impl Open {
    const EMPTY: Open = Open {
        cursor: EventCursor::START,
        public_cells: PublicCells::NOTHING,
        riichi_at: [NONE; SEATS],
        indicators: [NONE; 5],
        indicators_at: [NONE; 5],
        indicated: 0,
        rinshan: false,
        kan: None,
    };
}

impl Open {
    /// Reads what has happened since the last row.
    pub(super) fn catch_up<const N: usize, V: Variant>(&mut self, view: &View<'_, N, V>) {
        if !self.cursor.is_of(view.match_state(), view.events().len()) {
            *self = Open { cursor: EventCursor::at(view.match_state()), ..Open::EMPTY };
        }
        for event in view.events_from(self.cursor.read) {
            self.cursor.read += 1;
            match event {
                Event::Draw { rinshan, .. } => (self.rinshan, self.kan) = (rinshan, None),
                Event::Discard { seat, tile, tsumogiri, riichi } => {
                    self.discard(seat, tile, tsumogiri, riichi)
                }
                Event::Meld { seat, meld } => self.meld::<N>(seat, &meld),
                Event::Dora { tile } => {
                    self.indicators[self.indicated] = tile.code();
                    self.indicators_at[self.indicated] = self.public_cells.discarded() as u8;
                    self.indicated += 1;
                }
                Event::Win { from: Some(_), .. } if !view.rules().chankan_keeps_kan => self.unmake_kan(),
                _ => {}
            }
        }
    }

    /// Removes the kan just declared, if any: it was robbed.
    fn unmake_kan(&mut self) {
        if let Some(kan) = self.kan.take() {
            self.public_cells.unmake_kan(kan);
        }
    }

    fn discard(&mut self, seat: Seat, tile: Tile, tsumogiri: bool, riichi: bool) {
        if riichi {
            self.riichi_at[seat.index()] = self.public_cells.discarded() as u8;
        }
        self.public_cells.discard(seat, tile, tsumogiri);
    }

    fn meld<const N: usize>(&mut self, seat: Seat, meld: &Meld) {
        let kan = self.public_cells.meld(seat, meld, N);
        self.kan = matches!(meld.kind(), MeldKind::Kakan | MeldKind::Ankan).then_some(kan);
    }
}

impl Own {
    /// No tiles: a hand that no seat ever has.
    const EMPTY: Own = Own {
        hand: Hand::EMPTY,
        reds: [0; 3],
        melds: 0,
        cells: [NONE; HAND_TILES + 4],
        shanten: 0,
        ukeire: KindSet::EMPTY,
        outside: None,
    };

    /// Evaluates the hand of the viewer, if it has changed.
    #[inline]
    pub(super) fn catch_up<const N: usize, V: Variant>(&mut self, view: &View<'_, N, V>) {
        let (hand, reds, melds) = (view.hand(), view.reds(), view.melds(RelSeat::SELF).len() as u8);
        if self.hand != *hand || self.reds != reds || self.melds != melds {
            (self.hand, self.reds, self.melds) = (*hand, reds, melds);
            self.cells = hand_cell(hand, reds);
            self.evaluate::<V::Kinds<N>>();
        }
    }

    #[inline]
    fn evaluate<S: TileSet>(&mut self) {
        let (hand, melds) = (&self.hand, self.melds);
        self.shanten = eval::shanten::<S>(hand, melds);
        let waiting = hand.len() % 3 == 1;
        self.ukeire = if waiting { eval::ukeire::<S>(hand, melds) } else { KindSet::EMPTY };
        self.outside = waiting.then(|| (4 * self.ukeire.len() - hand.count_in(self.ukeire)) as u8);
    }

    /// Shanten with the tile just drawn, and unseen copies of the ukeire; [`NONE`] for 3n+2 tiles. A drawn tile that is not
    /// in the ukeire does not change the shanten.
    #[inline]
    pub(super) fn with_drawn(&self, drawn: Option<Tile>, seen: &Hand) -> (i8, u8) {
        let nearer = drawn.is_some_and(|tile| self.ukeire.has(tile.kind()));
        let live = |outside| outside - nearer as u8 - seen.count_in(self.ukeire) as u8;
        (self.shanten - nearer as i8, self.outside.map_or(NONE, live))
    }
}
