//! What an agent thinks of every decision that is recorded, whoever made it.

use crate::error::Error;
use crate::single::SingleDecisions;
use hyakuman_agents::{Roster, Spec};
use hyakuman_core::Seat;
use hyakuman_core::column::Rows;
use hyakuman_game::rows::{Logged, MatchId, Table, TableRecorder, write_evaluation};
use hyakuman_game::{ActionMask, Agent, AgentSeed, Game, KyokuEnd, MatchEnd, Sink};
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

/// Decisions after which an agent that has valued none is refused.
const PATIENCE: u64 = 64;

/// The agent that values decisions.
pub(crate) struct Evaluate<'a, G: Game> {
    pub roster: &'a Roster,
    pub spec: Spec,
    pub rules: &'a Arc<G::Rules>,
}

impl<G: Game> Evaluate<'_, G> {
    /// Makes the agent of every seat.
    ///
    /// # Errors
    /// It cannot be made, does not play this game or these rules, or watches matches.
    fn evaluator(&self) -> Result<Evaluator<G>, Error> {
        let Evaluate { roster, spec, rules } = self;
        roster.check_rules::<G>(spec, rules)?;
        let agent = |_| Ok(SingleDecisions::scalar(roster.agent::<G>(spec)?));
        let agents = (0..G::SEATS).map(agent).collect::<Result<Vec<_>, Error>>()?;
        if agents.iter().any(|agent| agent.watches()) {
            return Err(Error::Usage(format!(
                "{spec} watches whole matches: it cannot value recorded decisions"
            )));
        }
        let rules = Arc::clone(rules);
        Ok(Evaluator {
            rules,
            agents,
            spec: spec.clone(),
            id: None,
            kyoku: 0,
            step: 0,
            asked: 0,
            valued: 0,
            failed: None,
        })
    }
}

/// The agent in every seat of a match.
struct Evaluator<G: Game> {
    rules: Arc<G::Rules>,
    agents: Vec<Box<dyn Agent<G>>>,
    spec: Spec,
    id: Option<MatchId>,
    /// Kyoku and decisions of the match so far.
    kyoku: usize,
    step: usize,
    /// Decisions of all matches, and those of which it had an opinion.
    asked: u64,
    valued: u64,
    failed: Option<Error>,
}

impl<G: Game> Evaluator<G> {
    fn begin(&mut self, id: MatchId) {
        (self.id, self.kyoku, self.step) = (Some(id), 0, 0);
        for (seat, agent) in Seat::all(G::SEATS).zip(&mut self.agents) {
            agent.numbered(id.number);
            agent.begin(&self.rules, seat, AgentSeed { of_match: id.seed, seat });
        }
    }

    fn decision(&mut self, rows: &mut Rows, game: &G, seat: Seat, legal: &ActionMask) {
        let (agent, view, step) = (&mut self.agents[seat.index()], game.view(seat), self.step);
        self.step += 1;
        let (Some(id), None) = (&self.id, &self.failed) else { return };
        let evaluation = agent.evaluate(&view, legal);
        let choice = agent.act(&view, legal);
        (self.asked, self.valued) = (self.asked + 1, self.valued + u64::from(evaluation.is_some()));
        if !legal.has(choice) {
            self.failed =
                Some(Error::of_agent(&self.spec, id.number, &game.illegal(seat, choice), agent.failure()));
        } else if let Some(evaluation) = evaluation {
            write_evaluation(rows, id, (self.kyoku - 1, step, seat), &evaluation, choice);
        } else if self.valued == 0 && self.asked >= PATIENCE {
            self.failed =
                Some(Error::Usage(format!("the agent {} values no actions of this game", self.spec)));
        }
    }
}

/// The recorder of the matches of a block, with the agent that values decisions.
pub(crate) struct Recorder<G: Game> {
    tables: TableRecorder<G>,
    evaluator: Option<Evaluator<G>>,
}

impl<G: Game> Recorder<G> {
    /// Of these tables.
    ///
    /// # Errors
    /// The agent cannot be made.
    pub(super) fn new(tables: TableRecorder<G>, evaluate: Option<&Evaluate<'_, G>>) -> Result<Self, Error> {
        Ok(Recorder { tables, evaluator: evaluate.map(Evaluate::evaluator).transpose()? })
    }

    pub(super) fn begin(&mut self, id: MatchId, logged: Option<&Arc<Logged>>) {
        self.evaluator.iter_mut().for_each(|evaluator| evaluator.begin(id));
        match logged {
            Some(logged) => self.tables.begin_logged(id, Arc::clone(logged)),
            None => self.tables.begin(id),
        }
    }

    /// The match is over.
    ///
    /// # Errors
    /// The agent could not answer.
    pub(super) fn ended(&mut self) -> Result<(), Error> {
        self.evaluator.as_mut().and_then(|evaluator| evaluator.failed.take()).map_or(Ok(()), Err)
    }
}

impl<G: Game> Sink<G> for Recorder<G> {
    const DECISIONS: bool = true;

    fn decision(&mut self, game: &G, seat: Seat, legal: &ActionMask, action: u8) {
        if let Some(evaluator) = &mut self.evaluator {
            let rows = self.tables.rows_mut(Table::Evaluations).expect("a table that is kept");
            evaluator.decision(rows, game, seat, legal);
        }
        self.tables.decision(game, seat, legal, action);
    }

    fn kyoku_start(&mut self) {
        self.evaluator.iter_mut().for_each(|evaluator| evaluator.kyoku += 1);
        self.tables.kyoku_start();
    }

    fn kyoku_end(&mut self, end: &KyokuEnd<'_>) {
        self.tables.kyoku_end(end);
    }

    fn match_end(&mut self, end: &MatchEnd) {
        self.tables.match_end(end);
    }
}

impl<G: Game> Deref for Recorder<G> {
    type Target = TableRecorder<G>;

    fn deref(&self) -> &TableRecorder<G> {
        &self.tables
    }
}

impl<G: Game> DerefMut for Recorder<G> {
    fn deref_mut(&mut self) -> &mut TableRecorder<G> {
        &mut self.tables
    }
}
