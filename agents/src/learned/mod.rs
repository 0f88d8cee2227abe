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
//! It is a wrapper and no part of the agent: it needs what any agent can say of its actions ([`Corrigible`]), and is fitted to how that agent plays.
//! The file names its numbers, each of which is declared once, with its name and value. No agent is corrected unless an option says so: a correction
//! belongs to the rules that it was fitted to, and a comparison of rules would measure how badly it fits the others.
//!
//! docs/learned.md has the idea, how a correction is made and what it is worth.

mod correction;
mod file;
mod look;
mod numbers;
pub(crate) mod shipped;
mod sort;

pub use crate::corrigible::{Corrigible, Reach};
pub use correction::{Correction, FIRST, SECOND};
pub use file::{BEGINNING, CorrectionFile, NetFile, SortFile};
pub use sort::Sort;

use crate::corrigible::precedes;
use crate::place::{PlaceModel, Situation as Scores};
use crate::value::Rates;
use arrayvec::ArrayVec;
use correction::Part;
use hyakuman_core::Seat;
use hyakuman_core::game::{
    ActionMask, Agent, AgentSeed, Candidate, Considered, Evaluation, OtherAction, ValueUnit,
};
use hyakuman_riichi::{Action, Match, Variant, View};
use look::{After, Look};
use numbers::OfAction;
use sort::MOST_OTHERS;
use std::sync::Arc;

/// Names of the numbers of a situation, in order.
pub const SITUATION: &[&str] = numbers::SITUATION_NAMES;
/// Names of the numbers of an action, in order.
pub const ACTION: &[&str] = numbers::ACTION_NAMES;

/// Rank points of a gain at which an action is labelled half as often as one without a gain: what is certain teaches little.
const BOUNDARY: f32 = 0.6;

/// An agent with a correction, or without one: then it plays as the agent does.
#[derive(Clone)]
pub struct Learned<A, const N: usize> {
    agent: A,
    correction: Option<Arc<Correction>>,
    comparison: Comparison<N>,
}

/// Compares the choice of an agent with other actions.
#[derive(Clone)]
struct Comparison<const N: usize> {
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

impl<A, const N: usize> Learned<A, N> {
    /// An agent with this correction.
    pub fn new(agent: A, correction: Option<Arc<Correction>>) -> Learned<A, N> {
        let (rates, stakes) = (Arc::new(Rates::of(N)), (None, [0.0; 2]));
        Learned {
            agent,
            correction,
            comparison: Comparison { candidates: Vec::new(), rates, places: None, stakes },
        }
    }
}

impl<A: Corrigible<Match<N, V>>, const N: usize, V: Variant> Agent<Match<N, V>> for Learned<A, N> {
    fn begin(&mut self, rules: &Arc<V::Rules>, seat: Seat, seed: AgentSeed) {
        self.agent.begin(rules, seat, seed);
        self.comparison.begin::<V>(rules);
    }

    fn act(&mut self, view: &View<'_, N, V>, legal: &ActionMask) -> u8 {
        let Learned { agent, correction, comparison } = self;
        let corrected = correction.as_deref().and_then(|correction| {
            let sort = Sort::of(view, legal)?;
            let part = correction.part(sort)?;
            let choice = comparison.choice(agent, sort, view, legal)?;
            Some(comparison.corrected(part, view, &choice))
        });
        corrected.unwrap_or_else(|| agent.act(view, legal))
    }

    /// That of the agent; an action that was compared with its choice is worth as much more or less as was learned, less the threshold.
    fn evaluate(&mut self, view: &View<'_, N, V>, legal: &ActionMask) -> Option<Evaluation> {
        let Learned { agent, correction, comparison } = self;
        let mut evaluation = agent.evaluate(view, legal)?;
        let sort = Sort::of(view, legal);
        let part = sort.and_then(|sort| Some((sort, correction.as_deref()?.part(sort)?)));
        let Some((sort, part)) = part else { return Some(evaluation) };
        let Some(choice) = comparison.choice(agent, sort, view, legal) else { return Some(evaluation) };
        let known = |action: u8| move |candidate: &&mut Candidate| candidate.action == action;
        let best = evaluation.candidates.iter_mut().find(known(choice.best.action)).map(|best| best.value);
        let gains = comparison.gains(part, view, &choice);
        let points = evaluation.unit == ValueUnit::Points && !gains.is_empty();
        let unit = if points { comparison.points_of_a_rank_point(view) } else { 1.0 };
        for (action, gain) in gains {
            let found = evaluation.candidates.iter_mut().find(known(action)).zip(best);
            found.into_iter().for_each(|(candidate, best)| candidate.value = best + unit * gain);
        }
        Some(Evaluation::new(evaluation.unit, evaluation.candidates))
    }

    fn groups(&self) -> Vec<String> {
        self.agent.groups()
    }

    fn consider(&mut self, view: &View<'_, N, V>, legal: &ActionMask) -> Option<Considered> {
        let Learned { agent, correction, comparison } = self;
        let sort = Sort::of(view, legal)?;
        let choice = comparison.choice(agent, sort, view, legal)?;
        if choice.others.is_empty() {
            return None;
        }
        let look = comparison.look(view, &choice);
        let (situation, of_choice) = (numbers::situation(&look), look.numbers(&choice.best));
        let part = correction.as_deref().and_then(|correction| correction.part(sort));
        let mut gains = part.map(|part| part.gains(&situation, &of_choice));
        let mut other = |other: &Candidate| {
            let numbers = look.numbers(other);
            let gain = gains.as_mut().map_or(0.0, |gains| gains.of(&numbers));
            let weight = sort.weight() / (1.0 + (gain / BOUNDARY).powi(2));
            OtherAction { action: other.action, sort: sort.name(), weight, gain, numbers: numbers.to_vec() }
        };
        let others = choice.others.iter().map(&mut other).collect();
        let (situation, of_choice) = (situation.to_vec(), of_choice.to_vec());
        Some(Considered { choice: choice.best.action, situation, of_choice, others })
    }
}

impl<const N: usize> Comparison<N> {
    fn begin<V: Variant>(&mut self, rules: &V::Rules) {
        self.stakes.0 = None;
        if self.places.as_ref().is_none_or(|places| places.rules != *V::riichi(rules)) {
            self.places = Some(PlaceModel::of::<V>(rules));
        }
    }

    /// The choice of the agent and what else is looked at; `None` if it is not among actions that can be compared.
    fn choice<A: Corrigible<Match<N, V>>, V: Variant>(
        &mut self,
        agent: &mut A,
        sort: Sort,
        view: &View<'_, N, V>,
        legal: &ActionMask,
    ) -> Option<Choice> {
        self.candidates.clear();
        let (unit, choice) = agent.weigh(view, legal, sort.reach(), &mut self.candidates)?;
        let scale = if unit == ValueUnit::Points { 0.001 } else { 1.0 };
        let scaled = |candidate: &Candidate| Candidate {
            value: scale * candidate.value,
            loss: candidate.loss.map(|loss| scale * loss),
            ..*candidate
        };
        let known = |action: u8| move |candidate: &&Candidate| candidate.action == action;
        let best = self.candidates.iter().find(known(choice)).filter(|best| is_compared(best)).map(scaled)?;
        let pass = self.candidates.iter().find(known(Action::Pass.code())).map(scaled);
        let least = sort.reach().least(best.value);
        let near = |other: &&Candidate| scale * other.value >= least && other.action != choice;
        let others = self.candidates.iter().filter(|other| near(other) && is_compared(other));
        let others = first(others, sort.most_others()).into_iter().map(scaled).collect();
        Some(Choice { best, pass, others })
    }

    /// The best action by what was learned of the sort.
    fn corrected<V: Variant>(&mut self, part: &Part, view: &View<'_, N, V>, choice: &Choice) -> u8 {
        let better = |best: (u8, f32), other: (u8, f32)| if other.1 > best.1 { other } else { best };
        self.gains(part, view, choice).into_iter().fold((choice.best.action, 0.0), better).0
    }

    /// What each other action gains over the choice, less the threshold, by what was learned of the sort.
    fn gains<V: Variant>(
        &mut self,
        part: &Part,
        view: &View<'_, N, V>,
        choice: &Choice,
    ) -> ArrayVec<(u8, f32), MOST_OTHERS> {
        if choice.others.is_empty() {
            return ArrayVec::new();
        }
        let look = self.look(view, choice);
        let (situation, of_choice) = (numbers::situation(&look), look.numbers(&choice.best));
        let mut gains = part.gains(&situation, &of_choice);
        let gain = |other: &Candidate| (other.action, gains.of(&look.numbers(other)) - part.threshold);
        choice.others.iter().map(gain).collect()
    }

    fn look<'a, 'v, V: Variant>(
        &'a mut self,
        view: &'a View<'v, N, V>,
        choice: &Choice,
    ) -> Look<'a, 'v, N, V> {
        self.renew_stakes(view);
        Look::new(view, &self.rates, self.stakes.1, choice.best, choice.pass)
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

impl<const N: usize, V: Variant> Look<'_, '_, N, V> {
    fn numbers(&self, candidate: &Candidate) -> OfAction {
        numbers::action(&After::new(self, candidate))
    }
}

/// The points whose gain and loss are the stakes: a fourth of those at the start.
fn large_gain<const N: usize, V: Variant>(view: &View<'_, N, V>) -> i32 {
    view.rules().start_points / 4
}

/// The most valuable of some actions, in order.
fn first<'a>(
    candidates: impl Iterator<Item = &'a Candidate>,
    most: usize,
) -> ArrayVec<&'a Candidate, MOST_OTHERS> {
    let mut first = ArrayVec::new();
    for candidate in candidates {
        let at =
            first.iter().position(|known: &&Candidate| precedes(candidate, known)).unwrap_or(first.len());
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
