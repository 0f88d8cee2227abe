//! The public state of a kyoku as cells of fixed width for decision rows: discards in order, their seats, melds.

use super::match_state::MatchState;
use super::river::MAX_DISCARDS;
use crate::{Meld, Seat, Tile};

/// The byte for no tile.
pub const NONE: u8 = super::codes::NO_TILE;
/// Most discards of all seats: one for each of 84 draws, one for each of up to 16 calls.
pub const DISCARDS: usize = 100;
/// Bytes for the seats of the discards: two bits each.
pub const DISCARDERS: usize = DISCARDS / 4;
/// Bytes of all melds: four seats, four sets, five bytes each.
pub const MELDS: usize = SEATS * SETS * SET_BYTES;

/// Seats a row has room for; a table of three leaves the last one empty.
const SEATS: usize = 4;
/// Sets a seat can have.
const SETS: usize = 4;
/// Bytes of [`PublicCells::melds_at`].
pub const MELDS_AT: usize = SEATS * SETS;
/// Bytes of one set: sort and feeder, then four tiles.
const SET_BYTES: usize = 5;
const _: () = assert!(DISCARDS <= 4 * MAX_DISCARDS);

/// The cells, updated event by event.
#[derive(Clone, Debug)]
pub struct PublicCells {
    /// The tile of each discard, plus 64 if it was just drawn, plus 128 if it was called away.
    pub discards: [u8; DISCARDS],
    /// Who made each discard: two bits each, the lowest bits of a byte first.
    pub discarders: [u8; DISCARDERS],
    /// For each seat four sets: sort (1 chi, 2 pon, 3 daiminkan, 4 kakan, 5 ankan) plus 16 times the seat whose tile was
    /// called, then up to four tiles.
    pub melds: [u8; MELDS],
    /// For each set of `melds` the number of discards made before it was declared, of a kakan before its fourth tile was
    /// added; [`NONE`] where there is no set.
    pub melds_at: [u8; MELDS_AT],
    discarded: usize,
}

/// A kan that may still be undone: its place in the cells, and the time that its pon had.
#[derive(Clone, Copy, Debug)]
pub struct NewKan {
    set: usize,
    pon_at: u8,
}

/// The cells of a table without sets.
const NO_MELDS: [u8; MELDS] = {
    let mut bytes = [NONE; MELDS];
    let mut i = 0;
    while i < bytes.len() {
        bytes[i] = 0;
        i += SET_BYTES;
    }
    bytes
};

/// How many events of which kyoku a row cache has read.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct EventCursor {
    /// Number of events read.
    pub read: usize,
    /// The kyoku to which they belong, as [`MatchState::deals`].
    deal: u32,
}

impl EventCursor {
    /// Before the first kyoku.
    pub const START: EventCursor = EventCursor { read: 0, deal: 0 };

    /// At the beginning of the kyoku that is played.
    pub fn at<const N: usize>(match_state: &MatchState<N>) -> EventCursor {
        EventCursor { read: 0, deal: match_state.deals }
    }

    /// Whether the events read are the first of the kyoku that is played, which has `events` so far.
    #[inline]
    pub fn is_of<const N: usize>(&self, match_state: &MatchState<N>, events: usize) -> bool {
        self.deal == match_state.deals && self.read <= events
    }
}

impl Default for PublicCells {
    fn default() -> PublicCells {
        PublicCells::NOTHING
    }
}

impl PublicCells {
    /// The cells after the deal.
    pub const NOTHING: PublicCells = PublicCells {
        discards: [NONE; DISCARDS],
        discarders: [0; DISCARDERS],
        melds: NO_MELDS,
        melds_at: [NONE; MELDS_AT],
        discarded: 0,
    };

    /// Number of discards so far.
    pub fn discarded(&self) -> usize {
        self.discarded
    }

    /// Adds a discard.
    pub fn discard(&mut self, seat: Seat, tile: Tile, tsumogiri: bool) {
        let number = self.discarded;
        self.discards[number] = tile.code() | (tsumogiri as u8) << 6;
        self.discarders[number / 4] |= (seat.index() as u8) << (2 * (number % 4));
        self.discarded += 1;
    }

    /// Adds a set, or turns a pon into a kan, in a game of `seats`. A called tile is the last discard, which is marked.
    /// Returns what [`PublicCells::unmake_kan`] needs to undo a kan.
    pub fn meld(&mut self, seat: Seat, meld: &Meld, seats: usize) -> NewKan {
        let sort = meld.kind() as u8 + 1; // in data sets
        if sort <= 3 {
            self.discards[self.discarded - 1] |= 128;
        }
        let first = seat.index() * SETS;
        let sets = &mut self.melds[first * SET_BYTES..][..SETS * SET_BYTES];
        let low = meld.low().code();
        let grown = |set: &[u8]| sort == 4 && set[0] & 15 == 2 && Tile::of(set[1]).kind().code() == low;
        let set = sets.chunks_exact_mut(SET_BYTES).enumerate().find(|(_, set)| set[0] == 0 || grown(set));
        let (i, set) = set.expect("room for four sets");
        set[0] = sort | (meld.from().seat(seat, seats).index() as u8) << 4;
        set[1..].iter_mut().zip(meld.tiles()).for_each(|(cell, tile)| *cell = tile.code());
        let pon_at = std::mem::replace(&mut self.melds_at[first + i], self.discarded as u8);
        NewKan { set: first + i, pon_at }
    }

    /// Undoes a robbed kan, which was made on its seat's own turn.
    pub fn unmake_kan(&mut self, kan: NewKan) {
        let set = &mut self.melds[kan.set * SET_BYTES..][..SET_BYTES];
        if set[0] & 15 == 4 {
            set[0] -= 2;
            set[4] = NONE;
        } else {
            set.copy_from_slice(&NO_MELDS[..SET_BYTES]);
        }
        self.melds_at[kan.set] = kan.pon_at;
    }
}
