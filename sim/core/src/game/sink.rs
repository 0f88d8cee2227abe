//! Receivers of what happens in matches: statistics, records, logs. The engine knows none of them: it reports to a [`Reporter`].

use crate::game::agent::Seen;
use crate::game::{ActionMask, Answers, Game, KyokuEnd, MAX_SEATS, MatchEnd};
use crate::{Seat, SeatSet};

/// Receives what happens in matches. Every method has an empty default.
pub trait Sink<G: Game> {
    /// What it needs besides starts and ends; it may receive more. A sink that needs less than all says so: matches are played faster.
    fn wants(&self) -> Wants {
        Wants::ALL
    }

    /// Something happened; `event` includes hidden tiles.
    fn event(&mut self, event: &G::Event) {
        let _ = event;
    }

    /// A seat has chosen `action`. `game` is in the state in which it chose.
    fn decision(&mut self, game: &G, seat: Seat, legal: &ActionMask, action: u8) {
        let _ = (game, seat, legal, action);
    }

    /// So many decisions have been made by each seat since the last call; comes before the end of the match at the latest.
    fn decided(&mut self, decisions: &[u32; MAX_SEATS]) {
        let _ = decisions;
    }

    /// A kyoku begins; every decision up to the next call belongs to it.
    fn kyoku_start(&mut self) {}

    /// A kyoku has been settled.
    fn kyoku_end(&mut self, end: &KyokuEnd<'_>) {
        let _ = end;
    }

    /// A kyoku has been settled; `game` is in the state in which it ended. Calls [`Sink::kyoku_end`] if it is not implemented.
    fn settled(&mut self, game: &G, end: &KyokuEnd<'_>) {
        let _ = game;
        self.kyoku_end(end);
    }

    /// The match is over.
    fn match_end(&mut self, end: &MatchEnd) {
        let _ = end;
    }
}

/// What a sink needs besides starts and ends. It is the same as long as the sink lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wants {
    /// Whether it receives events ([`Sink::event`]).
    pub events: bool,
    /// Whether it receives decisions ([`Sink::decision`]).
    pub decisions: bool,
    /// Whether it receives the numbers of decisions ([`Sink::decided`]).
    pub counts: bool,
    /// Whether another kyoku is dealt after the one under way. If not, the match stops there as if it were over; a game may ignore it.
    pub next_kyoku: bool,
}

impl Wants {
    /// Everything.
    pub const ALL: Wants = Wants { events: true, decisions: true, counts: true, next_kyoku: true };
    /// Only starts and ends.
    pub const ENDS: Wants = Wants { events: false, decisions: false, counts: false, next_kyoku: true };
    /// Decisions, starts and ends.
    pub const DECISIONS: Wants = Wants { decisions: true, ..Wants::ENDS };
    /// Numbers of decisions, starts and ends.
    pub const COUNTS: Wants = Wants { counts: true, ..Wants::ENDS };
    /// Events, starts and ends.
    pub const EVENTS: Wants = Wants { events: true, ..Wants::ENDS };
}

/// Receives nothing.
impl<G: Game> Sink<G> for () {
    fn wants(&self) -> Wants {
        Wants::ENDS
    }
}

/// What a game reports to: any sink, behind one type, so that an engine is compiled once.
///
/// A game keeps the events of a kyoku ([`Game::events`]) and does not report them one by one: those that are new are passed on before
/// anything else is, before the game forgets them, and when it stops. A call for each event would cost a random hanchan 5 %.
pub struct Reporter<'a, G: Game> {
    sink: &'a mut dyn Sink<G>,
    wants: Wants,
    /// Number of events of the kyoku that the sink has received.
    passed: usize,
    /// By seat: decisions of which the sink does not know.
    decisions: [u32; MAX_SEATS],
}

impl<'a, G: Game> Reporter<'a, G> {
    /// Reports to this sink.
    #[inline]
    pub fn of(sink: &'a mut dyn Sink<G>) -> Self {
        let wants = sink.wants();
        Reporter { sink, wants, passed: 0, decisions: [0; MAX_SEATS] }
    }

    /// A game moves on; these events of the kyoku are known.
    #[inline]
    pub fn move_on(&mut self, events: &[G::Event]) {
        self.passed = events.len();
    }

    /// The deciders have chosen, and the game has not moved on yet.
    #[inline]
    pub fn decided(&mut self, game: &G, answers: Answers) {
        if self.wants.counts {
            answers.given().for_each(|seat| self.decisions[seat.index()] += 1);
        }
        if self.wants.decisions {
            self.pass_on_decisions(game, answers);
        }
    }

    #[inline(never)]
    fn pass_on_decisions(&mut self, game: &G, answers: Answers) {
        for seat in answers.given() {
            self.sink.decision(game, seat, game.legal(seat), answers.code(seat));
        }
    }

    /// Passes on the numbers of decisions.
    #[inline]
    pub fn count(&mut self) {
        if self.wants.counts {
            self.sink.decided(&std::mem::take(&mut self.decisions));
        }
    }

    /// [`Wants::next_kyoku`].
    #[inline]
    pub fn wants_next_kyoku(&self) -> bool {
        self.wants.next_kyoku
    }

    /// Passes on the events of the kyoku that are new.
    #[inline]
    pub fn catch_up(&mut self, events: &[G::Event]) {
        if self.wants.events {
            self.pass_on(events);
        }
    }

    #[inline(never)]
    fn pass_on(&mut self, events: &[G::Event]) {
        events[self.passed..].iter().for_each(|event| self.sink.event(event));
        self.passed = events.len();
    }

    /// A kyoku begins, which has no event yet.
    pub fn kyoku_start(&mut self) {
        self.passed = 0;
        self.sink.kyoku_start();
    }

    /// A kyoku has been settled.
    pub fn settled(&mut self, game: &G, end: &KyokuEnd<'_>) {
        self.catch_up(game.events());
        self.sink.settled(game, end);
    }

    /// The match is over.
    pub fn match_end(&mut self, game: &G, end: &MatchEnd) {
        self.catch_up(game.events());
        self.count();
        self.sink.match_end(end);
    }
}

/// Two sinks at once.
pub struct Both<'a, G> {
    sinks: [&'a mut dyn Sink<G>; 2],
    /// What each of them wants.
    wants: [Wants; 2],
}

impl<'a, G: Game> Both<'a, G> {
    /// These; the first one receives everything first.
    pub fn new(first: &'a mut dyn Sink<G>, second: &'a mut dyn Sink<G>) -> Self {
        let wants = [first.wants(), second.wants()];
        Both { sinks: [first, second], wants }
    }
}

impl<G: Game> Sink<G> for Both<'_, G> {
    fn wants(&self) -> Wants {
        let [one, other] = self.wants;
        Wants {
            events: one.events || other.events,
            decisions: one.decisions || other.decisions,
            counts: one.counts || other.counts,
            next_kyoku: one.next_kyoku && other.next_kyoku,
        }
    }

    fn event(&mut self, event: &G::Event) {
        self.sinks.iter_mut().for_each(|sink| sink.event(event));
    }

    fn decision(&mut self, game: &G, seat: Seat, legal: &ActionMask, action: u8) {
        let [first, second] = &mut self.sinks;
        if self.wants[0].decisions {
            first.decision(game, seat, legal, action);
        }
        if self.wants[1].decisions {
            second.decision(game, seat, legal, action);
        }
    }

    fn decided(&mut self, decisions: &[u32; MAX_SEATS]) {
        self.sinks.iter_mut().for_each(|sink| sink.decided(decisions));
    }

    fn kyoku_start(&mut self) {
        self.sinks.iter_mut().for_each(|sink| sink.kyoku_start());
    }

    fn settled(&mut self, game: &G, end: &KyokuEnd<'_>) {
        self.sinks.iter_mut().for_each(|sink| sink.settled(game, end));
    }

    fn match_end(&mut self, end: &MatchEnd) {
        self.sinks.iter_mut().for_each(|sink| sink.match_end(end));
    }
}

/// Shows watching agents what happens, as each of them may see it, and passes everything on to another sink.
pub struct ToWatchers<'a, G: Game> {
    /// The seats whose agents watch ([`crate::game::Agent::watches`]).
    pub watchers: SeatSet,
    /// Shows something to the agent of a seat.
    pub show: &'a mut dyn FnMut(Seat, &Seen<'_, G>),
    /// Receives everything.
    pub sink: &'a mut dyn Sink<G>,
}

impl<G: Game> Sink<G> for ToWatchers<'_, G> {
    fn wants(&self) -> Wants {
        Wants { events: true, ..self.sink.wants() }
    }

    fn event(&mut self, event: &G::Event) {
        for seat in self.watchers {
            (self.show)(seat, &Seen::Event(G::seen_by(event, seat)));
        }
        self.sink.event(event);
    }

    fn decision(&mut self, game: &G, seat: Seat, legal: &ActionMask, action: u8) {
        self.sink.decision(game, seat, legal, action);
    }

    fn decided(&mut self, decisions: &[u32; MAX_SEATS]) {
        self.sink.decided(decisions);
    }

    fn kyoku_start(&mut self) {
        self.sink.kyoku_start();
    }

    fn settled(&mut self, game: &G, end: &KyokuEnd<'_>) {
        let revealed = game.revealed(end);
        for seat in self.watchers {
            (self.show)(seat, &Seen::KyokuEnd(end, &revealed));
        }
        self.sink.settled(game, end);
    }

    fn match_end(&mut self, end: &MatchEnd) {
        for seat in self.watchers {
            (self.show)(seat, &Seen::MatchEnd(end));
        }
        self.sink.match_end(end);
    }
}
