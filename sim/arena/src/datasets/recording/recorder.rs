//! The recorder of a block: the tables of what happened, and what is thought and found out of the decisions.

use super::evaluator::{Evaluate, Evaluator};
use super::labeller::{Label, Labeller};
use crate::error::Error;
use hyakuman_core::Seat;
use hyakuman_game::rows::{Logged, MatchId, Table, TableRecorder};
use hyakuman_game::sink::Wants;
use hyakuman_game::{ActionMask, Game, KyokuEnd, MatchEnd, Sink};
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

/// What is recorded of decisions besides what happened.
pub(crate) struct Opinions<'a, G: Game> {
    /// The agent that values them.
    pub evaluate: Option<Evaluate<'a, G>>,
    /// What labels them.
    pub label: Option<Label<'a, G>>,
}

impl<G: Game> Opinions<'_, G> {
    /// None.
    pub(crate) const NONE: Self = Opinions { evaluate: None, label: None };

    /// Checks that the agents can be made, so that nothing is begun in vain.
    ///
    /// # Errors
    /// One cannot.
    pub(crate) fn check(&self) -> Result<(), Error> {
        self.evaluate.as_ref().map(Evaluate::evaluator).transpose()?;
        self.label.as_ref().map(Label::labeller).transpose().map(drop)
    }
}

/// The recorder of the matches of a block.
pub(crate) struct Recorder<G: Game> {
    tables: TableRecorder<G>,
    evaluator: Option<Evaluator<G>>,
    labeller: Option<Labeller<G>>,
    /// The match, and its kyoku and decisions so far.
    id: Option<MatchId>,
    kyoku: usize,
    step: usize,
    failed: Option<Error>,
}

impl<G: Game> Recorder<G> {
    /// Of these tables.
    ///
    /// # Errors
    /// An agent cannot be made.
    pub(super) fn new(tables: TableRecorder<G>, opinions: &Opinions<'_, G>) -> Result<Self, Error> {
        let evaluator = opinions.evaluate.as_ref().map(Evaluate::evaluator).transpose()?;
        let labeller = opinions.label.as_ref().map(Label::labeller).transpose()?;
        Ok(Recorder { tables, evaluator, labeller, id: None, kyoku: 0, step: 0, failed: None })
    }

    pub(super) fn begin(&mut self, id: MatchId, logged: Option<&Arc<Logged>>) {
        (self.id, self.kyoku, self.step) = (Some(id), 0, 0);
        self.evaluator.iter_mut().for_each(|evaluator| evaluator.begin(&id));
        self.labeller.iter_mut().for_each(|labeller| labeller.begin(&id));
        match logged {
            Some(logged) => self.tables.begin_logged(id, Arc::clone(logged)),
            None => self.tables.begin(id),
        }
    }

    /// The match is over.
    ///
    /// # Errors
    /// An agent could not answer.
    pub(super) fn ended(&mut self) -> Result<(), Error> {
        self.failed.take().map_or(Ok(()), Err)
    }

    /// Asks for opinions of a decision.
    fn ask(&mut self, game: &G, seat: Seat, legal: &ActionMask) -> Result<(), Error> {
        let (Some(id), at) = (&self.id, (self.kyoku - 1, self.step, seat)) else { return Ok(()) };
        if let Some(evaluator) = &mut self.evaluator {
            let rows = self.tables.rows_mut(Table::Evaluations).expect("a table that is kept");
            evaluator.decision(rows, id, at, (game, legal))?;
        }
        if let Some(labeller) = &mut self.labeller {
            let rows = self.tables.rows_mut(Table::Labels).expect("a table that is kept");
            labeller.decision(rows, id, at, (game, legal))?;
        }
        Ok(())
    }
}

impl<G: Game> Sink<G> for Recorder<G> {
    fn wants(&self) -> Wants {
        Wants::DECISIONS
    }

    fn decision(&mut self, game: &G, seat: Seat, legal: &ActionMask, action: u8) {
        let is_asked = self.evaluator.is_some() || self.labeller.is_some();
        if is_asked && self.failed.is_none() {
            self.failed = self.ask(game, seat, legal).err();
        }
        self.step += 1;
        self.tables.decision(game, seat, legal, action);
    }

    fn kyoku_start(&mut self) {
        self.kyoku += 1;
        self.tables.kyoku_start();
    }

    fn settled(&mut self, game: &G, end: &KyokuEnd<'_>) {
        self.tables.settled(game, end);
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
