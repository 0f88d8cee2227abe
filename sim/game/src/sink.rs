//! Receivers of what happens in matches: statistics, records, logs. The engine knows none of them.

use crate::agent::Seen;
use crate::{ActionMask, Game, KyokuEnd, MatchEnd};
use hyakuman_core::{Seat, SeatSet};

/// Receives what happens in matches. Every method has an empty default, which costs nothing.
pub trait Sink<G: Game> {
    /// Whether it receives decisions. If not, the loop does not call [`Sink::decision`].
    const DECISIONS: bool = false;

    /// Whether a match under way stops, as if it were over, where its next kyoku would be dealt. A game may ignore it.
    const ONE_KYOKU: bool = false;

    /// Something happened; `event` includes hidden tiles.
    #[inline]
    fn event(&mut self, event: &G::Event) {
        let _ = event;
    }

    /// A seat has chosen `action`. `game` is in the state in which it chose.
    #[inline]
    fn decision(&mut self, game: &G, seat: Seat, legal: &ActionMask, action: u8) {
        let _ = (game, seat, legal, action);
    }

    /// A kyoku begins; every decision up to the next call belongs to it.
    #[inline]
    fn kyoku_start(&mut self) {}

    /// A kyoku has been settled.
    #[inline]
    fn kyoku_end(&mut self, end: &KyokuEnd<'_>) {
        let _ = end;
    }

    /// A kyoku has been settled; `game` is in the state in which it ended. A game calls this one.
    #[inline]
    fn settled(&mut self, game: &G, end: &KyokuEnd<'_>) {
        let _ = game;
        self.kyoku_end(end);
    }

    /// The match is over.
    #[inline]
    fn match_end(&mut self, end: &MatchEnd) {
        let _ = end;
    }
}

/// Receives nothing.
impl<G: Game> Sink<G> for () {}

/// [`Sink`] as a trait object.
///
/// The engine is compiled once for each type of sink. Where speed does not matter, all sinks share the code compiled for
/// [`Erased`].
pub trait AnySink<G: Game> {
    /// [`Sink::event`].
    fn any_event(&mut self, event: &G::Event);
    /// [`Sink::decision`].
    fn any_decision(&mut self, game: &G, seat: Seat, legal: &ActionMask, action: u8);
    /// [`Sink::kyoku_start`].
    fn any_kyoku_start(&mut self);
    /// [`Sink::settled`].
    fn any_settled(&mut self, game: &G, end: &KyokuEnd<'_>);
    /// [`Sink::match_end`].
    fn any_match_end(&mut self, end: &MatchEnd);
}

impl<G: Game, S: Sink<G>> AnySink<G> for S {
    fn any_event(&mut self, event: &G::Event) {
        self.event(event);
    }

    fn any_decision(&mut self, game: &G, seat: Seat, legal: &ActionMask, action: u8) {
        self.decision(game, seat, legal, action);
    }

    fn any_kyoku_start(&mut self) {
        self.kyoku_start();
    }

    fn any_settled(&mut self, game: &G, end: &KyokuEnd<'_>) {
        self.settled(game, end);
    }

    fn any_match_end(&mut self, end: &MatchEnd) {
        self.match_end(end);
    }
}

/// A sink of any type.
pub struct Erased<'a, G>(pub &'a mut dyn AnySink<G>);

impl<G: Game> Sink<G> for Erased<'_, G> {
    const DECISIONS: bool = true;

    fn event(&mut self, event: &G::Event) {
        self.0.any_event(event);
    }

    fn decision(&mut self, game: &G, seat: Seat, legal: &ActionMask, action: u8) {
        self.0.any_decision(game, seat, legal, action);
    }

    fn kyoku_start(&mut self) {
        self.0.any_kyoku_start();
    }

    fn settled(&mut self, game: &G, end: &KyokuEnd<'_>) {
        self.0.any_settled(game, end);
    }

    fn match_end(&mut self, end: &MatchEnd) {
        self.0.any_match_end(end);
    }
}

/// Shows watching agents what happens, as each of them may see it, and passes everything on to another sink.
pub struct Shown<'a, G: Game> {
    /// The seats whose agents watch ([`crate::Agent::watches`]).
    pub watchers: SeatSet,
    /// Shows something to the agent of a seat.
    pub show: &'a mut dyn FnMut(Seat, &Seen<'_, G>),
    /// Receives everything.
    pub sink: &'a mut dyn AnySink<G>,
}

impl<G: Game> Sink<G> for Shown<'_, G> {
    const DECISIONS: bool = true;

    fn event(&mut self, event: &G::Event) {
        for seat in self.watchers {
            (self.show)(seat, &Seen::Event(G::seen_by(event, seat)));
        }
        self.sink.any_event(event);
    }

    fn decision(&mut self, game: &G, seat: Seat, legal: &ActionMask, action: u8) {
        self.sink.any_decision(game, seat, legal, action);
    }

    fn kyoku_start(&mut self) {
        self.sink.any_kyoku_start();
    }

    fn settled(&mut self, game: &G, end: &KyokuEnd<'_>) {
        let revealed = game.revealed(end);
        for seat in self.watchers {
            (self.show)(seat, &Seen::KyokuEnd(end, &revealed));
        }
        self.sink.any_settled(game, end);
    }

    fn match_end(&mut self, end: &MatchEnd) {
        for seat in self.watchers {
            (self.show)(seat, &Seen::MatchEnd(end));
        }
        self.sink.any_match_end(end);
    }
}

/// A sink that outlives the match.
impl<G: Game, S: Sink<G>> Sink<G> for &mut S {
    const DECISIONS: bool = S::DECISIONS;
    const ONE_KYOKU: bool = S::ONE_KYOKU;

    #[inline]
    fn event(&mut self, event: &G::Event) {
        (**self).event(event);
    }

    #[inline]
    fn decision(&mut self, game: &G, seat: Seat, legal: &ActionMask, action: u8) {
        (**self).decision(game, seat, legal, action);
    }

    #[inline]
    fn kyoku_start(&mut self) {
        (**self).kyoku_start();
    }

    #[inline]
    fn settled(&mut self, game: &G, end: &KyokuEnd<'_>) {
        (**self).settled(game, end);
    }

    #[inline]
    fn match_end(&mut self, end: &MatchEnd) {
        (**self).match_end(end);
    }
}

/// Two sinks at once.
impl<G: Game, A: Sink<G>, B: Sink<G>> Sink<G> for (A, B) {
    const DECISIONS: bool = A::DECISIONS || B::DECISIONS;
    const ONE_KYOKU: bool = A::ONE_KYOKU || B::ONE_KYOKU;

    #[inline]
    fn event(&mut self, event: &G::Event) {
        self.0.event(event);
        self.1.event(event);
    }

    #[inline]
    fn decision(&mut self, game: &G, seat: Seat, legal: &ActionMask, action: u8) {
        self.0.decision(game, seat, legal, action);
        self.1.decision(game, seat, legal, action);
    }

    #[inline]
    fn kyoku_start(&mut self) {
        self.0.kyoku_start();
        self.1.kyoku_start();
    }

    #[inline]
    fn settled(&mut self, game: &G, end: &KyokuEnd<'_>) {
        self.0.settled(game, end);
        self.1.settled(game, end);
    }

    #[inline]
    fn match_end(&mut self, end: &MatchEnd) {
        self.0.match_end(end);
        self.1.match_end(end);
    }
}
