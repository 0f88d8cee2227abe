//! An agent corrected by what rollouts taught: where a correction says that another action gains more than a threshold over the choice
//! of the agent, it takes that.
//!
//! | question | file |
//! | --- | --- |
//! | which decisions, and which actions of them | `sort.rs` |
//! | what the seats and hands are like, before and after an action | `look.rs` |
//! | the decision as numbers | `numbers.rs` |
//! | what an action gains | `correction.rs` |
//! | the file of a correction | `file.rs` |
//! | those that come with the program | `shipped.rs` |
//!
//! docs/learned.md has the idea, how a correction is made and what it is worth.

mod correction;
mod file;
mod look;
mod numbers;
pub(crate) mod shipped;
mod sort;

pub use correction::{Correction, FIRST, SECOND};
pub use file::{BEGINNING, CorrectionFile, NetFile, SortFile};
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
use numbers::{OfAction, Situation};
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
    /// Of which scores and seat the stakes were computed; the stakes.
    stakes: (Option<(Scores<N>, Seat)>, [f32; 2]),
}

/// A decision, looked at: the choice of the agent and other actions. Values are in rank points or thousands of points.
struct Choice {
    best: Candidate,
    pass: Option<Candidate>,
    others: ArrayVec<Candidate, MOST_OTHERS>,
}

/// The numbers of a decision: of the situation, of the choice of the agent, of each other action.
struct Numbers {
    situation: Situation,
    choice: OfAction,
    others: ArrayVec<(u8, OfAction), MOST_OTHERS>,
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
        let known = |action: u8| move |candidate: &&mut Candidate| candidate.action == action;
        let best = evaluation.candidates.iter_mut().find(known(choice.best.action)).map(|best| best.value);
        let unit = if evaluation.unit == ValueUnit::Points { self.points_of_a_rank_point(view) } else { 1.0 };
        for (action, gain) in self.gains(&correction, sort, view, &choice) {
            let found = evaluation.candidates.iter_mut().find(known(action)).zip(best);
            found.into_iter().for_each(|(candidate, best)| candidate.value = best + unit * gain);
        }
        Some(Evaluation::new(evaluation.unit, evaluation.candidates))
    }

    fn groups(&self) -> Vec<String> {
        self.agent.groups()
    }

    fn consider(&mut self, view: &View<'_, N, V>, legal: &ActionMask) -> Option<Considered> {
        let sort = Sort::of(view, legal)?;
        let choice = self.choice(sort, view, legal)?;
        let numbers = self.numbers(view, &choice);
        let mut gains = self.correction.as_ref().and_then(|correction| correction.gains(sort, &numbers));
        let other = |(action, of_action): &(u8, OfAction)| {
            let gain = gains.as_mut().map_or(0.0, |gains| gains.of(of_action));
            let weight = sort.weight() / (1.0 + (gain / BOUNDARY).powi(2));
            OtherAction { action: *action, sort: sort.name(), weight, gain, numbers: of_action.to_vec() }
        };
        let others = numbers.others.iter().map(other).collect();
        let (situation, of_choice) = (numbers.situation.to_vec(), numbers.choice.to_vec());
        Some(Considered { choice: choice.best.action, situation, of_choice, others })
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
        let gains = self.gains(correction, sort, view, choice);
        let better = |best: (u8, f32), other: (u8, f32)| if other.1 > best.1 { other } else { best };
        gains.into_iter().fold((choice.best.action, 0.0), better).0
    }

    /// What each other action gains over the choice, less the threshold, by what was learned of the sort.
    fn gains<V: Variant>(
        &self,
        correction: &Correction,
        sort: Sort,
        view: &View<'_, N, V>,
        choice: &Choice,
    ) -> ArrayVec<(u8, f32), MOST_OTHERS> {
        if choice.others.is_empty() || !correction.has(sort) {
            return ArrayVec::new();
        }
        let numbers = self.numbers(view, choice);
        let Some(mut gains) = correction.gains(sort, &numbers) else { return ArrayVec::new() };
        let least = gains.threshold();
        numbers.others.iter().map(|(action, of_action)| (*action, gains.of(of_action) - least)).collect()
    }

    fn numbers<V: Variant>(&self, view: &View<'_, N, V>, choice: &Choice) -> Numbers {
        let look = Look::new(view, &self.rates, self.stakes.1, choice.best, choice.pass);
        let of = |candidate: &Candidate| numbers::action(&After::new(&look, candidate));
        let others = choice.others.iter().map(|other| (other.action, of(other))).collect();
        Numbers { situation: numbers::situation(&look), choice: of(&choice.best), others }
    }

    fn renew_stakes<V: Variant>(&mut self, view: &View<'_, N, V>) {
        let state = view.match_state();
        let (scores, kyoku, honba) = (state.scores, state.kyoku, state.honba);
        let now = Scores { scores, kyoku, honba, sticks: 0, over: false };
        let Some(places) = self.places.as_ref().filter(|_| self.stakes.0 != Some((now, view.seat()))) else {
            return;
        };
        let worth = |gain: i32| {
            let mut scores = now.scores.map(|score| score - gain / (N as i32 - 1));
            scores[view.seat().index()] = now.scores[view.seat().index()] + gain;
            places.rank_points(&Scores { scores, ..now }, view.seat())
        };
        let (points, here) = (large_gain(view), worth(0));
        let stakes = [worth(points) - here, here - worth(-points)];
        self.stakes = (Some((now, view.seat())), stakes.map(|stake| stake / 10.0));
    }

    /// Points that are worth as much as a rank point in the present scores; at most 5,000: where places are decided, points still count.
    fn points_of_a_rank_point<V: Variant>(&self, view: &View<'_, N, V>) -> f32 {
        let rank_points = 10.0 * (self.stakes.1[0] + self.stakes.1[1]);
        let points = 2.0 * large_gain(view) as f32;
        if 5_000.0 * rank_points > points { points / rank_points } else { 5_000.0 }
    }
}

/// The points whose gain and loss are the stakes: a fourth of those at the start.
fn large_gain<const N: usize, V: Variant>(view: &View<'_, N, V>) -> i32 {
    view.rules().start_points / 4
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
