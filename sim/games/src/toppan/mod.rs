//! Competitive Toppan (競技十半): ten-and-a-half with mahjong tiles. No riichi in it: three children play against the
//! dealer, tile by tile, as in blackjack.
//!
//! The way of a hand through the files: `deal` (wall, draw), `legal` (what may be done), [`view`] (what the agent sees),
//! `apply` (the action), `settle` (who beats whom, through [`score`], `shape` and [`yaku`]), `progress` (next hand, end of
//! the match), `ranking` (prizes and uma). RULES.md in this folder has the clauses. Points are half points in here.

pub mod action;
mod apply;
pub mod deal;
pub mod held;
mod illegal;
pub mod indicators;
mod legal;
pub mod presets;
mod progress;
mod ranking;
mod redeal;
mod row;
pub mod rules;
pub mod score;
mod settle;
mod shape;
mod state;
pub mod terms;
pub mod view;
pub mod yaku;

pub use action::Action;
pub use held::Held;
pub use illegal::ToppanReason;
pub use indicators::Indicators;
pub use rules::ToppanRules;
pub use state::{Course, Event, Toppan};
pub use view::{Question, View};

use crate::common::match_state::MatchState;
use crate::common::walls::Walls;
use crate::game::{ActionCodes, ActionMask, Answers, Game};
use crate::illegal::IllegalReason;
use crate::sink::Sink;
use apply::Next;
use hyakuman_core::column::{Column, Rows};
use hyakuman_core::{MatchSeed, Rng, Seat, SeatSet};
use state::SEATS;
use std::sync::Arc;

impl Game for Toppan {
    const FAMILY: &'static str = "toppan";
    const SEATS: usize = SEATS;
    const COLUMNS: &'static [Column] = row::COLUMNS;
    const ACTIONS: &'static [ActionCodes] = action::ACTIONS;
    const YAKU: u32 = yaku::Yaku::COUNT as u32;
    const UNITS_PER_POINT: i32 = terms::UNITS_PER_POINT;
    const SCORE_UNIT: &'static str = "half points";
    // A hand is won by the dealer or from the dealer: nobody deals in, and what wins is not drawn or discarded.
    const INAPPLICABLE_RATES: &'static [&'static str] = &[
        "deal_in",
        "riichi",
        "call",
        "tenpai",
        "tsumo",
        "deal_in_points",
        "exhaustive",
        "nagashi",
        "kyuushu",
        "suufon",
        "suucha",
        "suukan",
        "sanchahou",
    ];
    type Rules = ToppanRules;
    type Event = Event;
    type RowCache = ();
    type View<'a> = View<'a>;

    fn start(rules: &Arc<ToppanRules>, seed: MatchSeed, sink: &mut impl Sink<Self>) -> Self {
        Toppan::start_at(
            rules,
            Walls::Keyed(seed),
            MatchState::first(rules.start * Self::UNITS_PER_POINT),
            sink,
        )
    }

    #[inline]
    fn deciders(&self) -> SeatSet {
        self.deciders
    }

    #[inline]
    fn legal(&self, seat: Seat) -> &ActionMask {
        if self.deciders.has(seat) { &self.legal } else { ActionMask::NOTHING }
    }

    #[inline]
    fn view(&self, seat: Seat) -> View<'_> {
        View::new(self, seat)
    }

    #[inline]
    fn apply(&mut self, answers: Answers, sink: &mut impl Sink<Self>) {
        self.play_on(answers, sink);
    }

    fn why_illegal(&self, seat: Seat, code: u8) -> IllegalReason {
        self.why(seat, code)
    }

    fn action_name(code: u8) -> String {
        Action::from_code(code).map_or_else(|| format!("use code {code}"), |action| action.to_string())
    }

    fn yaku_name(number: u32) -> &'static str {
        yaku::Yaku::of(number as u8).slug()
    }

    fn write_row(_scribe: &mut (), view: &View<'_>, out: &mut Rows) {
        row::write_row(view, out);
    }

    fn redeal_hidden(&mut self, seat: Seat, rng: &mut Rng) {
        self.redeal(seat, rng);
    }

    fn audit(&self) -> Result<(), String> {
        self.check()
    }
}

/// For records and tests: the whole table. Agents get a [`View`].
impl Toppan {
    /// A match that starts, or goes on, at this standing with these walls.
    pub fn start_at(
        rules: &Arc<ToppanRules>,
        walls: Walls,
        match_state: MatchState<SEATS>,
        sink: &mut impl Sink<Self>,
    ) -> Self {
        let mut game = Toppan::seated(rules, walls, match_state);
        game.run(Next::Deal, sink);
        game
    }

    /// Scores in half points, the dealer's term, honba.
    pub fn match_state(&self) -> &MatchState<SEATS> {
        &self.match_state
    }

    /// The tiles of a seat.
    pub fn held(&self, seat: Seat) -> &Held {
        &self.deal.players[seat.index()].held
    }

    /// The events of the hand so far, with hidden tiles.
    pub fn events(&self) -> &[Event] {
        &self.history
    }
}
