//! Yangzhou mahjong (揚州の麻雀): the fan of a hand are added up, and a win needs a minimum of them.
//!
//! Reading order: [`rules`] and [`presets`]; [`fan`], [`score`] and [`settle`] (the value of a hand and payments); `state`;
//! then the course of a kyoku: `deal` (wall, draw), `legal` (legal actions), `apply` (the actions), `resolve` (claims of the
//! others), `end` (payments), `progress` (next kyoku, end of the match); [`view`] (what an agent sees) and `row` (the
//! decision row). RULES.md in this folder has the clauses.

pub mod action;
mod apply;
mod deal;
mod end;
pub mod fan;
mod illegal;
pub mod kernels;
mod legal;
mod oracle;
pub mod presets;
mod progress;
mod redeal;
mod resolve;
mod row;
pub mod rules;
mod runs;
pub mod score;
pub mod settle;
mod state;
pub mod view;

pub use action::Action;
pub use row::RowCache;
pub use rules::YangzhouRules;
pub use state::{Event, Offer, Yangzhou};
pub use view::{Question, View};

use hyakuman_core::column::{Column, Rows};
use hyakuman_core::common::match_state::{MatchState, widen};
use hyakuman_core::common::reason::Reason;
use hyakuman_core::common::walls::Walls;
use hyakuman_core::game::sink::Reporter;
use hyakuman_core::game::{
    ActionCodes, ActionMask, Agent, Answers, DealIn, Game, Illegal, KnownDeals, LEAD_BOUNDS, MAX_SEATS, Sink,
    WinRecord, playout,
};
use hyakuman_core::{Hand, Kind, KindSet, MatchSeed, Rng, Seat, SeatSet, Wall};
use state::SEATS;
use std::sync::Arc;

impl Game for Yangzhou {
    const FAMILY: &'static str = "yangzhou";
    const SEATS: usize = SEATS;
    const COLUMNS: &'static [Column] = row::COLUMNS;
    const HIDDEN_COLUMNS: &'static [Column] = oracle::COLUMNS;
    const ACTIONS: &'static [ActionCodes] = action::ACTIONS;
    const YAKU: u32 = fan::Fan::COUNT as u32;
    const INAPPLICABLE_RATES: &'static [&'static str] = &[
        "riichi",
        "riichi_declared",
        "nagashi",
        "kyuushu",
        "suufon",
        "suucha",
        "suukan",
        "sanchahou",
        "redraw",
        // Everybody starts at 0, nobody can go bust, and the length is fixed.
        "below_zero",
        "riichi_win",
        "riichi_points",
        "extension",
        "extension_kyoku",
        "end_played",
        "end_sudden_death",
        "end_bust",
        "end_reached",
        "end_stopped",
    ];
    const WIN_CLASSES: &'static [&'static str] = &[
        "below_13_fan",
        "13_to_17_fan",
        "18_to_23_fan",
        "24_to_31_fan",
        "32_to_47_fan",
        "48_to_63_fan",
        "from_64_fan",
    ];
    const LEADS: [i32; LEAD_BOUNDS] = [20, 40, 80, 160];
    type Rules = YangzhouRules;
    type Event = Event;
    type RowCache = RowCache;
    type Reason = Reason;
    type View<'a> = View<'a>;

    fn start(rules: &Arc<YangzhouRules>, seed: MatchSeed, sink: &mut dyn Sink<Self>) -> Self {
        Yangzhou::start_at(rules, Walls::Keyed(seed), MatchState::first(rules.start), sink)
    }

    fn start_known(
        rules: &Arc<YangzhouRules>,
        deals: &KnownDeals,
        sink: &mut dyn Sink<Self>,
    ) -> Option<Self> {
        let walls = Walls::of_deals(deals, &Wall::ordered(KindSet::ALL))?;
        let first = MatchState::first(rules.start);
        (MatchState::of_deals(deals) == first).then(|| Yangzhou::start_at(rules, walls, first, sink))
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
        if self.deciders.has(seat) { &self.legal[seat.index()] } else { ActionMask::NOTHING }
    }

    #[inline]
    fn view(&self, seat: Seat) -> View<'_> {
        View::new(self, seat)
    }

    fn deal_in(event: &Event) -> Option<DealIn> {
        match *event {
            Event::Draw { .. } => Some(DealIn::NoMore),
            Event::Win { from, .. } => from.map(DealIn::By),
            _ => None,
        }
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
        fan::Fan::of(number as u8).slug()
    }

    fn win_class(_: &YangzhouRules, win: &WinRecord) -> usize {
        WinRecord::class_by(win.points, &[13, 18, 24, 32, 48, 64])
    }

    fn regular_kyoku(rules: &YangzhouRules) -> u32 {
        u32::from(rules.rotations) * SEATS as u32
    }

    fn write_row(row_cache: &mut RowCache, view: &View<'_>, out: &mut Rows) {
        row::write_row(row_cache, view, out);
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
        let undrawn = self.undrawn();
        self.kyoku.wall.shuffle_places(undrawn, rng);
    }

    fn audit(&self) -> Result<(), String> {
        self.check()
    }
}

/// For records and tests: the whole state. Agents get a [`View`].
impl Yangzhou {
    /// A match that starts, or continues, at this state with these walls.
    pub fn start_at(
        rules: &Arc<YangzhouRules>,
        walls: Walls,
        match_state: MatchState<SEATS>,
        sink: &mut dyn Sink<Self>,
    ) -> Self {
        let mut game = Yangzhou::seated(rules, walls, match_state);
        game.apply(Answers::NONE, &mut Reporter::of(sink));
        game
    }

    /// Scores and kyoku.
    pub fn match_state(&self) -> &MatchState<SEATS> {
        &self.match_state
    }

    /// The concealed tiles of a seat, without the one just drawn.
    pub fn hand(&self, seat: Seat) -> &Hand {
        &self.player(seat).hand
    }

    /// The seat on turn and the tile it has just drawn.
    pub fn turn(&self) -> (Seat, Option<Kind>) {
        (self.kyoku.turn, self.kyoku.drawn)
    }
}
