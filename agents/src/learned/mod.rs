//! An agent corrected by what rollouts taught: where a correction says that another action gains more than a threshold over the choice
//! of the agent, it takes that.
//!
//! | question | file |
//! | --- | --- |
//! | which decisions, and which actions of them | `sort.rs` |
//! | what the seats and hands are like, before and after an action | `look.rs` |
//! | the decision as numbers | `numbers.rs`, `shapes.rs` |
//! | what an action gains | `correction.rs` |
//! | the file of a correction | `file.rs` |
//! | those that come with the program | `shipped.rs` |
//!
//! docs/learned.md has the idea, how a correction is made and what it is worth.

mod correction;
mod file;
mod look;
mod numbers;
mod shapes;
pub(crate) mod shipped;
mod sort;

pub use correction::{Correction, FIRST, SECOND};
pub use file::{CorrectionFile, NetFile, SortFile};
pub use sort::Sort;

use crate::place::{PlaceModel, Situation as Scores};
use crate::value::Rates;
use arrayvec::ArrayVec;
use hyakuman_core::Seat;
use hyakuman_game::{
    ActionMask, Agent, AgentSeed, Candidate, Considered, Evaluation, Game, OtherAction, ValueUnit,
};
use hyakuman_riichi::{Action, Match, Variant, View};
use look::{After, Look};
use sort::MOST_OTHERS;
use std::sync::Arc;

/// Names of the numbers of a situation, in order.
pub const SITUATION: &[&str] = numbers::SITUATION_NAMES;
/// Names of the numbers of an action, in order.
pub const ACTION: &[&str] = numbers::ACTION_NAMES;

/// Rank points of a gain at which an action is labelled half as often as one without a gain: what is certain teaches little.
const BOUNDARY: f32 = 0.6;

/// An agent that can be corrected.
pub trait Corrigible<G: Game>: Agent<G> {
    /// Adds the actions that the agent looks at in play, with what they are worth in the unit returned, and returns its choice, but for
    /// actions of equal worth. `None` where [`Agent::act`] does not compare values.
    fn weigh(
        &mut self,
        view: &G::View<'_>,
        legal: &ActionMask,
        candidates: &mut Vec<Candidate>,
    ) -> Option<(ValueUnit, u8)>;
}

/// An agent with a correction, or without one: then it plays as the agent does.
#[derive(Clone)]
pub struct Learned<A, const N: usize> {
    agent: A,
    correction: Option<Arc<Correction>>,
    /// Of the decision that is looked at.
    candidates: Vec<Candidate>,
    rates: Arc<Rates>,
    places: Option<PlaceModel<N>>,
    /// The kyoku, by the number of deals, and the seat of which the stakes were computed; the stakes.
    stakes: (Option<(u32, Seat)>, [f32; 2]),
}

/// A decision, looked at: the choice of the agent and other actions. Values are in rank points or thousands of points.
struct Choice {
    best: Candidate,
    pass: Option<Candidate>,
    others: ArrayVec<Candidate, MOST_OTHERS>,
}

impl<A, const N: usize> Learned<A, N> {
    /// An agent with this correction.
    pub fn new(agent: A, correction: Option<Arc<Correction>>) -> Learned<A, N> {
        let (candidates, rates, stakes) = (Vec::new(), Arc::new(Rates::of(N)), (None, [0.0; 2]));
        Learned { agent, correction, candidates, rates, places: None, stakes }
    }
}

impl<A: Corrigible<Match<N, V>>, const N: usize, V: Variant> Agent<Match<N, V>> for Learned<A, N> {
    fn begin(&mut self, rules: &Arc<V::Rules>, seat: Seat, seed: AgentSeed) {
        self.agent.begin(rules, seat, seed);
        self.stakes.0 = None;
        if self.places.as_ref().is_none_or(|places| places.rules() != V::riichi(rules)) {
            self.places = Some(PlaceModel::of::<V>(rules));
        }
    }

    fn act(&mut self, view: &View<'_, N, V>, legal: &ActionMask) -> u8 {
        let Some(correction) = self.correction.clone() else { return self.agent.act(view, legal) };
        let sort = Sort::of(view, legal).filter(|&sort| correction.has(sort));
        let choice = sort.and_then(|sort| Some((sort, self.choice(sort, view, legal)?)));
        match choice {
            Some((sort, choice)) => self.corrected(&correction, sort, view, &choice),
            None => self.agent.act(view, legal),
        }
    }

    /// That of the agent; an action that was compared with its choice is worth as much more or less as was learned, less the threshold.
    fn evaluate(&mut self, view: &View<'_, N, V>, legal: &ActionMask) -> Option<Evaluation> {
        let mut evaluation = self.agent.evaluate(view, legal)?;
        let Some(correction) = self.correction.clone() else { return Some(evaluation) };
        let Some(sort) = Sort::of(view, legal) else { return Some(evaluation) };
        let Some(choice) = self.choice(sort, view, legal) else { return Some(evaluation) };
        let unit = if evaluation.unit == ValueUnit::Points { 1_000.0 } else { 1.0 };
        self.gains(&correction, sort, view, &choice, |action, gain| {
            let found = evaluation.candidates.iter_mut().find(|candidate| candidate.action == action);
            found.into_iter().for_each(|candidate| candidate.value = unit * (choice.best.value + gain));
        });
        Some(Evaluation::new(evaluation.unit, evaluation.candidates))
    }

    fn groups(&self) -> Vec<String> {
        self.agent.groups()
    }

    fn consider(&mut self, view: &View<'_, N, V>, legal: &ActionMask) -> Option<Considered> {
        let sort = Sort::of(view, legal)?;
        let choice = self.choice(sort, view, legal)?;
        let look = Look::new(view, &self.rates, self.stakes.1, choice.best, choice.pass);
        let situation = numbers::situation(&look);
        let numbers = |candidate: &Candidate| numbers::action(&After::new(&look, candidate));
        let best = numbers(&choice.best);
        let mut gains =
            self.correction.as_ref().and_then(|correction| correction.gains(sort, &situation, best));
        let other = |candidate: &Candidate| {
            let numbers = numbers(candidate);
            let gain = gains.as_mut().map_or(0.0, |gains| gains.of(&numbers));
            let weight = sort.weight() / (1.0 + (gain / BOUNDARY).powi(2));
            OtherAction {
                action: candidate.action,
                sort: sort.name(),
                weight,
                gain,
                numbers: numbers.to_vec(),
            }
        };
        let others = choice.others.iter().map(other).collect();
        Some(Considered {
            choice: choice.best.action,
            situation: situation.to_vec(),
            of_choice: best.to_vec(),
            others,
        })
    }
}

impl<A, const N: usize> Learned<A, N> {
    /// The choice of the agent and what else is looked at; `None` if it is not among actions that can be compared.
    fn choice<V: Variant>(&mut self, sort: Sort, view: &View<'_, N, V>, legal: &ActionMask) -> Option<Choice>
    where
        A: Corrigible<Match<N, V>>,
    {
        self.candidates.clear();
        let (unit, choice) = self.agent.weigh(view, legal, &mut self.candidates)?;
        self.renew_stakes(view);
        let scale = if unit == ValueUnit::Points { 0.001 } else { 1.0 };
        let scaled = |candidate: &Candidate| Candidate {
            value: scale * candidate.value,
            loss: candidate.loss.map(|loss| scale * loss),
            ..*candidate
        };
        let candidates = &self.candidates;
        let best = candidates.iter().find(|candidate| candidate.action == choice)?;
        let pass = candidates.iter().find(|candidate| candidate.action == Action::Pass.code()).map(scaled);
        let choice = Choice { best: scaled(best), pass, others: ArrayVec::new() };
        let (points, part) = sort.reach();
        let least = choice.best.value - points.max(part * choice.best.value.abs());
        let compared = candidates.iter().filter(|candidate| is_compared(candidate)).map(scaled);
        let others = compared.filter(|other| other.value >= least && other.action != best.action);
        is_compared(best).then(|| Choice { others: first(others, sort.most_others()), ..choice })
    }

    /// The best action by what was learned of the sort.
    fn corrected<V: Variant>(
        &self,
        correction: &Correction,
        sort: Sort,
        view: &View<'_, N, V>,
        choice: &Choice,
    ) -> u8 {
        let mut best = (0.0, choice.best.action);
        self.gains(correction, sort, view, choice, |action, gain| {
            if gain > best.0 {
                best = (gain, action);
            }
        });
        best.1
    }

    /// Calls `take` with each other action and what it gains over the choice, less the threshold, by what was learned of the sort.
    fn gains<V: Variant>(
        &self,
        correction: &Correction,
        sort: Sort,
        view: &View<'_, N, V>,
        choice: &Choice,
        mut take: impl FnMut(u8, f32),
    ) {
        if choice.others.is_empty() || !correction.has(sort) {
            return;
        }
        let look = Look::new(view, &self.rates, self.stakes.1, choice.best, choice.pass);
        let situation = numbers::situation(&look);
        let numbers = |candidate: &Candidate| numbers::action(&After::new(&look, candidate));
        let Some(mut gains) = correction.gains(sort, &situation, numbers(&choice.best)) else { return };
        let least = gains.threshold();
        choice.others.iter().for_each(|other| take(other.action, gains.of(&numbers(other)) - least));
    }

    fn renew_stakes<V: Variant>(&mut self, view: &View<'_, N, V>) {
        let state = view.match_state();
        let of = Some((state.deals, view.seat()));
        if self.stakes.0 == of {
            return;
        }
        let Some(places) = &self.places else { return };
        let points = view.rules().start_points / 4;
        let worth = |gain: i32| {
            let mut scores = state.scores;
            let others = scores.iter_mut().enumerate().filter(|(seat, _)| *seat != view.seat().index());
            others.for_each(|(_, score)| *score -= gain / (N as i32 - 1));
            scores[view.seat().index()] += gain;
            let now = Scores { scores, kyoku: state.kyoku, honba: state.honba, sticks: 0, over: false };
            places.rank_points(&now, view.seat())
        };
        let now = worth(0);
        self.stakes = (of, [(worth(points) - now) / 10.0, (now - worth(-points)) / 10.0]);
    }
}

/// The most valuable of some actions.
pub(crate) fn best(candidates: &[Candidate]) -> Option<u8> {
    let best = candidates.iter().reduce(|best, next| if precedes(next, best) { next } else { best });
    best.map(|best| best.action)
}

/// Whether an action is worth more than another; of equal ones the lower code precedes.
fn precedes(a: &Candidate, b: &Candidate) -> bool {
    a.value > b.value || a.value == b.value && a.action < b.action
}

/// The most valuable of some actions, in order.
fn first(candidates: impl Iterator<Item = Candidate>, most: usize) -> ArrayVec<Candidate, MOST_OTHERS> {
    let mut first = ArrayVec::new();
    for candidate in candidates {
        let at = first.iter().position(|known| precedes(&candidate, known)).unwrap_or(first.len());
        if first.len() == most && at < most {
            first.pop();
        }
        if at < most {
            first.insert(at, candidate);
        }
    }
    first
}

/// Whether an action is one that is compared: a discard, a call, a kan, passing.
fn is_compared(candidate: &Candidate) -> bool {
    use Action::*;
    let action = Action::from_code(candidate.action);
    action.is_some_and(|action| {
        matches!(
            action,
            Discard(_)
                | Tsumogiri
                | Riichi(_)
                | RiichiTsumogiri
                | Pass
                | Chi { .. }
                | Pon { .. }
                | Kan(_)
                | Daiminkan
        )
    })
}
