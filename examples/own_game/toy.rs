//! A family of its own: the smallest that meets the contract. Three seats are dealt two tiles each and
//! show one of them at the same time; the highest kind wins the stake of each other seat, and nobody if two are equal.
//!
//! The steps are those of "A family" in CONTRIBUTING.md: rules and presets, state, actions, view, rows, `impl Game`.

use hyakuman::common::match_state::{MatchState, placement, widen};
use hyakuman::common::walls::Walls;
use hyakuman::core::column::{CellType, ChangeRate, Column, Rows};
use hyakuman::core::{Kind, KindSet, MatchSeed, Rng, Seat, SeatSet, Wall};
use hyakuman::game::ruleset::{FieldDoc, Limit, Preset, Ruleset, Warning};
use hyakuman::game::sink::Reporter;
use hyakuman::game::{
    ActionCodes, ActionMask, Answers, EndReason, Game, KyokuEnd, KyokuResult, LEAD_BOUNDS, MAX_SEATS,
    MatchEnd, Sink, WinRecord, rule_fields,
};
use std::sync::Arc;

const SEATS: usize = 3;
const HELD: usize = 2;

rule_fields! {
    /// Every rule.
    ToyRules FIELDS of ToyRules, r {
        /// Points that each other seat pays. T-1
        stake: i32 = 10; "a whole number from 1 to 1000"; fits (1..=1_000).contains(&r.stake); idle [],
        /// How often everybody is dealer. T-2
        rounds: u8 = 2; "a whole number from 1 to 8"; fits (1..=8).contains(&r.rounds); idle [],
    }
}

impl Ruleset for ToyRules {
    const FAMILY: &'static str = "toy";
    const FIELDS: &'static [FieldDoc] = FIELDS;
    const PRESETS: &'static [Preset<ToyRules>] =
        &[Preset { id: "toy", title: "The highest tile", about: "", base: None, rules: || ToyRules::FIRST }];
    const WARNINGS: &'static [Warning<ToyRules>] = ToyRules::IDLE;
    const LIMITS: &'static [Limit<ToyRules>] = ToyRules::DEMANDS;
}

/// Something that happened.
#[expect(dead_code, reason = "for whoever watches a match")]
#[derive(Clone, Copy, Debug)]
pub(crate) enum Event {
    /// A seat has these tiles, hidden from the others.
    Deal(Seat, [Option<Kind>; HELD]),
    /// A seat shows a tile.
    Show(Seat, Kind),
}

/// A match.
#[derive(Clone)]
pub(crate) struct Toy {
    rules: Arc<ToyRules>,
    walls: Walls,
    wall: Wall,
    match_state: MatchState<SEATS>,
    hands: [[Kind; HELD]; SEATS],
    deciders: SeatSet,
    legal: [ActionMask; SEATS],
    events: Vec<Event>,
}

/// What one seat may see.
pub(crate) struct View<'a> {
    game: &'a Toy,
    seat: Seat,
}

impl View<'_> {
    /// Its tiles.
    pub(crate) fn hand(&self) -> [Kind; HELD] {
        self.game.hands[self.seat.index()]
    }
}

impl Toy {
    /// Deals until a seat has a choice: two different tiles.
    fn deal(&mut self, reporter: &mut Reporter<'_, Self>) {
        while self.match_state.kyoku < Toy::regular_kyoku(&self.rules) {
            reporter.catch_up(&self.events);
            self.events.clear();
            reporter.kyoku_start();
            self.match_state.deals += 1;
            self.wall = self.walls.wall(&Wall::ordered(KindSet::ALL), &self.match_state);
            self.take_hands();
            self.events
                .extend(Seat::all(SEATS).map(|seat| Event::Deal(seat, self.hands[seat.index()].map(Some))));
            if !self.deciders.is_empty() {
                return reporter.catch_up(&self.events);
            }
            self.settle(Answers::NONE, reporter);
        }
        self.finish(reporter);
    }

    /// The hands from the front of the wall, and who has to choose.
    fn take_hands(&mut self) {
        for seat in Seat::all(SEATS) {
            let at = seat.index();
            self.hands[at] = std::array::from_fn(|i| Kind::of(self.wall.ids()[HELD * at + i] / 4));
            self.legal[at] = ActionMask::EMPTY;
            self.hands[at].iter().for_each(|kind| self.legal[at].insert(kind.code()));
        }
        self.deciders = Seat::all(SEATS).filter(|seat| self.legal[seat.index()].len() > 1).collect();
    }

    /// The shown tiles are compared and paid.
    fn settle(&mut self, answers: Answers, reporter: &mut Reporter<'_, Self>) {
        let shown: [u8; SEATS] =
            std::array::from_fn(|at| answers.get(Seat::new(at as u8)).unwrap_or(self.hands[at][0].code()));
        self.events.extend(Seat::all(SEATS).map(|seat| Event::Show(seat, Kind::of(shown[seat.index()]))));
        let best = *shown.iter().max().expect("three seats");
        let before = self.match_state.scores;
        let mut wins = Vec::new();
        if shown.iter().filter(|&&code| code == best).count() == 1 {
            let winner = Seat::all(SEATS).find(|seat| shown[seat.index()] == best).expect("one of them");
            wins.push(self.pay(winner, best));
        }
        let result = if wins.is_empty() { KyokuResult::Exhaustive } else { KyokuResult::Win };
        let end = KyokuEnd {
            result,
            wins: &wins,
            draws: (SEATS * HELD) as u32,
            ..self.match_state.settled(&before)
        };
        reporter.settled(self, &end);
        self.deciders = SeatSet::EMPTY;
        self.match_state.kyoku += 1;
    }

    fn pay(&mut self, winner: Seat, tile: u8) -> WinRecord {
        let stake = self.rules.stake;
        let deltas: [i32; SEATS] =
            std::array::from_fn(|at| if at == winner.index() { stake * (SEATS as i32 - 1) } else { -stake });
        self.match_state.scores.iter_mut().zip(deltas).for_each(|(score, delta)| *score += delta);
        let (points, deltas) = (deltas[winner.index()], widen(&deltas));
        WinRecord { tile, han: 1, yaku: 1, points, deltas, ..WinRecord::of(winner) }
    }

    fn finish(&mut self, reporter: &mut Reporter<'_, Self>) {
        let scores = self.match_state.scores;
        reporter.match_end(
            self,
            &MatchEnd {
                scores: widen(&scores),
                placement: placement(&scores, |a, b| a < b),
                rank_points: widen(&scores.map(|score| score * 1_000)),
                reason: EndReason::Played,
                kyoku: self.match_state.deals,
            },
        );
    }
}

impl Game for Toy {
    const FAMILY: &'static str = "toy";
    const SEATS: usize = SEATS;
    const COLUMNS: &'static [Column] = &[
        Column::new("kyoku", CellType::U8, ChangeRate::Rarely, "count", "place in the match"),
        Column::new("hand", CellType::Bytes(HELD as u16), ChangeRate::Often, "tile", "its two tiles").own(),
    ];
    const HIDDEN_COLUMNS: &'static [Column] =
        &[Column::new("hands", CellType::Bytes(6), ChangeRate::Often, "tile", "two tiles for each seat")
            .hidden()];
    const ACTIONS: &'static [ActionCodes] = &[ActionCodes::range(0, 33, "show a tile of this kind")];
    const YAKU: u32 = 1;
    const WIN_CLASSES: &'static [&'static str] = &["win"];
    const LEADS: [i32; LEAD_BOUNDS] = [10, 20, 40, 80];
    type Rules = ToyRules;
    type Event = Event;
    type RowCache = ();
    type Reason = &'static str;
    type View<'a> = View<'a>;

    fn start(rules: &Arc<ToyRules>, seed: MatchSeed, sink: &mut dyn Sink<Self>) -> Self {
        let mut game = Toy {
            rules: Arc::clone(rules),
            walls: Walls::Keyed(seed),
            wall: Wall::ordered(KindSet::ALL),
            match_state: MatchState::first(0),
            hands: [[Kind::of(0); HELD]; SEATS],
            deciders: SeatSet::EMPTY,
            legal: [ActionMask::EMPTY; SEATS],
            events: Vec::new(),
        };
        game.deal(&mut Reporter::of(sink));
        game
    }

    fn deciders(&self) -> SeatSet {
        self.deciders
    }

    fn scores(&self) -> [i32; MAX_SEATS] {
        widen(&self.match_state.scores)
    }

    fn legal(&self, seat: Seat) -> &ActionMask {
        if self.deciders.has(seat) { &self.legal[seat.index()] } else { ActionMask::NOTHING }
    }

    fn view(&self, seat: Seat) -> View<'_> {
        View { game: self, seat }
    }

    fn events(&self) -> &[Event] {
        &self.events
    }

    fn seen_by(event: &Event, seat: Seat) -> Event {
        match *event {
            Event::Deal(whose, _) if whose != seat => Event::Deal(whose, [None; HELD]),
            event => event,
        }
    }

    fn apply(&mut self, answers: Answers, reporter: &mut Reporter<'_, Self>) {
        reporter.move_on(&self.events);
        self.settle(answers, reporter);
        self.deal(reporter);
    }

    fn why_illegal(&self, _: Seat, _: u8) -> &'static str {
        "the seat does not hold that tile"
    }

    fn action_name(code: u8) -> String {
        format!("show {code}")
    }

    fn yaku_name(_: u32) -> &'static str {
        "highest"
    }

    fn win_class(_: &ToyRules, _: &WinRecord) -> usize {
        0
    }

    fn regular_kyoku(rules: &ToyRules) -> u32 {
        u32::from(rules.rounds) * SEATS as u32
    }

    fn write_row(_: &mut (), view: &View<'_>, out: &mut Rows) {
        out.u8(view.game.match_state.kyoku as u8);
        out.bytes(&view.hand().map(Kind::code));
    }

    fn write_hidden(&self, _: Seat, out: &mut Rows) {
        let tiles: [u8; SEATS * HELD] = std::array::from_fn(|i| self.hands[i / HELD][i % HELD].code());
        out.bytes(&tiles);
    }

    fn redeal_hidden(&mut self, seat: Seat, rng: &mut Rng) {
        self.events.iter_mut().for_each(|event| *event = Toy::seen_by(event, seat));
        self.walls = Walls::drawn(rng);
        let own = HELD * seat.index()..HELD * (seat.index() + 1);
        let mut ids = self.wall.ids().to_vec();
        let kept: Vec<u8> = ids.drain(own.clone()).collect();
        rng.shuffle(&mut ids);
        ids.splice(own.start..own.start, kept);
        self.wall = Wall::with_places(&ids);
        self.take_hands();
    }

    fn reshuffle_wall(&mut self, rng: &mut Rng) {
        self.walls = Walls::drawn(rng);
        self.wall.shuffle_places(SEATS * HELD..self.wall.len(), rng);
    }

    fn audit(&self) -> Result<(), String> {
        self.match_state.check_sum(0, 0, Self::SCORE_UNIT)
    }
}
