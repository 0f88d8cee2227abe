//! What an agent thinks of every decision that is recorded, whoever made it.

use crate::error::{Error, Within};
use crate::single::SingleDecisions;
use hyakuman_agents::{Roster, Spec};
use hyakuman_core::Seat;
use hyakuman_core::column::Rows;
use hyakuman_core::game::rows::{MatchId, write_evaluation};
use hyakuman_core::game::{ActionMask, Agent, AgentSeed, Game};
use std::sync::Arc;

/// Decisions after which an agent that has valued none is refused.
const PATIENCE: u64 = 64;

/// The agent that values decisions, in every seat of a match.
pub(super) struct Evaluator<G: Game> {
    rules: Arc<G::Rules>,
    agents: Vec<Box<dyn Agent<G>>>,
    spec: Spec,
    /// Decisions of all matches, and those of which it had an opinion.
    asked: u64,
    valued: u64,
}

impl<G: Game> Evaluator<G> {
    /// Makes the agent of every seat.
    pub(super) fn new(roster: &Roster, agent: &str, rules: &Arc<G::Rules>) -> Result<Self, Error> {
        let spec = agent.parse::<Spec>().within(|| "the agent of the table evaluations")?;
        let agents = agents::<G>(roster, &spec, rules)?;
        Ok(Evaluator { rules: Arc::clone(rules), agents, spec, asked: 0, valued: 0 })
    }

    pub(super) fn begin(&mut self, id: &MatchId) {
        begin(&mut self.agents, &self.rules, id);
    }

    /// Writes what the agent thinks of a decision; `at`: the kyoku, the decision of the match, the seat.
    pub(super) fn decision(
        &mut self,
        rows: &mut Rows,
        id: &MatchId,
        at: (usize, usize, Seat),
        (game, legal): (&G, &ActionMask),
    ) -> Result<(), Error> {
        let seat = at.2;
        let (agent, view) = (&mut self.agents[seat.index()], game.view(seat));
        let evaluation = agent.evaluate(&view, legal);
        let choice = agent.act(&view, legal);
        (self.asked, self.valued) = (self.asked + 1, self.valued + u64::from(evaluation.is_some()));
        if !legal.has(choice) {
            let illegal = game.illegal(seat, choice);
            return Err(Error::of_agent(&self.spec, id.number, &illegal, agent.failure()));
        }
        if let Some(evaluation) = evaluation {
            write_evaluation(rows, id, at, &evaluation, choice);
        } else if self.valued == 0 && self.asked >= PATIENCE {
            return Err(Error::Usage(format!("the agent {} values no actions of this game", self.spec)));
        }
        Ok(())
    }
}

/// Lets the agents of all seats begin a match.
pub(crate) fn begin<G: Game>(agents: &mut [Box<dyn Agent<G>>], rules: &Arc<G::Rules>, id: &MatchId) {
    for (seat, agent) in Seat::all(G::SEATS).zip(agents) {
        agent.numbered(id.number);
        agent.begin(rules, seat, AgentSeed { of_match: id.seed, seat });
    }
}

/// An agent for every seat, made of a spec.
pub(crate) fn agents<G: Game>(
    roster: &Roster,
    spec: &Spec,
    rules: &G::Rules,
) -> Result<Vec<Box<dyn Agent<G>>>, Error> {
    roster.check_rules::<G>(spec, rules)?;
    let agent = |_| Ok(SingleDecisions::scalar(roster.agent::<G>(spec)?));
    let agents = (0..G::SEATS).map(agent).collect::<Result<Vec<_>, Error>>()?;
    if agents.iter().any(|agent| agent.watches()) {
        return Err(Error::Usage(format!(
            "{spec} watches whole matches: it cannot value recorded decisions"
        )));
    }
    Ok(agents)
}
