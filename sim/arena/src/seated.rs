//! The agents at one table: who sits where in a match, and what they are shown of it.

use crate::error::Error;
use crate::lineup::Lineup;
use hyakuman_agents::Roster;
use hyakuman_core::{MatchSeed, Seat, SeatSet};
use hyakuman_game::playout::MatchInProgress;
use hyakuman_game::sink::Shown;
use hyakuman_game::{
    ActionMask, Agent, AgentFailure, AgentSeed, Game, Illegal, MAX_SEATS, Seen, Sink, StartState,
};
use std::sync::Arc;

/// The agents of a lineup that are asked one decision at a time, for one match after another.
pub struct SeatedAgents<G: Game> {
    /// By place of the lineup; `None` where decisions are made elsewhere.
    agents: Vec<Option<Box<dyn Agent<G>>>>,
    /// By seat: its place in the lineup, and the index of its agent in [`Lineup::agents`].
    seats: [(usize, usize); MAX_SEATS],
    /// Seats whose agents watch the match.
    watchers: SeatSet,
}

impl<G: Game> SeatedAgents<G> {
    /// These agents, by place of the lineup; `None` where decisions are made elsewhere.
    pub fn new(agents: Vec<Option<Box<dyn Agent<G>>>>) -> Self {
        SeatedAgents { agents, seats: [(0, 0); MAX_SEATS], watchers: SeatSet::EMPTY }
    }

    /// The scalar agents of a lineup at the places that `is_here` names.
    ///
    /// # Errors
    /// An agent cannot be made.
    pub fn of(roster: &Roster, lineup: &Lineup, is_here: impl Fn(usize) -> bool) -> Result<Self, Error> {
        let mut agents = Vec::new();
        for (place, spec) in lineup.named().iter().enumerate() {
            agents.push(if is_here(place) { roster.agent::<G>(spec)?.scalar() } else { None });
        }
        Ok(SeatedAgents::new(agents))
    }

    /// Seats the agents for the match with this number, and starts it.
    pub fn start(
        &mut self,
        rules: &Arc<G::Rules>,
        lineup: &Lineup,
        (number, seed): (u64, MatchSeed),
        sink: &mut dyn Sink<G>,
    ) -> MatchInProgress<G> {
        self.seat(rules, lineup, (number, seed));
        match self.watchers.is_empty() {
            true => MatchInProgress::start(rules, seed, sink),
            false => self.shown(sink, |sink| MatchInProgress::start(rules, seed, sink)),
        }
    }

    /// [`SeatedAgents::start`] at this state.
    ///
    /// # Errors
    /// Those of [`Game::start_from`].
    pub fn start_from(
        &mut self,
        rules: &Arc<G::Rules>,
        lineup: &Lineup,
        (number, seed): (u64, MatchSeed),
        start: &StartState,
        sink: &mut dyn Sink<G>,
    ) -> Result<MatchInProgress<G>, String> {
        self.seat(rules, lineup, (number, seed));
        match self.watchers.is_empty() {
            true => MatchInProgress::start_from(rules, seed, start, sink),
            false => self.shown(sink, |sink| MatchInProgress::start_from(rules, seed, start, sink)),
        }
    }

    /// Seats the agents for the match with this number.
    fn seat(&mut self, rules: &Arc<G::Rules>, lineup: &Lineup, (number, seed): (u64, MatchSeed)) {
        let rotation = lineup.rotation_of(number);
        self.watchers = SeatSet::EMPTY;
        for seat in Seat::all(G::SEATS) {
            let place = (seat.index() + rotation) % G::SEATS;
            self.seats[seat.index()] = (place, lineup.agent_at(seat.index(), rotation));
            if let Some(agent) = &mut self.agents[place] {
                agent.numbered(number);
                agent.begin(rules, seat, AgentSeed { of_match: seed, seat });
                if agent.watches() {
                    self.watchers.insert(seat);
                }
            }
        }
    }

    /// The place of a seat in the lineup.
    #[inline]
    pub fn place(&self, seat: Seat) -> usize {
        self.seats[seat.index()].0
    }

    /// The index of the agent of a seat in [`Lineup::agents`].
    #[inline]
    pub fn index(&self, seat: Seat) -> usize {
        self.seats[seat.index()].1
    }

    /// The agent of a seat. Panics if its decisions are made elsewhere.
    #[inline]
    pub fn agent(&mut self, seat: Seat) -> &mut dyn Agent<G> {
        let place = self.place(seat);
        &mut **self.agents[place].as_mut().expect("an agent of this table")
    }

    /// What the agent of a seat answers. Panics if its decisions are made elsewhere.
    #[inline]
    pub fn act(&mut self, seat: Seat, view: &G::View<'_>, legal: &ActionMask) -> u8 {
        self.agent(seat).act(view, legal)
    }

    /// Why the agent of a seat could not answer, if it is here and failed.
    pub fn failure(&mut self, seat: Seat) -> Option<AgentFailure> {
        let place = self.place(seat);
        self.agents[place].as_mut().and_then(|agent| agent.failure())
    }

    /// Takes the answer of a pending seat.
    ///
    /// # Errors
    /// The action is not legal.
    #[inline]
    pub fn answer(
        &mut self,
        play: &mut MatchInProgress<G>,
        seat: Seat,
        action: u8,
        sink: &mut dyn Sink<G>,
    ) -> Result<(), Illegal> {
        match self.watchers.is_empty() {
            true => play.answer(seat, action, sink),
            false => self.shown(sink, |sink| play.answer(seat, action, sink)),
        }
    }

    /// Plays on with a sink that also shows the watching agents what happens.
    #[cold]
    fn shown<T>(&mut self, sink: &mut dyn Sink<G>, play_on: impl FnOnce(&mut dyn Sink<G>) -> T) -> T {
        let SeatedAgents { agents, seats, watchers, .. } = self;
        let show = &mut |seat: Seat, seen: &Seen<'_, G>| {
            agents[seats[seat.index()].0].as_mut().expect("an agent that watches").watch(seen);
        };
        play_on(&mut Shown { watchers: *watchers, show, sink })
    }
}
