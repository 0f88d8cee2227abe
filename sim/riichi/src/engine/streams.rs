//! Draws by seat: each seat draws from its own part of the live wall, whoever calls.

use super::state::Match;
use crate::variant::Variant;
use hyakuman_core::common::walls::Walls;
use hyakuman_core::{Rng, Seat};

/// Which live tiles are drawn where each seat draws its own: those that it would draw if nobody called.
///
/// Live tiles are numbered as [`Variant::live_place`] numbers them.
#[derive(Clone, Debug)]
pub(crate) struct Streams<const N: usize> {
    /// The first tile that was not drawn when the streams began, and the seat that draws it if nobody calls.
    first: (u8, Seat),
    /// The drawn tiles from there on: bit 0 is `first`.
    drawn: u128,
    /// By seat the number of tiles that it has tried to draw.
    tried: [u8; N],
}

impl<const N: usize> Streams<N> {
    /// The number of the next tile of a seat: its own, or the first that is left where another seat has drawn that, or the wall has
    /// no such tile. `end` is that of the last live tile and one more.
    pub(super) fn next(&mut self, seat: Seat, end: usize) -> usize {
        let (first, turn) = (self.first.0 as usize, seat.seen_from(self.first.1, N).steps() as usize);
        let tried = &mut self.tried[seat.index()];
        let own = turn + N * *tried as usize;
        *tried += 1;
        let is_left = first + own < end && self.drawn >> own & 1 == 0;
        let next = if is_left { own } else { (!self.drawn).trailing_zeros() as usize };
        self.drawn |= 1 << next;
        first + next
    }

    /// Whether the tile of this number has been drawn.
    pub(super) fn has_drawn(&self, number: usize) -> bool {
        let first = self.first.0 as usize;
        number < first || self.drawn >> (number - first) & 1 != 0
    }
}

impl<const N: usize, V: Variant> Match<N, V> {
    /// [`hyakuman_core::game::Game::reshuffle_wall`].
    pub(crate) fn reshuffle(&mut self, rng: &mut Rng) {
        self.walls = Walls::drawn(rng);
        let hidden = self.hidden_places();
        self.kyoku.wall.shuffle_places(hidden, rng);
        if self.kyoku.streams.is_none() {
            self.begin_streams();
        }
    }

    /// From here on each seat draws its own tiles.
    pub(super) fn begin_streams(&mut self) {
        let first = (self.kyoku.live, self.kyoku.turn.after(1, N));
        self.kyoku.streams = Some(Streams { first, drawn: 0, tried: [0; N] });
    }

    /// The number of the live tile that a seat draws next.
    #[inline]
    pub(super) fn next_live(&mut self, seat: Seat) -> usize {
        if self.kyoku.streams.is_some() { self.next_of(seat) } else { self.kyoku.live as usize }
    }

    /// That of its own part. The last live tiles, which may become indicators, are in no part.
    #[inline(never)]
    fn next_of(&mut self, seat: Seat) -> usize {
        let indicators = self.most_indicators() as u8 - self.kyoku.indicators;
        let kyoku = &mut self.kyoku;
        let end = kyoku.live + kyoku.remaining - kyoku.remaining.min(V::LIVE_PER_INDICATOR * indicators);
        kyoku.streams.as_mut().map_or(0, |streams| streams.next(seat, end as usize))
    }
}
