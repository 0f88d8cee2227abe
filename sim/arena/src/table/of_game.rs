//! A table of one game: who sits where, the match that is played there, and what the agents are shown of it.

use crate::error::Error;
use crate::lineup::{Lineup, Seating};
use crate::queue::Queue;
use hyakuman_agents::Roster;
use hyakuman_core::game::playout::MatchInProgress;
use hyakuman_core::game::sink::ToWatchers;
use hyakuman_core::game::{
    Agent, AgentFailure, AgentSeed, Deals, Decision, Game, Illegal, MAX_SEATS, Seen, Sink, StartState,
};
use hyakuman_core::{MatchSeed, Seat, SeatSet};
use std::sync::Arc;

/// The agents of a table by place; `None` where decisions are made elsewhere: by a batched agent, a learner, a person.
pub type Agents<G> = Vec<Option<Box<dyn Agent<G>>>>;

/// The agents at a table, and one match after another that they play.
pub struct TableOf<G: Game> {
    agents: Agents<G>,
    /// Seats whose agents watch the match.
    watchers: SeatSet,
    /// By seat: its place, and the index of its agent in [`Lineup::agents`].
    seats: [(usize, usize); MAX_SEATS],
    seed: MatchSeed,
    /// `None` before the first match.
    play: Option<MatchInProgress<G>>,
    /// Seats of which the caller has to answer a pending decision.
    asked: SeatSet,
    /// Seats that wait for the answer of a batched agent.
    waiting: SeatSet,
    /// By seat: decisions made elsewhere so far.
    steps: [u32; MAX_SEATS],
    /// Answers of all seats so far.
    answers: u32,
}

/// No agent at any place.
pub fn no_agents<G: Game>() -> Agents<G> {
    (0..G::SEATS).map(|_| None).collect()
}

/// The scalar agents of a lineup at the places that `is_here` names.
///
/// # Errors
/// An agent cannot be made.
pub fn scalar_agents<G: Game>(
    roster: &Roster,
    lineup: &Lineup,
    is_here: impl Fn(usize) -> bool,
) -> Result<Agents<G>, Error> {
    let mut agents = Vec::new();
    for (place, spec) in lineup.named().iter().enumerate() {
        agents.push(if is_here(place) { roster.agent::<G>(spec)?.scalar() } else { None });
    }
    Ok(agents)
}

impl<G: Game> TableOf<G> {
    /// A table with these agents, before its first match.
    pub fn new(agents: Agents<G>) -> Self {
        TableOf {
            agents,
            watchers: SeatSet::EMPTY,
            seats: [(0, 0); MAX_SEATS],
            seed: MatchSeed { seed: 0, number: 0 },
            play: None,
            asked: SeatSet::EMPTY,
            waiting: SeatSet::EMPTY,
            steps: [0; MAX_SEATS],
            answers: 0,
        }
    }

    /// The same match, at a table without agents.
    pub(super) fn without_agents(&self) -> Self {
        let mut table = TableOf::new(no_agents());
        (table.seats, table.seed, table.play) = (self.seats, self.seed, self.play.clone());
        (table.steps, table.answers) = (self.steps, self.answers);
        table
    }

    /// The match goes on at another position; answers to the present decisions are taken back.
    pub(super) fn go_on_at(&mut self, game: G) {
        self.answers -= self.game().deciders().without(self.pending()).len();
        (self.asked, self.waiting) = (SeatSet::EMPTY, SeatSet::EMPTY);
        self.play = Some(MatchInProgress::of(game));
    }

    /// Others sit down for the next match.
    pub fn set_agents(&mut self, agents: Agents<G>) {
        self.agents = agents;
    }

    /// Seats the agents for a match and starts it.
    pub fn start(&mut self, rules: &Arc<G::Rules>, seating: &Seating, sink: &mut dyn Sink<G>) {
        self.seat(rules, seating);
        let seed = self.seed;
        self.play = Some(self.shown(sink, |sink| MatchInProgress::start(rules, seed, sink)));
    }

    /// [`TableOf::start`] at this state.
    ///
    /// # Errors
    /// Those of [`Game::start_from`].
    pub fn start_from(
        &mut self,
        rules: &Arc<G::Rules>,
        seating: &Seating,
        start: &StartState,
        sink: &mut dyn Sink<G>,
    ) -> Result<(), String> {
        self.seat(rules, seating);
        let seed = self.seed;
        self.play =
            Some(self.shown(sink, |sink| G::start_from(rules, seed, start, sink).map(MatchInProgress::of))?);
        Ok(())
    }

    /// [`TableOf::start`] with these deals; false if they are not deals of this game.
    pub fn start_with(
        &mut self,
        rules: &Arc<G::Rules>,
        seating: &Seating,
        deals: &Deals,
        sink: &mut dyn Sink<G>,
    ) -> bool {
        self.seat(rules, seating);
        self.play = self.shown(sink, |sink| MatchInProgress::start_with(rules, deals, sink));
        self.play.is_some()
    }

    /// Seats the agents.
    fn seat(&mut self, rules: &Arc<G::Rules>, seating: &Seating) {
        let Seating { id, rotation } = seating;
        (self.seed, self.steps, self.watchers) = (id.seed, [0; MAX_SEATS], SeatSet::EMPTY);
        (self.asked, self.waiting, self.answers) = (SeatSet::EMPTY, SeatSet::EMPTY, 0);
        for seat in Seat::all(G::SEATS) {
            let place = (seat.index() + rotation) % G::SEATS;
            self.seats[seat.index()] = (place, id.agents[seat.index()].into());
            if let Some(agent) = &mut self.agents[place] {
                agent.numbered(id.number);
                agent.begin(rules, seat, AgentSeed { of_match: id.seed, seat });
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

    /// The seed of the match.
    pub fn seed(&self) -> MatchSeed {
        self.seed
    }

    /// The game, to look at. Panics before the first match.
    #[inline]
    pub fn game(&self) -> &G {
        self.playing().game()
    }

    /// Who has still to answer. Empty: the match is over.
    #[inline]
    pub fn pending(&self) -> SeatSet {
        self.playing().pending()
    }

    #[inline]
    fn playing(&self) -> &MatchInProgress<G> {
        self.play.as_ref().expect("a match has begun")
    }

    /// The seats of which the caller has to answer a pending decision: those of [`TableOf::play_on`].
    #[inline]
    pub fn asked(&self) -> SeatSet {
        self.asked
    }

    /// Whether there is no match yet.
    #[inline]
    pub fn is_new(&self) -> bool {
        self.play.is_none()
    }

    /// Whether a batched agent has to answer.
    #[inline]
    pub fn is_waiting(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// By seat: decisions made elsewhere so far.
    #[inline]
    pub fn steps(&self) -> &[u32; MAX_SEATS] {
        &self.steps
    }

    /// Which decision of the match the pending one of a seat is: seats that are asked together decide in order of seat.
    #[inline]
    pub fn step(&self, seat: Seat) -> u32 {
        let deciders = self.game().deciders();
        let answered = deciders.without(self.pending()).count() as u32;
        let before = deciders.filter(|&decider| decider < seat).count() as u32;
        self.answers - answered + before
    }

    /// Whether an agent of this table decides for a seat.
    #[inline]
    pub fn is_here(&self, seat: Seat) -> bool {
        self.agents[self.place(seat)].is_some()
    }

    /// The agent of a seat, and the game. Panics if its decisions are made elsewhere.
    #[inline]
    pub fn agent_and_game(&mut self, seat: Seat) -> (&mut dyn Agent<G>, &G) {
        let place = self.place(seat);
        let agent = self.agents[place].as_mut().expect("an agent of this table");
        (&mut **agent, self.play.as_ref().expect("a match has begun").game())
    }

    /// What the agent of a seat answers. Panics if its decisions are made elsewhere.
    #[inline]
    pub fn choice(&mut self, seat: Seat) -> u8 {
        let (agent, game) = self.agent_and_game(seat);
        agent.act(&game.view(seat), game.legal(seat))
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
    pub fn answer(&mut self, seat: Seat, action: u8, sink: &mut dyn Sink<G>) -> Result<(), Illegal> {
        match self.watchers.is_empty() {
            true => self.play.as_mut().expect("a match has begun").answer(seat, action, sink)?,
            false => self.answer_watched(seat, action, sink)?,
        }
        self.answers += 1;
        Ok(())
    }

    /// Not inlined: so the common case, without watchers, is.
    #[inline(never)]
    fn answer_watched(&mut self, seat: Seat, action: u8, sink: &mut dyn Sink<G>) -> Result<(), Illegal> {
        self.watched(sink, |play, sink| play.as_mut().expect("a match has begun").answer(seat, action, sink))
    }

    /// The caller answers a decision that it was [asked](TableOf::asked) for.
    ///
    /// # Errors
    /// The action is not legal.
    #[inline]
    pub fn answer_asked(&mut self, seat: Seat, action: u8, sink: &mut dyn Sink<G>) -> Result<(), Illegal> {
        self.answer(seat, action, sink)?;
        self.asked = self.asked.without(SeatSet::of(seat));
        self.steps[seat.index()] += 1;
        Ok(())
    }

    /// Lets agents decide until a decision of `elsewhere`, which the caller makes, or of a batched agent is pending, or the match is over.
    /// `queues` are those of the lineup: `None` for agents that decide here.
    ///
    /// # Errors
    /// An agent chose an illegal action.
    pub fn play_on(
        &mut self,
        elsewhere: SeatSet,
        queues: &mut [Option<Queue<G>>],
        sink: &mut dyn Sink<G>,
    ) -> Result<(), Illegal> {
        loop {
            let pending = self.pending().without(self.asked).without(self.waiting);
            for seat in pending {
                if elsewhere.has(seat) {
                    self.asked.insert(seat);
                } else if let Some(queue) = &mut queues[self.seats[seat.index()].1] {
                    let (game, step) = (self.game(), self.steps[seat.index()]);
                    let seed = AgentSeed { of_match: self.seed, seat };
                    queue.push(&Decision { view: &game.view(seat), legal: game.legal(seat), seed, step });
                    self.waiting.insert(seat);
                } else {
                    let action = self.choice(seat);
                    self.answer(seat, action, sink)?;
                }
            }
            if pending.is_empty() || !(self.asked.is_empty() && self.waiting.is_empty()) {
                return Ok(());
            }
        }
    }

    /// Takes the answers of batched agents to the pending decisions.
    ///
    /// # Errors
    /// One of them is illegal.
    pub fn take_batched(
        &mut self,
        queues: &mut [Option<Queue<G>>],
        sink: &mut dyn Sink<G>,
    ) -> Result<(), Illegal> {
        for seat in std::mem::replace(&mut self.waiting, SeatSet::EMPTY) {
            let queue = queues[self.seats[seat.index()].1].as_mut().expect("only batched agents wait");
            let action = queue.next_action();
            self.steps[seat.index()] += 1;
            self.answer(seat, action, sink)?;
        }
        Ok(())
    }

    /// Plays on with a sink that also shows the watching agents what happens.
    #[cold]
    fn watched<T>(
        &mut self,
        sink: &mut dyn Sink<G>,
        play_on: impl FnOnce(&mut Option<MatchInProgress<G>>, &mut dyn Sink<G>) -> T,
    ) -> T {
        let TableOf { agents, seats, watchers, play, .. } = self;
        let show = &mut |seat: Seat, seen: &Seen<'_, G>| {
            agents[seats[seat.index()].0].as_mut().expect("an agent that watches").watch(seen);
        };
        play_on(play, &mut ToWatchers { watchers: *watchers, show, sink })
    }

    fn shown<T>(&mut self, sink: &mut dyn Sink<G>, start: impl FnOnce(&mut dyn Sink<G>) -> T) -> T {
        if self.watchers.is_empty() { start(sink) } else { self.watched(sink, |_, sink| start(sink)) }
    }
}
