//! How a kyoku begins, and how tiles leave the wall (RULES.md T-1.4).
//!
//! ```text
//! w[0] ...  draws ->        kept back | indicators  ... w[N-1]
//! ```

use super::apply::Next;
use super::indicators::Indicators;
use super::rules::{ExtraScope, ToppanExtra, ToppanRules};
use super::state::{Event, History, KyokuState, MOST_DRAWS, Phase, SEATS, SeatState, Toppan};
use super::terms::Terms;
use hyakuman_core::common::match_state::MatchState;
use hyakuman_core::common::walls::Walls;
use hyakuman_core::game::ActionMask;
use hyakuman_core::game::sink::Reporter;
use hyakuman_core::{KindSet, Seat, SeatSet, Tile, Wall};
use std::ops::Range;
use std::sync::Arc;

impl Toppan {
    /// A match before the deal of the kyoku that `match_state` is at.
    pub(super) fn seated(rules: &Arc<ToppanRules>, walls: Walls, match_state: MatchState<SEATS>) -> Self {
        let ordered = Wall::ordered(KindSet::ALL);
        Toppan {
            rules: Arc::clone(rules),
            terms: Arc::new(Terms::new(rules)),
            walls,
            kyoku: KyokuState::empty(ordered.clone()),
            ordered,
            match_state,
            history: History::new(),
            phase: Phase::Start,
            deciders: SeatSet::EMPTY,
            legal: ActionMask::EMPTY,
        }
    }

    /// Begins a kyoku: the dealer draws a hidden tile, then the children draw and bet.
    #[inline(never)]
    pub(super) fn start_kyoku(&mut self, reporter: &mut Reporter<'_, Self>) -> Next {
        let MatchState { kyoku, repeat, honba, .. } = self.match_state;
        self.lay_wall();
        self.match_state.deals += 1;
        reporter.catch_up(&self.history);
        self.history.clear();
        self.kyoku.turn = self.match_state.dealer();
        reporter.kyoku_start();
        self.note(Event::Deal { kyoku: kyoku as u8, repeat: repeat as u16, honba: honba as u16 });
        self.draw(self.kyoku.turn, true);
        Next::Bets(1)
    }

    /// Lays a new wall, or keeps the rest of the last one if the rules say so and it has enough tiles.
    fn lay_wall(&mut self) {
        let MatchState { deals, scores, .. } = self.match_state;
        let left = self.live().end - self.kyoku.front as usize;
        let goes_on = self.rules.continuous_wall && deals > 0 && left >= MOST_DRAWS;
        if !goes_on {
            let wall = self.walls.wall(&self.ordered, &self.match_state);
            self.kyoku = KyokuState::empty(wall);
            let shown = self.kyoku.wall.ids()[self.shown_places()].iter();
            self.kyoku.indicators = shown.map(|&id| self.terms.faces.tile(id)).collect();
        }
        let state = &mut self.kyoku;
        state.players = [const { SeatState::EMPTY }; SEATS];
        state.start = state.front;
        state.before = scores;
    }

    /// Indices in the wall of the tiles that can be drawn, drawn ones included.
    pub(super) fn live(&self) -> Range<usize> {
        0..self.kept_places().start
    }

    /// Indices of the tiles kept back, in the order in which they are turned up.
    pub(super) fn kept_places(&self) -> Range<usize> {
        let end = self.shown_places().start;
        end - self.rules.wangpai_reserve as usize..end
    }

    /// Indices of the indicators.
    pub(super) fn shown_places(&self) -> Range<usize> {
        let len = self.kyoku.wall.len();
        len - self.rules.dora_indicators as usize..len
    }

    /// The seat draws a tile.
    #[inline]
    pub(super) fn draw(&mut self, seat: Seat, first: bool) {
        let tile = self.kyoku.wall.tile(self.kyoku.front as usize, &self.terms.faces);
        self.kyoku.front += 1;
        let player = &mut self.kyoku.players[seat.index()];
        player.held.draw(tile);
        if first {
            player.shown = seat != self.match_state.dealer() && !self.rules.first_tile_child_hidden;
        }
        self.note(Event::Draw { seat, tile: Some(tile), first });
    }

    /// Turns up a tile for the toppan hand of a seat, if the rules say so and one is left (T-1.6).
    pub(super) fn turn_up(&mut self, seat: Seat) {
        let place = self.kept_places().start + self.kyoku.turned_up as usize;
        if self.rules.toppan_extra == ToppanExtra::Off || place >= self.kept_places().end {
            return;
        }
        let tile = self.kyoku.wall.tile(place, &self.terms.faces);
        self.kyoku.turned_up += 1;
        self.kyoku.players[seat.index()].extra = Some(tile);
        if self.rules.extra_scope == ExtraScope::Table {
            add_extra(&mut self.kyoku.indicators, tile, &self.rules);
        }
        self.note(Event::TurnUp { seat, tile });
    }

    /// The indicators that count for a seat.
    #[inline]
    pub(super) fn indicators_of(&self, seat: Seat) -> Indicators {
        let mut indicators = self.kyoku.indicators;
        if let Some(tile) = self.kyoku.players[seat.index()].extra
            && self.rules.extra_scope == ExtraScope::Declarer
        {
            add_extra(&mut indicators, tile, &self.rules);
        }
        indicators
    }

    /// Shows the first tile of a seat to all seats, if it is hidden.
    pub(super) fn show(&mut self, seat: Seat) {
        let player = &mut self.kyoku.players[seat.index()];
        if !player.shown {
            player.shown = true;
            let tile = player.held.tiles()[0];
            self.note(Event::Show { seat, tile });
        }
    }

    /// Records an event. The reporter passes it on.
    #[inline]
    pub(super) fn note(&mut self, event: Event) {
        self.history.push(event);
    }
}

/// Adds a tile turned up to the indicators, as an indicator or as a dora by the rules.
pub fn add_extra(indicators: &mut Indicators, tile: Tile, rules: &ToppanRules) {
    match rules.toppan_extra {
        ToppanExtra::Indicator => indicators.show(tile),
        ToppanExtra::Tile => indicators.show_dora(tile),
        ToppanExtra::Off => {}
    }
}

impl KyokuState {
    /// The state before the deal, with this wall.
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
