//! Hidden things dealt anew for one seat: the test that a view leaks nothing, and the start of any search.

use super::held::{Held, LIMIT, half_points};
use super::state::{Course, SEATS, SeatState, Toppan};
use crate::game::Game;
use arrayvec::ArrayVec;
use hyakuman_core::{Kind, Rng, Seat, Tile, Wall};

impl Toppan {
    /// Deals every tile `seat` cannot see anew: hidden first tiles and the wall. All ways that agree with what the seat
    /// has seen are equally likely: who has not gone bust has no tile that is too much, and a child that stayed could.
    pub(super) fn redeal(&mut self, seat: Seat, rng: &mut Rng) {
        let hiding: ArrayVec<Seat, SEATS> =
            Seat::all(SEATS).filter(|&other| self.hides(other, seat)).collect();
        let mut places: Vec<usize> = hiding.iter().map(|&other| self.first_place(other)).collect();
        places.extend(self.deal.front as usize..self.live().end);
        places.extend(self.kept_places().skip(self.deal.turned_up as usize));
        let mut ids = self.deal.wall.ids().to_vec();
        let mut pool: Vec<u8> = places.iter().map(|&place| ids[place]).collect();
        let firsts = self.draw_firsts(&hiding, &pool, rng);
        for (i, first) in firsts.iter().enumerate() {
            let at = pool.iter().position(|id| id == first).expect("a hidden tile");
            pool.swap(i, at);
        }
        rng.shuffle(&mut pool[firsts.len()..]);
        places.iter().zip(&pool).for_each(|(&place, &id)| ids[place] = id);
        for (other, &id) in hiding.iter().zip(&firsts) {
            let held = &mut self.deal.players[other.index()].held;
            *held = held.with_first(self.terms.faces.tile(id));
        }
        self.deal.wall = Wall::with_places(&ids);
    }

    /// Does `other` have a tile that `seat` cannot see?
    fn hides(&self, other: Seat, seat: Seat) -> bool {
        let player = &self.deal.players[other.index()];
        other != seat && !player.shown && !player.held.tiles().is_empty()
    }

    /// Where in the wall the first tile of a seat was.
    fn first_place(&self, seat: Seat) -> usize {
        self.deal.start as usize + seat.seen_from(self.match_state.dealer(), SEATS).steps() as usize
    }

    /// A possible first tile for each of these seats: each drawn by itself, all again where two are the same.
    fn draw_firsts(&self, hiding: &[Seat], pool: &[u8], rng: &mut Rng) -> ArrayVec<u8, SEATS> {
        loop {
            let draw = |&seat: &Seat| loop {
                let id = pool[rng.below(pool.len() as u32) as usize];
                if self.may_hide(seat, self.terms.faces.tile(id)) {
                    break id;
                }
            };
            let firsts: ArrayVec<u8, SEATS> = hiding.iter().map(draw).collect();
            let distinct = |i: usize| !firsts[..i].contains(&firsts[i]);
            if (1..firsts.len()).all(distinct) {
                return firsts;
            }
        }
    }

    /// Could this be the hidden tile of a seat, by what all have seen of it?
    fn may_hide(&self, seat: Seat, tile: Tile) -> bool {
        let SeatState { held, course, .. } = &self.deal.players[seat.index()];
        let held = held.with_first(tile);
        let stayed_well = seat == self.match_state.dealer()
            || *course != Course::Stayed
            || held.best(self.match_state.seat_wind(seat)) > self.dealer_shows() + 1;
        held.least() <= LIMIT && stayed_well
    }

    /// Every tile in exactly one place, no point made or lost.
    pub(super) fn check(&self) -> Result<(), String> {
        let mut counts = [0_u8; Kind::COUNT];
        let ids = self.deal.wall.ids();
        let lying = ids[..self.deal.start as usize].iter().chain(&ids[self.deal.front as usize..]);
        lying.for_each(|id| counts[*id as usize / 4] += 1);
        let held: Vec<&Held> = self.deal.players.iter().map(|player| &player.held).collect();
        let tiles = held.iter().flat_map(|held| held.tiles());
        tiles.clone().for_each(|tile| counts[tile.kind().index()] += 1);
        if let Some(kind) = Kind::all().find(|kind| counts[kind.index()] != 4) {
            return Err(format!("{} copies of {kind} instead of 4", counts[kind.index()]));
        }
        let sums: u32 = held.iter().map(|held| held.least() as u32).sum();
        if sums != tiles.map(|tile| half_points(tile.kind()) as u32).sum::<u32>() {
            return Err("the tiles held do not make the sums kept".into());
        }
        self.match_state.check_sum(self.rules.start * Self::UNITS_PER_POINT, 0, Self::SCORE_UNIT)
    }
}
