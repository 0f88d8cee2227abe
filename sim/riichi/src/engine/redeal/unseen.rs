//! The tiles that a seat cannot see: which they are, and where they lie in the wall; and the check that no tile is lost.

use super::Pool;
use crate::engine::state::Match;
use crate::rules::MAX_EXCHANGE_TILES;
use crate::variant::Variant;
use arrayvec::ArrayVec;
use hyakuman_core::game::Game;
use hyakuman_core::wall::MAX_TILES;
use hyakuman_core::{Meld, Seat, SeatSet, Tile, Wall};

impl<const N: usize, V: Variant> Match<N, V> {
    /// The physical tiles that the seat cannot see.
    pub(super) fn hidden_ids(&self, seat: Seat) -> Pool {
        let mut seen = [0u8; Tile::COUNT];
        self.visible_faces(seat, |tile| seen[tile.index()] += 1);
        let is_hidden = |&id: &u8| {
            let left = &mut seen[self.faces.tile(id).index()];
            let visible = *left > 0;
            *left -= visible as u8;
            !visible
        };
        self.ordered.ids().iter().copied().filter(is_hidden).collect()
    }

    /// Calls `f` with every tile the seat can see: its own, all rivers, melds and open hands, the indicators.
    fn visible_faces(&self, seat: Seat, mut f: impl FnMut(Tile)) {
        self.player(seat).tiles().for_each(&mut f);
        if self.kyoku.turn == seat {
            self.kyoku.drawn.into_iter().for_each(&mut f);
        }
        self.kyoku.exchange.waiting(seat).iter().copied().for_each(&mut f);
        let open = self.kyoku.face_up.without(SeatSet::of(seat));
        open.for_each(|other| self.player(other).tiles().for_each(&mut f));
        self.public_faces(f);
    }

    fn public_faces(&self, mut f: impl FnMut(Tile)) {
        for player in &self.kyoku.players {
            player.river.iter().filter(|discard| !discard.called).for_each(|discard| f(discard.tile));
            player.melds.iter().flat_map(|meld| meld.tiles()).for_each(|&tile| f(tile));
            player.nuki.tiles().for_each(&mut f);
        }
        (0..self.kyoku.indicators as usize).for_each(|i| f(self.indicator(i)));
        self.kyoku.won_tiles.iter().for_each(|&tile| f(tile));
    }

    /// The seat that received tiles from `seat`, and those of them that it has not shown since.
    pub(super) fn known_to(&self, seat: Seat) -> Option<(Seat, ArrayVec<Tile, MAX_EXCHANGE_TILES>)> {
        let exchange = &self.kyoku.exchange;
        let to = exchange.to?[seat.index()];
        let (player, mut left) = (self.player(to), exchange.given[seat.index()].clone());
        let river = player.river.iter().filter(|discard| !discard.tsumogiri).map(|discard| discard.tile);
        for tile in river.chain(player.melds.iter().flat_map(own_tiles)) {
            if let Some(place) = left.iter().position(|&other| other == tile) {
                left.remove(place);
            }
        }
        Some((to, left))
    }

    /// The pool becomes the hidden part of the wall.
    pub(super) fn redeal_wall(&mut self, pool: &Pool) {
        let hidden = self.hidden_places();
        debug_assert_eq!(hidden.clone().count(), pool.len());
        self.kyoku.wall.put(hidden.zip(pool.iter().copied()));
    }

    /// Indices of the hidden tiles of the wall: not drawn, and no open indicator.
    pub(in crate::engine) fn hidden_places(&self) -> impl Iterator<Item = usize> + Clone + use<N, V> {
        let (kyoku, len) = (&self.kyoku, self.kyoku.wall.len());
        let mut hidden = [true; MAX_TILES];
        let drawn = |&i: &usize| match &kyoku.streams {
            None => i < kyoku.live as usize,
            Some(streams) => streams.has_drawn(i),
        };
        (0..len).filter(drawn).for_each(|i| hidden[V::live_place(len, i)] = false);
        (0..kyoku.rinshan as usize).for_each(|i| hidden[V::rinshan_place(len, i)] = false);
        for i in 0..kyoku.indicators as usize {
            hidden[V::indicator_places(&self.rules.0, len, i)[0]] = false;
        }
        (0..len).filter(move |&place| hidden[place])
    }

    /// Checks that every tile is in exactly one place and that the scores have the right sum.
    pub(crate) fn check(&self) -> Result<(), String> {
        let mut places = [0u8; Tile::COUNT];
        for seat in Seat::all(N) {
            let waiting = self.kyoku.exchange.waiting(seat).iter().copied();
            self.player(seat).tiles().chain(waiting).for_each(|tile| places[tile.index()] += 1);
        }
        self.kyoku.drawn.into_iter().for_each(|tile| places[tile.index()] += 1);
        self.public_faces(|tile| places[tile.index()] += 1);
        for place in self.hidden_places() {
            places[self.kyoku.wall.tile(place, &self.faces).index()] += 1;
        }
        let mut expected = [0u8; Tile::COUNT];
        for &id in Wall::ordered(Self::kinds()).ids() {
            expected[self.faces.tile(id).index()] += 1;
        }
        if let Some(i) = (0..Tile::COUNT).find(|&i| places[i] != expected[i]) {
            return Err(format!("{} copies of {} instead of {}", places[i], Tile::of(i as u8), expected[i]));
        }
        let sticks = self.match_state.kyotaku as i32 * self.rules.riichi_stick;
        self.match_state.check_sum(self.rules.start_points, sticks, Self::SCORE_UNIT)
    }
}

/// The tiles of a meld that were not called.
fn own_tiles(meld: &Meld) -> impl Iterator<Item = Tile> {
    meld.tiles()[meld.called().is_some() as usize..].iter().copied()
}
