//! How a kyoku begins, and how tiles leave the wall. Source: RULES.md, equipment and layout.

use super::event::{Event, History};
use super::house::House;
use super::state::{KyokuState, Match, Next, Phase, RulesOf};
use crate::variant::Variant;
use hyakuman_core::common::match_state::MatchState;
use hyakuman_core::common::walls::{Walls, dealt};
use hyakuman_core::game::ActionMask;
use hyakuman_core::game::sink::Reporter;
use hyakuman_core::wall::Faces;
use hyakuman_core::{MatchSeed, Rng, Seat, SeatSet, Tile, Wall};
use std::sync::Arc;

impl<const N: usize, V: Variant> Match<N, V> {
    /// A match before the deal of the kyoku that `match_state` is at.
    pub(super) fn seated(rules: &Arc<V::Rules>, walls: Walls, match_state: MatchState<N>) -> Self {
        Match {
            rules: RulesOf(Arc::clone(rules)),
            walls,
            faces: Faces::new(V::riichi(rules).red_fives),
            kyoku: KyokuState::EMPTY,
            ordered: Wall::ordered(Self::kinds()),
            match_state,
            only_kyoku: false,
            house: House::NOTHING,
            history: History::new(),
            phase: Phase::Start,
            deciders: SeatSet::EMPTY,
            legal: [ActionMask::EMPTY; N],
        }
    }

    /// Deals a kyoku; the dealer draws next.
    #[inline(never)]
    pub(super) fn deal(&mut self, reporter: &mut Reporter<'_, Self>) -> Next {
        let wall = self.walls.wall(&self.ordered, &self.match_state);
        let (rules, match_state) = (&self.rules, &mut self.match_state);
        match_state.deals += 1;
        self.kyoku = KyokuState::EMPTY;
        self.house.chips_of_wins = [0; 3];
        self.kyoku.wall = wall;
        reporter.catch_up(&self.history);
        self.history.clear();
        self.kyoku.before = (match_state.scores, match_state.kyotaku);
        self.kyoku.turn = match_state.dealer();
        self.kyoku.remaining = (self.kyoku.wall.len() - 13 * N) as u8 - rules.reserved_undrawn;
        let (kyoku, honba, kyotaku) =
            (match_state.kyoku as u8, match_state.honba as u16, match_state.kyotaku as u16);
        self.kyoku.wareme = self.opened_wall();
        self.deal_hands();
        reporter.kyoku_start();
        self.note(Event::Deal { kyoku, honba, kyotaku });
        for _ in 0..self.rules.initial_indicators {
            self.turn_up_dora();
        }
        if self.rules.exchange_tiles > 0 {
            self.begin_exchange()
        } else {
            Next::Draw(self.match_state.dealer())
        }
    }

    /// A random stream of its own for each kyoku. Walls from a list have no seed, and a fixed one is used.
    pub(super) fn chance(&self, tag: u32) -> Rng {
        let seed = match self.walls {
            Walls::Keyed(seed) => seed,
            Walls::Scripted(_) => MatchSeed { seed: 0, number: 0 },
        };
        seed.chance(self.match_state.deal_key(), tag)
    }

    fn deal_hands(&mut self) {
        let (dealer, wall) = (self.match_state.dealer(), &self.kyoku.wall);
        let tile = |i| wall.tile(V::live_place(wall.len(), i), &self.faces);
        for turn in 0..N {
            let player = &mut self.kyoku.players[dealer.after(turn as u8, N).index()];
            dealt(N, turn).for_each(|i| player.put(tile(i)));
        }
        self.kyoku.live = 13 * N as u8;
        for seat in Seat::all(N) {
            self.find_waits(seat, false);
        }
    }

    /// The seat draws from the live wall and has to act.
    #[inline]
    pub(super) fn draw(&mut self, seat: Seat) -> Next {
        self.draw_live(seat);
        self.offer_turn()
    }

    /// [`Match::draw`] without the decision that follows.
    #[inline]
    pub(super) fn draw_live(&mut self, seat: Seat) {
        let place = V::live_place(self.kyoku.wall.len(), self.next_live(seat));
        let tile = self.kyoku.wall.tile(place, &self.faces);
        self.kyoku.live += 1;
        self.drew(seat, tile, false);
    }

    /// The seat draws a replacement tile (嶺上牌).
    #[inline(never)]
    pub(super) fn draw_rinshan(&mut self, seat: Seat) -> Next {
        let place = V::rinshan_place(self.kyoku.wall.len(), self.kyoku.rinshan as usize);
        let tile = self.kyoku.wall.tile(place, &self.faces);
        self.kyoku.rinshan += 1;
        self.drew(seat, tile, true);
        self.offer_turn()
    }

    #[inline]
    fn drew(&mut self, seat: Seat, tile: Tile, rinshan: bool) {
        let kyoku = &mut self.kyoku;
        kyoku.remaining -= if rinshan { V::LIVE_PER_RINSHAN } else { 1 };
        kyoku.turn = seat;
        kyoku.drawn = Some(tile);
        kyoku.drawn_rinshan = rinshan;
        if self.rules.furiten_clear == crate::rules::FuritenClear::NextDraw {
            kyoku.players[seat.index()].furiten.on_draw_clearing();
        }
        self.note(Event::Draw { seat, tile: Some(tile), rinshan });
    }

    /// Turns up one more dora indicator.
    pub(super) fn turn_up_dora(&mut self) {
        let tile = self.indicator(self.kyoku.indicators as usize);
        self.kyoku.indicators += 1;
        self.kyoku.seen.add(tile.kind());
        self.note(Event::Dora { tile });
    }

    /// Turns up the pending indicators of kans.
    pub(super) fn turn_up_pending(&mut self) {
        while self.kyoku.pending_dora > 0 {
            self.kyoku.pending_dora -= 1;
            self.turn_up_dora();
        }
    }

    /// The `i`-th dora indicator, turned up or not.
    #[inline]
    pub(crate) fn indicator(&self, i: usize) -> Tile {
        let [place, _] = V::indicator_places(&self.rules.0, self.kyoku.wall.len(), i);
        self.kyoku.wall.tile(place, &self.faces)
    }

    /// The `i`-th ura dora indicator (裏ドラ), beneath it.
    #[inline]
    pub(crate) fn ura_indicator(&self, i: usize) -> Tile {
        let [_, place] = V::indicator_places(&self.rules.0, self.kyoku.wall.len(), i);
        self.kyoku.wall.tile(place, &self.faces)
    }

    /// The most indicators that can be turned up in a kyoku, at most five.
    pub(crate) fn most_indicators(&self) -> usize {
        let of_kans = if self.rules.dora_kan { self.rules.max_kans } else { 0 };
        (self.rules.initial_indicators + of_kans).min(5) as usize
    }
}
