//! A batched agent that answers one decision at a time.

use hyakuman_core::Seat;
use hyakuman_core::game::{
    ActionMask, Agent, AgentFailure, AgentSeed, AnyAgent, BatchAgent, Decision, Evaluation, Game,
};
use std::sync::Arc;

/// Answers each decision in a batch of its own: slow, for a table at which another agent is of interest.
pub struct SingleDecisions<G: Game> {
    agent: Box<dyn BatchAgent<G>>,
    row: Vec<u8>,
    seed: Option<AgentSeed>,
    /// Decisions of the seat before it begins, and so far.
    first: u32,
    step: u32,
    failure: Option<AgentFailure>,
}

impl<G: Game> SingleDecisions<G> {
    /// An agent that plays matches from their start.
    pub fn new(agent: Box<dyn BatchAgent<G>>) -> Self {
        let row = vec![0; agent.row_bytes().max(1)];
        SingleDecisions { agent, row, seed: None, first: 0, step: 0, failure: None }
    }

    /// An agent that answers one decision at a time, whatever its sort.
    pub fn scalar(agent: AnyAgent<G>) -> Box<dyn Agent<G>> {
        match agent {
            AnyAgent::Scalar(agent) => agent,
            AnyAgent::Batched(agent) => Box::new(SingleDecisions::new(agent)),
        }
    }

    /// Lets it begin where its seat has made this number of decisions.
    pub fn start_at(&mut self, first: u32) {
        self.first = first;
    }
}

impl<G: Game> Agent<G> for SingleDecisions<G> {
    fn begin(&mut self, _rules: &Arc<G::Rules>, _seat: Seat, seed: AgentSeed) {
        (self.seed, self.step, self.failure) = (Some(seed), self.first, None);
    }

    fn act(&mut self, view: &G::View<'_>, legal: &ActionMask) -> u8 {
        let seed = self.seed.expect("a match has begun");
        self.row.fill(0);
        self.agent.encode(&Decision { view, legal, seed, step: self.step }, &mut self.row);
        self.step += 1;
        let mut action = [0];
        self.failure = self.agent.act(&self.row, &mut action).err();
        if self.failure.is_none() {
            return action[0];
        }
        (0..=u8::MAX).find(|&code| !legal.has(code)).unwrap_or(u8::MAX) // not legal, so that the caller asks for `failure`
    }

    fn evaluate(&mut self, view: &G::View<'_>, legal: &ActionMask) -> Option<Evaluation> {
        let seed = self.seed.expect("a match has begun");
        match self.agent.evaluate(&Decision { view, legal, seed, step: self.step }) {
            Ok(found) => found,
            Err(failure) => {
                self.failure = Some(failure);
                None
            }
        }
    }

    fn failure(&mut self) -> Option<AgentFailure> {
        self.failure.take()
    }
}
