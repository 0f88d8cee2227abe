//! Seed, wall, deal: how a hand begins, and how tiles leave the wall (RULES.md T-1.4).
//!
//! ```text
//! w[0] ...  draws ->        kept back | indicators  ... w[N-1]
//! ```

use super::apply::Next;
use super::indicators::Indicators;
use super::rules::{ExtraScope, ToppanExtra, ToppanRules};
use super::state::{Event, History, KyokuState, MOST_DRAWS, Phase, SEATS, SeatState, Toppan};
use super::terms::Terms;
use crate::common::match_state::MatchState;
use crate::common::walls::Walls;
use crate::game::ActionMask;
use crate::sink::Sink;
use hyakuman_core::{KindSet, Seat, SeatSet, Tile, Wall};
use std::ops::Range;
use std::sync::Arc;

impl Toppan {
    /// A match about to deal the hand that `standing` names; nothing is dealt yet.
    pub(super) fn seated(rules: &Arc<ToppanRules>, walls: Walls, match_state: MatchState<SEATS>) -> Self {
        let ordered = Wall::ordered(KindSet::ALL);
        Toppan {
            rules: Arc::clone(rules),
            terms: Arc::new(Terms::new(rules)),
            walls,
            deal: KyokuState::empty(ordered.clone()),
            ordered,
            match_state,
            history: History::new(),
            phase: Phase::Over,
            deciders: SeatSet::EMPTY,
            legal: ActionMask::EMPTY,
        }
    }

    /// Deals a hand: the dealer draws a hidden tile, the children follow.
    #[inline(never)]
    pub(super) fn start_hand(&mut self, sink: &mut impl Sink<Self>) -> Next {
        let MatchState { kyoku, repeat, honba, .. } = self.match_state;
        self.lay_wall();
        self.match_state.deals += 1;
        self.history.clear();
        self.deal.turn = self.match_state.dealer();
        sink.kyoku_start();
        self.note(Event::Deal { kyoku: kyoku as u8, repeat: repeat as u16, honba: honba as u16 }, sink);
        self.draw(self.deal.turn, true, sink);
        Next::Bets(1)
    }

    /// A new wall, or what is left of the last one where the rules say so and it is enough.
    fn lay_wall(&mut self) {
        let MatchState { deals, scores, .. } = self.match_state;
        let left = self.live().end - self.deal.front as usize;
        let goes_on = self.rules.continuous_wall && deals > 0 && left >= MOST_DRAWS;
        if !goes_on {
            let wall = self.walls.wall(&self.ordered, &self.match_state);
            self.deal = KyokuState::empty(wall);
            let shown = self.deal.wall.ids()[self.shown_places()].iter();
            self.deal.indicators = shown.map(|&id| self.terms.faces.tile(id)).collect();
        }
        let deal = &mut self.deal;
        deal.players = [const { SeatState::EMPTY }; SEATS];
        deal.start = deal.front;
        deal.before = scores;
    }

    /// Places in the wall of the tiles that may be drawn, those already drawn among them.
    pub(super) fn live(&self) -> Range<usize> {
        0..self.kept_places().start
    }

    /// Places of the tiles kept back, the first to be turned up first.
    pub(super) fn kept_places(&self) -> Range<usize> {
        let end = self.shown_places().start;
        end - self.rules.wangpai_reserve as usize..end
    }

    /// Places of the indicators.
    pub(super) fn shown_places(&self) -> Range<usize> {
        let len = self.deal.wall.len();
        len - self.rules.dora_indicators as usize..len
    }

    /// The seat draws a tile.
    #[inline]
    pub(super) fn draw(&mut self, seat: Seat, first: bool, sink: &mut impl Sink<Self>) {
        let tile = self.deal.wall.tile(self.deal.front as usize, &self.terms.faces);
        self.deal.front += 1;
        let player = &mut self.deal.players[seat.index()];
        player.held.draw(tile);
        if first {
            player.shown = seat != self.match_state.dealer() && !self.rules.first_tile_child_hidden;
        }
        self.note(Event::Draw { seat, tile: Some(tile), first }, sink);
    }

    /// Turns a tile up for the toppan hand of a seat, if the rules have it and one is left (T-1.6).
    pub(super) fn turn_up(&mut self, seat: Seat, sink: &mut impl Sink<Self>) {
        let place = self.kept_places().start + self.deal.turned_up as usize;
        if self.rules.toppan_extra == ToppanExtra::Off || place >= self.kept_places().end {
            return;
        }
        let tile = self.deal.wall.tile(place, &self.terms.faces);
        self.deal.turned_up += 1;
        self.deal.players[seat.index()].extra = Some(tile);
        if self.rules.extra_scope == ExtraScope::Table {
            add_extra(&mut self.deal.indicators, tile, &self.rules);
        }
        self.note(Event::TurnUp { seat, tile }, sink);
    }

    /// The indicators that count for a seat.
    #[inline]
    pub(super) fn indicators_of(&self, seat: Seat) -> Indicators {
        let mut indicators = self.deal.indicators;
        if let Some(tile) = self.deal.players[seat.index()].extra
            && self.rules.extra_scope == ExtraScope::Declarer
        {
            add_extra(&mut indicators, tile, &self.rules);
        }
        indicators
    }

    /// Shows the first tile of a seat to all, if it is hidden.
    pub(super) fn show(&mut self, seat: Seat, sink: &mut impl Sink<Self>) {
        let player = &mut self.deal.players[seat.index()];
        if !player.shown {
            player.shown = true;
            let tile = player.held.tiles()[0];
            self.note(Event::Show { seat, tile }, sink);
        }
    }

    /// Writes an event down and tells the sink.
    #[inline]
    pub(super) fn note(&mut self, event: Event, sink: &mut impl Sink<Self>) {
        self.history.push(event);
        sink.event(&event);
    }
}

/// Adds a tile turned up to the indicators, as the rules take it.
pub fn add_extra(indicators: &mut Indicators, tile: Tile, rules: &ToppanRules) {
    match rules.toppan_extra {
        ToppanExtra::Indicator => indicators.show(tile),
        ToppanExtra::Tile => indicators.show_dora(tile),
        ToppanExtra::Off => {}
    }
}

impl KyokuState {
    /// A table with a wall and nothing else.
    fn empty(wall: Wall) -> Self {
        KyokuState {
            wall,
            indicators: Indicators::NONE,
            players: [const { SeatState::EMPTY }; SEATS],
            before: [0; SEATS],
            start: 0,
            front: 0,
            turned_up: 0,
            turn: Seat::new(0),
        }
    }
}
