//! The game loop: pending decision, view, legal actions, agent, apply.
//!
//! [`play`] plays one match with one agent per seat. A [`MatchInProgress`] is one match with the answers given so far, for
//! callers with a loop of their own: tests, and the arena, which plays many matches at a time for batched agents. The
//! same answers make the same match either way.

use crate::agent::{Agent, AgentSeed, Seen};
use crate::sink::{AnySink, Erased, Shown, Sink};
use crate::{Answers, Deals, Game, Illegal, StartState};
use hyakuman_core::{MatchSeed, Seat, SeatSet};
use std::sync::Arc;

/// Plays one match with one agent per seat.
///
/// # Errors
/// An agent chose an action that is not legal.
pub fn play<G: Game, A: Agent<G>>(
    rules: &Arc<G::Rules>,
    seed: MatchSeed,
    agents: &mut [A],
    sink: &mut impl Sink<G>,
) -> Result<(), Illegal> {
    for (seat, agent) in Seat::all(G::SEATS).zip(&mut *agents) {
        agent.begin(rules, seat, AgentSeed { of_match: seed, seat });
    }
    if agents.iter().any(Agent::watches) {
        return play_watched(rules, seed, agents, sink);
    }
    let mut table = MatchInProgress::<G>::start(rules, seed, sink);
    while let Some(seat) = table.pending().next() {
        let legal = table.game.legal(seat);
        let action = agents[seat.index()].act(&table.game.view(seat), legal);
        if !legal.has(action) {
            return Err(table.game.illegal(seat, action));
        }
        table.take(seat, action, sink);
    }
    Ok(())
}

/// [`play`] where agents watch the match, after they have begun. Slower: they are called for every event.
#[cold]
#[inline(never)]
fn play_watched<G: Game, A: Agent<G>>(
    rules: &Arc<G::Rules>,
    seed: MatchSeed,
    agents: &mut [A],
    sink: &mut dyn AnySink<G>,
) -> Result<(), Illegal> {
    let watchers: SeatSet = Seat::all(G::SEATS).filter(|seat| agents[seat.index()].watches()).collect();
    let mut table = {
        let show = &mut |seat: Seat, seen: &Seen<'_, G>| agents[seat.index()].watch(seen);
        MatchInProgress::<G>::start(rules, seed, &mut Erased(&mut Shown { watchers, show, sink }))
    };
    while let Some(seat) = table.pending().next() {
        let legal = table.game.legal(seat);
        let action = agents[seat.index()].act(&table.game.view(seat), legal);
        if !legal.has(action) {
            return Err(table.game.illegal(seat, action));
        }
        let show = &mut |seat: Seat, seen: &Seen<'_, G>| agents[seat.index()].watch(seen);
        table.take(seat, action, &mut Erased(&mut Shown { watchers, show, sink }));
    }
    Ok(())
}

/// One match, and the answers its deciders have given so far.
#[derive(Clone, Debug)]
pub struct MatchInProgress<G> {
    game: G,
    answers: Answers,
}

impl<G: Game> MatchInProgress<G> {
    /// Starts a match.
    pub fn start(rules: &Arc<G::Rules>, seed: MatchSeed, sink: &mut impl Sink<G>) -> MatchInProgress<G> {
        MatchInProgress { game: G::start(rules, seed, sink), answers: Answers::NONE }
    }

    /// Starts a match at this state.
    ///
    /// # Errors
    /// Those of [`Game::start_from`].
    pub fn start_from(
        rules: &Arc<G::Rules>,
        seed: MatchSeed,
        start: &StartState,
        sink: &mut impl Sink<G>,
    ) -> Result<MatchInProgress<G>, String> {
        G::start_from(rules, seed, start, sink).map(Self::of)
    }

    /// Starts a match with these deals; `None` if they are not deals of this game.
    pub fn start_with(
        rules: &Arc<G::Rules>,
        deals: &Deals,
        sink: &mut impl Sink<G>,
    ) -> Option<MatchInProgress<G>> {
        match deals {
            Deals::Keyed(seed) => Some(Self::start(rules, *seed, sink)),
            Deals::Known(known) => G::start_known(rules, known, sink).map(Self::of),
        }
    }

    /// A match already under way.
    pub fn of(game: G) -> MatchInProgress<G> {
        MatchInProgress { game, answers: Answers::NONE }
    }

    /// The game, to look at.
    #[inline]
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Who has still to answer. Empty: the match is over.
    #[inline]
    pub fn pending(&self) -> SeatSet {
        self.game.deciders().without(self.answers.given())
    }

    /// Takes the answer of a pending seat; the last one moves the game on.
    ///
    /// # Errors
    /// The action is not legal.
    #[inline]
    pub fn answer(&mut self, seat: Seat, action: u8, sink: &mut impl Sink<G>) -> Result<(), Illegal> {
        if !self.game.legal(seat).has(action) {
            return Err(self.game.illegal(seat, action));
        }
        self.take(seat, action, sink);
        Ok(())
    }

    /// Takes a legal answer.
    #[inline]
    fn take(&mut self, seat: Seat, action: u8, sink: &mut impl Sink<G>) {
        let mut answers = self.answers;
        answers.set(seat, action);
        if answers.given() == self.game.deciders() {
            self.answers = Answers::NONE;
            self.apply(answers, sink);
        } else {
            self.answers = answers;
        }
    }

    #[inline]
    fn apply<S: Sink<G>>(&mut self, answers: Answers, sink: &mut S) {
        if S::DECISIONS {
            for seat in answers.given() {
                let action = answers.get(seat).expect("given");
                sink.decision(&self.game, seat, self.game.legal(seat), action);
            }
        }
        self.game.apply(answers, sink);
    }
}
