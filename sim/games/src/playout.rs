//! THE loop: pending decision, view, legal actions, agent, apply.
//!
//! A [`Table`] is one match in play with the answers given so far. [`play`] drives it with one agent a seat, inline;
//! a [`Pool`] keeps many tables and hands the decisions of batched agents over in full batches, while tables that
//! wait are parked. Both go through [`Table::answer`], and neither can tell what the other would have seen: the
//! games are the same.

use crate::agent::{Agent, AgentSeed, BatchAgent};
use crate::game::{Answers, Game, Illegal};
use crate::sink::Sink;
use hyakuman_core::{MatchSeed, Seat, SeatSet};
use std::sync::Arc;

/// Plays one match with one agent a seat.
pub fn play<G: Game, A: Agent<G>>(
    rules: &Arc<G::Rules>,
    seed: MatchSeed,
    agents: &mut [A],
    sink: &mut impl Sink<G>,
) -> Result<(), Illegal> {
    for (seat, agent) in Seat::all(G::SEATS).zip(&mut *agents) {
        agent.begin(rules, seat, AgentSeed { of_match: seed, seat });
    }
    let mut table = Table::<G>::start(rules, seed, sink);
    while let Some(seat) = table.pending().next() {
        let legal = table.game.legal(seat);
        let action = agents[seat.index()].act(&table.game.view(seat), legal);
        if !legal.has(action) {
            return Err(table.refuse(seat, action));
        }
        table.take(seat, action, sink);
    }
    Ok(())
}

/// One match in play, and the answers its deciders have given so far.
#[derive(Clone, Debug)]
pub struct Table<G> {
    game: G,
    answers: Answers,
}

impl<G: Game> Table<G> {
    /// Starts a match.
    pub fn start(rules: &Arc<G::Rules>, seed: MatchSeed, sink: &mut impl Sink<G>) -> Table<G> {
        Table { game: G::start(rules, seed, sink), answers: Answers::NONE }
    }

    /// A match already under way.
    pub fn of(game: G) -> Table<G> {
        Table { game, answers: Answers::NONE }
    }

    /// The game, to look at.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Who still owes an answer. Empty: the match is over.
    #[inline]
    pub fn pending(&self) -> SeatSet {
        self.game.deciders().without(self.answers.given())
    }

    /// Takes the answer of a pending seat; the last one moves the game on.
    #[inline]
    pub fn answer(&mut self, seat: Seat, action: u8, sink: &mut impl Sink<G>) -> Result<(), Illegal> {
        if !self.game.legal(seat).has(action) {
            return Err(self.refuse(seat, action));
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

    #[cold]
    fn refuse(&self, seat: Seat, action: u8) -> Illegal {
        let reason = self.game.why_illegal(seat, action);
        Illegal { seat, action: Some(G::action_name(action)), reason }
    }
}

/// Who plays a seat of a [`Pool`].
pub enum Player<'a, G: Game> {
    /// Makes an agent for each match.
    Scalar(&'a (dyn Fn() -> Box<dyn Agent<G>> + Sync)),
    /// The batched agent with this index.
    Batched(usize),
}

/// Plays many matches at a time; the decisions of batched agents are answered in batches.
pub struct Pool<'a, G: Game, S> {
    rules: &'a Arc<G::Rules>,
    players: &'a [Player<'a, G>],
    tables: Vec<Slot<G, S>>,
}

struct Slot<G: Game, S> {
    table: Table<G>,
    seed: MatchSeed,
    agents: Vec<Option<Box<dyn Agent<G>>>>,
    steps: Vec<u32>,
    sink: S,
}

impl<'a, G: Game, S: Sink<G>> Pool<'a, G, S> {
    /// A pool for these players, one a seat.
    pub fn new(rules: &'a Arc<G::Rules>, players: &'a [Player<'a, G>]) -> Self {
        assert_eq!(players.len(), G::SEATS, "one player a seat");
        Pool { rules, players, tables: Vec::new() }
    }

    /// Plays the matches with these seeds, `width` at a time, and returns their sinks in the order of the seeds.
    pub fn play(
        &mut self,
        seeds: impl IntoIterator<Item = MatchSeed>,
        width: usize,
        batched: &mut [&mut dyn BatchAgent<G>],
        mut sink: impl FnMut(MatchSeed) -> S,
    ) -> Result<Vec<S>, Illegal> {
        let mut seeds = seeds.into_iter().enumerate();
        let mut done: Vec<Option<S>> = Vec::new();
        let mut numbers = Vec::new();
        loop {
            while self.tables.len() < width.max(1) {
                let Some((number, seed)) = seeds.next() else { break };
                done.push(None);
                numbers.push(number);
                self.tables.push(self.seat(seed, sink(seed)));
            }
            if self.tables.is_empty() {
                return Ok(done.into_iter().flatten().collect());
            }
            self.play_scalar()?;
            self.play_batched(batched)?;
            for i in (0..self.tables.len()).rev() {
                if self.tables[i].table.pending().is_empty() {
                    done[numbers.swap_remove(i)] = Some(self.tables.swap_remove(i).sink);
                }
            }
        }
    }

    fn seat(&self, seed: MatchSeed, mut sink: S) -> Slot<G, S> {
        let agents = Seat::all(G::SEATS).zip(self.players).map(|(seat, player)| match player {
            Player::Scalar(make) => {
                let mut agent = make();
                agent.begin(self.rules, seat, AgentSeed { of_match: seed, seat });
                Some(agent)
            }
            Player::Batched(_) => None,
        });
        let agents = agents.collect();
        let table = Table::start(self.rules, seed, &mut sink);
        Slot { table, seed, agents, steps: vec![0; G::SEATS], sink }
    }

    /// Plays every table on to where only batched agents are asked, or to its end.
    fn play_scalar(&mut self) -> Result<(), Illegal> {
        for slot in &mut self.tables {
            while let Some(seat) = slot.table.pending().find(|seat| slot.agents[seat.index()].is_some()) {
                let agent = slot.agents[seat.index()].as_mut().expect("just found");
                let action = agent.act(&slot.table.game.view(seat), slot.table.game.legal(seat));
                slot.table.answer(seat, action, &mut slot.sink)?;
            }
        }
        Ok(())
    }

    /// Asks each batched agent once for all that waits for it.
    fn play_batched(&mut self, batched: &mut [&mut dyn BatchAgent<G>]) -> Result<(), Illegal> {
        let waiting = self.waiting();
        for (index, agent) in batched.iter_mut().enumerate() {
            let asked: Vec<(usize, Seat)> =
                waiting.iter().filter(|ask| ask.2 == index).map(|ask| (ask.0, ask.1)).collect();
            let mut rows = vec![0; asked.len() * agent.row_bytes()];
            for (&(slot, seat), row) in asked.iter().zip(rows.chunks_exact_mut(agent.row_bytes().max(1))) {
                let slot = &mut self.tables[slot];
                let seed = AgentSeed { of_match: slot.seed, seat };
                let game = &slot.table.game;
                agent.encode(&game.view(seat), game.legal(seat), seed, slot.steps[seat.index()], row);
                slot.steps[seat.index()] += 1;
            }
            let mut actions = vec![0; asked.len()];
            agent.act(&rows, &mut actions);
            for (&(slot, seat), &action) in asked.iter().zip(&actions) {
                let slot = &mut self.tables[slot];
                slot.table.answer(seat, action, &mut slot.sink)?;
            }
        }
        Ok(())
    }

    /// All decisions that wait for a batched agent: table, seat, agent.
    fn waiting(&self) -> Vec<(usize, Seat, usize)> {
        let mut waiting = Vec::new();
        for (i, slot) in self.tables.iter().enumerate() {
            for seat in slot.table.pending() {
                if let Player::Batched(agent) = self.players[seat.index()] {
                    waiting.push((i, seat, agent));
                }
            }
        }
        waiting
    }
}
