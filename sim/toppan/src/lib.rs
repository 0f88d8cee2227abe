//! Competitive Toppan (競技十半): ten-and-a-half with mahjong tiles. Three children play against the dealer, tile by tile, as
//! in blackjack.
//!
//! Reading order: [`rules`], [`presets`], [`terms`]; [`held`], [`indicators`], [`yaku`], `shape` and [`score`] (the value of
//! a hand); `state`; then the course of a kyoku: `deal` (wall, draw), `legal` (legal actions), `apply` (the actions), `settle`
//! (who beats whom, payments), `progress` (next kyoku, end of the match), `ranking` (prizes and uma); [`view`] (what an
//! agent sees) and `row` (the decision row). RULES.md in this folder has the clauses. Points inside are half points.

pub mod action;
mod apply;
pub mod deal;
pub mod held;
mod illegal;
pub mod indicators;
mod legal;
mod oracle;
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
pub use indicators::Indicators;
pub use rules::ToppanRules;
pub use state::{Course, Event, Toppan};
pub use view::{Question, View};

use hyakuman_core::column::{Column, Rows};
use hyakuman_core::common::match_state::{MatchState, widen};
use hyakuman_core::common::reason::Reason;
use hyakuman_core::common::walls::Walls;
use hyakuman_core::game::sink::Reporter;
use hyakuman_core::game::{
    ActionCodes, ActionMask, Agent, Answers, Game, Illegal, KnownDeals, LEAD_BOUNDS, MAX_SEATS, Sink,
    WinRecord, playout,
};
use hyakuman_core::{KindSet, MatchSeed, Rng, Seat, SeatSet, Wall};
use state::SEATS;
use std::sync::Arc;

impl Game for Toppan {
    const FAMILY: &'static str = "toppan";
    const SEATS: usize = SEATS;
    const COLUMNS: &'static [Column] = row::COLUMNS;
    const HIDDEN_COLUMNS: &'static [Column] = oracle::COLUMNS;
    const ACTIONS: &'static [ActionCodes] = action::ACTIONS;
    const YAKU: u32 = yaku::Yaku::COUNT as u32;
    const UNITS_PER_POINT: i32 = terms::UNITS_PER_POINT;
    const SCORE_UNIT: &'static str = "half points";
    // Every win is the dealer's or is paid by the dealer: there are no deal-ins, calls, riichi or exhaustive draws.
    const INAPPLICABLE_RATES: &'static [&'static str] = &[
        "deal_in",
        "riichi",
        "riichi_declared",
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
        "below_zero",
        "riichi_win",
        "call_win",
        "riichi_points",
        "call_points",
        "closed_points",
        "extension",
        "extension_kyoku",
        "end_sudden_death",
        "end_stopped",
        "double_ron",
        "triple_ron",
    ];
    const WIN_CLASSES: &'static [&'static str] =
        &["below_3_han", "3_to_4_han", "5_to_7_han", "8_to_11_han", "12_to_19_han", "from_20_han"];
    const LEADS: [i32; LEAD_BOUNDS] = [20, 40, 80, 160];
    type Rules = ToppanRules;
    type Event = Event;
    type RowCache = ();
    type Reason = Reason;
    type View<'a> = View<'a>;

    fn start(rules: &Arc<ToppanRules>, seed: MatchSeed, sink: &mut dyn Sink<Self>) -> Self {
        Toppan::start_at(
            rules,
            Walls::Keyed(seed),
            MatchState::first(rules.start * Self::UNITS_PER_POINT),
            sink,
        )
    }

    fn start_known(rules: &Arc<ToppanRules>, deals: &KnownDeals, sink: &mut dyn Sink<Self>) -> Option<Self> {
        let walls = Walls::of_deals(deals, &Wall::ordered(KindSet::ALL))?;
        let first = MatchState::first(rules.start * Self::UNITS_PER_POINT);
        (MatchState::of_deals(deals) == first).then(|| Toppan::start_at(rules, walls, first, sink))
    }

    #[inline]
    fn deciders(&self) -> SeatSet {
        self.deciders
    }

    fn scores(&self) -> [i32; MAX_SEATS] {
        widen(&self.match_state.scores)
    }

    #[inline]
    fn legal(&self, seat: Seat) -> &ActionMask {
        if self.deciders.has(seat) { &self.legal } else { ActionMask::NOTHING }
    }

    #[inline]
    fn view(&self, seat: Seat) -> View<'_> {
        View::new(self, seat)
    }

    fn events(&self) -> &[Event] {
        &self.history
    }

    fn seen_by(event: &Event, seat: Seat) -> Event {
        event.seen_by(seat)
    }

    #[inline(never)] // compiled in this crate alone
    fn apply(&mut self, answers: Answers, reporter: &mut Reporter<'_, Self>) {
        self.play_on(answers, reporter);
    }

    #[inline(never)] // beside the engine
    fn play(
        rules: &Arc<Self::Rules>,
        seed: MatchSeed,
        agents: &mut [Box<dyn Agent<Self>>],
        sink: &mut dyn Sink<Self>,
    ) -> Result<(), Illegal> {
        playout::play(rules, seed, agents, sink)
    }

    fn why_illegal(&self, seat: Seat, code: u8) -> Self::Reason {
        self.why(seat, code)
    }

    fn action_name(code: u8) -> String {
        Action::from_code(code).map_or_else(|| format!("use code {code}"), |action| action.to_string())
    }

    fn yaku_name(number: u32) -> &'static str {
        yaku::Yaku::of(number as u8).slug()
    }

    fn win_class(_: &ToppanRules, win: &WinRecord) -> usize {
        WinRecord::class_by(win.han.into(), &[3, 5, 8, 12, 20])
    }

    fn regular_kyoku(_: &ToppanRules) -> u32 {
        progress::TERMS
    }

    fn write_row((): &mut (), view: &View<'_>, out: &mut Rows) {
        row::write_row(view, out);
    }

    fn write_hidden(&self, _seat: Seat, out: &mut Rows) {
        oracle::write_row(self, out);
    }

    fn redeal_hidden(&mut self, seat: Seat, rng: &mut Rng) {
        self.walls = Walls::drawn(rng);
        self.history = self.view(seat).events().collect();
        self.redeal(seat, rng);
    }

    fn reshuffle_wall(&mut self, rng: &mut Rng) {
        self.walls = Walls::drawn(rng);
        let hidden = self.hidden_places();
        self.kyoku.wall.shuffle_places(hidden, rng);
    }

    fn audit(&self) -> Result<(), String> {
        self.check()
    }
}

/// For records and tests: the whole state. Agents get a [`View`].
impl Toppan {
    /// A match that starts, or continues, at this state with these walls.
    pub fn start_at(
        rules: &Arc<ToppanRules>,
        walls: Walls,
        match_state: MatchState<SEATS>,
        sink: &mut dyn Sink<Self>,
    ) -> Self {
        let mut game = Toppan::seated(rules, walls, match_state);
        game.apply(Answers::NONE, &mut Reporter::of(sink));
        game
    }

    /// Scores in half points, the dealer's term, honba.
    pub fn match_state(&self) -> &MatchState<SEATS> {
        &self.match_state
    }

    /// The tiles of a seat.
    pub fn held(&self, seat: Seat) -> &Held {
        &self.kyoku.players[seat.index()].held
    }
}
