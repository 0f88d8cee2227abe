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
pub mod aside;
mod deal;
mod end;
mod exchange;
pub mod fu;
pub mod house;
pub mod kernels;
mod legal;
mod nuki;
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
pub mod view;
mod waits;
mod why;
mod win;
mod winners;
pub mod yaku;

pub use action::Action;
pub use aside::Aside;
pub use house::{House, Standard};
pub use progress::final_points;
pub use row::Scribe;
pub use rules::RiichiRules;
pub use state::{Event, Match, Offer, Riichi, RiichiState};
pub use view::{Question, View};

use crate::game::{ActionCodes, ActionMask, Answers, Game, WinRecord};
use crate::sink::Sink;
use crate::table::standing::Standing;
use crate::table::walls::Walls;
use apply::Next;
use hyakuman_core::column::{Column, Rows};
use hyakuman_core::{Hand, MatchSeed, Rng, Seat, SeatSet, Tile};
use std::sync::Arc;

impl<const N: usize, H: House> Game for Match<N, H> {
    const FAMILY: &'static str = H::FAMILY;
    const SEATS: usize = N;
    const COLUMNS: &'static [Column] = row::columns::<N, H>();
    const ACTIONS: &'static [ActionCodes] = H::ACTIONS;
    const YAKU: u32 = H::YAKU;
    const FOREIGN_RATES: &'static [&'static str] = &["redraw"];
    type Rules = H::Rules;
    type Event = Event;
    type Scribe = Scribe;
    type View<'a> = View<'a, N, H>;

    fn start(rules: &Arc<H::Rules>, seed: MatchSeed, sink: &mut impl Sink<Self>) -> Self {
        Match::start_at(rules, Walls::Keyed(seed), Standing::first(H::riichi(rules).start_points), sink)
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
    fn view(&self, seat: Seat) -> View<'_, N, H> {
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
        H::yaku_name(number)
    }

    fn write_row(scribe: &mut Scribe, view: &View<'_, N, H>, out: &mut Rows) {
        row::write_row(scribe, view, out);
    }

    fn redeal_hidden(&mut self, seat: Seat, rng: &mut Rng) {
        self.redeal(seat, rng);
    }

    fn audit(&self) -> Result<(), String> {
        self.check()
    }
}

/// For referees, records and tests: the whole table. Agents get a [`View`].
impl<const N: usize, H: House> Match<N, H> {
    /// A match that starts, or goes on, at this standing with these walls.
    pub fn start_at(
        rules: &Arc<H::Rules>,
        walls: Walls,
        standing: Standing<N>,
        sink: &mut impl Sink<Self>,
    ) -> Self {
        assert_eq!(H::riichi(rules).players as usize, N, "rules for another number of players");
        let mut game = Match::seated(rules, walls, standing);
        game.run(Next::Deal, sink);
        game
    }

    /// The rules at the table.
    pub fn rules(&self) -> &Arc<H::Rules> {
        &self.rules.0
    }

    /// Scores, kyoku, honba and sticks.
    pub fn standing(&self) -> &Standing<N> {
        &self.standing
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
