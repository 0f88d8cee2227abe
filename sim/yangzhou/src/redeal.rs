//! Deals hidden tiles again for one seat, for the test that a view leaks nothing and for search; and checks the tiles.

use super::state::{Phase, SEATS, Yangzhou};
use hyakuman_core::game::Game;
use hyakuman_core::{Hand, Kind, Rng, Seat, Wall};

impl Yangzhou {
    /// Deals again every tile that `seat`, a decider, cannot see: other hands and the wall.
    pub(super) fn redeal(&mut self, seat: Seat, rng: &mut Rng) {
        let mut pool = self.hidden_ids(seat);
        rng.shuffle(&mut pool);
        for other in Seat::all(SEATS).filter(|&other| other != seat) {
            let player = &mut self.kyoku.players[other.index()];
            let size = player.hand.len() as usize;
            player.hand = Hand::EMPTY;
            player.far = 0;
            pool.drain(pool.len() - size..).for_each(|id| player.hand.add(Kind::of(id / 4)));
            self.find_waits(other, false);
        }
        self.redeal_wall(&pool);
        if let Phase::Claim(offer) = self.phase {
            self.find_claims(offer);
        }
    }

    /// The physical tiles that the seat cannot see.
    fn hidden_ids(&self, seat: Seat) -> Vec<u8> {
        let mut seen = self.public_tiles();
        self.own_tiles(seat, &mut seen);
        let is_hidden = |&id: &u8| {
            let left = &mut seen[id as usize / 4];
            let visible = *left > 0;
            *left -= visible as u8;
            !visible
        };
        self.ordered.ids().iter().copied().filter(is_hidden).collect()
    }

    /// Counts by kind of the public tiles, in rivers and melds.
    fn public_tiles(&self) -> [u8; Kind::COUNT] {
        let mut counts = [0; Kind::COUNT];
        for player in &self.kyoku.players {
            let lying = player.river.iter().filter(|discard| !discard.called).map(|discard| discard.tile);
            let melds = player.melds.iter().flat_map(|meld| meld.tiles()).copied();
            lying.chain(melds).for_each(|tile| counts[tile.kind().index()] += 1);
        }
        counts
    }

    /// Adds the concealed tiles of a seat.
    fn own_tiles(&self, seat: Seat, counts: &mut [u8; Kind::COUNT]) {
        let hand = self.player(seat).hand.counts();
        counts.iter_mut().zip(hand).for_each(|(count, held)| *count += held);
        if let Some(kind) = self.kyoku.drawn.filter(|_| self.kyoku.turn == seat) {
            counts[kind.index()] += 1;
        }
    }

    /// The pool becomes the part of the wall not drawn.
    fn redeal_wall(&mut self, pool: &[u8]) {
        let mut ids = self.kyoku.wall.ids().to_vec();
        ids[self.undrawn()].copy_from_slice(pool);
        self.kyoku.wall = Wall::with_places(&ids);
    }

    /// Indices of the tiles of the wall not drawn.
    pub(super) fn undrawn(&self) -> std::ops::Range<usize> {
        self.kyoku.front as usize..self.kyoku.wall.len() - self.kyoku.replaced as usize
    }

    /// Checks that every tile is in exactly one place and that the scores have the right sum.
    pub(super) fn check(&self) -> Result<(), String> {
        let mut counts = self.public_tiles();
        Seat::all(SEATS).for_each(|seat| self.own_tiles(seat, &mut counts));
        self.undrawn().for_each(|place| counts[self.at(place).index()] += 1);
        if let Some(kind) = Kind::all().find(|kind| counts[kind.index()] != 4) {
            return Err(format!("{} copies of {kind} instead of 4", counts[kind.index()]));
        }
        self.match_state.check_sum(self.rules.start, 0, Self::SCORE_UNIT)
    }
}
