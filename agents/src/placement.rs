//! `placement`: `value`, but for final rank points instead of points.
//!
//! Before the first decision of each kyoku it computes what the ends of that kyoku are worth, from a model of the final places
//! ([`crate::place`]). What wins and deal-ins are worth follows from that and from who is in riichi.

use crate::Value;
use crate::corrigible::{Corrigible, Reach};
use crate::place::PlaceModel;
use crate::threat::threatens;
use crate::value::outcomes::{self, Outcomes};
use crate::value::stakes::Stakes;
use hyakuman_core::game::{ActionMask, Agent, AgentSeed, Candidate, Evaluation, ValueUnit};
use hyakuman_core::{RelSeat, Seat};
use hyakuman_riichi::{Riichi, RiichiRules, View};
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

/// Maximises expected rank points.
#[derive(Clone)]
pub struct Placement<const N: usize> {
    value: Value,
    model: Option<Model<N>>,
    /// The text of a fit of the places; `None` for the one that comes with the program.
    fit: Option<Arc<str>>,
    unfitted: Arc<Unfitted>,
    /// The kyoku, by the number of deals, of which the ends were weighed.
    deal: u32,
    /// What the ends of that kyoku are worth.
    outcomes: Option<Outcomes>,
    /// For which the stakes were computed: of each seat from the own on, whether its riichi threatens, and whether it has won.
    seats: [(bool, bool); N],
}

/// Rules that agents met without a fit of the final places, in words.
#[derive(Default)]
pub(crate) struct Unfitted(Mutex<BTreeSet<String>>);

/// The model of some rules.
#[derive(Clone)]
pub(crate) struct Model<const N: usize> {
    rules: Arc<RiichiRules>,
    pub(crate) places: PlaceModel<N>,
    /// Rank points that a point is worth at the start of a match.
    unit: f32,
}

impl<const N: usize> Placement<N> {
    /// With `value` as it plays apart from that.
    pub fn new(value: Value) -> Placement<N> {
        let unfitted = Arc::default();
        let seats = [(false, false); N];
        Placement { value, model: None, fit: None, unfitted, deal: 0, outcomes: None, seats }
    }

    /// The same with the fit of final places in a text ([`PlaceModel::with_fit`]), where it is one for the rules of the match.
    #[must_use]
    pub fn with_places(self, text: Option<String>) -> Placement<N> {
        Placement { fit: text.map(Arc::from), ..self }
    }

    /// The same; it notes there the rules for which its model of places is not fitted.
    pub(crate) fn noting(self, unfitted: &Arc<Unfitted>) -> Placement<N> {
        Placement { unfitted: Arc::clone(unfitted), ..self }
    }
}

impl<const N: usize> Placement<N> {
    /// Computes the stakes anew at the start of a kyoku, and when another seat has declared riichi or won.
    #[inline]
    fn renew_stakes(&mut self, view: &View<'_, N>) {
        let state = |seat| (threatens(view, seat), view.has_won(seat));
        let seats = std::array::from_fn(|steps| state(RelSeat::new(steps as u8)));
        let deal = view.match_state().deals;
        if self.deal == deal && self.seats == seats {
            return;
        }
        if self.deal != deal {
            let outcomes = |model: &Model<N>| Outcomes::new(view, &model.places, model.unit);
            self.outcomes = self.model.as_ref().map(outcomes);
        }
        let stakes = self.outcomes.as_ref().map(|outcomes| Stakes::new(view, outcomes));
        self.value.stakes = stakes.unwrap_or(Stakes::POINTS);
        (self.deal, self.seats) = (deal, seats);
    }
}

impl<const N: usize> Placement<N> {
    /// An evaluation of `value`; none before a match has begun.
    fn in_rank_points(&self, candidates: &mut [Candidate]) -> Option<ValueUnit> {
        let unit = self.model.as_ref()?.unit;
        for candidate in candidates {
            candidate.value *= unit;
            candidate.loss = candidate.loss.map(|loss| loss * unit);
        }
        Some(ValueUnit::RankPoints)
    }
}

impl<const N: usize> Model<N> {
    /// Makes it that of the rules of a match that begins.
    pub(crate) fn begin(
        model: &mut Option<Model<N>>,
        rules: &Arc<RiichiRules>,
        fit: Option<&str>,
        unfitted: &Unfitted,
    ) {
        if model.as_ref().is_none_or(|model| *model.rules != **rules) {
            let new = Model::new(rules, fit);
            if !new.places.is_fitted() {
                unfitted.note(rules);
            }
            *model = Some(new);
        }
    }

    fn new(rules: &Arc<RiichiRules>, fit: Option<&str>) -> Model<N> {
        let own = fit.and_then(|text| PlaceModel::with_fit(rules, text).ok());
        let places = own.unwrap_or_else(|| PlaceModel::new(rules));
        let unit = outcomes::unit(&places, rules);
        Model { rules: rules.clone(), places, unit }
    }
}

impl Unfitted {
    /// A sentence for users about each kind of match that this agent met.
    pub(crate) fn remarks(&self, agent: &str) -> Vec<String> {
        let kinds = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let sentence = |kind: &String| {
            format!(
                "{agent} has no model of final places fitted to {kind}: it used the normal model, which is less exact; `hyakuman agents places` fits one (docs/placement.md)"
            )
        };
        kinds.iter().map(sentence).collect()
    }

    fn note(&self, rules: &RiichiRules) {
        let RiichiRules { players, length_winds, start_points, target_points, wins_per_hand, .. } = rules;
        let mut kind = format!(
            "{players} players, length_winds = {length_winds}, start_points = {start_points}, target_points = {target_points}"
        );
        if *wins_per_hand > 1 {
            kind += &format!(", wins_per_hand = {wins_per_hand}");
        }
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(kind);
    }
}

impl<const N: usize> Corrigible<Riichi<N>> for Placement<N> {
    fn weigh(
        &mut self,
        view: &View<'_, N>,
        legal: &ActionMask,
        _: Reach,
        candidates: &mut Vec<Candidate>,
    ) -> Option<(ValueUnit, u8)> {
        self.renew_stakes(view);
        let (_, choice) = self.value.weigh(view, legal, Reach::ALL, candidates)?;
        Some((self.in_rank_points(candidates)?, choice))
    }
}

impl<const N: usize> Agent<Riichi<N>> for Placement<N> {
    fn begin(&mut self, rules: &Arc<RiichiRules>, _seat: Seat, _seed: AgentSeed) {
        self.deal = 0;
        Model::begin(&mut self.model, rules, self.fit.as_deref(), &self.unfitted);
    }

    fn act(&mut self, view: &View<'_, N>, legal: &ActionMask) -> u8 {
        self.renew_stakes(view);
        self.value.act(view, legal)
    }

    /// In rank points. The match must have begun.
    fn evaluate(&mut self, view: &View<'_, N>, legal: &ActionMask) -> Option<Evaluation> {
        self.renew_stakes(view);
        let Evaluation { mut candidates, .. } = self.value.evaluate(view, legal)?;
        let unit = self.in_rank_points(&mut candidates)?;
        Some(Evaluation::new(unit, candidates))
    }

    fn groups(&self) -> Vec<String> {
        Agent::<Riichi<N>>::groups(&self.value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::threat::tests::after_wins;
    use hyakuman_core::MatchSeed;
    use hyakuman_riichi::presets;

    #[test]
    fn the_stakes_change_when_a_seat_wins() {
        let mut agent = Placement::<4>::new(Value::new(4, 0));
        let seed = AgentSeed { of_match: MatchSeed { seed: 1, number: 0 }, seat: Seat::new(0) };
        agent.begin(&Arc::new(presets::shura()), Seat::new(0), seed);
        after_wins(|view, _, _| {
            agent.renew_stakes(view);
            let stakes = Stakes::new(view, agent.outcomes.as_ref().expect("a kyoku"));
            assert_eq!(format!("{:?}", agent.value.stakes), format!("{stakes:?}"));
        });
    }
}
