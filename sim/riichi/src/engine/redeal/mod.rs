//! Deals hidden tiles again for one seat: for search, and for the test that a view leaks nothing.
//!
//! | question | file |
//! | --- | --- |
//! | which tiles a seat cannot see, and where they lie | `unseen.rs` |
//! | a hand that may have been played like that | `hands.rs` |
//! | how far from tenpai hands usually are | `usual.rs`, `four.txt`, `three.txt` |

mod hands;
mod unseen;
mod usual;

use super::event::Event;
use super::state::{Match, Phase};
use crate::variant::Variant;
use crate::view::View;
use arrayvec::ArrayVec;
use hyakuman_core::common::walls::Walls;
use hyakuman_core::wall::MAX_TILES;
use hyakuman_core::{Rng, Seat, SeatSet};

/// Most times that the hidden tiles are dealt.
const MOST_DEALS: usize = 50;

/// Physical tiles.
type Pool = ArrayVec<u8, MAX_TILES>;

impl<const N: usize, V: Variant> View<'_, N, V> {
    /// A match to play on from here, of which nothing knows more than the viewer, a decider. Equal views and random streams give equal
    /// matches.
    ///
    /// What the viewer cannot see is dealt again: other hands, the rest of the wall, and the walls of all kyoku to come. Seats draw as
    /// after [`hyakuman_core::game::Game::reshuffle_wall`]: each from its own part of the wall, whoever calls.
    ///
    /// A seat that is not in riichi gets a hand of a shanten drawn from those of such hands in matches of `value`: with as many melds and
    /// discards, and with or without another seat in riichi (not in Toutenkou: any hand there). A seat in riichi gets a tenpai hand that is
    /// not furiten: it waits on no kind that it discarded, and on none that passed since its riichi. A seat that has won gets a tenpai
    /// hand. The seat that received tiles from the viewer keeps those that it has not shown. A hand that lies open stays.
    pub fn redealt(&self, rng: &mut Rng) -> Match<N, V> {
        let mut game = self.game.clone();
        game.redeal(self.seat, rng);
        game
    }
}

impl<const N: usize, V: Variant> Match<N, V> {
    /// [`View::redealt`] in place.
    ///
    /// Riichi in furiten and declined wins are legal but rare, so a riichi hand that is furiten is dealt only if [`MOST_DEALS`] deals give
    /// no other. If as many deals more give no tenpai hand, the last one stands.
    pub(crate) fn redeal(&mut self, seat: Seat, rng: &mut Rng) {
        self.history.iter_mut().for_each(|event: &mut Event| *event = event.seen_by(seat));
        self.walls = Walls::drawn(rng);
        self.kyoku.streams = None;
        let (mut pool, mut deals) = (Pool::new(), 0);
        let mut fits = false;
        while !fits && deals < 2 * MOST_DEALS {
            pool = self.hidden_ids(seat);
            rng.shuffle(&mut pool);
            fits = self.redeal_hands(seat, deals >= MOST_DEALS, &mut pool, rng);
            deals += 1;
        }
        self.redeal_picks(seat, &mut pool);
        self.redeal_wall(&pool);
        self.begin_streams();
        if let Phase::Claim(offer) = self.phase {
            self.find_claims(offer);
        }
    }

    /// Deals the hands of the others. `false` if no tenpai hand was found for a seat that needs one. `furiten`: it may be furiten.
    fn redeal_hands(&mut self, seat: Seat, furiten: bool, pool: &mut Pool, rng: &mut Rng) -> bool {
        let known = self.known_to(seat);
        let hidden = Seat::all(N).filter(|&other| other != seat && !self.kyoku.face_up.has(other));
        let hidden: SeatSet = hidden.collect();
        hidden.fold(true, |fits, other| {
            let known = known.as_ref().filter(|known| known.0 == other).map_or(&[][..], |known| &known.1);
            self.redeal_hand(other, known, furiten, pool, rng) && fits
        })
    }

    /// Deals again the tiles that the others have picked to pass on, and the tile that the dealer drew before. What they passed on among
    /// themselves is in the hands that have it now.
    fn redeal_picks(&mut self, seat: Seat, pool: &mut Pool) {
        let others = || Seat::all(N).filter(|&other| other != seat);
        if let Some(to) = self.kyoku.exchange.to {
            for other in others().filter(|other| to[other.index()] != seat) {
                let tiles = self.kyoku.players[to[other.index()].index()].tiles();
                let given = &mut self.kyoku.exchange.given[other.index()];
                given.iter_mut().zip(tiles).for_each(|(tile, of_hand)| *tile = of_hand);
            }
        }
        if self.phase != Phase::Exchange {
            return;
        }
        let mut next = || self.faces.tile(pool.pop().expect("as many tiles as before"));
        for other in others() {
            self.kyoku.exchange.given[other.index()].iter_mut().for_each(|tile| *tile = next());
        }
        if self.kyoku.turn != seat && self.kyoku.drawn.is_some() {
            self.kyoku.drawn = Some(next());
        }
        others().for_each(|other| self.offer_pick(other));
    }
}
