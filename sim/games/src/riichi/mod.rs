//! Riichi mahjong: one engine for every riichi ruleset; the rules are data ([`rules`]), a preset is a difference
//! ([`presets`]).
//!
//! The way of a kyoku through the files: `deal` (wall, draw, indicators), `legal` (what may be done), [`view`]
//! (what the agent sees), `apply` (the action), `resolve` (claims of the others), `end` (payments, through
//! `win`, [`score`], [`fu`], [`yaku`] and [`settle`]), `progress` (next kyoku, end of the match). Only some games
//! have `exchange` (tiles passed on before the first draw) and `winners` (a kyoku that goes on after a win). RULES.md
//! in this folder has the clauses.

pub mod action;
mod apply;
mod deal;
mod end;
mod exchange;
pub mod fu;
mod illegal;
pub mod kernels;
mod legal;
mod nuki;
pub mod nuki_tiles;
mod pao;
pub mod presets;
mod progress;
mod redeal;
mod resolve;
mod row;
pub mod rules;
pub mod score;
pub mod settle;
mod state;
pub mod variant;
pub mod view;
mod waits;
mod win;
mod winners;
pub mod yaku;

pub use action::Action;
pub use nuki_tiles::NukiTiles;
pub use progress::final_points;
pub use row::RowCache;
pub use rules::RiichiRules;
pub use state::{Event, Match, Offer, Riichi, RiichiState};
pub use variant::{Standard, Variant};
pub use view::{Question, View};

use crate::common::match_state::MatchState;
use crate::common::walls::Walls;
use crate::game::{ActionCodes, ActionMask, Answers, Game, WinRecord};
use crate::sink::Sink;
use apply::Next;
use hyakuman_core::column::{Column, Rows};
use hyakuman_core::{Hand, MatchSeed, Rng, Seat, SeatSet, Tile};
use std::sync::Arc;

impl<const N: usize, V: Variant> Game for Match<N, V> {
    const FAMILY: &'static str = V::FAMILY;
    const SEATS: usize = N;
    const COLUMNS: &'static [Column] = row::columns::<N, V>();
    const ACTIONS: &'static [ActionCodes] = V::ACTIONS;
    const YAKU: u32 = V::YAKU;
    const INAPPLICABLE_RATES: &'static [&'static str] = &["redraw"];
    type Rules = V::Rules;
    type Event = Event;
    type RowCache = RowCache;
    type View<'a> = View<'a, N, V>;

    fn start(rules: &Arc<V::Rules>, seed: MatchSeed, sink: &mut impl Sink<Self>) -> Self {
        Match::start_at(rules, Walls::Keyed(seed), MatchState::first(V::riichi(rules).start_points), sink)
    }

    #[inline]
    fn deciders(&self) -> SeatSet {
        self.deciders
    }

    #[inline]
    fn legal(&self, seat: Seat) -> &ActionMask {
        if self.deciders.has(seat) { &self.legal[seat.index()] } else { ActionMask::NOTHING }
    }

    #[inline]
    fn view(&self, seat: Seat) -> View<'_, N, V> {
        View::new(self, seat)
    }

    #[inline]
    fn apply(&mut self, answers: Answers, sink: &mut impl Sink<Self>) {
        self.play_on(answers, sink);
    }

    fn why_illegal(&self, seat: Seat, code: u8) -> String {
        self.why(seat, code)
    }

    fn action_name(code: u8) -> String {
        Action::from_code(code).map_or_else(|| format!("use code {code}"), |action| action.to_string())
    }

    fn yaku_name(number: u32) -> &'static str {
        V::yaku_name(number)
    }

    fn write_row(row_cache: &mut RowCache, view: &View<'_, N, V>, out: &mut Rows) {
        row::write_row(row_cache, view, out);
    }

    fn redeal_hidden(&mut self, seat: Seat, rng: &mut Rng) {
        self.redeal(seat, rng);
    }

    fn audit(&self) -> Result<(), String> {
        self.check()
    }
}

/// For referees, records and tests: the whole table. Agents get a [`View`].
impl<const N: usize, V: Variant> Match<N, V> {
    /// A match that starts, or goes on, at this standing with these walls.
    pub fn start_at(
        rules: &Arc<V::Rules>,
        walls: Walls,
        match_state: MatchState<N>,
        sink: &mut impl Sink<Self>,
    ) -> Self {
        assert_eq!(V::riichi(rules).players as usize, N, "rules for another number of players");
        let mut game = Match::seated(rules, walls, match_state);
        game.run(Next::Deal, sink);
        game
    }

    /// The rules at the table.
    pub fn rules(&self) -> &Arc<V::Rules> {
        &self.rules.0
    }

    /// Scores, kyoku, honba and sticks.
    pub fn match_state(&self) -> &MatchState<N> {
        &self.match_state
    }

    /// The concealed tiles of a seat, without the one just drawn.
    pub fn hand(&self, seat: Seat) -> &Hand {
        &self.player(seat).hand
    }

    /// The concealed tiles of a seat with their colours, without the one just drawn.
    pub fn tiles(&self, seat: Seat) -> impl Iterator<Item = Tile> + '_ {
        self.player(seat).tiles()
    }

    /// The seat on turn and the tile it has just drawn.
    pub fn turn(&self) -> (Seat, Option<Tile>) {
        (self.kyoku.turn, self.kyoku.drawn)
    }

    /// The events of the kyoku so far, with hidden tiles.
    pub fn events(&self) -> &[Event] {
        &self.history
    }

    /// The wins of the kyoku so far, in order of time.
    pub fn wins(&self) -> &[WinRecord] {
        &self.kyoku.wins
    }

    /// The hidden dora indicators under those turned up.
    pub fn ura_indicators(&self) -> impl Iterator<Item = Tile> + '_ {
        (0..self.kyoku.indicators as usize).map(|i| self.ura_indicator(i))
    }
}
