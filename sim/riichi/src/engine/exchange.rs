//! The exchange of tiles before the first draw (RULES.md ): in each round every seat picks one tile at the same time;
//! after the last round the tiles change hands.

use super::event::Event;
use super::state::{Match, Next, Phase};
use crate::action::{Action, EXCHANGE};
use crate::rules::ExchangeDir;
use crate::variant::Variant;
use hyakuman_core::game::{ActionMask, Answers};
use hyakuman_core::{Rng, Seat, SeatSet, Tile};

/// The random stream that decides the direction.
const DIRECTION: u32 = 1;

impl<const N: usize, V: Variant> Match<N, V> {
    /// Begins the exchange. With `exchange_pool` = 14 the dealer draws first.
    pub(super) fn begin_exchange(&mut self) -> Next {
        if self.rules.exchange_pool == 14 {
            self.draw_live(self.match_state.dealer());
        }
        self.offer_picks()
    }

    /// Every seat may pick any of its tiles. A hand has more than one kind, so every seat has a choice.
    fn offer_picks(&mut self) -> Next {
        self.phase = Phase::Exchange;
        self.deciders = SeatSet::all(N);
        Seat::all(N).for_each(|seat| self.offer_pick(seat));
        Next::Wait
    }

    /// Sets the legal picks of one seat.
    pub(super) fn offer_pick(&mut self, seat: Seat) {
        let drawn = self.kyoku.drawn.filter(|_| seat == self.kyoku.turn);
        let faces = self.player(seat).faces() | drawn.map_or(0, |tile| 1 << tile.code());
        self.legal[seat.index()] = ActionMask::from_words([0, 0, 0, faces << (EXCHANGE % 64)]);
    }

    /// Every seat has picked one more tile.
    pub(super) fn picked(&mut self, answers: Answers) -> Next {
        for seat in Seat::all(N) {
            if let Some(Action::Exchange(tile)) = answers.get(seat).and_then(Action::from_code) {
                self.put_by(seat, tile);
            }
        }
        let all =
            self.kyoku.exchange.given.iter().all(|given| given.len() >= self.rules.exchange_tiles as usize);
        if all { self.hand_over() } else { self.offer_picks() }
    }

    /// Removes a picked tile from the hand, or the drawn tile where the hand has no such tile.
    fn put_by(&mut self, seat: Seat, tile: Tile) {
        let player = &mut self.kyoku.players[seat.index()];
        if player.faces() >> tile.code() & 1 != 0 {
            player.take(tile);
        } else {
            self.kyoku.drawn = None;
        }
        self.kyoku.exchange.given[seat.index()].push(tile);
    }

    /// The tiles change hands, and the first turn begins.
    fn hand_over(&mut self) -> Next {
        self.deciders = SeatSet::EMPTY;
        let to = self.receivers();
        self.kyoku.exchange.to = Some(to);
        for from in Seat::all(N) {
            let to = to[from.index()];
            for tile in self.kyoku.exchange.given[from.index()].clone() {
                self.kyoku.players[to.index()].put(tile);
                self.note(Event::Handed { from, to, tile: Some(tile) });
            }
        }
        let dealer = self.match_state.dealer();
        if self.rules.exchange_pool == 14 {
            self.hold_apart(dealer);
        }
        Seat::all(N).for_each(|seat| self.find_waits(seat, false));
        if self.kyoku.drawn.is_some() { self.offer_turn() } else { Next::Draw(dealer) }
    }

    /// The dealer begins with fourteen tiles: if the drawn tile was passed on, the last one received takes its place.
    fn hold_apart(&mut self, dealer: Seat) {
        let exchange = &self.kyoku.exchange;
        let last = exchange.giver(dealer).and_then(|giver| exchange.given[giver.index()].last().copied());
        if let (None, Some(tile)) = (self.kyoku.drawn, last) {
            self.kyoku.players[dealer.index()].take(tile);
            self.kyoku.drawn = Some(tile);
        }
    }

    /// By seat the receiver of its tiles.
    fn receivers(&self) -> [Seat; N] {
        let mut rng = self.chance(DIRECTION);
        let steps = match self.rules.exchange_dir {
            ExchangeDir::Fixed => 1,
            ExchangeDir::Random3 => 1 + rng.below(N as u32 - 1) as u8,
            ExchangeDir::RandomDerangement => return derangement(&mut rng),
        };
        std::array::from_fn(|seat| Seat::new(seat as u8).after(steps, N))
    }
}

/// A random permutation that moves every seat, all equally likely: shuffles until no seat stays.
fn derangement<const N: usize>(rng: &mut Rng) -> [Seat; N] {
    loop {
        let mut seats: [Seat; N] = std::array::from_fn(|seat| Seat::new(seat as u8));
        rng.shuffle(&mut seats);
        if Seat::all(N).all(|seat| seats[seat.index()] != seat) {
            return seats;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Riichi, RiichiRules, presets};
    use hyakuman_core::MatchSeed;
    use hyakuman_core::game::Game;
    use hyakuman_core::game::sink::Reporter;
    use std::sync::Arc;

    #[test]
    fn derangements_are_equally_likely() {
        let mut rng = Rng::from_seed(1);
        let mut seen = std::collections::BTreeMap::<Vec<usize>, u32>::new();
        for _ in 0..9_000 {
            let seats = derangement::<4>(&mut rng).map(Seat::index);
            *seen.entry(seats.to_vec()).or_default() += 1;
        }
        assert_eq!(seen.len(), 9, "there are nine");
        assert!(seen.values().all(|n| (850..1_150).contains(n)), "{seen:?}");
    }

    /// Every seat passes on its lowest tiles; returns the receivers, and the tiles dealt before.
    fn exchanged(rules: RiichiRules, number: u64) -> ([Seat; 4], [Vec<Tile>; 4]) {
        let seed = MatchSeed { seed: 6, number };
        let mut game = Riichi::<4>::start(&Arc::new(rules), seed, &mut ());
        let dealt = std::array::from_fn(|seat| game.tiles(Seat::new(seat as u8)).collect());
        while game.phase == Phase::Exchange {
            let mut answers = Answers::NONE;
            Seat::all(4).for_each(|seat| answers.set(seat, game.legal(seat).nth(0)));
            game.apply(answers, &mut Reporter::of(&mut ()));
        }
        (game.kyoku.exchange.to.expect("all have picked"), dealt)
    }

    #[test]
    fn directions_are_equally_likely_and_move_no_tile_of_the_wall() {
        let mut seen = [0; 4];
        for number in 0..3_000 {
            let (to, dealt) = exchanged(presets::shura(), number);
            let steps = to[0].index();
            assert!(
                Seat::all(4).all(|seat| to[seat.index()] == seat.after(steps as u8, 4)),
                "one way for all"
            );
            seen[steps] += 1;
            let plain = Arc::new(presets::mahjongsoul_east());
            let game = Riichi::<4>::start(&plain, MatchSeed { seed: 6, number }, &mut ());
            let same = |seat: Seat| game.tiles(seat).eq(dealt[seat.index()].iter().copied());
            assert!(Seat::all(4).all(same), "the same tiles as without an exchange");
        }
        assert!(seen[0] == 0 && seen[1..].iter().all(|n| (900..1_100).contains(n)), "{seen:?}");
    }

    /// A dealer who picks from fourteen tiles passes on the drawn one; the last one received takes its place.
    #[test]
    fn a_dealer_of_fourteen_tiles_has_drawn_one() {
        for number in 0..500 {
            let rules = RiichiRules { exchange_pool: 14, ..presets::shura() };
            let mut game = Riichi::<4>::start(&Arc::new(rules), MatchSeed { seed: 6, number }, &mut ());
            let drawn = game.kyoku.drawn.expect("drawn before the exchange");
            while game.phase == Phase::Exchange {
                let mut answers = Answers::NONE;
                for seat in Seat::all(4) {
                    let legal = game.legal(seat);
                    let code = Action::Exchange(drawn).code();
                    answers.set(seat, if legal.has(code) { code } else { legal.nth(0) });
                }
                game.apply(answers, &mut Reporter::of(&mut ()));
                game.check().expect("every tile in one place");
            }
            let got = game.kyoku.exchange.giver(Seat::new(0)).expect("somebody");
            let last = game.kyoku.exchange.given[got.index()].last().copied();
            assert!(game.kyoku.drawn == last && game.hand(Seat::new(0)).len() == 13, "match {number}");
        }
    }
}
