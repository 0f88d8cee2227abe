//! Deals hidden tiles again for one seat, for the test that a view leaks nothing and for search; and checks the tiles.

use super::seat::RiichiState;
use super::state::{Match, Phase};
use crate::game::Game;
use crate::riichi::variant::Variant;
use hyakuman_core::wall::MAX_TILES;
use hyakuman_core::{KindSet, Meld, Rng, Seat, Tile, Wall};

/// Most times that the hidden tiles are dealt.
const MOST_DEALS: u32 = 50;
/// Most swaps that are made to bring a hand to tenpai.
const MOST_SWAPS: u32 = 2_000;

impl<const N: usize, V: Variant> Match<N, V> {
    /// Deals again every tile that `seat`, a decider, cannot see: other hands and the wall. Seats that are in riichi or have
    /// won get a tenpai hand; the seat that received tiles from `seat` keeps those that it has not shown. If no such hands
    /// are found, nothing changes.
    pub(in crate::riichi) fn redeal(&mut self, seat: Seat, rng: &mut Rng) {
        let before = self.kyoku.clone();
        if !(0..MOST_DEALS).any(|_| self.redealt(seat, rng)) {
            self.kyoku = before;
        }
        if let Phase::Claim(offer) = self.phase {
            self.find_claims(offer);
        }
    }

    /// Deals once. `false` if no tenpai hand was found for a seat that needs one.
    fn redealt(&mut self, seat: Seat, rng: &mut Rng) -> bool {
        let mut pool = self.hidden_ids(seat);
        rng.shuffle(&mut pool);
        let known = self.known_to(seat);
        let dealt = Seat::all(N).filter(|&other| other != seat).all(|other| {
            let known = known.as_ref().filter(|known| known.0 == other).map_or(&[][..], |known| &known.1);
            let kept = self.keep_out(known, &mut pool);
            self.redeal_hand(other, kept, &mut pool, rng)
        });
        if dealt {
            self.redeal_picks(seat, &mut pool);
            self.redeal_wall(pool);
        }
        dealt
    }

    /// The physical tiles that the seat cannot see.
    fn hidden_ids(&self, seat: Seat) -> Vec<u8> {
        let mut seen = [0u8; Tile::COUNT];
        self.visible_faces(seat, |tile| seen[tile.index()] += 1);
        let is_hidden = |&id: &u8| {
            let left = &mut seen[self.faces.tile(id).index()];
            let visible = *left > 0;
            *left -= visible as u8;
            !visible
        };
        Wall::ordered(Self::kinds()).ids().iter().copied().filter(is_hidden).collect()
    }

    /// Calls `f` with every tile the seat can see: its own, all rivers and melds, the indicators.
    fn visible_faces(&self, seat: Seat, mut f: impl FnMut(Tile)) {
        self.player(seat).tiles().for_each(&mut f);
        if self.kyoku.turn == seat {
            self.kyoku.drawn.into_iter().for_each(&mut f);
        }
        self.kyoku.exchange.waiting(seat).iter().copied().for_each(&mut f);
        self.public_faces(f);
    }

    /// Calls `f` with every public tile.
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
    fn known_to(&self, seat: Seat) -> Option<(Seat, Vec<Tile>)> {
        let exchange = &self.kyoku.exchange;
        let to = exchange.to?[seat.index()];
        let player = self.player(to);
        let river = player.river.iter().filter(|discard| !discard.tsumogiri).map(|discard| discard.tile);
        let own = |meld: &Meld| meld.tiles()[meld.called().is_some() as usize..].to_vec();
        let mut shown: Vec<Tile> = river.chain(player.melds.iter().flat_map(own)).collect();
        let is_left = |tile: &Tile| match shown.iter().position(|other| other == tile) {
            Some(place) => {
                shown.swap_remove(place);
                false
            }
            None => true,
        };
        Some((to, exchange.given[seat.index()].iter().copied().filter(is_left).collect()))
    }

    /// Takes one copy of each of these tiles out of the pool, where it has one.
    fn keep_out(&self, tiles: &[Tile], pool: &mut Vec<u8>) -> Vec<u8> {
        let find = |&tile: &Tile| {
            let place = pool.iter().position(|&id| self.faces.tile(id) == tile)?;
            Some(pool.swap_remove(place))
        };
        tiles.iter().filter_map(find).collect()
    }

    /// Deals again the tiles that the others have picked to pass on, and the tile that the dealer drew before.
    fn redeal_picks(&mut self, seat: Seat, pool: &mut Vec<u8>) {
        if self.phase != Phase::Exchange {
            return;
        }
        let mut next = || self.faces.tile(pool.pop().expect("as many tiles as before"));
        let others = || Seat::all(N).filter(|&other| other != seat);
        for other in others() {
            self.kyoku.exchange.given[other.index()].iter_mut().for_each(|tile| *tile = next());
        }
        if self.kyoku.turn != seat && self.kyoku.drawn.is_some() {
            self.kyoku.drawn = Some(next());
        }
        others().for_each(|other| self.offer_pick(other));
    }

    /// Deals a hand of the same size: the tiles it is known to have, the others from the pool. It is tenpai if the seat is in
    /// riichi or has won; `false` if no such hand was found.
    fn redeal_hand(&mut self, seat: Seat, kept: Vec<u8>, pool: &mut Vec<u8>, rng: &mut Rng) -> bool {
        let (size, known) = (self.player(seat).hand.len() as usize, kept.len());
        let mut ids = kept;
        ids.extend(pool.drain(pool.len() - (size - known)..));
        let player = &mut self.kyoku.players[seat.index()];
        player.hand = hyakuman_core::Hand::EMPTY;
        player.reds = [0; 3];
        player.red_kinds = KindSet::EMPTY;
        ids.iter().for_each(|&id| player.put(self.faces.tile(id)));
        let free = player.riichi == RiichiState::No && self.kyoku.active.has(seat);
        let fits = free || self.bring_to_tenpai(seat, ids, known, pool, rng);
        self.find_waits(seat, false);
        fits
    }

    /// Swaps tiles with the pool, never raising shanten, until the hand is tenpai; the first `known` tiles stay. A tenpai hand
    /// whose only waits are kinds of which it holds all four swaps any tile.
    fn bring_to_tenpai(
        &mut self,
        seat: Seat,
        mut ids: Vec<u8>,
        known: usize,
        pool: &mut [u8],
        rng: &mut Rng,
    ) -> bool {
        let melds = self.player(seat).melds.len() as u8;
        for _ in 0..MOST_SWAPS {
            let player = self.player(seat);
            let shape = self.waits_of(&player.hand, melds);
            if !self.but_held(shape, &player.hand, &player.melds).is_empty() {
                return true;
            }
            let place = rng.below(pool.len() as u32) as usize;
            let drawn = self.faces.tile(pool[place]);
            let with = player.hand.with(drawn.kind());
            let keep = if shape.is_empty() { self.keep(&with, melds) } else { with.kinds() };
            let loose = |&i: &usize| keep.has(self.faces.tile(ids[i]).kind());
            let candidates: Vec<usize> = (known..ids.len()).filter(loose).collect();
            if candidates.is_empty() {
                continue;
            }
            let out = candidates[rng.below(candidates.len() as u32) as usize];
            let tile = self.faces.tile(ids[out]);
            std::mem::swap(&mut ids[out], &mut pool[place]);
            let player = &mut self.kyoku.players[seat.index()];
            player.take(tile);
            player.put(drawn);
        }
        false
    }

    /// The rest of the pool becomes the hidden part of the wall.
    fn redeal_wall(&mut self, pool: Vec<u8>) {
        let mut ids = self.kyoku.wall.ids().to_vec();
        let hidden: Vec<usize> = self.hidden_places().collect();
        debug_assert_eq!(hidden.len(), pool.len());
        for (place, id) in hidden.into_iter().zip(pool) {
            ids[place] = id;
        }
        self.kyoku.wall = Wall::with_places(&ids);
    }

    /// Indices of the hidden tiles of the wall: not drawn, and no open indicator.
    fn hidden_places(&self) -> impl Iterator<Item = usize> {
        let (kyoku, len) = (&self.kyoku, self.kyoku.wall.len());
        let mut hidden = [true; MAX_TILES];
        (0..kyoku.live as usize).for_each(|i| hidden[V::live_place(len, i)] = false);
        (0..kyoku.rinshan as usize).for_each(|i| hidden[V::rinshan_place(len, i)] = false);
        for i in 0..kyoku.indicators as usize {
            hidden[V::indicator_places(&self.rules.0, len, i)[0]] = false;
        }
        (0..len).filter(move |&place| hidden[place])
    }

    /// Checks that every tile is in exactly one place and that the scores have the right sum.
    pub(in crate::riichi) fn check(&self) -> Result<(), String> {
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
