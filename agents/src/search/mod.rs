//! `search`: the choice of another agent, its base, checked by rollouts: calls, riichi, and discards under a riichi are played to the end
//! of the kyoku in worlds that fit the view. docs/search.md has the formulas and what they gain.
//!
//! | question | file |
//! | --- | --- |
//! | which decisions are searched, and which actions | `choices.rs` |
//! | how many worlds, and which action wins | `race.rs` |
//! | its options | `entry.rs` |

mod choices;
mod entry;
mod race;

pub(crate) use entry::entry;

use crate::place::Worth;
use crate::placement::{Model, Unfitted};
use choices::{Category, Choices};
use hyakuman_core::game::rollout::play_out;
use hyakuman_core::game::{ActionMask, Agent, AgentSeed, Evaluation, Seen, ValueUnit};
use hyakuman_core::{MatchSeed, Rng, Seat};
use hyakuman_riichi::{Riichi, RiichiRules, View};
use race::Race;
use std::sync::Arc;

/// An agent for one seat.
pub type Player<const N: usize> = Box<dyn Agent<Riichi<N>>>;

/// Plays as its base, but for decisions in which rollouts speak against it.
pub struct Search<const N: usize> {
    base: Player<N>,
    /// Those that play rollouts, by seat.
    policy: Vec<Player<N>>,
    worlds: u32,
    model: Option<Model<N>>,
    unfitted: Arc<Unfitted>,
    game: Option<(Arc<RiichiRules>, AgentSeed)>,
}

impl<const N: usize> Search<N> {
    /// An agent that plays at most so many worlds for a decision. `policy`: an agent for each seat, which play the rollouts; none of them
    /// may watch.
    pub fn new(base: Player<N>, policy: [Player<N>; N], worlds: u32) -> Search<N> {
        Search { base, policy: policy.into(), worlds, model: None, unfitted: Arc::default(), game: None }
    }

    /// The same; it notes there the rules for which its model of places is not fitted.
    pub(crate) fn noting(self, unfitted: &Arc<Unfitted>) -> Search<N> {
        Search { unfitted: Arc::clone(unfitted), ..self }
    }

    /// What the alternatives to `own`, the choice of the base, are worth more than it: each action with its gain in rank points, those
    /// not searched left out. `None` if the decision is left to the base.
    fn gains(
        &mut self,
        view: &View<'_, N>,
        legal: &ActionMask,
        own: u8,
        evaluation: &Evaluation,
    ) -> Option<Vec<(u8, f32)>> {
        let category = Category::of(view, legal)?;
        let choices = Choices::of(category, own, evaluation)?;
        let model = &self.model.as_ref()?.places;
        let (rules, seed) = self.game.as_ref()?;
        // It differs from decision to decision of a match.
        let number = seed.number(view.match_state().deals << 8 | view.events().len() as u32);
        for (seat, agent) in Seat::all(N).zip(&mut self.policy) {
            let of_match = MatchSeed { seed: number, number: 0 };
            agent.begin(rules, seat, AgentSeed { of_match, seat });
        }
        let (mut rng, mut race) = (Rng::from_seed(number), Race::new(&choices));
        while race.goes_on(self.worlds) {
            let world = view.redealt(&mut rng);
            race.add_world(|action| {
                let mut game = world.clone();
                let end = play_out(&mut game, (view.seat(), action), &mut self.policy);
                model.of(&game, &end, view.seat())
            });
        }
        Some(race.gains())
    }
}

impl<const N: usize> Agent<Riichi<N>> for Search<N> {
    fn numbered(&mut self, number: u64) {
        self.base.numbered(number);
    }

    fn begin(&mut self, rules: &Arc<RiichiRules>, seat: Seat, seed: AgentSeed) {
        self.base.begin(rules, seat, seed);
        self.game = Some((Arc::clone(rules), seed));
        Model::begin(&mut self.model, rules, None, &self.unfitted);
    }

    fn act(&mut self, view: &View<'_, N>, legal: &ActionMask) -> u8 {
        let own = self.base.act(view, legal);
        if self.worlds == 0 || !legal.has(own) || Category::of(view, legal).is_none() {
            return own;
        }
        let Some(evaluation) = self.base.evaluate(view, legal) else { return own };
        let gains = self.gains(view, legal, own, &evaluation).unwrap_or_default();
        let best = gains.into_iter().filter(|&(_, gain)| gain > 0.0).max_by(|a, b| a.1.total_cmp(&b.1));
        best.map_or(own, |(action, _)| action)
    }

    fn watches(&self) -> bool {
        self.base.watches()
    }

    fn watch(&mut self, seen: &Seen<'_, Riichi<N>>) {
        self.base.watch(seen);
    }

    fn failure(&mut self) -> Option<hyakuman_core::game::AgentFailure> {
        self.base.failure()
    }

    /// In rank points: the values of the base, with those of rollouts for the actions that were searched. The choice of the base is
    /// taken to be the action that it values most. The match must have begun.
    fn evaluate(&mut self, view: &View<'_, N>, legal: &ActionMask) -> Option<Evaluation> {
        let evaluation = self.base.evaluate(view, legal)?;
        let own = evaluation.candidates.first()?.action;
        let gains = self.gains(view, legal, own, &evaluation).unwrap_or_default();
        let unit = choices::rank_points_in(evaluation.unit);
        let mut candidates = evaluation.candidates;
        let best = candidates[0].value * unit;
        for candidate in &mut candidates {
            let gain = gains.iter().find(|(action, _)| *action == candidate.action);
            candidate.value = gain.map_or(candidate.value * unit, |(_, gain)| best + gain);
            candidate.loss = candidate.loss.map(|loss| loss * unit);
        }
        Some(Evaluation::new(ValueUnit::RankPoints, candidates))
    }

    fn groups(&self) -> Vec<String> {
        self.base.groups()
    }
}
