//! Agents that a function of the caller plays, such as a policy in another language.

use crate::encode::{Encode, Presenter, default_actions};
use crate::options::Observation;
use hyakuman_agents::AgentEntry;
use hyakuman_core::Tile;
use hyakuman_core::common::codes::NO_TILE;
use hyakuman_core::game::{ActionMask, AgentFailure, AnyAgent, BatchAgent, Decision, Game};
use hyakuman_games::registry::{EachGame, Listed, each_game};
use hyakuman_riichi::planes::{Actions, expand};
use std::cell::RefCell;
use std::sync::Arc;

/// Matches that each thread keeps in play, for full batches.
const IN_PLAY: usize = 256;
/// Bytes of a row behind observation and mask: the legal codes, and the tile just drawn.
const LEGAL: usize = 32;

/// The decisions that a player is asked for at once, of one or more matches.
pub struct Questions<'a> {
    rows: &'a [u8],
    /// Bytes of an observation.
    pub observation: usize,
    /// Number of actions.
    pub actions: usize,
}

/// Answers questions: writes an action for each, in the numbers of its mask. It is called by several threads.
pub type Answer = dyn Fn(&Questions<'_>, &mut [u8]) -> Result<(), AgentFailure> + Send + Sync;

/// An agent for a roster that has the same observations and actions as a [learner](crate::VecEnv) and answers by a function.
/// It counts as not deterministic. It plays every game; with planes riichi only.
pub fn player(name: &str, observation: Observation, answer: &Arc<Answer>) -> AgentEntry {
    let mut entry = AgentEntry::new(name).about("plays by a function");
    entry.deterministic = false;
    each_game(&Play { observation, answer }, entry)
}

/// Adds a game to an agent.
struct Play<'a> {
    observation: Observation,
    answer: &'a Arc<Answer>,
}

impl EachGame for Play<'_> {
    type Of = AgentEntry;

    fn add<G: Listed>(&self, entry: AgentEntry) -> AgentEntry {
        let (observation, answer) = (self.observation, Arc::clone(self.answer));
        entry.plays_by(move |_| {
            let (presenter, actions) = (Presenter::<G>::of(observation)?, default_actions::<G>());
            Ok(AnyAgent::Batched(Box::new(Player::new(presenter, actions, &answer))))
        })
    }
}

impl Questions<'_> {
    /// Number of decisions, at least 1.
    #[expect(clippy::len_without_is_empty, reason = "never empty")]
    pub fn len(&self) -> usize {
        self.rows.len() / self.row_bytes()
    }

    /// The observation of each decision.
    pub fn observations(&self) -> impl Iterator<Item = &[u8]> {
        self.rows.chunks_exact(self.row_bytes()).map(|row| &row[..self.observation])
    }

    /// For each decision 1 for each legal action, otherwise 0.
    pub fn masks(&self) -> impl Iterator<Item = &[u8]> {
        self.rows.chunks_exact(self.row_bytes()).map(|row| &row[self.observation..][..self.actions])
    }

    fn row_bytes(&self) -> usize {
        self.observation + self.actions + LEGAL + 1
    }

    /// The legal codes of each decision and the tile just drawn.
    fn legal(&self) -> impl Iterator<Item = (ActionMask, Option<Tile>)> {
        self.rows.chunks_exact(self.row_bytes()).map(|row| {
            let (legal, drawn) =
                row[self.observation + self.actions..].split_first_chunk().expect("the legal codes");
            (ActionMask::from_bytes(legal), Tile::new(drawn[0]))
        })
    }
}

/// Asks a function. A row is the observation, the mask, and what is needed to read the answer.
struct Player<G: Game> {
    presenter: Presenter<G>,
    encoder: RefCell<Box<dyn Encode<G>>>,
    actions: Actions,
    answer: Arc<Answer>,
}

impl<G: Game> Player<G> {
    fn new(presenter: Presenter<G>, actions: Actions, answer: &Arc<Answer>) -> Self {
        let encoder = RefCell::new((presenter.encoder)());
        Player { presenter, encoder, actions, answer: Arc::clone(answer) }
    }

    fn questions<'a>(&self, rows: &'a [u8]) -> Questions<'a> {
        Questions { rows, observation: self.presenter.bytes, actions: self.actions.count() }
    }
}

impl<G: Game> BatchAgent<G> for Player<G> {
    fn row_bytes(&self) -> usize {
        self.questions(&[]).row_bytes()
    }

    fn matches_in_play(&self) -> usize {
        IN_PLAY
    }

    fn encode(&self, decision: &Decision<'_, '_, G>, row: &mut [u8]) {
        let (observation, rest) = row.split_at_mut(self.presenter.bytes);
        let (mask, rest) = rest.split_at_mut(self.actions.count());
        // Rows of other matches may lie in between: nothing is kept.
        self.encoder.borrow_mut().encode(decision, 0, &mut G::RowCache::default(), observation);
        let drawn = (self.presenter.drawn)(decision.view);
        expand(&self.actions.legal(decision.legal, drawn), mask);
        rest[..LEGAL].copy_from_slice(&decision.legal.bytes());
        rest[LEGAL] = drawn.map_or(NO_TILE, Tile::code);
    }

    fn act(&mut self, rows: &[u8], actions: &mut [u8]) -> Result<(), AgentFailure> {
        let questions = self.questions(rows);
        (self.answer)(&questions, actions)?;
        for (row, ((legal, drawn), action)) in questions.legal().zip(actions).enumerate() {
            let illegal =
                || AgentFailure(format!("it chose action {action} in row {row}, which is not legal"));
            *action = self.actions.code(*action, &legal, drawn).ok_or_else(illegal)?;
        }
        Ok(())
    }
}
