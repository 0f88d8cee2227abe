//! The game loop: pending decision, view, legal actions, agent, apply.
//!
//! [`play`] plays one match with one agent per seat. A [`MatchInProgress`] is one match with the answers given so far, for
//! callers with a loop of their own: tests, and the arena, which plays many matches at a time for batched agents. The
//! same answers make the same match either way.

use crate::game::agent::{Agent, AgentSeed, Seen};
use crate::game::sink::{Reporter, Sink, ToWatchers};
use crate::game::{Answers, Deals, Game, Illegal};
use crate::{MatchSeed, Seat, SeatSet};
use std::sync::Arc;

/// Plays one match with one agent per seat.
///
/// # Errors
/// An agent chose an action that is not legal.
pub fn play<G: Game, A: Agent<G>>(
    rules: &Arc<G::Rules>,
    seed: MatchSeed,
    agents: &mut [A],
    sink: &mut dyn Sink<G>,
) -> Result<(), Illegal> {
    for (seat, agent) in Seat::all(G::SEATS).zip(&mut *agents) {
        agent.begin(rules, seat, AgentSeed { of_match: seed, seat });
    }
    if agents.iter().any(Agent::watches) {
        return play_watched(rules, seed, agents, sink);
    }
    let mut table = MatchInProgress::<G>::start(rules, seed, sink);
    let mut reporter = Reporter::of(sink);
    while let Some(seat) = table.pending().next() {
        let legal = table.game.legal(seat);
        let action = agents[seat.index()].act(&table.game.view(seat), legal);
        if !legal.has(action) {
            return Err(table.game.illegal(seat, action));
        }
        if let Some(answers) = table.take(seat, action) {
            reporter.decided(&table.game, answers);
            table.game.apply(answers, &mut reporter);
        }
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
    sink: &mut dyn Sink<G>,
) -> Result<(), Illegal> {
    let watchers: SeatSet = Seat::all(G::SEATS).filter(|seat| agents[seat.index()].watches()).collect();
    let mut table = {
        let show = &mut |seat: Seat, seen: &Seen<'_, G>| agents[seat.index()].watch(seen);
        MatchInProgress::<G>::start(rules, seed, &mut ToWatchers { watchers, show, sink })
    };
    while let Some(seat) = table.pending().next() {
        let legal = table.game.legal(seat);
        let action = agents[seat.index()].act(&table.game.view(seat), legal);
        let show = &mut |seat: Seat, seen: &Seen<'_, G>| agents[seat.index()].watch(seen);
        table.answer(seat, action, &mut ToWatchers { watchers, show, sink })?;
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
    pub fn start(rules: &Arc<G::Rules>, seed: MatchSeed, sink: &mut dyn Sink<G>) -> MatchInProgress<G> {
        Self::of(G::start(rules, seed, sink))
    }

    /// Starts a match with these deals; `None` if they are not deals of this game.
    pub fn start_with(
        rules: &Arc<G::Rules>,
        deals: &Deals,
        sink: &mut dyn Sink<G>,
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
    pub fn answer(&mut self, seat: Seat, action: u8, sink: &mut dyn Sink<G>) -> Result<(), Illegal> {
        if !self.game.legal(seat).has(action) {
            return Err(self.game.illegal(seat, action));
        }
        if let Some(answers) = self.take(seat, action) {
            let mut reporter = Reporter::of(sink);
            reporter.decided(&self.game, answers);
            self.game.apply(answers, &mut reporter);
            reporter.count();
        }
        Ok(())
    }

    /// Takes a legal answer. Returns all of them if it is the last one: the game has to move on.
    #[inline]
    fn take(&mut self, seat: Seat, action: u8) -> Option<Answers> {
        let mut answers = self.answers;
        answers.set(seat, action);
        let is_last = answers.given() == self.game.deciders();
        self.answers = if is_last { Answers::NONE } else { answers };
        is_last.then_some(answers)
    }
}
