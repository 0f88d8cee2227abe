//! What of recording knows the game: matches are played, or played again, and leave the rows of their tables.

use super::evaluator::Evaluator;
use super::labeller::Labeller;
use crate::counter::Counter;
use crate::counts::Counts;
use crate::datasets::recipe::Recipe;
use crate::datasets::recipe::replays::Replay;
use crate::error::{Error, Within};
use crate::play::{Job, MatchRecorder};
use crate::settings::Work;
use crate::stats::Stats;
use hyakuman_core::Seat;
use hyakuman_core::column::Rows;
use hyakuman_core::game::rows::{self, Logged, MatchId, Table, TableRecorder};
use hyakuman_core::game::sink::{Both, Wants};
use hyakuman_core::game::{ActionMask, Game, KyokuEnd, MatchEnd, Sink};
use std::ops::Range;
use std::sync::Arc;

/// Plays matches of one game and keeps the rows of some tables. What is done with the rows knows no game. Called for matches, never for a
/// decision.
pub(crate) trait Recorder: Send {
    /// The agents of the job play a range of matches, which starts with the first match on a wall. Returns the statistics.
    fn play(&mut self, matches: Range<u64>, after_each: AfterEach<'_>) -> Result<Stats, Error>;

    /// Plays a recorded match again. Returns what it counted.
    fn replay(&mut self, replay: &Replay) -> Result<&Counts, Error>;

    /// The rows of the matches so far.
    fn tables(&mut self) -> Result<&mut dyn Tables, Error>;
}

/// The rows of recorded tables.
pub(crate) trait Tables {
    /// Those of one of them, to be cleared or moved.
    fn of(&mut self, table: Table) -> &mut Rows;
}

/// What is done with the rows when a match is over.
pub(crate) type AfterEach<'a> = &'a mut dyn FnMut(&mut dyn Tables) -> Result<(), Error>;

impl<G: Game> Tables for TableRecorder<G> {
    fn of(&mut self, table: Table) -> &mut Rows {
        self.rows_mut(table).expect("a table that is kept")
    }
}

pub(crate) struct RecorderOf<'a, G: Game> {
    job: &'a Job<'a, G>,
    /// Counts matches that are played again.
    counter: Counter<G>,
    sink: RowSink<G>,
}

impl<'a, G: Game> RecorderOf<'a, G> {
    /// Of these tables; those of opinions need their agents.
    pub(crate) fn new(job: &'a Job<'a, G>, recipe: &Recipe, tables: &[Table]) -> Result<Self, Error> {
        let work = job.work();
        Ok(RecorderOf { job, counter: work.counter(), sink: RowSink::new(work, recipe, tables)? })
    }
}

impl<G: Game> Recorder for RecorderOf<'_, G> {
    fn play(&mut self, matches: Range<u64>, after_each: AfterEach<'_>) -> Result<Stats, Error> {
        self.job.piece(matches, Some(&mut Played { sink: &mut self.sink, after_each }))
    }

    fn replay(&mut self, replay: &Replay) -> Result<&Counts, Error> {
        let (RecorderOf { job, counter, sink }, number) = (self, replay.number);
        let work = job.work();
        counter.begin();
        sink.begin(work.lineup.match_id(work.seed, number), replay.logged.as_ref());
        rows::replay(&work.rules, replay.deals(), &replay.actions, &mut Both::new(counter, sink))
            .within(|| format!("match {number}"))?;
        Ok(counter.counts())
    }

    fn tables(&mut self) -> Result<&mut dyn Tables, Error> {
        self.sink.tables()
    }
}

/// Records the matches that agents play.
struct Played<'a, G: Game> {
    sink: &'a mut RowSink<G>,
    after_each: AfterEach<'a>,
}

impl<G: Game> MatchRecorder<G> for Played<'_, G> {
    fn begin(&mut self, id: MatchId) -> &mut dyn Sink<G> {
        self.sink.begin(id, None);
        self.sink
    }

    fn ended(&mut self) -> Result<(), Error> {
        (self.after_each)(self.sink.tables()?)
    }
}

/// Writes the rows of matches: of what happened, and of what is thought and found out of the decisions.
struct RowSink<G: Game> {
    tables: TableRecorder<G>,
    evaluator: Option<Evaluator<G>>,
    labeller: Option<Labeller<G>>,
    /// The match, and its kyoku and decisions so far.
    id: Option<MatchId>,
    kyoku: usize,
    step: usize,
    failed: Option<Error>,
}

impl<G: Game> RowSink<G> {
    fn new(work: &Work<'_, G>, recipe: &Recipe, tables: &[Table]) -> Result<Self, Error> {
        let agent = recipe.evaluate.as_ref().filter(|_| tables.contains(&Table::Evaluations));
        let evaluator = agent.map(|agent| Evaluator::new(work.roster, agent, &work.rules)).transpose()?;
        let how = recipe.label.as_ref().filter(|_| tables.contains(&Table::Labels));
        let labeller = how.map(|how| Labeller::new(work.roster, how, &work.rules)).transpose()?;
        let tables = TableRecorder::new(&recipe.about(), tables);
        Ok(RowSink { tables, evaluator, labeller, id: None, kyoku: 0, step: 0, failed: None })
    }

    /// A match begins; `logged`: what a log says of it.
    fn begin(&mut self, id: MatchId, logged: Option<&Arc<Logged>>) {
        (self.id, self.kyoku, self.step) = (Some(id), 0, 0);
        self.evaluator.iter_mut().for_each(|evaluator| evaluator.begin(&id));
        self.labeller.iter_mut().for_each(|labeller| labeller.begin(&id));
        match logged {
            Some(logged) => self.tables.begin_logged(id, Arc::clone(logged)),
            None => self.tables.begin(id),
        }
    }

    fn tables(&mut self) -> Result<&mut dyn Tables, Error> {
        self.failed.take().map_or(Ok(&mut self.tables), Err)
    }

    /// Asks for opinions of a decision.
    fn ask(&mut self, game: &G, seat: Seat, legal: &ActionMask) -> Result<(), Error> {
        let (Some(id), at) = (&self.id, (self.kyoku - 1, self.step, seat)) else { return Ok(()) };
        if let Some(evaluator) = &mut self.evaluator {
            evaluator.decision(self.tables.of(Table::Evaluations), id, at, (game, legal))?;
        }
        if let Some(labeller) = &mut self.labeller {
            labeller.decision(self.tables.of(Table::Labels), id, at, (game, legal))?;
        }
        Ok(())
    }
}

impl<G: Game> Sink<G> for RowSink<G> {
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
