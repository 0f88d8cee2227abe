//! The decisions that a batched agent answers at once.

use hyakuman_core::game::{AgentFailure, BatchAgent, Decision, Game};

/// A batched agent, the rows that it has to answer, and its answers to those of the last sweep.
pub struct Queue<G: Game> {
    pub(crate) agent: Box<dyn BatchAgent<G>>,
    row_bytes: usize,
    rows: Vec<u8>,
    actions: Vec<u8>,
    /// Number of actions already taken.
    taken: usize,
}

impl<G: Game> Queue<G> {
    /// Without rows.
    pub fn new(agent: Box<dyn BatchAgent<G>>) -> Self {
        let row_bytes = agent.row_bytes().max(1);
        Queue { agent, row_bytes, rows: Vec::new(), actions: Vec::new(), taken: 0 }
    }

    /// Encodes a decision as the next row.
    #[inline]
    pub fn push(&mut self, decision: &Decision<'_, '_, G>) {
        let start = self.rows.len();
        self.rows.resize(start + self.row_bytes, 0);
        self.agent.encode(decision, &mut self.rows[start..]);
    }

    /// The answer to the next row of the last sweep. Panics if all are taken.
    #[inline]
    pub fn next_action(&mut self) -> u8 {
        self.taken += 1;
        self.actions[self.taken - 1]
    }

    /// Takes over the rows of another queue, whose agent is equal.
    pub(crate) fn join(&mut self, other: &mut Queue<G>) {
        let count = other.rows.len() / other.row_bytes;
        self.rows.append(&mut other.rows);
        other.actions.clear();
        other.actions.resize(count, 0);
        other.taken = 0;
    }

    /// Gives the answers to the rows of a queue that joined it. The last one that joined comes first.
    pub(crate) fn part(&mut self, other: &mut Queue<G>) {
        let own = self.actions.len() - other.actions.len();
        other.actions.copy_from_slice(&self.actions[own..]);
        self.actions.truncate(own);
    }

    /// Answers all rows.
    ///
    /// # Errors
    /// The agent failed.
    pub fn answer(&mut self) -> Result<(), AgentFailure> {
        let count = self.rows.len() / self.row_bytes;
        self.actions.clear();
        self.actions.resize(count, 0);
        self.taken = 0;
        if count > 0 {
            self.agent.act(&self.rows, &mut self.actions)?;
        }
        self.rows.clear();
        Ok(())
    }
}
