//! Who decides: agents that answer one decision at a time, and batched agents that answer many at once.

use crate::game::{ActionMask, Game, KyokuEnd, MAX_SEATS, MatchEnd, Revealed};
use crate::seed::mix;
use crate::{Kind, MatchSeed, Rng, Seat};
use std::fmt;
use std::sync::Arc;

/// The seed of an agent's random numbers in one match. It depends on the walls and the seat alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AgentSeed {
    /// The match.
    pub of_match: MatchSeed,
    /// Where the agent sits.
    pub seat: Seat,
}

impl AgentSeed {
    /// A random stream for the whole match, for an agent that keeps it from decision to decision.
    pub fn rng(self) -> Rng {
        self.of_match.agent(self.seat)
    }

    /// The random number of one decision, for an agent that keeps nothing: a hash of match, seat and `step`, the
    /// zero-based index of the decision among those of this seat in this match.
    #[inline]
    pub fn number(self, step: u32) -> u64 {
        let MatchSeed { seed, number } = self.of_match;
        let decision = number << 24 ^ (step as u64) << 2 ^ self.seat.index() as u64;
        let (seeds, decisions) = (0xD1B5_4A32_D192_ED03, 0x9E37_79B9_7F4A_7C15); // odd, without small common multiples
        mix(seed.wrapping_mul(seeds).wrapping_add(decision.wrapping_mul(decisions)))
    }
}

/// Decides for one seat. It sees its view and the legal actions, nothing else.
pub trait Agent<G: Game>: Send {
    /// The number of the match that begins next, for messages. Several matches may be played on a wall, which has a number of its
    /// own ([`AgentSeed::of_match`]).
    fn numbered(&mut self, number: u64) {
        let _ = number;
    }

    /// A new match begins: forget everything.
    fn begin(&mut self, rules: &Arc<G::Rules>, seat: Seat, seed: AgentSeed) {
        let _ = (rules, seat, seed);
    }

    /// Returns the code of one of the legal actions, of which there are at least two. Another code ends the run.
    fn act(&mut self, view: &G::View<'_>, legal: &ActionMask) -> u8;

    /// Whether [`Agent::watch`] is to be called. Asked once for each match, after [`Agent::begin`].
    fn watches(&self) -> bool {
        false
    }

    /// Something happened in the match. An agent that watches gets everything in order, from the first deal on; what
    /// happened before a decision comes before its [`Agent::act`].
    fn watch(&mut self, seen: &Seen<'_, G>) {
        let _ = seen;
    }

    /// Why the last [`Agent::act`] could not choose an action, or [`Agent::evaluate`] found no values. Asked only if it returned an
    /// illegal code, or none.
    fn failure(&mut self) -> Option<AgentFailure> {
        None
    }

    /// What every legal action of this decision is worth to the agent; `None` if it does not compare actions, or not in this decision.
    /// It may be asked without [`Agent::act`], and does not change what the agent does later.
    fn evaluate(&mut self, view: &G::View<'_>, legal: &ActionMask) -> Option<Evaluation> {
        let _ = (view, legal);
        None
    }

    /// The decision as rollouts label it and a correction learned from them sees it: the choice of the agent without its correction, other
    /// actions, and numbers of all of them; `None` for a decision that is not labelled. As [`Agent::evaluate`] otherwise. By default
    /// the most valuable other actions, without numbers.
    fn consider(&mut self, view: &G::View<'_>, legal: &ActionMask) -> Option<Considered> {
        let evaluation = self.evaluate(view, legal)?;
        Some(Considered::of(self.act(view, legal), &evaluation))
    }

    /// The names of the groups of actions in which a calibration counts forecasts: [`Candidate::group`] is an index of this list. Empty:
    /// the agent makes no forecasts.
    fn groups(&self) -> Vec<String> {
        Vec::new()
    }
}

/// What an agent thinks of the legal actions of a decision.
#[derive(Clone, PartialEq, Debug)]
pub struct Evaluation {
    /// The unit of the values.
    pub unit: ValueUnit,
    /// Each legal action once, the most valuable first; of equal ones the lowest code first.
    pub candidates: Vec<Candidate>,
}

crate::named! {
    /// The unit of what actions are worth.
    pub enum ValueUnit {
        /// Points of the score.
        Points = "points",
        /// Final rank points, uma and oka included.
        RankPoints = "rank_points",
        /// The logit of the chance that the agent chooses the action.
        Logit = "logit",
    }
}

impl ValueUnit {
    /// Decimals that mean something.
    pub const fn decimals(self) -> usize {
        match self {
            ValueUnit::Points => 0,
            ValueUnit::RankPoints | ValueUnit::Logit => 2,
        }
    }
}

/// What a legal action is worth. Chances are from 0 to 1, `None` where the agent computes none. That of the action chosen is the forecast
/// that a calibration compares with what happens.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Candidate {
    /// The code of the action.
    pub action: u8,
    /// What it is worth, in [`Evaluation::unit`]; only differences between the actions of one decision mean something.
    pub value: f32,
    /// That this seat wins the kyoku.
    pub win: Option<f32>,
    /// That another seat wins on the action.
    pub deal_in: Option<f32>,
    /// That this seat is tenpai if the kyoku ends by an exhaustive draw.
    pub tenpai: Option<f32>,
    /// Of each final place, the first one first.
    pub places: Option<[f32; MAX_SEATS]>,
    /// What that costs on average, the chance included, in [`Evaluation::unit`]. It is part of the value.
    pub loss: Option<f32>,
    /// Shanten after it, by the plan that the agent has for the hand.
    pub shanten: Option<i8>,
    /// The discard that the agent would make after a call.
    pub then: Option<Kind>,
    /// The group, of [`Agent::groups`], in which a calibration counts its chances; `None`: in none.
    pub group: Option<u16>,
}

impl Candidate {
    /// An action with this value and nothing else.
    pub const fn new(action: u8, value: f32) -> Candidate {
        Candidate {
            action,
            value,
            win: None,
            deal_in: None,
            tenpai: None,
            places: None,
            loss: None,
            shanten: None,
            then: None,
            group: None,
        }
    }
}

impl Evaluation {
    /// Of these candidates, in any order.
    pub fn new(unit: ValueUnit, mut candidates: Vec<Candidate>) -> Evaluation {
        candidates.sort_by(|a, b| b.value.total_cmp(&a.value).then(a.action.cmp(&b.action)));
        Evaluation { unit, candidates }
    }

    /// The candidate of an action.
    pub fn of(&self, action: u8) -> Option<&Candidate> {
        self.candidates.iter().find(|candidate| candidate.action == action)
    }
}

/// A decision as a correction sees it ([`Agent::consider`]).
#[derive(Clone, PartialEq, Debug)]
pub struct Considered {
    /// The code of the action that the agent chooses without the correction.
    pub choice: u8,
    /// Numbers of the situation.
    pub situation: Vec<f32>,
    /// Numbers of the choice.
    pub of_choice: Vec<f32>,
    /// The other actions.
    pub others: Vec<OtherAction>,
}

/// Most other actions of a decision of an agent without a correction.
const MOST_OTHERS: usize = 3;

impl Considered {
    /// Of an agent that has no correction.
    fn of(choice: u8, evaluation: &Evaluation) -> Considered {
        let other = |candidate: &Candidate| OtherAction {
            action: candidate.action,
            sort: "any",
            weight: 1.0,
            gain: 0.0,
            numbers: Vec::new(),
        };
        let others = evaluation.candidates.iter().filter(|candidate| candidate.action != choice);
        let others = others.take(MOST_OTHERS).map(other).collect();
        Considered { choice, situation: Vec::new(), of_choice: Vec::new(), others }
    }
}

/// An action beside the choice of the agent.
#[derive(Clone, PartialEq, Debug)]
pub struct OtherAction {
    /// Its code.
    pub action: u8,
    /// Its sort: each sort is learned by itself.
    pub sort: &'static str,
    /// How often it is labelled, from 0 to 1, against the other actions.
    pub weight: f32,
    /// Rank points that it gains over the choice by the correction that the agent has; 0 without one.
    pub gain: f32,
    /// Numbers of the action.
    pub numbers: Vec<f32>,
}

/// Something that a watching agent sees.
pub enum Seen<'a, G: Game> {
    /// An event, without the tiles that the seat of the agent cannot see ([`Game::seen_by`]).
    Event(G::Event),
    /// A kyoku has been settled, and this was revealed.
    KyokuEnd(&'a KyokuEnd<'a>, &'a Revealed),
    /// The match is over.
    MatchEnd(&'a MatchEnd),
}

impl<G: Game> Agent<G> for Box<dyn Agent<G>> {
    fn numbered(&mut self, number: u64) {
        (**self).numbered(number);
    }

    fn begin(&mut self, rules: &Arc<G::Rules>, seat: Seat, seed: AgentSeed) {
        (**self).begin(rules, seat, seed);
    }

    #[inline]
    fn act(&mut self, view: &G::View<'_>, legal: &ActionMask) -> u8 {
        (**self).act(view, legal)
    }

    fn watches(&self) -> bool {
        (**self).watches()
    }

    fn watch(&mut self, seen: &Seen<'_, G>) {
        (**self).watch(seen);
    }

    fn failure(&mut self) -> Option<AgentFailure> {
        (**self).failure()
    }

    fn evaluate(&mut self, view: &G::View<'_>, legal: &ActionMask) -> Option<Evaluation> {
        (**self).evaluate(view, legal)
    }

    fn consider(&mut self, view: &G::View<'_>, legal: &ActionMask) -> Option<Considered> {
        (**self).consider(view, legal)
    }

    fn groups(&self) -> Vec<String> {
        (**self).groups()
    }
}

/// Decides for many seats of many matches at once: a neural network, Python, another process.
///
/// Each decision is encoded as a row of bytes by the thread that plays it; then many rows are answered in one call. An answer
/// must depend on its row alone, never on the other rows of the batch or on earlier ones: then results do not depend on
/// the size of the batches or the number of threads. A row therefore holds what the agent needs of the past.
pub trait BatchAgent<G: Game>: Send {
    /// Size of a row in bytes, at least 1.
    fn row_bytes(&self) -> usize;

    /// Matches that each thread keeps in play at a time if the user does not set it. More make fuller batches and take
    /// more memory.
    fn matches_in_play(&self) -> usize {
        64
    }

    /// Writes one decision to `row`: [`BatchAgent::row_bytes`] bytes, all zero.
    fn encode(&self, decision: &Decision<'_, '_, G>, row: &mut [u8]);

    /// Chooses an action for each row: `actions[i]` for the `i`-th row of `rows`.
    ///
    /// # Errors
    /// It cannot answer. The run ends with this error.
    fn act(&mut self, rows: &[u8], actions: &mut [u8]) -> Result<(), AgentFailure>;

    /// What every legal action of a decision is worth: [`Agent::evaluate`].
    ///
    /// # Errors
    /// It cannot answer.
    fn evaluate(&mut self, decision: &Decision<'_, '_, G>) -> Result<Option<Evaluation>, AgentFailure> {
        let _ = decision;
        Ok(None)
    }
}

/// One decision of a seat, as a [`BatchAgent`] encodes it.
pub struct Decision<'a, 'v, G: Game> {
    /// What the seat sees.
    pub view: &'a G::View<'v>,
    /// What it may do: at least two actions.
    pub legal: &'a ActionMask,
    /// Match and seat, for random numbers: [`AgentSeed::number`].
    pub seed: AgentSeed,
    /// Zero-based index of the decision among those of this seat in this match.
    pub step: u32,
}

/// Why an agent cannot answer, as one sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AgentFailure(pub String);

impl fmt::Display for AgentFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for AgentFailure {}

/// An agent of either kind, ready to play the game `G`.
pub enum AnyAgent<G: Game> {
    /// Answers one decision at a time.
    Scalar(Box<dyn Agent<G>>),
    /// Answers many decisions at once.
    Batched(Box<dyn BatchAgent<G>>),
}

impl<G: Game> AnyAgent<G> {
    /// The agent, if it is scalar.
    pub fn scalar(self) -> Option<Box<dyn Agent<G>>> {
        match self {
            AnyAgent::Scalar(agent) => Some(agent),
            AnyAgent::Batched(_) => None,
        }
    }
}
