//! Deals hidden tiles again for one seat, for the test that a view leaks nothing and for search; and checks the tiles.

use super::held::{Held, LIMIT, half_points};
use super::state::{Course, SEATS, SeatState, Toppan};
use arrayvec::ArrayVec;
use hyakuman_core::game::Game;
use hyakuman_core::{Kind, Rng, Seat, Tile, Wall};

impl Toppan {
    /// Deals again every tile that `seat` cannot see: hidden first tiles and the wall. All deals that agree with what the seat
    /// has seen are equally likely: a seat that is not bust is not over the limit, and a child that stayed was allowed to.
    pub(super) fn redeal(&mut self, seat: Seat, rng: &mut Rng) {
        let hiding: ArrayVec<Seat, SEATS> =
            Seat::all(SEATS).filter(|&other| self.hides(other, seat)).collect();
        let mut places: Vec<usize> = hiding.iter().map(|&other| self.first_place(other)).collect();
        places.extend(self.hidden_places());
        let mut ids = self.kyoku.wall.ids().to_vec();
        let mut pool: Vec<u8> = places.iter().map(|&place| ids[place]).collect();
        let firsts = self.draw_firsts(&hiding, &pool, rng);
        for (i, first) in firsts.iter().enumerate() {
            let at = pool.iter().position(|id| id == first).expect("a hidden tile");
            pool.swap(i, at);
        }
        rng.shuffle(&mut pool[firsts.len()..]);
        places.iter().zip(&pool).for_each(|(&place, &id)| ids[place] = id);
        for (other, &id) in hiding.iter().zip(&firsts) {
            let held = &mut self.kyoku.players[other.index()].held;
            *held = held.with_first(self.terms.faces.tile(id));
        }
        self.kyoku.wall = Wall::with_places(&ids);
    }

    /// Indices of the tiles of the wall that no seat has seen.
    pub(super) fn hidden_places(&self) -> impl Iterator<Item = usize> + Clone + use<> {
        let live = self.kyoku.front as usize..self.live().end;
        live.chain(self.kept_places().skip(self.kyoku.turned_up as usize))
    }

    /// Whether `other` has a tile that `seat` cannot see.
    fn hides(&self, other: Seat, seat: Seat) -> bool {
        let player = &self.kyoku.players[other.index()];
        other != seat && !player.shown && !player.held.tiles().is_empty()
    }

    /// Index in the wall of the first tile of a seat.
    fn first_place(&self, seat: Seat) -> usize {
        self.kyoku.start as usize + seat.seen_from(self.match_state.dealer(), SEATS).steps() as usize
    }

    /// A possible first tile for each of these seats. Each is drawn on its own; if two are the same, all are drawn again.
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

    /// Whether this can be the hidden tile of a seat, by what is public.
    fn may_hide(&self, seat: Seat, tile: Tile) -> bool {
        let SeatState { held, course, .. } = &self.kyoku.players[seat.index()];
        let held = held.with_first(tile);
        let stayed_well = seat == self.match_state.dealer()
            || *course != Course::Stayed
            || held.best(self.match_state.seat_wind(seat)) > self.dealer_shows() + 1;
        held.least() <= LIMIT && stayed_well
    }

    /// Checks that every tile is in exactly one place and that the scores have the right sum.
    pub(super) fn check(&self) -> Result<(), String> {
        let mut counts = [0_u8; Kind::COUNT];
        let ids = self.kyoku.wall.ids();
        let lying = ids[..self.kyoku.start as usize].iter().chain(&ids[self.kyoku.front as usize..]);
        lying.for_each(|id| counts[*id as usize / 4] += 1);
        let held: Vec<&Held> = self.kyoku.players.iter().map(|player| &player.held).collect();
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
