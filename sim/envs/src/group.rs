//! Some tables, which one thread plays.

use crate::batch::{Batch, Finished};
use crate::encode::{Encode, ORACLE};
use crate::table::{Cast, LearnersTable, Queues, Shared, Stopped, scalar};
use hyakuman_arena::Error;
use hyakuman_arena::queue::Queue;
use hyakuman_arena::table::Agents;
use hyakuman_core::game::{ActionMask, AgentFailure, AnyAgent, Decision, Game, place_by_score};
use hyakuman_core::{Seat, Tile};
use hyakuman_riichi::planes::expand;
use std::sync::Arc;

/// Tables that are visited between two looks whether to stop: a look costs as much as some decisions.
const TABLES_A_LOOK: usize = 16;

/// A decision of the learner.
#[derive(Clone, Copy)]
pub(crate) struct LearnerDecision {
    /// Index of the table in the group.
    pub table: u32,
    pub seat: Seat,
    /// The tile just drawn, if actions are compact.
    pub drawn: Option<Tile>,
    /// The legal codes.
    pub legal: ActionMask,
    /// The legal outputs.
    pub outputs: ActionMask,
    /// A random number that belongs to the decision.
    pub random: u64,
}

/// Some tables and their decisions.
pub(crate) struct Group<G: Game> {
    /// Number of the first table.
    first: u32,
    tables: Vec<LearnersTable<G>>,
    /// Those who play, and their queues; the last ones play the matches that start from now on.
    casts: Vec<Arc<Cast>>,
    queues: Vec<Queues<G>>,
    /// Whether there is a queue.
    is_batched: bool,
    encoder: Box<dyn Encode<G>>,
    /// The decisions of this round, in order of table and seat, and the codes of their answers.
    pub rows: Vec<LearnerDecision>,
    pub codes: Vec<u8>,
    /// The decisions of the next round so far.
    fresh: Vec<LearnerDecision>,
    /// Whether the decisions of this round are complete.
    played: bool,
    /// Tables that have been visited in this round, and answers that have been taken.
    visited: usize,
    taken: usize,
    /// Tables that wait for a batched agent.
    waiting: Vec<usize>,
    pub finished: Vec<Finished>,
}

/// Agents who will play the next match of each table.
pub(crate) struct NextAgents<G: Game> {
    queues: Queues<G>,
    /// By table.
    agents: Vec<Agents<G>>,
}

/// The queues of those who play.
fn queues<G: Game>(cast: &Cast) -> Result<Queues<G>, Error> {
    let mut queues = Vec::new();
    for agent in cast.lineup.agents() {
        let spec = cast.specs.iter().flatten().find(|spec| *spec == agent);
        queues.push(match spec.map(|spec| cast.roster.agent::<G>(spec)).transpose()? {
            Some(AnyAgent::Batched(agent)) => Some(Queue::new(agent)),
            _ => None,
        });
    }
    Ok(queues)
}

impl<G: Game> Group<G> {
    /// The tables with these numbers.
    pub(crate) fn new(shared: &Shared<G>, tables: std::ops::Range<usize>) -> Result<Self, Error> {
        let (first, queues) = (tables.start as u32, queues::<G>(&shared.cast)?);
        let tables = tables.map(|number| LearnersTable::new(&shared.cast, number as u64, &queues));
        Ok(Group {
            first,
            tables: tables.collect::<Result<_, _>>()?,
            casts: vec![Arc::clone(&shared.cast)],
            is_batched: queues.iter().any(Option::is_some),
            queues: vec![queues],
            encoder: (shared.presenter.encoder)(),
            rows: Vec::new(),
            codes: Vec::new(),
            fresh: Vec::new(),
            played: false,
            visited: 0,
            taken: 0,
            waiting: Vec::new(),
            finished: Vec::new(),
        })
    }

    /// Plays every table to the next decision of the learner. Returns false if `halt` ended it early: then it goes on where it
    /// was in the next call.
    pub(crate) fn play(&mut self, shared: &Shared<G>, halt: &mut dyn FnMut() -> bool) -> Result<bool, Error> {
        if self.played {
            return Ok(true);
        }
        while self.visited < self.tables.len() {
            if self.visited.is_multiple_of(TABLES_A_LOOK) && halt() {
                return Ok(false);
            }
            self.visit(shared)?;
        }
        while !self.waiting.is_empty() {
            if halt() {
                return Ok(false);
            }
            self.sweep(shared)?;
        }
        if self.is_batched {
            (0..self.tables.len()).for_each(|table| self.push_rows(shared, table));
        }
        std::mem::swap(&mut self.rows, &mut self.fresh);
        self.fresh.clear();
        (self.visited, self.taken, self.played) = (0, 0, true);
        Ok(true)
    }

    /// The agents of other players, for each table.
    pub(crate) fn next_agents(&self, cast: &Cast) -> Result<NextAgents<G>, Error> {
        let queues = queues::<G>(cast)?;
        let agents = self.tables.iter().map(|_| scalar(cast, &queues)).collect::<Result<_, _>>()?;
        Ok(NextAgents { queues, agents })
    }

    /// Others play the next match of each table. Those of whom no match is left are forgotten.
    pub(crate) fn set_next(&mut self, cast: &Arc<Cast>, next_agents: NextAgents<G>) {
        let mut place = 0;
        for _ in 0..self.queues.len() {
            let is_needed = self.tables.iter().any(|table| table.queues == place);
            if !is_needed {
                let behind = self.tables.iter_mut().filter(|table| table.queues > place);
                behind.for_each(|table| table.queues -= 1);
                drop((self.queues.remove(place), self.casts.remove(place)));
            }
            place += usize::from(is_needed);
        }
        self.casts.push(Arc::clone(cast));
        self.queues.push(next_agents.queues);
        self.is_batched = self.queues.iter().flatten().any(Option::is_some);
        for (table, agents) in self.tables.iter_mut().zip(next_agents.agents) {
            table.next = Some((Arc::clone(cast), agents));
        }
    }

    /// The decisions have been answered: the next round begins.
    pub(crate) fn answered(&mut self) {
        self.played = false;
        self.finished.clear();
    }

    /// The numbers of its tables.
    pub(crate) fn range(&self) -> std::ops::Range<usize> {
        self.first as usize..self.first as usize + self.tables.len()
    }

    /// Takes the answers at the next table, and plays it on.
    #[inline]
    fn visit(&mut self, shared: &Shared<G>) -> Result<(), Error> {
        let at = self.visited;
        let table = &mut self.tables[at];
        while let Some(row) = self.rows.get(self.taken).filter(|row| row.table as usize == at) {
            table.take(shared, row.seat, self.codes[self.taken]);
            self.taken += 1;
        }
        self.visited += 1;
        let stopped = table.play_on(shared, self.first + at as u32, &mut self.queues, &mut self.finished)?;
        if stopped == Stopped::Waits {
            self.waiting.push(at);
        }
        if !self.is_batched {
            self.push_rows(shared, at);
        }
        Ok(())
    }

    /// Lets the batched agents answer, and plays the tables on that waited for them.
    fn sweep(&mut self, shared: &Shared<G>) -> Result<(), Error> {
        for (queues, cast) in self.queues.iter_mut().zip(&self.casts) {
            for (queue, spec) in queues.iter_mut().zip(cast.lineup.agents()) {
                let answered = queue.as_mut().map_or(Ok(()), Queue::answer);
                answered
                    .map_err(|failure: AgentFailure| Error::Failed(format!("the agent {spec}: {failure}")))?;
            }
        }
        let waiting = std::mem::take(&mut self.waiting);
        // All answers are taken before new decisions are pushed: they are in order of the rows of the last sweep.
        for &at in &waiting {
            self.tables[at].take_batched(&mut self.queues)?;
        }
        for at in waiting {
            let (table, env) = (&mut self.tables[at], self.first + at as u32);
            if table.play_on(shared, env, &mut self.queues, &mut self.finished)? == Stopped::Waits {
                self.waiting.push(at);
            }
        }
        Ok(())
    }

    /// Appends the decisions of a table to those of the next round.
    #[inline]
    fn push_rows(&mut self, shared: &Shared<G>, at: usize) {
        let table = &self.tables[at];
        for seat in table.table.asked() {
            let game = table.game();
            let (legal, drawn) = (*game.legal(seat), (shared.presenter.drawn)(&game.view(seat)));
            let outputs = shared.actions.legal(&legal, drawn);
            let random = table.random(seat);
            self.fresh.push(LearnerDecision { table: at as u32, seat, drawn, legal, outputs, random });
        }
    }

    /// Writes the decisions.
    pub(crate) fn read(&mut self, shared: &Shared<G>, mut batch: Batch<'_>) {
        let (observation, actions) = (shared.presenter.bytes, shared.actions.count());
        for (i, row) in self.rows.iter().enumerate() {
            let table = &mut self.tables[row.table as usize];
            set(batch.env, i, (self.first + row.table) as i32);
            write_place(shared, table, row.seat, i, &mut batch);
            if !batch.mask.is_empty() {
                expand(&row.outputs, &mut batch.mask[i * actions..][..actions]);
            }
            if let Some(write) = shared.oracle.filter(|_| !batch.oracle.is_empty()) {
                write(
                    ORACLE,
                    table.game(),
                    row.seat,
                    &mut batch.oracle[i * ORACLE.bytes()..][..ORACLE.bytes()],
                );
            }
            if observation > 0 && !batch.obs.is_empty() {
                let (seed, step) = table.origin(row.seat);
                let (game, cache) = table.game_and_cache();
                let decision =
                    Decision { view: &game.view(row.seat), legal: game.legal(row.seat), seed, step };
                let out = &mut batch.obs[i * observation..][..observation];
                self.encoder.encode(&decision, row.table as usize, cache, out);
            }
        }
    }

    /// The number of the table of each decision.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = u32> {
        self.rows.iter().map(|row| self.first + row.table)
    }

    /// Number of a row's table, and why its seat may not do this.
    #[cold]
    pub(crate) fn why_illegal(&self, row: &LearnerDecision, code: u8) -> (u32, String) {
        let reason = self.tables[row.table as usize].game().why_illegal(row.seat, code);
        (self.first + row.table, format!("{:?} may not {}: {reason}", row.seat, G::action_name(code)))
    }
}

/// Writes where a decision is in its match, and what the seat has there.
#[inline]
fn write_place<G: Game>(
    shared: &Shared<G>,
    table: &LearnersTable<G>,
    seat: Seat,
    i: usize,
    batch: &mut Batch<'_>,
) {
    set(batch.seat, i, seat.index() as u8);
    set(batch.reward, i, table.reward(shared, seat));
    set(batch.first, i, (table.table.steps()[seat.index()] == 0).into());
    set(batch.kyoku_over, i, table.scores.over.has(seat).into());
    set(batch.number, i, table.number);
    set(batch.kyoku, i, table.scores.kyoku);
    set(batch.step, i, table.table.step(seat) as i32);
    set(batch.scores.as_chunks_mut().0, i, table.scores_from(seat));
    let place = place_by_score(&table.game().scores()[..G::SEATS], seat.index());
    set(batch.place, i, place as u8);
}

#[inline]
fn set<T>(slice: &mut [T], at: usize, value: T) {
    if let Some(place) = slice.get_mut(at) {
        *place = value;
    }
}
