//! Riichi mahjong: one engine for every riichi ruleset. The rules are data, and a preset is a difference.
//!
//! The modules in reading order; each uses only those before it:
//!
//! 1. [`rules`]: what can differ between rulesets, as data; [`presets`]; which rules contradict each other.
//! 2. `scoring`: what a completed hand is worth ([`yaku`], [`fu`], [`score`]) and who pays whom ([`settle`]).
//! 3. [`action`], [`nuki_tiles`], [`variant`]: what a seat can do, and how the games of this engine differ. Riichi
//!    mahjong is the variant [`Standard`]; Toutenkou is another ([`toutenkou`]). [`kernels`] has shanten and
//!    ukeire for the tiles of a variant.
//! 4. `engine`: the match as a state machine, from the deal to the final points.
//! 5. [`view`]: what one seat may see; [`danger`]: how dangerous each kind is against a seat; [`shown`]: what an open hand shows;
//!    `derived`: what follows from a view; `worth`: what a hand would be worth; `after`: what follows this kyoku if it
//!    ends in a certain way.
//! 6. `row`: the row of the table `decisions`, written from a view. `oracle`: that of the table `oracle`, which has what
//!    the view hides.
//! 7. [`planes`]: rows as tensors for networks, and compact actions.
//!
//! This file joins them as a [`Game`]. RULES.md of this crate has the clauses.

pub mod action;
mod after;
pub mod danger;
mod derived;
mod engine;
pub mod kernels;
pub mod legal;
pub mod nuki_tiles;
mod oracle;
pub mod planes;
mod row;
pub mod rules;
mod scoring;
pub mod shown;
pub mod toutenkou;
pub mod variant;
pub mod view;
mod worth;

pub use action::Action;
pub use after::{Aftermath, Outcome};
pub use danger::{DangerClass, DangerClasses};
pub use engine::{Event, Match, Offer, Riichi, RiichiState, house_rules};
pub use nuki_tiles::NukiTiles;
pub use oracle::HiddenCells;
pub use row::{RowCache, RowCells, ViewRow};
pub use rules::{RiichiRules, presets};
pub use scoring::rank_points::{placement, rank_points, rank_points_in, uma_by_place};
pub use scoring::{fu, score, settle, written_yaku, yaku};
pub use variant::{Compiled, Standard, Variant};
pub use view::{Question, View};
pub use worth::{How, Hypothesis};

use hyakuman_core::column::{Column, Rows};
use hyakuman_core::common::match_state::{MatchState, widen};
use hyakuman_core::common::reason::Reason;
use hyakuman_core::common::walls::Walls;
use hyakuman_core::game::sink::Reporter;
use hyakuman_core::game::{
    ActionCodes, ActionMask, Agent, Answers, DealIn, Game, HouseCounts, HouseRules, Illegal, KnownDeals,
    KyokuEnd, LEAD_BOUNDS, MAX_SEATS, MatchEnd, Revealed, Sink, StartState, WinRecord,
};
use hyakuman_core::{Kind, MatchSeed, Rng, Seat, SeatSet, Wall};
use std::sync::Arc;

impl<const N: usize, V: Variant> Game for Match<N, V> {
    const FAMILY: &'static str = V::FAMILY;
    const SEATS: usize = N;
    const COLUMNS: &'static [Column] = row::columns::<N, V>();
    const HIDDEN_COLUMNS: &'static [Column] = oracle::COLUMNS;
    const ACTIONS: &'static [ActionCodes] = V::ACTIONS;
    const YAKU: u32 = yaku::names_are_sound(V::YAKU_NAMES);
    const INAPPLICABLE_RATES: &'static [&'static str] = &["redraw"];
    const WIN_CLASSES: &'static [&'static str] = V::WIN_CLASSES;
    const LEADS: [i32; LEAD_BOUNDS] = V::LEADS;
    type Rules = V::Rules;
    type Event = Event;
    type RowCache = RowCache;
    type Reason = Reason;
    type View<'a> = View<'a, N, V>;

    fn start(rules: &Arc<V::Rules>, seed: MatchSeed, sink: &mut dyn Sink<Self>) -> Self {
        Match::start_at(rules, Walls::Keyed(seed), MatchState::first(V::riichi(rules).start_points), sink)
    }

    fn start_known(rules: &Arc<V::Rules>, deals: &KnownDeals, sink: &mut dyn Sink<Self>) -> Option<Self> {
        let match_state = MatchState::of_deals(deals);
        let on_table = match_state.kyotaku as i64 * V::riichi(rules).riichi_stick as i64;
        let points: i64 = match_state.scores.iter().map(|&score| i64::from(score)).sum();
        let all = N as i64 * i64::from(V::riichi(rules).start_points);
        let walls = Walls::of_deals(deals, &Wall::ordered(Self::kinds()))?;
        let is_possible = points + on_table == all && deals.kyoku < 16 && deals.honba < 1 << 16;
        is_possible.then(|| Match::start_at(rules, walls, match_state, sink))
    }

    fn start_from(
        rules: &Arc<V::Rules>,
        seed: MatchSeed,
        start: &StartState,
        sink: &mut dyn Sink<Self>,
    ) -> Result<Self, String> {
        Match::start_at_state(rules, Walls::Keyed(seed), start, sink)
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
    fn view(&self, seat: Seat) -> View<'_, N, V> {
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

    fn revealed(&self, end: &KyokuEnd<'_>) -> Revealed {
        self.revealed_at(end)
    }

    #[inline]
    fn apply(&mut self, answers: Answers, reporter: &mut Reporter<'_, Self>) {
        (Self::compiled().apply)(self, answers, reporter);
    }

    fn play(
        rules: &Arc<V::Rules>,
        seed: MatchSeed,
        agents: &mut [Box<dyn Agent<Self>>],
        sink: &mut dyn Sink<Self>,
    ) -> Result<(), Illegal> {
        (Self::compiled().play)(rules, seed, agents, sink)
    }

    fn why_illegal(&self, seat: Seat, code: u8) -> Self::Reason {
        (Self::compiled().why_illegal)(self, seat, code)
    }

    fn action_name(code: u8) -> String {
        match Action::from_code(code) {
            Some(Action::Nuki(number)) => name_of_nuki::<V>(number, code),
            Some(action) => action.to_string(),
            None => format!("use code {code}"),
        }
    }

    fn yaku_name(number: u32) -> &'static str {
        V::YAKU_NAMES[number as usize]
    }

    fn house_rules(rules: &V::Rules) -> HouseRules {
        V::riichi(rules).house()
    }

    fn house_counts(&self) -> HouseCounts {
        let mut counts = HouseCounts { wareme: self.kyoku.wareme, ..self.house.counts() };
        for seat in self.kyoku.face_up {
            counts.open_hands[seat.index()] = self.player(seat).tiles().collect();
        }
        counts
    }

    fn own_yaku(rules: &V::Rules) -> Vec<&'static str> {
        V::riichi(rules).yaku.all().iter().map(|yaku| yaku.slug).collect()
    }

    fn win_class(rules: &V::Rules, win: &WinRecord) -> usize {
        V::win_class(rules, win)
    }

    fn regular_kyoku(rules: &V::Rules) -> u32 {
        // A length of 0 winds is a single kyoku.
        (u32::from(V::riichi(rules).length_winds) * N as u32).max(1)
    }

    fn write_row(row_cache: &mut RowCache, view: &View<'_, N, V>, out: &mut Rows) {
        (Self::compiled().write_row)(row_cache, view, out);
    }

    fn write_hidden(&self, seat: Seat, out: &mut Rows) {
        (Self::compiled().write_hidden)(self, seat, out);
    }

    fn redeal_hidden(&mut self, seat: Seat, rng: &mut Rng) {
        (Self::compiled().redeal_hidden)(self, seat, rng);
    }

    fn reshuffle_wall(&mut self, rng: &mut Rng) {
        (Self::compiled().reshuffle_wall)(self, rng);
    }

    fn differ_in_rank_points_only(base: &V::Rules, other: &V::Rules) -> bool {
        scoring::rank_points::differ_in_these_only::<V>(base, other)
    }

    fn rank_points_of(rules: &V::Rules, end: &MatchEnd) -> [i32; MAX_SEATS] {
        scoring::rank_points::rank_points_of::<N, V>(rules, end)
    }

    fn audit(&self) -> Result<(), String> {
        (Self::compiled().audit)(self)
    }
}

/// The name of the action that sets aside the tile with this number; the code where the variant has no such tile.
fn name_of_nuki<V: Variant>(number: u8, code: u8) -> String {
    match V::NUKI_TILES.get(number as usize) {
        Some(tile) if tile.kind() == Kind::NORTH => "set a north aside".into(),
        Some(tile) => format!("set {tile} aside"),
        None => format!("use code {code}"),
    }
}
